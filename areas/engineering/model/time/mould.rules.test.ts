import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { checkMould, type Mould, mouldsFor, usable } from './mould.rules.ts'

const aMould = (id: string, given: Partial<Mould> = {}): Mould => ({
  ...{ id, code: id, name: id, kind: 1, process_id: 'mould', material_ids: [], device_ids: [], quantity: 1, status: 1 },
  ...given,
})
const idsFor = (moulds: Mould[], product = 'cap') => mouldsFor(moulds, 'mould', product).map(({ id }) => id)
const refused = (given: Mould, able: string[] = [], others: Mould[] = []) => {
  try {
    checkMould(given, new Set(able), others)
  } catch (refusal) {
    return refusal instanceof Refusal ? [refusal.definition.code, refusal.data.field] : refusal
  }
}

test('the mould of a product comes before one for all products; of tools all are needed', () => {
  const [any, own, gauge, crane] = [
    aMould('any'),
    aMould('own', { material_ids: ['cap'] }),
    aMould('gauge', { kind: 2 }),
    aMould('crane', { kind: 2, material_ids: ['cap'] }),
  ]
  expect(idsFor([any!, own!, gauge!, crane!])).toEqual(['own', 'gauge', 'crane'])
  expect(idsFor([any!, own!, gauge!, crane!], 'lid')).toEqual(['any', 'gauge'])
})
test('of another process or another product nothing is needed', () => {
  expect(idsFor([aMould('a', { process_id: 'weld' }), aMould('b', { material_ids: ['lid'] })])).toEqual([])
})
test('what is disabled is needed and cannot be used', () => {
  const off = aMould('off', { status: 0, quantity: 3 })
  expect(idsFor([off])).toEqual(['off'])
  expect([usable(off), usable({ ...off, status: 1 })]).toEqual([0, 3])
})
test('a machine that it fits does its process', () => {
  expect(refused(aMould('a', { device_ids: ['press'] }), ['press'])).toBeUndefined()
  expect(refused(aMould('a', { device_ids: ['press', 'saw'] }), ['press'])).toEqual([
    generalErrors.badParameter.code,
    'device_ids',
  ])
})
test('a product has one mould at a process, and as many tools as it needs', () => {
  const no = [generalErrors.badParameter.code, 'material_ids']
  const own = aMould('own', { material_ids: ['cap', 'lid'] })
  expect(refused(aMould('b', { material_ids: ['lid'] }), [], [own])).toEqual(no)
  expect(refused(aMould('b'), [], [aMould('any')])).toEqual(no)
  expect(refused(aMould('b'), [], [own])).toBeUndefined()
  expect(refused(aMould('b', { material_ids: ['lid'], process_id: 'weld' }), [], [own])).toBeUndefined()
  expect(refused(aMould('b', { material_ids: ['lid'], kind: 2 }), [], [own])).toBeUndefined()
  expect(refused(aMould('b', { material_ids: ['lid'] }), [], [{ ...own, kind: 2 }])).toBeUndefined()
})
