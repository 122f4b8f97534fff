import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { post } from './post.ts'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
})
const asked = new Map<string, number>()
async function listening(answers: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    const at = `http://${request.headers.host}`
    asked.set(at, (asked.get(at) ?? 0) + 1)
    answers(request, response)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise(done => server.once('listening', done))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}
const of = (address: string, more = {}) => ({ address, headers: { 'X-One': '1' }, body: '{"a":1}', ...more })

test('what is sent arrives, and the first words of the answer come back', async () => {
  let heard = ''
  const address = await listening((request, response) => {
    request.on('data', piece => (heard += `${request.headers['x-one']} ${request.method} ${piece}`))
    request.on('end', () => response.writeHead(202).end(`ok\n${'x'.repeat(5_000_000)}`))
  })
  const { answer_code, fault, said } = await post(of(address, { allowsLoopback: true }))
  expect({ answer_code, fault }).toEqual({ answer_code: 202, fault: null })
  expect(heard).toBe('1 POST {"a":1}')
  expect(said.startsWith('ok x')).toBe(true)
  expect(said.length).toBeLessThanOrEqual(2_000)
})
test('nothing is sent to this machine or to a network of one’s own, however it is written', async () => {
  const address = await listening((_, response) => response.end())
  const { port } = new URL(address)
  const hosts = ['127.0.0.1', '[::1]', '127.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]', '10.0.0.1']
  const faults = await Promise.all(hosts.map(host => post(of(`https://${host}:${port}/`))))
  expect(faults.map(({ fault }) => fault)).toEqual(hosts.map(() => 'inner'))
  // http is for tests, and then for this machine alone.
  expect((await post(of(`http://127.0.0.1:${port}/`))).fault).toBe('address')
  expect((await post(of('http://8.8.8.8/', { allowsLoopback: true }))).fault).toBe('inner')
  expect((await post(of('https://10.0.0.1/', { allowsLoopback: true }))).fault).toBe('inner')
  expect((await post(of('ftp://8.8.8.8/'))).fault).toBe('address')
  expect((await post(of('https://a:b@8.8.8.8/'))).fault).toBe('address')
  expect((await post(of('nowhere'))).fault).toBe('address')
  expect(asked.get(address)).toBe(undefined)
})
test('a name that leads inside is refused, also beside a public address; what was looked at is where it goes', async () => {
  const leads = (to: readonly string[]) => ({ resolve: async () => to })
  expect((await post(of('https://inside.example', leads(['10.0.0.7'])))).fault).toBe('inner')
  expect((await post(of('https://both.example', leads(['8.8.8.8', '127.0.0.1'])))).fault).toBe('inner')
  expect((await post(of('https://nobody.example', leads([])))).fault).toBe('unknown_host')
  const unknown = async () => Promise.reject(new Error('ENOTFOUND'))
  expect((await post(of('https://unknown.example', { resolve: unknown }))).fault).toBe('unknown_host')
  // The second look-up would lead elsewhere: there is none.
  const address = new URL(await listening((_, response) => response.end('pinned')))
  let looked = 0
  const resolve = async () => {
    looked++
    return [looked === 1 ? '127.0.0.1' : '10.0.0.1']
  }
  const posted = await post(of(`http://pinned.example:${address.port}/`, { resolve, allowsLoopback: true }))
  expect(posted).toMatchObject({ answer_code: 200, said: 'pinned' })
  expect(looked).toBe(1)
})
test('a redirect is an answer and leads nowhere', async () => {
  const inner = await listening((_, response) => response.end())
  const address = await listening((_, response) => response.writeHead(302, { location: inner }).end())
  expect((await post(of(address, { allowsLoopback: true }))).answer_code).toBe(302)
  expect(asked.get(inner)).toBe(undefined)
})
test('who does not answer is given up; who is not there is told so', async () => {
  const silent = await listening(() => undefined)
  expect((await post(of(silent, { allowsLoopback: true, timeoutMs: 200 }))).fault).toBe('timeout')
  // Begins to answer and does not end.
  const slow = await listening((_, response) => response.writeHead(200).write('a'))
  expect((await post(of(slow, { allowsLoopback: true, timeoutMs: 200 }))).fault).toBe('timeout')
  expect((await post(of('http://127.0.0.1:1/', { allowsLoopback: true }))).fault).toBe('connection')
})
