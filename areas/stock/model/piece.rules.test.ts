import { expect, test } from 'vitest'
import { expectLeftUnnamed, expectPieceThere, type KnownPiece, type NamedPiece } from './piece.rules.ts'
import { stockErrors } from './stock.errors.ts'

const named: NamedPiece = { serial_no: 'S1', material_id: 'm', step: 'out' }
const known: KnownPiece = {
  ...{ serial_no: 'S1', material_id: 'm', mo_id: 'mo', lot_number: 'L1', place: 'unseen', serial_policy: 2 },
}
const elsewhere = expect.objectContaining({ definition: stockErrors.serialElsewhere })

test('a piece that was given its number by a work order and never made does not leave and is not built in', () => {
  for (const step of ['out', 'used'] as const) {
    expect(() => expectPieceThere({ ...named, step }, known)).toThrow(elsewhere)
    // Bought before numbers were kept, made, or of goods whose pieces need not be recorded.
    for (const more of [{ mo_id: null }, { place: 'made' }, { serial_policy: 1 }] as const)
      expect(expectPieceThere({ ...named, step }, { ...known, ...more })).toMatchObject({ serial_no: 'S1' })
  }
  for (const step of ['in', 'made'] as const) expect(expectPieceThere({ ...named, step }, known)).toBe(known)
})
test('a piece that is made or in stock is of its own lot alone; what came back may be of another', () => {
  const of = (of_lot: string, more: Partial<KnownPiece>, step: NamedPiece['step'] = 'in') =>
    expectPieceThere({ ...named, step, of_lot }, { ...known, ...more })
  expect(() => of('L2', { place: 'made' })).toThrow(elsewhere)
  expect(() => of('L2', { place: 'in_stock' }, 'out')).toThrow(elsewhere)
  expect(of('L1', { place: 'made' })).toMatchObject({ lot_number: 'L1' })
  for (const more of [{ place: 'gone' }, { place: 'made', lot_number: '' }] as const)
    expect(of('L2', more)).toMatchObject({ serial_no: 'S1' })
  // What comes back from the line is of the lot it went out of.
  const back = { ...named, step: 'in', of_lot: 'L2', keeps_lot: true } as const
  expect(() => expectPieceThere(back, { ...known, place: 'gone' })).toThrow(elsewhere)
})

test('a piece that is recorded in stock comes in where it may have left without being named, and nowhere else', () => {
  const here = { ...known, place: 'in_stock', mo_id: null } as const
  expect(() => expectPieceThere({ ...named, step: 'in' }, here)).toThrow(elsewhere)
  expect(expectPieceThere({ ...named, step: 'in', left_unseen: true }, here)).toBe(here)
  for (const place of ['used', 'gone'] as const)
    expect(() => expectPieceThere({ ...named, step: 'out', left_unseen: true }, { ...here, place })).toThrow(elsewhere)
})
test('of pieces that nobody saw leaving as many come back as left without a number', () => {
  const pieces = ['S1', 'S2'].map(serial_no => ({ serial_no, material_id: 'm' }))
  expect(() => expectLeftUnnamed(pieces, new Map([['m', '2']]))).not.toThrow()
  expect(() => expectLeftUnnamed(pieces, new Map([['m', '1']]))).toThrow(elsewhere)
  expect(() => expectLeftUnnamed(pieces, new Map([['m', '-3']]))).toThrow(elsewhere)
  expect(() => expectLeftUnnamed([], new Map())).not.toThrow()
})
