import { expect, test } from 'vitest'
import { afterScan, type Scanned, type ScanState } from './move-scan.rules.ts'

const bin = (code: string) => ({ id: code, code })
const goods = (material_code: string, lot_number: string | null = null) => ({
  ...{ material_id: material_code, material_code, material_name: '', unit_name: '', unit_precision: 0, lot_number },
  ...{ lot_managed: lot_number !== null, available_quantity: '5', occupied_quantity: '0' },
})
/** Bins A and B; in A lie S, and two lots of L. Q is a bin of two warehouses. */
const found = (code: string, source: string | undefined): Scanned => ({
  bins: { A: [bin('A')], B: [bin('B')], Q: [bin('Q'), bin('Q2')] }[code] ?? [],
  goods:
    source === 'A'
      ? [goods('S'), goods('L', 'L1'), goods('L', 'L2')].filter(one =>
          [one.material_code, one.lot_number].includes(code),
        )
      : [],
})
function scans(...codes: string[]) {
  let state: ScanState = {}
  const lines: string[] = []
  const whys: string[] = []
  for (const code of codes) {
    const step = afterScan(state, code, found(code, state.source?.code))
    state = step.state
    if (step.line)
      lines.push(
        `${step.line.source.code} ${step.line.goods.lot_number ?? step.line.goods.material_code} ${step.line.target.code}`,
      )
    if (step.why) whys.push(step.why.en)
  }
  return { lines, whys, source: state.source?.code, goods: state.goods?.material_code }
}

test('bin, goods, bin make a line, and the next goods are of the same bin', () => {
  expect(scans('A', 'S', 'B', 'L1', 'B')).toEqual({
    lines: ['A S B', 'A L1 B'],
    whys: [],
    source: 'A',
    goods: undefined,
  })
  // Another bin instead of goods is the one that is taken from.
  expect(scans('A', 'B').source).toBe('B')
})

test('what means nothing, or several things, changes nothing and says why', () => {
  expect(scans('S')).toMatchObject({ lines: [], whys: ['There is no bin S'] })
  expect(scans('A', 'X')).toMatchObject({ source: 'A', whys: ['There is no X in bin A'] })
  expect(scans('A', 'L')).toMatchObject({ goods: undefined, whys: ['Several lots of L are in A: scan the lot'] })
  expect(scans('A', 'S', 'A')).toMatchObject({ goods: 'S', whys: ['Source and target bin must differ'] })
  expect(scans('A', 'S', 'S')).toMatchObject({ goods: 'S', whys: ['There is no bin S'] })
  expect(scans('Q')).toMatchObject({
    source: undefined,
    whys: ['Several warehouses have a bin Q: choose the warehouse first'],
  })
})
