import { LinkAnswer } from '@qitao/access/web/record/share-links.drawer.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { Button, Form } from 'antd'
import { listOrderLinks, queryOrderWishes, type ShareAnswer, settleOrderWishes } from '../model/share.calls.ts'
import './sales.css'

/** A line as the form has it. */
interface FormLine {
  readonly id?: string
  readonly material_code?: string
  readonly material_name?: string
  readonly delivery_date?: number | null
}

/**
 * What readers of the order answered, as proposals: a wished day is taken into the form, line by line, and is saved with the
 * order, by whatever its state asks for. Nothing of it is lost until somebody says that it is dealt with.
 */
export function OrderWishes() {
  const say = useSay()
  const { type, no } = useEditPayload<{ type?: string; no?: string }>()
  const found = useCall(queryOrderWishes, type === 'edit' && no !== undefined ? { no } : null)
  const settle = useCommand(settleOrderWishes, { refreshes: [queryOrderWishes, listOrderLinks] })
  if (!found.data || found.data.result.length === 0) return null
  const { order_id, result } = found.data
  return (
    <section className="qt-wishes" aria-label={say(text('客户意见', 'What the customer answered'))}>
      <h3>{say(text('客户意见', 'What the customer answered'))}</h3>
      {result.map(({ id, answer, answer_time }) => (
        <div key={id} className="qt-wish">
          <header className="qt-wish-head">
            <LinkAnswer of={answer} more="" />
            <span className="qt-secondary">
              <Instant at={answer_time} />
            </span>
            <ActButton
              size="small"
              act={{ title: text('已处理', 'Dealt with'), run: settle.with({ order_id, ids: [id] }) }}
            />
          </header>
          <ul>
            {answer.lines.filter(isWish).map(wish => (
              <Wish key={wish.line_id} of={wish} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

type LineWish = ShareAnswer['lines'][number]
const isWish = ({ wished_date, remark }: LineWish): boolean => wished_date !== null || remark !== null

function Wish({ of: { line_id, wished_date, remark } }: { of: LineWish }) {
  const say = useSay()
  const form = Form.useFormInstance()
  const lines = (Form.useWatch('lines', form) ?? []) as readonly FormLine[]
  const due = Form.useWatch('delivery_date', form) as number | null | undefined
  const at = lines.findIndex(line => line.id === line_id)
  const line = lines[at]
  if (!line)
    return (
      <li className="qt-secondary">
        {say(text('该明细已不在订单中', 'The line is no longer in the order'))} {remark}
      </li>
    )
  const now = line.delivery_date ?? due ?? null
  const take = () => {
    // No line is due after its order: the order waits for the last of them.
    if (wished_date !== null && due !== null && due !== undefined && wished_date > due)
      form.setFieldValue('delivery_date', wished_date)
    form.setFieldValue(
      'lines',
      lines.map((one, index) => (index === at ? { ...one, delivery_date: wished_date } : one)),
    )
  }
  return (
    <li>
      <span className="qt-number qt-secondary">{at + 1}</span>{' '}
      <strong>
        {line.material_code} {line.material_name}
      </strong>{' '}
      {wished_date === null ? null : (
        <>
          <DayText of={now} /> → <DayText of={wished_date} />{' '}
          <Button size="small" disabled={now === wished_date} onClick={take}>
            {now === wished_date ? say(text('已采纳', 'Taken')) : say(text('采纳', 'Take'))}
          </Button>{' '}
        </>
      )}
      {remark ? <q>{remark}</q> : null}
    </li>
  )
}
