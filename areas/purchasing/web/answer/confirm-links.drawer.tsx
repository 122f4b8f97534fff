import { LinkAnswer, type LinkWish, ShareLinksDrawer } from '@qitao/access/web/record/share-links.drawer.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Checkbox, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import {
  confirmDays,
  dropConfirmLinks,
  listConfirmLinks,
  makeConfirmLink,
} from '../../model/answer/supplier-answer.calls.ts'
import { purchaseStatus } from '../../model/purchase.status.ts'
import { listPurchaseOrders, type PurchaseOrderRow, showPurchaseOrder } from '../../model/purchase-order.calls.ts'

interface Wish extends LinkWish {
  shows_prices: boolean
}
const blank: Wish = { expire_days: 7, shows_prices: false }
const refreshes = [listConfirmLinks, listPurchaseOrders, showPurchaseOrder]

type Asked = Pick<PurchaseOrderRow, 'id' | 'no' | 'status' | 'supplier_name'>
/** The act that asks the supplier of an order, and its drawer. */
export function useConfirmLinks(): { act: (order: Asked) => Act; drawer: ReactNode } {
  const [order, setOrder] = useState<Asked>()
  return {
    act: row =>
      act(
        purchaseStatus,
        'receive',
        row.status,
        needing(makeConfirmLink, () => setOrder(row)),
        { title: text('请供应商确认', 'Ask the supplier') },
      ),
    drawer: order ? <ConfirmLinksDrawer order={order} onClose={() => setOrder(undefined)} /> : null,
  }
}

/** The link by which a supplier confirms the order, or proposes other quantities and days. */
function ConfirmLinksDrawer({ order: { id, no, supplier_name }, onClose }: { order: Asked; onClose: () => void }) {
  const say = useSay()
  const [made, setMade] = useState<{ url: string; qrcode: string }>()
  const links = useCall(listConfirmLinks, { id })
  const make = useCommand(makeConfirmLink, { refreshes, success: null, done: setMade })
  const drop = useCommand(dropConfirmLinks, { refreshes, done: () => setMade(undefined) })
  return (
    <ShareLinksDrawer
      title={text(`请${supplier_name}确认 ${no}`, `Ask ${supplier_name} to confirm ${no}`)}
      name={no}
      days={confirmDays}
      blank={blank}
      choices={
        <>
          <Form.Item name="shows_prices" valuePropName="checked">
            <Checkbox>{say(text('显示价格', 'Show prices'))}</Checkbox>
          </Form.Item>
          <p className="qt-secondary">
            {say(
              text(
                '供应商无需登录，可逐行确认数量和到货日期，或提出不同的数量和日期。生成新链接后，之前的链接失效。',
                'The supplier needs no account. He confirms quantity and day of each line, or proposes others. A new link ends the one before.',
              ),
            )}
          </p>
        </>
      }
      make={saveWith(make, (wish: Wish) => ({ ...wish, id }))}
      made={made}
      links={links.data?.result}
      more={link => (link.shows_prices ? ` · ${say(text('含价格', 'with prices'))}` : '')}
      answer={link =>
        link.answer?.accepted ? (
          <LinkAnswer of={link.answer} />
        ) : link.answer ? (
          <p className="qt-share-answer">
            <strong>
              {say(text('{name} 提出了不同的数量或日期', '{name} proposed other quantities or days'), {
                name: link.answer.name,
              })}
            </strong>
            {link.answer.remark ? say(text('：{remark}', ': {remark}'), { remark: link.answer.remark }) : ''}
          </p>
        ) : null
      }
      withdraw={link => drop.with({ ids: [link.id] })}
      onClose={onClose}
    />
  )
}
