import { daySeconds, hourSeconds as hour } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import type { Operation, Problem } from '../problem/problem.ts'
import { tryRemedies } from './try-remedies.ts'

const now = 1000 * daySeconds
const step = (of: string, hours: number, more: Partial<Operation> = {}): Operation => ({
  ...{ id: `${of} step`, order: of, predecessors: [], mayPause: true },
  machines: [{ machine: 'M', setupSeconds: 0, runSeconds: hours * hour }],
  ...more,
})
const place = (order: string, start: number, hours: number) => ({
  ...{ operation: `${order} step`, order, machine: 'M', setupStart: start, start, end: start + hours * hour },
  ...{ setupSeconds: 0, fixed: false, reasons: [] },
})

test('while an order waits for material others have its place: the receipt earlier alone, and with the place in front of them', () => {
  const arrives = now + 5 * daySeconds
  const problem: Problem = {
    ...{ now, limit: now + 60 * daySeconds, machines: [{ id: 'M', calendar: 'always' }] },
    calendars: [{ id: 'always', intervals: [[now, now + 60 * daySeconds]] }],
    orders: [
      { id: 'late', due: now + daySeconds, priority: 100 },
      { id: 'roomy', due: now + 30 * daySeconds, priority: 100 },
    ],
    operations: [step('late', 2, { kit: { at: arrives, material: 'steel' } }), step('roomy', 119)],
  }
  const tasks = [place('roomy', now, 119), place('late', arrives, 2)]
  const { remedies, tardinessSeconds } = tryRemedies(problem, { tasks }, 'late')
  expect(tardinessSeconds).toBe(4 * daySeconds + 2 * hour)
  const [first, second] = remedies
  expect(first).toMatchObject({
    remedy: { kind: 'expedite', material: 'steel', to: now, before: ['roomy'] },
    ...{ gainedSeconds: tardinessSeconds, tardinessSeconds: 0, others: [] },
  })
  expect(second!.remedy).toMatchObject({ kind: 'expedite', material: 'steel', to: now })
  expect(second!.remedy).not.toHaveProperty('before')
  expect(second!.gainedSeconds).toBe(hour)
})
