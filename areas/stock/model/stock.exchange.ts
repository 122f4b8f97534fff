import { exchange } from '@qitao/core/exchange.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { container, containerType } from './container.record.ts'
import { fixedBin } from './fixed-bin.record.ts'
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
/** Fixed bins; a material that has its place there already gets other limits. */
export const fixedBinExchange = exchange({
  type: 'fixed_bin',
  record: fixedBin,
  pages: [pages.locations],
  rows: { kind: 'table', table: 'fixed_bin', key: ['location_id', 'material_id'] },
})
export const containerTypeExchange = exchange({
  type: 'container_type',
  record: containerType,
  pages: [pages.containers],
  rows: { kind: 'table', table: 'container_type', key: ['code'] },
})
/** Containers; one that was ever packed is moved on its page, with what is in it. */
export const containerExchange = exchange({
  type: 'container',
  record: container,
  pages: [pages.containers],
  rows: {
    kind: 'table',
    table: 'container',
    key: ['code'],
    fixed: {
      isChange: (before, after) => (before.location_id ?? null) !== (after.location_id ?? null),
      error: generalErrors.statusNotAllowed,
    },
  },
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

export const exchanges = [locationExchange, fixedBinExchange, containerTypeExchange, containerExchange, stockExchange]
