/**
 * Tiny plants: `problem.json` (instants as `2026-03-02 08:00`, UTC; `about` says in one sentence what it shows) and the
 * expected plan as text. `PLANTS_ACCEPT=1 npx vitest run planning/plants` writes the texts anew; review them as a diff.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkPlan } from '../checker/check-plan.ts'
import type { Plan, Reason } from '../scheduling/place/plan.ts'
import type { Problem } from '../scheduling/problem/problem.ts'
import { schedule } from '../scheduling/improve/schedule.ts'
import { type ChainLink, explainLate } from '../scheduling/explain/explain-late.ts'
import { type TriedRemedy, tryRemedies } from '../scheduling/explain/try-remedies.ts'

const folder = new URL('.', import.meta.url)
const names = readdirSync(folder, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
  .sort()

const readPlant = (name: string): Problem & { about: string; remediesFor?: string } =>
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

const hours = (seconds: number) => `${seconds / 3600} h`

function sayLink(link: ChainLink): string {
  const span = `${clock(link.from)} - ${clock(link.to)}, ${hours(link.seconds)}: `
  const closed = 'closedSeconds' in link && link.closedSeconds > 0 ? ` (${hours(link.closedSeconds)} of it closed)` : ''
  switch (link.kind) {
    case 'task':
      return `${span}${link.operation} runs on ${link.machine}${closed}`
    case 'predecessor':
      return `${span}waits for ${link.operation} on ${link.machine}${closed}`
    case 'machine':
      return `${span}${link.machine} occupied by ${link.operation}${closed}`
    case 'resource':
      return `${span}${link.resource} with ${link.operation} on ${link.machine}${closed}`
    case 'lock':
      return `${span}${link.operation} is ${link.why} on ${link.machine}${closed}`
    case 'changeover':
      return `${span}set-up of ${link.machine} for ${link.operation}`
    case 'calendar':
      return `${span}${link.machine} closed`
    case 'frozen':
      return `${span}${link.machine} frozen`
    case 'material':
      return `${span}${link.operation} waits for material ${link.material}`
    case 'not_before':
      return `${span}${link.operation} may not begin`
    case 'waiting':
      return `${span}waiting time before ${link.operation}`
    case 'slack':
      return `${span}${link.operation} could start`
  }
}

function sayLate(problem: Problem, plan: Plan): string[] {
  return explainLate(problem, plan).flatMap(({ order, tardinessSeconds, chain }) => [
    `late ${order}, ${hours(tardinessSeconds)}:`,
    ...chain.map(link => `  ${sayLink(link)}`),
  ])
}

function sayRemedy({ remedy, gainedSeconds, tardinessSeconds, others }: TriedRemedy): string {
  const what = {
    overtime: () => remedy.kind === 'overtime' && `${hours(remedy.secondsPerDay)} a day of overtime on ${remedy.machine}`,
    expedite: () =>
      remedy.kind === 'expedite' &&
      `${remedy.material} on ${clock(remedy.to)} instead of ${clock(remedy.from)} (${remedy.operations.join(', ')})`,
    other_machine: () =>
      remedy.kind === 'other_machine' && `${remedy.operation} on ${remedy.to} instead of ${remedy.from}`,
    priority: () => remedy.kind === 'priority' && `before ${remedy.before.join(', ')}`,
    as_early: () => remedy.kind === 'as_early' && 'as early as it can be',
  }[remedy.kind]()
  const change = others.map(other => `${other.order} ${other.changeSeconds > 0 ? '+' : ''}${hours(other.changeSeconds)}`)
  return `  ${what}: gains ${hours(gainedSeconds)}, left ${hours(tardinessSeconds)}${change.length > 0 ? `; ${change.join(', ')}` : ''}`
}

describe('plants', () => {
  test('there are some', () => expect(names.length).toBeGreaterThanOrEqual(12))

  test.each(names)('%s', name => {
    const { about, remediesFor, ...problem } = readPlant(name)
    const plan = schedule(problem)
    expect(checkPlan(problem, plan)).toEqual([])
    const file = new URL(`${name}/expected.txt`, folder)
    const remedies =
      remediesFor === undefined
        ? []
        : [`remedies for ${remediesFor}:`, ...tryRemedies(problem, plan, remediesFor).remedies.map(sayRemedy)]
    const text = `${sayPlan(about, plan)}${[...sayLate(problem, plan), ...remedies].map(line => `${line}\n`).join('')}`
    if (process.env.PLANTS_ACCEPT) writeFileSync(file, text)
    expect(text).toBe(readFileSync(file, 'utf8'))
  })
})
