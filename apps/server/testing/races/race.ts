import { generalErrors } from '@qitao/core/general.errors.ts'
import { schedulingErrors } from '@qitao/scheduling/model/scheduling.errors.ts'
import type { Books } from './books.ts'
import type { Command } from './commands.ts'
import { brokenIn } from './invariants.ts'
import type { Answer, RacingApp } from './plant.ts'
import type { Scene } from './scene.ts'
import { type Statement, type Stops, takesLock } from './stops.ts'
import type { Turns } from './turns.ts'

/** What stands in the books after a course of commands, and what those answered. */
export interface Course {
  readonly answers: readonly (Answer | undefined)[]
  readonly books: readonly string[]
  readonly broken: readonly string[]
}
export interface Race {
  readonly app: RacingApp
  readonly scene: Scene
  readonly books: Books
  readonly stops: Stops
  readonly turns: Turns
}
export interface Fault {
  readonly first: string
  readonly second: string
  /** Statement of the first before which it stood. */
  readonly at: number
  readonly sql: string
  readonly what: string
}

/** Computed places are not compared: the search may end elsewhere each time. That they are sound, the checks say. */
const places = new Set([
  ...['production_task.device_id', 'production_task.setup_start_time', 'production_task.start_time'],
  ...['production_task.end_time', 'production_task.setup_seconds', 'production_task.reasons'],
  ...['mo.planned_start_time', 'mo.planned_finish_time', 'mo_component.planned_start_time'],
])
/**
 * Promised hours begin when the answer is no longer kept, which hangs on the second; of equal materials any one decides; an
 * assignment that a plan takes away and makes again is the same one to everybody.
 */
const byChance = new Set([
  ...['capacity_hold.device_id', 'capacity_hold.setup_start_time', 'capacity_hold.start_time'],
  ...[
    'capacity_hold.end_time',
    'inquiry_line.answer',
    'inquiry_line.short_components',
    'mo.deciding_material_id',
    'mo_assignment.id',
  ],
])
const leftOut = (commands: readonly Command[]) => (table: string, column: string) =>
  byChance.has(`${table}.${column}`) ||
  (commands.some(({ computes }) => computes === 'places') && places.has(`${table}.${column}`))

/** The commands one after the other; nobody is stopped. */
export async function inTurn(
  race: Race,
  ordered: readonly { readonly command: Command; readonly user_id: string }[],
  compared: readonly Command[],
): Promise<Course & { readonly statements: readonly Statement[] }> {
  const { app, scene, books, stops } = race
  const org_id = await books.copy()
  try {
    for (const { user_id } of [app.first, app.second]) stops.watch(user_id)
    const answers: Answer[] = []
    for (const { command, user_id } of ordered) answers.push(await command.run(app, scene, { org_id, user_id }))
    const statements = stops.statementsOf(ordered[0]!.user_id)
    return { answers, statements, ...(await look(race, org_id, compared)) }
  } finally {
    await books.drop(org_id)
  }
}

const look = async ({ app, books }: Race, org_id: string, compared: readonly Command[]) => ({
  books: await books.read(org_id, leftOut(compared)),
  broken: await brokenIn(app, org_id),
})

const longestWaitMs = 20_000

/**
 * The first is stopped before its statement `at`; the second runs until it is done or waits for a lock or a thread of the first;
 * then the first goes on. Undefined: the first has fewer statements than that.
 */
export async function interleaved(
  race: Race,
  first: Command,
  at: number,
  second: Command,
): Promise<(Course & { readonly deadlocks: number; readonly stood: Statement }) | undefined> {
  const { app, scene, books, stops, turns } = race
  const org_id = await books.copy()
  try {
    for (const { user_id } of [app.first, app.second]) stops.watch(user_id)
    const stop = stops.stopAt(app.first.user_id, at)
    const one = first.run(app, scene, { org_id, user_id: app.first.user_id })
    const came = await Promise.race([stop.reached, one.then(() => 'over' as const)])
    if (came === 'over') return undefined
    const stood = stops.statementsOf(app.first.user_id)[at]!
    let isOver = false
    const other = second.run(app, scene, { org_id, user_id: app.second.user_id }).finally(() => {
      isOver = true
    })
    const until = Date.now() + longestWaitMs
    while (!isOver && Date.now() < until && !turns.isWaitedFor(org_id) && !(await waitsForLock(race)))
      await new Promise(again => setTimeout(again, 1))
    // Over time it waits for something that is neither: a connection, a place in a queue.
    const isStuck = Date.now() >= until
    stop.goOn()
    const answers = await Promise.all([one, other])
    if (isStuck) throw new Error(`${second.name} neither ended nor waited for a lock or a thread of ${first.name}`)
    const deadlocks = stops.deadlocksOf(app.first.user_id) + stops.deadlocksOf(app.second.user_id)
    return { answers, deadlocks, stood, ...(await look(race, org_id, [first, second])) }
  } finally {
    await books.drop(org_id)
  }
}

async function waitsForLock({ app, stops }: Race): Promise<boolean> {
  const pid = stops.pidOf(app.second.user_id)
  if (pid === undefined) return false
  const { rowCount } = await app.database.pool.query(
    `select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock' and cardinality(pg_blocking_pids(pid)) > 0`,
    [pid],
  )
  return rowCount === 1
}

/** The courses that are right: one after the other in either order, or one of them alone when the other was told to come again. */
export interface RightCourses {
  readonly both: readonly Course[]
  readonly firstAlone: Course
  readonly secondAlone: Course
}

export async function rightCourses(race: Race, first: Command, second: Command): Promise<RightCourses> {
  const one = { command: first, user_id: race.app.first.user_id }
  const other = { command: second, user_id: race.app.second.user_id }
  const compared = [first, second]
  const forth = await inTurn(race, [one, other], compared)
  const back = await inTurn(race, [other, one], compared)
  const firstAlone = await inTurn(race, [one], compared)
  const secondAlone = await inTurn(race, [other], compared)
  return {
    both: [forth, { ...back, answers: [...back.answers].reverse() }],
    firstAlone: { ...firstAlone, answers: [firstAlone.answers[0], undefined] },
    secondAlone: { ...secondAlone, answers: [undefined, secondAlone.answers[0]] },
  }
}

/** The same courses with the parts exchanged. */
export const exchanged = ({ both, firstAlone, secondAlone }: RightCourses): RightCourses => ({
  both: both.map(turned),
  firstAlone: turned(secondAlone),
  secondAlone: turned(firstAlone),
})
const turned = (course: Course): Course => ({ ...course, answers: [...course.answers].reverse() })

/**
 * What is wrong when nobody is stopped: the books are broken, a command answers otherwise than it is declared to after the other,
 * or one intention that came twice is done twice.
 */
export function wrongInTurn(right: RightCourses, first: Command, second: Command): Fault[] {
  const [forth, back] = right.both as [Course, Course]
  const faults: string[] = []
  for (const { answers, broken } of [forth, back, right.firstAlone, right.secondAlone]) {
    const crashed = answers.find(answer => answer?.code === 500)
    if (crashed) faults.push(`HTTP 500 ${crashed.message}`)
    if (broken.length > 0) faults.push(`broken: ${broken.slice(0, 4).join('; ')}`)
  }
  const expect = (later: Command, earlier: Command, alone: Answer | undefined, answer: Answer | undefined) => {
    const wanted = later.after?.[earlier.name] ?? codesOf(alone)
    if (codesOf(answer) !== wanted)
      faults.push(`${later.name} after ${earlier.name} answers ${codesOf(answer)}, declared is ${wanted}`)
  }
  expect(second, first, right.secondAlone.answers[1], forth.answers[1])
  if (first !== second) expect(first, second, right.firstAlone.answers[0], back.answers[0])
  return faults.map(what => ({ first: first.name, second: second.name, at: -1, sql: 'in turn', what }))
}

/** Two commands, the first stopped at each of these statements; what is wrong. */
export async function racePair(
  race: Race,
  first: Command,
  second: Command,
  right: RightCourses,
  stopsAt: readonly number[],
): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const at of stopsAt) {
    const course = await interleaved(race, first, at, second)
    if (!course) break
    const what = wrongWith(course, right, [first, second])
    const { sql, transaction } = course.stood
    if (what) faults.push({ first: first.name, second: second.name, at, sql: `(${transaction}) ${sql}`, what })
  }
  return faults
}

/** Others were quicker and nothing was done: data or programme locked, data changed, calculation given up. */
const again: readonly number[] = [
  generalErrors.dataLocked.code,
  generalErrors.programLocked.code,
  generalErrors.versionConflict.code,
  schedulingErrors.scheduleTimeout.code,
]

/** What is wrong with a course; undefined: nothing. */
export function wrongWith(
  course: Course & { readonly deadlocks: number },
  right: RightCourses,
  [first, second]: readonly [Command, Command],
): string | undefined {
  const crashed = course.answers.find(answer => answer?.code === 500)
  if (crashed) return `HTTP 500 ${crashed.message}`
  if (course.deadlocks > 0) return 'deadlock: the locks are taken in two orders'
  if (course.broken.length > 0) return `broken: ${course.broken.slice(0, 4).join('; ')}`
  const [one, other] = course.answers
  const asIn = [
    ...right.both,
    ...(isAgain(first, one) ? [{ ...right.secondAlone, answers: [one, right.secondAlone.answers[1]] }] : []),
    ...(isAgain(second, other) ? [{ ...right.firstAlone, answers: [right.firstAlone.answers[0], other] }] : []),
  ]
  if (asIn.some(each => told(each) === told(course) && isSame(each.books, course.books))) return undefined
  const answered = asIn
    .filter(each => told(each) === told(course))
    .sort((a, b) => minus(a.books, course.books).length - minus(b.books, course.books).length)
  if (answered.length === 0)
    return `answers ${told(course)}; one after the other they are ${[...new Set(asIn.map(told))].join(' or ')}`
  return `answers ${told(course)}; the books are as in neither order: ${difference(answered[0]!.books, course.books)}`
}

function isAgain({ again: own = [] }: Command, answer: Answer | undefined): boolean {
  if (!answer) return false
  const codes = answer.failed.length > 0 ? answer.failed : [answer.code]
  return codes.every(code => again.includes(code) || own.includes(code))
}
const codesOf = (answer: Answer | undefined): string =>
  answer ? [answer.code, ...[...answer.failed].sort()].join('+') : '-'
const told = ({ answers }: Course): string => answers.map(codesOf).join(' and ')
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((row, index) => row === other[index])

/** The rows that differ, of those that are in both the columns that do. */
function difference(wanted: readonly string[], found: readonly string[]): string {
  const less = minus(wanted, found).map(parsed)
  const more = minus(found, wanted).map(parsed)
  const shown: string[] = []
  for (const { table, row } of less) {
    const now = more.find(one => one.table === table && row.id !== undefined && one.row.id === row.id)
    if (!now) {
      shown.push(`- ${table} ${JSON.stringify(row)}`)
      continue
    }
    more.splice(more.indexOf(now), 1)
    const columns = Object.keys(row).filter(column => JSON.stringify(row[column]) !== JSON.stringify(now.row[column]))
    const told = columns.map(column => `${column} ${JSON.stringify(row[column])} -> ${JSON.stringify(now.row[column])}`)
    shown.push(`  ${table} ${row.no ?? row.id}: ${told.join(', ')}`)
  }
  shown.push(...more.map(({ table, row }) => `+ ${table} ${JSON.stringify(row)}`))
  return ['', ...shown.slice(0, 12).map(row => row.slice(0, 500))].join('\n    ')
}
function parsed(text: string): { table: string; row: Record<string, unknown> } {
  const at = text.indexOf(' ')
  return { table: text.slice(0, at), row: JSON.parse(text.slice(at + 1)) }
}
function minus(one: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const row of other) left.set(row, (left.get(row) ?? 0) + 1)
  return one.filter(row => {
    const count = left.get(row) ?? 0
    left.set(row, count - 1)
    return count <= 0
  })
}

/**
 * Where it matters that a command stands: where a transaction begins or commits, and wherever reading turns to locking or writing, or
 * back: before its lock, behind it, between reading and saving.
 */
export function stopsThatMatter(statements: readonly Statement[]): number[] {
  return statements.flatMap((statement, index) => {
    const before = statements[index - 1]
    const begins = before?.transaction !== statement.transaction
    const turns = before !== undefined && takesLock(before) !== takesLock(statement)
    return begins || turns || statement.sql === 'commit' ? [index] : []
  })
}
