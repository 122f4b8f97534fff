// The live channel and those who misuse it: nobody takes the server along, and nobody fills its memory.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { stopTerminal } from '@qitao/access/model/session/terminal.calls.ts'
import { livePath, signInAgainClose } from '@qitao/core/live.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { usualLimits } from '@qitao/platform/server/http/limits.ts'
import { startJob } from '@qitao/platform/server/jobs/job-queue.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { testApp } from './testing/test-app.ts'

const limits = { channelsPerSession: 3, channelsPerUser: 4, channelBufferKb: 64 }
const app = await testApp({ limits })
await app.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.app.server.address() as AddressInfo

const asked = (token: string, more = ''): string =>
  `GET ${livePath} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ${token}\r\n${more}\r\n`

async function raw(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}
const firstLine = async (text: string): Promise<string> => {
  const [bytes] = (await once(await raw(text), 'data')) as [Buffer]
  return bytes.toString().split('\r\n')[0]!
}
async function channel(token: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, token, { headers })
  onTestFinished(() => socket.terminate())
  socket.on('error', () => undefined)
  await once(socket, 'open')
  return socket
}
const isAlive = async () => expect((await app.app.inject('/health/live')).statusCode).toBe(200)

test('who breaks off in the handshake, known or not, leaves the server standing', async () => {
  const { admin } = await app.company()
  for (const token of ['x', 'nobody', admin.token]) {
    for (let times = 0; times < 20; times++) {
      const socket = await raw(asked(token))
      // In the middle of what the server asks the database.
      for (let turns = 0; turns < times; turns++) await new Promise(done => setImmediate(done))
      socket.resetAndDestroy()
    }
  }
  for (const address of ['/ws/other/', '/mep_server/none']) {
    const socket = await raw(asked('x').replace(livePath, address))
    socket.resetAndDestroy()
  }
  await isAlive()
  // Nothing of theirs is counted any more.
  await channel(admin.token)
})

test('a page of another site gets no channel', async () => {
  const { admin } = await app.company()
  const of = (origin: string) => firstLine(asked(admin.token, `Origin: ${origin}\r\n`))
  expect(await of('https://evil.example')).toContain('403')
  expect(await of('null')).toContain('403')
  expect(await of(`http://127.0.0.1:${port}`)).toContain('101')
})

test('who must set up a second factor has no channel, and one that is open closes', async () => {
  const { admin } = await app.company()
  const closed = once(await channel(admin.token), 'close')
  await admin.ok(setOrganizationConfig, { configs: [{ config_key: 'mfa_required', config_value: 'admins' }] })
  expect((await closed)[0]).toBe(signInAgainClose)
  expect(await firstLine(asked(admin.token))).toContain('401')
})

test('at a device that is stopped the channel closes, too, of a session that was opened before it was a terminal', async () => {
  const company = await app.company()
  const { token } = await company.member([])
  const [terminal_id, secret] = [newId(), 'a'.repeat(43)]
  await company.as(async tx => {
    await sql`insert into terminal (id, name, place, idle_minutes) values (${terminal_id}, 'T', '', 10)`.execute(tx)
    await sql`insert into terminal_device (org_id, terminal_id, secret_hash, agent, seen_address)
      values (${company.org_id}, ${terminal_id}, ${createHash('sha256').update(secret).digest('hex')}, '', '')`.execute(
      tx,
    )
  })
  const [here, elsewhere] = [await channel(token, { cookie: `device=${secret}` }), await channel(token)]
  const closed = once(here, 'close')
  await company.admin.ok(stopTerminal, { id: terminal_id })
  expect((await closed)[0]).toBe(signInAgainClose)
  elsewhere.send('ping')
  expect(String((await once(elsewhere, 'message'))[0])).toContain('pong')
})

test('a session, and a user, have so many channels; one that closes makes room', async () => {
  const company = await app.company()
  const { token } = await company.member()
  const open = [await channel(token), await channel(token), await channel(token)]
  expect(await firstLine(asked(token))).toContain('429')
  open[0]!.terminate()
  await expect.poll(() => firstLine(asked(token))).toContain('101')
  // Nobody else is touched.
  await channel(company.admin.token)
})

/** A masked frame of a ping with 125 bytes. */
const ping = Buffer.concat([Buffer.from([0x89, 0xfd, 0, 0, 0, 0]), Buffer.alloc(125)])

test('who pings by the thousand and reads nothing is put out, and little of it is kept', async () => {
  const { admin } = await app.company()
  const socket = await raw(asked(admin.token))
  await once(socket, 'data')
  socket.pause()
  const closed = new Promise(done => socket.once('close', done))
  const many = Buffer.concat(Array.from({ length: 500 }, () => ping))
  let written = 0
  const push = () => {
    while (!socket.destroyed && written < 50_000_000) {
      written += many.length
      if (!socket.write(many)) return
    }
  }
  socket.on('drain', push)
  push()
  await closed
  expect(written).toBeLessThan(50_000_000)
})

test('a page that pings as pages do is answered, and a few pings of the protocol are, too', async () => {
  const { admin } = await app.company()
  const socket = await channel(admin.token)
  const pong = once(socket, 'pong')
  socket.ping('are you there')
  expect(String((await pong)[0])).toBe('are you there')
  const heard = once(socket, 'message')
  socket.send('ping')
  expect(String((await heard)[0])).toBe('pong')
  const closed = once(socket, 'close')
  for (let times = 0; times <= usualLimits.channelMessagesPerPing * 2; times++) socket.send('ping')
  await closed
})

test('of a job hear: who started it, administrators, and who has the page it is started on, as long as they have it', async () => {
  const company = await app.company()
  const [starter, planner, buyer] = await Promise.all([
    company.member(),
    company.member([pages.productionPlan]),
    company.member([pages.purchase]),
  ])
  const heard = new Map<string, string[]>()
  for (const [name, { token }] of Object.entries({ admin: company.admin, starter, planner, buyer })) {
    const words: string[] = []
    heard.set(name, words)
    const socket = await channel(token)
    socket.on('message', data => {
      const { channel_type, data: told } = JSON.parse(String(data))
      if (channel_type === 'job') words.push(told.job_id)
    })
  }
  const run = async (type: string) => {
    const { org_id } = company
    const job_id = await app.database.as({ org_id, user_id: starter.user_id, cause: 'test' }, tx =>
      startJob(tx, { type, input: { mo_ids: [] } }),
    )
    await company.jobEnd(job_id)
    await expect.poll(() => heard.get('starter')).toContain(job_id)
    await expect.poll(() => heard.get('admin')).toContain(job_id)
    return job_id
  }
  const schedule = await run('schedule')
  const matched = await run('match_again')
  await company.as(tx =>
    sql`update app_permission p set page_paths = '{}' from user_role u
      where u.role_id = p.role_id and u.user_id = ${planner.user_id}`.execute(tx),
  )
  await new Promise(over => setTimeout(over, 1_100))
  const later = await run('schedule')
  const ofEach = [...heard].map(([name, words]) => [
    name,
    [schedule, matched, later].map(job_id => words.includes(job_id)),
  ])
  expect(Object.fromEntries(ofEach)).toEqual({
    admin: [true, true, true],
    starter: [true, true, true],
    planner: [true, false, false],
    buyer: [false, false, false],
  })
})
