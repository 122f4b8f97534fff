import type { In } from '@qitao/core/call.ts'
import { addDays } from '@qitao/core/time.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { useSearchParams } from 'react-router'
import type { queryStockByBom } from '../../model/by-bom/stock-by-bom.calls.ts'

export interface ChosenProduct {
  readonly material_id: string
  /** In one set. */
  readonly quantity: string
}
/** What the page asks; it stands in the address, so that it can be sent and linked to. */
export interface SetQuestion {
  readonly products: readonly ChosenProduct[]
  readonly sets: number
  /** First second of the day. */
  readonly date: number
  readonly level: number | null
  readonly use_substitutes: boolean
  readonly use_transit: boolean
  readonly use_production: boolean
}
export const switches = ['use_substitutes', 'use_transit', 'use_production'] as const
const usualDays = 14

const productsIn = (written: string | null): ChosenProduct[] =>
  (written ?? '').split(',').flatMap(part => {
    const [material_id, quantity = '1'] = part.split('*')
    return material_id ? [{ material_id, quantity }] : []
  })
const numberIn = (written: string | null): number | null => {
  const value = Number(written)
  return written !== null && Number.isSafeInteger(value) && value > 0 ? value : null
}

export function useSetQuestion(): [SetQuestion, (next: Partial<SetQuestion>) => void] {
  const dates = useOrgDate()
  const [search, setSearch] = useSearchParams()
  const without = (search.get('without') ?? '').split(',')
  const now: SetQuestion = {
    products: productsIn(search.get('products')),
    sets: numberIn(search.get('sets')) ?? 1,
    date: numberIn(search.get('date')) ?? dates.startOfDay(addDays(dates.today(), usualDays)),
    level: numberIn(search.get('level')),
    use_substitutes: !without.includes('use_substitutes'),
    use_transit: !without.includes('use_transit'),
    use_production: !without.includes('use_production'),
  }
  const change = (next: Partial<SetQuestion>) => {
    const all = { ...now, ...next }
    const off = switches.filter(name => !all[name])
    const written = {
      products: all.products.map(({ material_id, quantity }) =>
        Number(quantity) === 1 ? material_id : `${material_id}*${quantity}`,
      ),
      ...{ sets: [all.sets], date: [all.date], level: all.level === null ? [] : [all.level], without: off },
    }
    const params = Object.entries(written).flatMap(([name, values]) =>
      values.length > 0 ? [[name, values.join(',')]] : [],
    )
    // At once: a box that is ticked shows it with the click.
    setSearch(new URLSearchParams(params as [string, string][]), { replace: true, flushSync: true })
  }
  return [now, change]
}

export const inputOf = ({ products, ...rest }: SetQuestion): In<typeof queryStockByBom> | null =>
  products.length === 0 ? null : { products: [...products], ...rest }
