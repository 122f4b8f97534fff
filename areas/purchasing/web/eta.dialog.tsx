import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
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
  const alter = useCommand(alterArrivals, {
    refreshes: [listArrivals, countArrivals, listPurchaseOrders, showPurchaseOrder],
  })
  const first = arrivals[0]!
  const waiting = [...new Set(arrivals.flatMap(row => row.mo_nos))]
  return (
    <DialogForm<{ eta: number | null }>
      open
      title={text(`调整到货日期 ${first.purchase_order_no}`, `New ETA of ${first.purchase_order_no}`)}
      values={{ eta: first.eta }}
      save={saveWith(
        alter,
        ({ eta }: { eta: number | null }) =>
          ({
            purchase_order_id: first.purchase_order_id,
            arrivals: arrivals.map(({ id }) => ({ id, eta })),
          }) as never,
      )}
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
                '等料工单：{nos}。改期后请重新做物料计划。',
                'MOs waiting: {nos}. Run the material plan again afterwards.',
              ),
              {
                nos: waiting.join(', '),
              },
            )}
      </p>
    </DialogForm>
  )
}
