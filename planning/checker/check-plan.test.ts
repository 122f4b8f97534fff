import { describe, expect, test } from 'vitest'
import { schedule } from '../scheduling/improve/schedule.ts'
import type { Plan, Task } from '../scheduling/place/plan.ts'
import type { Problem } from '../scheduling/problem/problem.ts'
import { checkPlan } from './check-plan.ts'
import type { Rule } from './violation.ts'

const hour = 3600
const at = (hours: number) => 1_000_000 * hour + hours * hour
const day = (n: number) =>
  [
    [at(24 * n + 8), at(24 * n + 12)],
    [at(24 * n + 13), at(24 * n + 17)],
  ] as const

/** Every kind of rule has something to hold on to here. */
const problem: Problem = {
  now: at(8),
  limit: at(24 * 9),
  calendars: [{ id: 'day', intervals: [0, 1, 2, 3, 4, 5, 6, 7].flatMap(day), walls: [at(24 * 6 + 12)] }],
  machines: [
    { id: 'A', calendar: 'day', changeover: 'c', family: 'red' },
    { id: 'B', calendar: 'day', frozen: [[at(24 * 3), at(24 * 4)]] },
    { id: 'C', calendar: 'day', capacity: 2 },
  ],
  resources: [{ id: 'crew', kind: 'workgroup', capacity: 1, calendar: 'day' }],
  changeovers: [{ id: 'c', pairs: [{ from: 'red', to: 'blue', seconds: hour }] }],
  orders: [
    { id: 'one', due: at(24), priority: 1 },
    { id: 'two', due: at(48), priority: 100 },
    { id: 'none', due: at(48), priority: 100 },
    { id: 'running', due: at(48), priority: 100 },
  ],
  operations: [
    {
      id: 'one/1',
      order: 'one',
      machines: [{ machine: 'A', setupSeconds: 0, runSeconds: 2 * hour }],
      predecessors: [],
      mayPause: true,
      family: 'blue',
      kit: { at: at(9), material: 'bolt' },
    },
    {
      id: 'one/2',
      order: 'one',
      machines: [{ machine: 'B', setupSeconds: 600, runSeconds: 3 * hour }],
      predecessors: [{ operation: 'one/1' }],
      mayPause: false,
      holds: [{ resource: 'crew', amount: 1 }],
    },
    {
      id: 'two/1',
      order: 'two',
      machines: [{ machine: 'A', setupSeconds: 0, runSeconds: 600 }],
      predecessors: [],
      mayPause: true,
      family: 'red',
      notBefore: at(9),
    },
    {
      id: 'two/2',
      order: 'two',
      machines: [{ machine: 'C', setupSeconds: 0, runSeconds: 5 * hour }],
      predecessors: [{ operation: 'two/1', waitSeconds: hour }],
      mayPause: true,
      holds: [{ resource: 'crew', amount: 1 }],
    },
    { id: 'none/1', order: 'none', machines: [], predecessors: [], mayPause: true },
    {
      id: 'running/1',
      order: 'running',
      machines: [],
      predecessors: [],
      mayPause: true,
      fixed: { machine: 'C', setupStart: at(7), start: at(7), end: at(10), why: 'running' },
    },
  ],
}
const good = schedule(problem)
const rulesOf = (plan: Plan, changed: Problem = problem) =>
  [...new Set(checkPlan(changed, plan).map(each => each.rule))].sort()

/** The plan with one task changed. */
const broken = (operation: string, change: (task: Task) => Partial<Task>): Plan => ({
  ...good,
  tasks: good.tasks.map(task => (task.operation === operation ? { ...task, ...change(task) } : task)),
})
const moved = (operation: string, setupStart: number, start: number, end: number) =>
  broken(operation, () => ({ setupStart: at(setupStart), start: at(start), end: at(end) }))

test('a good plan has no violation', () => {
  expect(checkPlan(problem, good)).toEqual([])
  expect(good.unplanned.map(each => each.operation)).toEqual(['none/1'])
})

describe('each fault is found', () => {
  const cases: [string, Rule, Plan, Problem?][] = [
    ['an operation is missing', 'complete', { ...good, tasks: good.tasks.filter(task => task.operation !== 'two/2') }],
    ['an operation is planned twice', 'complete', { ...good, tasks: [...good.tasks, good.tasks[0]!] }],
    ['an unknown operation', 'complete', { ...good, tasks: [...good.tasks, { ...good.tasks[0]!, operation: 'x' }] }],
    [
      'half an order is planned',
      'whole_order',
      {
        ...good,
        tasks: good.tasks.filter(task => task.operation !== 'two/2'),
        unplanned: [
          ...good.unplanned,
          {
            operation: 'two/2',
            order: 'two',
            cause: 'beyond_horizon',
            at: 'two/2',
            object: { kind: 'machine', id: 'C' },
          },
        ],
      },
    ],
    ['a cause that does not hold', 'cause', { ...good, unplanned: [{ ...good.unplanned[0]!, cause: 'not_kitted' }] }],
    ['a fixed task is moved', 'fixed', moved('running/1', 8, 8, 11)],
    ['a machine that cannot do it', 'eligible', broken('one/1', () => ({ machine: 'B' }))],
    ['times are reversed', 'time', broken('two/1', task => ({ start: task.end, end: task.start }))],
    ['times are no whole seconds', 'time', broken('two/1', task => ({ start: task.start + 0.5 }))],
    ['begins in the past', 'time', moved('two/2', 7, 7, 14)],
    ['ends after the limit', 'time', good, { ...problem, limit: at(24) }],
    ['before it may begin', 'not_before', moved('two/1', 8, 8, 9)],
    ['before its material is there', 'kitting', moved('one/1', 8, 8.5, 11)],
    ['outside working time', 'calendar', moved('two/2', 24 * 2 + 12.5, 24 * 2 + 12.5, 24 * 2 + 17)],
    ['too short for its work', 'duration', moved('two/2', 24 * 2 + 8, 24 * 2 + 8, 24 * 2 + 12)],
    ['shorter than an hour', 'minimum', broken('two/1', task => ({ end: task.start + 600 }))],
    ['pauses and must not', 'break', moved('one/2', 24 * 2 + 10, 24 * 2 + 11, 24 * 2 + 15)],
    ['spans a break that nothing spans', 'break', moved('two/2', 24 * 6 + 10, 24 * 6 + 10, 24 * 6 + 16)],
    ['in frozen time', 'frozen', moved('one/2', 24 * 3 + 8, 24 * 3 + 9, 24 * 3 + 12)],
    ['too little set-up', 'setup', moved('one/2', 24 * 2 + 8, 24 * 2 + 8, 24 * 2 + 11)],
    ['no time for the change-over', 'setup', broken('one/1', task => ({ setupStart: task.start }))],
    ['tells too little set-up', 'setup', broken('one/2', () => ({ setupSeconds: 0 }))],
    ['two on one machine', 'capacity', broken('two/1', () => ({ ...timesOf('one/1') }))],
    [
      'more people than there are',
      'resource',
      broken('two/2', () => ({ ...timesOf('one/2'), end: timesOf('one/2').end + 9 * hour })),
    ],
    ['before its predecessor is done', 'precedence', moved('one/2', 8, 9, 12)],
    [
      'no time to cool down',
      'precedence',
      broken('two/2', () => ({ setupStart: timesOf('two/1').end, start: timesOf('two/1').end })),
    ],
    [
      'a finish that is not so',
      'outcome',
      { ...good, orders: good.orders.map(order => ({ ...order, finish: at(1) })) },
    ],
    ['a conflict that is none', 'conflict', { ...good, conflicts: [{ operation: 'one/1', fixed: 'running/1' }] }],
    ['no reason', 'reason', broken('one/1', () => ({ reasons: [] }))],
  ]
  test.each(cases)('%s', (_, rule, plan, changed) => {
    expect(rulesOf(plan, changed)).toContain(rule)
  })

  function timesOf(operation: string) {
    const { setupStart, start, end } = good.tasks.find(task => task.operation === operation)!
    return { setupStart, start, end }
  }

  test('a locked task that starts too early is told as a conflict, and missed when it is not', () => {
    const locked: Problem = {
      ...problem,
      operations: problem.operations.map(operation =>
        operation.id === 'one/2'
          ? { ...operation, fixed: { machine: 'B', setupStart: at(8), start: at(9), end: at(12), why: 'locked' } }
          : operation,
      ),
    }
    const plan = schedule(locked)
    expect(plan.conflicts).toEqual([{ operation: 'one/1', fixed: 'one/2' }])
    expect(checkPlan(locked, plan)).toEqual([])
    expect(rulesOf({ ...plan, conflicts: [] }, locked)).toEqual(['conflict'])
  })

  test('a batch that is needed before it is handed over', () => {
    const run = (operation: string, machine: string, runSeconds: number) => ({
      id: operation,
      order: 'one',
      machines: [{ machine, setupSeconds: 0, runSeconds }],
      quantity: 4,
      mayPause: true,
    })
    const overlap: Problem = {
      ...problem,
      orders: [problem.orders[0]!],
      operations: [
        { ...run('a', 'B', 4 * hour), predecessors: [] },
        { ...run('b', 'C', 2 * hour), predecessors: [{ operation: 'a', transferQuantity: 1 }] },
      ],
    }
    const plan = schedule(overlap)
    expect(checkPlan(overlap, plan)).toEqual([])
    const [a, b] = plan.tasks
    // b is twice as fast: it may start when what is left of a takes as long as b but its last unit.
    expect([a!.start, b!.start]).toEqual([at(8), at(24 + 0) - 24 * hour + 10.5 * hour])
    const early = { ...plan, tasks: [a!, { ...b!, setupStart: b!.start - 60, start: b!.start - 60 }] }
    expect(rulesOf(early, overlap)).toContain('precedence')
  })
})

test('a charge that is too heavy, of two families, or not together', () => {
  const load = (id: string, family: string) => ({
    id,
    order: 'one',
    machines: [{ machine: 'oven', setupSeconds: 0, runSeconds: 2 * hour, load: 40 }],
    predecessors: [],
    mayPause: true,
    family,
  })
  const furnace: Problem = {
    ...problem,
    machines: [{ id: 'oven', calendar: 'day', chargeCapacity: 100 }],
    orders: [problem.orders[0]!],
    operations: [load('a', '850'), load('b', '850'), load('c', '920')],
  }
  const plan = schedule(furnace)
  expect(checkPlan(furnace, plan)).toEqual([])
  const [a, b, c] = ['a', 'b', 'c'].map(id => plan.tasks.find(task => task.operation === id)!)
  expect([a!.charge === b!.charge, a!.start === b!.start, a!.charge === c!.charge]).toEqual([true, true, false])
  const small = { ...furnace, machines: [{ ...furnace.machines[0]!, chargeCapacity: 50 }] }
  expect(rulesOf(plan, small)).toContain('charge')
  const { setupStart, start, end, charge } = a!
  const joined = plan.tasks.map(task => (task === c ? { ...task, setupStart, start, end, charge: charge! } : task))
  expect(rulesOf({ ...plan, tasks: joined }, furnace)).toContain('charge')
  const apart = plan.tasks.map(task => (task === b ? { ...task, end: task.end + hour } : task))
  expect(rulesOf({ ...plan, tasks: apart }, furnace)).toContain('charge')
})
