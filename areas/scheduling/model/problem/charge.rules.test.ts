import { checkChanged } from '@qitao/planning/checker/check-changed.ts'
import { checkPlan } from '@qitao/planning/checker/check-plan.ts'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import { scheduleSteadily } from '@qitao/planning/scheduling/steady/steady-plan.ts'
import { describe, expect, test } from 'vitest'
import { aDevice, anOperation, anOrder, aTask, clock, facts, monday } from '../../testing/facts.ts'
import { boardOf } from '../hand/hand.rules.ts'
import { chargeFamily, chargesFor } from './charge.rules.ts'
import type { OrderOfPlan, ScheduleFacts } from './facts.ts'
import { problemFrom } from './problem.rules.ts'

/** An oven for 200 pieces: a charge takes two hours, whatever is in it. */
const time = { ...facts().cycle_times[0]!, cycle_seconds: '7200', setup_seconds: 0 }
const oven = aDevice('oven', { charge_capacity: '200' })
const hardened = (
  pieces: Record<string, [quantity: string, order?: Partial<OrderOfPlan>]>,
  more: Partial<ScheduleFacts> = {},
) =>
  facts({
    now: clock(monday, 8),
    devices: [oven],
    cycle_times: [time],
    orders: Object.entries(pieces).map(([id, [, order]]) => anOrder(id, order)),
    operations: Object.entries(pieces).map(([id, [planned_quantity]]) =>
      anOperation(`${id}1`, id, { planned_quantity }),
    ),
    ...more,
  })
const given = (of: ScheduleFacts) => problemFrom(of, { only_kitted: false, isFree: () => true })
function charges(of: ScheduleFacts): string[] {
  const problem = given(of)
  const plan = schedule(problem)
  expect(checkPlan(problem, plan)).toEqual([])
  return [...Map.groupBy(plan.tasks, ({ start, end }) => `${start} ${end}`).values()]
    .map(members =>
      members
        .map(({ order }) => order)
        .sort()
        .join(''),
    )
    .sort()
}

describe('charges', () => {
  test('what fits stands together, for the time of one charge', () => {
    expect(charges(hardened({ a: ['120'], b: ['80'], c: ['10'] }))).toHaveLength(2)
    const [one] = schedule(given(hardened({ a: ['120'] }))).tasks
    expect(one!.end - one!.start).toBe(7200)
  })
  test('a piece takes the load that its time says', () => {
    const heavy = { cycle_times: [{ ...time, charge_load: '1.5' }] }
    expect(charges(hardened({ a: ['80'], b: ['50'] }, heavy))).toEqual(['ab'])
    expect(charges(hardened({ a: ['80'], b: ['60'] }, heavy))).toEqual(['a', 'b'])
  })
  test('more than a charge takes several, and no other beside it', () => {
    expect(chargesFor('200', '450', 7200)).toEqual({ load: 200_000_000, runSeconds: 21_600 })
    expect(chargesFor('200', '200', 7200)).toEqual({ load: 200_000_000, runSeconds: 7200 })
    expect(charges(hardened({ a: ['450'], b: ['10'] }))).toEqual(['a', 'b'])
    // However much of it: a plan is made of all that may be saved.
    expect(chargesFor('200', '400000000000000', 1).runSeconds).toBe(2_000_000_000_000)
  })
  test('with what it may stand is a matter of the process', () => {
    const [cap, lid, redLid] = [
      { material_id: 'cap', series: 'red', furnace_code: 'F1' },
      { material_id: 'lid', series: null, furnace_code: 'F1' },
      { material_id: 'redLid', series: 'red', furnace_code: null },
    ] as const
    const together = (charge_by: 1 | 2 | 3 | 4, a: typeof cap | typeof lid, b: typeof lid | typeof redLid) =>
      chargeFamily({ process_id: 'temper', charge_by }, a) === chargeFamily({ process_id: 'temper', charge_by }, b)
    expect([1, 2, 3, 4].map(by => together(by as 1, cap!, redLid!))).toEqual([false, true, false, true])
    expect([1, 2, 3, 4].map(by => together(by as 1, cap!, lid!))).toEqual([false, false, true, true])
    // Two products without a series, or without a code, have nothing in common.
    const [plain, other] = ['x', 'y'].map(material_id => ({ material_id, series: null, furnace_code: null }))
    const named = (charge_by: 2 | 3, of: typeof plain) => chargeFamily({ process_id: 'temper', charge_by }, of!)
    expect(named(2, plain)).not.toBe(named(2, other))
    expect(named(3, plain)).not.toBe(named(3, other))
    expect(chargeFamily({ process_id: 'a', charge_by: 4 }, cap!)).not.toBe(
      chargeFamily({ process_id: 'b', charge_by: 4 }, cap!),
    )
    expect(charges(hardened({ a: ['20'], b: ['20', { material_id: 'other' }] }))).toEqual(['a', 'b'])
  })
  test('a change-over of products is none of a furnace', () => {
    const changeovers = [
      {
        device_id: null,
        from_material_id: null,
        to_material_id: null,
        from_series: null,
        to_series: null,
        change_seconds: 900,
      },
    ]
    expect(given(hardened({ a: ['20'] }, { changeovers })).machines).toMatchObject([{ changeover: null, family: null }])
  })
})

describe('a charge that stands', () => {
  const at = (hour: number) => clock(monday, hour)
  const together = hardened(
    { a: ['50'], b: ['60'], c: ['70'] },
    { tasks: [aTask('a1', 'a', 'oven', at(10)), aTask('b1', 'b', 'oven', at(10)), aTask('c1', 'c', 'oven', at(14))] },
  )
  test('is known by its place: the plan keeps it together, and the checker finds nothing', () => {
    const problem = given(together)
    expect(problem.operations.map(({ standing }) => standing?.charge)).toEqual(['a1', 'a1', undefined])
    const plan = scheduleSteadily(problem, { iterations: 50, seed: 1 })
    expect(checkPlan(problem, plan)).toEqual([])
    const start = new Map(plan.tasks.map(task => [task.operation, task.start]))
    expect(start.get('a1')).toBe(start.get('b1'))
  })
  test('moved by hand it goes as one, and what is set down on it joins it', () => {
    const problem = problemFrom(together, { only_kitted: false, by_hand: true })
    const hand = boardOf(problem, together.tasks)
    const before = hand.tasks()
    expect(hand.move('c1', 'oven', at(10) + 3600).ok).toBe(true)
    hand.keepChange()
    const after = hand.tasks()
    expect(checkChanged(problem, before, after)).toEqual([])
    expect(new Set(after.map(({ start }) => start)).size).toBe(1)
  })
  test('one that is too full is told', () => {
    const over = { ...together, operations: together.operations.map(one => ({ ...one, planned_quantity: '150' })) }
    const problem = problemFrom(over, { only_kitted: false, by_hand: true })
    const plan = {
      ...schedule(problem),
      tasks: boardOf(problem, over.tasks)
        .tasks()
        .map(task => ({ ...task, order: task.operation[0]!, fixed: false, reasons: [] })),
    }
    expect(checkPlan(problem, plan).map(({ rule }) => rule)).toContain('charge')
  })
  test('running it ends when its time is over, however much is reported', () => {
    const running = (reported_quantity: string, hour: number, planned_quantity = '50') =>
      problemFrom(
        hardened(
          { a: [planned_quantity] },
          {
            now: at(hour),
            operations: [anOperation('a1', 'a', { planned_quantity, reported_quantity, status: 1 })],
            tasks: [aTask('a1', 'a', 'oven', at(10), { status: 1, actual_start_time: at(10) })],
          },
        ),
        { only_kitted: false },
      ).operations[0]!.fixed?.end
    expect([running('0', 11), running('20', 11), running('0', 13)]).toEqual([at(12), at(12), at(14)])
    // Three charges of an oven that closes at 16.
    expect([running('0', 11, '500'), running('200', 12, '500'), running('400', 14, '500')]).toEqual([
      ...[at(16), at(16), at(16)],
    ])
  })
})
