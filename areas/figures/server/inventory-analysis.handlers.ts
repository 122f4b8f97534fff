import type { Quantity } from '@qitao/core/quantity.ts'
import { showInventoryAnalysis } from '@qitao/demand/model/inventory/inventory-plan.calls.ts'
import { expectAllData, seesPrices } from '@qitao/demand/server'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { periodsIn } from '../model/figure.rules.ts'
import { grain } from '../model/figure.status.ts'
import { rangeOr } from './figure.handlers.ts'
import { figuresIn, figuresOver, type Only, unpricedStock } from './figure.queries.ts'

const yearDays = 365

/** Money and turns of the stock, as the panorama and the reports tell them, for who plans it: money for who sees prices. */
export const inventoryAnalysisHandlers: Handler[] = [
  handle(showInventoryAnalysis, async ({ warehouse_id, timestamp_range }, context) => {
    expectAllData(context.member)
    const periods = periodsIn(rangeOr(timestamp_range, context, yearDays), grain.codes.month, context.member.time_zone)
    const only: Only = warehouse_id === undefined ? {} : { warehouse: warehouse_id }
    const over = await figuresOver(context, {
      figures: ['stock_value', 'issued_value', 'stock_turns', 'stock_days'],
      ...{ periods, only },
    })
    const priced = seesPrices(context.member)
    const worth = (value: Quantity | null | undefined) => (priced ? (value ?? null) : null)
    const months = await figuresIn(context, { figures: ['issued_value'], periods, only })
    const issued = new Map(months.map(({ at, values }) => [at, values.issued_value ?? null]))
    return {
      summary: {
        stock_amount: worth(over.stock_value),
        consumed_amount: worth(over.issued_value),
        turns: over.stock_turns ?? null,
        days: over.stock_days ?? null,
        unpriced_count: await unpricedStock(context, only),
      },
      series: periods.begins.map((period, at) => ({ period, consumed_amount: worth(issued.get(at)) })),
    }
  }),
]
