import { isPositive } from '@qitao/core/quantity.ts'
import { addDays, type Day, endOfDay, type Instant, instantAt, startOfDay } from '@qitao/core/time.ts'
import { materialStatus, pickingStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { WeeklyShift } from '@qitao/masterdata/model/calendar/calendar.record.ts'
import { calendarDays, type ExceptionDay } from '@qitao/masterdata/model/calendar/calendar.rules.ts'
import type { WorkshopShift, WorkshopTaskRow } from './workshop.calls.ts'

export interface CalendarOfWorkshop {
  readonly shifts: readonly WeeklyShift[]
  readonly exceptions: readonly ExceptionDay[]
}
/** The shifts of some calendars that begin on a day, earliest first; one that several calendars have stands once. */
export function shiftsBeginningOn(calendars: readonly CalendarOfWorkshop[], day: Day, zone: string): WorkshopShift[] {
  const shifts = new Map<string, WorkshopShift>()
  for (const { shifts: weekly, exceptions } of calendars) {
    for (const one of calendarDays(weekly, exceptions, day, day)) {
      for (const { name, start_second, end_second } of one.shifts) {
        const endsOn = end_second > start_second ? day : addDays(day, 1)
        const shift = {
          name,
          start_time: instantAt(day, start_second, zone),
          end_time: instantAt(endsOn, end_second, zone),
        }
        shifts.set(`${name} ${shift.start_time} ${shift.end_time}`, shift)
      }
    }
  }
  return [...shifts.values()].sort((a, b) => a.start_time - b.start_time || a.end_time - b.end_time)
}
/** From midnight, or later when the night shift of a day goes on: until its last shift has ended. */
export function workDayOf(shifts: readonly WorkshopShift[], day: Day, zone: string): [Instant, Instant] {
  return [startOfDay(day, zone), shifts.reduce((last, { end_time }) => Math.max(last, end_time), endOfDay(day, zone))]
}

/** What stands in the way of a task now. */
export type Readiness = 'done' | 'running' | 'paused' | 'ready' | 'waits_for_step' | 'waits_for_material'
type Readable = Pick<
  WorkshopTaskRow,
  'status' | 'paused_since' | 'reportable_quantity' | 'picking_status' | 'material_status'
>
/** Picked counts more than what kitting last said; what was not looked at does not hold a task up. */
export function readinessOf({
  status,
  paused_since,
  reportable_quantity,
  picking_status,
  material_status,
}: Readable): Readiness {
  if (status === taskStatus.codes.done) return 'done'
  if (status === taskStatus.codes.started) return paused_since === null ? 'running' : 'paused'
  if (!isPositive(reportable_quantity)) return 'waits_for_step'
  const { kitting_complete, locked } = materialStatus.codes
  const there =
    picking_status === pickingStatus.codes.picked ||
    material_status === null ||
    material_status === kitting_complete ||
    material_status === locked
  return there ? 'ready' : 'waits_for_material'
}

export type Lateness = 'overdue' | 'start_overdue'
/** Should be over, or should have begun. */
export function latenessOf(
  { status, start_time, end_time }: Pick<WorkshopTaskRow, 'status' | 'start_time' | 'end_time'>,
  now: Instant,
): Lateness | undefined {
  if (status === taskStatus.codes.done) return undefined
  if (end_time < now) return 'overdue'
  return status === taskStatus.codes.not_started && start_time < now ? 'start_overdue' : undefined
}

/** The tasks of each machine in their order, numbered; the first that is not begun is its next. */
export function queuesOf<T extends Pick<WorkshopTaskRow, 'id' | 'device_id' | 'status' | 'start_time'>>(
  tasks: readonly T[],
): Map<string, { readonly tasks: readonly T[]; readonly next_id: string | undefined }> {
  const queues = new Map<string, { tasks: readonly T[]; next_id: string | undefined }>()
  for (const [device_id, own] of Map.groupBy(tasks, task => task.device_id)) {
    const inOrder = own.toSorted((a, b) => a.start_time - b.start_time)
    queues.set(device_id, {
      tasks: inOrder,
      next_id: inOrder.find(({ status }) => status === taskStatus.codes.not_started)?.id,
    })
  }
  return queues
}
