import { alterInput, command, exportOf, query } from '@qitao/core/call.ts'
import { exchange } from '@qitao/core/exchange.ts'
import { codeOf, id, ids, instant, plainString, quantityFromZero } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, mostRows } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { priceListCalls, savedPrices } from '@qitao/masterdata/model/price/price-list.calls.ts'
import { priceValidity } from '@qitao/masterdata/model/price/price-list.fields.ts'
import { seesUnitPrices } from '@qitao/masterdata/model/price/sees-unit-prices.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { unitPrice } from './unit-price.record.ts'

const base = '/mep_server/biz/cost/'
const records = [unitPrice]
const changes = [pages.unitPrices]

export const listUnitPrices = query(`${base}query_unit_price_list`, {
  title: text('查询采购单价', 'List purchase prices'),
  grantedBy: seesUnitPrices,
  input: listInput({
    supplier_id: id.optional(),
    material_id: id.optional(),
    validity: z.array(codeOf(priceValidity)).max(3).optional(),
  }),
  output: listOutput(unitPrice.row),
  records,
})
export const showUnitPrice = query(`${base}query_unit_price_detail`, {
  title: text('查看采购单价', 'Show purchase price'),
  grantedBy: seesUnitPrices,
  input: z.strictObject({ id }),
  output: z.object({ record: unitPrice.row }),
  records,
})
export const exportUnitPrices = exportOf(listUnitPrices, `${base}export_unit_price`, {
  title: text('导出采购单价', 'Export purchase prices'),
  grantedBy: seesUnitPrices,
})
/** A price of the same subject that begins on the same day is renewed: a file that was exported may be brought back. */
export const saveUnitPrices = command(`${base}add_unit_price`, {
  title: text('维护采购单价', 'Save purchase prices'),
  grantedBy: changes,
  input: z.strictObject({
    prices: z.array(unitPrice.input).min(1).max(mostRows),
    /** Earlier prices of the supplier for the same material, currency and unit end on the day before. */
    replaces: z.boolean().default(true),
  }),
  output: savedPrices,
  records,
})
export const alterUnitPrice = command(`${base}alter_unit_price`, {
  title: text('修改采购单价', 'Alter purchase price'),
  grantedBy: changes,
  input: alterInput(unitPrice),
  output: savedPrices,
  records,
})
export const dropUnitPrices = command(`${base}bulk_drop_unit_price`, {
  title: text('删除采购单价', 'Delete purchase prices'),
  grantedBy: changes,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records,
})

/** Ours. */
export const unitPriceList = priceListCalls(unitPrice, { base, noun: 'unit_price', changes })

/** Of one unit of the material: a price that is asked for another unit is converted. */
const matchedPrice = z.object({
  price: z.string(),
  from_quantity: z.string(),
  minimum_quantity: z.string().nullable(),
  pack_quantity: z.string().nullable(),
  lead_days: z.int().nullable(),
  tax_rate: z.string().nullable(),
  /** From which quantity it costs less, and how much then. */
  next_quantity: z.string().nullable(),
  next_price: z.string().nullable(),
})
export type MatchedPrice = z.output<typeof matchedPrice>
export const matchUnitPrices = query(`${base}match_unit_price`, {
  title: text('匹配采购单价', 'Match purchase prices'),
  grantedBy: [pages.purchase, pages.editPurchase],
  input: z.strictObject({
    /** Absent: today. */
    day: instant.nullish(),
    /** Absent: that of the supplier, else of the company. */
    currency: plainString(3).nullish(),
    lines: z
      .array(z.strictObject({ supplier_id: id.nullable(), material_id: id, quantity: quantityFromZero.nullable() }))
      .min(1)
      .max(mostRows),
  }),
  /** One for each line, in their order. */
  output: z.object({
    matches: z.array(
      z.object({
        /** In which the prices are. */
        currency: z.string(),
        matched: matchedPrice.nullable(),
        /** What the material costs where nothing is agreed, in the currency of the company: null where another is asked for. */
        usual_price: z.string().nullable(),
        last_price: z.string().nullable(),
        last_order_no: z.string().nullable(),
      }),
    ),
  }),
  records,
})

export const unitPriceExchange = exchange({
  type: 'unit_price',
  record: unitPrice,
  pages: changes,
  rows: { kind: 'document', key: [], mostRows, call: saveUnitPrices, input: prices => ({ prices }) },
})
