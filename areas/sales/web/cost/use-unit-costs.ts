import { isPositive, isQuantity } from '@qitao/core/quantity.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { mostCosted, queryUnitCosts } from '../../model/cost/unit-cost.calls.ts'

interface Product {
  readonly material_id?: string | null | undefined
  readonly quantity?: string | null | undefined
}
export interface UnitCost {
  readonly unit_cost: string | null
  readonly missing: { readonly zh: string; readonly en: string } | null
}
/** What one of each product is planned to cost, in the currency of the company, for those who may see margins; undefined for all others. */
export function useUnitCosts(products: readonly Product[]): {
  readonly currency: string | undefined
  readonly of: (product: Product) => UnitCost | undefined
} {
  const { may } = useSession()
  const key = ({ material_id, quantity }: Product) => `${material_id} ${quantity}`
  const asked = new Map(
    products.flatMap(product => {
      const { material_id, quantity } = product
      const counts = material_id && quantity && isQuantity(quantity) && isPositive(quantity)
      return counts ? [[key(product), { material_id, quantity }]] : []
    }),
  )
  const list = [...asked.values()].slice(0, mostCosted)
  const found = useCall(queryUnitCosts, may(pages.grossMargin) && list.length > 0 ? { products: list } : null, {
    keepPrevious: true,
  })
  const known = new Map(found.isPlaceholderData ? [] : found.data?.result.map((one, index) => [key(list[index]!), one]))
  return { currency: found.data?.currency, of: product => known.get(key(product)) }
}
