import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('every set of threads hears of one that ends between two works: unheard it would end the server', () => {
  const sources = ['platform/server', 'areas'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.ts') && !path.includes('node_modules'))
      .map(path => readFileSync(join(root, folder, path), 'utf8')),
  )
  // Up to the call that follows the making, however the lines are broken.
  const made = sources.flatMap(text =>
    [...text.matchAll(/new Piscina[^(]*\(\{[\s\S]*?\}\)(\s*\.on\(\s*'error',\s*threadLost,?\s*\))?/g)].map(
      ([all]) => all,
    ),
  )
  expect(made.length).toBeGreaterThan(4)
  expect(made.filter(one => !/threadLost,?\s*\)$/.test(one))).toEqual([])
})
