import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import type { MoComponentRow } from '../../model/mo/mo.record.ts'
import { stockSources, supplySource } from '../../model/mo/mo.status.ts'
import type { MoAssignmentRow, SupplyBeside } from '../../model/plan/material-plan.calls.ts'

type Source = Pick<MoAssignmentRow, 'source_type' | 'source_no' | 'document_id' | 'lot_number' | 'material_code'>

/** Where a supply is, as a link to it: its lot or material in stock, its purchase order, its work order and who makes that outside. */
export function SourceLink({ of, outside = [] }: { of: Source; outside?: SupplyBeside['outside'] | undefined }) {
  const say = useSay()
  const { source_type, source_no, document_id, lot_number, material_code } = of
  if (stockSources.some(code => code === source_type)) {
    const bin = lot_number === null ? source_no : source_no.slice(0, -lot_number.length)
    return (
      <>
        {bin} <RecordLink kind="lot" id={document_id} no={lot_number ?? material_code} />
      </>
    )
  }
  if (source_type === supplySource.codes.in_transit)
    return <RecordLink kind="purchase_order" id={document_id} no={source_no} />
  const orders = outside.filter(({ mo_id }) => mo_id === document_id)
  return (
    <>
      <RecordLink kind="mo" id={document_id} no={source_no} />
      {orders.map(({ id, no }) => (
        <span key={id}>
          {' '}
          {say(text('委外', 'made outside'))} <RecordLink kind="outsource_order" id={id} no={no} />
        </span>
      ))}
    </>
  )
}

/** What is being bought for a component, or to stand for it, and is not on its way yet. */
export function PendingSupply({
  of,
  component,
}: {
  of: SupplyBeside['pending']
  component: Pick<MoComponentRow, 'material_id'>
}) {
  const say = useSay()
  return of.map(one => (
    <div key={one.id} className="qt-source">
      <StatusTag
        of={{
          ...(one.kind === 'purchase_request' ? text('已申请', 'Asked for') : text('待提交订单', 'Order not sent')),
          colour: 'info',
        }}
      />
      <span className="qt-source-what">
        <RecordLink kind={one.kind} id={one.document_id} no={one.no} />{' '}
        <span className="qt-secondary">
          {one.material_id === component.material_id ? null : (
            <>
              {say(text('替代', 'substitute'))} {one.material_code} {one.material_name}{' '}
            </>
          )}
          {say(text('需要于', 'needed'))} <DayText of={one.required_date} />
        </span>
      </span>
      <Quantity value={one.quantity} unit={one.unit_name} />
    </div>
  ))
}
