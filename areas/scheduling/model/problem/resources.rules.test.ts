import type { Mould } from '@qitao/engineering/model/time/mould.rules.ts'
import type { Skill } from '@qitao/masterdata/model/resource/skill.rules.ts'
import { checkPlan } from '@qitao/planning/checker/check-plan.ts'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import { describe, expect, test } from 'vitest'
import { aDevice, anOperation, anOrder, clock, facts } from '../../testing/facts.ts'
import type { ScheduleFacts } from './facts.ts'
import { problemFrom } from './problem.rules.ts'
import { resourceNames } from './resources.rules.ts'

const aMould = (id: string, given: Partial<Mould> = {}): Mould => ({
  ...{ id, code: id.toUpperCase(), name: id, kind: 1, process_id: 'cut', material_ids: [], device_ids: [] },
  ...{ quantity: 1, status: 1 },
  ...given,
})
/** Two orders of two hours, two presses, from Monday at 8. */
const given = (more: Partial<ScheduleFacts>): ScheduleFacts =>
  facts({
    now: clock('2026-01-05', 8),
    orders: [anOrder('a'), anOrder('b')],
    operations: [anOperation('a1', 'a'), anOperation('b1', 'b')],
    devices: [aDevice('press 1'), aDevice('press 2')],
    ...more,
  })
function planned(more: Partial<ScheduleFacts>) {
  const facts = given(more)
  const problem = problemFrom(facts, { only_kitted: false })
  const plan = schedule(problem)
  expect(checkPlan(problem, plan)).toEqual([])
  return { facts, problem, plan, placed: plan.tasks.toSorted((a, b) => a.setupStart - b.setupStart) }
}

describe('moulds and tools', () => {
  test('two tasks on two machines run beside each other, and one after the other where they share a mould or a tool', () => {
    const [first, second] = planned({}).placed
    expect(second!.start).toBe(first!.start)
    for (const kind of [1, 2] as const) {
      const { placed, problem } = planned({ moulds: [aMould('m', { kind })] })
      expect(problem.resources).toEqual([{ id: 'm', kind: kind === 1 ? 'mould' : 'tool', capacity: 1 }])
      expect(placed[1]!.setupStart).toBeGreaterThanOrEqual(placed[0]!.end)
    }
    const [one, other] = planned({ moulds: [aMould('m', { quantity: 2 })] }).placed
    expect(other!.start).toBe(one!.start)
  })
  test('a mould goes on the machines that it fits', () => {
    const { placed } = planned({ moulds: [aMould('m', { device_ids: ['press 2'], quantity: 2 })] })
    expect(placed.map(({ machine }) => machine)).toEqual(['press 2', 'press 2'])
  })
  test('what is disabled, or fits no machine, is named by the orders that need it', () => {
    const lack = (mould: Mould) =>
      planned({ moulds: [mould] }).plan.unplanned.map(({ cause, object }) => [cause, object.id])
    const named = ['no_resource', 'm']
    expect(lack(aMould('m', { status: 0 }))).toEqual([named, named])
    expect(lack(aMould('m', { device_ids: ['lathe'] }))).toEqual([named, named])
    expect(lack(aMould('m', { process_id: 'weld', status: 0 }))).toEqual([])
  })
  test('another mould than the one of the last task takes the mould change of the machine', () => {
    const press = (last: string) =>
      aDevice('press 1', { last_material_id: last, last_process_id: 'cut', mould_change_seconds: 1800 })
    const moulds = [aMould('caps', { material_ids: ['product'] }), aMould('lids', { material_ids: ['lid'] })]
    const setUp = (last: string) =>
      planned({ moulds, devices: [press(last)], orders: [anOrder('a')], operations: [anOperation('a1', 'a')] })
        .placed[0]!.setupSeconds
    expect([setUp('product'), setUp('lid')]).toEqual([600, 2400])
  })
})

describe('skills', () => {
  let people = 0
  const skill = (workgroup_id: string, given: Partial<Skill> = {}): Skill => ({
    ...{ user_id: `somebody ${++people}`, workgroup_id, process_id: 'cut', level: 2, valid_to: null },
    ...given,
  })
  const asked = (skills: Skill[], more: Partial<ScheduleFacts> = {}) =>
    planned({
      workgroups: ['east', 'west'].map(id => ({ id, name: id.toUpperCase(), calendar_id: null, member_count: 5 })),
      devices: [aDevice('press 1', { workgroup_id: 'east' }), aDevice('press 2', { workgroup_id: 'west' })],
      operations: ['a', 'b'].map(id => anOperation(`${id}1`, id, { skill_level: 2 })),
      skills,
      ...more,
    })
  const machinesOf = (skills: Skill[]) => asked(skills).placed.map(({ machine }) => machine)
  test('only where somebody can do it: so well, and still', () => {
    expect(machinesOf([skill('west')])).toEqual(['press 2', 'press 2'])
    expect(machinesOf([skill('west'), skill('east', { level: 1 })])).toEqual(['press 2', 'press 2'])
    expect(machinesOf([skill('west'), skill('east', { process_id: 'weld' })])).toEqual(['press 2', 'press 2'])
    const today = clock('2026-01-05', 0)
    expect(machinesOf([skill('west'), skill('east', { valid_to: today - 86_400 })])).toEqual(['press 2', 'press 2'])
    expect(machinesOf([skill('west'), skill('east', { valid_to: today })]).sort()).toEqual(['press 1', 'press 2'])
  })
  test('so many tasks at a time as there are people for', () => {
    const devices = [1, 2].map(n => aDevice(`press ${n}`, { workgroup_id: 'west' }))
    const [one, other] = asked([skill('west')], { devices }).placed
    expect(other!.setupStart).toBeGreaterThanOrEqual(one!.end)
    const [first, second] = asked([skill('west'), skill('west')], { devices }).placed
    expect(second!.start).toBe(first!.start)
  })
  test('who is in two workgroups works for one of them at a time', () => {
    const both = (user_id: string) => ['east', 'west'].map(group => skill(group, { user_id }))
    const { facts, placed, problem } = asked(both('Wu'))
    expect(placed[1]!.setupStart).toBeGreaterThanOrEqual(placed[0]!.end)
    expect(problem.resources).toEqual([{ id: 'skill cut east+west', kind: 'skill', capacity: 1 }])
    expect(resourceNames(facts).get('skill cut east+west')).toBe('Cutting ≥2 · EAST + WEST')
    for (const more of [both('Li'), [skill('west')]]) {
      const [one, other] = asked([...both('Wu'), ...more]).placed
      expect(other!.start).toBe(one!.start)
    }
  })
  test('where nobody can do it the order is not planned and names the skill', () => {
    const { facts, plan, problem } = asked([skill('west', { level: 1 })])
    const names = resourceNames(facts)
    expect(plan.unplanned.map(({ cause, object }) => [cause, names.get(object.id)])).toEqual([
      ['no_resource', 'Cutting ≥2 · EAST'],
      ['no_resource', 'Cutting ≥2 · EAST'],
    ])
    expect(problem.resources).toMatchObject([{ kind: 'skill', capacity: 0 }])
    expect(asked([], { operations: [anOperation('a1', 'a'), anOperation('b1', 'b')] }).plan.unplanned).toEqual([])
  })
})
