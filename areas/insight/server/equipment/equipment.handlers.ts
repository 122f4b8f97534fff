import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { closestTimeOf } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { loadCycleTimes } from '@qitao/engineering/server'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { workedBetween } from '@qitao/planning/calendar/working-time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { listRows } from '@qitao/platform/server/list/list.ts'
import { daysOf } from '@qitao/scheduling/model/load/load.rules.ts'
import { utilizationOf } from '@qitao/scheduling/model/load/utilization.rules.ts'
import { devicesSeen, machinesFor, measuredTasks } from '@qitao/scheduling/server'
import { restsByTask } from '@qitao/shopfloor/server'
import { sql } from 'kysely'
import {
  type DeviceStopRow,
  type DeviceTaskRow,
  listDeviceStops,
  listDeviceTasks,
  queryDeviceOee,
} from '../../model/equipment/equipment.calls.ts'

/** More tasks of one machine than a page shows. */
const mostTasks = 1000

export const equipmentHandlers: Handler[] = [
  handle(queryDeviceOee, async ({ id, timestamp_range: [from, to] }, context) => {
    const { tx, org_id, now } = context
    const { hourly_rate } = await deviceNamed(context, id)
    const days = daysOf(from, to, context.member.time_zone)
    const [first, until] = [days[0]!.date, days.at(-1)!.until]
    const { facts, machines } = await machinesFor(tx, org_id, now, context.member.time_zone, first)
    const device = facts.devices.find(one => one.id === id)!
    const tasks = await measuredTasks(context, [first, until], restsByTask, id)
    const closest = closestTimeOf(await loadCycleTimes(tx, org_id, [...new Set(tasks.map(task => task.process_id))]))
    const measured = (range: readonly [number, number]) => utilizationOf(machines, device, tasks, closest, range, now)
    const total = measured([first, until])
    const stops = device.freezes.filter(
      stop =>
        stop.kind === freezeKind.codes.breakdown && stop.start_time < Math.min(until, now) && stop.end_time > first,
    ).length
    return {
      total,
      days: days.map(({ date, until }) => ({ date, ...measured([date, until]) })),
      breakdowns: stops,
      // Both count each of its tasks at a time.
      mtbf_seconds: stops === 0 ? null : Math.round(total.run_seconds / machines.capacityOf(id) / stops),
      mttr_seconds: stops === 0 ? null : Math.round(total.breakdown_seconds / machines.capacityOf(id) / stops),
      hourly_rate,
    }
  }),

  handle(listDeviceTasks, async ({ id, timestamp_range: [from, to] }, context) => {
    const { tx, org_id } = context
    await deviceNamed(context, id)
    const found = await rows(
      tx,
      sql<
        DeviceTaskRow & { total: number }
      >`select count(*) over ()::int as total, t.id, t.task_no, t.mo_id, o.no as mo_no, m.code as material_code, m.name as material_name, p.name as process_name,
          coalesce(t.actual_start_time, t.setup_start_time) as start_time, coalesce(t.actual_finish_time, t.end_time) as end_time, t.setup_seconds,
          t.quantity, t.reported_quantity, t.defective_quantity, u.name as unit_name, t.status, t.publish_status, o.delivery_date
        from production_task t join mo o on o.org_id = t.org_id and o.id = t.mo_id join material m on m.org_id = o.org_id and m.id = o.material_id
          join unit u on u.org_id = m.org_id and u.id = m.unit_id join process p on p.org_id = t.org_id and p.id = t.process_id
        where t.org_id = ${org_id} and t.device_id = ${id} and coalesce(t.actual_start_time, t.setup_start_time) < ${to}
          and coalesce(t.actual_finish_time, t.end_time) >= ${from}
        order by 9, t.task_no limit ${mostTasks}`,
    )
    return { result: found, total: found[0]?.total ?? 0 }
  }),

  handle(listDeviceStops, async (input, context) => {
    const { tx, org_id, now, member } = context
    const { id } = input
    const { result: stops, ...page } = await listRows<Omit<DeviceStopRow, 'lost_seconds'>>(
      tx,
      {
        ...{ org_id, table: 'device_freeze', where: [sql`t.device_id = ${id}`] },
        columns: sql`t.id, t.start_time, t.end_time, t.kind, t.reason, u.name as created_by_name`,
        joins: sql`left join app_user u on u.org_id = t.org_id and u.id = t.created_by`,
        orders: { start_time: sql`t.start_time` },
        defaultOrder: '-start_time',
      },
      input,
    )
    await deviceNamed(context, id)
    const first = Math.min(now, ...stops.map(({ start_time }) => start_time))
    const { machines } = await machinesFor(tx, org_id, now, member.time_zone, first)
    const calendar = machines.calendarTableOf(id)
    return {
      ...page,
      result: stops.map(stop => ({ ...stop, lost_seconds: workedBetween(calendar, stop.start_time, stop.end_time) })),
    }
  }),
]

/** A machine whose work the member sees. */
async function deviceNamed(context: Context, id: string): Promise<{ hourly_rate: string | null }> {
  const { tx, org_id } = context
  const [found] = await rows(
    tx,
    sql<{
      hourly_rate: string | null
    }>`select trim_scale(hourly_rate) as hourly_rate from device where org_id = ${org_id} and id = ${id}`,
  )
  const isSeen = await devicesSeen(context)
  return found && isSeen(id) ? found : refuse(generalErrors.recordNotFound)
}
