import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Books } from './books.ts'
import { type Command, commands } from './commands.ts'
import { racingApp } from './plant.ts'
import {
  exchanged,
  type Fault,
  inTurn,
  type Race,
  racePair,
  rightCourses,
  stopsThatMatter,
  wrongInTurn,
} from './race.ts'
import { makeScene } from './scene.ts'
import { type Statement, Stops } from './stops.ts'

/**
 * Every two commands that have rows in common, one stopped while the other runs. RACES=all: each pair at each statement;
 * RACES=pairs: each pair where it matters; RACES=turns: each pair, nobody stopped; else a part of the pairs, another one each day. RACES_ONLY=pick,release: those two alone.
 */
const mode = process.env.RACES ?? 'day'
const only = process.env.RACES_ONLY?.split(',')
const told = process.env.RACES_REPORT

const app = await racingApp()
const stops = new Stops()
afterAll(() => stops.end())

let race: Race
const traces = new Map<string, readonly Statement[]>()
beforeAll(async () => {
  const scene = await makeScene(app)
  race = { app, scene, books: await Books.of(app.database.pool, scene.org_id), stops }
  for (const command of commands) {
    const { statements } = await inTurn(race, [{ command, user_id: app.first.user_id }], [command])
    traces.set(command.name, statements)
  }
}, 300_000)

const pairs = commands.flatMap((first, index) => commands.slice(index).map(second => [first, second] as const))
const wanted = pairs.filter(
  ([first, second]) =>
    !only ||
    (only.length === 1
      ? only.some(name => [first.name, second.name].includes(name))
      : only.includes(first.name) && only.includes(second.name)),
)

const stopsOf = ({ name }: Command): number[] => {
  const statements = traces.get(name)!
  if (mode === 'turns') return []
  return mode === 'all' ? statements.map((_, index) => index) : stopsThatMatter(statements)
}

test.each(wanted.map(([first, second]) => ({ name: `${first.name} and ${second.name}`, first, second })))(
  '$name',
  async ({ first, second }) => {
    const right = await rightCourses(race, first, second)
    const faults: Fault[] = wrongInTurn(right, first, second)
    faults.push(...(await racePair(race, first, second, right, stopsOf(first))))
    if (first !== second) faults.push(...(await racePair(race, second, first, exchanged(right), stopsOf(second))))
    if (told) for (const fault of faults) appendFileSync(told, `${JSON.stringify(fault)}\n`)
    expect(faults).toEqual([])
  },
  600_000,
)
