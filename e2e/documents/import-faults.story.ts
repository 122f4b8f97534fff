// What imports must survive, on a server of their own: files made to hurt, and a server that dies in the middle.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { type Cell, writeWorkbook } from '@qitao/platform/server/excel/write-workbook.ts'
import { harmless, hostileFiles } from '@qitao/platform/server/testing/hostile-files.ts'
import { isWhole, sliceOf } from '@qitao/platform/server/testing/slice.ts'
import pg from 'pg'
import { type Caller, signIn } from '../caller.ts'
import { demoPassword, metricsOf, type StartedServer, startServer } from '../server.ts'
import { tokenOf, upload } from '../uploads.ts'

const account = { company_code: 'DEMO', account: 'admin', password: demoPassword }
const keyOf = (code: number): string => jobStatus.list.find(state => state.code === code)!.key
const [, running, done, failed] = jobStatus.list.map(({ code }) => code)
const chinese = /[\u4e00-\u9fff]/

let server: StartedServer
let database: pg.Client
let caller: Caller
let token: string
test.beforeAll(async () => {
  server = await startServer()
  await connect()
  caller = await signIn(server.url, account)
  token = await tokenOf(server.url, account)
})
test.afterAll(async () => {
  await database.end()
  await server.stop()
})

async function connect(): Promise<void> {
  database = new pg.Client(server.databaseConfig)
  await database.connect()
}
async function numberOf(statement: string, ...values: unknown[]): Promise<number> {
  const { rows } = await database.query<{ n: string }>(`select (${statement}) as n`, values)
  return Number(rows[0]!.n)
}
const jobOf = async (job_id: string) => (await caller.send(queryJobStatus, { job_id })).output.record
async function endOf(job_id: string) {
  await expect.poll(async () => (await jobOf(job_id)).status, { timeout: 60_000 }).toBeGreaterThan(running!)
  return jobOf(job_id)
}

/** Reserves of the heap come and go; what an attack would take is far beyond. */
const mostMemoryMb = 300
const memoryMb = async (): Promise<number> => {
  const words = await metricsOf(server.url)
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(words)![1]) / 2 ** 20
}

test('hostile files are refused with code and words, cost little, and leave nothing', async () => {
  test.setTimeout(300_000)
  expect(hostileFiles.length).toBeGreaterThanOrEqual(30)
  const files = sliceOf('hostile files', hostileFiles, 3)
  console.log(files.map(([what]) => what).join(', '))
  const { data } = await upload(server.url, token, await harmless(), { type: 'process' })
  expect((await endOf(data!.job_id)).status).toBe(done)
  const stored = () => numberOf('(select count(*) from process) * 1000000 + (select count(*) from excel_file)')
  const [before, memory, pid] = [await stored(), await memoryMb(), server.pid()]
  let most = 0
  const told: string[] = []
  for (const [index, [what, make, code]] of files.entries()) {
    const language = index % 2 ? 'en' : 'zh'
    const answer = await upload(server.url, token, await make(), { type: 'process', language })
    let [said, words] = [answer.code, answer.message]
    if (answer.code === 200) {
      const job = await endOf(answer.data!.job_id)
      const own = await fetch(`${server.url}${queryJobStatus.path}`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json', 'accept-language': language },
        body: JSON.stringify({ job_id: job.id }),
      })
      words = ((await own.json()) as { data: { record: { message: string } } }).data.record.message
      said = job.error_code!
      expect({ what, status: job.status }).toEqual({ what, status: failed })
    }
    expect({ what, code: said }).toEqual({ what, code })
    expect(chinese.test(words), `${what}: ${words}`).toBe(language === 'zh')
    told.push(`${what}: ${words}`)
    most = Math.max(most, await memoryMb())
  }
  expect(most - memory).toBeLessThan(mostMemoryMb)
  expect(await stored()).toBe(before)
  expect(server.pid()).toBe(pid)
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  console.log(`${told.length} files refused; memory ${memory.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`)
})

const rows = 4_000
/** Per cent of the job at which the server dies; below 0 as soon as the file is taken, the last when all is saved. */
const allPlaces = [-1, 0, 5, 25, 40, 45, 55, 70, 85, 100]
/** Three of them a run, all with WHOLE=1: one before it works or after it, and two of those at which it is at work. */
const atWork = allPlaces.slice(1, -1)
const places = isWhole ? allPlaces : [...sliceOf('ends', [-1, 100], 2), ...sliceOf('places', atWork, atWork.length / 2)]

test(`killed at ${places.join(', ')} per cent, an import is begun anew and all there once`, async () => {
  test.setTimeout(600_000)
  const came: Record<string, number> = {}
  for (const [round, place] of places.entries()) {
    const { data, message } = await upload(server.url, token, await processes(round), { type: 'process' })
    expect(message).toBeTruthy()
    const { job_id } = data!
    const at = () =>
      numberOf(
        'select case when status > 1 then 100 when status = 0 then -1 else progress end from job where id = $1',
        job_id,
      )
    for (const limit = Date.now() + 60_000; (await at()) < place; )
      if (Date.now() > limit) throw new Error('no progress')
    const database_too = round % 5 === (isWhole ? 3 : 2)
    const status = await numberOf('select status from job where id = $1', job_id)
    if (database_too) {
      await database.end()
      await server.killDatabase()
    }
    await server.kill()
    await server.start()
    if (database_too) await connect()
    const job = await endOf(job_id)
    const saved = await numberOf(`select count(*) from process where code like 'K${round}-%'`)
    // It was begun anew by the next server, and what the first one had not committed was not there.
    expect({ place, status: job.status, saved }).toEqual({ place, status: done, saved: rows })
    const [was, became] = [status, job.status].map(keyOf)
    came[`${was} -> ${became}`] = (came[`${was} -> ${became}`] ?? 0) + 1
    await wait(0)
  }
  console.log(JSON.stringify(came))
  // The kills met imports at work, not only before and after.
  expect(came['running -> done']).toBeGreaterThanOrEqual(isWhole ? 4 : 1)
  // Housekeeping waits for its time; what follows from the last import ends by itself.
  await expect
    .poll(() => numberOf('select count(*) from job where status in (0, 1) and due_time <= epoch_now()'), {
      timeout: 60_000,
    })
    .toBe(0)
})

const processes = (round: number): Promise<Buffer> =>
  writeWorkbook([
    {
      name: 'x',
      columns: [],
      rows: [
        ['工序编码', '工序名称'],
        ...Array.from({ length: rows }, (_, n): Cell[] => [`K${round}-${n}`, `工序 ${round}-${n}`]),
      ],
    },
  ])
