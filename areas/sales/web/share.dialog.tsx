import { longestShareDays } from '@qitao/access/model/session/share-link.calls.ts'
import { type LinkWish, ShareLinksDrawer } from '@qitao/access/web/record/share-links.drawer.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Checkbox, Form } from 'antd'
import { useState } from 'react'
import type { SalesOrderRow } from '../model/sales-order.calls.ts'
import { dropOrderLinks, listOrderLinks, makeOrderLink } from '../model/share.calls.ts'
import { AnswerText } from './shared-order.tsx'

const days = [1, 7, 14, longestShareDays]
interface Entered extends Required<LinkWish> {
  shows_prices: boolean
}
const blank: Entered = { expire_days: 7, editable: false, shows_prices: false }

/** Links by which people without an account read the order, or answer it. */
export function ShareDrawer({ order, onClose }: { order: SalesOrderRow; onClose: () => void }) {
  const say = useSay()
  const [made, setMade] = useState<{ url: string; qrcode: string }>()
  const links = useCall(listOrderLinks, { object_id: order.id })
  const make = useCommand(makeOrderLink, { refreshes: [listOrderLinks], success: null, done: setMade })
  const drop = useCommand(dropOrderLinks, { refreshes: [listOrderLinks], done: () => setMade(undefined) })
  return (
    <ShareLinksDrawer
      title={{ zh: `分享订单 ${order.no}`, en: `Share order ${order.no}` }}
      name={order.no}
      days={days}
      blank={blank}
      choices={
        <Form.Item name="shows_prices" valuePropName="checked">
          <Checkbox>{say(text('显示价格', 'Show prices'))}</Checkbox>
        </Form.Item>
      }
      make={saveWith(make, (entered: Entered) => ({ ...entered, object_id: order.id }))}
      made={made}
      links={links.data?.result}
      more={link => (link.shows_prices ? ` · ${say(text('含价格', 'with prices'))}` : '')}
      answer={link => (link.answer ? <AnswerText answer={link.answer} /> : null)}
      withdraw={link => drop.with({ ids: [link.id] })}
      onClose={onClose}
    />
  )
}
