import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import type { RoutingRow, RoutingStepInput, RoutingStepRow } from '../../model/routing/routing.record.ts'
import { isDefault } from '../bom/bom-version.queries.ts'

const enabled = enabledStatus.codes.enabled

/** Columns and joins of a row as it travels; `t` is the routing. */
export const routingColumns = sql`t.*, ${isDefault('t')} as is_default, m.code as material_code, m.name as material_name,
  (select count(*) from routing_step s where s.org_id = t.org_id and s.routing_id = t.id) as step_count`
/** Of process `p`: suppliers who make it, by the lanes that they have; null where it is made here. */
const madeBy = sql`case when p.outsourced then array(select distinct b.name from device_process k
    join device d on d.org_id = k.org_id and d.id = k.device_id and d.status = ${enabled} join supplier b on b.org_id = d.org_id and b.id = d.supplier_id
    where k.org_id = p.org_id and k.process_id = p.id order by b.name) end`
export const routingChips = sql`(select coalesce(jsonb_agg(jsonb_build_object('sequence', s.sequence, 'process_code', p.code,
    'process_name', p.name, 'made_by', ${madeBy}) order by s.sequence), '[]') from routing_step s
  join process p on p.org_id = s.org_id and p.id = s.process_id
  where s.org_id = t.org_id and s.routing_id = t.id) as processes`
export const routingJoins = sql`left join material m on m.org_id = t.org_id and m.id = t.material_id`

export async function findRouting(tx: Tx, org_id: string, id: string): Promise<RoutingRow | undefined> {
  const [found] = await rows(
    tx,
    sql<RoutingRow>`select ${routingColumns} from routing t ${routingJoins} where t.org_id = ${org_id} and t.id = ${id}`,
  )
  return found
}

export const loadStepRows = (tx: Tx, org_id: string, routing_id: string) =>
  rows(
    tx,
    sql<RoutingStepRow>`select s.*, trim_scale(s.overlap_quantity) as overlap_quantity, p.code as process_code, p.name as process_name, ${madeBy} as made_by
      from routing_step s join process p on p.org_id = s.org_id and p.id = s.process_id
      where s.org_id = ${org_id} and s.routing_id = ${routing_id} order by s.sequence`,
  )

export async function replaceSteps(tx: Tx, org_id: string, routing_id: string, steps: readonly RoutingStepInput[]) {
  await sql`delete from routing_step where org_id = ${org_id} and routing_id = ${routing_id}`.execute(tx)
  const list = steps.map(step => ({ ...step, id: newId() }))
  await sql`insert into routing_step (id, routing_id, sequence, process_id, overlap_quantity, wait_seconds)
    select id, ${routing_id}, sequence, process_id, overlap_quantity, wait_seconds
    from ${recordset(list, sql`id uuid, sequence integer, process_id uuid, overlap_quantity numeric, wait_seconds integer`)} as r`.execute(
    tx,
  )
}

export interface StepState {
  readonly sequence: number
  readonly process_id: string
  readonly process_code: string
  readonly process_name: string
  readonly outsourced: boolean
  readonly enabled: boolean
  /** Some enabled machine can do the process. */
  readonly has_equipment: boolean
  /** A cycle time holds for the product, or for any, on one of those machines or on any. */
  readonly has_cycle_time: boolean
}
export const loadStepStates = (tx: Tx, org_id: string, routing_id: string, material_id: string | null) =>
  rows(
    tx,
    sql<StepState>`
      select s.sequence, s.process_id, p.code as process_code, p.name as process_name, p.outsourced, p.status = ${enabled} as enabled,
        exists (select from device_process dp join device d on d.org_id = dp.org_id and d.id = dp.device_id
          where dp.org_id = s.org_id and dp.process_id = s.process_id and d.status = ${enabled} and (d.supplier_id is not null) = p.outsourced) as has_equipment,
        exists (select from cycle_time c where c.org_id = s.org_id and c.process_id = s.process_id and c.status = ${enabled}
          and (c.material_id is null or c.material_id = ${material_id}::uuid)) as has_cycle_time
      from routing_step s join process p on p.org_id = s.org_id and p.id = s.process_id
      where s.org_id = ${org_id} and s.routing_id = ${routing_id} order by s.sequence`,
  )
