import { revokeShareLinks } from '@qitao/access/server'
import { text } from '@qitao/core/text.ts'
import { documentMail, documentPaper } from '@qitao/document-kit/server'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { expediteLines } from '../model/line/expedite.calls.ts'
import { wishesInWords } from '../model/line/expedite.rules.ts'
import { purchaseStatus } from '../model/purchase.status.ts'
import { purchaseOrders } from '../model/purchase-order.calls.ts'
import { expectEditable } from '../model/purchase-order.rules.ts'
import { mailPurchaseOrder, printPurchaseOrders } from '../model/purchase-order-paper.calls.ts'
import { addConfirmLink, object_type, withdrawConfirmLinksBefore } from './answer/confirm-links.ts'
import { wishesOf } from './line/wishes.ts'
import { orderBooks } from './purchase-order.books.ts'

const { completed } = purchaseStatus.codes

export const purchasePaper = documentPaper(purchaseOrders, orderBooks, printPurchaseOrders, {
  valid: [...purchaseStatus.from('receive'), completed],
  facts: ['supplier_id', 'order_date', 'eta', 'currency', 'tax_rate', 'total_amount', 'operator_id', 'remark'],
  columns: ['material_id', 'quantity', 'unit_name', 'price', 'tax_rate', 'amount', 'eta', 'remark'],
  signatures: [text('采购', 'Buyer'), text('审核', 'Approved by'), text('供应商确认', 'Supplier')],
})

export const purchaseMail = documentMail(purchaseOrders, orderBooks, mailPurchaseOrder, {
  paper: purchasePaper,
  expect: order => expectEditable(order, 'receive'),
  also: [expediteLines],
  // The link is made where the mail is: its key stands nowhere else. Until the mail is out the supplier has the one before.
  async adds(tx, { id, asks, expire_days, shows_prices, origin }, { org_id, now }) {
    const wishes = wishesInWords(await wishesOf(tx, org_id, id), await timeZoneOf(tx, org_id))
    if (!asks) return { words: wishes }
    const { id: link_id, link } = await addConfirmLink(tx, { now, origin }, { id, expire_days, shows_prices })
    return {
      words: [
        ...wishes,
        text(
          `请打开以下链接逐行确认数量和交期：\n${link.url}`,
          `Please confirm each line, or propose another day:\n${link.url}`,
        ),
      ],
      sent: own => withdrawConfirmLinksBefore(own, org_id, id, link_id),
      unsent: own => revokeShareLinks(own, org_id, object_type, [link_id]),
    }
  },
})

async function timeZoneOf(tx: Tx, org_id: string): Promise<string> {
  const [org] = await rows(tx, sql<{ time_zone: string }>`select time_zone from org where id = ${org_id}`)
  return org!.time_zone
}
