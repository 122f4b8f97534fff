// What all lists and exports have in common, whoever writes the query: what is asked for is done or refused, never passed over.

import type { AnyCall, In } from '@qitao/core/call.ts'
import { FileAnswer } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { areas } from './areas.ts'
import { rowsIn } from './testing/excel.ts'
import { testApp } from './testing/test-app.ts'

const app = await testApp({ sampled: true })
const calls = areas.flatMap(area => area.handlers.map(({ call }) => call))
const shapeOf = (call: AnyCall): Record<string, z.ZodType> =>
  call.input instanceof z.ZodObject ? (call.input.shape as Record<string, z.ZodType>) : {}
const lists = calls.filter(call => 'order_by' in shapeOf(call))
const exports = lists.filter(call => 'ids' in shapeOf(call) && 'columns' in shapeOf(call))
const nobody = '01900000-0000-7000-8000-000000000000'
/** Any id, or else a number of a kind, or two moments. */
const someOf = [
  nobody,
  ...Array.from({ length: 100 }, (_, n) => n),
  ...Array.from({ length: 100 }, (_, n) => `${n}`),
  [0, 1],
]
/** What a list cannot be asked without. */
const needed = (call: AnyCall): object =>
  Object.fromEntries(
    Object.entries(shapeOf(call)).flatMap(([name, type]) =>
      type.safeParse(undefined).success ? [] : [[name, someOf.find(value => type.safeParse(value).success) ?? nobody]],
    ),
  )

test('an order, and a beginning, that a list does not know are refused', { timeout: 240_000 }, async () => {
  const { admin } = await app.company()
  const wanted = { order_by: 'no_such_field', cursor: 'nowhere' }
  const answers: string[] = []
  const expected: string[] = []
  for (const call of lists) {
    for (const [field, value] of Object.entries(wanted)) {
      // An export begins at the first row.
      if (field === 'cursor' && exports.includes(call)) continue
      const input = { ...needed(call), [field]: value }
      const { code, data } = await app.raw(call.path, input, admin.token, call.method)
      answers.push(`${call.path} ${code} ${(data as { field?: string } | null)?.field}`)
      expected.push(`${call.path} ${generalErrors.badParameter.code} ${field}`)
    }
  }
  expect(answers).toEqual(expected)
})

test('an export of chosen rows has these alone: of rows that are not there, none', { timeout: 240_000 }, async () => {
  const { admin } = await app.sampledCompany()
  const rowsOf = async (call: AnyCall, input: object): Promise<number> => {
    const { data } = await admin.send(call, { ...needed(call), ...input } as In<AnyCall>)
    return data instanceof FileAnswer ? (await rowsIn(data)).length : 0
  }
  const found: Record<string, number> = {}
  for (const call of exports) {
    // Of rows with numbers as ids a UUID is refused.
    if ((await rowsOf(call, {})) < 2) continue
    const none = await rowsOf(call, { ids: [nobody] })
    found[call.path] = none <= 1 ? 0 : none
  }
  expect(Object.keys(found).length).toBeGreaterThan(10)
  expect(Object.values(found)).toEqual(Object.values(found).map(() => 0))
})
