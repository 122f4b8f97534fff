import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { dayOf, daySeconds, endOfDay, type Instant, startOfDay } from '@qitao/core/time.ts'
import type { Interval } from '@qitao/planning/calendar/interval.ts'
import { workingTime } from '@qitao/planning/calendar/weekly-calendar.ts'
import { type WorkTable, workTable } from '@qitao/planning/calendar/working-time.ts'
import type { Calendar, Machine } from '@qitao/planning/scheduling/problem/problem.ts'
import { loadSteps } from './charge.rules.ts'
import type { DeviceOfPlan, ScheduleFacts } from './facts.ts'
import type { Families } from './families.rules.ts'

/** When machines work: calendars and frozen time, without what is to be planned. */

/** How far ahead is planned. */
export const horizonSeconds = 366 * daySeconds
/** Calendars are known from so far back: tasks that run began then. */
const pastSeconds = 62 * daySeconds

export function calendarsOf(
  { calendars, devices, now, tasks, time_zone }: ScheduleFacts,
  limit: Instant,
  known_from: Instant,
): Calendar[] {
  const usual = Math.min(now - pastSeconds, known_from)
  const from = tasks.reduce((earliest, task) => Math.min(earliest, task.setup_start_time), usual) - daySeconds
  const own = calendars.map(({ id, weekly }) => ({ id, ...workingTime(weekly, from, limit) }))
  const outside = new Set(devices.flatMap(({ supplier_id, calendar_id }) => (supplier_id === null ? [] : calendar_id)))
  return [
    ...own,
    ...own.flatMap(({ id, intervals }) =>
      outside.has(id) ? { id: inWholeDays(id), intervals: wholeDays(intervals, time_zone) } : [],
    ),
  ]
}

/** The calendar of the company that one of the plan is, or is made from. */
export const calendarBehind = (
  calendars: ScheduleFacts['calendars'],
  planned_id: string,
): ScheduleFacts['calendars'][number] =>
  calendars.find(({ id }) => id === planned_id || inWholeDays(id) === planned_id)!

const inWholeDays = (calendar_id: string): string => `${calendar_id} in whole days`
/** A supplier's lead time counts working days: each day on which he works at all counts whole, night and all. */
function wholeDays(intervals: readonly Interval[], zone: string): Interval[] {
  const days: [Instant, Instant][] = []
  for (const [start, end] of intervals) {
    const [from, to] = [startOfDay(dayOf(start, zone), zone), endOfDay(dayOf(end - 1, zone), zone)]
    const last = days.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else days.push([from, to])
  }
  return days
}
/** Id of the calendar by which a machine is planned. */
export const calendarOf = ({
  calendar_id,
  supplier_id,
}: Pick<DeviceOfPlan, 'calendar_id' | 'supplier_id'>): string | null =>
  calendar_id === null || supplier_id === null ? calendar_id : inWholeDays(calendar_id)

const freezesOf = ({ freezes }: DeviceOfPlan) =>
  freezes.map(({ start_time, end_time }) => [start_time, end_time] as const)

export function machineOf(
  device: DeviceOfPlan,
  calendars: readonly Calendar[],
  families?: Families,
  mouldOn?: (device: DeviceOfPlan) => string | null,
): Machine {
  return {
    id: device.id,
    // A disabled machine has no working time for the plan.
    calendar:
      device.status === enabledStatus.codes.enabled && calendars.some(({ id }) => id === calendarOf(device))
        ? calendarOf(device)
        : null,
    capacity: device.charge_capacity === null ? device.capacity : 1,
    frozen: freezesOf(device),
    ...(device.charge_capacity === null ? {} : { chargeCapacity: loadSteps(device.charge_capacity) }),
    // In a furnace a family is what may stand together, and no product.
    changeover: device.charge_capacity === null ? (families?.matrix_of.get(device.id) ?? null) : null,
    mould: mouldOn?.(device) ?? null,
    mouldChangeSeconds: device.mould_change_seconds,
    family:
      device.last_material_id === null || device.charge_capacity !== null
        ? null
        : (families?.of.get(device.last_material_id) ?? null),
  }
}

export function tablesOf(
  { devices }: ScheduleFacts,
  calendars: readonly Calendar[],
): (device_id: string) => WorkTable | undefined {
  const byId = new Map(devices.map(device => [device.id, device]))
  const tables = new Map<string, WorkTable>()
  return device_id => {
    const device = byId.get(device_id)
    const calendar = device && calendars.find(({ id }) => id === calendarOf(device))
    if (!device || !calendar) return undefined
    const table = tables.get(device_id) ?? workTable(calendar.intervals, freezesOf(device), calendar.walls)
    tables.set(device_id, table)
    return table
  }
}

/** Calendars and machines alone, for loads: much quicker than the whole problem. */
export function workingTimesOf(
  facts: ScheduleFacts,
  known_from: Instant,
): { calendars: Calendar[]; machines: Machine[] } {
  const calendars = calendarsOf(facts, facts.now + horizonSeconds, known_from)
  return { calendars, machines: facts.devices.map(device => machineOf(device, calendars)) }
}
