import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed } from './compress.ts'

const json = JSON.stringify({ result: Array.from({ length: 200 }, (_, n) => ({ name: '齐套', n })) })

test('an answer is compressed as its reader takes it, and left alone otherwise', async () => {
  const of = async (accepted?: string) => (await compressed(json, accepted))?.encoding
  expect(await of('gzip, deflate, br, zstd')).toBe('br')
  expect(await of('GZIP;q=0.5')).toBe('gzip')
  expect(await of('br;q=0, gzip;q=1.0')).toBe('gzip')
  for (const accepted of [undefined, '', 'identity', 'br;q=0.0', ',,;;=', '*', 'brotli'])
    expect(await of(accepted)).toBeUndefined()
  expect(await compressed('{"code":200}', 'br')).toBeUndefined()
})
test('what is compressed is the same answer', async () => {
  expect(String(brotliDecompressSync((await compressed(json, 'br'))!.bytes))).toBe(json)
  expect(String(gunzipSync((await compressed(Buffer.from(json), 'gzip'))!.bytes))).toBe(json)
})
