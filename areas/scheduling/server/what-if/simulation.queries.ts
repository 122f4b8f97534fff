import type { CodeOf } from '@qitao/core/status.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import type { KeptTask } from '../../model/hand/restore.rules.ts'
import { simulationStatus } from '../../model/task.status.ts'
import type { PlanFigures, SimulationVersion } from '../../model/what-if/simulation.calls.ts'
import type { Finish } from '../../model/what-if/simulation.rules.ts'

export interface VersionHead {
  readonly id: string
  readonly row_version: number
  readonly version_no: number
  readonly name: string
  readonly status: CodeOf<typeof simulationStatus>
  readonly objective: SimulationVersion['objective']
  readonly mo_ids: string[]
  readonly priorities: Record<string, number>
  readonly base_version: number | null
}
export interface CalculatedVersion extends VersionHead {
  readonly tasks: KeptTask[]
}

const head = sql`id, row_version, version_no, name, status, objective, mo_ids, priorities, base_version`

export const versionHead = (tx: Tx, org_id: string, id: string): Promise<VersionHead | undefined> =>
  rows(tx, sql<VersionHead>`select ${head} from simulation_version where org_id = ${org_id} and id = ${id}`).then(
    ([found]) => found,
  )
export async function versionForUpdate(tx: Tx, org_id: string, id: string): Promise<VersionHead | undefined> {
  await sql`select from simulation_version where org_id = ${org_id} and id = ${id} for update`.execute(tx)
  return versionHead(tx, org_id, id)
}
export const calculatedVersions = (tx: Tx, org_id: string, ids: readonly string[]): Promise<CalculatedVersion[]> =>
  rows(
    tx,
    sql<CalculatedVersion>`select ${head}, tasks from simulation_version
      where org_id = ${org_id} and id = any(${ids}::uuid[]) and figures is not null order by version_no`,
  )

/** Empty; numbers count up within the company, under the head's lock that the caller holds. */
export async function addVersion(tx: Tx, org_id: string, name: string | undefined): Promise<string> {
  const id = newId()
  await sql`insert into simulation_version (id, version_no, name)
    select ${id}, n, coalesce(${name ?? null}, 'S' || n) from
      (select coalesce(max(version_no), 0) + 1 as n from simulation_version where org_id = ${org_id}) as next`.execute(
    tx,
  )
  return id
}

export async function setPriorities(
  tx: Tx,
  org_id: string,
  id: string,
  priorities: readonly { mo_id: string; priority: number }[],
): Promise<void> {
  const wished = JSON.stringify(Object.fromEntries(priorities.map(({ mo_id, priority }) => [mo_id, priority])))
  const also = sql`priorities = t.priorities || ${wished}::jsonb`
  await transition(tx, org_id, simulationsByState, 'change', [id], also)
}

/** Simulations live by their table of states. */
export const simulationsByState = { table: 'simulation_version', statuses: simulationStatus } as const

export interface Calculated {
  readonly base_version: number
  readonly calculated_time: number
  readonly figures: PlanFigures
  readonly tasks: readonly KeptTask[]
  readonly orders: readonly Finish[]
  /** Those that it was calculated with. */
  readonly priorities: Readonly<Record<string, number>>
}
/** False when the version is gone, has become the plan or wants other priorities by now. */
export async function saveCalculated(tx: Tx, org_id: string, id: string, of: Calculated): Promise<boolean> {
  const [found] = await rows(
    tx,
    sql`select id from simulation_version where org_id = ${org_id} and id = ${id}
      and status = any(${simulationStatus.from('calculate')}::smallint[]) and priorities = ${JSON.stringify(of.priorities)}::jsonb
      for update`,
  )
  if (!found) return false
  await transition(
    tx,
    org_id,
    simulationsByState,
    'calculate',
    [id],
    sql`base_version = ${of.base_version}, calculated_time = ${of.calculated_time}, figures = ${JSON.stringify(of.figures)}::jsonb,
      tasks = ${JSON.stringify(of.tasks)}::jsonb, orders = ${JSON.stringify(of.orders)}::jsonb`,
  )
  return true
}

/** Finishes of a version as rows, to be joined to orders. */
export const finishesOfVersion = (org_id: string, id: string) => sql`(select (f ->> 'mo_id')::uuid as mo_id,
    (f ->> 'start_time')::bigint as start_time, (f ->> 'finish_time')::bigint as finish_time
  from simulation_version v, jsonb_array_elements(v.orders) f where v.org_id = ${org_id} and v.id = ${id})`
export const prioritiesAsRows = (priorities: Readonly<Record<string, number>>) =>
  recordset(
    Object.entries(priorities).map(([mo_id, priority]) => ({ mo_id, priority })),
    sql`mo_id uuid, priority integer`,
  )
