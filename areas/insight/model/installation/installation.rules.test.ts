import { expect, test } from 'vitest'
import { concernsOf, type Seen, sizeText, spanText } from './installation.rules.ts'

const now = 1_800_000_000
const well: Seen = {
  now,
  disk: { bytes: 100, free_bytes: 50 },
  database: { connections: 10, most_connections: 100 },
  backups: [{ moment_time: now - 3_600, tried_time: now - 3_500 }],
  lanes: [{ oldest_seconds: 5 }],
  failed_jobs: [],
  waiting: [{ seconds: 2 }],
}
const keys = (of: Partial<Seen>) => concernsOf({ ...well, ...of }).map(({ key }) => key)

test('what runs well gives no concern', () => expect(keys({})).toEqual([]))

test('each concern has its bound', () => {
  expect(keys({ backups: [] })).toEqual(['backup'])
  expect(keys({ backups: [{ moment_time: now - 26 * 3_600, tried_time: now }] })).toEqual([])
  expect(keys({ backups: [{ moment_time: now - 26 * 3_600 - 1, tried_time: null }] })).toEqual(['backup', 'trial'])
  expect(keys({ disk: { bytes: 100, free_bytes: 9 } })).toEqual(['disk'])
  expect(keys({ disk: null })).toEqual([])
  expect(keys({ lanes: [{ oldest_seconds: 601 }] })).toEqual(['jobs'])
  expect(keys({ failed_jobs: [{ count: 2 }] })).toEqual(['failed'])
  expect(keys({ waiting: [{ seconds: 31 }] })).toEqual(['locks'])
  expect(keys({ database: { connections: 91, most_connections: 100 } })).toEqual(['connections'])
})

test('sizes and spans are said as people say them', () => {
  expect([0, 512, 1_536, 200 * 1024, 5 * 1024 ** 3].map(sizeText)).toEqual(['0 B', '512 B', '1.5 KB', '200 KB', '5 GB'])
  expect([5, 300, 12_000, 200_000].map(one => spanText(one).en)).toEqual(['5 s', '5 min', '3 h 20 min', '2 d 7 h'])
  expect(spanText(200_000).zh).toBe('2 天 7 小时')
})
