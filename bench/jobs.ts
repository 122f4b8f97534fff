/**
 * How long a person waits until a job that was pressed starts, while 2,000 jobs of 40 companies wait and the long ones keep
 * every place of their lane; with one worker process, and with one that is killed in the middle.
 *   npm run bench:jobs -- [--jobs 2000] [--companies 40] [--presses 400] [--ms 250]
 * A press is measured from before the statement that asks for it until its work has a transaction of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrationFolders } from '@qitao/app-server/areas.ts'
import { openDatabase } from '@qitao/platform/server/database/database.ts'
import { migrate } from '@qitao/platform/server/database/migrate.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { startJob } from '@qitao/platform/server/jobs/job-queue.ts'
import { log } from '@qitao/platform/server/log.ts'
import { deedTable } from '@qitao/platform/server/testing/job-kinds.ts'
import { startTemporaryCluster } from '@qitao/platform/server/testing/temporary-cluster.ts'

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2000' },
    companies: { type: 'string', default: '40' },
    presses: { type: 'string', default: '400' },
    ms: { type: 'string', default: '250' },
  },
})
const [jobs, companies, presses, ms] = [values.jobs, values.companies, values.presses, values.ms].map(Number) as [
  number,
  number,
  number,
  number,
]
/** Between two presses of those that come one by one. */
const pauseMs = 20

const cluster = await startTemporaryCluster({ onDisk: true })
const database = openDatabase({ config: cluster.config, log, connections: 20 })
const ask = async (statement: string, ...given: unknown[]): Promise<Record<string, number>[]> =>
  (await database.pool.query(statement, given)).rows
await migrate(database.pool, migrationFolders)
await ask(deedTable)
await ask(
  'alter table deed add column at double precision not null default extract(epoch from clock_timestamp()) * 1000',
)
const orgs = Array.from({ length: companies }, newId)

const workers: ChildProcess[] = []
const openWorker = async (): Promise<ChildProcess> => {
  const worker = spawn(process.execPath, [
    new URL('../platform/server/testing/worker.ts', import.meta.url).pathname,
    JSON.stringify(cluster.config),
  ])
  workers.push(worker)
  worker.stderr!.pipe(process.stderr)
  await once(worker.stdout!, 'data')
  return worker
}
const press = async (n: number): Promise<void> => {
  const org_id = orgs[n % companies]!
  const asked = performance.timeOrigin + performance.now()
  await database.as({ org_id, user_id: newId(), cause: 'bench' }, tx =>
    startJob(tx, { type: 'press', input: { asked } }),
  )
}
const waits = async (): Promise<number[]> => {
  for (;;) {
    const [left] = await ask("select count(*) from job where job_type = 'press' and status < 2")
    if (left!.count === 0) break
    await wait(50)
  }
  const found = await ask(
    "select d.at - (d.input ->> 'asked')::double precision as ms from deed d where d.input ? 'asked' order by 1",
  )
  await ask("delete from deed where input ? 'asked'")
  return found.map(row => row.ms!)
}
const print = (what: string, all: readonly number[]): void => {
  const at = (part: number) => `${Math.round(all[Math.min(all.length - 1, Math.ceil(all.length * part) - 1)]!)} ms`
  console.log(`${what.padEnd(52)} p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`)
}

try {
  console.log(`${cpus().length} cores, Node ${process.versions.node}; worker and database on one machine`)
  const first = await openWorker()
  for (let n = 0; n < presses; n++) await Promise.all([press(n), wait(pauseMs)])
  print(`${presses} presses, nothing else waits`, await waits())

  const wanted = Array.from({ length: jobs }, (_, n) => ({
    org_id: orgs[n % companies],
    id: newId(),
    type: n % 10 ? 'solve' : 'once',
  }))
  await ask(
    `insert into job (org_id, id, job_type, input) select org_id, id, type, jsonb_build_object('ms', $2::integer)
      from jsonb_to_recordset($1) as r(org_id uuid, id uuid, type text)`,
    JSON.stringify(wanted),
    ms,
  )
  await ask("select pg_notify('qitao_jobs', '')")
  for (let n = 0; n < presses; n++) await Promise.all([press(n), wait(pauseMs)])
  print(`${presses} presses, ${jobs} long jobs of ${companies} companies wait`, await waits())
  await Promise.all(orgs.map((_, n) => press(n)))
  print(`a press of each of ${companies} companies at the same moment`, await waits())

  first.kill('SIGKILL')
  await openWorker()
  await openWorker()
  for (let n = 0; n < presses / 2; n++) await Promise.all([press(n), wait(pauseMs)])
  print(`${presses / 2} presses after the worker was killed, two others`, await waits())
  const begun = performance.now()
  for (;;) {
    const [left] = await ask('select count(*) from job where status < 2 and due_time <= epoch_now()')
    if (left!.count === 0) break
    await wait(200)
  }
  const [done] = await ask(
    "select count(*) filter (where status = 2) as done, count(*) filter (where status > 2) as other from job where job_type <> 'press'",
  )
  const [twice] = await ask('select count(*) from (select job_id from deed group by job_id having count(*) > 1) as t')
  console.log(
    `queue empty ${Math.round((performance.now() - begun) / 1000)} s later: ${done!.done} done, ${done!.other} ended by the kill (may not be repeated), ${twice!.count} done twice`,
  )
} finally {
  for (const worker of workers) worker.kill('SIGKILL')
  await database.close()
  await cluster.discard()
}
