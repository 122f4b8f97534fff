import { daySeconds, hourSeconds, type Instant, startOfDay, weekSeconds } from '@qitao/core/time.ts'
import { workingTime } from '@qitao/planning/calendar/weekly-calendar.ts'
import type { Factory, SampleDevice, SampleTime } from '../factory.ts'

/** Without a calendar of its own a machine works as its workgroup does. */
export const calendarOf = ({ workgroups }: Factory, device: SampleDevice): string =>
  device.calendar ?? workgroups.find(({ code }) => code === device.workgroup)!.calendar

/** Shifts of a calendar from one instant to another. */
export function intervalsOf({ calendars }: Factory, key: string, zone: string, from: Instant, to: Instant) {
  const { shifts } = calendars.find(one => one.key === key)!
  const weekly = shifts.map(({ week_days, start_second, end_second, breaks }) => ({
    ...{ days: week_days, fromSecond: start_second, toSecond: end_second },
    breaks: breaks.map(one => ({ fromSecond: one.start_second, toSecond: one.end_second, spannable: one.spannable })),
  }))
  return workingTime({ zone, shifts: weekly }, from, to).intervals
}

/** The cycle time that holds: one for the product before one for the machine. */
export function timeFor(times: readonly SampleTime[], product: string, process: string, machine: string): SampleTime {
  const closeness = (one: SampleTime) => (one.product ? 2 : 0) + (one.machine ? 1 : 0)
  return times
    .filter(
      one =>
        one.process === process &&
        (one.product === undefined || one.product === product) &&
        (one.machine === undefined || one.machine === machine),
    )
    .reduce((best, one) => (closeness(one) > closeness(best) ? one : best))
}

interface Pace {
  /** That so many pieces of a product are in work, machines free: what each of its steps takes of the hours of a usual day. */
  days(product: string, pieces: number): number
  /** So many pieces in lots none of which keeps a machine for too long. */
  inLots(product: string, pieces: number): number[]
}
export function paceOf(factory: Factory, zone: string): Pace {
  const { recipes, devices, cycleTimes } = factory
  const someMonday = startOfDay('2024-01-01', zone)
  const aDay = new Map(
    factory.calendars.map(({ key }) => {
      const week = intervalsOf(factory, key, zone, someMonday, someMonday + weekSeconds)
      return [key, week.reduce((all, [start, end]) => all + end - start, 0) / (weekSeconds / daySeconds)]
    }),
  )
  const steps = new Map(
    recipes.map(({ product, steps }) => [
      product,
      steps.map(({ process, wait_seconds = 0 }) => {
        const device = devices.find(({ processes }) => processes.includes(process))!
        const { cycle_seconds, setup_seconds } = timeFor(cycleTimes, product, process, device.no)
        return {
          each: Number(cycle_seconds),
          once: setup_seconds,
          wait: wait_seconds / daySeconds,
          day: aDay.get(calendarOf(factory, device))!,
        }
      }),
    ]),
  )
  return {
    days: (product, pieces) =>
      steps.get(product)!.reduce((all, { each, once, wait, day }) => all + (once + pieces * each) / day + wait, 0),
    inLots: (product, pieces) => {
      const longest = Math.max(...steps.get(product)!.map(({ each }) => each * pieces))
      const count = Math.min(pieces, Math.ceil(longest / (factory.past.lotHours * hourSeconds)))
      return Array.from(
        { length: count },
        (_, lot) => Math.floor((pieces * (lot + 1)) / count) - Math.floor((pieces * lot) / count),
      )
    },
  }
}
