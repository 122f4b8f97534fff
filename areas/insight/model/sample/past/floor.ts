import { daySeconds, hourSeconds, type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { endAt, startAt, type WorkTable, workedAt, workTable } from '@qitao/planning/calendar/working-time.ts'
import { EventQueue } from '@qitao/planning/scheduling/place/event-queue.ts'
import { chance } from '../chance.ts'
import type { Factory, SampleDevice } from '../factory.ts'
import type { Lot } from './lots.ts'
import { calendarOf, intervalsOf, timeFor } from './pace.ts'

/** A step of a lot on its machine: when, and what came of it. */
export interface PastTask {
  readonly process: string
  readonly device: SampleDevice
  readonly planned: readonly [start: Instant, end: Instant]
  readonly real: readonly [start: Instant, end: Instant]
  /** Of working time. */
  readonly seconds: number
  readonly good: number
  readonly scrap: number
}
export interface PastStop {
  readonly device: SampleDevice
  readonly start: Instant
  readonly end: Instant
  /** Broken down, or maintained as planned. */
  readonly why: 'breakdown' | 'maintenance'
  readonly word: number
}
export interface Worked {
  /** Of each lot its tasks, or none where it was not begun. */
  readonly tasks: readonly (readonly PastTask[])[]
  readonly stops: readonly PastStop[]
}

const breakdownsOfWeek = 0.4
const minutesDown = [20, 150] as const
const maintenanceSeconds = 4 * hourSeconds
/** How far from the cycle time at full speed a machine runs. */
const speed = [0.84, 0.98] as const
const betweenTasks = 5 * minuteSeconds
const within = ([least, most]: readonly [number, number], part: number): number => least + (most - least) * part

function stopsOf(device: SampleDevice, open: WorkTable, words: number, from: Instant, to: Instant): PastStop[] {
  const stops: PastStop[] = []
  const add = (at: Instant, seconds: number, why: PastStop['why'], word: number) => {
    const worked = workedAt(open, Math.round(at))
    const start = startAt(open, worked)
    const end = endAt(open, worked + seconds)
    if (end < to) stops.push({ device, start, end, why, word })
  }
  const phase = chance('maintained', device.no)
  for (
    let at = from + phase * device.maintenance_days * daySeconds;
    at < to;
    at += device.maintenance_days * daySeconds
  )
    add(at, maintenanceSeconds, 'maintenance', 0)
  for (let at = from, week = 0; at < to; at += 7 * daySeconds, week++) {
    if (chance('down', device.no, week) > breakdownsOfWeek) continue
    const minutes = Math.round(within(minutesDown, chance('minutes', device.no, week)))
    const word = Math.floor(chance('word', device.no, week) * words)
    add(at + chance('when', device.no, week) * 6 * daySeconds, minutes * minuteSeconds, 'breakdown', word)
  }
  return stops
    .sort((a, b) => a.start - b.start)
    .filter((stop, index, all) => index === 0 || all[index - 1]!.end < stop.start)
}

/** When it was to be, as the plan before had it: mostly soon enough, sometimes hours before it was. */
function plannedOf(lot: number, step: number, [start, end]: PastTask['real']): PastTask['planned'] {
  const late = chance('late', lot, step) < 0.06
  const begin = start - Math.round((chance('begin', lot, step) - 0.3) * 30 * minuteSeconds)
  const finish =
    end +
    Math.round(
      late ? -5 * hourSeconds * (0.2 + chance('hours', lot, step)) : chance('end', lot, step) * 40 * minuteSeconds,
    )
  return [begin, Math.max(finish, begin + minuteSeconds)]
}

/**
 * The floor as it went: a step begins when its lot's last one is done, what it uses is made and the first machine that can do it is free;
 * work pauses over closed time, and machines stand when they are down.
 */
export function workOff(factory: Factory, lots: readonly Lot[], zone: string, from: Instant, to: Instant): Worked {
  const { devices, cycleTimes, recipes, past } = factory
  const stepsOf = new Map(recipes.map(({ product, steps }) => [product, steps]))
  const open = new Map(
    [...new Set(devices.map(device => calendarOf(factory, device)))].map(key => [
      key,
      intervalsOf(factory, key, zone, from, to),
    ]),
  )
  const stops: PastStop[] = []
  const machines = devices.map(device => {
    const intervals = open.get(calendarOf(factory, device))!
    const own = stopsOf(device, workTable(intervals), past.stops.length, from, to)
    stops.push(...own)
    return {
      device,
      table: workTable(
        intervals,
        own.map(({ start, end }) => [start, end]),
      ),
      free: from,
    }
  })
  const able = Map.groupBy(
    machines.flatMap(machine => machine.device.processes.map(process => ({ process, machine }))),
    ({ process }) => process,
  )
  const mostSteps = Math.max(...recipes.map(({ steps }) => steps.length))
  const waiting = lots.map(({ after }) => after.length)
  const followers = new Map<number, number[]>()
  for (const [number, { after }] of lots.entries())
    for (const before of after) followers.set(before, [...(followers.get(before) ?? []), number])
  const tasks: PastTask[][] = lots.map(() => [])
  const left: number[] = lots.map(({ good, scrap }) => good + scrap.reduce((all, one) => all + one, 0))
  const queue = new EventQueue(lots.length)
  for (const [number, count] of waiting.entries())
    if (count === 0) queue.push(lots[number]!.released, number * mostSteps)
  while (queue.size > 0) {
    const { time, key } = queue
    queue.pop()
    const [number, step] = [Math.floor(key / mostSteps), key % mostSteps]
    const { material, scrap } = lots[number]!
    const steps = stepsOf.get(material)!
    const { process, wait_seconds = 0 } = steps[step]!
    const machine = able
      .get(process)!
      .reduce((best, one) => (one.machine.free < best.machine.free ? one : best)).machine
    const { device, table } = machine
    const begin = workedAt(table, Math.max(time, machine.free))
    const pieces = left[number]!
    const own = timeFor(cycleTimes, material, process, device.no)
    const ideal = (pieces * Number(own.cycle_seconds)) / Number(device.efficiency)
    const seconds = own.setup_seconds + Math.round(ideal / within(speed, chance('speed', number, step)))
    const real = [startAt(table, begin), endAt(table, begin + seconds)] as const
    if (real[1] > to) continue
    machine.free = real[1] + betweenTasks
    left[number] = pieces - scrap[step]!
    tasks[number]!.push({
      ...{ process, device, real, seconds, planned: plannedOf(number, step, real) },
      ...{ good: left[number]!, scrap: scrap[step]! },
    })
    const done = real[1] + wait_seconds
    if (step + 1 < steps.length) queue.push(done, key + 1)
    else
      for (const next of followers.get(number) ?? [])
        if (--waiting[next]! === 0) queue.push(Math.max(done, lots[next]!.released), next * mostSteps)
  }
  return { tasks, stops }
}
