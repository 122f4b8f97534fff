import { describe, expect, test } from 'vitest'
import { anOperation, anOrder, aTask, clock, facts } from '../../testing/facts.ts'
import { freeOperations, objectiveOf, scopeOf, takingPart } from './plan-scope.rules.ts'

const weights = {
  schedule_weight_tardiness: 1000,
  schedule_weight_changeover: 100,
  schedule_weight_utilization: 10,
  schedule_weight_work_in_progress: 1,
  schedule_weight_stability: 2,
}

describe('what is placed anew', () => {
  const due = clock('2026-01-10', 0)
  const given = facts({
    orders: [
      anOrder('kept', { promised: true, delivery_date: due }),
      anOrder('late', { promised: true, delivery_date: due }),
      anOrder('own', { delivery_date: due }),
      anOrder('other', { delivery_date: due }),
    ],
    operations: ['kept', 'late', 'own', 'other'].map(id => anOperation(`${id}-1`, id)),
    tasks: [
      aTask('kept-1', 'kept', 'm', clock('2026-01-10', 8)),
      aTask('late-1', 'late', 'm', clock('2026-01-11', 8)),
      aTask('own-1', 'own', 'm', clock('2026-01-10', 12)),
      aTask('other-1', 'other', 'm', clock('2026-01-10', 16)),
    ],
  })
  const scope = new Set(['kept', 'late', 'own'])

  test('without mode 34 all of the scope', () => {
    const free = freeOperations(given, scope, { production_plan_performance_guarantee: false })
    expect([...free].toSorted()).toEqual(['kept-1', 'late-1', 'own-1'])
  })
  test('with it a promised order that is in time keeps its place; one that is late may get better', () => {
    const free = freeOperations(given, scope, { production_plan_performance_guarantee: true })
    expect([...free].toSorted()).toEqual(['late-1', 'own-1'])
  })
})

describe('what takes part', () => {
  const given = facts({
    orders: [
      anOrder('asked'),
      anOrder('maker', { status: 30, parent_mo_id: 'asked' }),
      anOrder('standing'),
      anOrder('waiting'),
      anOrder('above'),
    ],
    operations: ['asked', 'maker', 'standing', 'waiting', 'above']
      .map(id => anOperation(`${id}-1`, id))
      .concat(anOperation('standing-2', 'standing')),
    tasks: [aTask('standing-1', 'standing', 'm', clock('2026-01-10', 8))],
  })

  test('what is asked for, what has to be made for it, and what stands; of other orders nothing', () => {
    const scope = scopeOf(given, ['asked'])
    expect([...scope]).toEqual(['asked', 'maker'])
    const { orders, operations, tasks } = takingPart(given, scope)
    expect(orders.map(({ id }) => id)).toEqual(['asked', 'maker', 'standing'])
    expect(operations.map(({ id }) => id)).toEqual(['asked-1', 'maker-1', 'standing-1'])
    expect(tasks).toEqual(given.tasks)
  })
})

describe('what is aimed at', () => {
  test('due dates go by the weights of the settings', () => {
    expect(objectiveOf('delivery', weights)).toEqual({
      tardiness: 1000,
      changeover: 100,
      makespan: 10,
      flow: 1,
      stability: 2,
    })
  })
  test('another goal comes before all', () => {
    expect(objectiveOf('changeover', weights)).toBe('changeover')
    expect(objectiveOf('load', weights)).toBe('makespan')
  })
  test('with nothing wished for, due dates', () => {
    const none = {
      schedule_weight_tardiness: 0,
      schedule_weight_changeover: 0,
      schedule_weight_utilization: 0,
      schedule_weight_work_in_progress: 0,
      schedule_weight_stability: 2,
    }
    expect(objectiveOf('delivery', none)).toBe('tardiness')
  })
})
