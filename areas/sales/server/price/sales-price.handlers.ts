import { convert, roundHalfUp } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { priceDecimals } from '@qitao/masterdata/model/price/price-list.rules.ts'
import { conversionBetween, converted } from '@qitao/masterdata/model/unit/unit.rules.ts'
import { conversionsOf, holdsOn, priceBooks, validityOn } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import type { AgreedStep } from '../../model/price/agreed-price.rules.ts'
import {
  alterSalesPrice,
  dropSalesPrices,
  exportSalesPrices,
  listSalesPrices,
  salesPriceExchange,
  salesPriceList,
  saveSalesPrices,
} from '../../model/price/sales-price.calls.ts'
import { salesPrice } from '../../model/price/sales-price.record.ts'
import { inquiryOrderType, salesOrderStatus } from '../../model/sales-order.status.ts'

const joins = sql`left join customer c on c.org_id = t.org_id and c.id = t.customer_id join material m on m.org_id = t.org_id and m.id = t.material_id`
const books = priceBooks({
  ...{ table: 'sales_price', record: salesPrice, calls: salesPriceList, partner: 'customer_id' },
  types: {
    ...{
      customer_id: 'uuid',
      material_id: 'uuid',
      unit_id: 'uuid',
      currency: 'text',
      from_quantity: 'numeric',
      price: 'numeric',
    },
    ...{ tax_rate: 'numeric', valid_from: 'bigint', valid_to: 'bigint', remark: 'text' },
  },
  name: sql`concat_ws(' ', c.code, m.code)`,
  joins,
  // Who has a price of his own is not asked that of all.
  use: ({ org_id, w, since, company_currency }) => {
    const { init, delivered, cancelled } = salesOrderStatus.codes
    const open = sql`o.status not in (${delivered}, ${cancelled}) and l.quantity > l.shipped_quantity`
    return sql`select w.line_no, count(*) filter (where ${open})::integer as open_lines,
        sum(l.quantity - l.shipped_quantity) filter (where ${open}) as open_quantity,
        sum(l.quantity) filter (where o.order_date >= ${since} and o.status not in (${init}, ${cancelled})) as year_quantity
      from ${w} w join sales_order_line l on l.org_id = ${org_id} and l.material_id = w.material_id
        join sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where not o.deleted and o.order_type <> ${inquiryOrderType} and coalesce(o.currency, ${company_currency}) = w.currency
        and l.quantity >= w.from_own and (w.until_own is null or l.quantity < w.until_own)
        and (o.customer_id = w.partner_id or (w.partner_id is null and not exists (select from sales_price own
          where own.org_id = l.org_id and own.material_id = l.material_id and own.customer_id = o.customer_id and own.currency = w.currency
            and own.valid_from <= w.valid_from and (own.valid_to is null or own.valid_to >= w.valid_from))))
      group by w.line_no`
  },
})
export const salesPriceApproval = books.approval

const list = handle(listSalesPrices, (input, context) => {
  const { keyword, customer_id, material_id, validity } = input
  const state = validityOn(startOfToday(context))
  return listRows(
    context.tx,
    {
      ...{ org_id: context.org_id, table: 'sales_price', filterJoins: joins },
      where: [
        contains(keyword, sql`c.code`, sql`c.name`, sql`m.code`, sql`m.name`),
        customer_id !== undefined && sql`t.customer_id = ${customer_id}`,
        material_id !== undefined && sql`t.material_id = ${material_id}`,
        oneOfCodes(state, validity),
      ],
      columns: sql`t.*, ${state} as validity, c.code as customer_code, c.name as customer_name, m.code as material_code, m.name as material_name,
        m.specs as material_specs, u.name as unit_name`,
      joins: sql`${joins} join unit u on u.org_id = t.org_id and u.id = t.unit_id`,
      orders: {
        material_id: sql`m.code`,
        customer_id: sql`c.code`,
        valid_from: sql`t.valid_from`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: '-created_time',
    },
    input,
  )
})

export const salesPriceHandlers: Handler[] = [
  list,
  exportHandler(exportSalesPrices, list, salesPrice, { imports: salesPriceExchange }),
  handle(saveSalesPrices, ({ prices, replaces }, context) =>
    books.save(context, prices, replaces ? 'subject' : 'none'),
  ),
  handle(alterSalesPrice, ({ id, row_version, ...given }, context) => books.alter(context, id, row_version, given)),
  handle(dropSalesPrices, ({ ids }, context) => books.drop(context, ids)),
  ...books.handlers,
]

interface Asked {
  readonly org_id: string
  readonly material_ids: readonly string[]
  readonly customer_id: string | null
  readonly currency: string
  readonly day: Instant
}
interface Step {
  readonly material_id: string
  readonly unit_id: string
  readonly material_unit_id: string
  readonly own: boolean
  readonly from_quantity: string
  readonly price: string
  readonly tax_rate: string | null
}
/** The steps that hold on a day, of the customer and of all, in the unit of each material; of two the one that began later. */
export async function agreedSteps(tx: Tx, { org_id, material_ids, customer_id, currency, day }: Asked) {
  const found = await rows(
    tx,
    sql<Step>`select distinct on (p.material_id, p.customer_id, p.unit_id, p.from_quantity) p.material_id, p.unit_id, m.unit_id as material_unit_id,
        p.customer_id is not null as own, p.from_quantity, p.price, p.tax_rate
      from sales_price p join material m on m.org_id = p.org_id and m.id = p.material_id
      where p.org_id = ${org_id} and ${among(sql`p.material_id`, material_ids)} and (p.customer_id is null or p.customer_id = ${customer_id}::uuid)
        and p.currency = ${currency} and ${holdsOn(day)}
      order by p.material_id, p.customer_id, p.unit_id, p.from_quantity, p.valid_from desc`,
  )
  const isConverted = found.some(one => one.unit_id !== one.material_unit_id)
  const conversions = isConverted ? await conversionsOf(tx, org_id) : []
  const steps = found.flatMap(({ material_id, unit_id, material_unit_id, own, from_quantity, price, tax_rate }) => {
    const factor = conversionBetween(conversions, material_id, unit_id, material_unit_id)
    if (!factor) return []
    const step: AgreedStep = {
      own,
      tax_rate,
      from_quantity: converted(from_quantity, factor),
      price: roundHalfUp(convert(price, factor.denominator, factor.numerator), priceDecimals),
    }
    return [{ material_id, step }]
  })
  return Map.groupBy(steps, one => one.material_id)
}
