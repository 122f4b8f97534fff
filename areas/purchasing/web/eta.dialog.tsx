import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { offerRepair, openRepair } from '@qitao/site/web'
import {
  alterArrivals,
  countArrivals,
  listArrivals,
  listPurchaseOrders,
  showPurchaseOrder,
} from '../model/purchase-order.calls.ts'
import { type ArrivalRow, arrival } from '../model/purchase-order.record.ts'

const required = { ...arrival, fields: { ...arrival.fields, eta: { ...arrival.fields.eta, required: true } } }

/** Another day for lines of one order, with the work orders that wait for them. */
export function EtaDialog({ arrivals, onClose }: { arrivals: readonly ArrivalRow[]; onClose: () => void }) {
  const say = useSay()
  const first = arrivals[0]!
  const waiting = [...new Set(arrivals.flatMap(row => row.mo_nos))]
  const cause = { kind: 'receipt', no: first.purchase_order_no } as const
  /** It comes after somebody is to begin with it. */
  const isLate = (eta: (row: ArrivalRow) => number | null) =>
    arrivals.some(row => row.first_needed_time !== null && (eta(row) ?? 0) > row.first_needed_time)
  const alter = useCommand(alterArrivals, {
    refreshes: [listArrivals, countArrivals, listPurchaseOrders, showPurchaseOrder],
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
        arrivals: arrivals.map(({ id }) => ({ id, eta })),
      }))}
      onClose={onClose}
    >
      <ul>
        {arrivals.map(row => (
          <li key={row.id}>
            {row.material_code} {row.material_name}
          </li>
        ))}
      </ul>
      <Field of={required} name="eta" autoFocus />
      <p className="qt-secondary">
        {waiting.length === 0
          ? say(text('没有工单等待这些物料。', 'No MO waits for this.'))
          : say(
              text(
                '等料工单：{nos}。保存后其齐套日期随之更新；排程未跟上时可修复计划。',
                'MOs waiting: {nos}. Their kitting dates follow when this is saved; repair the plan where it has not.',
              ),
              {
                nos: waiting.join(', '),
              },
            )}
      </p>
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
