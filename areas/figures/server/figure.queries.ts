import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { dayOf, daySeconds, type Instant, startOfDay } from '@qitao/core/time.ts'
import { anew, bySets, rows } from '@qitao/platform/server/database/database.ts'
import { isMuchWorked } from '@qitao/scheduling/server'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type DimensionKey, type FactsKey, factsAt } from '../model/facts.ts'
import type { figureRow } from '../model/figure.calls.ts'
import {
  addedSums,
  asOne,
  commonPeriods,
  figureValue,
  maySee,
  maySeeSums,
  type Periods,
  rangesIn,
  type Sums,
  sumsOf,
} from '../model/figure.rules.ts'
import { type FigureKey, figureOf } from '../model/figures.ts'
import type { Asked, FactsContext, FactsSource } from './facts/facts-source.ts'
import * as margin from './facts/margin.facts.ts'
import * as material from './facts/material.facts.ts'
import * as order from './facts/order.facts.ts'
import * as production from './facts/production.facts.ts'

const sources: { readonly [K in FactsKey]: FactsSource<K> } = {
  ...{ entered: order.entered, due: order.dueLines, shipped: order.shippedLines, backlog: order.backlog },
  margins: margin.margins,
  ...{ inquiries: order.inquiries, new_inquiries: order.newInquiries, promises: order.promises },
  ...{ starts: production.starts, finishes: production.finishes, tasks: production.tasks, reports: production.reports },
  ...{ losses: production.losses, andon: production.andon, pauses: production.pauses, machines: production.machines },
  ...{ turns: material.turns, stock: material.stock, counts: material.counts },
  ...{ purchases: material.purchases, open_purchases: material.openPurchases, shortages: material.shortages },
  waiting: material.waiting,
}
interface OfRows {
  readonly rows: FactsSource['rows']
  readonly bySets?: true
  readonly by: Readonly<Partial<Record<DimensionKey, readonly [RawBuilder<unknown>, RawBuilder<unknown>]>>>
  readonly sums: Readonly<Record<string, RawBuilder<unknown>>>
}
const sourceOf = (key: FactsKey): OfRows => sources[key]
const begins = ({ bySets: isJoined }: OfRows): RawBuilder<unknown> => (isJoined ? bySets : anew)

type DimensionValue = string | null
/** Only these values of dimensions, one or several; null: those that have none. */
export type Only = Readonly<Partial<Record<DimensionKey, DimensionValue | readonly DimensionValue[]>>>

/** A figure is for those who may see its rows, split by what its rows know. */
export function expectFigures(
  keys: readonly FigureKey[],
  by: readonly DimensionKey[],
  { member }: Pick<FactsContext, 'member'>,
): void {
  for (const key of keys) {
    if (!maySee(key, member.pages)) refuse(generalErrors.noPermission)
    const known = factsAt(figureOf(key).facts).by
    if (by.some(one => !known.includes(one))) refuse(generalErrors.badParameter, { field: 'by' })
  }
}

export const everything = 7_258_118_400
/** Of what has no time. */
const standing: Periods = { from: 0, until: everything, begins: [0] }
/** A year, and what it takes to be whole weeks or months. */
const mostDays = 400
/** Rows `f` of facts in a range, as what follows `from` in a statement. */
export async function rowsOf(
  context: FactsContext,
  key: FactsKey,
  periods: Periods,
  only: Only = {},
): Promise<RawBuilder<unknown>> {
  const { member, now } = context
  const of = sourceOf(key)
  const asked: Asked = { ...context, ...periods, today: startOfDay(dayOf(now, member.time_zone), member.time_zone) }
  const wanted = Object.entries(only).map(([dimension, value]) => {
    const column = of.by[dimension as DimensionKey]![0]
    if (!Array.isArray(value)) return sql`${column} is not distinct from ${value}`
    const some = value.filter(one => one !== null)
    return value.includes(null) ? sql`(${column} = any(${some}) or ${column} is null)` : sql`${column} = any(${some})`
  })
  const found = await of.rows(asked)
  return sql`(${found}) f where ${sql.join([sql`f.at >= ${periods.from} and f.at < ${periods.until}`, ...wanted], sql` and `)}`
}

export interface Group {
  /** Number of the period, from 0. */
  readonly at: number
  /** Of each dimension asked for, in their order. */
  readonly keys: readonly (string | null)[]
  readonly names: readonly (string | null)[]
  readonly sums: Sums
}
/** Sums of facts by period and by dimensions, in one statement. */
async function groups(
  context: FactsContext,
  key: FactsKey,
  wanted: { periods: Periods; names: readonly string[]; by: readonly DimensionKey[]; only: Only },
): Promise<Group[]> {
  const { periods, names, by, only } = wanted
  const of = sourceOf(key)
  const split = by.map(dimension => of.by[dimension]!)
  const found = await rows(
    context.tx,
    sql<{
      at: number
      keys: (string | null)[]
      names: (string | null)[]
      sums: (Quantity | null)[]
    }>`${begins(of)}select width_bucket(f.at, ${periods.begins}::bigint[]) - 1 as at, ${list(split.map(([one]) => one))} as keys,
        ${list(split.map(([, name]) => sql`max(${name})`))} as names, ${list(names.map(name => of.sums[name]!))} as sums
      from ${await rowsOf(context, key, periods, only)}
      group by ${sql.join([sql`1`, ...split.map(([one]) => one)])} order by 1`,
  )
  return found.map(group => ({ ...group, sums: Object.fromEntries(names.map((name, at) => [name, group.sums[at]!])) }))
}
const list = (columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  columns.length === 0 ? sql`'{}'::text[]` : sql`array[${sql.join(columns.map(column => sql`(${column})::text`))}]`

export interface FigureGroup extends Omit<Group, 'sums'> {
  readonly values: Readonly<Partial<Record<FigureKey, Quantity | null>>>
}
interface FiguresWanted {
  readonly figures: readonly FigureKey[]
  readonly periods: Periods
  readonly by?: readonly DimensionKey[]
  readonly only?: Only
  /** What stands as it is now by its own day, cut into these; in one piece when absent. */
  readonly spread?: Periods
}
/**
 * Values of figures by period and dimensions: a statement for each kind of rows. What stands as it is now is asked without a period,
 * and is in the first one.
 */
export async function figuresIn(
  context: FactsContext,
  { figures, periods, by = [], only = {}, spread = standing }: FiguresWanted,
): Promise<FigureGroup[]> {
  if (periods.until - periods.from > mostDays * daySeconds) refuse(generalErrors.dateSpanOverYear)
  const merged = new Map<string, { group: Group; values: Partial<Record<FigureKey, Quantity | null>> }>()
  const kinds = Map.groupBy(figures, key => figureOf(key).facts)
  const found = await Promise.all(
    [...kinds].map(async ([kind, keys]) => {
      const asked = factsAt(kind).now ? spread : periods
      return { keys, found: await groups(context, kind, { periods: asked, names: sumsOf(keys), by, only }) }
    }),
  )
  for (const { keys, found: all } of found) {
    for (const group of all) {
      const id = JSON.stringify([group.at, group.keys])
      const known = merged.get(id) ?? { group, values: {} }
      for (const key of keys) known.values[key] = figureValue(key, group.sums)
      merged.set(id, known)
    }
  }
  return [...merged.values()]
    .map(({ group: { at, keys, names }, values }) => ({ at, keys, names, values }))
    .sort((a, b) => a.at - b.at)
}
/**
 * Values of figures in the periods of several sets, which may overlap: a list for each set. Rows that add up are read once for all sets
 * that touch each other; what stands as it is now is in the first period of each.
 */
export async function figuresInAll(
  context: FactsContext,
  { figures, sets, only = {} }: { figures: readonly FigureKey[]; sets: readonly Periods[]; only?: Only },
): Promise<FigureGroup['values'][][]> {
  const told = sets.map(({ begins }) =>
    begins.map(
      (): Partial<Record<FigureKey, Quantity | null>> =>
        Object.fromEntries(figures.map(key => [key, figureValue(key, {})])),
    ),
  )
  const kinds = Map.groupBy(figures, key => figureOf(key).facts)
  await Promise.all(
    [...kinds].map(async ([kind, keys]) => {
      const { now, averaged } = factsAt(kind)
      const ask = (periods: Periods) => groups(context, kind, { periods, names: sumsOf(keys), by: [], only })
      const tell = (set: number, at: number, sums: Sums) => {
        for (const key of keys) told[set]![at]![key] = figureValue(key, sums)
      }
      if (now) {
        const [one] = await ask(standing)
        if (one) for (const set of sets.keys()) tell(set, 0, one.sums)
      } else if (averaged) {
        const found = await Promise.all(sets.map(ask))
        for (const [set, all] of found.entries()) for (const { at, sums } of all) tell(set, at, sums)
      } else {
        for (const { of, periods } of commonPeriods(sets)) {
          const parts = await ask(periods)
          for (const set of of)
            for (const [at, [from, until]] of rangesIn(sets[set]!).entries()) {
              const within = parts.filter(part => periods.begins[part.at]! >= from && periods.begins[part.at]! < until)
              if (within.length > 0) tell(set, at, addedSums(within.map(({ sums }) => sums)))
            }
        }
      }
    }),
  )
  return told
}
/** A machine is looked at in each period: so many of them are computed beside the event loop. */
const manyPeriods = 31
/** Figures of machines are computed, and of many tasks or periods in a thread. */
export async function isComputed(
  { tx, org_id }: FactsContext,
  figures: readonly FigureKey[],
  { from, until, begins }: Periods,
): Promise<boolean> {
  if (!figures.some(key => factsAt(figureOf(key).facts).computed)) return false
  return begins.length > manyPeriods || isMuchWorked(tx, org_id, from, until)
}

/** Of so many rows a report is made beside the event loop. */
const manyRows = 500
/** Whether figures have more groups than are put together in the event loop; they are counted up to there, and by nothing there is one for each period. */
export async function isLong(
  context: FactsContext,
  { figures, periods, by = [], only = {} }: Omit<FiguresWanted, 'spread'>,
): Promise<boolean> {
  if (by.length === 0) return false
  const kinds = [...new Set(figures.map(key => figureOf(key).facts))]
  const counts = await Promise.all(
    kinds.map(async kind => {
      const of = sourceOf(kind)
      const asked = factsAt(kind).now ? standing : periods
      const [found] = await rows(
        context.tx,
        sql<{ count: number }>`${begins(of)}select count(*)::integer as count from (
          select from ${await rowsOf(context, kind, asked, only)}
          group by ${sql.join([sql`width_bucket(f.at, ${asked.begins}::bigint[])`, ...by.map(dimension => of.by[dimension]![0])])}
          limit ${manyRows + 1}) g`,
      )
      return found!.count
    }),
  )
  return counts.some(count => count > manyRows)
}

/** Materials that lie there and have no price: the value of the stock is told without them. */
export async function unpricedStock(context: FactsContext, only: Only): Promise<number> {
  const [found] = await groups(context, 'stock', { periods: standing, names: ['unpriced'], by: [], only })
  return Number(found?.sums.unpriced ?? 0)
}
/** The values over the whole of a range. */
export async function figuresOver(
  context: FactsContext,
  { figures, periods, only = {} }: Pick<FiguresWanted, 'figures' | 'periods' | 'only'>,
): Promise<FigureGroup['values']> {
  const [whole] = await figuresInAll(context, { figures, sets: [asOne(periods)], only })
  return whole![0]!
}

/** The rows that a figure is made of: the largest first, each with its own part of the sums. */
export async function rowsOfFigure(
  context: FactsContext,
  {
    figure,
    periods,
    only,
    page,
    page_size,
  }: { figure: FigureKey; periods: Periods; only: Only; page: number; page_size: number },
): Promise<{ result: z.input<typeof figureRow>[]; total: number }> {
  const { facts } = figureOf(figure)
  const type = factsAt(facts)
  const of = sourceOf(facts)
  const names = sumsOf([figure])
  const told = maySeeSums(facts, context.member.pages)
  const { from, until } = type.now ? { from: 0, until: everything } : periods
  // Facts of whole periods are those of the range, as the figure over it is.
  const source = await rowsOf(context, facts, { from, until, begins: [from] }, only)
  const found = await rows(
    context.tx,
    sql<{
      id: string
      at: Instant
      no: string
      subject: string | null
      opens_id: string | null
      names: (string | null)[]
      sums: (Quantity | null)[]
      total: number
    }>`${begins(of)}select f.id, max(f.at) as at, max(f.no) as no, max(f.subject) as subject, max(f.opens_id) as opens_id,
        ${list(type.by.map(dimension => sql`string_agg(distinct ${of.by[dimension]![1]}, ' / ')`))} as names, ${list(names.map(name => of.sums[name]!))} as sums, count(*) over () as total
      from ${source} group by f.id order by max(f.at) desc, f.id limit ${page_size} offset ${(page - 1) * page_size}`,
  )
  return {
    total: found[0]?.total ?? 0,
    result: found.map(({ total: _, names: shown, sums, ...row }) => ({
      ...row,
      opens: type.opens,
      by: type.by.map((key, at) => ({ key, name: shown[at] ?? null })),
      sums: names.map((name, at) => ({ name, value: told ? (sums[at] ?? null) : null })),
      value: figureValue(figure, Object.fromEntries(names.map((name, at) => [name, sums[at] ?? null]))),
    })),
  }
}
