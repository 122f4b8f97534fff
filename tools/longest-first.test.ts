import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { long, longestFirst } from './longest-first.ts'

test('each file that is said to take long is there', () => {
  const names = globSync('{core,planning,platform,areas,apps,tools}/**/*.test.ts', {
    cwd: join(import.meta.dirname, '..'),
    exclude: path => path.includes('node_modules'),
  }).map(path => path.split('/').at(-1))
  expect(Object.keys(long).filter(name => !names.includes(`${name}.test.ts`))).toEqual([])
})

test('the longest begin first, within their project', () => {
  const fileOf = (name: string, moduleId: string) => ({ moduleId, project: { name } })
  const other = fileOf('unit', '/core/text.test.ts')
  const short = fileOf('server', '/areas/sales/server/share.calls.test.ts')
  const races = fileOf('server', '/apps/server/testing/races/races.calls.test.ts')
  const rights = fileOf('server', '/apps/server/testing/proof/rights.calls.test.ts')
  expect(longestFirst([other, short, races, rights])).toEqual([other, rights, races, short])
})
