import { getPriority, platform } from 'node:os'
import { expect, test } from 'vitest'
import { FairThreads } from './fair-threads.ts'

/** Turns that end when they are told to. */
function turns(threads: FairThreads) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (company: string, name: string) =>
    threads.turn(company, () => {
      begun.push(name)
      return new Promise<void>(end => ends.set(name, end))
    })
  const settle = () => new Promise(done => setImmediate(done))
  const end = async (name: string) => {
    ends.get(name)!()
    await settle()
  }
  return { begun, take, end, settle }
}
const nowhere = new URL('file:///nowhere.ts')

test('each company has one at a time, and one that asks for much does not hold up another', async () => {
  const { begun, take, end, settle } = turns(new FairThreads(nowhere, 0, 2))
  for (const n of [1, 2, 3]) void take('greedy', `greedy ${n}`)
  void take('other', 'other 1')
  void take('third', 'third 1')
  await settle()
  expect(begun).toEqual(['greedy 1', 'other 1'])
  // The one that has not had a turn comes before the next of the one that has.
  await end('greedy 1')
  expect(begun.at(-1)).toBe('third 1')
  await end('other 1')
  expect(begun.at(-1)).toBe('greedy 2')
  await end('third 1')
  expect(begun).toHaveLength(4)
  await end('greedy 2')
  expect(begun.at(-1)).toBe('greedy 3')
})

test('a turn that fails is over', async () => {
  const threads = new FairThreads(nowhere, 0, 1)
  await expect(threads.turn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(threads.turn('b', async () => 'done')).resolves.toBe('done')
})

test('a company comes back to the thread that knows it, while others come and go', async () => {
  const threads = new FairThreads(new URL('../testing/who.worker.ts', import.meta.url), 60_000, 2)
  const where = (company: string) => threads.turn(company, ask => ask<number>('who', undefined))
  const [first, second] = [await where('a'), await where('b')]
  expect(second).not.toBe(first)
  for (const company of ['c', 'd', 'e']) await where(company)
  expect([await where('b'), await where('a')]).toEqual([second, first])
})

test('what is cancelled ends in its thread, and the next one has its turn', async () => {
  const threads = new FairThreads(new URL('../testing/who.worker.ts', import.meta.url), 60_000, 1)
  const cancelled = threads.turn('a', ask => ask('never', undefined, AbortSignal.timeout(50)))
  await expect(cancelled).rejects.toThrow(/abort/i)
  await expect(threads.turn('b', ask => ask('who', undefined))).resolves.toBeGreaterThan(0)
})

test.runIf(platform() === 'linux')('a thread that computes stands behind those that answer', async () => {
  const threads = new FairThreads(new URL('../testing/who.worker.ts', import.meta.url), 60_000, 1)
  const behind = await threads.turn('a', ask => ask<number>('howFarBehind', undefined))
  expect(behind).toBe(Math.max(12, getPriority()))
})
