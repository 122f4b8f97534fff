// The live channel and those who misuse it: nobody takes the server along, and nobody fills its memory.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { livePath } from '@qitao/core/live.ts'
import { usualLimits } from '@qitao/platform/server/limits.ts'
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
async function channel(token: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, token)
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
