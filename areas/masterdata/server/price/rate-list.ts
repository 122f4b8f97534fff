import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { addDays, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { among, recordset, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PriceListCalls } from '../../model/price/price-list.calls.ts'
import { changedPrices, type PriceChange } from '../../model/price/price-list.rules.ts'

interface RateTable {
  readonly table: string
  readonly calls: PriceListCalls
  /** The column that changes. */
  readonly price: string
  /** What a rate is of: of one subject and day there is one. */
  readonly subject: readonly string[]
  /** What else a new one takes over. */
  readonly taken: readonly string[]
  /** It ends on a day of its own (`valid_to`); otherwise where the next of its subject begins. */
  readonly ends: boolean
  /** What one is called, its currency and what it is for one of, of its table `t`, with the joins that this takes. */
  readonly name: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  readonly currency?: RawBuilder<unknown>
  readonly unit: (context: Context) => RawBuilder<unknown>
  /** Whether the books allow rates from this day on. */
  readonly expect?: (context: Context, valid_from: Instant) => Promise<void>
}
interface StoredRate {
  readonly id: string
  readonly name: string
  readonly price: string
  readonly from_quantity: string
  readonly currency: string
  readonly unit_name: string
  readonly valid_from: Instant
  readonly valid_to: Instant | null
}

/** Rates without steps of quantity that change together, as prices do: looked at, done, and seen over time. */
export function rateHandlers(of: RateTable): Handler[] {
  const { calls } = of
  const table = sql.table(of.table)
  const same = sql.join(
    of.subject.map(name => sql`${sql.ref(`n.${name}`)} is not distinct from ${sql.ref(`t.${name}`)}`),
    sql` and `,
  )
  const valid_to = of.ends
    ? sql`t.valid_to`
    : sql`(select min(n.valid_from) - 1 from ${table} n where n.org_id = t.org_id and ${same} and n.valid_from > t.valid_from)`
  const columns = (context: Context) =>
    sql`t.id, ${of.name} as name, ${sql.ref(`t.${of.price}`)} as price, '0' as from_quantity, ${of.currency ? sql`coalesce(${of.currency}, ${context.member.currency})` : sql`${context.member.currency}::text`} as currency,
      ${of.unit(context)} as unit_name, t.valid_from, ${valid_to} as valid_to`
  const lock = ({ tx, org_id }: Context) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${of.table} || ${org_id}, 0))`.execute(tx)
  /** The chosen rates, in the order in which they were chosen, and what they become; nothing is written. */
  async function decided(context: Context, ids: readonly string[], change: PriceChange) {
    const { tx, org_id } = context
    await of.expect?.(context, change.valid_from)
    const found = await rows(
      tx,
      sql<StoredRate>`select ${columns(context)} from ${table} t ${of.joins} where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
    )
    const byId = new Map(found.map(one => [one.id, one]))
    const before = [...new Set(ids)].map(
      (id, index) => byId.get(id) ?? refuse(generalErrors.recordNotFound, { row: index + 1 }),
    )
    return { before, after: changedPrices(before, change) }
  }
  return [
    handle(calls.preview, async ({ ids, ...change }, context) => {
      const { before, after } = await decided(context, ids, change)
      return {
        result: after.map(({ price, valid_from: _, ...row }, index) => ({
          ...row,
          ...{ before: before[index]!.price, after: price },
          ...{ open_lines: null, open_difference: null, year_difference: null },
        })),
      }
    }),
    handle(calls.change, async ({ ids, ...change }, context) => {
      const { tx, org_id, member } = context
      await lock(context)
      const { after } = await decided(context, ids, change)
      const made = after.map(one => ({
        ...{ from_id: one.id, id: newId(), price: one.price, valid_from: one.valid_from, valid_to: one.valid_to },
      }))
      const kept = [...of.subject, ...of.taken].map(name => sql.ref(name))
      const last = of.ends ? sql`, valid_to` : sql``
      await sql`insert into ${table} (id, ${sql.join(kept)}, ${sql.ref(of.price)}, valid_from ${last})
        select r.id, ${sql.join([...of.subject, ...of.taken].map(name => sql.ref(`t.${name}`)))}, r.price, r.valid_from ${of.ends ? sql`, r.valid_to` : sql``}
        from ${recordset(made, sql`from_id uuid, id uuid, price numeric, valid_from bigint, valid_to bigint`)} r
          join ${table} t on t.org_id = ${org_id} and t.id = r.from_id`.execute(tx)
      if (of.ends) {
        const zone = member.time_zone
        const ended = startOfDay(addDays(dayOf(change.valid_from, zone), -1), zone)
        await sql`update ${table} t set valid_to = ${ended} where t.org_id = ${org_id} and ${among(sql`t.id`, [...new Set(ids)])}`.execute(
          tx,
        )
      }
      return { affected: made.length, waits_for: [] }
    }),
    handle(calls.history, async ({ id }, context) => {
      const { tx, org_id } = context
      const found = await rows(
        tx,
        sql<
          StoredRate & { updated_by_name: string | null }
        >`select ${columns(context)}, w.name as updated_by_name from ${table} n
            join ${table} t on t.org_id = n.org_id and ${same} ${of.joins} left join app_user w on w.org_id = t.org_id and w.id = t.updated_by
          where n.org_id = ${org_id} and n.id = ${id} order by t.valid_from`,
      )
      const first = found[0] ?? refuse(generalErrors.recordNotFound)
      const { name, currency, unit_name } = first
      return {
        ...{ name, currency, unit_name },
        result: found.map(one => ({
          ...{ id: one.id, from_quantity: one.from_quantity, price: one.price, valid_from: one.valid_from },
          ...{ valid_to: one.valid_to, updated_by_name: one.updated_by_name },
        })),
      }
    }),
  ]
}
