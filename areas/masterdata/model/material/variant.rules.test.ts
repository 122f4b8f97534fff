import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { combinations, signsOf, variantsOf } from './variant.rules.ts'

const base = { code: 'TEE', name: 'T-shirt', specs: 'cotton' }
const choices = [
  { field_key: 'size', field_type: 'select', options: ['S', 'M', 'L'] },
  { field_key: 'colour', field_type: 'select', options: ['红', '蓝'] },
  { field_key: 'note', field_type: 'text', options: [] },
]
const size = (...values: string[]) => ({ field_key: 'size', values: values.map(value => ({ value, sign: value })) })
const colour = (...signs: string[]) => ({
  field_key: 'colour',
  values: [...signsOf(['红', '蓝'])].map(([value, sign], place) => ({ value, sign: signs[place] ?? sign })),
})
const codes = (...attributes: Parameters<typeof variantsOf>[1][number][]) =>
  variantsOf(base, attributes, '-', choices).map(({ code }) => code)
const refusedWith = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.definition.code
  }
}

test('each size with each colour: code by signs, specs by values', () => {
  const all = variantsOf(base, [size('S', 'M'), colour()], '-', choices)
  expect(all.map(({ code }) => code)).toEqual(['TEE-S-01', 'TEE-S-02', 'TEE-M-01', 'TEE-M-02'])
  expect(all[3]).toEqual({ code: 'TEE-M-02', name: 'T-shirt', specs: 'cotton M 蓝', values: ['M', '蓝'] })
})
test('one attribute alone is a list', () => {
  expect(codes(size('L'))).toEqual(['TEE-L'])
})
test('letters and digits of a value are its sign, else its place', () => {
  expect([...signsOf(['Midnight blue', '深蓝', 'x-large']).values()]).toEqual(['MIDNIG', '02', 'XLARGE'])
})
test('values that begin alike have signs of their own, and so have codes of their own', () => {
  const options = ['Midnight blue', 'Midnight black', 'red', 'RED', 'Red 4']
  expect([...signsOf(options).values()]).toEqual(['MIDNIG', 'MIDNIG2', 'RED', 'RED4', 'RED45'])
})
test('more than fit at once are made of some of their values', () => {
  const many = (field_key: string, count: number) => {
    const values = Array.from({ length: count }, (_, at) => ({ value: `${at}`, sign: `${at}` }))
    return { field_key, values }
  }
  const wide = ['a', 'b'].map(field_key => ({
    ...{ field_key, field_type: 'select' },
    options: Array.from({ length: 40 }, (_, at) => `${at}`),
  }))
  expect(combinations([many('a', 40), many('b', 40)])).toBe(1600)
  expect(refusedWith(() => variantsOf(base, [many('a', 40), many('b', 40)], '-', wide))).toBe(5001)
  expect(variantsOf(base, [many('a', 40), many('b', 12)], '-', wide)).toHaveLength(480)
})
test('refused: no choice, no value of it, one attribute twice, a code twice or too long', () => {
  const value = (field_key: string, one: string, sign = one) => ({ field_key, values: [{ value: one, sign }] })
  expect(refusedWith(() => codes(value('note', 'x')))).toBe(5001)
  expect(refusedWith(() => codes(value('size', 'XXL')))).toBe(5001)
  expect(refusedWith(() => codes(size('S'), size('M')))).toBe(5001)
  expect(refusedWith(() => codes(colour('R', 'R')))).toBe(5021)
  expect(refusedWith(() => codes(value('size', 'S', 'S'.repeat(60))))).toBe(5001)
})
