import { hourSeconds } from '@qitao/core/time.ts'
import { describe, expect, test } from 'vitest'
import { aComponent, aDevice, anOperation, anOrder, aTask, clock, due, facts, now } from '../../testing/facts.ts'
import type { OperationOfPlan } from './facts.ts'
import { disturbancesOf } from './late-supply.rules.ts'
import { freeInSchedule, problemFrom, type Scope } from './problem.rules.ts'
import { withWhatComes } from './what-comes.rules.ts'

const scope: Scope = { only_kitted: false }
const operationIn = (given: Parameters<typeof facts>[0], id: string, of: Scope = scope) => {
  const problem = problemFrom(facts(given), of)
  return problem.operations.find(operation => operation.id === id)!
}

describe('run times', () => {
  const timed = (more: object) => ({ ...facts().cycle_times[0]!, ...more })
  test('of what is left to make, at the expected OEE and the efficiency of the machine, rounded up to a second', () => {
    const operation = operationIn(
      {
        devices: [aDevice('saw', { efficiency: '0.9' })],
        cycle_times: [timed({ cycle_seconds: '100', batch_quantity: '3', expected_oee: '0.85' })],
        operations: [anOperation('a1', 'a', { reported_quantity: '20' })],
      },
      'a1',
    )
    // 100 s x 100 pieces / 3 a batch / 0.85 / 0.9 = 4357.298...
    expect(operation.machines).toEqual([{ machine: 'saw', setupSeconds: 600, runSeconds: 4358 }])
  })
  test('of what was finished short only what came back', () => {
    const of = (more: object) => operationIn({ operations: [anOperation('a1', 'a', { status: 1, ...more })] }, 'a1')
    const short = { reported_quantity: '90', defective_quantity: '10' }
    expect(of(short).quantity).toBe(20)
    expect(of({ ...short, only_again: '5' }).quantity).toBe(5)
    expect(of({ ...short, only_again: '30' }).quantity).toBe(20)
    expect(of({ only_again: '30' }).quantity).toBe(30)
    const [whole, again] = [of({}), of({ only_again: '30' })].map(one => one.machines[0]!.runSeconds!)
    expect(again).toBe(whole! / 4)
  })
  test('of a step behind one that ended short what has come', () => {
    const chain = (...steps: Partial<OperationOfPlan>[]) => {
      const operations = withWhatComes(
        steps.map((more, i) =>
          anOperation(`a${i + 1}`, 'a', { sequence: (i + 1) * 10, next_sequences: [(i + 2) * 10], ...more }),
        ),
      )
      return problemFrom(facts({ operations }), scope).operations.map(({ id, quantity }) => [id, quantity])
    }
    const short = { status: 2, reported_quantity: '90' } as const
    expect(chain(short, {}, {})).toEqual([
      ['a2', 90],
      ['a3', 90],
    ])
    expect(chain(short, { status: 1, reported_quantity: '30', defective_quantity: '10' }, {})).toEqual([
      ['a2', 50],
      ['a3', 80],
    ])
    // What came back is made once more, and comes.
    expect(chain({ ...short, status: 1, only_again: '5' }, {}).at(-1)).toEqual(['a2', 95])
    expect(chain({ ...short, reported_quantity: '100' }, {})).toEqual([['a2', 100]])
    // It has made more than is reported before it.
    expect(chain(short, { status: 1, reported_quantity: '95' }, {})).toEqual([
      ['a2', 25],
      ['a3', 120],
    ])
    expect(chain({ ...short, reported_quantity: '120' }, {})).toEqual([['a2', 120]])
    const parts = { planned_quantity: '60', sequence: 20 }
    expect(chain(short, parts, { ...parts })).toEqual([
      ['a2', 60],
      ['a3', 30],
    ])
  })
  test('exact where a float is not: 0.1 s x 3 pieces is 0.3, not 0.30000000000000004', () => {
    const given = {
      cycle_times: [timed({ cycle_seconds: '0.1' })],
      operations: [anOperation('a1', 'a', { planned_quantity: '30' })],
    }
    expect(operationIn(given, 'a1').machines[0]!.runSeconds).toBe(3)
  })
  test('the most specific entry holds: for the product before for the machine', () => {
    const cycle_times = [
      timed({}),
      timed({ device_id: 'saw', cycle_seconds: '50' }),
      timed({ material_id: 'product', cycle_seconds: '30' }),
    ]
    expect(operationIn({ cycle_times }, 'a1').machines[0]!.runSeconds).toBe(3600)
  })
  test('machines that do the process; without a cycle time their run is unknown', () => {
    const devices = [
      aDevice('saw'),
      aDevice('welder', { process_ids: ['weld'] }),
      aDevice('both', { process_ids: ['cut', 'weld'] }),
    ]
    expect(
      operationIn({ devices, cycle_times: [] }, 'a1').machines.map(({ machine, runSeconds }) => [machine, runSeconds]),
    ).toEqual([
      ['saw', null],
      ['both', null],
    ])
  })
})

describe('machines', () => {
  test('working time without exceptions, from the past to a year ahead', () => {
    const { calendars, limit } = problemFrom(facts(), scope)
    expect(calendars[0]!.intervals).toContainEqual([clock('2026-01-05', 8), clock('2026-01-05', 16)])
    expect(calendars[0]!.intervals.at(-1)![1]).toBeLessThanOrEqual(limit)
    expect(calendars[0]!.intervals[0]![0]).toBeLessThan(now)
  })
  test('a disabled machine has none', () => {
    expect(problemFrom(facts({ devices: [aDevice('saw', { status: 0 })] }), scope).machines[0]!.calendar).toBeNull()
  })
  test('freezes, capacity and what stands on it', () => {
    const freezes = [{ id: 'f', start_time: 10, end_time: 20, kind: 3 as const }]
    const changeovers = [
      {
        device_id: null,
        from_material_id: 'x',
        to_material_id: 'product',
        from_series: null,
        to_series: null,
        change_seconds: 900,
      },
    ]
    const [machine] = problemFrom(
      facts({ devices: [aDevice('saw', { freezes, capacity: 2, last_material_id: 'x' })], changeovers }),
      scope,
    ).machines
    expect(machine).toMatchObject({ frozen: [[10, 20]], capacity: 2, family: 'x', changeover: 'all' })
  })
})

describe('what waits for what', () => {
  const two = [anOperation('a1', 'a', { next_sequences: [20] }), anOperation('a2', 'a', { sequence: 20 })]
  test('the next steps of an order, with waiting time and transfer batches', () => {
    const operations = [
      anOperation('a1', 'a', { next_sequences: [20], wait_seconds: 90, overlap_quantity: '30' }),
      two[1]!,
    ]
    expect(operationIn({ operations }, 'a2').predecessors).toEqual([
      { operation: 'a1', waitSeconds: 90, transferQuantity: 30 },
    ])
  })
  test('a finished step is left out, and nothing waits for it', () => {
    const operations = [anOperation('a1', 'a', { next_sequences: [20], status: 2 }), two[1]!]
    const problem = problemFrom(facts({ operations }), scope)
    expect(problem.operations.map(({ id, predecessors }) => [id, predecessors])).toEqual([['a2', []]])
  })
  const parentAndChild = {
    orders: [anOrder('a'), anOrder('b', { material_id: 'half', parent_mo_id: 'a' })],
    operations: [...two, anOperation('b1', 'b', { next_sequences: [20] }), anOperation('b2', 'b', { sequence: 20 })],
  }
  test('a child order before the step of its parent that consumes what it makes', () => {
    const components = [aComponent('c', 'a', { operation_sequence: 20, material_id: 'half' })]
    expect(operationIn({ ...parentAndChild, components }, 'a2').predecessors).toEqual([
      { operation: 'a1' },
      { operation: 'b2' },
    ])
    expect(operationIn({ ...parentAndChild, components }, 'a1').predecessors).toEqual([])
  })
  test('else before the first step', () => {
    expect(operationIn(parentAndChild, 'a1').predecessors).toEqual([{ operation: 'b2' }])
  })
  test('an order that another is pegged to, once', () => {
    const components = [aComponent('c', 'a', { operation_sequence: 20, material_id: 'half' })]
    const pegs = [{ component_id: 'c', mo_id: 'b' }]
    expect(operationIn({ ...parentAndChild, components, pegs }, 'a2').predecessors).toEqual([
      { operation: 'a1' },
      { operation: 'b2' },
    ])
  })
  test('a consuming step that is done waits for nothing', () => {
    const operations = parentAndChild.operations.map(one => (one.id === 'a1' ? { ...one, status: 2 as const } : one))
    const components = [aComponent('c', 'a', { operation_sequence: 10, material_id: 'half' })]
    expect(operationIn({ ...parentAndChild, operations, components }, 'a2').predecessors).toEqual([])
  })
})

describe('kits', () => {
  const two = [anOperation('a1', 'a', { next_sequences: [20] }), anOperation('a2', 'a', { sequence: 20 })]
  test('the last arrival at the step that consumes it, and the material that decides', () => {
    const components = [
      aComponent('c', 'a', { operation_sequence: 20, available_time: 500 }),
      aComponent('d', 'a', { operation_sequence: 20, available_time: 700 }),
      aComponent('e', 'a', { available_time: 100 }),
    ]
    expect(operationIn({ operations: two, components }, 'a2').kit).toEqual({ at: 700, material: 'material-d' })
    expect(operationIn({ operations: two, components }, 'a1').kit).toEqual({ at: 100, material: 'material-e' })
  })
  test('what is on its way is told with the kit of its step, once, where the plan is to hold when it is late', () => {
    const components = [
      aComponent('c', 'a', { operation_sequence: 20, available_time: 500 }),
      aComponent('d', 'a', { operation_sequence: 20, available_time: 700 }),
    ]
    const coming = [
      { component_id: 'c', id: 'order-1', at: 500 },
      { component_id: 'd', id: 'order-1', at: 500 },
      { component_id: 'd', id: 'order-2', at: 700 },
      { component_id: 'of-another', id: 'order-3', at: 900 },
    ]
    const disturbances = disturbancesOf({ schedule_late_share: 10, schedule_late_days: 2 })!
    const problem = problemFrom(facts({ operations: two, components }), { ...scope, late: { disturbances, coming } })
    expect(problem.disturbances).toMatchObject({ lateShare: 0.1, meanLateSeconds: 48 * hourSeconds })
    expect(problem.operations.map(({ kit }) => kit)).toEqual([
      undefined,
      {
        at: 700,
        material: 'material-d',
        supplies: [
          { id: 'order-1', at: 500 },
          { id: 'order-2', at: 700 },
        ],
      },
    ])
    expect(problemFrom(facts({ operations: two, components }), scope)).not.toHaveProperty('disturbances')
    expect(disturbancesOf({ schedule_late_share: 0, schedule_late_days: 2 })).toBeNull()
  })
  const short = [aComponent('c', 'a', { short_quantity: '3', material_status: 6, available_time: 500 })]
  test('what is short is ignored unless config mode 35 is on', () => {
    expect(operationIn({ components: short }, 'a1').kit).toEqual({ at: 500, material: 'material-c' })
    expect(operationIn({ components: short }, 'a1', { only_kitted: true }).kit).toEqual({
      at: null,
      material: 'material-c',
    })
  })
  test('with mode 35 a component no material plan has looked at is not kitted; one that a planned order makes is', () => {
    const components = [aComponent('c', 'a', { material_status: null })]
    expect(operationIn({ components }, 'a1', { only_kitted: true }).kit?.at).toBeNull()
    const orders = [anOrder('a'), anOrder('b')]
    expect(
      operationIn({ orders, components, pegs: [{ component_id: 'c', mo_id: 'b' }] }, 'a1', { only_kitted: true }).kit,
    ).toBeUndefined()
  })
})

describe('what stays', () => {
  const start = clock('2026-01-05', 8)
  const asked = { isFree: freeInSchedule(new Set(['a'])), only_kitted: false }
  const fixedOf = (task: object, order: object = {}, of: Scope = asked) =>
    operationIn({ tasks: [aTask('a1', 'a', 'saw', start, task)], orders: [anOrder('a', order)] }, 'a1', of).fixed
  test('nothing of an order that is asked for', () => expect(fixedOf({})).toBeUndefined())
  test('it is known where the plan has it; what stays is not asked', () => {
    const standingOf = (task: object) =>
      operationIn({ tasks: [aTask('a1', 'a', 'saw', start, task)], orders: [anOrder('a')] }, 'a1', asked).standing
    expect(standingOf({})).toEqual({ machine: 'saw', setupStart: start, start, end: start + 7200 })
    expect(standingOf({ capacity_locked: true })).toBeUndefined()
  })
  test('locked', () => {
    expect(fixedOf({ capacity_locked: true })).toEqual({
      machine: 'saw',
      setupStart: start,
      start,
      end: start + 7200,
      why: 'locked',
    })
    expect(fixedOf({}, { capacity_locked: true })?.why).toBe('locked')
  })
  test('published', () => expect(fixedOf({ publish_status: 1 }, { status: 30 })?.why).toBe('published'))
  test('an order that is not asked for', () =>
    expect(fixedOf({}, {}, { isFree: freeInSchedule(new Set()), only_kitted: false })?.why).toBe('locked'))
  test('running: until the rest is made, counted from now', () => {
    const given = {
      now: clock('2026-01-05', 10),
      operations: [anOperation('a1', 'a', { status: 1, reported_quantity: '60' })],
      tasks: [aTask('a1', 'a', 'saw', start, { status: 1 })],
      orders: [anOrder('a', { status: 35 })],
    }
    // 60 of 120 pieces are left: an hour from 10:00.
    expect(operationIn(given, 'a1', asked).fixed).toMatchObject({ start, end: clock('2026-01-05', 11), why: 'running' })
  })
  test('to check a plan everything but what runs is free', () =>
    expect(fixedOf({ publish_status: 1, capacity_locked: true }, {}, scope)).toBeUndefined())
})

describe('orders and people', () => {
  test('goods due on a day are in time until it ends', () => {
    expect(problemFrom(facts(), scope).orders).toEqual([{ id: 'a', due: due('2026-01-20'), priority: 100 }])
  })
  const crew = { ...facts().cycle_times[0]!, employees: 3 }
  const workgroups = [{ id: 'w', name: 'W', calendar_id: null, member_count: 4 }]
  const devices = [aDevice('saw', { workgroup_id: 'w' })]
  test('a crew of more than one holds its workgroup; a single operator comes with the machine', () => {
    expect(operationIn({ cycle_times: [crew], workgroups, devices }, 'a1').holds).toEqual([
      { resource: 'w', amount: 3 },
    ])
    expect(operationIn({ workgroups, devices }, 'a1').holds).toBeUndefined()
    expect(problemFrom(facts({ cycle_times: [crew], workgroups, devices }), scope).resources).toEqual([
      { id: 'w', kind: 'workgroup', capacity: 4 },
    ])
  })
  test('a workgroup without members is not counted; a larger crew takes all', () => {
    const empty = [{ ...workgroups[0]!, member_count: 0 }]
    expect(operationIn({ cycle_times: [crew], workgroups: empty, devices }, 'a1').holds).toBeUndefined()
    const few = [{ ...workgroups[0]!, member_count: 2 }]
    expect(operationIn({ cycle_times: [crew], workgroups: few, devices }, 'a1').holds).toEqual([
      { resource: 'w', amount: 2 },
    ])
  })
  test('no task starts before a wanted start', () => {
    expect(operationIn({}, 'a1', { only_kitted: false, start_time: now + hourSeconds }).notBefore).toBe(
      now + hourSeconds,
    )
  })
})
