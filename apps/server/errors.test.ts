import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = ['core', 'platform', 'areas', 'apps', 'planning', 'e2e'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !/node_modules|dist/.test(path))
    .map(path => `${folder}/${path}`),
)
const textOf = new Map(sources.map(path => [path, readFileSync(join(root, path), 'utf8')]))
const isTest = (path: string): boolean => /\.(test|story)\.tsx?$|\/testing\//.test(path)
const code = sources.filter(path => !isTest(path)).map(path => textOf.get(path)!)
const tests = sources.filter(isTest).map(path => textOf.get(path)!)

/** All that is declared with `errors(..)`, by its name as code writes it: `salesErrors.orderExists`. */
const declared = new Map<string, ErrorDefinition>()
for (const path of sources.filter(one => !isTest(one) && /= errors\(\{/.test(textOf.get(one)!))) {
  for (const [table, value] of Object.entries(await import(join(root, path)))) {
    if (typeof value !== 'object' || value === null) continue
    for (const [name, error] of Object.entries(value as object))
      if (typeof error === 'object' && error !== null && 'code' in error && 'level' in error)
        declared.set(`${table}.${name}`, error as ErrorDefinition)
  }
}

/** Errors that nothing raises: written as `table.name`, or taken out of its table by name. */
const neverRaised = (names: readonly string[], texts: readonly string[]): string[] =>
  names.filter(full => {
    const [table, name] = full.split('.') as [string, string]
    const taken = new RegExp(`\\b${table}\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\} = ${table}\\b`)
    return !texts.some(text => taken.test(text))
  })

test('the search sees what is raised and what is not', () => {
  const texts = ['refuse(salesErrors.taken)', 'const { gone, other: x } = salesErrors']
  const names = ['salesErrors.taken', 'salesErrors.gone', 'salesErrors.take', 'salesErrors.never']
  expect(neverRaised(names, texts)).toEqual(['salesErrors.take', 'salesErrors.never'])
})

test('every declared error is raised somewhere', () => {
  expect(declared.size).toBeGreaterThan(100)
  expect(neverRaised([...declared.keys()], code)).toEqual([])
})

test('every declared error stands in a test, by its name or its number', () => {
  const named = neverRaised([...declared.keys()], tests)
  const untested = named.filter(full => !tests.some(text => new RegExp(`\\b${declared.get(full)!.code}\\b`).test(text)))
  expect(untested).toEqual([])
})

test('a code is declared once, with words in both languages', () => {
  const codes = [...declared.values()].map(error => error.code)
  expect(codes.filter((one, index) => codes.indexOf(one) !== index)).toEqual([])
  for (const [name, { text }] of declared) {
    expect(text.zh, name).toMatch(/[\u4e00-\u9fff]/)
    expect(text.en, name).toMatch(/^[^\u4e00-\u9fff]+$/)
  }
})
