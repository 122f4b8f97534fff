import { describe, expect, test } from 'vitest'
import type { SourceFile } from './house.ts'
import { areaSizes, castsOf, documentSizes, placesOfFields, rawCodesOf, rowTypesOf } from './source-counts.ts'

const file = (path: string, text: string): SourceFile => ({ path, text })
const whats = (places: readonly { what: string }[]) => places.map(({ what }) => what)

describe('casts', () => {
  const found = (text: string, path = 'areas/stock/web/x.tsx') => castsOf([file(path, text)])
  test.each([
    ['never', 'run(input as never)', ['as never']],
    ['through unknown', 'const a = b as unknown as C', ['as unknown as']],
    ['over two lines', 'const a = b as unknown as\n  C', ['as unknown as']],
    ['one of a kind that the compiler checks', 'const a = b as C', []],
    ['constant, and unknown alone', 'const a = [b as unknown, 1] as const', []],
    ['in a comment and in a text', "// as never\nconst a = 'b as unknown as C'", []],
  ])('%s', (_name, text, expected) => expect(whats(found(text))).toEqual(expected))
  test('its place is told', () => expect(found('\nrun(a as never)')[0]!.at).toBe('areas/stock/web/x.tsx:2'))
  test('areas alone', () => expect(found('run(a as never)', 'platform/web/x.tsx')).toEqual([]))
})

describe('row types', () => {
  const found = (type: string) =>
    whats(rowTypesOf([file('areas/stock/server/x.ts', `const a = sql${type}\`select 1\``)]))
  test.each([
    ['a shape', '<{ id: string }>', ['typed in place']],
    ['a shape beside a name', '<Row & { id: string }>', ['typed in place']],
    ['a name', '<Row>', ['by name']],
    ['nothing read', '<never>', []],
    ['whatever comes', '<object>', []],
    ['none', '', []],
  ])('%s', (_name, type, expected) => expect(found(type)).toEqual(expected))
})

describe('raw codes', () => {
  const found = (path: string, text: string) => rawCodesOf([file(path, text)]).length
  test('those that the house still bears, too', () =>
    expect(found('areas/warehouse/server/x.ts', 'if (line.status === 0) return')).toBe(1))
  test('one place counts once, though two patterns find it', () =>
    expect(found('areas/warehouse/server/x.ts', 'const a = { status: line.status ?? 0 }')).toBe(1))
  test('two beside each other are two', () =>
    expect(found('areas/warehouse/server/x.ts', 'const b = a.status === 0 || a.status === 5')).toBe(2))
  test('not in its own table', () =>
    expect(found('areas/warehouse/model/x.status.ts', 'const a = { status: 1 }')).toBe(0))
})

test('an area is its code, its SQL and its styles, without tests', () => {
  const files = [
    file('areas/stock/model/a.ts', 'one\ntwo\n'),
    file('areas/stock/server/migrations/0001-a.sql', 'one'),
    file('areas/stock/web/a.css', 'one\n'),
    file('areas/stock/web/a.test.ts', 'not\ncounted\n'),
    file('areas/stock/testing/b.ts', 'not\n'),
    file('areas/stock/package.json', '{}\n'),
    file('platform/web/a.ts', 'not\n'),
  ]
  expect(areaSizes(files)).toEqual([{ name: 'stock', files: 3, lines: 4 }])
})

test('a document is what is declared as one, and each table with lines', () => {
  const files = [
    file('areas/stock/model/move/move.calls.ts', 'export const moves = documentOf({\n})\n'),
    file('areas/stock/server/move/bins.ts', 'one\n'),
    file('areas/stock/web/moves.tab.tsx', 'one\n'),
    file('areas/stock/web/remove.tsx', 'not its own\n'),
    file('areas/stock/server/migrations/0001-x.sql', 'create table old_note (\n);\ncreate table old_note_line (\n);\n'),
    file('areas/stock/server/old-note.handlers.ts', 'one\ntwo\n'),
    file('areas/stock/server/old-note.calls.test.ts', 'one\n'),
  ]
  expect(documentSizes(files)).toEqual([
    { name: 'move', files: 3, lines: 4, onKit: true },
    { name: 'old-note', files: 1, lines: 2, onKit: false },
  ])
})

test('a field stands where it is named, if no other record has one of its name', () => {
  const files = [
    file('areas/sales/model/a.record.ts', "record('a', t, { terms: f(), wish: f(), remark: f() })\n"),
    file('areas/sales/model/b.record.ts', "record('b', t, { remark: f() })\n"),
    file('areas/sales/server/migrations/0001-a.sql', 'create table a (terms text, wish text, remark text)'),
    file('areas/sales/web/a.columns.tsx', '// the wish\nconst a = row.terms'),
    file('areas/sales/web/b.tsx', 'const a = paymentterms + terms_of'),
    file('areas/sales/server/a.calls.test.ts', 'terms wish'),
    file('platform/server/database/tables.ts', 'terms wish'),
  ]
  const record = 'areas/sales/model/a.record.ts'
  const migration = 'areas/sales/server/migrations/0001-a.sql'
  expect(placesOfFields(files, ['a'])).toEqual([
    { field: 'wish', places: [record, migration] },
    { field: 'terms', places: [record, migration, 'areas/sales/web/a.columns.tsx'] },
  ])
})
