import { add, convert, multiply, sum } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { type Handler, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { queryUnitCosts } from '@qitao/sales/model/cost/unit-cost.calls.ts'
import { costElements, missingTexts, plannedCosts } from '../../model/margin/planned-cost.rules.ts'
import { costFacts } from './planned-margin.queries.ts'

/** More products than this are costed in a thread: each may be hundreds of parts. */
const mostAtOnce = 10

export const unitCostHandlers: Handler[] = [
  handleLarge(
    queryUnitCosts,
    async ({ products }) => products.length > mostAtOnce,
    async ({ products }, context) => {
      const costOf = plannedCosts(
        await costFacts(
          context,
          products.map(({ material_id }) => material_id),
        ),
      )
      return {
        currency: context.member.currency,
        result: products.map(({ material_id, quantity }) => {
          const { lot, piece, missing } = costOf(material_id)
          const [first] = missing
          if (first) {
            const { zh, en } = missingTexts[first.kind]
            const told = (words: string) => words.replace('{of}', first.of)
            return { material_id, unit_cost: null, missing: text(told(zh), told(en)) }
          }
          const whole = sum(costElements.map(element => add(lot[element], multiply(piece[element], quantity))))
          return { material_id, unit_cost: convert(whole, '1', quantity), missing: null }
        }),
      }
    },
  ),
]
