/**
 * The material plan in the product: all orders checked, once more with nothing new, then one order after the other changed and
 * checked through the product's own calls.
 *   npm run bench:material-plan -- [--mos 20000] [--changes 20]
 * Prints the clock and the processor (server and database, all threads) of each plan, from the call to the end of its job, and
 * the longest time in it for which the event loop of the server did nothing else.
 */
import { parseArgs } from 'node:util'
import { alterMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { jobEnd, withServer } from './bench-server.ts'
import { fillPlant } from './fill-plant.ts'
import { at, once } from './measure.ts'

const { values } = parseArgs({
  options: { mos: { type: 'string', default: '20000' }, changes: { type: 'string', default: '20' } },
})
const size = { mos: Number(values.mos), operations: 4, components: 5 }
/** Most ids that one call takes. */
const atOnce = 2_000

await withServer(async bench => {
  const { caller, org_id } = bench
  await once(`filling ${size.mos} MOs, ${size.mos * size.components} needs`, () => fillPlant(bench, org_id, size))
  // All but the last call's worth count as checked before: the first plan takes part of them all.
  await bench.fill(
    org_id,
    `update mo set material_status = 6 where org_id = $1 and id not in (select id from mo where org_id = $1 order by no limit ${atOnce})`,
  )
  await bench.settle()
  const first = await bench.ask<{ id: string }>('select id from mo where org_id = $1 order by no limit $2', atOnce)
  const ids = first.map(({ id }) => id)

  const planned = async (mo_ids: string[]) => {
    await bench.longestBlockMs()
    const [cpu, clock] = [await bench.cpuSeconds(), performance.now()]
    await jobEnd(bench, (await caller.send(checkKits, { mo_ids })).output.job_id)
    return {
      clock: (performance.now() - clock) / 1000,
      cpu: (await bench.cpuSeconds()) - cpu,
      blockMs: await bench.longestBlockMs(),
    }
  }
  type Taken = Awaited<ReturnType<typeof planned>>
  const said = (name: string, { clock, cpu, blockMs }: Taken) =>
    console.log(
      `${name.padEnd(44)} clock ${clock.toFixed(2)} s, processor ${cpu.toFixed(2)} s, event loop at most ${Math.round(blockMs)} ms`,
    )

  said('first plan of all', await planned(ids))
  await bench.settle()
  for (const turn of ['second', 'third', 'fourth']) said(`${turn} plan, nothing is new`, await planned([ids[0]!]))

  const taken: Taken[] = []
  for (let change = 0; change < Number(values.changes); change++) {
    const [mo] = await bench.ask<{ id: string; row_version: number; planned_quantity: string }>(
      'select id, row_version::int, planned_quantity from mo where org_id = $1 order by no offset $2 limit 1',
      change * 37,
    )
    const { id, row_version, planned_quantity } = mo!
    await caller.send(alterMo, { id, row_version, planned_quantity: String(Number(planned_quantity) + 7) })
    taken.push(await planned([id]))
  }
  const half = (of: keyof Taken) =>
    at(
      taken.map(each => each[of]),
      0.5,
    )
  said(`one changed order, median of ${taken.length}`, {
    clock: half('clock'),
    cpu: half('cpu'),
    blockMs: half('blockMs'),
  })
})
