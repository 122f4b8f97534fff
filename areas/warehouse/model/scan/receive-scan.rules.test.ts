import { expect, test } from 'vitest'
import { afterReceiveScan, byPiece, nothingReceived, whyTooMuch } from './receive-scan.rules.ts'
import type { ReceiveLine } from './scan-work.calls.ts'

const line = (material_code: string, more: Partial<ReceiveLine> = {}): ReceiveLine => ({
  ...{ id: material_code, material_id: material_code, material_code, material_name: '', material_specs: null },
  ...{ unit_name: 'pc', unit_precision: 0, lot_managed: false, serial_policy: 0, lot_number: null, quality_status: 0 },
  ...{ location_id: null, location_code: null, open_quantity: '3', over_quantity: '0' },
  ...more,
})
const lines = [
  line('S'),
  line('L', { lot_managed: true }),
  line('P', { serial_policy: 2 }),
  line('K', { lot_managed: true, lot_number: 'K-1' }),
]
const bins: Record<string, string[]> = { A: ['A'], B: ['B'], Q: ['Q', 'Q2'] }
function scans(pieces: boolean, ...codes: string[]) {
  let state = nothingReceived
  const put: string[] = []
  let why = ''
  for (const code of codes) {
    const found = (bins[code] ?? []).map(id => ({ id, code }))
    const step = afterReceiveScan(lines, state, code, found, pieces)
    state = step.bin ? nothingReceived : step.state
    if (step.bin)
      put.push(
        [
          step.state.line!.material_code,
          step.state.quantity,
          step.state.lot_number,
          step.state.serials.join(),
          step.bin.code,
        ].join(' '),
      )
    why = step.why?.en ?? ''
  }
  return [put, why]
}
test.each([
  ['goods, then bin', false, ['S', 'A'], ['S 3   A'], ''],
  ['pieces', true, ['S', 'S', 'B'], ['S 2   B'], ''],
  ['too many pieces', true, ['S', 'S', 'S', 'S', 'A'], ['S 3   A'], ''],
  ['a lot that nobody has seen', false, ['L', 'X7', 'A'], ['L 3 X7  A'], ''],
  ['the label of an announced lot', false, ['K-1', 'K-1', 'A'], ['K 3 K-1  A'], ''],
  ['a bin before the lot', false, ['L', 'A'], [], 'Scan the lot first'],
  ['numbered pieces', false, ['P', 'N1', 'N2', 'A'], ['P 2  N1,N2 A'], ''],
  ['one piece twice', false, ['P', 'N1', 'N1', 'A'], ['P 1  N1 A'], ''],
  ['no pieces', false, ['P', 'A'], [], 'Scan serial numbers or enter the quantity'],
  ['one after the other, never one onto the other', false, ['S', 'A', 'L', 'X', 'B'], ['S 3   A', 'L 3 X  B'], ''],
  ['the next goods before these are put away', false, ['S', 'L'], [], 'Scan the bin of S first'],
  ['no such goods', false, ['Z'], [], 'Z is not on this document'],
  ['no such bin', false, ['S', 'Z'], [], 'There is no bin Z'],
  ['a bin of two warehouses', false, ['S', 'Q'], [], 'Several warehouses have a bin Q'],
] as const)('%s', (_, pieces, codes, put, why) => {
  expect(scans(pieces, ...codes)).toEqual([put, why])
})

test('who turns to pieces counts them from nothing, once for each of the lines', () => {
  const scan = (state: typeof nothingReceived, code: string, pieces: boolean) =>
    afterReceiveScan(
      lines,
      state,
      code,
      (bins[code] ?? []).map(id => ({ id, code })),
      pieces,
    )
  const all = scan(nothingReceived, 'S', false).state
  expect(all.quantity).toBe('3')
  const none = byPiece(all)
  expect(scan(none, 'A', true)).toMatchObject({ why: { en: 'Scan serial numbers or enter the quantity' } })
  const two = scan(scan(none, 'S', true).state, 'S', true).state
  expect([none.quantity, two.quantity, byPiece(two).quantity]).toEqual(['0', '2', '2'])
  expect(scan(two, 'A', true).bin?.id).toBe('A')
  // What was counted as pieces from its first label on, and numbered pieces, stay.
  expect(byPiece(scan(nothingReceived, 'S', true).state).quantity).toBe('1')
  expect(byPiece(scan(scan(nothingReceived, 'P', false).state, 'N1', false).state).quantity).toBe('1')
})

test('more than is to come, with what may exceed it, is told before it is put away', () => {
  const state = (quantity: string, over_quantity: string) => ({
    ...nothingReceived,
    ...{ line: line('S', { open_quantity: '20.000000', over_quantity }), quantity },
  })
  expect(whyTooMuch(state('22', '2'))).toBeUndefined()
  expect(whyTooMuch(state('20', '0'))).toBeUndefined()
  expect(whyTooMuch(nothingReceived)).toBeUndefined()
  const why = whyTooMuch(state('2025', '2'))
  expect(why?.zh).toBe('S 待收 20，含超收最多可收 22，请改小（超出 2005）')
  expect(whyTooMuch(state('21', '0'))?.en).toBe('20 of S are to come: enter no more (1 beyond it)')
  const step = afterReceiveScan(lines, state('2025', '2'), 'A', [{ id: 'A', code: 'A' }], false)
  expect(step).toMatchObject({ why })
  expect(step.bin).toBeUndefined()
})
