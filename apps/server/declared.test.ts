import { declaredOf } from '@qitao/platform/server/http/declared.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { areas } from './areas.ts'

const values = [
  undefined,
  null,
  '',
  ' x ',
  '1',
  1,
  1.5,
  1_800_000_000,
  true,
  [],
  {},
  '8f14e45f-ceea-467a-9575-0c0f2b1a2b3c',
]

/** All schemas that stand somewhere in the answers. */
function* within(schema: z.ZodType, seen: Set<z.ZodType>): Generator<z.ZodType> {
  if (seen.has(schema)) return
  seen.add(schema)
  yield schema
  // biome-ignore lint/suspicious/noExplicitAny: a definition has the parts of its type
  const { innerType, element, valueType, left, right, shape = {}, options = [], items = [] } = schema.def as any
  const parts = [innerType, element, valueType, left, right, ...Object.values(shape), ...options, ...items]
  for (const part of parts) if (part) yield* within(part as z.ZodType, seen)
}

test('of whatever an answer may hold, as much leaves the server as its contract makes of it', () => {
  const seen = new Set<z.ZodType>()
  let compared = 0
  for (const { call } of areas.flatMap(area => area.handlers)) {
    for (const schema of within(call.output, seen)) {
      for (const value of values) {
        for (const given of [value, [value]]) {
          const parsed = schema.safeParse(given)
          if (!parsed.success) continue
          compared += 1
          expect(declaredOf(schema)(given), `${call.path} ${schema.def.type} ${JSON.stringify(given)}`).toEqual(
            parsed.data,
          )
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(3000)
})
