import { expect, test } from 'vitest'
import { again, nameOfFile, next, type Uploaded, withChosen } from './file-upload.ts'

const file = (name: string) => new File(['x'], name, { lastModified: 1 })
const one = (key: number, state: Uploaded['state'], more: Partial<Uploaded> = {}): Uploaded => ({
  ...{ key, file: file(`${key}.pdf`), state, sent: 0 },
  ...more,
})

test('a document is named after its file', () => {
  expect(nameOfFile('Frame C1.v2.pdf', 100)).toBe('Frame C1.v2')
  expect(nameOfFile('.env', 100)).toBe('.env')
  expect(nameOfFile(`${'x'.repeat(120)}.pdf`, 100)).toHaveLength(100)
})
test('a file that is chosen twice is sent once; one that is done may be sent again', () => {
  const first = withChosen([], [file('a'), file('a'), file('b')], 1)
  expect(first.map(({ key, file: { name } }) => [key, name])).toEqual([
    [1, 'a'],
    [2, 'b'],
  ])
  expect(withChosen(first, [file('a')], 3)).toHaveLength(2)
  expect(withChosen([{ ...first[0]!, state: 'done' }], [file('a')], 3)).toHaveLength(2)
})
test('files go one at a time; one that failed does not hold up the others', () => {
  expect(next([one(1, 'failed'), one(2, 'waiting'), one(3, 'waiting')])?.key).toBe(2)
  expect(next([one(1, 'sending'), one(2, 'waiting')])).toBeUndefined()
  expect(next([one(1, 'done'), one(2, 'failed')])).toBeUndefined()
})
test('what failed waits again, and keeps what is on the server already', () => {
  const all = [
    one(1, 'failed', { why: 'taken', attachment_id: 'a1' }),
    one(2, 'failed', { why: 'taken' }),
    one(3, 'done'),
  ]
  expect(again(all, [1, 3])).toEqual([
    { ...one(1, 'waiting'), file: all[0]!.file, attachment_id: 'a1' },
    all[1],
    all[2],
  ])
})
