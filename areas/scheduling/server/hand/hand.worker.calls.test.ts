import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScheduleFacts } from '../../model/problem/facts.ts'
import { problemFrom } from '../../model/problem/problem.rules.ts'
import { type LastingFacts, onlyOrders } from '../../model/problem/renewed-facts.rules.ts'
import { aDevice, anOperation, anOrder, aTask, facts as someFacts, zone } from '../../testing/facts.ts'
import { type HandWork, hand } from './hand.worker.ts'

const { now } = someFacts()
const held = {
  ...{
    id: 'promise',
    material_id: 'product',
    series: null,
    mo_ids: [],
    process_id: 'cutting',
    device_id: 'saw2',
    quantity: '1',
  },
  ...{ setup_start_time: now + 4 * 86_400, start_time: now + 4 * 86_400, end_time: now + 4 * 86_400 + 7_200 },
}

/** Orders of two steps on three saws, as the engine places them. */
function planned(orders: readonly number[]): LastingFacts {
  const given = someFacts({
    devices: ['saw', 'saw2', 'saw3'].map(id => aDevice(id)),
    orders: orders.map((_, i) => anOrder(`o${i}`)),
    operations: orders.flatMap((pieces, i) => [
      anOperation(`o${i}a`, `o${i}`, { next_sequences: [20], planned_quantity: String(pieces) }),
      anOperation(`o${i}b`, `o${i}`, { sequence: 20, planned_quantity: String(pieces) }),
    ]),
  })
  const { tasks } = schedule(problemFrom(given, { only_kitted: false }), { iterations: 20, seed: 1 })
  const { now: _, time_zone: __, ...lasting } = given
  return {
    ...lasting,
    tasks: tasks.map(({ operation, order, machine, setupStart, start, end, setupSeconds }) => ({
      ...aTask(operation, order, machine, start, { setup_start_time: setupStart, end_time: end }),
      setup_seconds: setupSeconds,
    })),
  }
}

/** What somebody else does to an order, to a machine, or what a promise does, between two drags. */
const others: readonly ((facts: LastingFacts, mo_id: string) => Partial<LastingFacts>)[] = [
  () => ({}),
  ({ orders }, mo_id) => ({
    orders: orders.map(one => (one.id === mo_id ? { ...one, row_version: one.row_version + 1 } : one)),
  }),
  ({ orders }, mo_id) => ({
    orders: orders.map(one => (one.id === mo_id ? { ...one, delivery_date: one.delivery_date - 5 * 86_400 } : one)),
  }),
  ({ operations }, mo_id) => ({
    operations: operations.map(one => (one.mo_id === mo_id ? { ...one, reported_quantity: '1' } : one)),
  }),
  ({ tasks }, mo_id) => ({ tasks: tasks.map(one => (one.mo_id === mo_id ? { ...one, capacity_locked: true } : one)) }),
  ({ tasks }, mo_id) => ({
    tasks: tasks.map(one =>
      one.operation_id === `${mo_id}a` ? { ...one, status: 1, actual_start_time: one.start_time } : one,
    ),
  }),
  ({ tasks }, mo_id) => ({ tasks: tasks.filter(one => one.mo_id !== mo_id) }),
]

const steps = fc.array(
  fc.record({
    // Mostly nothing or what lets tasks move on; now and then one is locked, begun or gone.
    other: fc.oneof({ weight: 4, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(others.length - 1) }),
    of: fc.nat(5),
    machine: fc.nat(3),
    isOff: fc.nat(9).map(one => one === 0),
    // Most calls ask as the one before did.
    isHeld: fc.nat(9).map(one => one === 0),
    only_kitted: fc.nat(9).map(one => one === 0),
    task: fc.nat(20),
    hours: fc.constantFrom(24, 48, 96, 168, -24, 1),
    later: fc.nat(7_200),
  }),
  { minLength: 2, maxLength: 8 },
)

test('what a thread has kept answers as what it would be told whole, whatever has happened since', () => {
  let companies = 0
  let moved = 0
  let state = 0
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 30, max: 900 }), { minLength: 2, maxLength: 6 }), steps, (orders, done) => {
      const org_id = `company ${++companies}`
      let facts = planned(orders)
      let at = now
      let known: HandWork['known'] = { facts }
      for (const one of done) {
        at += one.later
        const mo_ids = [`o${one.of % orders.length}`]
        const next: LastingFacts = { ...facts, ...others[one.other]!(facts, mo_ids[0]!) }
        // Now and then a machine is switched off or on as well.
        const devices = !one.isOff
          ? undefined
          : next.devices.map((device, i) => ({
              ...device,
              status: i === 2 && device.status === 1 ? (0 as const) : (1 as const),
            }))
        if (!('facts' in known))
          known = {
            state: known.state,
            change: {
              mo_ids: [...new Set([...known.change.mo_ids, ...mo_ids])],
              orders: onlyOrders(next, new Set([...known.change.mo_ids, ...mo_ids])),
              ...(devices ? { devices } : {}),
            },
          }
        facts = { ...next, ...(devices && !('facts' in known) ? { devices } : {}) }
        if ('facts' in known) known = { facts }
        const task = facts.tasks[one.task % Math.max(1, facts.tasks.length)]
        if (!task) return
        const start = task.start_time + one.hours * 3_600
        const work: Omit<HandWork, 'org_id' | 'known' | 'state'> = {
          ...{ now: at, time_zone: zone, held: one.isHeld ? [held] : [], only_kitted: one.only_kitted },
          change: {
            kind: 'move',
            tasks: [
              {
                operation: task.operation_id,
                machine: ['saw', 'saw2', 'saw3', task.device_id][one.machine]!,
                ...{ start, end: start + task.end_time - task.start_time },
              },
            ],
          },
        }
        const outcome = hand({ org_id, known, state: ++state, ...work })
        const whole = hand({ org_id: 'nobody', known: { facts }, state: null, ...work })
        expect(outcome).toEqual(whole)
        if (whole === 'unknown') throw new Error('all was told')
        expect(whole.broken).toEqual([])
        moved += whole.moved.length
        const places = new Map(whole.moved.map(place => [place.operation, place]))
        const touched = new Set<string>()
        const tasks: ScheduleFacts['tasks'] = facts.tasks.map(stood => {
          const to = places.get(stood.operation_id)
          if (!to) return stood
          touched.add(stood.mo_id)
          return {
            ...{ ...stood, device_id: to.machine, setup_start_time: to.setupStart, start_time: to.start },
            ...{ end_time: to.end, setup_seconds: to.setupSeconds },
          }
        })
        facts = { ...facts, tasks }
        known = { state, change: { mo_ids: [...touched], orders: onlyOrders(facts, touched) } }
      }
    }),
    { numRuns: 100 },
  )

  expect(moved).toBeGreaterThan(20)
})

test('of a state that it does not have it asks for all', () => {
  const facts = planned([60])
  const work = {
    ...{ org_id: 'asks', now, time_zone: zone, held: [], only_kitted: false },
    change: { kind: 'put_right' as const },
  }
  const none = { mo_ids: [], orders: onlyOrders(facts, new Set()) }
  expect(hand({ ...work, known: { state: 1_000_000, change: none }, state: 1_000_001 })).toBe('unknown')
  expect(hand({ ...work, known: { facts }, state: 1_000_002 })).not.toBe('unknown')
  expect(hand({ ...work, known: { state: 1_000_002, change: none }, state: 1_000_003 })).not.toBe('unknown')
  expect(hand({ ...work, known: { state: 1_000_002, change: none }, state: 1_000_004 })).toBe('unknown')
})
