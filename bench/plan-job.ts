/**
 * A schedule as a person waits for it, through the product's own calls and job: from the press of the button to the plan on
 * the chart, on a plant of which nothing is placed, and once more on the plan that stands then.
 *   npm run bench:plan-job -- [--mos 2000] [--operations 5] [--seconds 10]
 * Prints the clock and the processor (server and database, all threads) of each part, and the longest time in it for which
 * the event loop of the server did nothing else.
 */
import { parseArgs } from 'node:util'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { autoSchedule, queryGantt } from '@qitao/scheduling/model/schedule.calls.ts'
import { type Bench, jobEnd, withServer } from './bench-server.ts'
import { fillPlant } from './fill-plant.ts'
import { once } from './measure.ts'

const { values } = parseArgs({
  options: {
    mos: { type: 'string', default: '2000' },
    operations: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
  },
})
const size = { mos: Number(values.mos), operations: Number(values.operations), components: 5 }
const seconds = Number(values.seconds)
/** Most ids that one call for a material plan takes. */
const atOnce = 2_000
const lookEveryMs = 10
const chartDays = 14

/** What the job's row says once each part is over. */
const ends: readonly { part: string; isOver: (job: JobNow) => boolean }[] = [
  { part: 'until the job runs', isOver: ({ status }) => status >= 1 },
  { part: 'until the first plan is told', isOver: ({ progress }) => progress >= 5 },
  { part: 'search and check', isOver: ({ progress }) => progress >= 95 },
  { part: 'stored', isOver: ({ status }) => status >= 2 },
]
interface JobNow {
  readonly status: number
  readonly progress: number
}

await withServer(async bench => {
  const { caller, org_id, ask } = bench
  await once(`filling ${size.mos} MOs, ${size.mos * size.operations} operations`, () => fillPlant(bench, org_id, size))
  await bench.fill(
    org_id,
    `update mo set material_status = 6 where org_id = $1 and id not in (select id from mo where org_id = $1 order by no limit ${atOnce})`,
  )
  await bench.settle()
  const mo_ids = (await ask<{ id: string }>('select id from mo where org_id = $1 order by no')).map(({ id }) => id)
  await once('material plan', async () =>
    jobEnd(bench, (await caller.send(checkKits, { mo_ids: mo_ids.slice(0, atOnce) })).output.job_id),
  )
  await bench.fill(org_id, 'update mo set status = 20 where org_id = $1')
  await bench.settle()

  for (const turn of ['nothing is placed yet', 'on the plan that stands']) {
    console.log(turn)
    const part = await watch(bench)
    const { job_id } = (await caller.send(autoSchedule, { mo_ids, seconds })).output
    await part('press answered')
    let waits = ends
    while (waits.length > 0) {
      const [job] = await ask<JobNow>('select status, progress from job where org_id = $1 and id = $2', job_id)
      const over = job ? waits.findLastIndex(({ isOver }) => isOver(job)) : -1
      if (over >= 0) await part(waits[over]!.part)
      waits = waits.slice(over + 1)
      await new Promise(later => setTimeout(later, lookEveryMs))
    }
    await jobEnd(bench, job_id)
    const now = Math.floor(Date.now() / 1000)
    const { output } = await caller.send(queryGantt, { timestamp_range: [now, now + chartDays * 86_400] })
    await part(`chart of ${output.tasks.length} tasks`)
    await bench.settle()
  }
})

/** The function it answers says what has been used since it was asked last. */
async function watch({ cpuSeconds, longestBlockMs }: Bench): Promise<(part: string) => Promise<void>> {
  const read = async () => ({ clock: performance.now(), cpu: await cpuSeconds(), blockMs: await longestBlockMs() })
  let before = await read()
  return async name => {
    const now = await read()
    const [clock, cpu] = [(now.clock - before.clock) / 1000, now.cpu - before.cpu]
    console.log(
      `  ${name.padEnd(30)} clock ${clock.toFixed(2).padStart(6)} s, processor ${cpu.toFixed(2).padStart(6)} s, ` +
        `event loop at most ${Math.round(now.blockMs).toString().padStart(5)} ms`,
    )
    before = { ...now, clock: performance.now() }
  }
}
