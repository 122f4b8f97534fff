import { isPositive, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { type LineState, queryLineStates } from '@qitao/sales/model/line-state.calls.ts'
import { Modal } from 'antd'
import { useRef } from 'react'
import { askInquiry, listInquiries } from '../model/inquiry.calls.ts'
import { inquiry, inquiryLine, leastHoldMinutes } from '../model/inquiry.record.ts'

interface Line {
  line_id: string | null
  product: string
  quantity: string | null
  delivery_date: number | null
}
interface AskForm {
  mode: 'full' | 'parts'
  hold_minutes: number
  may_displace: boolean
  lines: Line[]
}
interface AskOrderProps {
  order_id: string
  /** The line that is asked for; absent: all that is not shipped. */
  line_id: string | undefined
  /** With the answer; without one: it was left. */
  onEnd: (inquiry_id?: string) => void
}

const title = text('询交期', 'Ask for a date')

/** Asks for what stands on an order already: all of it, or some lines, so much of them, by another day. */
export function AskOrderDialog({ order_id, line_id, onEnd }: AskOrderProps) {
  const say = useSay()
  const isAnswered = useRef(false)
  const states = useCall(queryLineStates, { order_id })
  const ask = useCommand(askInquiry, {
    refreshes: [listInquiries],
    success: null,
    done: ({ inquiry: { id } }) => {
      isAnswered.current = true
      onEnd(id)
    },
  })
  const lines = (states.data?.result ?? [])
    .filter(line => line_id === undefined || line.line_id === line_id)
    .map(lineOf)
    .filter(({ quantity }) => isPositive(quantity))
  if (!states.data || lines.length === 0)
    return (
      <Modal open title={say(title)} footer={null} onCancel={() => onEnd()}>
        {states.data ? (
          <EmptyState text={text('已全部发货，没有可询的明细', 'All of it is shipped: nothing is left to ask for')} />
        ) : states.error ? (
          <ErrorState failure={states.error} retry={states.refetch} />
        ) : (
          <RowsSkeleton />
        )}
      </Modal>
    )
  return (
    <DialogForm<AskForm>
      open
      wide
      title={title}
      values={{ mode: 'full', hold_minutes: leastHoldMinutes, may_displace: false, lines }}
      save={saveWith(
        ask,
        ({ mode, hold_minutes, may_displace, lines: asked }: AskForm) => ({
          ...{ order_id, mode, hold_minutes, may_displace },
          lines: asked.map(one => ({
            ...{ line_id: one.line_id, quantity: one.quantity },
            ...(one.delivery_date === null ? {} : { delivery_date: one.delivery_date }),
          })),
        }),
        text('计算交期', 'Find the date'),
      )}
      onClose={() => !isAnswered.current && onEnd()}
    >
      <div className="qt-ask-head">
        <Field of={inquiry} name="mode" autoFocus />
        <Field of={inquiry} name="hold_minutes" />
        <Field of={inquiry} name="may_displace" />
      </div>
      <LineTable<Line>
        name="lines"
        of={inquiryLine}
        most={lines.length}
        blank={() => ({ line_id: null, product: '', quantity: null, delivery_date: null })}
        columns={[
          {
            name: 'product',
            title: text('产品', 'Product'),
            readOnly: true,
            width: 320,
            show: line => line.product,
          },
          { name: 'quantity', width: 110 },
          { name: 'delivery_date', width: 150 },
        ]}
      />
    </DialogForm>
  )
}

const lineOf = (line: LineState) => ({
  line_id: line.line_id,
  product: `${line.line_no} · ${line.material_code} ${line.material_name} (${line.unit_name})`,
  quantity: subtract(line.quantity, line.shipped_quantity),
  delivery_date: line.due_date,
})
