import { alterInput, command, exportOf, query } from '@qitao/core/call.ts'
import { exchange } from '@qitao/core/exchange.ts'
import { codeOf, id, ids } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, mostRows } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { priceListCalls, savedPrices } from '@qitao/masterdata/model/price/price-list.calls.ts'
import { priceValidity } from '@qitao/masterdata/model/price/price-list.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { salesPrice } from './sales-price.record.ts'

const base = '/mep_server/biz/cost/'
const records = [salesPrice]
const grantedBy = [pages.unitPrices]

/** Ours, as all of these: the calls of the specification are those of purchase prices. */
export const listSalesPrices = query(`${base}query_sales_price_list`, {
  title: text('查询销售单价', 'List sales prices'),
  grantedBy,
  input: listInput({
    customer_id: id.optional(),
    material_id: id.optional(),
    validity: z.array(codeOf(priceValidity)).max(3).optional(),
  }),
  output: listOutput(salesPrice.row),
  records,
})
export const exportSalesPrices = exportOf(listSalesPrices, `${base}export_sales_price`, {
  title: text('导出销售单价', 'Export sales prices'),
  grantedBy,
})
/** A price of the same subject that begins on the same day is renewed: a file that was exported may be brought back. */
export const saveSalesPrices = command(`${base}add_sales_price`, {
  title: text('维护销售单价', 'Save sales prices'),
  grantedBy,
  input: z.strictObject({
    prices: z.array(salesPrice.input).min(1).max(mostRows),
    /** Earlier prices for the same customer, material, currency and unit end on the day before. */
    replaces: z.boolean().default(true),
  }),
  output: savedPrices,
  records,
})
export const alterSalesPrice = command(`${base}alter_sales_price`, {
  title: text('修改销售单价', 'Alter sales price'),
  grantedBy,
  input: alterInput(salesPrice),
  output: savedPrices,
  records,
})
export const dropSalesPrices = command(`${base}bulk_drop_sales_price`, {
  title: text('删除销售单价', 'Delete sales prices'),
  grantedBy,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records,
})
export const salesPriceList = priceListCalls(salesPrice, { base, noun: 'sales_price', changes: grantedBy })

export const salesPriceExchange = exchange({
  type: 'sales_price',
  record: salesPrice,
  pages: grantedBy,
  rows: { kind: 'document', key: [], mostRows, call: saveSalesPrices, input: prices => ({ prices }) },
})
