import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'
import { timesOf } from '../../model/chart/task-times.ts'
import { machinesOf } from '../../model/load/load.rules.ts'
import type { WorkedTask } from '../../model/load/utilization.rules.ts'
import { workingTimesOf } from '../../model/problem/machine-time.rules.ts'
import { touches } from '../plan/plan.queries.ts'
import { loadFacts } from '../problem/facts.queries.ts'

/** Machines with their working time, without any order. */
export async function machinesFor(tx: Tx, org_id: string, now: number, zone: string, known_from: number) {
  const facts = await loadFacts(tx, org_id, now, zone, [])
  return { facts, machines: machinesOf(workingTimesOf(facts, known_from)) }
}

/** Of tasks `t` that stand in [from, to). */
export const within = (org_id: string, from: number, to: number): RawBuilder<unknown> =>
  sql`where t.org_id = ${org_id} and ${touches(from, to)}`

type TaskThere = Omit<WorkedTask, 'rests'>
const there = sql`t.device_id, t.process_id, o.material_id, t.setup_start_time, t.start_time, t.end_time, t.quantity, t.reported_quantity,
  t.defective_quantity, t.status, t.actual_start_time, t.actual_finish_time`
/** Tasks in [from, to), where they really are. */
export async function workedTasks(tx: Tx, org_id: string, from: number, to: number): Promise<TaskThere[]> {
  const found = await rows(
    tx,
    sql<TaskThere>`select ${there}
      from production_task t join mo o on o.org_id = t.org_id and o.id = t.mo_id ${within(org_id, from, to)}`,
  )
  return found.map(task => ({ ...task, ...timesOf(task) }))
}

/** When tasks rested until now, as `task_id` and `rests`: the floor keeps it. */
export type RestsByTask = (org_id: string, now: number) => RawBuilder<unknown>
/** The same with their rests; of one machine or of all. */
export async function measuredTasks(
  { tx, org_id, now }: Pick<Context, 'tx' | 'org_id' | 'now'>,
  [from, to]: readonly [number, number],
  rests: RestsByTask,
  device_id?: string,
): Promise<WorkedTask[]> {
  const found = await rows(
    tx,
    sql<WorkedTask>`select ${there}, coalesce(z.rests, '[]') as rests
      from production_task t join mo o on o.org_id = t.org_id and o.id = t.mo_id left join (${rests(org_id, now)}) z on z.task_id = t.id
      ${within(org_id, from, to)} ${device_id === undefined ? sql`` : sql`and t.device_id = ${device_id}`}`,
  )
  return found.map(task => ({ ...task, ...timesOf(task) }))
}
