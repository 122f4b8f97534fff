import { expect, test } from 'vitest'
import { labelsOfArrival } from './arrival-labels.rules.ts'

const head = { no: 'DH1', supplier_name: '精工' }
const line = (more: object) => ({
  ...{ lot_number: null, container_count: null, material_code: 'M1', material_name: '钢板', material_specs: '2mm' },
  ...{ quantity: '40.000000', unit_name: '张' },
  ...more,
})
test('a label for each container; the lot is scanned where one is announced, else the material', () => {
  expect(labelsOfArrival(head, [line({}), line({ lot_number: 'L7', container_count: 2 })], 'en')).toEqual([
    { kind: '', code: 'M1', name: '钢板', more: '2mm', facts: ['DH1', '精工', '40 张'] },
    { kind: 'Lot number', code: 'L7', name: '钢板', more: 'M1  2mm', facts: ['DH1', '精工', '1/2'] },
    { kind: 'Lot number', code: 'L7', name: '钢板', more: 'M1  2mm', facts: ['DH1', '精工', '2/2'] },
  ])
})
