import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Transaction } from './file-stream.ts'
import { distinctNames, zipFile } from './zip-file.ts'

const transaction: Transaction = work => work(undefined as never)
const part = (name: string, load: () => Promise<Uint8Array>) => ({
  ...{ name, mime_type: 'text/plain', modified_time: 1_800_000_000 },
  open: () => Readable.from(once(load)),
})
async function* once(load: () => Promise<Uint8Array>) {
  yield await load()
}

test('names are such as a disk takes, and each is there once', () => {
  expect(distinctNames(['a.pdf', 'A.PDF', 'a.pdf', 'x?.txt', '..', '图 1.png'])).toEqual([
    'a.pdf',
    'A (2).PDF',
    'a (3).pdf',
    'x_.txt',
    'file',
    '图 1.png',
  ])
})
test('files are read one after the other', async () => {
  let open = 0
  let most = 0
  const load = async () => {
    open += 1
    most = Math.max(most, open)
    await new Promise(done => setImmediate(done))
    open -= 1
    return Buffer.from('words')
  }
  const bytes = await buffer(zipFile('all', [part('a.txt', load), part('b.txt', load)]).open(transaction))
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  expect(most).toBe(1)
})
test('a file that has been read leaves nothing behind that waits for the end of the zip', async () => {
  const waiting: number[] = []
  const parts = Array.from({ length: 30 }, (_, n) =>
    part(`${n}.txt`, async () => {
      waiting.push(stream.listenerCount('close'))
      return Buffer.from('words')
    }),
  )
  const stream = zipFile('all', parts).open(transaction)
  await buffer(stream)
  expect(waiting).toHaveLength(30)
  expect(Math.max(...waiting) - waiting[0]!).toBeLessThan(3)
})
test('a file that cannot be read breaks it off, instead of leaving a zip that looks whole', async () => {
  const gone = zipFile('all', [part('a.txt', () => Promise.reject(new Error('gone')))])
  await expect(buffer(gone.open(transaction))).rejects.toThrow('gone')
})
test('who goes away in the middle stops it', async () => {
  const reads: string[] = []
  const parts = ['a.bin', 'b.bin', 'c.bin'].map(name => ({
    ...part(name, async () => {
      reads.push(name)
      return new Uint8Array(1_000_000)
    }),
    mime_type: 'application/pdf',
  }))
  const stream = zipFile('all', parts).open(transaction)
  await new Promise<void>(done => stream.once('data', () => done()))
  stream.destroy()
  await new Promise(done => setTimeout(done, 50))
  expect(reads).not.toContain('c.bin')
})
