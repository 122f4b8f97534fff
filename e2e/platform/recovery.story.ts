// What a power user of `kill -9` sees: the server and its database come back by themselves, with what was acknowledged.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { alterPassword, login, userInfo } from '@qitao/access/model/session/session.calls.ts'
import type { Envelope } from '@qitao/core/call.ts'
import { demoPassword, type StartedServer, startServer } from '../server.ts'

let server: StartedServer

test.beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'trace' } })
})
test.afterAll(() => server.stop())

const ready = async () => (await fetch(`${server.url}/health/ready`).catch(() => undefined))?.status

test('a killed database is started again by the server', async () => {
  const before = server.databasePid()!
  process.kill(before, 'SIGKILL')
  await expect.poll(() => server.databasePid() ?? before, { timeout: 30_000 }).not.toBe(before)
  await expect.poll(ready, { timeout: 30_000 }).toBe(200)
})

test('a killed server starts again on its living database', async () => {
  const [program, database] = [server.pid(), server.databasePid()]
  await server.kill()
  expect(await ready()).toBeUndefined()
  await server.start()
  expect(await ready()).toBe(200)
  expect(server.pid()).not.toBe(program)
  expect(server.databasePid()).toBe(database)
})

test('server and database killed together start again', async () => {
  process.kill(server.databasePid()!, 'SIGKILL')
  await server.kill()
  await wait(10)
  await server.start()
  expect(await ready()).toBe(200)
})

test('whatever goes wrong, no password and no token stands in the log', async () => {
  const account = { company_code: 'DEMO', account: 'admin', password: demoPassword }
  const send = async (path: string, body: object, token = '') => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(body),
    })
    return { status: response.status, ...((await response.json()) as Envelope<{ token: string }>) }
  }
  const { data } = await send(login.path, account)
  const secrets = [demoPassword, data!.token, 'Wrong-Pass-2026', 'New-Pass-2026', 'token-of-nobody']
  await send(login.path, { ...account, password: 'Wrong-Pass-2026' })
  await send(alterPassword.path, { old_password: 'Wrong-Pass-2026', new_password: 'New-Pass-2026' }, data!.token)
  await send(`${userInfo.path}?token=token-of-nobody`, { password: demoPassword }, 'token-of-nobody')
  await fetch(server.url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: data!.token },
    body: `{"password":"${demoPassword}"`,
  })
  // Calls under which the database goes.
  const under = Array.from({ length: 8 }, (_, n) =>
    send(
      n % 2 ? login.path : alterPassword.path,
      { ...account, old_password: demoPassword, new_password: 'New-Pass-2026' },
      data!.token,
    ).catch(() => undefined),
  )
  await server.killDatabase()
  await Promise.all(under)
  await expect.poll(ready, { timeout: 30_000 }).toBe(200)
  expect(server.said().length).toBeGreaterThan(100)
  for (const secret of secrets) expect(server.said().includes(secret), secret).toBe(false)
})
