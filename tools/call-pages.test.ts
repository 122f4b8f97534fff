import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyCall } from '@qitao/core/call.ts'
import { expect, test } from 'vitest'

/**
 * Each call is made by a page, or docs/calls-without-page.md says why not. A call is made by a page when some file of the web names
 * what declares it: the call itself, or the record or document that it is one of.
 */
const root = join(import.meta.dirname, '..')
const sources = ['areas', 'apps', 'platform'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !path.includes('node_modules') && !/\.test\./.test(path))
    .map(path => join(root, folder, path)),
)
const read = (path: string): string => readFileSync(path, 'utf8')
const named = new Set(
  sources.filter(path => /\/web\//.test(path)).flatMap(path => read(path).match(/[A-Za-z_]\w*/g) ?? []),
)

const isCall = (value: object): value is AnyCall => 'grantedBy' in value && 'path' in value && 'method' in value
/** Calls of what a module exports; a document keeps its own a level deeper. */
function callsOf(value: unknown, depth = 0): AnyCall[] {
  if (typeof value !== 'object' || value === null || depth > 3) return []
  if (isCall(value)) return [value]
  return Object.values(value).flatMap(inner => callsOf(inner, depth + 1))
}
const declared = new Map<string, boolean>()
for (const path of sources.filter(one => /areas\/.*\/model\/.*\.calls\.ts$/.test(one)))
  for (const [name, value] of Object.entries(await import(path)))
    for (const call of callsOf(value)) declared.set(call.path, (declared.get(call.path) ?? false) || named.has(name))

const told = new Map(
  [...read(join(root, 'docs/calls-without-page.md')).matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(
    ([, path, why]) => [path!, why!] as const,
  ),
)

test('each call that no page makes is told with its reason, and no other is', () => {
  const without = [...declared].flatMap(([path, isMade]) => (isMade ? [] : [path]))
  expect(declared.size).toBeGreaterThan(500)
  expect([...told.keys()].toSorted()).toEqual(without.toSorted())
})
