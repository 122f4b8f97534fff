import { text } from '@qitao/core/text.ts'
import { refreshAnd, useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { offerRepair, openRepair } from '@qitao/site/web'
import { Form } from 'antd'
import { listComing, listComingParts } from '../model/coming/coming.calls.ts'
import {
  alterArrivals,
  countArrivals,
  listArrivals,
  listPurchaseOrders,
  showPurchaseOrder,
  showPurchaseUses,
} from '../model/purchase-order.calls.ts'
import { type ArrivalRow, arrival } from '../model/purchase-order.record.ts'
import { SupplyUses } from './supply-uses.tsx'

const refreshes = [listArrivals, countArrivals, listPurchaseOrders, showPurchaseOrder, listComing, listComingParts]
const required = { ...arrival, fields: { ...arrival.fields, eta: { ...arrival.fields.eta, required: true } } }

/** Another day for lines of one order, with the work orders that wait for them. */
export function EtaDialog({ arrivals, onClose }: { arrivals: readonly ArrivalRow[]; onClose: () => void }) {
  const first = arrivals[0]!
  const cause = { kind: 'receipt', no: first.purchase_order_no } as const
  /** It comes after somebody is to begin with it. */
  const isLate = (eta: (row: ArrivalRow) => number | null) =>
    arrivals.some(row => row.first_needed_time !== null && (eta(row) ?? 0) > row.first_needed_time)
  const alter = useCommand(alterArrivals, {
    refreshes,
    done: (_, { arrivals: [moved] }) => {
      if (moved && isLate(() => moved.eta))
        void offerRepair(
          cause,
          text('到货晚于工单开工，是否修复计划？', 'It comes after work begins: repair the plan?'),
        )
    },
  })
  return (
    <DialogForm<{ eta: number | null }>
      open
      title={text(`调整到货日期 ${first.purchase_order_no}`, `New ETA of ${first.purchase_order_no}`)}
      values={{ eta: first.eta }}
      save={saveWith(alter, ({ eta }: { eta: number | null }) => ({
        purchase_order_id: first.purchase_order_id,
        row_version: first.order_row_version,
        arrivals: arrivals.map(({ id }) => ({ id, eta })),
      }))}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      <Field of={required} name="eta" autoFocus />
      <EtaEffect arrivals={arrivals} />
      {isLate(row => row.eta) ? (
        <p>
          <ActButton
            act={{
              title: text('修复计划', 'Repair plan'),
              run: needing(pages.productionPlan, () => openRepair(cause)),
            }}
          />
        </p>
      ) : null}
    </DialogForm>
  )
}

/** Whom the day that stands in the form would move: the orders that have some of the lines, and promises to customers. */
function EtaEffect({ arrivals }: { arrivals: readonly ArrivalRow[] }) {
  const say = useSay()
  const comes = Form.useWatch('eta') as number | null | undefined
  const found = useCall(showPurchaseUses, { id: arrivals[0]!.purchase_order_id })
  const uses = found.data
  return (
    <>
      {found.error && !uses ? <ErrorState failure={found.error} retry={found.refetch} /> : null}
      {arrivals.map(row => {
        const own = ({ source_id }: { source_id: string }) => source_id === row.id
        return (
          <div key={row.id}>
            <h3 className="qt-uses-head">
              {row.material_code} {row.material_name}
            </h3>
            {uses ? (
              <SupplyUses
                of={{ uses: uses.uses.filter(own), promises: uses.promises.filter(own) }}
                unit={row.unit_name}
                comes={comes}
              />
            ) : null}
          </div>
        )
      })}
      <p className="qt-secondary">
        {say(
          text(
            '保存后工单的齐套日期随之更新；排程未跟上时可修复计划。',
            'Kitting dates of MOs follow when this is saved; repair the plan where it has not.',
          ),
        )}
      </p>
    </>
  )
}
