import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { priceBooks, validityOn } from '@qitao/masterdata/server'
import { rows } from '@qitao/platform/server/database/database.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  alterUnitPrice,
  dropUnitPrices,
  exportUnitPrices,
  listUnitPrices,
  matchUnitPrices,
  saveUnitPrices,
  showUnitPrice,
  unitPriceExchange,
  unitPriceList,
} from '../../model/price/unit-price.calls.ts'
import { type UnitPriceRow, unitPrice } from '../../model/price/unit-price.record.ts'
import { purchaseStatus } from '../../model/purchase.status.ts'
import { lastPricesIn, purchaseMaterials } from '../purchase.queries.ts'
import { matchedPrices } from './unit-price.queries.ts'

const joins = sql`join supplier s on s.org_id = t.org_id and s.id = t.supplier_id
  join material m on m.org_id = t.org_id and m.id = t.material_id`
const withUnit = sql`${joins} join unit u on u.org_id = t.org_id and u.id = t.unit_id`
const columnsOn = (state: RawBuilder<unknown>) =>
  sql`t.*, ${state} as validity, s.code as supplier_code, s.name as supplier_name, m.code as material_code, m.name as material_name,
        m.specs as material_specs, u.name as unit_name`

const list = handle(listUnitPrices, (input, context) => {
  const { keyword, supplier_id, material_id, validity } = input
  const state = validityOn(startOfToday(context))
  return listRows(
    context.tx,
    {
      ...{ org_id: context.org_id, table: 'unit_price', filterJoins: joins },
      where: [
        contains(keyword, sql`s.code`, sql`s.name`, sql`m.code`, sql`m.name`),
        supplier_id !== undefined && sql`t.supplier_id = ${supplier_id}`,
        material_id !== undefined && sql`t.material_id = ${material_id}`,
        oneOfCodes(state, validity),
      ],
      columns: columnsOn(state),
      joins: withUnit,
      orders: {
        material_id: sql`m.code`,
        supplier_id: sql`s.code`,
        valid_from: sql`t.valid_from`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: '-created_time',
    },
    input,
  )
})

const books = priceBooks({
  ...{ table: 'unit_price', record: unitPrice, calls: unitPriceList, partner: 'supplier_id' },
  types: {
    ...{
      supplier_id: 'uuid',
      material_id: 'uuid',
      unit_id: 'uuid',
      currency: 'text',
      from_quantity: 'numeric',
      price: 'numeric',
    },
    ...{
      tax_rate: 'numeric',
      valid_from: 'bigint',
      valid_to: 'bigint',
      minimum_quantity: 'numeric',
      pack_quantity: 'numeric',
    },
    ...{ lead_days: 'integer', remark: 'text' },
  },
  name: sql`s.code || ' ' || m.code`,
  joins,
  use: ({ org_id, w, since, company_currency }) => {
    const { pending_submit, pending_inbound, partially_inbound, cancelled } = purchaseStatus.codes
    const open = sql`o.status in (${pending_submit}, ${pending_inbound}, ${partially_inbound}) and l.quantity > l.received_quantity`
    return sql`select w.line_no, count(*) filter (where ${open})::integer as open_lines,
        sum(l.quantity - l.received_quantity) filter (where ${open}) as open_quantity,
        sum(l.quantity) filter (where o.order_date >= ${since} and o.status not in (${pending_submit}, ${cancelled})) as year_quantity
      from ${w} w join purchase_order_line l on l.org_id = ${org_id} and l.material_id = w.material_id
        join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
      where o.supplier_id = w.partner_id and coalesce(o.currency, ${company_currency}) = w.currency
        and l.quantity >= w.from_own and (w.until_own is null or l.quantity < w.until_own)
      group by w.line_no`
  },
})
export const unitPriceApproval = books.approval

export const unitPriceHandlers: Handler[] = [
  list,
  exportHandler(exportUnitPrices, list, unitPrice, { imports: unitPriceExchange }),
  handle(showUnitPrice, async ({ id }, context) => {
    const { tx, org_id } = context
    const [record] = await rows(
      tx,
      sql<UnitPriceRow>`select ${columnsOn(validityOn(startOfToday(context)))} from unit_price t ${withUnit} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: record ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(saveUnitPrices, ({ prices, replaces }, context) => books.save(context, prices, replaces ? 'subject' : 'none')),
  handle(alterUnitPrice, ({ id, row_version, ...given }, context) => books.alter(context, id, row_version, given)),
  handle(dropUnitPrices, ({ ids }, context) => books.drop(context, ids)),
  ...books.handlers,
  handle(matchUnitPrices, async ({ day, currency, lines }, context) => {
    const { tx, org_id, member } = context
    const priced = await matchedPrices(tx, org_id, {
      ...{ wanted: lines, day: day ?? startOfToday(context) },
      ...{ currency: currency ?? null, company_currency: member.currency },
    })
    const matches = lines.map(({ material_id }, index) => ({ material_id, ...priced[index]! }))
    const key = (of: { material_id: string; currency: string }) => `${of.material_id},${of.currency}`
    const pairs = [...new Map(matches.map(one => [key(one), one])).values()]
    const last = new Map((await lastPricesIn(tx, org_id, pairs, member.currency)).map(one => [key(one), one]))
    const materials = await purchaseMaterials(
      tx,
      org_id,
      lines.map(line => line.material_id),
    )
    const usual = (one: (typeof matches)[number]) =>
      one.currency === member.currency ? (materials.get(one.material_id)?.purchase_price ?? null) : null
    return {
      matches: matches.map(one => ({
        ...{ currency: one.currency, matched: one.matched, usual_price: usual(one) },
        last_price: last.get(key(one))?.price ?? null,
        last_order_no: last.get(key(one))?.order_no ?? null,
      })),
    }
  }),
]
