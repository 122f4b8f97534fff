import { exchange } from '@qitao/core/exchange.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { addMos } from './mo/mo.calls.ts'
import { mo } from './mo/mo.record.ts'

/** Work orders to do. */
export const moExchange = exchange({
  type: 'mo',
  record: mo,
  pages: [pages.manufacturingOrders, pages.materialPlan],
  rows: { kind: 'document', key: [], mostRows: 2000, call: addMos, input: mos => ({ mos }) },
})

export const exchanges = [moExchange]
