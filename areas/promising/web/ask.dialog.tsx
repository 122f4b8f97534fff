import { text } from '@qitao/core/text.ts'
import { addDays } from '@qitao/core/time.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { askInquiry, listInquiries } from '../model/inquiry.calls.ts'
import { inquiry, inquiryLine, leastHoldMinutes } from '../model/inquiry.record.ts'

interface Line {
  material_id: string | null
  unit_name?: string | undefined
  quantity: string | null
  delivery_date: number | null
}
interface AskForm {
  customer_id: string | null
  mode: 'full' | 'parts'
  hold_minutes: number
  may_displace: boolean
  lines: Line[]
}
/** Wanted in so many days when nothing else is said. */
const usualDays = 14
const mostLines = 50

/** What the customer asks for on the phone. The answer is there at once. */
export function AskDialog({ onAnswer, onClose }: { onAnswer: (inquiry_id: string) => void; onClose: () => void }) {
  const dates = useOrgDate()
  const ask = useCommand(askInquiry, {
    refreshes: [listInquiries],
    success: null,
    done: ({ inquiry: { id } }) => onAnswer(id),
  })
  const blank = (): Line => ({
    material_id: null,
    quantity: '1',
    delivery_date: dates.startOfDay(addDays(dates.today(), usualDays)),
  })
  return (
    <DialogForm<AskForm>
      open
      wide
      title={text('新询单', 'New inquiry')}
      values={{
        customer_id: null,
        mode: 'full',
        hold_minutes: leastHoldMinutes,
        may_displace: false,
        lines: [blank()],
      }}
      save={saveWith(
        ask,
        ({ customer_id, mode, hold_minutes, may_displace, lines }: AskForm) => ({
          order: {
            customer_id,
            lines: lines.map(({ material_id, quantity, delivery_date }) => ({
              material_id,
              quantity,
              delivery_date,
            })),
          },
          ...{ mode, hold_minutes, may_displace },
        }),
        text('计算交期', 'Find the date'),
      )}
      onClose={onClose}
    >
      <div className="qt-ask-head">
        <Field of={inquiry} name="customer_id" autoFocus />
        <Field of={inquiry} name="mode" />
        <Field of={inquiry} name="hold_minutes" />
        <Field of={inquiry} name="may_displace" />
      </div>
      <GoodsLines<Line>
        name="lines"
        of={inquiryLine}
        most={mostLines}
        blank={blank}
        change={(line, changed, picked) =>
          changed === 'material_id'
            ? { ...line, unit_name: (picked as { unit_name?: string } | undefined)?.unit_name }
            : line
        }
        columns={[
          { name: 'material_id', width: 320 },
          { name: 'quantity', width: 110 },
          {
            name: 'unit_name',
            title: text('单位', 'Unit'),
            readOnly: true,
            width: 70,
            show: line => line.unit_name ?? '',
          },
          { name: 'delivery_date', width: 150 },
        ]}
      />
    </DialogForm>
  )
}
