import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type GuideModule, guidePicture } from '@qitao/platform/web/frame/guide.ts'
import { allPages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'

// Every page of the menu has one guide, and what a guide quotes stands on the screen.

const modules = import.meta.glob<GuideModule>('../../areas/*/web/*.guide.ts', { eager: true })
const sources = import.meta.glob<string>(
  [
    '../../{core,platform/web}/**/*.{ts,tsx}',
    '../../areas/*/{model,web}/**/*.{ts,tsx}',
    '!**/*.test.ts',
    '!**/*.guide.ts',
  ],
  { eager: true, query: '?raw', import: 'default' },
)
const guides = Object.values(modules).flatMap(({ default: all }) => all)
const pairOf = (zh: string, en: string): string => `${zh} | ${en}`
/** Both texts as they are declared side by side. */
const told = new Set(
  Object.values(sources).flatMap(source =>
    [...source.matchAll(/'([^'\n]*\p{Script=Han}[^'\n]*)',\s*'([^'\n]+)'/gu)].map(([, zh, en]) => pairOf(zh!, en!)),
  ),
)
const quoted = (words: string, marks: RegExp): string[] => [...words.matchAll(marks)].map(([, name]) => name!)
const inChinese = /「([^」]+)」/g
const inEnglish = /“([^”]+)”/g

test('each page of the menu has its guide, and no page has two', () => {
  const has = guides.flatMap(({ page, also = [] }) => [page, ...also].map(({ path }) => path))
  expect(allPages.filter(({ kind, path }) => kind === 'menu' && !has.includes(path)).map(({ path }) => path)).toEqual(
    [],
  )
  expect(has.filter((path, index) => has.indexOf(path) !== index)).toEqual([])
})
test('a guide is short: one to five steps', () => {
  const steps = guides.map(guide => guide.steps.length)
  expect(Math.min(...steps)).toBeGreaterThan(0)
  expect(Math.max(...steps)).toBeLessThanOrEqual(5)
})
test('what a guide quotes is a text of the product, the same in both languages', () => {
  const wrong = guides.flatMap(({ page, purpose, steps, terms = [], errors = [] }) =>
    [purpose, ...steps, ...terms.map(({ means }) => means), ...errors.map(({ remedy }) => remedy)].flatMap(words => {
      const zh = quoted(words.zh, inChinese)
      const en = quoted(words.en, inEnglish)
      if (zh.length !== en.length) return [`${page.path}: ${words.zh} / ${words.en}`]
      return zh
        .map((name, at) => pairOf(name, en[at]!))
        .filter(pair => !told.has(pair))
        .map(pair => `${page.path}: ${pair}`)
    }),
  )
  expect(wrong).toEqual([])
})
test('a guide that has a picture has it in both languages, small enough, and there is no other', () => {
  const folder = join(import.meta.dirname, 'public')
  const wanted = guides
    .filter(({ picture }) => picture)
    .flatMap(({ page }) => (['zh', 'en'] as const).map(language => guidePicture(page.path, language)))
  expect(wanted.length).toBeGreaterThan(0)
  const taken = readdirSync(join(folder, 'guides')).map(name => `/guides/${name}`)
  expect(taken.toSorted()).toEqual(wanted.toSorted())
  const tooLarge = taken.filter(path => statSync(join(folder, path)).size > 40_000)
  expect(tooLarge).toEqual([])
})
