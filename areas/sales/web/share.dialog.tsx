import { text } from '@qitao/core/text.ts'
import { RowActs } from '@qitao/platform/web/act-button.tsx'
import { DetailDrawer } from '@qitao/platform/web/drawer.tsx'
import { Instant } from '@qitao/platform/web/instant.tsx'
import { useSay } from '@qitao/platform/web/language.ts'
import { useCall } from '@qitao/platform/web/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/use-command.ts'
import { FormFailure, useFormSave } from '@qitao/platform/web/use-form-save.ts'
import { Button, Checkbox, Form, Select, Tag, Typography } from 'antd'
import { useState } from 'react'
import type { SalesOrderRow } from '../model/sales-order.record.ts'
import { dropOrderLinks, listOrderLinks, longestShareDays, makeOrderLink } from '../model/share.calls.ts'
import { AnswerText } from './shared-order.tsx'
import './sales.css'

const days = [1, 7, 14, longestShareDays]
interface Entered {
  expire_days: number
  editable: boolean
  shows_prices: boolean
}
const blank: Entered = { expire_days: 7, editable: false, shows_prices: false }

interface ShareDrawerProps {
  order: SalesOrderRow | undefined
  onClose: () => void
}
/** Links by which people without an account read the order, or answer it; each can be withdrawn. */
export function ShareDrawer({ order, onClose }: ShareDrawerProps) {
  const say = useSay()
  const [form] = Form.useForm<Entered>()
  const [made, setMade] = useState<{ url: string; qrcode: string }>()
  const links = useCall(listOrderLinks, order ? { object_id: order.id } : null)
  const make = useCommand(makeOrderLink, { refreshes: [listOrderLinks], success: null, done: setMade })
  const drop = useCommand(dropOrderLinks, { refreshes: [listOrderLinks], done: () => setMade(undefined) })
  const { save, failure, pending } = useFormSave<Entered>(form, undefined)
  const close = () => {
    setMade(undefined)
    onClose()
  }
  const now = Math.floor(Date.now() / 1000)
  return (
    <DetailDrawer
      open={order !== undefined}
      title={{ zh: `分享订单 ${order?.no ?? ''}`, en: `Share order ${order?.no ?? ''}` }}
      onClose={close}
    >
      <FormFailure value={failure}>
        <Form form={form} layout="vertical" initialValues={blank}>
          <Form.Item name="expire_days" label={say(text('有效期', 'Valid for'))}>
            <Select
              options={days.map(value => ({ value, label: say(text('{value} 天', '{value} days'), { value }) }))}
            />
          </Form.Item>
          <Form.Item name="editable" valuePropName="checked" noStyle>
            <Checkbox>{say(text('允许对方确认或拒绝', 'The reader may confirm or refuse'))}</Checkbox>
          </Form.Item>
          <Form.Item name="shows_prices" valuePropName="checked">
            <Checkbox>{say(text('显示价格', 'Show prices'))}</Checkbox>
          </Form.Item>
          <Button
            type="primary"
            loading={pending}
            onClick={() =>
              void save(saveWith(make, (entered: Entered) => ({ ...entered, object_id: order?.id ?? '' })))
            }
          >
            {say(text('生成链接', 'Make a link'))}
          </Button>
        </Form>
      </FormFailure>
      {made ? (
        <div className="qt-share-made" role="status">
          <img src={made.qrcode} width={160} height={160} alt={say(text('链接二维码', 'QR code of the link'))} />
          <Typography.Text copyable={{ text: made.url }} code>
            {made.url}
          </Typography.Text>
          <p className="qt-secondary">
            {say(text('链接只显示这一次，请复制后发送。', 'The link is shown only now: copy it and send it.'))}
          </p>
        </div>
      ) : null}
      <h3>{say(text('已生成的链接', 'Links so far'))}</h3>
      {links.data?.result.length === 0 ? <p className="qt-secondary">{say(text('无', 'None'))}</p> : null}
      <ul className="qt-share-list">
        {links.data?.result.map(link => {
          const over = link.revoked
            ? text('已撤销', 'Withdrawn')
            : link.expire_time <= now
              ? text('已过期', 'Expired')
              : undefined
          return (
            <li key={link.id}>
              <div>
                <span>
                  {say(link.editable ? text('可答复', 'May answer') : text('只读', 'Read only'))}
                  {link.shows_prices ? ` · ${say(text('含价格', 'with prices'))}` : ''}
                  {over ? (
                    <>
                      {' '}
                      <Tag>{say(over)}</Tag>
                    </>
                  ) : null}
                </span>
                <span className="qt-secondary">
                  {link.created_by_name} · {say(text('有效至 ', 'until '))}
                  <Instant at={link.expire_time} />
                  {' · '}
                  {say(text('打开 {count} 次', 'opened {count} times'), { count: link.opened_count })}
                </span>
                {link.answer ? <AnswerText answer={link.answer} /> : null}
              </div>
              {over ? null : (
                <RowActs
                  inline={1}
                  acts={[
                    {
                      title: text('撤销', 'Withdraw'),
                      danger: true,
                      run: () => drop.run({ ids: [link.id] }),
                      ask: { title: text('撤销这个链接？', 'Withdraw this link?'), objects: [order?.no ?? ''] },
                    },
                  ]}
                />
              )}
            </li>
          )
        })}
      </ul>
    </DetailDrawer>
  )
}
