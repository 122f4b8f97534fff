import { refuse } from '@qitao/core/refusal.ts'
import { addDays, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { expectAllData } from '@qitao/demand/server'
import { bySets, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { closeMarginPeriod, listMarginPeriods, reopenMarginPeriod } from '../../model/margin/margin.calls.ts'
import { marginErrors } from '../../model/margin/margin.errors.ts'
import { marginsToClose } from '../facts/margin.facts.ts'

interface Period {
  readonly id: string
  readonly row_version: number
  readonly from_time: Instant
  readonly until_time: Instant
}
/** Who closes or reopens does so alone. */
async function lastPeriod(tx: Tx, org_id: string): Promise<Period | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('margin_period' || ${org_id}, 0))`.execute(tx)
  const [last] = await rows(
    tx,
    sql<Period>`select id, row_version, from_time, until_time from margin_period where org_id = ${org_id} order by from_time desc limit 1 for update`,
  )
  return last
}

export const marginPeriodHandlers: Handler[] = [
  handle(listMarginPeriods, async (_, { tx, org_id, member }) => {
    expectAllData(member)
    const found = await rows(
      tx,
      sql<
        Period & {
          line_count: number
          unmeasured_count: number
          revenue: string
          cost: string
          remark: string | null
          author_name: string | null
          created_time: Instant
        }
      >`select p.id, p.row_version, p.from_time, p.until_time, p.line_count, p.unmeasured_count, trim_scale(p.revenue) as revenue, trim_scale(p.cost) as cost, p.remark,
          a.name as author_name, p.created_time from margin_period p left join app_user a on a.org_id = p.org_id and a.id = p.created_by
        where p.org_id = ${org_id} order by p.from_time desc`,
    )
    return {
      result: found.map(({ from_time, until_time, ...row }) => ({
        ...row,
        from_time: from_time === 0 ? null : from_time,
        until_day: startOfDay(addDays(dayOf(until_time, member.time_zone), -1), member.time_zone),
      })),
    }
  }),
  handle(closeMarginPeriod, async ({ until_day, remark = null }, context) => {
    const { tx, org_id, member, now } = context
    expectAllData(member)
    const last = await lastPeriod(tx, org_id)
    const zone = member.time_zone
    const until = startOfDay(addDays(dayOf(until_day, zone), 1), zone)
    const from = last?.until_time ?? 0
    if (until <= from || until > startOfDay(dayOf(now, zone), zone))
      refuse(marginErrors.closeDayWrong, { field: 'until_day' })
    const id = newId()
    await sql`insert into margin_period (id, from_time, until_time, line_count, unmeasured_count, revenue, cost, remark)
      values (${id}, ${from}, ${until}, 0, 0, 0, 0, ${remark})`.execute(tx)
    await sql`${bySets}insert into margin_closed_line (period_id, line_id, at, shipped_quantity, figures)
      select ${id}, x.line_id, x.at, x.shipped_quantity, to_jsonb(x) from (${marginsToClose({ org_id, member, from, until })}) x`.execute(
      tx,
    )
    const [closed] = await rows(
      tx,
      sql<{
        line_count: number
      }>`update margin_period p set line_count = s.lines, unmeasured_count = s.unmeasured, revenue = s.revenue, cost = s.cost
        from (select count(*) as lines, count(*) filter (where figures ->> 'gap' is not null) as unmeasured,
          coalesce(sum((figures ->> 'revenue')::numeric) filter (where figures ->> 'gap' is null), 0) as revenue,
          coalesce(sum((figures ->> 'cost')::numeric) filter (where figures ->> 'gap' is null), 0) as cost
          from margin_closed_line where org_id = ${org_id} and period_id = ${id}) s
        where p.org_id = ${org_id} and p.id = ${id} returning p.line_count`,
    )
    return { id, line_count: closed!.line_count }
  }),
  handle(reopenMarginPeriod, async ({ id, row_version }, { tx, org_id, member }) => {
    expectAllData(member)
    const last = await lastPeriod(tx, org_id)
    const [asked] = await rows(
      tx,
      sql<Period>`select id, row_version, from_time, until_time from margin_period where org_id = ${org_id} and id = ${id} for update`,
    )
    expectVersion(asked, row_version)
    if (asked!.id !== last!.id) refuse(marginErrors.notLastPeriod)
    await sql`delete from margin_period where org_id = ${org_id} and id = ${id}`.execute(tx)
    return { id }
  }),
]
