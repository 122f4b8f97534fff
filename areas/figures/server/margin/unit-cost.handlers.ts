import { text } from '@qitao/core/text.ts'
import { type Handler, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { queryUnitCosts } from '@qitao/sales/model/cost/unit-cost.calls.ts'
import { missingTexts, plannedCosts, unitCost } from '../../model/margin/planned-cost.rules.ts'
import { hiddenElements, hiddenFrom } from './hidden-elements.ts'
import { costFacts } from './planned-margin.queries.ts'

const notVisible = text('不可见：需要采购价或工资的权限', 'Not visible: it needs the right to purchase prices or wages')
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
      const hidden = hiddenElements(hiddenFrom(context.member))
      return {
        currency: context.member.currency,
        result: products.map(({ material_id, quantity }) => {
          const cost = costOf(material_id)
          const [first] = cost.missing
          if (first) {
            const { zh, en } = missingTexts[first.kind]
            const told = (words: string) => words.replace('{of}', first.of)
            return { material_id, unit_cost: null, missing: text(told(zh), told(en)) }
          }
          const unit_cost = unitCost(cost, quantity, hidden)
          return { material_id, unit_cost, missing: unit_cost === null ? notVisible : null }
        }),
      }
    },
  ),
]
