import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const row = /^\| [^|]+ \| [^|]+ \| `([^`]+)`<br>(.+) \|$/gm

test('each finding of docs/held-findings.md is held by a test that is there', () => {
  const found = [...read('docs/held-findings.md').matchAll(row)].map(([, file, title]) => ({ file, title }))
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter(({ file, title }) => !read(file!).includes(title!))).toEqual([])
})
