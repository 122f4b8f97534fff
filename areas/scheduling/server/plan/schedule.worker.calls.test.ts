import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { anOperation, anOrder, aTask, clock, facts, monday } from '../../testing/facts.ts'
import { solve, type ToldProgress } from './schedule.worker.ts'

test('the first plan is told before the bound, and set-ups are those of the whole plan', async () => {
  const { port1, port2 } = new MessageChannel()
  const told: ToldProgress[] = []
  port1.on('message', progress => told.push(progress))
  // One order is placed anew; the other stays, with the set-up that it was planned with.
  const { plan, violations, stands } = solve({
    facts: facts({
      orders: [anOrder('a'), anOrder('b')],
      operations: [anOperation('a1', 'a'), anOperation('b1', 'b')],
      tasks: [
        aTask('b1', 'b', 'saw', clock(monday, 12), { setup_seconds: 900, setup_start_time: clock(monday, 11.75) }),
      ],
    }),
    free: new Set(),
    only_kitted: false,
    objective: 'tardiness',
    seed: 1,
    seconds: 1,
    port: port2,
    stop: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  })
  await once(port1, 'close')
  expect(violations).toEqual([])
  expect(plan.tasks).toHaveLength(2)
  expect(stands).toMatchObject({ best: { setupSeconds: 600 + 900 }, bound: { setupSeconds: 600 + 900 } })
  expect(told[0]).toMatchObject({ best: { setupSeconds: 600 + 900 }, bound: null })
  expect(told.at(-1)).toMatchObject({ best: { setupSeconds: 600 + 900 }, bound: { setupSeconds: 600 + 900 } })
})
