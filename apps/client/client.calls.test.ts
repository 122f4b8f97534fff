import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { hashPassword } from '@qitao/access/server'
import { areas } from '@qitao/app-server/areas.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import type { AnyCall } from '@qitao/core/call.ts'
import { FileAnswer } from '@qitao/core/file.ts'
import { hookReceiver } from '@qitao/insight/testing/hook-receiver.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { afterAll, expect, test } from 'vitest'
import * as product from './index.ts'
import { access, fileOf, generalErrors, insight, masterdata, NoAnswer, openClient, Refused, readHook } from './index.ts'

/** A program of somebody else's, against the real server. */
process.env.WEB_HOOK_LOOPBACK = '1'
const app = await testApp()
await app.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.app.server.address() as { port: number }
const url = `http://127.0.0.1:${port}`

/** In front of the server: loses as many answers as is said, after the server has done what was asked. */
const lost = { answers: 0, refusals: 0, requests: 0 }
const loser = createServer((request, response) => void pass(request, response)).listen(0, '127.0.0.1')
await once(loser, 'listening')
const lossy = `http://127.0.0.1:${(loser.address() as { port: number }).port}`
async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
  lost.requests++
  if (lost.refusals > 0) {
    lost.refusals--
    to.writeHead(503).end()
    return
  }
  const asked = httpRequest(url + from.url, { method: from.method, headers: from.headers })
  from.pipe(asked)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  if (lost.answers > 0) {
    lost.answers--
    answer.resume().on('end', () => from.socket.destroy())
    return
  }
  to.writeHead(answer.statusCode!, answer.headers)
  answer.pipe(to)
}
afterAll(() => {
  loser.closeAllConnections()
  loser.close()
  delete process.env.WEB_HOOK_LOOPBACK
})

const password = 'Good-Pass-2026'
const hashed = await hashPassword(password)
/** A company, and a program with a token that opens units and materials. */
async function program(writes = true) {
  const company = await app.company()
  await app.database.pool.query('update app_user set password_hash = $1 where org_id = $2', [hashed, company.org_id])
  const page_paths = [pages.units.path, pages.materials.path]
  const { token } = await company.admin.ok(access.addApiToken, { name: 'ERP', page_paths, writes, password })
  return { company, token, client: openClient({ url, token, language: 'en' }) }
}
const unitsNamed = async (org_id: string, name: string) => {
  const { rows } = await app.database.pool.query('select id from unit where org_id = $1 and name = $2', [org_id, name])
  return rows.length
}

test('every call of the server is there, as the server declares it', () => {
  const seen = new Set<unknown>()
  const calls = new Set<unknown>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if ('path' in value && 'grantedBy' in value) calls.add(value)
    else for (const part of Object.values(value)) look(part)
  }
  look(product)
  const declared: readonly AnyCall[] = areas.flatMap(({ handlers }) => handlers.map(({ call }) => call))
  expect(declared.length).toBeGreaterThan(300)
  expect(declared.filter(call => !calls.has(call)).map(({ path }) => path)).toEqual([])
})

test('what is asked is answered with its types, and a token opens no more than it may', async () => {
  const { client } = await program()
  const { id } = await client.send(masterdata.addUnit, { name: 'kg' })
  const { result, total } = await client.send(masterdata.queryUnit, {})
  expect([total, result[0]?.id, result[0]?.name]).toEqual([1, id, 'kg'])
  const refused = await client.send(access.listUsers, {}).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refused)
  expect(refused instanceof Refused && refused.is(generalErrors.noPermission)).toBe(true)
  const reader = await program(false)
  await expect(reader.client.send(masterdata.addUnit, { name: 'kg' })).rejects.toMatchObject({ code: 5011 })
})

test('a refusal names what is to be mended, in the language that was asked for', async () => {
  const { client, token } = await program()
  await client.send(masterdata.addUnit, { name: 'kg' })
  const asked = client.send(masterdata.addUnit, { name: 'kg' })
  await expect(asked).rejects.toMatchObject({ code: masterdata.masterdataErrors.unitExists.code })
  await expect(asked).rejects.toThrow('Unit already exists')
  const chinese = openClient({ url, token })
  await expect(chinese.send(masterdata.addUnit, { name: 'kg' })).rejects.toThrow('单位')
  await expect(client.send(masterdata.addUnit, { name: '' })).rejects.toMatchObject({ data: { field: 'name' } })
})

test('lost answers and a busy server are asked again, and nothing is done twice', async () => {
  const { token, company } = await program()
  const client = openClient({ url: lossy, token, waitMs: 1 })
  Object.assign(lost, { answers: 2, requests: 0 })
  const { id } = await client.send(masterdata.addUnit, { name: 'kg' })
  expect(lost.requests).toBe(3)
  expect(await unitsNamed(company.org_id, 'kg')).toBe(1)
  Object.assign(lost, { refusals: 2 })
  expect((await client.send(masterdata.queryUnit, {})).result.map(one => one.id)).toEqual([id])
  // A program that died in between knows its key.
  const key = 'order-4711'
  Object.assign(lost, { answers: 1 })
  const impatient = openClient({ url: lossy, token, retries: 0 })
  const failed = await impatient.send(masterdata.addUnit, { name: 'm' }, { key }).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(NoAnswer)
  expect(failed).toMatchObject({ kind: 'network', key })
  await impatient.send(masterdata.addUnit, { name: 'm' }, { key })
  expect(await unitsNamed(company.org_id, 'm')).toBe(1)
})

test('what the server keeps no answer of is asked once; who is over is told so', async () => {
  const client = openClient({ url: lossy, waitMs: 1 })
  Object.assign(lost, { refusals: 5, requests: 0 })
  const asked = client.send(access.login, { account: 'nobody', password: 'Wrong-Pass1', company_code: 'NOWHERE' })
  await expect(asked).rejects.toMatchObject({ kind: 'http', status: 503, key: undefined })
  expect(lost.requests).toBe(1)
  Object.assign(lost, { refusals: 0 })
  const over = openClient({ url, token: 'qitao_nothing' })
  await expect(over.send(masterdata.queryUnit, {})).rejects.toMatchObject({ code: generalErrors.loginNeeded.code })
})

test('a program gives up when it is told to, and when its time is over', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const at = `http://127.0.0.1:${(silent.address() as { port: number }).port}`
  const client = openClient({ url: at, timeoutMs: 50, retries: 1, waitMs: 1 })
  await expect(client.send(masterdata.queryUnit, {})).rejects.toMatchObject({ kind: 'timeout' })
  const patient = openClient({ url: at })
  const asked = patient.send(masterdata.queryUnit, {}, { signal: AbortSignal.timeout(50) })
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
  silent.closeAllConnections()
  silent.close()
})

test('a list is read to its end, page by page; files go and come', async () => {
  const { client, company } = await program()
  for (let count = 0; count < 7; count++) await client.send(masterdata.addUnit, { name: `unit ${count}` })
  const names: unknown[] = []
  for await (const { name } of client.rows(masterdata.queryUnit, { page_size: 3, order_by: 'name' })) names.push(name)
  expect(names).toEqual([0, 1, 2, 3, 4, 5, 6].map(count => `unit ${count}`))
  const session = openClient({ url, token: company.admin.token })
  const file = await session.send(access.exportTemplate, { template_type: 'customer' })
  expect(file).toBeInstanceOf(FileAnswer)
  expect(file.name).toMatch(/\.xlsx$/)
  const sent = fileOf(file.name, file.bytes)
  const { job_id } = await session.send(access.importFile, { import_type: 'customer', file: sent, dry_run: 'true' })
  expect((await session.send(access.queryJobStatus, { job_id })).record.job_type).toBe('import')
})

test('what a web hook brings is read with its secret, and nothing else is', async () => {
  const { company } = await program()
  const receiver = await hookReceiver()
  try {
    const session = openClient({ url, token: company.admin.token })
    const asked = { name: 'ERP', address: receiver.address, kinds: ['mo_released' as const] }
    const { id, secret } = await session.send(insight.addWebHook, asked)
    expect(await session.send(insight.testWebHook, { id })).toMatchObject({ delivered: true })
    const [{ headers: told, body }] = receiver.received as [(typeof receiver.received)[0]]
    const headers = new Headers(Object.entries(told).map(([name, value]): [string, string] => [name, value ?? '']))
    expect(await readHook(secret, headers, body)).toMatchObject({ kind: 'test' })
    expect(await readHook('another', headers, body)).toBe(undefined)
    expect(await readHook(secret, headers, `${body} `)).toBe(undefined)
    expect(await readHook(secret, headers, body, Date.now() / 1000 + 600)).toBe(undefined)
    expect(await readHook(secret, new Headers(), body)).toBe(undefined)
  } finally {
    receiver.close()
  }
})
