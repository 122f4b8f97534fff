import { plainCalls, query } from '@qitao/core/call.ts'
import { id } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { stockBound } from './stock-bound.record.ts'

const prefix = '/mep_server/biz/stock_bound/'

/** Ours: what warehouses are to have at least and at most. `statuses` of the list: where the stock is against them. */
export const boundCalls = plainCalls(stockBound, {
  ...{ prefix, noun: 'stock_bound' },
  lists: [pages.transfers, pages.stock],
  changes: [pages.transfers],
})
/** Ours: what fills a warehouse up: out of other warehouses, and what has to be bought. */
export const proposeBoundFilling = query(`${prefix}propose_stock_bound_filling`, {
  title: text('建议补足库存', 'Propose what fills a warehouse up'),
  grantedBy: [pages.transfers],
  input: z.strictObject({ warehouse_id: id }),
  output: z.object({
    moved: z.array(
      z.object({
        ...productShown,
        ...{ material_id: id, quantity: z.string(), lot_number: z.string().nullable() },
        ...{ from_location_id: id, from_location_code: z.string(), from_warehouse_name: z.string() },
        /** Null: no bin of the warehouse has room by its rules. */
        to_location_id: id.nullable(),
        to_location_code: z.string().nullable(),
      }),
    ),
    bought: z.array(
      z.object({
        ...productShown,
        ...{ material_id: id, quantity: z.string() },
        /** Asked for or ordered already, for whomever. */
        on_order_quantity: z.string(),
      }),
    ),
  }),
  records: [stockBound],
})
