import { loadChangeovers, loadCycleTimes, loadMoulds, loadTraits } from '@qitao/engineering/server'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { loadCalendars, loadSkills } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { OperationOfPlan, OrderOfPlan, ScheduleFacts, TaskOfPlan } from '../../model/problem/facts.ts'
import type { StandingHours } from '../../model/problem/taken-hours.rules.ts'
import { onlyAgain } from '../plan/made-again.ts'
import { devicesOf, workgroupsOf } from './facts.queries.ts'

const { not_started, started } = taskStatus.codes

export interface CapacityFacts {
  /** Of the tasks only those that run: when they end is counted from now. */
  readonly facts: ScheduleFacts
  /** All that has not begun: it stands where it is planned. */
  readonly standing: readonly StandingHours[]
}

/**
 * Facts of the machines that do these processes, and of their workgroups: what stands on them from now on, whichever order
 * it belongs to. Material and links between operations are left out: nothing of it is to be placed anew. Of what has not
 * begun only the place is read, since it is read anew for every promise and there are thousands.
 */
export async function loadCapacity(
  tx: Tx,
  org_id: string,
  now: number,
  time_zone: string,
  process_ids: readonly string[],
): Promise<CapacityFacts> {
  const asked = new Set(process_ids)
  const [all, calendars, workgroups, changeovers, moulds, skills] = await Promise.all([
    devicesOf(tx, org_id),
    loadCalendars(tx, org_id),
    workgroupsOf(tx, org_id),
    loadChangeovers(tx, org_id),
    loadMoulds(tx, org_id),
    loadSkills(tx, org_id),
  ])
  const able = all.filter(device => device.process_ids.some(id => asked.has(id)))
  const groups = new Set(able.flatMap(({ workgroup_id }) => workgroup_id ?? []))
  const devices = all.filter(device => able.includes(device) || groups.has(device.workgroup_id ?? ''))
  const device_ids = devices.map(({ id }) => id)
  const [running, standing] = await Promise.all([runningOn(tx, org_id, device_ids), standingOn(tx, org_id, device_ids)])
  const processes = new Set(process_ids)
  for (const { process_id } of standing) processes.add(process_id)
  for (const { operation } of running) processes.add(operation.process_id)
  return {
    standing,
    facts: {
      now,
      time_zone,
      calendars,
      devices,
      workgroups,
      cycle_times: await loadCycleTimes(tx, org_id, [...processes]),
      changeovers,
      traits: await loadTraits(tx, org_id, changeovers),
      moulds,
      skills,
      orders: [...new Map(running.map(({ order }) => [order.id, order])).values()],
      operations: running.map(({ operation }) => operation),
      components: [],
      pegs: [],
      tasks: running.map(({ order: _, operation: __, ...task }) => task),
    },
  }
}

const standingOn = (tx: Tx, org_id: string, device_ids: readonly string[]): Promise<StandingHours[]> =>
  rows(
    tx,
    sql<StandingHours>`select t.id, o.material_id, m.series, t.process_id, t.device_id, t.setup_start_time, t.start_time, t.end_time
      from production_task t join mo o on o.org_id = t.org_id and o.id = t.mo_id join material m on m.org_id = o.org_id and m.id = o.material_id
      where t.org_id = ${org_id} and t.status = ${not_started} and ${among(sql`t.device_id`, device_ids)} order by t.start_time, t.id`,
  )

const runningOn = (
  tx: Tx,
  org_id: string,
  device_ids: readonly string[],
): Promise<(TaskOfPlan & { order: OrderOfPlan; operation: OperationOfPlan })[]> =>
  rows(
    tx,
    sql<
      TaskOfPlan & { order: OrderOfPlan; operation: OperationOfPlan }
    >`select t.id, t.mo_id, t.step_id as operation_id, t.device_id, t.setup_seconds,
        t.setup_start_time, t.start_time, t.end_time, t.quantity, t.reported_quantity, t.status, t.publish_status, t.dispatch_status, t.capacity_locked,
        t.actual_start_time,
        jsonb_build_object('id', o.id, 'no', o.no, 'row_version', o.row_version, 'status', o.status, 'parent_mo_id', o.parent_mo_id, 'material_id', o.material_id,
          'material_code', m.code, 'series', m.series, 'furnace_code', o.furnace_code, 'unit_precision', u."precision", 'delivery_date', o.delivery_date, 'priority', o.priority, 'promised', o.order_id is not null,
          'capacity_locked', o.capacity_locked, 'publish_status', o.publish_status, 'material_status', o.material_status) as "order",
        jsonb_build_object('id', t.step_id, 'mo_id', x.mo_id, 'sequence', x.sequence, 'next_sequences', '[]'::jsonb, 'process_id', x.process_id,
          'process_name', p.name, 'may_pause', p.may_pause, 'skill_level', p.skill_level, 'charge_by', p.charge_by, 'outside', p.outsourced, 'planned_quantity', t.quantity::text, 'reported_quantity', t.reported_quantity::text,
          'defective_quantity', t.defective_quantity::text, 'only_again', ${onlyAgain('t')}::text, 'overlap_quantity', null, 'wait_seconds', 0, 'status', t.status) as operation
      from production_task t join mo o on o.org_id = t.org_id and o.id = t.mo_id join mo_operation x on x.org_id = t.org_id and x.id = t.operation_id
        join material m on m.org_id = o.org_id and m.id = o.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        join process p on p.org_id = x.org_id and p.id = x.process_id
      where t.org_id = ${org_id} and t.status = ${started} and ${among(sql`t.device_id`, device_ids)}
      order by t.start_time, t.id`,
  )
