import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { closestTimeOf } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { loadCycleTimes } from '@qitao/engineering/server'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { loadCalendars } from '@qitao/masterdata/server'
import { type Interval, merge } from '@qitao/planning/calendar/interval.ts'
import { workingTime } from '@qitao/planning/calendar/weekly-calendar.ts'
import { among, readingWith, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle, type Member } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import {
  asYesterday,
  type PersonAtWork,
  proposeDispatches,
  spanIn,
  type Worked,
} from '../../model/workshop/dispatch-proposal.rules.ts'
import { mostProposed, proposeDispatch } from '../../model/workshop/workshop.calls.ts'
import { tasksToGive } from '../task.queries.ts'

/** What somebody did longer ago says little of what he can do. */
const experienceDays = 365

export const dispatchProposalHandlers: Handler[] = [
  handle(proposeDispatch, async ({ timestamp_range: shift, ...filters }, { tx, org_id, now, member }) => {
    const overdue = shift[0] <= now && now < shift[1]
    // Of a shift that runs only what is left of it can be given.
    const range: [number, number] = overdue ? [now, shift[1]] : shift
    const asked = { ...filters, timestamp_range: [...shift] as [number, number], overdue }
    const found = await tasksToGive(tx, org_id, member.user_id, asked, mostProposed + 1)
    const tasks = found.slice(0, mostProposed)
    const closest = closestTimeOf(
      await loadCycleTimes(tx, org_id, [...new Set(tasks.map(({ process_id }) => process_id))]),
    )
    const crewOf = (task: (typeof tasks)[number]) =>
      closest(task.material_id, task.process_id, task.device_id)?.employees ?? 1
    const groups = await peopleOfGroups(tx, { org_id, member, now }, range)
    const withCrew = tasks.map(task => ({ ...task, crew: crewOf(task) }))
    const toGive = withCrew.map(task => ({ ...task, workgroup_id: task.group_id }))
    const { proposals, seconds } = proposeDispatches(range, toGive, groups)
    const yesterday = asYesterday(range, toGive, groups, await workedBetween(tx, org_id, tasks, range))
    const byTask = new Map(proposals.map(proposal => [proposal.task_id, proposal]))
    return {
      left: range,
      result: withCrew.map(({ group_id: _, ...task }) => {
        const { people: given, lacks } = byTask.get(task.id)!
        return { ...task, people: [...given], yesterday: yesterday.get(task.id)!, lacks }
      }),
      people: groups.map(({ id, name, workgroup_names, given_task_ids }) => {
        const { available, given, proposed } = seconds.get(id)!
        return {
          ...{ id, name, workgroup_names: [...workgroup_names], given_task_ids: [...given_task_ids] },
          ...{ available_seconds: available, given_seconds: given, proposed_seconds: proposed },
        }
      }),
      more: found.length > mostProposed,
    }
  }),
]

/** Who had tasks at the machines of these tasks a day before a range. */
const workedBetween = (
  tx: Tx,
  org_id: string,
  tasks: readonly { readonly device_id: string }[],
  [from, to]: Interval,
): Promise<Worked[]> =>
  rows(
    tx,
    sql<Worked>`select distinct a.user_id, t.device_id, t.setup_start_time as start, t.end_time as "end"
      from production_task t join task_assignee a on a.org_id = t.org_id and a.task_id = t.id
      where t.org_id = ${org_id} and ${among(sql`t.device_id`, [...new Set(tasks.map(({ device_id }) => device_id))])}
        and t.setup_start_time < ${to - daySeconds} and t.end_time > ${from - daySeconds} order by 3, 1`,
  )

interface PersonRead {
  readonly id: string
  readonly name: string
  readonly workgroup_ids: string[]
  readonly workgroup_names: string[]
  /** Null: the default one of the company. */
  readonly calendar_ids: (string | null)[]
  readonly given_task_ids: string[]
  readonly given: { device_id: string; start: number; end: number }[]
  readonly reports: { process_id: string; count: number }[]
}
/**
 * Members of workgroups who may sign in, with their hours of the shift, what they have and, of the last day, have not done yet, all that they hold, and what they have done.
 * In the scope of own workgroups these are the workmates. Who is busy elsewhere is not free, whoever sees it; which tasks those are is not told.
 */
async function peopleOfGroups(
  tx: Tx,
  { org_id, member, now }: { org_id: string; member: Pick<Member, 'workgroup_only'>; now: number },
  [from, to]: Interval,
): Promise<
  (PersonAtWork & { readonly workgroup_names: readonly string[]; readonly given_task_ids: readonly string[] })[]
> {
  const everything = sql<PersonRead>`
      with report as (
        select u.user_id, r.process_id, count(*)::integer as count from report_record r, unnest(r.user_ids) as u(user_id)
        where r.org_id = ${org_id} and not r.revoked and r.report_time > ${now - experienceDays * daySeconds} group by 1, 2
      ), held as (
        select a.user_id, a.task_id, t.device_id, t.setup_start_time as start, t.end_time as "end" from task_assignee a
          join production_task t on t.org_id = a.org_id and t.id = a.task_id
        where a.org_id = ${org_id} and t.status <> ${taskStatus.codes.done}
      ), given as (
        select * from held h where h.start < ${to} and h."end" > ${from <= now ? from - daySeconds : from}
      )
      select u.id, u.name, array_agg(g.id order by g.code) as workgroup_ids, array_agg(g.name order by g.code) as workgroup_names,
        array_agg(g.calendar_id order by g.code) as calendar_ids,
        coalesce((select jsonb_agg(jsonb_build_object('device_id', x.device_id, 'start', x.start, 'end', x."end")) from given x where x.user_id = u.id), '[]') as given,
        coalesce((select array_agg(x.task_id) from held x where x.user_id = u.id), '{}') as given_task_ids,
        coalesce((select jsonb_agg(jsonb_build_object('process_id', x.process_id, 'count', x.count)) from report x where x.user_id = u.id), '[]') as reports
      from app_user u join workgroup_member w on w.org_id = u.org_id and w.user_id = u.id
        join workgroup g on g.org_id = w.org_id and g.id = w.workgroup_id
      where u.org_id = ${org_id} and u.status = ${enabledStatus.codes.enabled} and g.status = ${enabledStatus.codes.enabled}
        ${member.workgroup_only ? sql`and u.id = any((select app_workmates())::uuid[])` : sql``}
      group by u.id, u.name order by u.name, u.id`
  const found = await readingWith(tx, false, () => rows(tx, everything))
  const seen_ids = new Set(
    await tasksSeen(
      tx,
      org_id,
      found.flatMap(({ given_task_ids }) => given_task_ids),
    ),
  )
  const calendars = await loadCalendars(tx, org_id)
  const usual = calendars.find(({ is_default }) => is_default)?.id
  const hours = new Map(calendars.map(({ id, weekly }) => [id, workingTime(weekly, from, to).intervals]))
  return found.map(({ calendar_ids, given, given_task_ids, reports, ...person }) => ({
    ...person,
    given_task_ids: given_task_ids.filter(id => seen_ids.has(id)),
    hours: merge(calendar_ids.flatMap(id => hours.get(id ?? usual ?? '') ?? [])),
    given: given.map(({ device_id, start, end }) => ({ device_id, span: spanIn([from, to], start, end) })),
    reports: new Map(reports.map(({ process_id, count }) => [process_id, count])),
  }))
}

/** Which of these tasks the reader sees. */
const tasksSeen = async (tx: Tx, org_id: string, ids: readonly string[]): Promise<string[]> => {
  const seen = await rows(
    tx,
    sql<{ id: string }>`select id from production_task where org_id = ${org_id} and ${among(sql`id`, ids)}`,
  )
  return seen.map(({ id }) => id)
}
