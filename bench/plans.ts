// The material plan of 10,000 work orders and the first plan of 10,000 operations, through the product's own calls and
// jobs: `npm run bench:plans`.

import { sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { autoSchedule } from '@qitao/scheduling/model/schedule.calls.ts'
import { jobEnd, withServer } from './bench-server.ts'
import { fillPlant } from './fill-plant.ts'
import { once } from './measure.ts'

const size = { mos: 10_000, operations: 4, components: 5 }
const planned = 2_500
/** Most ids that one call takes. */
const atOnce = 2_000

await withServer(async bench => {
  const { caller, org_id } = bench
  await once(`filling ${size.mos} MOs, ${size.mos * size.operations} operations`, () => fillPlant(bench, org_id, size))
  await bench.settle()
  const mos = (await bench.ask<{ id: string }>('select id from mo where org_id = $1 order by delivery_date, no')).map(
    ({ id }) => id,
  )

  // The first run takes one call's worth; orders that were checked before take part in every later run.
  for (let from = 0; from < mos.length; from += atOnce) {
    const all = Math.min(mos.length, from + atOnce)
    await once(`material plan of ${all} MOs, ${all * size.components} needs`, async () =>
      jobEnd(bench, (await caller.send(checkKits, { mo_ids: mos.slice(from, all) })).output.job_id),
    )
  }
  const first = mos.slice(0, planned)
  for (let from = 0; from < planned; from += atOnce)
    await caller.send(sendMosToPlan, { mo_ids: first.slice(from, from + atOnce) })
  const seconds = 1
  const result = await once(`plan of ${planned * size.operations} operations, ${seconds} s to improve`, async () =>
    jobEnd(bench, (await caller.send(autoSchedule, { mo_ids: first, seconds })).output.job_id),
  )
  console.log(JSON.stringify(result).slice(0, 400))
  const stored = await bench.ask<{ tasks: number }>(
    'select count(*)::int as tasks from production_task where org_id = $1',
  )
  console.log(`${stored[0]?.tasks} tasks stored, checked by the independent checker before`)
})
