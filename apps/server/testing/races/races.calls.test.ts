import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Books } from './books.ts'
import { type Command, commands } from './commands.ts'
import { racingApp } from './plant.ts'
import { faults } from './planted.ts'
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
import { Turns } from './turns.ts'

/**
 * Every two commands that have rows in common, in both orders and with one of them stopped while the other runs. A normal run takes
 * the pairs in which a fault can be planted. RACES=day: a part of the others as well, another one each day (RACES_DAY=20000: that
 * day's). RACES=pairs: all pairs where it matters; RACES=all: all pairs at each statement; RACES=turns: all pairs, nobody stopped. RACES_ONLY=pick,ship|merge:
 * all pairs of the first, and that one. RACES_REPORT: a file to which faults are added, a line each.
 */
const mode = process.env.RACES ?? 'planted'
const only = process.env.RACES_ONLY?.split(',')
const report = process.env.RACES_REPORT
const day = Number(process.env.RACES_DAY ?? Math.floor(Date.now() / 86_400_000))
/** So many days until each pair has had its turn. */
const turn = 16

const app = await racingApp()
const stops = new Stops()
const turns = new Turns()
afterAll(() => {
  stops.end()
  turns.end()
  race.books.end()
})

const pairs = commands.flatMap((first, index) => commands.slice(index).map(second => [first, second] as const))
const isOf = (first: string, second: string, some: readonly string[]): boolean =>
  some.some(one => [first, second, `${first}|${second}`, `${second}|${first}`].includes(one))
const always = faults.map(({ pair }) => pair.join('|'))
const wanted = pairs.filter(([{ name: first }, { name: second }], index) => {
  if (only) return isOf(first, second, only)
  if (mode === 'planted' || mode === 'day')
    return isOf(first, second, always) || (mode === 'day' && index % turn === day % turn)
  return true
})
let race: Race
const traces = new Map<string, readonly Statement[]>()
beforeAll(async () => {
  const scene = await makeScene(app)
  race = { app, scene, books: await Books.of(app.database.pool, scene.org_id), stops, turns }
  for (const command of new Set(wanted.flat())) {
    const { statements } = await inTurn(race, [{ command, user_id: app.first.user_id }], [command])
    traces.set(command.name, statements)
  }
}, 300_000)

const stopsOf = ({ name }: Command): number[] => {
  const statements = traces.get(name)!
  if (mode === 'turns') return []
  return mode === 'all' ? statements.map((_, index) => index) : stopsThatMatter(statements)
}

describe(mode === 'day' ? `RACES_DAY=${day}` : mode, () => {
  test.each(wanted.map(([first, second]) => ({ name: `${first.name} and ${second.name}`, first, second })))(
    '$name',
    async ({ first, second }) => {
      const right = await rightCourses(race, first, second)
      const found: Fault[] = wrongInTurn(right, first, second)
      found.push(...(await racePair(race, first, second, right, stopsOf(first))))
      if (first !== second) found.push(...(await racePair(race, second, first, exchanged(right), stopsOf(second))))
      if (report) for (const fault of found) appendFileSync(report, `${JSON.stringify(fault)}\n`)
      expect(found).toEqual([])
    },
    600_000,
  )
})
