import { expect, test } from 'vitest'
import {
  type ComponentInHand,
  neededOf,
  pickedOf,
  returnableOf,
  roomFor,
  servingOf,
  thereOf,
  toPick,
  withPicked,
} from './picked.rules.ts'

const of = (more: Partial<ComponentInHand> = {}): ComponentInHand => ({
  ...{ material_id: 'bolt', unit_precision: 0, required_quantity: '10', own_quantity: '0', stand_ins: [] },
  substitutes: [
    { material_id: 'pin', ratio: '2', precision: 0, may_take: true },
    { material_id: 'bar', ratio: '0.3', precision: 0, may_take: true },
    { material_id: 'third', ratio: '3', precision: 0, may_take: true },
  ],
  ...more,
})
const put = (component: ComponentInHand, ...parts: [string, string][]) =>
  parts.reduce((at, [material_id, quantity]) => withPicked(at, servingOf(at, material_id)!, quantity), component)
const room = (component: ComponentInHand, material_id: string) => roomFor(component, servingOf(component, material_id)!)

test('of a substitute its ratio is needed, and so much is room for', () => {
  expect([room(of(), 'bolt'), room(of(), 'pin'), room(of(), 'bar')]).toEqual(['10', '20', '3'])
  const begun = put(of(), ['bolt', '4'], ['pin', '6'])
  expect([pickedOf(begun), room(begun, 'bolt'), room(begun, 'pin')]).toEqual(['7', '3', '6'])
  expect(neededOf('1', { ratio: '0.3', precision: 0 })).toBe('1')
})
test('parts of a step add up without a loss', () => {
  const one = put(of({ required_quantity: '1' }), ['third', '1'])
  expect([pickedOf(one), room(one, 'third'), room(one, 'bolt')]).toEqual(['0', '2', '1'])
  const whole = put(one, ['third', '1'], ['third', '1'])
  expect([pickedOf(whole), room(whole, 'third')]).toEqual(['1', '0'])
  const mixed = put(of({ required_quantity: '1' }), ['third', '1'], ['pin', '1'])
  expect([pickedOf(mixed), room(mixed, 'third')]).toEqual(['0', '1'])
  expect(pickedOf(put(mixed, ['third', '1']))).toBe('1')
})
test('what comes back is of what was picked, as far as no report has used it', () => {
  const begun = put(of(), ['bolt', '5'], ['pin', '10'])
  const back = (material_id: string, returnable: string) =>
    returnableOf(begun, servingOf(begun, material_id)!, returnable)
  expect([back('bolt', '10'), back('pin', '10'), back('bar', '10')]).toEqual(['5', '10', '0'])
  expect([back('bolt', '3'), back('pin', '3'), back('pin', '0')]).toEqual(['3', '6', '0'])
  const bars = put(of({ required_quantity: '1' }), ['bar', '1'])
  expect(returnableOf(bars, servingOf(bars, 'bar')!, pickedOf(bars))).toBe('1')
  expect(thereOf(put(begun, ['pin', '-10']), 'pin')).toBe('0')
})
test('a substitute that the BoM names no more keeps the ratio it was picked at', () => {
  const gone = { ...put(of(), ['pin', '4']), substitutes: [] }
  expect(servingOf(gone, 'pin')).toMatchObject({ ratio: '2' })
  expect(pickedOf(put(gone, ['pin', '-2']))).toBe('1')
})
test('what is held of substitutes is picked with them, the rest of the material itself', () => {
  expect(toPick(of(), {})).toEqual([{ material_id: 'bolt', quantity: '10' }])
  expect(toPick(of(), { pin: '8' })).toEqual([
    { material_id: 'bolt', quantity: '6' },
    { material_id: 'pin', quantity: '8' },
  ])
  expect(toPick(of(), { pin: '50' })).toEqual([{ material_id: 'pin', quantity: '20' }])
  expect(toPick(of(), { bolt: '7', pin: '50' })).toEqual([
    { material_id: 'bolt', quantity: '7' },
    { material_id: 'pin', quantity: '6' },
  ])
})
