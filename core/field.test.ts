import { expect, test } from 'vitest'
import { codeField, emailField, id, percentField, remarkField } from './field.ts'

/** The texts that say what is wrong with a given value. */
const why = (schema: { safeParse(given: unknown): { error?: { issues: readonly object[] } } }, given: unknown) =>
  schema
    .safeParse(given)
    .error?.issues.map(issue => (issue as { params?: { data: { detail?: { en: string } } } }).params?.data.detail?.en)

test('an id is compared as PostgreSQL writes it', () => {
  expect(id.parse('A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11')).toBe('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')
})
test('hidden control characters are refused, other letters and lines of a remark are not', () => {
  const { schema } = codeField('编号', 'Code')
  for (const hidden of ['PO\u202e1-OP', 'PO\u0000', 'PO\u001b[2J', '\u2066PO\u2069'])
    expect(why(schema, hidden), JSON.stringify(hidden)).toEqual([
      'It contains hidden control characters; type it anew without them',
    ])
  for (const fine of ['PO-1', '订单１', 'عربي\u200e', '👩‍🔧']) expect(why(schema, fine)).toBeUndefined()
  expect(remarkField().schema.parse('一\n二\t三')).toBe('一\n二\t三')
})
test('a share is from 0 to 100 %', () => {
  const { schema } = percentField('税率', 'Tax rate')
  expect([schema.parse('0'), schema.parse(13), schema.parse('100')]).toEqual(['0', '13', '100'])
  expect(why(schema, '100.1')).toEqual(['It must be from 0 to 100'])
  expect(why(schema, '-1')).toEqual(['It must not be below 0'])
})

test('an address for mail has a name, a host and nothing in between but one sign', () => {
  const { schema } = emailField()
  for (const good of ['a@b.cn', 'first.last+tag@mail.example.com']) expect(schema.safeParse(good).success).toBe(true)
  for (const bad of ['abc', 'a@b', '@b.cn', 'a b@c.cn', 'a@@b.cn']) expect(schema.safeParse(bad).success).toBe(false)
})
