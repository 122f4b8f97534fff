import { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { Instant } from '@qitao/core/time.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { type CycleTime, closestTimeOf } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { type WeeklyCalendar, workingTime } from '@qitao/planning/calendar/weekly-calendar.ts'
import type { LeadStep } from '@qitao/planning/netting/lead-time.ts'
import { shortestTaskSeconds } from '@qitao/planning/scheduling/problem/problem.ts'
import type { NewOperation } from '../mo/recipe.rules.ts'

/** What the length of a step follows from. */
export interface StepFacts {
  readonly devices: readonly {
    readonly id: string
    readonly process_ids: readonly string[]
    readonly calendar_id: string | null
    readonly efficiency: string
    /** Of a furnace: what one charge holds. */
    readonly charge_capacity: string | null
    readonly status: number
  }[]
  readonly calendars: readonly { readonly id: string; readonly weekly: WeeklyCalendar }[]
  readonly cycle_times: readonly CycleTime[]
  /** A step waits so long until its machine is free. */
  readonly queue_seconds: number
}
const weekSeconds = 7 * daySeconds
/** Any Monday: what a calendar is closed or open for on single days is no usual week. */
const someMonday: Instant = 1_772_409_600

/**
 * The steps of products as a material plan counts them before anything is planned: of each the mean of the machines that do it, in
 * hours of a usual week of theirs. Null: the length of a step is not known.
 */
export function leadStepsOf({ devices, calendars, cycle_times, queue_seconds }: StepFacts) {
  const shares = new Map(
    calendars.map(({ id, weekly: { exceptions: _, ...usual } }) => {
      const open = workingTime(usual, someMonday, someMonday + weekSeconds).intervals
      return [id, open.reduce((sum, [from, to]) => sum + to - from, 0) / weekSeconds]
    }),
  )
  const closest = closestTimeOf(cycle_times)
  const machinesOf = new Map<string, StepFacts['devices'][number][]>()
  for (const device of devices)
    if (device.status === enabledStatus.codes.enabled)
      for (const id of device.process_ids) machinesOf.set(id, [...(machinesOf.get(id) ?? []), device])
  const lengthOf = (material_id: string, process_id: string, unit: number) => {
    const known = (machinesOf.get(process_id) ?? []).flatMap(device => {
      const time = closest(material_id, process_id, device.id)
      const share = shares.get(device.calendar_id ?? '') ?? 0
      if (!time || share === 0) return []
      const cycle = Number(time.cycle_seconds) / (Number(time.expected_oee) * Number(device.efficiency) * share)
      const charge = device.charge_capacity && {
        part: (Number(time.charge_load) * unit) / Number(device.charge_capacity),
        seconds: cycle,
      }
      const run = charge ? 0 : (cycle * unit) / Number(time.batch_quantity)
      return [{ setup: time.setup_seconds / share, run, charge, least: shortestTaskSeconds / share }]
    })
    if (known.length === 0) return null
    const mean = (of: (one: (typeof known)[number]) => number) =>
      known.reduce((sum, one) => sum + of(one), 0) / known.length
    const charges = known.flatMap(({ charge }) =>
      charge ? [{ ...charge, seconds: charge.seconds / known.length }] : [],
    )
    return {
      ...{ setupSeconds: mean(({ setup }) => setup), runSeconds: mean(({ run }) => run) },
      ...{ leastSeconds: mean(({ least }) => least), ...(charges.length > 0 ? { charges } : {}) },
    }
  }
  /** `precision`: decimals of the product's unit. */
  return (material_id: string, operations: readonly NewOperation[], precision: number): LeadStep[] | null => {
    const last = operations.toSorted((a, b) => b.sequence - a.sequence)
    const placeOf = new Map(last.map(({ sequence }, place) => [sequence, place]))
    const steps: LeadStep[] = []
    for (const [place, { process_id, next_sequences, wait_seconds }] of last.entries()) {
      const length = lengthOf(material_id, process_id, 10 ** -precision)
      if (!length) return null
      steps.push({
        next: next_sequences.flatMap(sequence => {
          const behind = placeOf.get(sequence)
          return behind === undefined || behind >= place ? [] : [behind]
        }),
        waitSeconds: wait_seconds + queue_seconds,
        ...length,
      })
    }
    return steps
  }
}
