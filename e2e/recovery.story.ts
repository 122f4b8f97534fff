// What a power user of `kill -9` sees: the server and its database come back by themselves, with what was acknowledged.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { type StartedServer, startServer } from './server.ts'

let server: StartedServer

test.beforeAll(async () => {
  server = await startServer()
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
