import { readdirSync, readFileSync } from 'node:fs'
import { checkKits } from '@qitao/manufacturing/model/material-plan.calls.ts'
import { type Bench, withServer } from './bench-server.ts'
import { fillPlant } from './fill-plant.ts'
const size = { mos: 10_000, operations: 4, components: 5 }
function tree() {
  const all = new Map<number, { parent: number; cpu: number; name: string }>()
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      all.set(Number(pid), { parent: Number(rest[1]), cpu: (Number(rest[11]) + Number(rest[12])) / 100, name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')) })
    } catch {}
  }
  const under = (pid: number): boolean => pid === process.pid || (all.has(pid) && under(all.get(pid)!.parent))
  let node = 0, pg = 0
  for (const [pid, p] of all) if (pid !== process.pid && under(pid)) { if (p.name.startsWith('postgres')) pg += p.cpu; else node += p.cpu }
  return { node, pg }
}
await withServer(async bench => {
  const { caller, org_id } = bench
  await fillPlant(bench, org_id, size)
  await bench.settle()
  const mos = (await bench.ask<{ id: string }>('select id from mo where org_id = $1 order by delivery_date, no')).map(({ id }) => id)
  const one = async (name: string, ids: string[]) => {
    const a = tree(), c = performance.now()
    const { output } = await caller.send(checkKits, { mo_ids: ids })
    await jobEnd(bench, output.job_id)
    const b = tree()
    console.log(name, 'clock', ((performance.now() - c) / 1000).toFixed(1), 'node cpu', (b.node - a.node).toFixed(1), 'pg cpu', (b.pg - a.pg).toFixed(1))
  }
  for (let from = 0; from < mos.length; from += 2000) await one(`plan of ${from + 2000}`, mos.slice(from, from + 2000))
  await one('again, nothing changed', mos.slice(0, 1))
})
async function jobEnd({ ask }: Bench, job_id: string): Promise<unknown> {
  for (;;) {
    const [job] = await ask<{ status: number; result: unknown; message: unknown }>('select status, result, message from job where org_id = $1 and id = $2', job_id)
    if (job?.status === 2) return job.result
    if (job && job.status > 2) throw new Error(`the job failed: ${JSON.stringify(job.message)}`)
    await new Promise(wait => setTimeout(wait, 50))
  }
}
