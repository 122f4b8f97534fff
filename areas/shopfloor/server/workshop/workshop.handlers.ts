import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { dayOf, type Instant, minuteOf } from '@qitao/core/time.ts'
import type { WeeklyShift } from '@qitao/masterdata/model/calendar/calendar.record.ts'
import type { ExceptionDay } from '@qitao/masterdata/model/calendar/calendar.rules.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { printSheets } from '@qitao/platform/server/pdf/print.ts'
import type { Sheet } from '@qitao/platform/server/pdf/sheets.ts'
import { loadOf } from '@qitao/scheduling/model/load/load.rules.ts'
import { machinesFor, workedTasks } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import {
  listWorkshopShifts,
  listWorkshopTasks,
  printShiftList,
  type WorkshopTaskRow,
} from '../../model/workshop/workshop.calls.ts'
import { queuesOf, shiftsBeginningOn, workDayOf } from '../../model/workshop/workshop.rules.ts'
import { workshopPage } from '../task.queries.ts'

export const workshopHandlers: Handler[] = [
  handle(listWorkshopTasks, (input, { tx, org_id, member }) => workshopPage(tx, org_id, member.user_id, input)),

  handle(listWorkshopShifts, async ({ date, workgroup_id }, { tx, org_id, now, member }) => {
    const zone = member.time_zone
    const day = dayOf(date, zone)
    const { facts, machines } = await machinesFor(tx, org_id, now, zone, date)
    const devices = facts.devices.filter(
      device =>
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
      machines: devices.map(({ id, machine_no, name, workgroup_id: group }) => ({
        device_id: id,
        machine_no,
        name,
        workgroup_name: group === null ? null : (groups.get(group) ?? null),
        loads: spans.map(span => loadOf(machines, id, tasks.get(id) ?? [], ...span)),
      })),
    }
  }),

  handle(printShiftList, async ({ timestamp_range, workgroup_id, shift }, context) => {
    const { tx, org_id, member, language } = context
    const { result } = await workshopPage(tx, org_id, member.user_id, {
      ...{ page: 1, page_size: -1, order_by: 'start_time' },
      ...{ timestamp_range, workgroup_id },
    })
    const [company] = await rows(tx, sql<{ name: string }>`select name from org where id = ${org_id}`)
    const day = dayOf(timestamp_range[0], member.time_zone)
    const title = say(text('班次任务单', 'Shift list'), language)
    const sheet = shiftSheet(result, { company: company!.name, day, shift, zone: member.time_zone, language })
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

interface Heading {
  readonly company: string
  readonly day: string
  readonly shift: string | undefined
  readonly zone: string
  readonly language: Language
}
/** One table for each machine, its tasks in their order. */
function shiftSheet(tasks: readonly WorkshopTaskRow[], { company, day, shift, zone, language }: Heading): Sheet {
  const words = (zh: string, en: string) => say(text(zh, en), language)
  const columns = [
    { title: words('序', 'No.'), share: 0.8, end: true },
    { title: words('工单', 'MO'), share: 3.2 },
    { title: words('工序', 'Process'), share: 2.4 },
    { title: words('产品', 'Product'), share: 4 },
    { title: words('计划开始', 'Planned start'), share: 3 },
    { title: words('计划完成', 'Planned finish'), share: 3 },
    { title: words('已报/数量', 'Done / all'), share: 2.4, end: true },
    { title: words('派给', 'Given to'), share: 2.6 },
    { title: words('良品', 'Good'), share: 1.4 },
    { title: words('不良', 'Scrap'), share: 1.4 },
  ]
  const rowOf = (task: WorkshopTaskRow, place: number) => [
    String(place + 1),
    task.mo_no,
    task.process_name,
    `${task.material_code} ${task.material_name}`,
    minuteOf(task.start_time, zone),
    minuteOf(task.end_time, zone),
    `${formatQuantity(task.reported_quantity)} / ${formatQuantity(task.quantity)}`,
    [task.workgroup_name, ...task.assignees.map(({ name }) => name)].filter(Boolean).join(', '),
  ]
  const tables = [...queuesOf(tasks).values()]
    .map(({ tasks: own }) => ({
      title: `${own[0]!.machine_no} ${own[0]!.device_name}`,
      columns,
      rows: own.map(rowOf),
    }))
    .sort((a, b) => a.title.localeCompare(b.title, undefined, { numeric: true }))
  return {
    title: words('班次任务单', 'Shift list'),
    company,
    no: day,
    facts: [
      [words('班次', 'Shift'), shift ?? words('全天', 'Whole day')],
      [words('任务数', 'Tasks'), String(tasks.length)],
    ],
    tables,
    signatures: [words('班组长', 'Leader'), words('接班人', 'Next shift')],
  }
}
