import { command, query } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { fetchFile, fetchFileAt, fileName, onSessionEnd, send } from './client.ts'
import { failureText } from './failures.ts'
import { newIntention } from './idempotency.ts'

const declared = { title: text('x', 'x'), grantedBy: 'signed_in', input: z.any(), output: z.any() } as const
const read = query('/read', declared)
const readByGet = query('/get', { ...declared, method: 'GET' })
const write = command('/write', declared)

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
const answer = (body: unknown, status = 200) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
const sent = () => {
  const [path, init] = fetched.mock.lastCall!
  return { path, init, headers: new Headers(init.headers) }
}
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { cookie: 'other=1; token=abc%3D' })
})
afterEach(() => vi.unstubAllGlobals())

test('R-132 a call goes out as POST with the bare token and the language', async () => {
  answer({ code: 200, message: '', data: { a: 1 } })
  expect(await send(read, { page: 1 })).toEqual({ a: 1 })
  const { path, init, headers } = sent()
  expect([path, init.method, init.body]).toEqual(['/read', 'POST', '{"page":1}'])
  expect([headers.get('Authorization'), headers.get('Accept-Language')]).toEqual(['abc=', 'zh'])
  expect(headers.get('Idempotency-Key')).toBeNull()
})
test('GET sends its input as a query', async () => {
  answer({ code: 200, message: '', data: null })
  await send(readByGet, { app_code: 'mep_lite', none: undefined })
  expect(sent().path).toBe('/get?app_code=mep_lite')
})
test('a writing call always has an idempotency key, that of its sheet or its own', async () => {
  answer({ code: 200, message: '', data: null })
  await send(write, {}, { intention: newIntention(() => 'the key') })
  expect(sent().headers.get('Idempotency-Key')).toBe('the key')
  answer({ code: 200, message: '', data: null })
  await send(write, {})
  expect(sent().headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
})
test('R-140 a refusal is thrown with its code and data', async () => {
  answer({ code: 5021, message: 'no', data: { field: 'code' } })
  await expect(send(write, {})).rejects.toMatchObject({ kind: 'refused', code: 5021, data: { field: 'code' } })
})
test('http and network failures are told apart', async () => {
  answer({}, 502)
  await expect(send(read, {})).rejects.toMatchObject({ kind: 'http', code: 502 })
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  await expect(send(read, {})).rejects.toMatchObject({ kind: 'network' })
})
test('R-173 a request is given up after 300 seconds', async () => {
  const given = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(given.signal)
  fetched.mockImplementationOnce(
    (_, { signal }) => new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
  )
  const waiting = send(read, {})
  const outcome = expect(waiting).rejects.toMatchObject({ kind: 'timeout' })
  expect(timeout).toHaveBeenCalledWith(300_000)
  given.abort()
  await outcome
  timeout.mockRestore()
})
test('R-127 5256 and 7025 end the session, other refusals do not', async () => {
  const ended: number[] = []
  onSessionEnd(({ code }) => ended.push(code))
  for (const code of [5256, 5011, 7025]) {
    answer({ code, message: '', data: null })
    await send(read, {}).catch(() => {})
  }
  expect(ended).toEqual([5256, 7025])
})
test('a file that an earlier session asked for does not end the session that has begun since', async () => {
  const ended = vi.fn()
  onSessionEnd(ended)
  for (const ask of [() => fetchFile(read, {}), () => fetchFileAt('/file')]) {
    vi.stubGlobal('document', { cookie: 'token=earlier' })
    fetched.mockImplementationOnce(async () => {
      vi.stubGlobal('document', { cookie: 'token=since' })
      return Response.json({ code: 5256, message: '', data: null })
    })
    await expect(ask()).rejects.toMatchObject({ code: 5256 })
  }
  expect(ended).not.toHaveBeenCalled()
  answer({ code: 5256, message: '', data: null })
  await expect(send(read, {})).rejects.toMatchObject({ code: 5256 })
  expect(ended).toHaveBeenCalledOnce()
})
test('a write without an answer says that it may be done; a read, and a server that failed, do not', async () => {
  const lost = async (call: typeof write) => {
    fetched.mockRejectedValueOnce(new TypeError('offline'))
    return failureText(await send(call, {}).catch(failure => failure), 'zh')
  }
  expect(await lost(write)).toContain('可能已经完成')
  expect(await lost(read)).toContain('无法连接服务器')
  expect(await lost(command('/enter', { ...declared, grantedBy: 'public' }))).toContain('无法连接服务器')
  answer({}, 500)
  expect(failureText(await send(write, {}).catch(failure => failure), 'zh')).toBe('服务异常')
})
test('a file is called what the server calls it, also in Chinese', () => {
  expect(fileName('attachment; filename="x.xlsx"; filename*=UTF-8\'\'%E8%AE%A2%E5%8D%95.xlsx')).toBe('订单.xlsx')
  expect(fileName('attachment; filename="orders.xlsx"')).toBe('orders.xlsx')
  expect(fileName(null)).toBeUndefined()
})
