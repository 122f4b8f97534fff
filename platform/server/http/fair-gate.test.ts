import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { FairGate, type GateLimits } from './fair-gate.ts'

const limits: GateLimits = {
  ...{ atOnce: 4, reserved: 0, atOncePerCompany: 3, atOncePerUser: 2 },
  ...{ waiting: 50, waitingPerCompany: 30, waitingPerUser: 20 },
}
const turn = () => new Promise(done => setImmediate(done))

test('who waits alone comes next, however long the line of a greedy member is', async () => {
  const gate = new FairGate({ ...limits, atOnce: 2 })
  const order: string[] = []
  const come = (company: string, user: string) =>
    gate.enter(company, user).then(leave => {
      order.push(user)
      return leave
    })
  const greedy = Array.from({ length: 20 }, () => come('A', 'greedy'))
  const others = [come('B', 'ada'), come('C', 'bob')]
  const colleague = come('A', 'eve')
  await turn()
  expect(order).toEqual(['greedy', 'greedy'])
  for (const one of [...greedy.slice(0, 2), ...others, colleague]) (await one)?.()
  await turn()
  expect(order.slice(2, 5).toSorted()).toEqual(['ada', 'bob', 'eve'])
})

test('whoever has a long line has one in at a time, and again two when it is short', async () => {
  const gate = new FairGate(limits)
  const leaves: (() => void)[] = []
  for (let n = 0; n < 12; n++) void gate.enter('A', 'ada').then(leave => leaves.push(leave!))
  await turn()
  expect([gate.inside, gate.waiting]).toEqual([2, 10])
  const most: number[] = []
  while (leaves.length > 0) {
    leaves.shift()!()
    await turn()
    most.push(gate.inside)
  }
  expect(most).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 0])
  expect(gate.waiting).toBe(0)
})

test('whoever has a long line leaves the others as much time as it took, and goes on when that is over', async () => {
  vi.useFakeTimers()
  try {
    const gate = new FairGate({ ...limits, atOncePerUser: 1 })
    const leaves: (() => void)[] = []
    for (let n = 0; n < 12; n++) void gate.enter('A', 'ada').then(leave => leaves.push(leave!))
    await vi.advanceTimersByTimeAsync(40)
    leaves.shift()!()
    // Alone she rests not.
    expect(gate.inside).toBe(1)
    const bob = (await gate.enter('B', 'bob'))!
    bob()
    await vi.advanceTimersByTimeAsync(40)
    leaves.shift()!()
    expect([gate.inside, gate.waiting]).toEqual([0, 10])
    await vi.advanceTimersByTimeAsync(35)
    expect(gate.inside).toBe(0)
    await vi.advanceTimersByTimeAsync(10)
    expect([gate.inside, gate.waiting]).toEqual([1, 9])
  } finally {
    vi.useRealTimers()
  }
})

test('a full line refuses, and whoever goes away leaves room', async () => {
  const gate = new FairGate({ ...limits, waitingPerUser: 2 })
  const inside = [await gate.enter('A', 'ada'), await gate.enter('A', 'ada')]
  const gone = new AbortController()
  const waits = [gate.enter('A', 'ada'), gate.enter('A', 'ada', gone.signal)]
  expect(await gate.enter('A', 'ada')).toBeUndefined()
  gone.abort()
  expect(await waits[1]).toBeUndefined()
  expect(gate.waiting).toBe(1)
  expect(await gate.enter('A', 'ada', gone.signal)).toBeUndefined()
  for (const leave of inside) leave?.()
  ;(await waits[0])?.()
  expect([gate.inside, gate.waiting]).toEqual([0, 0])
})

test('a full line makes room for who has less in it: the last of the longest goes', async () => {
  const gate = new FairGate({ ...limits, atOnce: 1, waiting: 6, waitingPerCompany: 4 })
  const inside = await gate.enter('A', 'ada')
  const refused: string[] = []
  const come = (company: string, user: string, name: string) =>
    gate.enter(company, user).then(leave => {
      if (!leave) refused.push(name)
      return leave
    })
  for (const n of [1, 2, 3, 4]) void come('A', 'ada', `ada ${n}`)
  void come('A', 'eve', 'eve 1')
  for (const n of [1, 2]) void come('B', 'bob', `bob ${n}`)
  await turn()
  expect(refused).toEqual(['ada 4'])
  void come('C', 'cy', 'cy 1')
  await turn()
  expect(refused).toEqual(['ada 4', 'ada 3'])
  expect(gate.waiting).toBe(6)
  // Who has as much in line as all others waits in vain.
  void come('B', 'bob', 'bob 3')
  await turn()
  expect(refused).toEqual(['ada 4', 'ada 3', 'bob 3'])
  inside?.()
})

test('places are kept for companies of which nobody is in', async () => {
  const gate = new FairGate({ ...limits, atOnce: 4, reserved: 1, atOncePerCompany: 2 })
  for (const company of ['A', 'A', 'B', 'B']) await gate.enter(company, 'u')
  const came: string[] = []
  void gate.enter('A', 'other').then(() => came.push('A'))
  void gate.enter('C', 'cy').then(() => came.push('C'))
  void gate.enter('C', 'cy').then(() => came.push('C again'))
  await turn()
  expect(came).toEqual(['C'])
})

test('whatever comes and goes: no limit is passed, nobody waits while there is room, and all come in', async () => {
  const step = fc.record({
    company: fc.integer({ min: 0, max: 3 }),
    user: fc.integer({ min: 0, max: 2 }),
    leaves: fc.nat(3),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
      const gate = new FairGate({ ...limits, waiting: 1000, waitingPerCompany: 1000, waitingPerUser: 1000 })
      const inside: { company: string; user: string; leave: () => void }[] = []
      let came = 0
      const count = (of: (one: (typeof inside)[number]) => boolean) => inside.filter(of).length
      const check = () => {
        expect(inside.length).toBeLessThanOrEqual(limits.atOnce)
        for (const one of inside) {
          expect(count(other => other.company === one.company)).toBeLessThanOrEqual(limits.atOncePerCompany)
          expect(count(other => other.user === one.user)).toBeLessThanOrEqual(limits.atOncePerUser)
        }
      }
      for (const { company, user, leaves } of steps) {
        const who = { company: `c${company}`, user: `u${company}-${user}` }
        void gate.enter(who.company, who.user).then(leave => {
          came += 1
          inside.push({ ...who, leave: leave! })
        })
        await turn()
        check()
        for (const one of inside.splice(0, leaves)) one.leave()
        await turn()
        check()
      }
      while (inside.length > 0) {
        inside.shift()!.leave()
        await turn()
        check()
      }
      expect(came).toBe(steps.length)
      expect([gate.inside, gate.waiting]).toEqual([0, 0])
    }),
    { numRuns: 40 },
  )
})
