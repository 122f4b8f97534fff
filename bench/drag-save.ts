/**
 * Saving a drag in the product: one task after another of a plan of 10,000 is put elsewhere through the product's own call.
 *   npm run bench:drag-save -- [--mos 2500] [--drags 60]
 * Prints the clock and the processor (server and database, all threads) of a call: median, p99, largest.
 */
import { parseArgs } from 'node:util'
import { sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { alterTask, autoSchedule } from '@qitao/scheduling/model/schedule.calls.ts'
import { jobEnd, withServer } from './bench-server.ts'
import { fillPlant } from './fill-plant.ts'
import { once } from './measure.ts'

const { values } = parseArgs({
  options: { mos: { type: 'string', default: '2500' }, drags: { type: 'string', default: '60' } },
})
const size = { mos: Number(values.mos), operations: 4, components: 5 }
/** Most ids that one call takes. */
const atOnce = 2_000
const hour = 3_600

interface StoredTask {
  readonly id: string
  readonly row_version: number
  readonly start_time: number
  readonly end_time: number
}

await withServer(async bench => {
  const { caller, org_id } = bench
  await once(`filling ${size.mos} MOs`, () => fillPlant(bench, org_id, size))
  await bench.settle()
  const mos = (await bench.ask<{ id: string }>('select id from mo where org_id = $1 order by delivery_date, no')).map(
    ({ id }) => id,
  )
  for (let from = 0; from < mos.length; from += atOnce)
    await jobEnd(bench, (await caller.send(checkKits, { mo_ids: mos.slice(from, from + atOnce) })).output.job_id)
  for (let from = 0; from < mos.length; from += atOnce)
    await caller.send(sendMosToPlan, { mo_ids: mos.slice(from, from + atOnce) })
  await once('first plan', async () =>
    jobEnd(bench, (await caller.send(autoSchedule, { mo_ids: mos, seconds: 1 })).output.job_id),
  )
  await bench.settle()

  const clocks: number[] = []
  const cpus: number[] = []
  let refused = 0
  let moved = 0
  for (let drag = 0; drag < Number(values.drags); drag++) {
    const [task] = await bench.ask<StoredTask>(
      `select id, row_version::int, start_time::float8, end_time::float8 from production_task where org_id = $1 and status = 0
        order by start_time, id offset $2 limit 1`,
      500 + drag * 90,
    )
    const { id: task_id, row_version, start_time, end_time } = task!
    const [cpu, clock] = [await bench.cpuSeconds(), performance.now()]
    const by = drag % 3 === 0 ? 24 * hour : hour
    try {
      const { output } = await caller.send(alterTask, {
        ...{ task_id, row_version, start_time: start_time + by, end_time: end_time + by },
      })
      moved += output.changed.length
    } catch {
      refused++
    }
    clocks.push(performance.now() - clock)
    cpus.push(((await bench.cpuSeconds()) - cpu) * 1000)
  }
  const said = (name: string, taken: readonly number[]) => {
    const sorted = taken.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(0)
    console.log(`${name}: first ${taken[0]!.toFixed(0)} ms, median ${at(0.5)}, p99 ${at(0.99)}, largest ${at(1)}`)
  }
  console.log(`${clocks.length} drags, ${refused} refused, ${moved} tasks changed`)
  said('clock', clocks)
  said('processor', cpus)
})
