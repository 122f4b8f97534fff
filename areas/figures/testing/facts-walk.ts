import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { dayOf, daySeconds, type Instant, startOfDay } from '@qitao/core/time.ts'
import { expect } from 'vitest'
import type { DimensionKey } from '../model/facts.ts'
import { showReport } from '../model/figure.calls.ts'
import { grain } from '../model/figure.status.ts'
import { type FigureKey, figureOf } from '../model/figures.ts'

/** A fact as a journal tells it: when it counts, by what it is split, and its parts. */
export interface Fact {
  readonly at: Instant
  readonly key: string
  readonly above: number
  /** Without it the figure is a sum. */
  readonly below?: number
}
type Told = Readonly<Partial<Record<FigureKey, readonly Fact[]>>>

/** Values are given to so many decimals; nothing measured is null. */
const rounded: Readonly<Partial<Record<string, number>>> = {
  percent: 0.0501,
  days: 0.0501,
  hours: 0.0501,
  minutes: 0.0501,
}
function figureOfFacts(facts: readonly Fact[], figure: FigureKey): number | null {
  const above = facts.reduce((sum, fact) => sum + fact.above, 0)
  if (facts.every(({ below }) => below === undefined)) return facts.length === 0 ? null : above
  const below = facts.reduce((sum, fact) => sum + (fact.below ?? 0), 0)
  return below > 0 ? ((figureOf(figure).unit === 'percent' ? 100 : 1) * above) / below : null
}

interface Wanted {
  readonly range: readonly [Instant, Instant]
  readonly by: DimensionKey
  readonly zone: string
  /** Over the whole of the range only, not day by day. */
  readonly whole?: boolean
}
/** What the product tells of each day and of the whole is what the journal alone comes to. */
export async function expectTold(
  company: TestCompany,
  told: Told,
  { range, by, zone, whole = false }: Wanted,
): Promise<void> {
  const figures = Object.keys(told) as FigureKey[]
  const byDay = await company.admin.ok(showReport, {
    ...{ figures, timestamp_range: [range[0], range[1]], time_dimension: grain.codes.day, by: [by], by_time: !whole },
  })
  const cells = new Map(byDay.result.map(row => [`${row.period} ${row.keys[0]}`, row.values]))
  const isNow = byDay.result.every(({ period }) => period === null)
  for (const figure of figures) {
    const within = (told[figure] ?? []).filter(({ at }) => isNow || (at >= range[0] && at < range[1] + daySeconds))
    const cellOf = ({ at, key }: Fact) => `${isNow ? null : startOfDay(dayOf(at, zone), zone)} ${key}`
    const groups = Map.groupBy(within, cellOf)
    const near = (found: string | null | undefined, should: number | null, where: string) => {
      if (should === null) expect(Number(found ?? 0), where).toBe(0)
      else
        expect({
          where,
          off: Math.abs(Number(found) - should) < (rounded[figureOf(figure).unit] ?? 0.00501) || [found, should],
        }).toEqual({ where, off: true })
    }
    for (const key of new Set([...cells.keys(), ...groups.keys()]))
      near(cells.get(key)?.[figure], figureOfFacts(groups.get(key) ?? [], figure), `${figure} ${key}`)
    near(byDay.total.values[figure], figureOfFacts(within, figure), `${figure} whole`)
  }
}
