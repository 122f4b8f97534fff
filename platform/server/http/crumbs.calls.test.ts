import { type AddressInfo, connect } from 'node:net'
import { login } from '@qitao/access/model/session/session.calls.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { beforeAll, expect, test } from 'vitest'

const app = await testApp()
beforeAll(() => app.app.listen({ port: 0, host: '127.0.0.1' }))

/** Sends a body in pieces of so many bytes; the code that comes back, or that the connection was cut. */
async function cutInto(bytes: number, pieces: number): Promise<number | 'cut'> {
  const { port } = app.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', chunk => (answer += chunk)).on('error', () => undefined)
  const closed = new Promise(done => socket.once('close', done))
  socket.write(
    [`POST ${login.path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', 'Content-Type: application/json']
      .concat('Transfer-Encoding: chunked', '', '')
      .join('\r\n'),
  )
  socket.write(`${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`.repeat(pieces))
  socket.write('2\r\n{}\r\n0\r\n\r\n')
  await closed
  return answer === '' ? 'cut' : JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)).code
}

test('a body that comes in crumbs costs its sender the connection; one in pieces is read', async () => {
  expect(await cutInto(1, 30_000)).toBe('cut')
  expect(await cutInto(1, 500)).not.toBe('cut')
  expect(await cutInto(100, 500)).not.toBe('cut')
  expect((await app.app.inject({ url: '/health/live' })).statusCode).toBe(200)
})
