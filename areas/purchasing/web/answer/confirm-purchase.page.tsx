import { LinkAnswer } from '@qitao/access/web/record/share-links.drawer.tsx'
import type { Out } from '@qitao/core/call.ts'
import { isEqual, isLess, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { dayOf, minuteOf, startOfDay } from '@qitao/core/time.ts'
import { failureText } from '@qitao/platform/web/call/failures.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { PublicFrame } from '@qitao/platform/web/frame/public-frame.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Alert, Button, DatePicker, Form, Input, Result } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useSearchParams } from 'react-router'
import { answerConfirmLink, queryConfirmLink } from '../../model/answer/supplier-answer.calls.ts'
import './answer.css'

type Shared = Out<typeof queryConfirmLink>
type Line = Shared['lines'][number]
const form = 'YYYY-MM-DD'

/** An order for its supplier, who has no account: each line is confirmed as it was ordered, or with another quantity or day. */
export default function ConfirmPurchasePage() {
  const say = useSay()
  const language = useLanguage()
  const [search] = useSearchParams()
  const share_key = search.get('share_key') ?? ''
  const found = useCall(queryConfirmLink, share_key ? { share_key } : null)
  const shared = !found.error && found.data
  return (
    // Before an order is found it is not known what the link was for.
    <PublicFrame
      wide
      about={shared ? text('采购订单确认', 'Confirm a purchase order') : text('共享链接', 'Shared link')}
    >
      {shared ? (
        <Order shared={shared} share_key={share_key} />
      ) : share_key && !found.error ? (
        <PageSkeleton />
      ) : (
        <Result
          status="warning"
          title={found.error ? failureText(found.error, language) : say(text('链接不完整', 'The link is not complete'))}
          subTitle={say(text('请向发送链接的人索取新的链接。', 'Ask whoever sent the link for a new one.'))}
        />
      )}
    </PublicFrame>
  )
}

interface Entered {
  name: string
  remark?: string
  lines?: Record<string, { quantity: string | null; day: Dayjs | null; remark?: string }>
}

function Order({ shared, share_key }: { shared: Shared; share_key: string }) {
  const say = useSay()
  const [entered] = Form.useForm<Entered>()
  const answer = useCommand(answerConfirmLink, { refreshes: [queryConfirmLink], success: text('已提交', 'Sent') })
  const { order, lines, time_zone } = shared
  const today = dayOf(shared.today, time_zone)
  const dayAsked = (line: Line) => (line.eta === null ? null : dayOf(line.eta, time_zone))
  const open = shared.answer_time === null ? lines.filter(line => isLess(line.received_quantity, line.quantity)) : []
  const values = Form.useWatch('lines', entered)
  const differs = (line: Line): boolean => {
    const now = values?.[line.line_id]
    if (!now) return false
    const isOther = now.quantity !== null && isQuantity(now.quantity) && !isEqual(now.quantity, line.quantity)
    return isOther || (now.day?.format(form) ?? null) !== dayAsked(line)
  }
  const differing = open.filter(differs).length
  const submit = async () => {
    const { name, remark, lines: given = {} } = await entered.validateFields()
    await answer.run({
      share_key,
      name: name.trim(),
      remark: remark?.trim() || null,
      lines: open.map(({ line_id }) => {
        const { quantity, day, remark: words } = given[line_id]!
        return {
          line_id,
          quantity: quantity!,
          eta: startOfDay(day!.format(form), time_zone),
          remark: words?.trim() || null,
        }
      }),
    })
  }
  const required = say(text('必填项不能为空', 'A required field is empty'))
  const initial = Object.fromEntries(
    open.map(line => {
      const asked = dayAsked(line)
      // A day that is over is nobody's promise.
      return [line.line_id, { quantity: line.quantity, day: asked !== null && asked >= today ? dayjs(asked) : null }]
    }),
  )
  return (
    <Form form={entered} layout="vertical" initialValues={{ lines: initial }}>
      <p className="qt-secondary">{shared.company_name}</p>
      <h2>
        {say(text('采购订单', 'Purchase order'))} {order.no}
      </h2>
      {shared.answer && shared.answer_time !== null ? (
        <Alert
          type="success"
          showIcon
          title={
            shared.answer.accepted ? (
              <LinkAnswer of={shared.answer} />
            ) : (
              say(text('已收到您的答复，采购方将尽快处理。', 'Your answer has arrived; the buyer will decide on it.'))
            )
          }
          description={say(text('提交于 {time}，内容不可再修改。', 'Sent at {time}; it cannot be changed any more.'), {
            time: minuteOf(shared.answer_time, time_zone),
          })}
        />
      ) : null}
      <dl className="qt-facts">
        <div>
          <dt>{say(text('供应商', 'Supplier'))}</dt>
          <dd>{order.supplier_name}</dd>
        </div>
        <div>
          <dt>{say(text('采购日期', 'Order date'))}</dt>
          <dd>{dayOf(order.order_date, time_zone)}</dd>
        </div>
        {order.total_amount === null ? null : (
          <div>
            <dt>{say(text('金额', 'Amount'))}</dt>
            <dd>
              <Quantity value={order.total_amount} unit={order.currency ?? ''} decimals={2} />
            </dd>
          </div>
        )}
      </dl>
      <ol className="qt-answer-lines">
        {lines.map(line => (
          <li key={line.line_id}>
            <div className="qt-answer-line">
              <div>
                <strong>{line.material_name}</strong>
                <span className="qt-secondary">
                  {line.material_code}
                  {line.material_specs ? ` · ${line.material_specs}` : ''}
                </span>
              </div>
              <div className="qt-answer-figures">
                <Quantity value={line.quantity} unit={line.unit_name} />
                <span className="qt-secondary">
                  {say(text('要求到货', 'Asked for'))} {dayAsked(line) ?? '—'}
                  {Number(line.received_quantity) > 0 ? (
                    <>
                      {' · '}
                      {say(text('已收到', 'Received'))} <Quantity value={line.received_quantity} />
                    </>
                  ) : null}
                  {line.price === null ? null : (
                    <>
                      {' · '}
                      {say(text('单价', 'Price'))} <Quantity value={line.price} />
                    </>
                  )}
                </span>
                {line.wished_date === null ? null : (
                  <span className="qt-warns">
                    {say(text('希望提前到', 'Wanted by'))} {dayOf(line.wished_date, time_zone)}
                    {line.wish_remark ? ` · ${line.wish_remark}` : ''}
                  </span>
                )}
              </div>
            </div>
            {open.includes(line) ? (
              <div className="qt-answer-wish">
                <Form.Item
                  name={['lines', line.line_id, 'quantity']}
                  label={say(text('可供数量（总数）', 'Quantity in all'))}
                  rules={[{ required: true, message: required }]}
                >
                  <NumberInput decimals={line.unit_precision} unit={line.unit_name} />
                </Form.Item>
                <Form.Item
                  name={['lines', line.line_id, 'day']}
                  label={say(text('到货日期', 'Arrives on'))}
                  rules={[{ required: true, message: required }]}
                >
                  <DatePicker minDate={dayjs(today)} allowClear={false} />
                </Form.Item>
                <Form.Item name={['lines', line.line_id, 'remark']} label={say(text('说明', 'Remark'))}>
                  <Input maxLength={255} />
                </Form.Item>
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {open.length > 0 ? (
        <>
          <Form.Item
            name="name"
            label={say(text('您的姓名', 'Your name'))}
            rules={[{ required: true, whitespace: true, message: required }]}
          >
            <Input maxLength={50} autoComplete="name" />
          </Form.Item>
          <Form.Item name="remark" label={say(text('备注', 'Remark'))}>
            <Input.TextArea maxLength={255} showCount rows={2} />
          </Form.Item>
          <div className="qt-foot">
            <Button type="primary" loading={answer.pending} onClick={() => void submit().catch(() => {})}>
              {differing === 0
                ? say(text('照单确认', 'Confirm as ordered'))
                : say(text('提交答复（{count}行与订单不同）', 'Send the answer ({count} lines differ)'), {
                    count: differing,
                  })}
            </Button>
          </div>
        </>
      ) : null}
      <p className="qt-secondary">
        {say(text('由 {name} 发送，有效至 {until}（{zone}）', 'Sent by {name}, valid until {until} ({zone})'), {
          name: shared.sharer_name,
          until: minuteOf(shared.expire_time, time_zone),
          zone: time_zone,
        })}
      </p>
    </Form>
  )
}
