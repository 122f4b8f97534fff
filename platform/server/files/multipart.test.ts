import { Readable } from 'node:stream'
import type { FileGiven } from '@qitao/core/file.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digestOf, mostUploadBytes, readMultipart } from './multipart.ts'

const read = (body: Buffer, contentType: string, size = body.length) =>
  readMultipart(Readable.from(inChunks(body, size)), contentType)
function* inChunks(body: Buffer, size: number) {
  for (let from = 0; from < body.length; from += size) yield body.subarray(from, from + size)
}
const sent = async (form: FormData) => {
  const response = new Response(form)
  return { type: response.headers.get('content-type')!, body: Buffer.from(await response.arrayBuffer()) }
}
const refused = (body: string, type = 'multipart/form-data; boundary=b') =>
  expect(read(Buffer.from(body), type)).rejects

test('what a browser sends is read as it was, however it is cut up', async () => {
  const nasty = fc.array(fc.constantFrom('\r', '\n', '-', '--', '\r\n--', '\r\n------formdata', 'a', '\0', '齐'))
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      nasty,
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.integer({ min: 1, max: 400 }),
      async (random, signs, name, size) => {
        const content = Buffer.concat([random, Buffer.from(signs.join(''))])
        const form = new FormData()
        form.set('text', '第一行\r\n--第二行')
        form.set('file', new Blob([content]), name)
        form.set('empty', '')
        const { type, body } = await sent(form)
        const fields = await read(body, type, size)
        const file = fields.file as FileGiven
        expect(fields).toMatchObject({ text: '第一行\r\n--第二行', empty: '' })
        expect(Buffer.concat(file.pieces).equals(content)).toBe(true)
        expect(file).toMatchObject({ size: content.length, sha256: digestOf(content) })
        const asNodeReads = (
          await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
        ).get('file') as File
        expect(file.name).toBe(asNodeReads.name)
      },
    ),
    { numRuns: 200 },
  )
})
test('a file is kept in the pieces in which it came, not copied', async () => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(300_000)]), 'a.bin')
  const { type, body } = await sent(form)
  const { pieces } = (await read(body, type, 65_536)).file as FileGiven
  expect(pieces).toHaveLength(5)
  expect(pieces.slice(1, -1).every(({ buffer }) => buffer === body.buffer)).toBe(true)
})
test('names that stand in objects already are fields like others', async () => {
  const form = new FormData()
  form.set('__proto__', 'x')
  const { type, body } = await sent(form)
  expect(Object.entries(await read(body, type))).toEqual([['__proto__', 'x']])
})
test('a body that is cut off, has a field twice, too many or too long ones, or no boundary is refused', async () => {
  const part = (head: string, words = 'x') => `--b\r\nContent-Disposition: form-data${head}\r\n\r\n${words}\r\n`
  await refused(part('; name="a"')).toThrow()
  await refused('').toThrow()
  await refused(`${part('; name="a"')}${part('; name="a"')}--b--`).toThrow()
  await refused(`${Array.from({ length: 51 }, (_, n) => part(`; name="${n}"`)).join('')}--b--`).toThrow()
  await refused(`${part('; name="a"', 'x'.repeat(2 ** 20 + 1))}--b--`).toThrow()
  await refused(`${part('; name="a"')}--b--`, 'multipart/form-data').toThrow()
  await refused(`--b\r\n${'x'.repeat(200_000)}`).toThrow()
  expect(await read(Buffer.from(`${part('; name="a"')}--b--\r\nafter`), 'multipart/form-data; boundary="b"')).toEqual({
    a: 'x',
  })
})
test('a part is a file by the name of one; a part without a name is refused, file or not', async () => {
  const bare = (type: string, head = '; name="file"') =>
    `--b\r\nContent-Disposition: form-data${head}\r\nContent-Type: ${type}\r\n\r\nx\r\n--b--`
  const of = (text: string) => read(Buffer.from(text), 'multipart/form-data; boundary=b')
  expect(await of(bare('application/octet-stream'))).toEqual({ file: 'x' })
  await refused(bare('text/plain', '')).toThrow()
  await refused(bare('text/plain', '; filename="a.txt"')).toThrow()
})
test('whatever a part says of itself, and wherever it is cut off: it is read or refused, and nothing escapes', async () => {
  const heads = fc.constantFrom(
    'Content-Disposition: form-data; name="a"',
    'Content-Disposition: form-data; name="file"; filename=""',
    "Content-Disposition: form-data; name*=utf-8''%E9; filename*=x''%",
    'Content-Disposition: attachment',
    'Content-Disposition:',
    'Content-Type: application/octet-stream',
    'Content-Type: text/plain; charset=__proto__',
    'Content-Type: ;',
    'Content-Transfer-Encoding: base64',
    'constructor: x',
    'no colon',
  )
  const part = fc.record({
    heads: fc.array(heads, { maxLength: 4 }),
    words: fc.constantFrom('', 'x', '\r\n', '--b', '\u00ff'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 4 }),
      fc.nat(400),
      fc.integer({ min: 1, max: 60 }),
      async (parts, cut, size) => {
        const whole = Buffer.from(
          `${parts.map(one => `--b\r\n${one.heads.map(head => `${head}\r\n`).join('')}\r\n${one.words}\r\n`).join('')}--b--`,
        )
        const body = whole.subarray(0, Math.max(1, whole.length - cut))
        const settled = await read(body, 'multipart/form-data; boundary=b', size).catch(error => error)
        expect(settled instanceof Refusal || Object.keys(settled).every(name => name !== 'undefined')).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})
test('a body beyond the largest is refused before its end; its sender may go on', async () => {
  const piece = Buffer.alloc(1024 * 1024)
  let given = 0
  const body = Readable.from(
    (function* () {
      for (; given < 100; given++) yield piece
    })(),
  )
  await expect(readMultipart(body, 'multipart/form-data; boundary=b')).rejects.toThrow()
  expect(given).toBeLessThan(mostUploadBytes / piece.length + 20)
  expect(body.destroyed).toBe(false)
})
