import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { say, text } from '@qitao/core/text.ts'
import { dayOf, type Instant } from '@qitao/core/time.ts'
import type { WeeklyShift } from '@qitao/masterdata/model/calendar/calendar.record.ts'
import type { ExceptionDay } from '@qitao/masterdata/model/calendar/calendar.rules.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { printSheets } from '@qitao/platform/server/pdf/print.ts'
import { loadOf } from '@qitao/scheduling/model/load/load.rules.ts'
import { machineHours } from '@qitao/scheduling/model/load/machine-hours.rules.ts'
import { devicesSeen, machinesFor, workedTasks } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import { listWorkshopShifts, listWorkshopTasks, printShiftList } from '../../model/workshop/workshop.calls.ts'
import { shiftsBeginningOn, workDayOf } from '../../model/workshop/workshop.rules.ts'
import { workshopPage } from '../task.queries.ts'
import { shiftSheet } from './shift-sheet.ts'

export const workshopHandlers: Handler[] = [
  handle(listWorkshopTasks, (input, { tx, org_id, member }) => workshopPage(tx, org_id, member.user_id, input)),

  handle(listWorkshopShifts, async ({ date, workgroup_id }, context) => {
    const { tx, org_id, now, member } = context
    const zone = member.time_zone
    const day = dayOf(date, zone)
    const { facts, machines } = await machinesFor(tx, org_id, now, zone, date)
    const isSeen = await devicesSeen(context)
    const devices = facts.devices.filter(
      device =>
        isSeen(device.id) &&
        device.supplier_id === null &&
        device.status === enabledStatus.codes.enabled &&
        (workgroup_id === undefined || device.workgroup_id === workgroup_id),
    )
    const calendar_ids = [...new Set(devices.flatMap(({ calendar_id }) => calendar_id ?? []))]
    const shifts = shiftsBeginningOn(await calendarsOn(tx, org_id, calendar_ids, day), day, zone)
    const [from, to] = workDayOf(shifts, day, zone)
    const spans: [Instant, Instant][] = [
      [from, to],
      ...shifts.map(({ start_time, end_time }): [Instant, Instant] => [start_time, end_time]),
    ]
    const tasks = Map.groupBy(await workedTasks(tx, org_id, from, to), task => task.device_id)
    const groups = await namesOfGroups(
      tx,
      org_id,
      devices.flatMap(device => device.workgroup_id ?? []),
    )
    return {
      day: { name: day, start_time: from, end_time: to },
      shifts,
      machines: devices.map(device => ({
        device_id: device.id,
        machine_no: device.machine_no,
        name: device.name,
        workgroup_name: device.workgroup_id === null ? null : (groups.get(device.workgroup_id) ?? null),
        loads: spans.map(span => loadOf(machines, device.id, tasks.get(device.id) ?? [], ...span)),
        ...machineHours(machines, device, from, to),
      })),
    }
  }),

  handle(printShiftList, async ({ shift, ...asked }, context) => {
    const { tx, org_id, member, language } = context
    const { result } = await workshopPage(tx, org_id, member.user_id, {
      ...{ ...asked, page: 1, page_size: -1, order_by: 'start_time' },
    })
    const [company] = await rows(tx, sql<{ name: string }>`select name from org where id = ${org_id}`)
    const [begins] = asked.timestamp_range
    const day = dayOf(begins, member.time_zone)
    const title = say(text('班次任务单', 'Shift list'), language)
    const sheet = shiftSheet(result, { company: company!.name, begins, day, shift, zone: member.time_zone, language })
    return pdfFile(`${title} ${day}`, await printSheets({ title, sheets: [sheet] }))
  }),
]

interface CalendarRead {
  readonly shifts: WeeklyShift[]
  readonly exceptions: ExceptionDay[]
}
/** Calendars with what differs on a day. */
const calendarsOn = (tx: Tx, org_id: string, ids: readonly string[], day: string): Promise<CalendarRead[]> =>
  rows(
    tx,
    sql<CalendarRead>`select c.shifts, coalesce((select jsonb_agg(jsonb_build_object('day', x.day::text, 'day_type', x.day_type, 'shifts', x.shifts, 'remark', x.remark))
        from calendar_day x where x.org_id = c.org_id and x.calendar_id = c.id and x.day = ${day}::date), '[]') as exceptions
      from calendar c where c.org_id = ${org_id} and ${among(sql`c.id`, ids)} order by c.name`,
  )
async function namesOfGroups(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows(
    tx,
    sql<{
      id: string
      name: string
    }>`select id, name from workgroup where org_id = ${org_id} and ${among(sql`id`, ids)}`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}
