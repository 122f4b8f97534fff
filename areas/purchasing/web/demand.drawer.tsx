import { isEqual, isPositive, isZero } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { showPurchaseDemand } from '../model/purchase-demand.calls.ts'
import {
  type DemandNeedRow,
  type DemandSourceRow,
  type PurchaseDemandRow,
  purchaseDemand,
} from '../model/purchase-demand.record.ts'
import './supply-uses.css'

/** For whom a material must be bought, and what is being bought of it already. */
export function DemandDrawer({
  of,
  acts,
  onClose,
}: {
  of: PurchaseDemandRow
  acts: readonly Act[]
  onClose: () => void
}) {
  const say = useSay()
  const { error, data, refetch } = useCall(showPurchaseDemand, { material_id: of.material_id })
  const unit = of.unit_name
  return (
    <DetailDrawer open title={`${of.material_code} ${of.material_name}`} actions={acts} onClose={onClose}>
      <Facts
        of={purchaseDemand}
        row={of}
        names={[
          ...(['needed_quantity', 'covered_quantity', 'demand_quantity', 'quantity', 'lot_reason'] as const),
          ...(['required_date', 'supply_lead_time', 'supplier_id', 'buyer_id', 'price', 'amount'] as const),
        ]}
        more={[{ title: purchaseDemand.fields.latest_order_date.title, value: <DueDate day={of.latest_order_date} /> }]}
      />
      {error && !data ? <ErrorState failure={error} retry={refetch} /> : null}
      {data ? (
        <>
          <h3 className="qt-uses-head">{say(text('需求来源', 'Needed by'))}</h3>
          <ul className="qt-uses">
            {data.needs.map(need => (
              <NeedItem key={need.id} of={need} unit={unit} />
            ))}
          </ul>
          <h3 className="qt-uses-head">{say(text('正在采购', 'Being bought'))}</h3>
          {data.sources.length === 0 ? (
            <EmptyState text={text('还没有申请或订单', 'No request and no order yet')} />
          ) : (
            <ul className="qt-uses">
              {data.sources.map(source => (
                <SourceItem key={source.id} of={source} unit={unit} />
              ))}
            </ul>
          )}
        </>
      ) : error ? null : (
        <FormSkeleton />
      )}
    </DetailDrawer>
  )
}

function NeedItem({ of, unit }: { of: DemandNeedRow; unit: string }) {
  const say = useSay()
  return (
    <li>
      <span className="qt-uses-what">
        {of.mo_no === null ? (
          say(text('安全库存', 'Safety stock'))
        ) : (
          <>
            <RecordLink kind="mo" id={of.mo_id} no={of.mo_no} /> {of.product_code} {of.product_name}
          </>
        )}{' '}
        {of.sales_order_no === null ? null : (
          <RecordLink kind="sales_order" id={of.sales_order_id} no={of.sales_order_no} />
        )}{' '}
        <span className="qt-secondary">
          {say(text('需要于', 'needed'))} <DayText of={of.required_date} />
        </span>
      </span>
      <Quantity value={of.quantity} unit={unit} />
      {isEqual(of.quantity, of.open_quantity) ? null : (
        <span className="qt-secondary">
          {isZero(of.open_quantity) ? (
            say(text('已申请', 'asked for'))
          ) : (
            <>
              {say(text('待采购', 'to buy'))} <Quantity value={of.open_quantity} unit={unit} />
            </>
          )}
        </span>
      )}
    </li>
  )
}

function SourceItem({ of, unit }: { of: DemandSourceRow; unit: string }) {
  const say = useSay()
  return (
    <li>
      <span className="qt-uses-what">
        <RecordLink kind={of.kind} id={of.document_id} no={of.no} />{' '}
        <span className="qt-secondary">
          {isPositive(of.deducted_quantity)
            ? say(text('已从需求中扣除', 'taken off the needs'))
            : say(text('在途，物料计划已计入', 'on its way: the material plan counts on it'))}
          {of.eta === null ? null : (
            <>
              {' '}
              <DayText of={of.eta} />
            </>
          )}
        </span>
      </span>
      <Quantity value={of.quantity} unit={unit} />
      {isPositive(of.deducted_quantity) && !isEqual(of.quantity, of.deducted_quantity) ? (
        <span className="qt-secondary">
          {say(text('扣除', 'taken off'))} <Quantity value={of.deducted_quantity} unit={unit} />
        </span>
      ) : null}
    </li>
  )
}
