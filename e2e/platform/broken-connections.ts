// Connections as nobody should make them: each kind breaks off somewhere, or sends what no browser sends.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import { login } from '@qitao/access/model/session/session.calls.ts'
import { livePath } from '@qitao/core/live.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'

interface Target {
  readonly port: number
  readonly token: string
}
type Kind = (target: Target, socket: Socket) => Promise<unknown> | unknown

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n\r\n`
const post = (path: string, token: string, ...more: string[]): string =>
  lines(`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: ${token}`, ...more)
const json = (path: string, token: string, body: string, length = Buffer.byteLength(body)): string =>
  post(path, token, 'Content-Type: application/json', `Content-Length: ${length}`) + body
const upgrade = (token: string, path = livePath, key = 'dGhlIHNhbXBsZSBub25jZQ=='): string =>
  lines(
    ...[`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    ...[`Sec-WebSocket-Key: ${key}`, `Sec-WebSocket-Protocol: ${token}`],
  )
const part = (head: string, words = 'x'): string => `--b\r\n${head}\r\n\r\n${words}\r\n`
const form = (token: string, body: string, length = Buffer.byteLength(body)): string =>
  post(commonUpload.path, token, 'Content-Type: multipart/form-data; boundary=b', `Content-Length: ${length}`) + body
const octets = 'Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream'
const picture = 'Content-Disposition: form-data; name="file"; filename="a.png"'
/** A masked frame of a channel. */
const frame = (opcode: number, length: number): Buffer =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | length, 0, 0, 0, 0]), Buffer.alloc(length)])

/** What comes first; or nothing, when nothing does. */
const heard = (socket: Socket): Promise<unknown> =>
  Promise.race([
    once(socket, 'data', { signal: AbortSignal.timeout(3000) }).catch(() => undefined),
    new Promise(done => socket.once('close', done)),
  ])
const afterIt = async (socket: Socket, ...texts: (string | Buffer)[]): Promise<void> => {
  for (const text of texts) {
    socket.write(text)
    await heard(socket)
  }
}

export const kinds: Readonly<Record<string, Kind>> = {
  'nothing at all': () => {},
  'half a line': (_, socket) => socket.write('POST /mep_ser'),
  'half a head, a sign at a time': async (_, socket) => {
    for (const sign of 'GET / HTTP/1.1\r\nHo') {
      socket.write(sign)
      await wait(1)
    }
  },
  'another protocol': (_, socket) => afterIt(socket, Buffer.from('1603010200010001fc0303', 'hex')),
  'a head that is too large': (_, socket) => afterIt(socket, lines('GET / HTTP/1.1', `X: ${'x'.repeat(40_000)}`)),
  'a length that is none': (_, socket) => afterIt(socket, post(login.path, '', 'Content-Length: -5')),
  'two lengths': (_, socket) =>
    afterIt(socket, post(login.path, '', 'Content-Length: 5', 'Transfer-Encoding: chunked')),
  'chunks of no size': (_, socket) =>
    afterIt(socket, `${post(login.path, '', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}xyz\r\n`),
  'chunks that end in the middle': ({ token }, socket) =>
    socket.write(
      `${post(processCalls.list.path, token, 'Content-Type: application/json', 'Transfer-Encoding: chunked')}ff\r\n{"a":`,
    ),
  'a sign-in that stops in the middle': (_, socket) => socket.write(json(login.path, '', '{"company_code":"', 60_000)),
  'a sign-in of a megabyte': (_, socket) => afterIt(socket, json(login.path, '', '{', 1_000_000)),
  'a sign-in that is no JSON': (_, socket) => afterIt(socket, json(login.path, '', '{"a"}')),
  'a body with names of all objects': (_, socket) =>
    afterIt(socket, json(login.path, '', '{"__proto__":{"x":1},"constructor":{"prototype":{}}}')),
  'a body a thousand deep': ({ token }, socket) =>
    afterIt(socket, json(processCalls.list.path, token, `{"keyword":${'['.repeat(1000)}${']'.repeat(1000)}}`)),
  'an order by a name of all objects': ({ token }, socket) =>
    afterIt(socket, json(processCalls.list.path, token, '{"order_by":"constructor"}')),
  'a call that stops in the middle': ({ token }, socket) =>
    socket.write(json(processCalls.list.path, token, '{"keyword":"', 500_000)),
  'a call whose answer nobody waits for': ({ token }, socket) =>
    socket.write(json(processCalls.list.path, token, '{}')),
  'a call after which only the reader stays': async ({ token }, socket) => {
    socket.end(json(processCalls.list.path, token, '{}'))
    await heard(socket)
  },
  'a large answer that nobody reads': ({ token }, socket) => {
    socket.pause()
    socket.write(lines('GET /openapi.json HTTP/1.1', 'Host: x', `Authorization: ${token}`))
    return wait(20)
  },
  'twenty calls in one breath': ({ token }, socket) =>
    socket.write(json(processCalls.list.path, token, '{}').repeat(20)),
  'a body that asks whether to come': ({ token }, socket) =>
    afterIt(socket, post(processCalls.list.path, token, 'Expect: 100-continue', 'Content-Length: 100')),
  'a method nobody knows, and a tunnel': (_, socket) =>
    afterIt(socket, lines('BREW / HTTP/1.1', 'Host: x'), lines('CONNECT x:1 HTTP/1.1', 'Host: x')),
  'an address that is none': (_, socket) => afterIt(socket, lines('GET /%ff%00/..%2f%zz HTTP/1.1', 'Host: x')),
  'a channel of a stranger, broken off': (_, socket) => socket.write(upgrade('x')),
  'a channel of a member, broken off': ({ token }, socket) => socket.write(upgrade(token)),
  'a channel that breaks when it is open': ({ token }, socket) => afterIt(socket, upgrade(token)),
  'a channel that pings and does not read': async ({ token }, socket) => {
    await afterIt(socket, upgrade(token))
    socket.pause()
    for (let times = 0; times < 200; times++) socket.write(frame(9, 125))
    await wait(20)
  },
  'a channel with frames that are none': ({ token }, socket) =>
    afterIt(socket, upgrade(token), Buffer.alloc(300, 0xff)),
  'a channel with a frame of a gigabyte': ({ token }, socket) =>
    afterIt(socket, upgrade(token), Buffer.from('82ff00000000400000000000', 'hex')),
  'a channel without a key': ({ token }, socket) => afterIt(socket, upgrade(token, livePath, '')),
  'a channel where there is none': (_, socket) => socket.write(upgrade('x', '/mep_server/biz/none')),
  'a file without its name': ({ token }, socket) => afterIt(socket, form(token, `${part(octets)}--b--`)),
  'a part without a name': ({ token }, socket) =>
    afterIt(socket, form(token, `${part('Content-Disposition: form-data; filename="a"')}--b--`)),
  'a part that says nothing of itself': ({ token }, socket) => afterIt(socket, form(token, `${part('X: y')}--b--`)),
  'a file that stops in the middle': ({ token }, socket) =>
    socket.write(form(token, part(picture, 'x'.repeat(30_000)), 5_000_000)),
  'a file that stops in its head': ({ token }, socket) => socket.write(form(token, `--b\r\n${picture}`, 5_000)),
  'a form of another boundary': ({ token }, socket) => afterIt(socket, form(token, `--c\r\n${picture}\r\n\r\nx--c--`)),
  'a form with sixty parts': ({ token }, socket) =>
    afterIt(socket, form(token, `${part('Content-Disposition: form-data; name="a"').repeat(60)}--b--`)),
  'a file of a stranger': (_, socket) => afterIt(socket, form('nobody', part(picture), 5_000_000)),
  'a file of a gigabyte': ({ token }, socket) => afterIt(socket, form(token, part(picture), 1_000_000_000)),
}

/** One broken connection; ends with a reset, wherever it stands. */
export async function breakOne(target: Target, kind: Kind): Promise<void> {
  const socket = connect(target.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'connect').catch(() => undefined), wait(5000)])
  await kind(target, socket)
  // Some break off while the server is at it, some before it has looked.
  if (Math.random() < 0.5) await wait(Math.random() * 20)
  socket.resetAndDestroy()
}
