import { text } from '@qitao/core/text.ts'
import { dayOf, hourSeconds, minuteSeconds, startOfDay } from '@qitao/core/time.ts'
import { enterPastMos } from '@qitao/manufacturing/server'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { addFreezes } from '@qitao/masterdata/server'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { enterPastTasks } from '@qitao/scheduling/server'
import { enterPastReports } from '@qitao/shopfloor/server'
import { wageRateCalls } from '@qitao/wages/model/wage-rate.calls.ts'
import { firstDay, type PastSale, pastProduction, pastStops, pastWageRates } from '../../model/sample/past.ts'
import { operators } from '../../model/sample/plant.ts'
import type { Clerk } from '../clerk.ts'
import type { Ids } from './ids.ts'
import type { Plant } from './make-masterdata.ts'

const scrapReason = text('漆面划伤', 'Scratched paint')

/** Work orders, tasks and reports behind what was made in the last weeks of the past; answers the work order of each sold line. */
export async function makePastProduction(
  clerk: Clerk,
  sales: readonly PastSale[],
  materials: Ids,
  people: Ids,
  { processes, devices }: Plant,
  no: (prefix: string, day: string) => string,
): Promise<Map<string, string>> {
  const { tx, user_id, now, zone } = clerk
  const today = dayOf(now, zone)
  const at = (day: string, seconds: number) => startOfDay(day, zone) + seconds
  const mos = pastProduction(today, sales).map(({ key, material, steps }) => ({
    ...{ key, id: newId(), no: no('MO', steps[0]!.day), material_id: materials.of(material) },
    steps: steps.map(step => ({
      ...{ step, id: newId(), task_id: newId(), device_id: devices.of(step.machine) },
      ...{ process_id: processes.of(step.process), good: String(step.good), defective: String(step.scrap) },
      planned: [at(step.day, step.from), at(step.day, step.until)] as const,
      real: [at(step.day, step.from + step.delay), at(step.day, step.until + step.delay)] as const,
    })),
  }))
  await enterPastMos(
    tx,
    mos.map(({ id, no, material_id, steps }) => ({
      ...{ id, no, material_id, planned_start: steps[0]!.planned[0], planned_finish: steps.at(-1)!.planned[1] },
      operations: steps.map(({ id, step, process_id, good, defective, real }) => ({
        ...{ id, sequence: step.sequence, process_id, good, defective, started: real[0], finished: real[1] },
      })),
    })),
  )
  const tasks = mos.flatMap(({ id: mo_id, no, steps }) => steps.map(one => ({ ...one, mo_id, mo_no: no })))
  await enterPastTasks(
    tx,
    tasks.map(({ task_id, id, mo_id, mo_no, step, process_id, device_id, good, defective, planned, real }) => ({
      ...{ id: task_id, task_no: `${mo_no}-${step.sequence}`, mo_id, operation_id: id, sequence: step.sequence },
      ...{ process_id, device_id, quantity: String(step.quantity), good, defective, planned, real },
    })),
  )
  await enterPastReports(
    tx,
    user_id,
    tasks.map(({ task_id, id, mo_id, step, process_id, device_id, good, defective, real }) => ({
      ...{ report_no: no('BG', step.day), task_id, mo_id, operation_id: id, process_id, device_id, good, defective },
      ...{ user_id: people.of(operators[step.machine]!), reason: step.scrap > 0 ? clerk.say(scrapReason) : null },
      ...{ work_seconds: real[1] - real[0], at: real[1] },
    })),
  )
  await addFreezes(
    tx,
    pastStops(today).map(({ machine, day, from, minutes, words }) => ({
      ...{ id: newId(), device_id: devices.of(machine), kind: freezeKind.codes.breakdown, reason: clerk.say(words) },
      ...{ start_time: at(day, from * hourSeconds), end_time: at(day, from * hourSeconds + minutes * minuteSeconds) },
    })),
  )
  return new Map(mos.map(({ key, id }) => [key, id]))
}

/** What the processes of the past pay. The last that is made: wages are held last. */
export async function makeWageRates({ run, now, zone }: Clerk, { processes }: Plant): Promise<void> {
  const today = dayOf(now, zone)
  for (const [process, rate, deduction] of pastWageRates)
    await run(wageRateCalls.add, {
      ...{ process_id: processes.of(process), rate, deduction },
      valid_from: startOfDay(firstDay(today), zone),
    })
}
