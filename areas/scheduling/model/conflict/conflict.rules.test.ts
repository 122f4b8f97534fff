import { hourSeconds } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aComponent, aDevice, anOperation, anOrder, aTask, clock, facts, monday, now } from '../../testing/facts.ts'
import type { ScheduleFacts } from '../problem/facts.ts'
import { type Conflict, conflictKey, conflictsOf, type PeggedReceipt } from './conflict.rules.ts'

const at = (hour: number) => clock(monday, hour)
/** Cut on Monday from 8 to 10, on one saw. */
const planned = (more: Partial<ScheduleFacts> = {}): ScheduleFacts =>
  facts({ tasks: [aTask('a1', 'a', 'saw', at(8))], ...more })
const brief = (found: readonly Conflict[]) =>
  found.map(({ kind, why, task_id, seconds }) => ({ kind, why, task_id, seconds }))

test('a plan that nothing has overtaken has no conflict', () => {
  expect(conflictsOf(planned({ components: [aComponent('c', 'a', { available_time: at(8) })] }), [])).toEqual([])
})

test('kit after start: by how much, and of what', () => {
  const found = conflictsOf(planned({ components: [aComponent('c', 'a', { available_time: at(11) })] }), [])
  expect(brief(found)).toEqual([{ kind: 'kit', why: 'kit', task_id: 'task-a1', seconds: 3 * hourSeconds }])
  expect(found[0]).toMatchObject({ object: 'M-c', at: at(11) })
})
test('only what has not begun still waits for its material', () => {
  const components = [aComponent('c', 'a', { available_time: at(11) })]
  const begun = [aTask('a1', 'a', 'saw', at(8), { status: 1, actual_start_time: at(8) })]
  expect(conflictsOf(planned({ components, tasks: begun }), [])).toEqual([])
})
test('material is asked of the step that consumes it', () => {
  const operations = [anOperation('a1', 'a', { next_sequences: [20] }), anOperation('a2', 'a', { sequence: 20 })]
  const tasks = [aTask('a1', 'a', 'saw', at(8)), aTask('a2', 'a', 'saw', at(12))]
  const component = aComponent('c', 'a', { operation_sequence: 20, available_time: at(11) })
  expect(conflictsOf(planned({ operations, tasks, components: [component] }), [])).toEqual([])
  const later = { ...component, available_time: at(13) }
  expect(brief(conflictsOf(planned({ operations, tasks, components: [later] }), []))).toEqual([
    { kind: 'kit', why: 'kit', task_id: 'task-a2', seconds: hourSeconds },
  ])
})

test('what the floor was told to make, and nothing supplies: told though no time says that it is late', () => {
  const short = (publish_status: 0 | 1, short_quantity: string) =>
    planned({
      components: [aComponent('c', 'a', { short_quantity, available_time: at(8) })],
      tasks: [aTask('a1', 'a', 'saw', at(8), { publish_status })],
    })
  expect(conflictsOf(short(1, '20'), [])).toMatchObject([
    { kind: 'kit', why: 'unsupplied', task_id: 'task-a1', object: 'M-c', seconds: 0 },
  ])
  expect(conflictsOf(short(1, '0'), [])).toEqual([])
  expect(conflictsOf(short(0, '20'), []), 'what is not published may still be bought').toEqual([])
})

const receipt = (hour: number): PeggedReceipt => ({
  component_id: 'c',
  line_id: 'line',
  order_no: 'PO-1',
  at: at(hour),
})
test('slipped receipt: the purchase order is named, and it is told once', () => {
  const components = [aComponent('c', 'a', { available_time: at(9) })]
  const found = conflictsOf(planned({ components }), [receipt(12)])
  expect(brief(found)).toEqual([{ kind: 'receipt', why: 'receipt', task_id: 'task-a1', seconds: 4 * hourSeconds }])
  expect(found[0]).toMatchObject({ document: 'PO-1', object: 'M-c' })
  expect(conflictsOf(planned({ components: [aComponent('c', 'a')] }), [receipt(8)])).toEqual([])
})

const twoSteps = (second: number, more: Partial<ScheduleFacts> = {}): ScheduleFacts =>
  planned({
    operations: [anOperation('a1', 'a', { next_sequences: [20] }), anOperation('a2', 'a', { sequence: 20 })],
    tasks: [aTask('a1', 'a', 'saw', at(8)), aTask('a2', 'a', 'saw', at(second))],
    ...more,
  })
test('broken sequence: the step before ends after this one starts', () => {
  expect(conflictsOf(twoSteps(10), [])).toEqual([])
  const found = conflictsOf(twoSteps(9), [])
  expect(brief(found)).toEqual([{ kind: 'sequence', why: 'predecessor', task_id: 'task-a2', seconds: hourSeconds }])
  expect(found[0]).toMatchObject({ object: 'MO-a Cutting', order: 'MO-a' })
})
test('steps that overlap by batches are right as long as each batch is there', () => {
  const operations = (overlap_quantity: string | null) => [
    anOperation('a1', 'a', { next_sequences: [20], overlap_quantity }),
    anOperation('a2', 'a', { sequence: 20 }),
  ]
  expect(conflictsOf(twoSteps(9, { operations: operations('30') }), [])).toEqual([])
  expect(brief(conflictsOf(twoSteps(8, { operations: operations('30') }), []))).toMatchObject([{ kind: 'sequence' }])
})
const childAndParent = (child: ScheduleFacts['tasks'], parent_start: number): ScheduleFacts =>
  planned({
    orders: [anOrder('a', { parent_mo_id: 'b', material_id: 'part' }), anOrder('b')],
    operations: [anOperation('a1', 'a'), anOperation('b1', 'b')],
    components: [aComponent('c', 'b', { material_id: 'part' })],
    tasks: [...child, aTask('b1', 'b', 'saw', at(parent_start))],
  })
test('a child order ends after the step that consumes what it makes has started, or is not placed', () => {
  expect(conflictsOf(childAndParent([aTask('a1', 'a', 'saw', at(8))], 10), [])).toEqual([])
  expect(brief(conflictsOf(childAndParent([aTask('a1', 'a', 'saw', at(8))], 9), []))).toEqual([
    { kind: 'sequence', why: 'predecessor', task_id: 'task-b1', seconds: hourSeconds },
  ])
  expect(conflictsOf(childAndParent([], 9), [])[0]).toMatchObject({
    kind: 'sequence',
    why: 'not_placed',
    order: 'MO-a',
  })
})

test('stopped machine: a stop in the task, or a machine out of use', () => {
  const stop = (from: number, to: number) => ({ id: 'stop', start_time: at(from), end_time: at(to) })
  const on = (device: object) => planned({ devices: [aDevice('saw', device)] })
  expect(conflictsOf(on({ freezes: [stop(10, 12)] }), [])).toEqual([])
  expect(brief(conflictsOf(on({ freezes: [stop(9, 12)] }), []))).toEqual([
    { kind: 'machine', why: 'stopped', task_id: 'task-a1', seconds: hourSeconds },
  ])
  expect(conflictsOf(on({ status: 0 }), [])).toMatchObject([{ kind: 'machine', why: 'disabled', object: 'saw' }])
})

test('late report: begun too late, ended too late, within the hour not', () => {
  const due = (hour: number) => planned({ now: at(hour) })
  expect(conflictsOf(due(9), [])).toEqual([])
  expect(brief(conflictsOf(due(11), []))).toEqual([
    { kind: 'report', why: 'not_begun', task_id: 'task-a1', seconds: 3 * hourSeconds },
  ])
  const running = [aTask('a1', 'a', 'saw', at(8), { status: 1, actual_start_time: at(8) })]
  expect(conflictsOf(planned({ now: at(10), tasks: running }), [])).toEqual([])
  expect(conflictsOf(planned({ now: at(12), tasks: running }), [])).toMatchObject([{ why: 'not_ended', count: 0 }])
})
test('what runs on is not there for the next step before it ends', () => {
  const running = aTask('a1', 'a', 'saw', at(8), { status: 1, actual_start_time: at(8) })
  const tasks = [running, aTask('a2', 'a', 'saw', at(12))]
  expect(conflictsOf(twoSteps(12, { now: at(13), tasks }), []).map(({ kind, task_id }) => [kind, task_id])).toEqual([
    ['report', 'task-a1'],
    ['sequence', 'task-a2'],
  ])
})

const crew = (member_count: number, second: number): ScheduleFacts =>
  planned({
    workgroups: [{ id: 'team', name: 'Team', calendar_id: null, member_count }],
    devices: [aDevice('saw', { workgroup_id: 'team' }), aDevice('saw2', { workgroup_id: 'team' })],
    cycle_times: facts().cycle_times.map(one => ({ ...one, employees: 2 })),
    orders: [anOrder('a'), anOrder('b')],
    operations: [anOperation('a1', 'a'), anOperation('b1', 'b')],
    tasks: [aTask('a1', 'a', 'saw', at(8)), aTask('b1', 'b', 'saw2', at(second))],
  })
test('missing people: two crews at a time, and not enough for both', () => {
  expect(conflictsOf(crew(4, 9), [])).toEqual([])
  expect(conflictsOf(crew(3, 10), [])).toEqual([])
  expect(conflictsOf(crew(3, 9), [])).toMatchObject([
    { kind: 'people', task_id: 'task-b1', object: 'Team', count: 4, have: 3, seconds: hourSeconds },
  ])
  expect(conflictsOf(crew(0, 9), []), 'a workgroup without members has no headcount').toEqual([])
})

test('a skill that has ended when the task begins is missing people, though it holds today', () => {
  const until = (valid_to: number | null) =>
    planned({
      workgroups: [{ id: 'team', name: 'Team', calendar_id: null, member_count: 3 }],
      devices: [aDevice('saw', { workgroup_id: 'team' })],
      operations: [anOperation('a1', 'a', { skill_level: 3 })],
      skills: [{ user_id: 'Wu', workgroup_id: 'team', process_id: 'cut', level: 3, valid_to }],
    })
  expect(conflictsOf(until(null), [])).toEqual([])
  expect(conflictsOf(until(clock(monday, 0)), []), 'its last day').toEqual([])
  expect(conflictsOf(until(clock('2026-01-04', 0)), [])).toMatchObject([
    { kind: 'people', why: 'skill', task_id: 'task-a1', object: 'Cutting ≥3 · Team', count: 1, have: 0 },
  ])
})

test('who is in two workgroups is missing in one of them, and told once', () => {
  const welders = (second: string, hour: number, people: readonly (readonly [who: string, group: string])[]) =>
    planned({
      workgroups: ['east', 'west'].map(id => ({ id, name: id, calendar_id: null, member_count: 2 })),
      devices: [
        aDevice('saw', { workgroup_id: 'east' }),
        aDevice('saw east', { workgroup_id: 'east' }),
        aDevice('saw west', { workgroup_id: 'west', process_ids: ['cut'] }),
      ],
      orders: [anOrder('a'), anOrder('b')],
      operations: [anOperation('a1', 'a', { skill_level: 3 }), anOperation('b1', 'b', { skill_level: 3 })],
      tasks: [aTask('a1', 'a', 'saw', at(8)), aTask('b1', 'b', second, at(hour))],
      skills: people.map(([user_id, workgroup_id]) => ({
        ...{ user_id, workgroup_id, process_id: 'cut', level: 3, valid_to: null },
      })),
    })
  const wu = [
    ['Wu', 'east'],
    ['Wu', 'west'],
  ] as const
  const missing = {
    kind: 'people',
    why: 'skill',
    task_id: 'task-b1',
    object: 'Cutting ≥3 · east + west',
    count: 2,
    have: 1,
  }
  expect(conflictsOf(welders('saw west', 9, wu), [])).toMatchObject([missing])
  expect(conflictsOf(welders('saw west', 10, wu), [])).toEqual([])
  expect(conflictsOf(welders('saw west', 9, [...wu, ['Li', 'west']]), [])).toEqual([])
  expect(conflictsOf(welders('saw east', 9, wu), [])).toMatchObject([missing])
})
test('who is in two workgroups: too many in one alone are told of that one, not twice', () => {
  const given = planned({
    workgroups: ['east', 'west'].map(id => ({ id, name: id, calendar_id: null, member_count: 2 })),
    devices: ['saw', 'saw 2'].map(id => aDevice(id, { workgroup_id: 'east' })),
    orders: [anOrder('a'), anOrder('b')],
    operations: [anOperation('a1', 'a', { skill_level: 3 }), anOperation('b1', 'b', { skill_level: 3 })],
    tasks: [aTask('a1', 'a', 'saw', at(8)), aTask('b1', 'b', 'saw 2', at(9))],
    skills: ['east', 'west'].map(workgroup_id => ({
      ...{ user_id: 'Wu', workgroup_id, process_id: 'cut', level: 3, valid_to: null },
    })),
  })
  expect(conflictsOf(given, [])).toMatchObject([{ why: 'skill', object: 'Cutting ≥3 · east', count: 2, have: 1 }])
})

test('missing mould: two tasks at a time on two machines, one mould', () => {
  const both = (quantity: number, second: number) =>
    planned({
      ...{ orders: [anOrder('a'), anOrder('b')], operations: [anOperation('a1', 'a'), anOperation('b1', 'b')] },
      devices: [aDevice('saw'), aDevice('saw 2')],
      tasks: [aTask('a1', 'a', 'saw', at(8)), aTask('b1', 'b', 'saw 2', at(second))],
      moulds: [
        ...[
          { id: 'm', code: 'M-1', name: 'Cap', kind: 1 as const, process_id: 'cut', material_ids: [], device_ids: [] },
        ],
      ].map(one => ({ ...one, quantity, status: 1 as const })),
    })
  expect(conflictsOf(both(2, 9), [])).toEqual([])
  expect(conflictsOf(both(1, 10), [])).toEqual([])
  expect(conflictsOf(both(1, 9), [])).toMatchObject([
    { kind: 'tool', why: 'tool', task_id: 'task-b1', object: 'M-1 Cap', count: 2, have: 1, seconds: hourSeconds },
  ])
})

test('a conflict keeps its name however far it slips', () => {
  const of = (hour: number) =>
    conflictsOf(planned({ components: [aComponent('c', 'a', { available_time: at(hour) })] }), []).map(conflictKey)
  expect(of(11)).toEqual(of(15))
})

/** Independent of the rule: a material is late, a step stands before the one before, a stop lies in the task. */
test('whatever the plan: each kind is told exactly where its books say so', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          first: fc.integer({ min: 0, max: 40 }),
          second: fc.integer({ min: 0, max: 40 }),
          kit: fc.integer({ min: 0, max: 40 }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      fc.integer({ min: 0, max: 40 }),
      (orders, stop) => {
        const stopped = { id: 'stop', start_time: at(stop), end_time: at(stop + 3), kind: 3 as const }
        const plan = planned({
          now,
          devices: [aDevice('saw', { freezes: [stopped] })],
          orders: orders.map((_, i) => anOrder(`${i}`)),
          operations: orders.flatMap((_, i) => [
            anOperation(`${i}x`, `${i}`, { next_sequences: [20] }),
            anOperation(`${i}y`, `${i}`, { sequence: 20 }),
          ]),
          components: orders.map(({ kit }, i) => aComponent(`${i}`, `${i}`, { available_time: at(kit) })),
          tasks: orders.flatMap(({ first, second }, i) => [
            aTask(`${i}x`, `${i}`, 'saw', at(first)),
            aTask(`${i}y`, `${i}`, 'saw', at(second)),
          ]),
        })
        const told = (kind: string) =>
          conflictsOf(plan, [])
            .filter(one => one.kind === kind)
            .map(({ task_id }) => task_id)
            .sort()
        const expected = (of: (order: (typeof orders)[number], i: number) => string[]) => orders.flatMap(of).sort()
        expect(told('kit')).toEqual(expected(({ first, kit }, i) => (kit > first ? [`task-${i}x`] : [])))
        expect(told('sequence')).toEqual(expected(({ first, second }, i) => (second < first + 2 ? [`task-${i}y`] : [])))
        const isHit = (start: number) => start < stop + 3 && stop < start + 2
        expect(told('machine')).toEqual(
          expected(({ first, second }, i) => [
            ...(isHit(first) ? [`task-${i}x`] : []),
            ...(isHit(second) ? [`task-${i}y`] : []),
          ]),
        )
        expect(told('report')).toEqual([])
      },
    ),
  )
})
