import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairGate, type GateLimits } from './fair-gate.ts'

const limits: GateLimits = {
  ...{ atOnce: 4, atOncePerCompany: 3, atOncePerUser: 2 },
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
