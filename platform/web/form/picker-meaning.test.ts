import { expect, test } from 'vitest'
import { meant, meantOf } from './picker-meaning.ts'

const rows = [
  { id: '1', code: 'TY-291', name: 'Tyre' },
  { id: '2', code: 'TY-29', name: 'Tyre 29' },
  { id: '3', code: 'BA-DROP', name: 'Bar' },
]
const idOf = (text: string, given = rows, total = given.length) => meant(text, given, total)?.id

test('an exact code is meant, though others begin with it and stand before it', () => {
  expect(idOf('TY-29')).toBe('2')
  expect(idOf(' ty-29 ')).toBe('2')
})
test('else the only one that was found', () => {
  expect(idOf('DROP', [rows[2]!])).toBe('3')
  expect(idOf('DROP', [rows[2]!], 40)).toBeUndefined()
})
test('else none', () => {
  expect(idOf('TY')).toBeUndefined()
  expect(idOf('S-02', [])).toBeUndefined()
  expect(idOf('  ', [rows[2]!])).toBeUndefined()
})
test('two of one code are for a person to choose', () => {
  expect(
    idOf(
      'A-01',
      ['1', '2'].map(id => ({ id, code: 'A-01', name: '' })),
    ),
  ).toBeUndefined()
})
test('a machine is known by its number, a colleague by the job number', () => {
  const others = [
    { id: 'm', machine_no: 'L-1', name: 'Lathe' },
    { id: 'p', job_number: '0042', name: 'Li' },
  ]
  expect([meant('L-1', others, 2)?.id, meant('0042', others, 2)?.id]).toEqual(['m', 'p'])
})
test('many words are told at once: by code, by name, whatever their case; who shares a name is named', () => {
  const found = meantOf(['ty-29', '  TYRE 29', 'Tyre', 'gone'], [...rows, { id: '4', code: 'TY-30', name: 'tyre' }])
  expect([...found].map(([word, { row, several }]) => [word, row?.id, several.map(({ id }) => id)])).toEqual([
    ['ty-29', '2', ['2']],
    ['  TYRE 29', '2', ['2']],
    ['Tyre', '1', ['1', '4']],
  ])
  expect(meantOf(['TYRE'], [rows[0]!, { id: '4', code: 'TY-30', name: 'tyre' }]).get('TYRE')!.row).toBeUndefined()
})
