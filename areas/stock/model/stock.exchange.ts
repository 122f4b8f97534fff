import { exchange } from '@qitao/core/exchange.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { inventory, stockLine } from './inventory.record.ts'
import { addOpeningStock } from './stock.calls.ts'
import { location } from './warehouse.record.ts'

/** Bins; a code that exists in the warehouse changes that bin. */
export const locationExchange = exchange({
  type: 'location',
  record: location,
  pages: [pages.locations],
  rows: { kind: 'table', table: 'location', key: ['code', 'warehouse_id'] },
})
/** Opening stock (movement 11): each file adds to the stock that is there. */
export const stockExchange = exchange({
  type: 'stock',
  title: text('期初库存', 'Opening stock'),
  record: stockLine,
  pages: [pages.stock],
  shows: [inventory],
  rows: { kind: 'document', key: [], mostRows: 2000, call: addOpeningStock, input: lines => ({ lines }) },
})

export const exchanges = [locationExchange, stockExchange]
