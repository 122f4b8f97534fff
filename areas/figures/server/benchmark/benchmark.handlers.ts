import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { addMonths, dayOf, startOfDay } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  handleLarge,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { dropBenchmarks, listBenchmarks, setBenchmark } from '../../model/benchmark/benchmark.calls.ts'
import {
  expectReference,
  gapRate,
  indicators,
  ofWholeMonths,
  ownBest,
  type Reference,
} from '../../model/benchmark/benchmark.rules.ts'
import { asOne, maySee, periodsIn } from '../../model/figure.rules.ts'
import { grain } from '../../model/figure.status.ts'
import { type FigureKey, figureOf } from '../../model/figures.ts'
import { rangeOr } from '../figure.handlers.ts'
import { figuresInAll, isComputed } from '../figure.queries.ts'

const usualDays = 365
const trendMonths = 12
interface Stored extends Reference {
  readonly id: string
  readonly row_version: number
  readonly indicator: string
  readonly source_year: number | null
  readonly sample_count: number | null
  readonly link: string | null
}
const number = (column: string) => sql`trim_scale(${sql.ref(column)}) as ${sql.ref(column)}`
const referencesOf = (tx: Tx, org_id: string, industry: string) =>
  rows(
    tx,
    sql<Stored>`select id, row_version, indicator, ${number('industry_worst')}, ${number('industry_average')}, ${number('industry_best')}, ${number('target')},
        source, source_year, sample_count, link from benchmark_reference where org_id = ${org_id} and industry = ${industry}`,
  )
const betterOf = (key: FigureKey): 'more' | 'less' => (figureOf(key).better === 'less' ? 'less' : 'more')

const isMuch = (_: unknown, context: Context): Promise<boolean> =>
  isComputed(
    context,
    indicators,
    periodsIn(rangeOr(undefined, context, usualDays), grain.codes.month, context.member.time_zone),
  )

export const benchmarkHandlers: Handler[] = [
  handleLarge(listBenchmarks, isMuch, async ({ industry: asked, timestamp_range }, context) => {
    const { tx, org_id, member } = context
    const zone = member.time_zone
    const known = await rows(
      tx,
      sql<{
        industry: string
        own: boolean
      }>`select coalesce(industry, '') as industry, true as own from org where id = ${org_id}
        union all select distinct industry, false from benchmark_reference where org_id = ${org_id} order by own desc, industry`,
    )
    const industry = asked ?? known[0]?.industry ?? ''
    const range = rangeOr(timestamp_range, context, usualDays)
    const figures = indicators.filter(key => maySee(key, member.pages))
    const [first] = periodsIn([range[1], range[1]], grain.codes.month, zone).begins
    const from = startOfDay(addMonths(dayOf(first!, zone), 1 - trendMonths), zone)
    const months = periodsIn([from, range[1]], grain.codes.month, zone)
    const [references, [own, trend]] = await Promise.all([
      referencesOf(tx, org_id, industry),
      figuresInAll(context, { figures, sets: [asOne(periodsIn(range, grain.codes.day, zone)), months] }),
    ])
    const referenceOf = new Map(references.map(one => [one.indicator, one]))
    return {
      industry,
      industries: [...new Set(['', ...known.map(one => one.industry)])],
      timestamp_range: range,
      result: figures.map(indicator => {
        const better = betterOf(indicator)
        const of = referenceOf.get(indicator)
        const own_value = own![0]![indicator] ?? null
        const told = trend!.map((values): Quantity | null => values[indicator] ?? null)
        const held = {
          industry_best: of?.industry_best ?? null,
          target: of?.target ?? null,
          best_months: ownBest(ofWholeMonths(told, months, context.now, zone), better),
        }
        const compared_with =
          (['industry_best', 'target', 'best_months'] as const).find(key => held[key] !== null) ?? null
        return {
          ...held,
          ...{ indicator, own_value, trend: told, compared_with, higher_is_better: better === 'more' },
          gap_rate: compared_with && gapRate(own_value, held[compared_with], better),
          industry_worst: of?.industry_worst ?? null,
          industry_average: of?.industry_average ?? null,
          ...{
            source: of?.source ?? null,
            source_year: of?.source_year ?? null,
            sample_count: of?.sample_count ?? null,
          },
          ...{ link: of?.link ?? null, id: of?.id ?? null, row_version: of?.row_version ?? null },
        }
      }),
    }
  }),
  handle(setBenchmark, async ({ row_version, ...given }, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<{ id: string; row_version: number }>`select id, row_version from benchmark_reference
        where org_id = ${org_id} and indicator = ${given.indicator} and industry = ${given.industry} for update`,
    )
    if (found) expectVersion(found, row_version ?? -1)
    else if (row_version !== undefined && row_version !== null) refuse(generalErrors.recordNotFound)
    expectReference(given, betterOf(given.indicator))
    if (found) {
      await updateRows(tx, org_id, 'benchmark_reference', [{ id: found.id, ...given }])
      return { id: found.id }
    }
    const made = { id: newId(), ...given }
    await insertRows(tx, 'benchmark_reference', [made])
    return { id: made.id }
  }),
  handle(dropBenchmarks, async ({ ids }, { tx, org_id, language }) => {
    const found = await rows(
      tx,
      sql<{
        id: string
      }>`select id from benchmark_reference where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
    )
    const { passed_ids, refused } = sortOut(ids, new Map(found.map(one => [one.id, one])), () => undefined)
    await sql`delete from benchmark_reference where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
]
