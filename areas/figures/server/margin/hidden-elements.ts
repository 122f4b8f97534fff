import { seesUnitPrices } from '@qitao/masterdata/model/price/sees-unit-prices.ts'
import type { Member } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import type { CostElement } from '../../model/margin/planned-cost.rules.ts'

/** Where prices of what is bought stand. */
const withPrices = [...seesUnitPrices, pages.purchase]

/** What of a cost somebody may not see, though the cost itself. */
export const hiddenFrom = ({ pages: seen }: Pick<Member, 'pages'>) => ({
  prices_hidden: !withPrices.some(({ path }) => seen.has(path)),
  wages_hidden: !seen.has(pages.wages.path),
})
export type Hidden = ReturnType<typeof hiddenFrom>

/** Elements that are prices, or wages and the overhead that is a share of them. */
export const hiddenElements = ({ prices_hidden, wages_hidden }: Hidden): ReadonlySet<CostElement> =>
  new Set<CostElement>([
    ...(prices_hidden ? (['material', 'outside'] as const) : []),
    ...(wages_hidden ? (['labour', 'overhead'] as const) : []),
  ])
