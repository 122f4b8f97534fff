import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** `docs/security.md` says of each requirement by what it is held: the files are there, none is told twice, the counts are right. */
const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const [first = '', second = ''] = page.split('\n## Level 2\n')
const rowsOf = (part: string) =>
  [...part.matchAll(/^\| ([\d., to]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, numbers = '', , held = '']) => ({
    numbers,
    held,
  }))
const level2 = rowsOf(second)
const stateOf = (held: string) => (held.includes('**Open') ? 'open' : held.startsWith('None:') ? 'none' : 'held')

/** How many requirements of level 2 each chapter of the standard has. */
const chapters = [19, 7, 11, 8, 5, 22, 12, 3, 3, 24, 11, 6, 12, 7, 10, 16, 7]

test('each requirement of level 2 stands there once', () => {
  const numbers = level2.map(one => one.numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
  const counted = chapters.map((_, at) => numbers.filter(number => number.startsWith(`${at + 1}.`)).length)
  expect(counted).toEqual(chapters)
  expect(
    rowsOf(first)
      .map(one => one.numbers)
      .filter(number => numbers.includes(number)),
  ).toEqual([])
})

test('the counts that the page tells are those of its rows', () => {
  const count = (state: string) => level2.filter(({ held }) => stateOf(held) === state).length
  expect(first).toContain(
    `Of ${level2.length} requirements of level 2, ${count('held')} are held, ${count('none')} ask for what there is not, ${count('open')} are open`,
  )
})

test('every file that is named is there', () => {
  const files = ['apps', 'areas', 'core', 'docs', 'e2e', 'platform', 'planning', 'tools'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(path => !path.includes('node_modules'))
      .map(path => `${folder}/${path}`),
  )
  const named = new Set([...page.matchAll(/`([\w.-][\w./-]*\.(?:ts|tsx|md|json))`/g)].map(([, name = '']) => name))
  const isThere = (name: string) =>
    existsSync(join(root, name)) || files.some(path => path === name || path.endsWith(`/${name}`))
  expect([...named].filter(name => !isThere(name))).toEqual([])
})
