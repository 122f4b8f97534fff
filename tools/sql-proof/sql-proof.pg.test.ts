// Faults that are planted in statements are found, each at its place, and nothing else is.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '@qitao/platform/server/testing/cluster.ts'
import { expect, test } from 'vitest'
import { readRecords } from './records.ts'
import { templatesOf } from './templates.ts'
import { judge } from './verdict.ts'

const root = join(import.meta.dirname, '../..')
const file = 'tools/sql-proof/testing/planted.ts'
const source = readFileSync(join(root, file), 'utf8').split('\n')
const placeOf = (words: string): string => `${file}:${source.findIndex(line => line.includes(words)) + 1}`
const database = await freshDatabase()
const templates = templatesOf(root, [file])

function verdict(...runs: ('some' | 'all')[]) {
  const folder = mkdtempSync(join(tmpdir(), 'qitao-sql-'))
  for (const run of runs)
    execFileSync(
      process.execPath,
      ['--import', join(import.meta.dirname, 'record.ts'), join(root, file), JSON.stringify(database.config), run],
      { env: { ...process.env, NODE_OPTIONS: '', SQL_RECORDS: folder } },
    )
  return judge(templates, readRecords(folder))
}
const some = verdict('some')

test('a template that was not run is named, a part of one, too', () => {
  const last = ['const never = ', 'const part = ', 'select 1 from org'].map(placeOf)
  expect(some.neverRan).toEqual(last)
  expect(verdict('some', 'all').neverRan).toEqual([placeOf('const part = ')])
})

test.each([
  ['a column under another name', 'name as title', ['name does not come back; id, title does']],
  ['a property too many', 'more: string }', ['more does not come back; id, name does']],
  ['a numeric is no number', '1::numeric', ['size is number and comes as string']],
  ['a day is no text, in a type that is given to `rows`', 'current_date', ['last is string and comes as date']],
  [
    'null where there is none',
    'select null as name',
    ['name is never null and came as null', 'note is never null and came as null'],
  ],
  ['a list of what else', 'array[1]::bigint[]', ['list is number[] and comes as string[]']],
  ['what a type parameter stands for', 'select 1 as size`', ['size is string and comes as number']],
])('%s', (_, words, faults) => {
  const place = placeOf(words)
  expect(some.misfits.filter(fault => fault.startsWith(`${place}: `))).toEqual(
    faults.map(fault => `${place}: ${fault}`),
  )
})

test('nothing else is', () => {
  expect(some.misfits).toHaveLength(8)
})
