import { convert, type Quantity, roundHalfUp, sum } from '@qitao/core/quantity.ts'
import { addDays, type Day, dayOf, type Instant, mondayOf, startOfDay } from '@qitao/core/time.ts'
import { type WorkTable, workedBetween, workTable } from '@qitao/planning/calendar/working-time.ts'
import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import { timeDimension } from '../task.status.ts'

/**
 * One meaning of load, for the chart, its panels, what-if, figures and the assistant: working time that tasks take, their
 * set-up with it, of the time that the calendar of the machine has open in a window without what stops it, times as many tasks as it
 * takes at once. Only who counts the tasks differs. Suppliers' lanes have a load of their own and are in no total of machines.
 */

/** What a task takes of its machine: set-up in [setup_start_time, start_time), run until end_time. */
export interface TakenTime {
  readonly setup_start_time: Instant
  readonly start_time: Instant
  readonly end_time: Instant
}
export interface LoadTask extends TakenTime {
  readonly device_id: string
  readonly process_id: string
  readonly quantity: Quantity
  readonly reported_quantity: Quantity
}
export interface Load {
  readonly available_seconds: number
  readonly planned_seconds: number
  readonly setup_seconds: number
  readonly task_count: number
}

type Hours = Pick<Load, 'available_seconds' | 'planned_seconds'>
/** Part of the time that is taken; 0 where nothing is open, as only open time can be taken. */
export const loadShare = ({ available_seconds, planned_seconds }: Hours): number =>
  available_seconds === 0 ? 0 : planned_seconds / available_seconds
/** Percent, to one decimal. */
export const loadRate = ({ available_seconds, planned_seconds }: Hours): Quantity =>
  available_seconds === 0 ? '0' : roundHalfUp(convert(String(planned_seconds), '100', String(available_seconds)), 1)

const nothing: Load = { available_seconds: 0, planned_seconds: 0, setup_seconds: 0, task_count: 0 }
/** Of several machines, or of one over several windows. */
export const sumOfLoads = (loads: readonly Load[]): Load =>
  loads.reduce(
    (all, one) => ({
      available_seconds: all.available_seconds + one.available_seconds,
      planned_seconds: all.planned_seconds + one.planned_seconds,
      setup_seconds: all.setup_seconds + one.setup_seconds,
      task_count: all.task_count + one.task_count,
    }),
    nothing,
  )

export interface Machines {
  readonly tableOf: (device_id: string) => WorkTable
  /** Without its freezes. */
  readonly calendarTableOf: (device_id: string) => WorkTable
  readonly capacityOf: (device_id: string) => number
  /** Takes charges: tasks at the same times are one. */
  readonly isFurnace: (device_id: string) => boolean
}
export function machinesOf(problem: Pick<Problem, 'machines' | 'calendars'>): Machines {
  const calendars = new Map(problem.calendars.map(calendar => [calendar.id, calendar]))
  const machines = new Map(problem.machines.map(machine => [machine.id, machine]))
  const tables = new Map<string, WorkTable>()
  const calendarTables = new Map<string | null, WorkTable>()
  const intervalsOf = (calendar: string | null) => (calendar ? calendars.get(calendar)?.intervals : undefined) ?? []
  // Machines of one calendar share its table; a freeze makes one of its own.
  const calendarTableOf = (id: string) => {
    const calendar = machines.get(id)?.calendar ?? null
    return known(calendarTables, calendar, () => workTable(intervalsOf(calendar)))
  }
  return {
    tableOf(id) {
      const machine = machines.get(id)
      if (!machine?.frozen?.length) return calendarTableOf(id)
      return known(tables, id, () => workTable(intervalsOf(machine.calendar), machine.frozen))
    },
    calendarTableOf,
    capacityOf: id => machines.get(id)?.capacity ?? 1,
    isFurnace: id => machines.get(id)?.chargeCapacity !== undefined,
  }
}
function known<K>(tables: Map<K, WorkTable>, key: K, make: () => WorkTable): WorkTable {
  const found = tables.get(key)
  if (found) return found
  const made = make()
  tables.set(key, made)
  return made
}

/** Load of one machine in [from, to): its tasks' working time there by its own. */
export function loadOf(
  machines: Machines,
  device_id: string,
  tasks: readonly TakenTime[],
  from: Instant,
  to: Instant,
): Load {
  const table = machines.tableOf(device_id)
  let planned_seconds = 0
  let setup_seconds = 0
  let task_count = 0
  const isFurnace = machines.isFurnace(device_id)
  const charges = new Set<string>()
  for (const task of tasks) {
    const start = Math.max(from, task.setup_start_time)
    const end = Math.min(to, task.end_time)
    if (start >= end) continue
    task_count++
    // A charge takes its furnace once, however many stand in it.
    const span = `${task.setup_start_time} ${task.start_time} ${task.end_time}`
    if (isFurnace && charges.has(span)) continue
    charges.add(span)
    planned_seconds += workedBetween(table, start, end)
    const ready = Math.min(end, task.start_time)
    if (ready > start) setup_seconds += workedBetween(table, start, ready)
  }
  return {
    available_seconds: workedBetween(table, from, to) * machines.capacityOf(device_id),
    planned_seconds,
    setup_seconds,
    task_count,
  }
}

/** Local days that touch [from, to): each with its first instant and the next day's. */
export function daysOf(from: Instant, to: Instant, zone: string): { date: Instant; until: Instant }[] {
  const days: { date: Instant; until: Instant }[] = []
  for (let day: Day = dayOf(from, zone), date = startOfDay(day, zone); date < to || days.length === 0; ) {
    day = addDays(day, 1)
    const until = startOfDay(day, zone)
    days.push({ date, until })
    date = until
  }
  return days
}

/** Weeks or months that touch [from, to). */
export function periodsOf(
  from: Instant,
  to: Instant,
  dimension: number,
  zone: string,
): { period: Instant; until: Instant }[] {
  const weekly = dimension === timeDimension.codes.week
  const first = (day: Day): Day => (weekly ? mondayOf(day) : `${day.slice(0, 7)}-01`)
  const next = (day: Day): Day => (weekly ? addDays(day, 7) : first(addDays(day, 31)))
  const periods: { period: Instant; until: Instant }[] = []
  for (let day = first(dayOf(from, zone)); ; day = next(day)) {
    const period = startOfDay(day, zone)
    if (periods.length > 0 && period >= to) return periods
    periods.push({ period, until: startOfDay(next(day), zone) })
  }
}

export interface StageLoad extends Load {
  readonly planned_quantity: Quantity
  readonly finished_quantity: Quantity
}
/** Load of a process: tasks of it that start in the period, on the time of all machines that can do it. */
export function stageLoad(
  machines: Machines,
  device_ids: readonly string[],
  tasks: readonly LoadTask[],
  from: Instant,
  to: Instant,
): StageLoad {
  const byDevice = Map.groupBy(tasks, task => task.device_id)
  const able = new Set(device_ids)
  const loads = [...able.union(new Set(byDevice.keys()))].map(device_id => {
    const load = loadOf(machines, device_id, byDevice.get(device_id) ?? [], from, to)
    return able.has(device_id) ? load : { ...load, available_seconds: 0 }
  })
  const started = tasks.filter(task => task.start_time >= from && task.start_time < to)
  return {
    ...sumOfLoads(loads),
    planned_quantity: sum(started.map(({ quantity }) => quantity)),
    finished_quantity: sum(started.map(({ reported_quantity }) => reported_quantity)),
  }
}
