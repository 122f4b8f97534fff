import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openDatabase, type Tx } from '../database/database.ts'
import { registry } from '../http/metrics.ts'
import { log } from '../log.ts'
import { freshDatabase } from '../testing/cluster.ts'
import { deedTable, jobKinds } from '../testing/job-kinds.ts'
import { jobErrors } from './job.errors.ts'
import { type JobHandler, type JobWanted, job, type Lane } from './job.ts'
import {
  cancelJob,
  finishJob,
  JobTakenAway,
  keepInHand,
  rescueJobs,
  setClocks,
  startJob,
  takeJobs,
  workerLock,
} from './job-queue.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { contextOf } from './thread-messages.ts'

const { config } = await freshDatabase()
const database = openDatabase({ config, log })
await database.pool.query(deedTable)
const { queued, running, done, failed, cancelled } = jobStatus.codes

const workers: Jobs[] = []
const processes: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map(worker => worker.close()))
  for (const process of processes.splice(0)) process.kill('SIGKILL')
  await database.pool.query('delete from job')
  await database.pool.query('delete from deed')
})
afterAll(() => database.close())

const nobody = '00000000-0000-0000-0000-00000000000a'
const as = <T>(org_id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.as({ org_id, user_id: nobody, cause: 'test' }, work)
const start = (org_id: string, type: string, more: Partial<JobWanted> = {}): Promise<string> =>
  as(org_id, tx => startJob(tx, { type, input: {}, ...more }))
const companies = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`)
const free = (places: Partial<Record<Lane, number>>): Map<Lane, number> =>
  new Map(Object.entries(places) as [Lane, number][])
const take = (places: Partial<Record<Lane, number>>, worker = 7) =>
  database.system(tx => takeJobs(tx, worker, jobKinds, free(places)))
const jobOf = async (id: string) =>
  (await database.pool.query('select status, worker, attempts, result, error_code, input from job where id = $1', [id]))
    .rows[0]
const count = async (statement: string): Promise<number> => Number((await database.pool.query(statement)).rows[0].count)
/** A worker that looks after the jobs of others. */
const lookingOn = { number: 8, job_ids: [] }
const openWorker = async (kinds: readonly JobHandler[] = jobKinds): Promise<Jobs> => {
  const worker = await openJobs({
    connection: config,
    handlers: kinds,
    areasModule: new URL('../testing/job-kinds.ts', import.meta.url).href,
    tell: async () => undefined,
    send: async () => undefined,
  })
  workers.push(worker)
  return worker
}
const spawnWorker = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [
    new URL('../testing/worker.ts', import.meta.url).pathname,
    JSON.stringify(config),
  ])
  processes.push(child)
  await once(child.stdout!, 'data')
  return child
}
const isOver = { timeout: 60_000, interval: 50 }

test('the company of which the fewest run is the first, then the oldest; a company has its share and not more', async () => {
  const [a, b, c] = companies(3) as [string, string, string]
  const first: string[] = []
  for (const _ of '123') first.push(await start(a, 'solve'))
  const second = [await start(b, 'solve'), await start(c, 'solve')]
  // Five wait for three places: one of each company, though the oldest three are of one.
  expect((await take({ planning: 3 })).map(({ id }) => id).sort()).toEqual([first[0]!, ...second].sort())
  // The first company's second one; its third waits, as two run.
  expect((await take({ planning: 3 })).map(({ id }) => id)).toEqual([first[1]])
  expect(await take({ planning: 3 })).toEqual([])
})

test('the last place is for a company of which none runs: two with much to do leave it to the third', async () => {
  const [a, b, c] = companies(3) as [string, string, string]
  for (const company of [a, a, b, b]) await start(company, 'solve')
  const took = async (planning: number) => (await take({ planning })).map(({ org_id }) => org_id).sort()
  expect(await took(4)).toEqual([a, a, b])
  expect(await took(1)).toEqual([])
  await start(c, 'solve')
  expect(await took(1)).toEqual([c])
})

test('what has no place in its lane leaves the others theirs', async () => {
  const [a] = companies(1) as [string]
  await start(a, 'solve')
  const press = await start(a, 'press')
  expect((await take({ interactive: 1 })).map(({ id }) => id)).toEqual([press])
  expect(await take({ interactive: 1 })).toEqual([])
})

test('of one serial word one runs at a time, in its order, and whoever comes after it passes', async () => {
  const [a] = companies(1) as [string]
  const writes = [await start(a, 'write'), await start(a, 'write')]
  expect((await take({ planning: 4 })).map(({ id }) => id)).toEqual([writes[0]])
  expect(await take({ planning: 4 })).toEqual([])
  const solve = await start(a, 'solve')
  expect((await take({ planning: 4 })).map(({ id }) => id)).toEqual([solve])
  for (const job_id of [writes[0]!, solve])
    await database.system(tx => finishJob(tx, { org_id: a, job_id, worker: 7 }, null))
  expect((await take({ planning: 4 })).map(({ id }) => id)).toEqual([writes[1]])
})

test('who takes while another one takes waits for it: what that one took counts', async () => {
  const [a] = companies(1) as [string]
  const first = await start(a, 'write')
  let other: Promise<unknown[]> | undefined
  let isOver = false
  await database.system(async tx => {
    expect((await takeJobs(tx, 1, jobKinds, free({ planning: 4 }))).map(({ id }) => id)).toEqual([first])
    // An older one comes back from a worker that stops.
    const back = await start(a, 'write')
    await database.pool.query('update job set due_time = due_time - 60 where id = $1', [back])
    other = take({ planning: 4 }, 2).finally(() => {
      isOver = true
    })
    const waits = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
    await expect.poll(async () => isOver || (await count(waits)) > 0, { timeout: 60_000, interval: 20 }).toBe(true)
  })
  expect(await other).toEqual([])
})

test('a second one of a singleton is refused while the first waits or runs, and not afterwards', async () => {
  const [a, b] = companies(2) as [string, string]
  const again = () => start(a, 'solve', { singleton: 'solve' })
  const id = await again()
  await expect(again()).rejects.toMatchObject({ definition: generalErrors.programLocked })
  await start(b, 'solve', { singleton: 'solve' })
  await take({ planning: 4 })
  await expect(again()).rejects.toMatchObject({ definition: generalErrors.programLocked })
  await database.system(tx => finishJob(tx, { org_id: a, job_id: id, worker: 7 }, null))
  await again()
})

test('what is asked while one waits is done with it; beside the one that runs one more waits', async () => {
  const [a, b] = companies(2) as [string, string]
  const ask = (org_id: string, mo_ids: string[], priority: number) =>
    start(org_id, 'write', { input: { mo_ids, priority }, coalesce: 'write' })
  const id = await ask(a, ['1', '2'], 1)
  expect(await Promise.all([ask(a, ['2', '3'], 2), ask(a, ['4'], 2)])).toEqual([id, id])
  expect(await ask(b, ['9'], 1)).not.toBe(id)
  expect((await jobOf(id)).input).toEqual({ mo_ids: ['1', '2', '3', '4'], priority: 2 })
  await take({ planning: 4 })
  const next = await ask(a, ['5'], 3)
  expect(next).not.toBe(id)
  expect(await ask(a, ['6'], 3)).toBe(next)
  expect((await jobOf(next)).input).toEqual({ mo_ids: ['5', '6'], priority: 3 })
  expect((await jobOf(id)).input.mo_ids).toHaveLength(4)
})

test('a job is taken by the commit that writes it, and one that is rolled back never was', async () => {
  await openWorker()
  const [a] = companies(1) as [string]
  await expect(
    as(a, async tx => {
      await startJob(tx, { type: 'press', input: {} })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  const id = await start(a, 'press', { input: { n: 1 } })
  await expect.poll(async () => (await jobOf(id)).status, isOver).toBe(done)
  expect(await count('select count(*) from deed')).toBe(1)
})

/** Also when it was before anybody listened. */
const aborted = (signal: AbortSignal) =>
  new Promise<unknown>(heard => (signal.aborted ? heard(undefined) : signal.addEventListener('abort', heard)))

test('work that was committed is never told as cancelled: with the last transaction the job is done', async () => {
  const [a] = companies(1) as [string]
  const wish = Promise.withResolvers<void>()
  const saved = Promise.withResolvers<void>()
  const kinds = [
    job('late_wish', 'interactive', async (_, { lastTransaction }) => {
      await lastTransaction(async tx =>
        sql`insert into deed (job_id) values (gen_random_uuid())`.execute(tx).then(() => 'saved'),
      )
      saved.resolve()
      await wish.promise
      throw new Error('something after the end')
    }),
    job('late_answer', 'interactive', async (_, { signal }) => {
      await aborted(signal)
      return 'all done before it heard'
    }),
    job('early_wish', 'interactive', async (_, { lastTransaction, signal, transaction }) => {
      await transaction(async () => undefined)
      await aborted(signal)
      return lastTransaction(tx => sql`insert into deed (job_id) values (gen_random_uuid())`.execute(tx))
    }),
  ]
  await openWorker(kinds)
  const late = await start(a, 'late_wish')
  await saved.promise
  await as(a, tx => cancelJob(tx, a, late))
  wish.resolve()
  const [answer, early] = [await start(a, 'late_answer'), await start(a, 'early_wish')]
  for (const id of [answer, early]) {
    await expect.poll(async () => (await jobOf(id)).status, isOver).toBe(running)
    await as(a, tx => cancelJob(tx, a, id))
  }
  await expect.poll(async () => (await jobOf(early)).status, isOver).toBe(cancelled)
  await expect.poll(async () => (await jobOf(answer)).status, isOver).toBe(done)
  expect(await jobOf(late)).toMatchObject({ status: done, result: 'saved' })
  // The one that was cancelled in time has kept nothing.
  expect(await count('select count(*) from deed')).toBe(1)
})

test('a waiting job that is cancelled never runs', async () => {
  const [a] = companies(1) as [string]
  const id = await start(a, 'press')
  await as(a, tx => cancelJob(tx, a, id))
  expect(await jobOf(id)).toMatchObject({ status: cancelled })
  expect(await take({ interactive: 4 })).toEqual([])
})

test('jobs of a worker that is gone wait again, three times at most; what may not be repeated says that the service stopped', async () => {
  const [a, b] = companies(2) as [string, string]
  const [solve, other, wished] = [await start(a, 'solve'), await start(b, 'once'), await start(b, 'solve')]
  const rescue = () => database.system(tx => rescueJobs(tx, jobKinds, lookingOn))
  await take({ planning: 4, bulk: 1 })
  await as(b, tx => cancelJob(tx, b, wished))
  await rescue()
  expect(await jobOf(solve)).toMatchObject({ status: queued, worker: null, attempts: 1 })
  expect(await jobOf(other)).toMatchObject({ status: failed, error_code: jobErrors.serverStopped.code })
  expect(await jobOf(wished)).toMatchObject({ status: cancelled })
  for (const attempts of [2, 3]) {
    await take({ planning: 4 })
    await rescue()
    expect(await jobOf(solve)).toMatchObject({ attempts, status: attempts < 3 ? queued : failed })
  }
})

test('a worker whose session lasts is not gone, whatever else it does', async () => {
  const [a] = companies(1) as [string]
  const id = await start(a, 'solve')
  const session = await database.pool.connect()
  try {
    await session.query('select pg_advisory_lock($1, $2)', [workerLock, 9])
    await take({ planning: 1 }, 9)
    await database.system(tx => rescueJobs(tx, jobKinds, lookingOn))
    expect(await jobOf(id)).toMatchObject({ status: running, worker: 9 })
  } finally {
    session.release(true)
  }
})

test('what a worker has taken and does not run waits again, unless it was taken just now', async () => {
  const [a, b, c] = companies(3) as [string, string, string]
  const [lost, runs, fresh] = [await start(a, 'solve'), await start(b, 'solve'), await start(c, 'solve')]
  const session = await database.pool.connect()
  try {
    await session.query('select pg_advisory_lock($1, $2)', [workerLock, 9])
    await take({ planning: 4 }, 9)
    await database.pool.query('update job set started_time = started_time - 60 where id = any($1)', [[lost, runs]])
    await database.system(tx => rescueJobs(tx, jobKinds, { number: 9, job_ids: [runs] }))
    expect(await jobOf(lost)).toMatchObject({ status: queued, worker: null })
    for (const id of [runs, fresh]) expect(await jobOf(id)).toMatchObject({ status: running, worker: 9 })
  } finally {
    session.release(true)
  }
})

test('a worker that lost its job without knowing it saves nothing; and while it saves nobody takes the job', async () => {
  const [a] = companies(1) as [string]
  const id = await start(a, 'solve')
  await take({ planning: 1 })
  const rescue = () => database.system(tx => rescueJobs(tx, jobKinds, lookingOn))
  const hand = { org_id: a, job_id: id, worker: 7 }
  await as(a, async tx => {
    await keepInHand(tx, hand)
    expect(await rescue()).toEqual([])
  })
  expect(await rescue()).toHaveLength(1)
  const context = contextOf(
    { ...hand, user_id: nobody, type: 'solve', input: {} },
    database,
    new AbortController().signal,
    {
      progress: async () => undefined,
      tell: async () => undefined,
      send: async () => undefined,
    },
  )
  const deed = (tx: Tx) => sql`insert into deed (job_id) values (${id})`.execute(tx)
  await expect(context.transaction(deed)).rejects.toBeInstanceOf(JobTakenAway)
  await expect(context.lastTransaction(deed)).rejects.toBeInstanceOf(JobTakenAway)
  expect(await count('select count(*) from deed')).toBe(0)
  // Nor does it end what another one does by now.
  await take({ planning: 1 }, 8)
  await database.system(tx => finishJob(tx, hand, null))
  expect(await jobOf(id)).toMatchObject({ status: running, worker: 8 })
})

test('a worker that lost the database for a moment goes on: what it did is begun anew, and done once', async () => {
  await openWorker()
  const [a] = companies(1) as [string]
  const id = await start(a, 'hold')
  await expect.poll(async () => (await jobOf(id)).status, isOver).toBe(running)
  const { worker } = await jobOf(id)
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2",
    [workerLock, worker],
  )
  await expect.poll(async () => (await jobOf(id)).attempts, isOver).toBe(2)
  const later = await jobOf(id)
  expect(later.status).toBe(running)
  expect(later.worker).not.toBe(worker)
  const press = await start(a, 'press')
  await expect.poll(async () => (await jobOf(press)).status, isOver).toBe(done)
})

test('a worker that stops leaves what it has not done to the others', async () => {
  const first = await openWorker()
  const [a] = companies(1) as [string]
  const id = await start(a, 'hold')
  await expect.poll(async () => (await jobOf(id)).status, isOver).toBe(running)
  await first.close()
  expect(await jobOf(id)).toMatchObject({ status: queued, worker: null, attempts: 0 })
})

test('jobs on a clock: one waits for its time whatever the number of workers, and is not taken before', async () => {
  const clock = job('clock', 'housekeeping', async () => null, { every_seconds: 60 })
  const set = () => database.system(tx => setClocks(tx, [clock]))
  await Promise.all([set(), set(), set()])
  expect(await count("select count(*) from job where job_type = 'clock'")).toBe(1)
  const taken = () => database.system(tx => takeJobs(tx, 7, [clock], free({ housekeeping: 1 })))
  expect(await taken()).toEqual([])
  await database.pool.query('update job set due_time = epoch_now()')
  const [now] = await taken()
  await database.system(tx => finishJob(tx, { ...now!, job_id: now!.id, worker: 7 }, null))
  await set()
  const { rows } = await database.pool.query<{ waits: number }>(
    'select j.due_time - l.finished_time as waits from job j, job l where j.status = 0 and l.status = 2',
  )
  expect(rows).toEqual([{ waits: 60 }])
})

test('2,000 jobs of 40 companies, two workers of which one is killed: each is done once, and nothing is left', async () => {
  const orgs = companies(40)
  // Planning is full of what does not end by itself; a person's press passes it.
  const victim = await spawnWorker()
  const holds = await Promise.all(orgs.slice(0, 4).map(org_id => start(org_id, 'hold')))
  await expect
    .poll(() => count(`select count(*) from job where job_type = 'hold' and status = ${running}`), isOver)
    .toBe(4)
  const wanted = orgs.flatMap((org_id, n) =>
    Array.from({ length: 49 }, (_, m) => ({
      org_id,
      id: randomUUID(),
      job_type: m % 7 === 0 ? 'write' : 'solve',
      input: { n, m },
    })),
  )
  await database.pool.query(
    `insert into job (org_id, id, job_type, input) select org_id, id, job_type, input
      from jsonb_to_recordset($1) as r(org_id uuid, id uuid, job_type text, input jsonb)`,
    [JSON.stringify(wanted)],
  )
  const presses = await Promise.all(orgs.map(org_id => start(org_id, 'press')))
  await expect
    .poll(() => count(`select count(*) from job where job_type = 'press' and status = ${done}`), isOver)
    .toBe(40)
  expect(await count(`select count(*) from job where job_type in ('solve', 'write') and status > ${queued}`)).toBe(0)

  // The way is free: it works on the many, and dies in the middle.
  for (const [n, id] of holds.entries()) await as(orgs[n]!, tx => cancelJob(tx, orgs[n]!, id))
  await expect.poll(() => count('select count(*) from deed'), isOver).toBeGreaterThan(200)
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  await openWorker()
  await expect
    .poll(() => count(`select count(*) from job where status in (${queued}, ${running}) and due_time <= epoch_now()`), {
      ...isOver,
      interval: 200,
    })
    .toBe(0)
  const all = [...wanted.map(({ id }) => id), ...presses]
  expect(all).toHaveLength(2_000)
  const { rows } = await database.pool.query<{ id: string; deeds: number; status: number }>(
    'select j.id, j.status, (select count(*)::integer from deed d where d.job_id = j.id) as deeds from job j where j.id = any($1)',
    [all],
  )
  expect(rows.filter(row => row.status !== done || row.deeds !== 1)).toEqual([])
  expect(rows).toHaveLength(2_000)
}, 180_000)

test('metrics tell what waits and runs in each lane', async () => {
  const [a] = companies(1) as [string]
  await openWorker()
  await start(a, 'hold')
  await start(a, 'hold')
  await start(a, 'hold')
  await expect.poll(() => count(`select count(*) from job where status = ${running}`), isOver).toBe(2)
  await database.pool.query(`update job set due_time = due_time - 40 where status = ${queued} and job_type = 'hold'`)
  const told = await registry.metrics()
  expect(told).toContain('qitao_jobs_queued{lane="planning"} 1')
  expect(told).toContain('qitao_jobs_running{lane="planning"} 2')
  expect(told).toMatch(/qitao_jobs_oldest_seconds\{lane="planning"\} 4\d/)
  expect(told).toContain('qitao_jobs_queued{lane="interactive"} 0')
})
