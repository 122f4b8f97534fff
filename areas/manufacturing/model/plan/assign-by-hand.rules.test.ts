import { explain, Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { expectAssignable } from './assign-by-hand.rules.ts'

const supplies = new Map([
  ['bin', { material_code: 'SP-SS', available_quantity: '25.000000', ratio: '1', precision: 0 }],
  ['stand-in', { material_code: 'SP-X', available_quantity: '100', ratio: '2', precision: 0 }],
])
function said(assigns: { source_id: string; quantity: string }[], open = '10.000000'): string | undefined {
  try {
    expectAssignable(assigns, supplies, open)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${error.definition.code} ${explain(error.definition, error.data, 'en')}`
  }
}

test('what is open is assigned', () => {
  expect(said([{ source_id: 'bin', quantity: '10' }])).toBeUndefined()
})
test('more than is needed and more than is there are told apart, with the material', () => {
  expect(said([{ source_id: 'bin', quantity: '11' }])).toBe(
    '5521 Only 10 of material SP-SS is needed, 11 cannot be assigned',
  )
  expect(said([{ source_id: 'bin', quantity: '26.000000' }])).toMatch(
    /^5512 .* SP-SS has 25 free, 26 is to be assigned$/,
  )
})
test('of several rows it says which', () => {
  const two = [
    { source_id: 'bin', quantity: '4' },
    { source_id: 'stand-in', quantity: '13' },
  ]
  expect(said(two)).toBe('5521 Row 2: Only 12 of material SP-X is needed, 13 cannot be assigned')
})
