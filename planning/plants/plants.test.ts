/**
 * Tiny plants: `problem.json` (instants as `2026-03-02 08:00`, UTC; `about` says in one sentence what it shows) and the
 * expected plan as text. `PLANTS_ACCEPT=1 npx vitest run planning/plants` writes the texts anew; review them as a diff.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkPlan } from '../checker/check-plan.ts'
import type { Plan, Reason } from '../scheduling/plan.ts'
import type { Problem } from '../scheduling/problem.ts'
import { schedule } from '../scheduling/schedule.ts'

const folder = new URL('.', import.meta.url)
const names = readdirSync(folder, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
  .sort()

const readPlant = (name: string): Problem & { about: string } =>
  JSON.parse(readFileSync(new URL(`${name}/problem.json`, folder), 'utf8'), (_, value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(value) ? Date.parse(`${value.replace(' ', 'T')}Z`) / 1000 : value,
  )

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const clock = (instant: number): string => {
  const date = new Date(instant * 1000)
  return `${days[date.getUTCDay()]} ${date.toISOString().slice(11, 16)}`
}

function sayReason(reason: Reason): string {
  const until = ` until ${clock(reason.until)}`
  switch (reason.kind) {
    case 'machine':
      return `machine busy with ${reason.task}${until}`
    case 'predecessor':
      return `waits for ${reason.operation}${until}`
    case 'kit':
      return `waits for material ${reason.material}${until}`
    case 'calendar':
      return `closed or too short${until}`
    case 'frozen':
      return `frozen${until}`
    case 'resource':
      return `${reason.resource} busy${until}`
    case 'fixed':
      return reason.why
    case 'not_before':
      return `not before ${clock(reason.until)}`
    case 'now':
      return 'nothing before it'
  }
}

function sayPlan(about: string, plan: Plan): string {
  const tasks = plan.tasks.map(task => {
    const setup = task.setupSeconds > 0 ? ` (set-up from ${clock(task.setupStart)})` : ''
    return `${clock(task.start)} - ${clock(task.end)}  ${task.machine}  ${task.operation}${setup}: ${task.reasons.map(sayReason).join('; ')}`
  })
  const unplanned = plan.unplanned.map(
    ({ operation, cause, at, object }) => `unplanned  ${operation}: ${cause} at ${at}, fix ${object.kind} ${object.id}`,
  )
  const conflicts = plan.conflicts.map(({ operation, fixed }) => `conflict  ${fixed} starts before ${operation} is done`)
  const orders = [...plan.orders]
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ order, finish, tardinessSeconds }) =>
      finish === null ? `order ${order}: -` : `order ${order}: ${clock(finish)}${tardinessSeconds > 0 ? `, ${tardinessSeconds / 3600} h late` : ''}`,
    )
  return `${[about, '', ...tasks, ...unplanned, ...conflicts, ...orders].join('\n')}\n`
}

describe('plants', () => {
  test('there are some', () => expect(names.length).toBeGreaterThanOrEqual(12))

  test.each(names)('%s', name => {
    const { about, ...problem } = readPlant(name)
    const plan = schedule(problem)
    expect(checkPlan(problem, plan)).toEqual([])
    const file = new URL(`${name}/expected.txt`, folder)
    const text = sayPlan(about, plan)
    if (process.env.PLANTS_ACCEPT) writeFileSync(file, text)
    expect(text).toBe(readFileSync(file, 'utf8'))
  })
})
