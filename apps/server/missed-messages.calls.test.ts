// What is told while the server has lost the database is heard by nobody: the channels are closed, so that pages ask again.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { livePath } from '@qitao/core/live.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { testApp } from './testing/test-app.ts'

const app = await testApp()

test('a server that lost the database and has it again closes the channels: whoever was connected connects again', async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const company = await app.company()
  const { token } = await company.member([pages.units])
  const { port } = app.app.server.address() as AddressInfo
  const connect = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, token)
    await once(socket, 'open')
    return socket
  }
  const closed = once(await connect(), 'close')
  const { rows } = await app.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen qitao_live'",
  )
  expect(rows).toHaveLength(1)
  expect((await closed)[0]).toBe(1012)

  const again = await connect()
  again.send('ping')
  expect(String((await once(again, 'message'))[0])).toBe('pong')
  again.close()
})
