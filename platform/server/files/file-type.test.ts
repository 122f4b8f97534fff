import { expect, test } from 'vitest'
import { fileTypeOf } from './file-type.ts'

const zip = 'PK\x03\x04'
const pieces = (words: string, at: number) => {
  const bytes = Buffer.from(words, 'latin1')
  return [bytes.subarray(0, at), bytes.subarray(at)]
}

test('what is sought is found wherever the file is cut', async () => {
  const book = `${zip}[Content_Types].xml xl/workbook.xml`
  const withMacros = `${book} xl/vbaProject.bin`
  for (let at = 0; at < withMacros.length; at++) {
    expect((await fileTypeOf('a.xlsx', pieces(book, at)))?.endings).toEqual(['xlsx'])
    expect(await fileTypeOf('a.xlsx', pieces(withMacros, at))).toBeUndefined()
    expect(await fileTypeOf('a.txt', pieces('no text\0 at all', at))).toBeUndefined()
  }
})
test('a file of many small pieces', async () => {
  const one = [...`${zip}xl/`].map(sign => Buffer.from(sign, 'latin1'))
  expect((await fileTypeOf('a.xlsx', one))?.endings).toEqual(['xlsx'])
  expect(
    (
      await fileTypeOf(
        'a.txt',
        [...'words'].map(sign => Buffer.from(sign)),
      )
    )?.mime_type,
  ).toBe('text/plain')
})
test('a large file lets others in', async () => {
  let turns = 0
  let looks = true
  const count = () => {
    turns += 1
    if (looks) setImmediate(count)
  }
  setImmediate(count)
  await fileTypeOf(
    'a.bin',
    Array.from({ length: 8 }, () => new Uint8Array(1024 * 1024)),
  )
  looks = false
  expect(turns).toBeGreaterThanOrEqual(7)
})
