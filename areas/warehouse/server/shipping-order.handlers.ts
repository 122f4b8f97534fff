import { generalErrors } from '@qitao/core/general.errors.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { paperMail } from '@qitao/document-kit/server'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { printSheets } from '@qitao/platform/server/pdf/print.ts'
import type { Sheet } from '@qitao/platform/server/pdf/sheets.ts'
import { mailShippingOrder, printShippingOrders } from '@qitao/sales/model/print.calls.ts'
import { sql } from 'kysely'
import { outboundStatus, outboundType, type ReceiptStatusCode, receiptsType } from '../model/receipt.status.ts'

interface Shipping {
  id: string
  no: string
  receipt_date: number
  order_no: string | null
  customer_name: string | null
  address: string | null
  contact: string | null
  phone: string | null
  warehouse_name: string | null
  remark: string | null
  company: string
  time_zone: string
  lines: {
    code: string
    name: string
    specs: string | null
    unit: string
    quantity: string
    lot: string | null
    bin: string | null
  }[]
}

/** What is to leave; `sent`: once something has, what has. */
const loadShippings = (tx: Tx, org_id: string, ids: readonly string[], sent?: 'sent'): Promise<Shipping[]> =>
  rows(
    tx,
    sql<Shipping>`select t.id, t.no, t.receipt_date, t.remark, o.no as order_no, c.name as customer_name, c.address, c.contact, c.phone,
        w.name as warehouse_name, g.name as company, g.time_zone,
        coalesce((select jsonb_agg(jsonb_build_object('code', m.code, 'name', m.name, 'specs', m.specs, 'unit', u.name, 'quantity', (case when s."left" then l.done_quantity else l.quantity end)::text,
            'lot', l.lot_number, 'bin', p.code) order by l.line_no)
          from receipt_line l join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
          left join location p on p.org_id = l.org_id and p.id = l.location_id
          where l.org_id = t.org_id and l.receipt_id = t.id and (l.done_quantity > 0 or not s."left")), '[]') as lines
      from unnest(${ids}::uuid[]) with ordinality as wanted(id, place) join seen_receipt t on t.id = wanted.id
      join org g on g.id = t.org_id
      cross join lateral (select ${sent !== undefined} and exists(select from receipt_line x
        where x.org_id = t.org_id and x.receipt_id = t.id and x.done_quantity > 0) as "left") s
      left join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id
      left join customer c on c.org_id = t.org_id and c.id = coalesce(t.customer_id, o.customer_id)
      left join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id
      where t.org_id = ${org_id} and t.receipts_type = 1 order by wanted.place`,
  )

function sheetOf(shipping: Shipping, language: Language): Sheet {
  const words = (zh: string, en: string) => say(text(zh, en), language)
  return {
    title: words('发货单', 'Shipping order'),
    company: shipping.company,
    no: shipping.no,
    facts: [
      [words('客户', 'Customer'), shipping.customer_name ?? ''],
      [words('日期', 'Date'), dayOf(shipping.receipt_date, shipping.time_zone)],
      [words('销售订单', 'Sales order'), shipping.order_no ?? ''],
      [words('仓库', 'Warehouse'), shipping.warehouse_name ?? ''],
      [words('联系人', 'Contact'), [shipping.contact, shipping.phone].filter(Boolean).join(' ')],
      [words('地址', 'Address'), shipping.address ?? ''],
      [words('备注', 'Remark'), shipping.remark ?? ''],
    ],
    tables: [
      {
        title: words('明细', 'Lines'),
        columns: [
          { title: '#', share: 0.8, end: true },
          { title: words('物料编码', 'Material code'), share: 3 },
          { title: words('物料名称', 'Material name'), share: 4 },
          { title: words('规格', 'Specs'), share: 3 },
          { title: words('数量', 'Quantity'), share: 2, end: true },
          { title: words('单位', 'Unit'), share: 1.2 },
          { title: words('批号', 'Lot'), share: 2.4 },
          { title: words('库位', 'Bin'), share: 2 },
        ],
        rows: shipping.lines.map((line, index) => [
          ...[String(index + 1), line.code, line.name, line.specs ?? '', formatQuantity(line.quantity), line.unit],
          ...[line.lot ?? '', line.bin ?? ''],
        ]),
      },
    ],
    signatures: [words('制单', 'Made by'), words('发货', 'Shipped by'), words('收货签字', 'Received by')],
  }
}

/** Once it may leave; what was cancelled or taken back is no delivery, nor is what goes to the shop or back to a supplier. */
export const shippingOrderMail = paperMail(mailShippingOrder, {
  type: 'mail_shipping_order',
  async lock(tx, org_id, id) {
    const which = sql`org_id = ${org_id} and id = ${id} and receipts_type = ${receiptsType.outbound}
      and receipt_type in (${outboundType.codes.sales}, ${outboundType.codes.other})`
    await sql`select from seen_receipt where ${which} for no key update`.execute(tx)
    const [found] = await rows(
      tx,
      sql<{ no: string; status: ReceiptStatusCode }>`select no, status from seen_receipt where ${which}`,
    )
    if (!found) return refuse(generalErrors.recordNotFound)
    const detail = outboundStatus.whyNot('mail', found.status)
    if (detail) refuse(generalErrors.statusNotAllowed, { detail })
    return found
  },
  async sheets(tx, org_id, id, language) {
    const [shipping] = await loadShippings(tx, org_id, [id], 'sent')
    return { company: shipping!.company, sheets: [sheetOf(shipping!, language)] }
  },
  keep: (tx, org_id, id, { mailed_to, mailed_time }) =>
    sql`update receipt set mailed_to = ${mailed_to}, mailed_time = ${mailed_time} where org_id = ${org_id} and id = ${id}`.execute(
      tx,
    ),
})

export const shippingOrderHandlers: Handler[] = [
  shippingOrderMail.handler,

  handle(printShippingOrders, async ({ receipt_ids }, { tx, org_id, language }) => {
    const found = await loadShippings(tx, org_id, receipt_ids)
    if (found.length < new Set(receipt_ids).size) refuse(generalErrors.recordNotFound)
    const title = say(text('发货单', 'Shipping orders'), language)
    const content = await printSheets({ title, sheets: found.map(one => sheetOf(one, language)) })
    return pdfFile(title, content)
  }),
]
