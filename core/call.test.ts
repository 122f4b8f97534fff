import { describe, expect, test } from 'vitest'
import { plainCalls } from './call.ts'
import { choiceField, codeField, optional, quantityField, readOnly, remarkField, withDefault } from './field.ts'
import { generalErrors } from './general.errors.ts'
import { record } from './record.ts'
import { errors, explain, Refusal, refuse } from './refusal.ts'
import { statuses } from './status.ts'
import { say, text } from './text.ts'

const life = statuses(
  {
    draft: { code: 0, zh: '草稿', en: 'Draft', colour: 'neutral' },
    done: { code: 1, zh: '完成', en: 'Done', colour: 'success' },
  },
  { finish: { zh: '完成', en: 'finish', from: ['draft'], to: 'done' } },
)
const thing = record('thing', text('东西', 'Thing'), {
  code: codeField('编号', 'Code'),
  quantity: withDefault(quantityField('数量', 'Quantity'), '1'),
  remark: remarkField(),
  note: optional(codeField('备忘', 'Note')),
  status: readOnly(choiceField('状态', 'Status', life)),
})

describe('a record as an input', () => {
  const parse = (value: unknown) => thing.input.safeParse(value)
  test('R-110 defaults, numeric strings and empty fields', () => {
    expect(parse({ code: 'A' }).data).toEqual({ code: 'A', quantity: '1', remark: null, note: null })
    expect(parse({ code: 'A', quantity: 2.5, note: '' }).data).toMatchObject({ quantity: '2.5', note: null })
  })
  test.each([
    ['an unknown field', { code: 'A', other: 1 }],
    ['a field that the server sets', { code: 'A', status: 1 }],
    ['a blank code', { code: '  ' }],
    ['a NUL', { code: 'A\u0000' }],
    ['an exponent', { code: 'A', quantity: '1e3' }],
    ['infinity', { code: 'A', quantity: Number.POSITIVE_INFINITY }],
    ['a long code', { code: 'x'.repeat(51) }],
  ])('%s is refused', (_what, value) => expect(parse(value).success).toBe(false))
})

test('plain calls are named as the specification does', () => {
  const calls = plainCalls(thing, { prefix: '/mep_server/factory/', noun: 'thing', lists: 'signed_in', changes: [] })
  expect(Object.values(calls).map(call => [call.path.split('/').at(-1), call.writes])).toEqual([
    ['query_thing_list', false],
    ['query_thing_detail', false],
    ['add_thing', true],
    ['alter_thing', true],
    ['bulk_drop_thing', true],
  ])
})

test('a life answers what may be done, and why not', () => {
  expect(life.can('finish', 0)).toBe(true)
  expect(life.after('finish', 0)).toBe(1)
  expect(life.from('finish')).toEqual([0])
  expect(life.whyNot('finish', 1)?.zh).toBe('当前状态为「完成」，仅「草稿」可以完成')
  // A row of another list, or of a newer version, is shown and allows nothing.
  expect(life.stateOf(9 as 0)).toMatchObject({ code: 9, zh: '未知状态 9', en: 'Unknown status 9' })
  expect(life.whyNot(Object.keys(life.actions)[0] as never, 9 as 0)?.zh).toContain('未知状态 9')
})

test('a refusal names row, field, what and the remedy, in the language of the reader', () => {
  const { tooMany } = errors({ tooMany: [5056, '太多：{count}', 'Too many: {count}'] })
  const data = {
    row: 3,
    field_title: text('数量', 'Quantity'),
    count: 7,
    detail: text('最多{most}', 'At most {most}'),
    most: 5,
  }
  expect(explain(tooMany, data, 'zh')).toBe('第3行「数量」：太多：7。最多5')
  expect(explain(tooMany, data, 'en')).toBe('Row 3, Quantity: Too many: 7. At most 5')
  expect(tooMany.level).toBe('warning')
  expect(() => refuse(generalErrors.badParameter)).toThrow(Refusal)
  expect(say(text('{a}与{b}', '{a} and {b}'), 'zh', { a: text('甲', 'A') })).toBe('甲与{b}')
})
