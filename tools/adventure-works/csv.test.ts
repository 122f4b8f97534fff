import { expect, test } from 'vitest'
import { parseCsv } from './csv.ts'

test('fields may be quoted, rows end with or without a carriage return', () => {
  expect(parseCsv('a,b\r\n"1,5","say ""hi""\nthere"\n,\n')).toEqual([
    ['a', 'b'],
    ['1,5', 'say "hi"\nthere'],
    ['', ''],
  ])
})
test('the last line needs no line end', () => {
  expect(parseCsv('a\n1')).toEqual([['a'], ['1']])
})
