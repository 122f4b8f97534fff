import { quantity } from '@qitao/core/field.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { declaredOf } from './declared.ts'

const row = z.object({
  id: z.string(),
  quantity,
  custom: z.record(z.string(), z.object({ shown: z.int() })).optional(),
  remark: z.preprocess(value => (value === '' || value === undefined ? null : value), z.string().nullable()),
  breaks: z.array(z.object({ from: z.int(), spannable: z.boolean().default(false) })),
  place: z.tuple([z.int(), z.object({ name: z.string() })]).nullish(),
  status: z.union([z.literal(1), z.literal(2)]),
  any: z.unknown(),
})
const schema = z.object({ result: z.array(z.intersection(row, z.object({ name: z.string() }))), total: z.int() })

test('what is declared leaves the server as its contract makes it, and nothing else, at any depth', () => {
  const secret = { password_hash: 'x' }
  const given = {
    total: 1,
    ...secret,
    result: [
      {
        ...{ id: 'a', name: 'n', quantity: 12.5, remark: '', status: 1, any: { kept: 1 }, ...secret },
        custom: { c1: { shown: 1, ...secret } },
        breaks: [{ from: 1, ...secret }],
        place: [1, { name: 'x', ...secret }],
      },
    ],
  }
  const sent = declaredOf(schema)(given)
  expect(sent).toEqual(schema.parse(given))
  expect(JSON.stringify(sent)).not.toContain('password')
  expect(given.result[0]).toMatchObject(secret)
})
test('what is absent or null stays so', () => {
  const given = {
    total: 0,
    result: [{ id: 'a', name: 'n', quantity: '1', breaks: [], place: null, status: 2, any: null }],
  }
  expect(declaredOf(schema)(given)).toEqual(schema.parse(given))
  expect(declaredOf(schema)(null)).toBeNull()
})
test('a type of which nobody has said what leaves the server is not served', () => {
  expect(() => declaredOf(z.union([z.object({ a: z.int() }), z.string()]))).toThrow('union')
  expect(() => declaredOf(z.map(z.string(), z.string()))).toThrow('map')
})
