import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { addDays, dayOf, daySeconds, type Instant, startOfDay } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { priceValidity } from '../../model/price/price-list.fields.ts'
import {
  changedPrices,
  type Ends,
  type PriceChange,
  priceChanges,
  type StoredPeriod,
} from '../../model/price/price-list.rules.ts'
import { keepsTerms } from '../../model/price/price-proposal.rules.ts'
import { conversionBetween } from '../../model/unit/unit.rules.ts'
import { materialsByIds } from '../material/material.queries.ts'
import { conversionsOf } from '../unit/unit.queries.ts'
import { priceProposals } from './price-proposal.ts'
import type { Given, PriceTable, Settled, Stored, Written } from './price-table.ts'

interface Checked extends Pick<Written, 'prices' | 'ends'> {
  /** Of prices that these stand for. */
  readonly target_ids: readonly string[]
}
interface SavedPrices {
  readonly affected: number
  readonly waits_for: string[]
}
/** What waits has changed nothing yet. */
const savedAs = (count: number, waits_for: string[]): SavedPrices => ({
  affected: waits_for.length > 0 ? 0 : count,
  waits_for,
})
interface StoredRow extends StoredPeriod {
  readonly name: string
  readonly price: string
  readonly currency: string
  readonly unit_name: string
}

const { valid, future, expired } = priceValidity.codes
/** Whether a price `t` holds today. */
export const validityOn = (today: Instant): RawBuilder<unknown> =>
  sql`case when t.valid_from > ${today} then ${future}::integer when t.valid_to < ${today} then ${expired}::integer else ${valid}::integer end`
/** Prices `p` that hold on a day: on its last day one still does. */
export const holdsOn = (day: Instant): RawBuilder<unknown> =>
  sql`p.valid_from <= ${day} and (p.valid_to is null or p.valid_to + ${daySeconds} > ${day})`

const dayBefore = (time_zone: string) => (day: Instant) => startOfDay(addDays(dayOf(day, time_zone), -1), time_zone)

/** Writes prices of which no two of one subject and quantity hold on one day (5311). */
export function priceBooks(of: PriceTable) {
  const { record, calls } = of
  const table = sql.table(of.table)
  const partner = sql.ref(of.partner)
  const columns = sql.join(Object.keys(of.types).map(name => sql.ref(name)))
  const subjects = ['material_id', of.partner, 'currency', 'unit_id', 'from_quantity', 'valid_from']
  const renewed = sql.join(
    Object.keys(of.types).flatMap(name =>
      subjects.includes(name) ? [] : [sql`${sql.ref(name)} = excluded.${sql.ref(name)}`],
    ),
  )
  const valuesOf = (prices: readonly object[]) =>
    recordset(
      prices,
      sql`id uuid, ${sql.join(Object.entries(of.types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))}`,
    )
  const subject = sql`concat_ws(',', coalesce(${sql.ref(`t.${of.partner}`)}::text, '-'), t.material_id, t.unit_id, t.currency)`
  const periodColumns = sql`t.id, ${subject} as subject, t.from_quantity, t.valid_from, t.valid_to`
  const subjectOf = (price: Given & { readonly unit_id: string; readonly currency: string }): string => {
    const whose = (price as unknown as Readonly<Record<string, string | null>>)[of.partner] ?? '-'
    return [whose, price.material_id, price.unit_id, price.currency].join()
  }

  /** One at a time: two that are valid together must not be saved side by side. */
  const lock = (tx: Tx, org_id: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${of.table} || ${org_id}, 0))`.execute(tx)

  /** With the unit of its material and the currency of the company where none is given; a unit that does not become the material's is refused (5008). */
  async function settled<G extends Given>({ tx, org_id, member }: Context, given: readonly G[]) {
    const materials = await materialsByIds(tx, org_id, [...new Set(given.map(({ material_id }) => material_id))])
    const place = (field: 'material_id' | 'unit_id', index: number) => ({
      ...{ field, field_title: record.fields[field]!.title, row: index + 1 },
    })
    const conversions = given.some(one => one.unit_id !== null) ? await conversionsOf(tx, org_id) : []
    return given.map((one, index) => {
      const material =
        materials.get(one.material_id) ?? refuse(generalErrors.recordNotFound, place('material_id', index))
      const unit_id = one.unit_id ?? material.unit_id
      if (!conversionBetween(conversions, material.id, unit_id, material.unit_id))
        refuse(masterdataErrors.unitConversionInvalid, place('unit_id', index))
      const price = { ...one, unit_id, currency: one.currency ?? member.currency }
      return { ...price, subject: subjectOf(price) }
    })
  }
  const storedOf = (tx: Tx, org_id: string, of: readonly { readonly material_id: string }[]): Promise<Stored[]> =>
    rows(
      tx,
      sql<Stored>`select ${periodColumns}, t.material_id, ${partner}, t.unit_id, t.currency, t.price, t.tax_rate from ${table} t
        where t.org_id = ${org_id} and ${among(sql`t.material_id`, [...new Set(of.map(({ material_id }) => material_id))])}`,
    )
  const end = (tx: Tx, org_id: string, ended: readonly { readonly id: string; readonly valid_to: Instant }[]) =>
    sql`update ${table} p set valid_to = e.valid_to from ${recordset(ended, sql`id uuid, valid_to bigint`)} e
      where p.org_id = ${org_id} and p.id = e.id`.execute(tx)
  /** What these end, beside all that is stored of their materials; nothing is written. */
  async function checked({ tx, org_id, member }: Context, { prices, ends, target_ids }: Checked) {
    const stored = await storedOf(tx, org_id, prices)
    const others = stored.filter(({ id }) => !target_ids.includes(id))
    return { stored, ...priceChanges(prices, others, { ends, dayBefore: dayBefore(member.time_zone) }) }
  }

  /** Writes prices that are approved or need no approval. One that begins on the day of another of its kind renews it. */
  async function write(context: Context, { prices, ends, target }: Written): Promise<void> {
    const { tx, org_id } = context
    if (target) {
      await checked(context, { prices, ends: 'none', target_ids: [target.id] })
      const written = await rows(
        tx,
        sql`update ${table} p set (${columns}) = (select ${columns} from ${valuesOf(prices)} r)
          where p.org_id = ${org_id} and p.id = ${target.id} and p.row_version = ${target.row_version} returning p.id`,
      )
      if (written.length === 0) refuse(generalErrors.versionConflict)
      return
    }
    const { ended } = await checked(context, { prices, ends, target_ids: [] })
    await end(tx, org_id, ended)
    // A step that is changed from a day on takes the place of no other.
    const renews =
      ends === 'step'
        ? sql``
        : sql`on conflict (org_id, material_id, ${partner}, currency, unit_id, from_quantity, valid_from) do update set ${renewed}`
    await sql`insert into ${table} (id, ${columns}) select id, ${columns} from ${valuesOf(prices.map(one => ({ ...one, id: newId() })))} r ${renews}`.execute(
      tx,
    )
  }
  const proposals = priceProposals(of, {
    lock,
    // What was decided is written as it was proposed, or refused where other prices stand in its way by now.
    settle: write,
  })
  /** Writes them at once, or as soon as they are approved: answers for whom they wait. */
  async function put(context: Context, wanted: Written): Promise<string[]> {
    const target_ids = wanted.target ? [wanted.target.id] : []
    const { stored, ended } = await checked(context, { ...wanted, target_ids })
    const waits = keepsTerms(wanted.prices, stored, ended)
      ? []
      : await proposals.propose(context, wanted, { stored, ended })
    if (waits.length === 0) await write(context, wanted)
    return waits
  }
  async function save(context: Context, given: readonly Given[], ends: Ends): Promise<SavedPrices> {
    await lock(context.tx, context.org_id)
    const prices = await settled(context, given)
    return savedAs(prices.length, await put(context, { prices, ends }))
  }
  async function alter(context: Context, id: string, row_version: number, given: Given): Promise<SavedPrices> {
    const { tx, org_id } = context
    await lock(tx, org_id)
    const [stored] = await rows(
      tx,
      sql<{ row_version: number }>`select row_version from ${table} where org_id = ${org_id} and id = ${id} for update`,
    )
    expectVersion(stored, row_version)
    const prices = await settled(context, [given])
    return savedAs(1, await put(context, { prices, ends: 'none', target: { id, row_version } }))
  }
  async function drop({ tx, org_id, language }: Context, ids: readonly string[]) {
    const found = await rows(
      tx,
      sql<{
        id: string
      }>`select id from ${table} where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
    )
    const { passed_ids, refused } = sortOut(ids, new Map(found.map(one => [one.id, one])), () => {})
    await sql`delete from ${table} where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }

  const writable = sql.join(Object.keys(of.types).map(name => sql.ref(`t.${name}`)))
  const rowColumns = sql`${periodColumns}, t.price, t.currency, u.name as unit_name, ${of.name} as name`
  const rowJoins = sql`${of.joins} join unit u on u.org_id = t.org_id and u.id = t.unit_id`
  /** What the chosen prices are, in the order in which they were chosen, and what they become; nothing is written. */
  async function decided(context: Context, ids: readonly string[], change: PriceChange) {
    const { tx, org_id } = context
    const found = await rows(
      tx,
      sql<StoredRow & Settled>`select ${writable}, ${rowColumns} from ${table} t ${rowJoins}
        where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
    )
    const byId = new Map(found.map(one => [one.id, one]))
    const before = [...new Set(ids)].map(
      (id, index) => byId.get(id) ?? refuse(generalErrors.recordNotFound, { row: index + 1 }),
    )
    const after = changedPrices(before, change)
    const { stored } = await checked(context, { prices: after, ends: 'step', target_ids: [] })
    return { before, after, stored }
  }
  const handlers: Handler[] = [
    handle(calls.preview, async ({ ids, ...change }, context) => {
      const { before, after, stored } = await decided(context, ids, change)
      const effects = await proposals.effectsOf(context, after, stored)
      return {
        result: after.map(({ id, name, from_quantity, currency, unit_name, price, valid_to }, index) => {
          const { open_lines, open_difference, year_difference } = effects[index]!
          return {
            ...{ id, name, from_quantity, currency, unit_name, valid_to, before: before[index]!.price, after: price },
            ...{ open_lines, open_difference, year_difference },
          }
        }),
      }
    }),
    handle(calls.change, async ({ ids, ...change }, context) => {
      await lock(context.tx, context.org_id)
      const { after } = await decided(context, ids, change)
      const prices = after.map(({ id: _, name: __, unit_name: ___, ...price }): Settled => price)
      return savedAs(after.length, await put(context, { prices, ends: 'step' }))
    }),
    handle(calls.history, async ({ id }, { tx, org_id }) => {
      const found = await rows(
        tx,
        sql<StoredRow & { updated_by_name: string | null }>`select ${rowColumns}, w.name as updated_by_name
          from ${table} one join ${table} t on t.org_id = one.org_id and t.material_id = one.material_id and t.unit_id = one.unit_id
              and t.currency = one.currency and ${sql.ref(`t.${of.partner}`)} is not distinct from ${sql.ref(`one.${of.partner}`)}
            ${rowJoins} left join app_user w on w.org_id = t.org_id and w.id = t.updated_by
          where one.org_id = ${org_id} and one.id = ${id} order by t.from_quantity, t.valid_from`,
      )
      const first = found[0] ?? refuse(generalErrors.recordNotFound)
      const { name, currency, unit_name } = first
      return {
        ...{ name, currency, unit_name },
        result: found.map(({ id, from_quantity, price, valid_from, valid_to, updated_by_name }) => ({
          ...{ id, from_quantity, price, valid_from, valid_to, updated_by_name },
        })),
      }
    }),
  ]
  return { save, alter, drop, handlers, approval: proposals.approval }
}
