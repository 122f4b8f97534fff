import { daySeconds } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { type BornLot, expectOneSupplierLot, lotBirth } from './lot-birth.rules.ts'

const day = (n: number) => n * daySeconds
const keeps = { shelf_life: 30 }
const of = (given: Parameters<typeof lotBirth>[0], material: { shelf_life: number | null } = keeps) =>
  lotBirth(given, material, 1, day(100) + 5)

test.each([
  ['nothing said: the ledger counts from the arrival', {}, keeps, null],
  ['made on a day: its shelf life from then', { production_time: day(90) }, keeps, day(120)],
  ['made on a day, without a shelf life', { production_time: day(90) }, { shelf_life: null }, null],
  ['a last day is kept to its end', { production_time: day(90), expire_time: day(95) }, keeps, day(96) - 1],
])('%s', (_, given, material, expire_time) => {
  expect(of(given, material).expire_time).toBe(expire_time)
})
test('goods are not made tomorrow, nor gone before they are made; a lot of blanks is none', () => {
  expect(() => of({ production_time: day(101) })).toThrow()
  expect(() => of({ production_time: day(90), expire_time: day(89) })).toThrow()
  expect(of({ supplier_lot: ' ' }).supplier_lot).toBeNull()
})
test('one lot of ours is one lot of its supplier', () => {
  const born = (supplier_lot: string | null): BornLot => ({
    ...{ material_id: 'm', lot_number: 'L1', supplier_lot, production_time: null, expire_time: null },
  })
  expect(() => expectOneSupplierLot([born('A'), born('A'), born(null)], [])).not.toThrow()
  expect(() => expectOneSupplierLot([born('A'), born('B')], [])).toThrow()
  expect(() => expectOneSupplierLot([born('B')], [born('A')])).toThrow()
  expect(() => expectOneSupplierLot([born('B')], [born(null)])).not.toThrow()
})
