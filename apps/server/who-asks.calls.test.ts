// What a caller may hold of the server, and what strangers learn of it.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import { login, userInfo } from '@qitao/access/model/session/session.calls.ts'
import type { AnyCall } from '@qitao/core/call.ts'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { builtCalls } from './testing/proof/scene.ts'
import { testApp } from './testing/test-app.ts'

const limits = {
  connectionsPerAddress: 40,
  callsAtOncePerUser: 1,
  callsWaitingPerUser: 3,
  heldMbPerUser: 24,
  publicBodySeconds: 1,
}
const app = await testApp({ limits })
await app.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.app.server.address() as AddressInfo

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await new Promise(done => socket.once('connect', done))
  return socket
}
const head = (path: string, length: number, token = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nAuthorization: ${token}\r\n\r\n`
const answerTo = async (text: string): Promise<string> => {
  const socket = await open()
  socket.write(text)
  return Promise.race([
    once(socket, 'data').then(([bytes]) => String(bytes)),
    new Promise<string>(done => socket.once('close', () => done('closed'))),
  ])
}

test('every list refuses names that all objects know, as order, as filter and as column', async () => {
  const { admin } = await app.company()
  const lists = builtCalls.filter(call => shapeOf(call).order_by)
  expect(lists.length).toBeGreaterThan(50)
  const names = ['constructor', '__proto__', '-constructor', 'toString', 'hasOwnProperty']
  const send = async (call: AnyCall, input: object) => (await app.raw(call.path, input, admin.token, call.method)).code
  for (const call of lists) {
    // As a name that nobody knows is answered: 5001, or left aside by a list of one order.
    const expected = await send(call, { order_by: 'no_such_name' })
    expect(expected, call.path).not.toBe(500)
    for (const order_by of names)
      expect([expected, generalErrors.badParameter.code], `${call.path} ${order_by}`).toContain(
        await send(call, { order_by }),
      )
    if (shapeOf(call).columns) expect(await send(call, { columns: names }), call.path).not.toBe(500)
  }
})
const shapeOf = (call: AnyCall): Record<string, unknown> =>
  (call.input as { shape?: Record<string, unknown> }).shape ?? {}

test('a body of somebody unknown is small, and of somebody without a session it is not read at all', async () => {
  expect(await answerTo(head(login.path, 70_000))).toContain(String(generalErrors.badParameter.code))
  const answer = await answerTo(head(processCalls.list.path, 4_000_000))
  expect(answer).toContain(String(generalErrors.loginNeeded.code))
})

test('what is sent to no address is answered before it is read', async () => {
  for (const path of ['/nope', '/openapi.json', '/health/ready'])
    expect(await answerTo(head(path, 4_000_000)), path).toMatch(/^HTTP\/1.1 404/)
  expect(await answerTo(head('/mep_server/nope', 4_000_000))).toContain(String(generalErrors.loginNeeded.code))
})

test('an input that nobody needs is refused before it is built: deep, of many parts, of many keys', async () => {
  const { admin } = await app.company()
  const send = async (body: string) =>
    (
      await app.app.inject({
        method: 'POST',
        url: processCalls.drop.path,
        payload: body,
        headers: { authorization: admin.token, 'content-type': 'application/json' },
      })
    ).json()
  const bodies = [
    `{"ids":${'['.repeat(2_000_000)}`,
    `{"ids":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`,
    `{"ids":[${'{},'.repeat(1_300_000)}{}]}`,
    `{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
    '{"ids":[],"__proto__":{"a":1}}',
    '{bad',
  ]
  for (const body of bodies) {
    const { code, message } = await send(body)
    expect(code, body.slice(0, 20)).toBe(generalErrors.badParameter.code)
    expect(message.length).toBeLessThan(500)
  }
  const { message } = await send(
    `{"ids":["${newId()}"],${Array.from({ length: 900 }, (_, n) => `"k${n}":1`).join(',')}}`,
  )
  expect(message).toContain('k0')
  expect(message.length).toBeLessThan(200)
})

test('bodies on their way are held against the user until they have come or broken off', async () => {
  const { admin } = await app.company()
  const body = head(processCalls.list.path, 4_000_000, admin.token)
  const sockets: Socket[] = []
  // Each that is listened to stays, so that there is room no more at last, whichever is heard first.
  const oneMore = async (): Promise<string> => {
    const socket = await open()
    sockets.push(socket)
    socket.write(body)
    return Promise.race([
      once(socket, 'data').then(([bytes]) => String(bytes)),
      new Promise<string>(done => setTimeout(() => done('listened to'), 200)),
    ])
  }
  await expect.poll(async () => (await oneMore()).split('\r\n')[0], { timeout: 30_000 }).toContain('429')
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await admin.send(processCalls.list, {})).code).toBe(200)
})

test('a body that does not arrive is not waited for', async () => {
  expect(await answerTo(head(login.path, 1_000))).toBe('closed')
})

test('the calls of a user wait for each other, too many are refused, and a colleague is answered meanwhile', async () => {
  const company = await app.company()
  const member = await company.member([pages.processes])
  const id = newId()
  await company.as(tx => sql`insert into process (id, code, name) values (${id}, 'held', 'held')`.execute(tx))
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from process where id = $1 for update', [id])
    const held = member.send(processCalls.drop, { ids: [id] })
    const waits = async () =>
      (
        await app.database.pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).rowCount
    await expect.poll(waits).toBe(1)
    const codes: number[] = []
    const asked = [0, 1, 2, 3, 4, 5].map(() => member.send(userInfo, {}).then(({ code }) => codes.push(code)))
    await expect.poll(() => codes).toEqual([0, 1, 2].map(() => generalErrors.tooManyCalls.code))
    expect((await company.admin.send(userInfo, {})).code).toBe(200)
    await client.query('rollback')
    await held
    await Promise.all(asked)
    expect(codes.filter(code => code === 200)).toHaveLength(limits.callsWaitingPerUser)
    expect((await member.send(userInfo, {})).code).toBe(200)
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
})

test('an address has so many connections, and gets others when they close', async () => {
  const sockets = await Promise.all(Array.from({ length: limits.connectionsPerAddress + 5 }, open))
  const closed = () => sockets.filter(({ readableEnded, destroyed }) => readableEnded || destroyed).length
  for (const socket of sockets) socket.resume()
  await expect.poll(closed).toBeGreaterThanOrEqual(5)
  expect(closed()).toBeLessThan(limits.connectionsPerAddress)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => answerTo('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n').catch(() => '')).toContain('200 OK')
})

test('files beyond the room of a company are refused with what is used and allowed; nothing of them stays', async () => {
  const company = await app.company()
  const object_id = newId()
  await company.as(async tx => {
    await sql`insert into sales_order (id, no, order_date, delivery_date) values (${object_id}, 'x', 0, 0)`.execute(tx)
    await sql`insert into storage_allowance (megabytes) values (2)`.execute(tx)
  })
  const upload = (name: string, megabytes: number) =>
    company.admin.send(commonUpload, {
      file: new FileGiven(name, Buffer.alloc(megabytes * 1_000_000, name), ''),
      module: 'sales_order',
      object_id,
    })
  expect((await upload('a.txt', 1)).code).toBe(200)
  const full = await upload('b.txt', 2)
  expect(full).toMatchObject({ code: generalErrors.storageFull.code, data: { used: 3, allowed: 2 } })
  expect(full.message).toMatch(/3 MB.*2 MB/)
  // What is there already takes no room once more.
  expect((await upload('a.txt', 1)).code).toBe(200)
  const { rows } = await app.database.pool.query('select sum(size) as used from file_content where org_id = $1', [
    company.org_id,
  ])
  expect(Number(rows[0].used)).toBe(1_000_000)
})

test("a key of a colleague is nobody else's: the same key of two users are two calls", async () => {
  const company = await app.company()
  const [ada, bob] = [await company.member([pages.processes]), await company.member([pages.processes])]
  const made = (member: typeof ada, code: string) =>
    member.send(processCalls.add, { code, name: code }, { key: 'the-same' })
  const [first, second] = [await made(ada, 'A'), await made(bob, 'B')]
  expect([first.code, second.code]).toEqual([200, 200])
  expect(second.data).not.toEqual(first.data)
  expect((await made(ada, 'A')).data).toEqual(first.data)
  expect((await made(bob, 'C')).code).toBe(generalErrors.badParameter.code)
})

test('what watches the server and what its calls are is not for strangers; a forged address counts for nothing', async () => {
  expect((await app.app.inject('/metrics')).statusCode).toBe(404)
  expect((await app.app.inject({ url: '/metrics', headers: { authorization: 'Bearer undefined' } })).statusCode).toBe(
    404,
  )
  expect((await app.app.inject({ url: '/openapi.json', headers: { authorization: 'x' } })).json().code).toBe(
    generalErrors.loginNeeded.code,
  )
})

test('pages may talk to this host only, and a browser that has seen TLS stays with it', async () => {
  const { headers } = await app.app.inject({ url: '/health/live', headers: { host: 'plan.example.com' } })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' ws://plan.example.com wss://plan.example.com;")
  expect(headers['strict-transport-security']).toBeUndefined()
  const forged = await app.app.inject({ url: '/health/live', headers: { host: "x; script-src 'unsafe-inline'" } })
  expect(String(forged.headers['content-security-policy'])).toContain("connect-src 'self';")
})

test('a large answer comes compressed to who takes that, and is the same', async () => {
  const { admin, as } = await app.company()
  await as(tx =>
    sql`insert into process (id, code, name) select gen_random_uuid(), n, n from generate_series(1, 20) n`.execute(tx),
  )
  const ask = (headers: Record<string, string>) =>
    app.app.inject({
      method: 'POST',
      url: processCalls.list.path,
      headers: { authorization: admin.token, ...headers },
      payload: {},
    })
  const plain = await ask({})
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.rawPayload.length).toBeGreaterThan(1_400)
  const small = await ask({ 'accept-encoding': 'gzip, br' })
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(small.headers['content-length']).toBe(String(small.rawPayload.length))
  expect(String(brotliDecompressSync(small.rawPayload))).toBe(plain.body)
})
