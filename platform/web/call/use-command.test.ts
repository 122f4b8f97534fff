import { text } from '@qitao/core/text.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setToastHost } from '../show/toast.ts'
import { CallFailure } from './failures.ts'
import { queryClient } from './use-call.ts'
import { attemptsOf } from './use-command.ts'

const send = vi.hoisted(() => vi.fn())
vi.mock('./client.ts', async original => ({ ...(await original<object>()), send }))

const call = { path: '/x', method: 'POST', writes: true, title: text('写', 'Write') } as never
let shown: string[]
beforeEach(() => {
  vi.useFakeTimers()
  send.mockReset()
  shown = []
  const open = ({ type, content }: { type: string; content: string }) => {
    shown.push(`${type}: ${content}`)
    return () => void shown.push(`${type} gone`)
  }
  setToastHost({ message: { open, destroy: () => {} } } as never)
})
afterEach(() => vi.useRealTimers())
const answerAfter = (ms: number) => send.mockImplementation(() => new Promise(done => setTimeout(done, ms, {})))
const states: boolean[] = []
const attempts = (options = {}) =>
  attemptsOf(
    call,
    () => options,
    ({ pending }) => states.push(pending),
  ) as unknown as (input: unknown) => Promise<{ ok: boolean }>

test('what takes long shows that it runs, and ends with a word', async () => {
  answerAfter(1_000)
  const ended = attempts()({ a: 1 })
  await vi.advanceTimersByTimeAsync(299)
  expect(shown).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toEqual(['loading: 处理中，请稍候'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await ended).toMatchObject({ ok: true })
  expect(shown.slice(1)).toEqual(['success: 操作成功：写', 'loading gone'])
  expect(states.splice(0)).toEqual([true, false])
})
test('what only looks may be asked again as soon as it has answered', async () => {
  answerAfter(500)
  const attempt = attempts({ repeatable: true })
  void attempt({ a: 1 })
  expect(await attempt({ a: 1 })).toEqual({ ok: false, failure: undefined })
  await vi.advanceTimersByTimeAsync(500)
  void attempt({ a: 1 })
  expect(send).toHaveBeenCalledTimes(2)
})
test('what is done at once only ends with a word', async () => {
  send.mockResolvedValue({})
  await attempts()({ a: 1 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown).toEqual(['success: 操作成功：写'])
})
test('the same is not sent twice, while it runs nor within two seconds; something else is', async () => {
  answerAfter(500)
  const attempt = attempts()
  void attempt({ a: 1 })
  expect(await attempt({ a: 1 })).toEqual({ ok: false, failure: undefined })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(await attempt({ a: 1 })).toEqual({ ok: false, failure: undefined })
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  void attempt({ a: 1 })
  void attempt({ a: 2 })
  expect(send).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1_000)
})
test('a refusal is told, and may be tried again at once', async () => {
  send.mockRejectedValue(new CallFailure('refused', 4321, {}, 'No'))
  const attempt = attempts()
  expect(await attempt({ a: 1 })).toMatchObject({ ok: false })
  expect(await attempt({ a: 1 })).toMatchObject({ ok: false })
  expect(send).toHaveBeenCalledTimes(2)
  expect(shown).toEqual(['error: No', 'error: No'])
})
test('a sheet is one intention until it is answered, whatever is changed; that the first was done is told', async () => {
  const warned: string[] = []
  setToastHost({
    message: { open: () => () => {}, destroy: () => {} },
    modal: { warning: ({ title }: { title: string }) => warned.push(title) },
  } as never)
  const intentions = () => send.mock.calls.map(([, , options]) => (options as { intention: unknown }).intention)
  const attempt = attempts({ sheet: true })
  send.mockRejectedValueOnce(new CallFailure('network', 0))
  await attempt({ quantity: 10 })
  send.mockRejectedValueOnce(new CallFailure('refused', 5001, { field: 'Idempotency-Key' }))
  await attempt({ quantity: 8 })
  expect(intentions()[0]).toBeDefined()
  expect(intentions()[1]).toBe(intentions()[0])
  expect(warned).toEqual(['上一次提交已经完成'])
})
test('a command with an end of its own says nothing, and hands over the answer', async () => {
  send.mockResolvedValue({ job_id: 'j' })
  const done = vi.fn()
  await attempts({ success: null, done })({ a: 1 })
  expect(shown).toEqual([])
  expect(done).toHaveBeenCalledWith({ job_id: 'j' }, { a: 1 })
})
test('after a write whatever was read before is old, however young it is; but not what changes rarely', async () => {
  queryClient.setQueryData(['/list', {}], { total: 1 })
  queryClient.getQueryCache().build(queryClient, { queryKey: ['/fields', {}], meta: { lasting: true } })
  queryClient.setQueryData(['/fields', {}], { total: 1 })
  const isOld = (path: string) => queryClient.getQueryState([path, {}])!.isInvalidated
  send.mockRejectedValueOnce(new CallFailure('refused', 4321, {}, 'No'))
  const attempt = attempts()
  await attempt({ a: 1 })
  expect(isOld('/list')).toBe(false)
  send.mockResolvedValue({})
  await attempt({ a: 1 })
  expect([isOld('/list'), isOld('/fields')]).toEqual([true, false])
})
test('after a write without an answer, which may be done, lists are asked again; a refusal leaves them', async () => {
  queryClient.setQueryData(['/list', {}], { total: 1 })
  const isOld = () => queryClient.getQueryState(['/list', {}])!.isInvalidated
  const attempt = attempts()
  send.mockRejectedValueOnce(new CallFailure('refused', 4321, {}, 'No'))
  await attempt({ a: 1 })
  expect(isOld()).toBe(false)
  send.mockRejectedValueOnce(Object.assign(new CallFailure('network', 0), { unanswered: true }))
  await attempt({ a: 1 })
  expect(isOld()).toBe(true)
})
test('what was done to several says to how many', async () => {
  send.mockResolvedValueOnce({ done_ids: ['a', 'b'], failed: [] }).mockResolvedValueOnce({ affected: 3 })
  await attempts()({ a: 1 })
  await attempts()({ a: 2 })
  expect(shown).toEqual(['success: 操作成功：写（2）', 'success: 操作成功：写（3）'])
})
test('what was booked is named by its number', async () => {
  send.mockResolvedValue({ receipt_id: 'r-1', no: 'RK0001' })
  await attempts()({ a: 1 })
  expect(shown).toEqual(['success: 操作成功：RK0001'])
})
