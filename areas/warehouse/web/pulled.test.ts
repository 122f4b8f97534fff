import { expect, test } from 'vitest'
import type { ReceiptSourceRow } from '../model/receipt.record.ts'
import { inboundType, outboundType } from '../model/receipt.status.ts'
import { withPulled } from './pulled.ts'

const { sales, picking, purchase_return } = outboundType.codes
const source = (source_no: string, material_id: string, mo_id: string | null) =>
  ({
    ...{ source_no, material_id, mo_id, source_line_id: mo_id === null ? `${source_no}/${material_id}` : null },
    id: `${source_no}/${material_id}`,
    ...{ material_code: material_id, material_name: '', open_quantity: '1', partner_id: mo_id === null ? 'p' : null },
  }) as ReceiptSourceRow
const shown = ({ lines }: { lines: readonly { source_no?: string; material_id?: string | null }[] }) =>
  lines.map(({ source_no = 'hand', material_id }) => `${source_no} ${material_id}`)
const byHand = { material_id: 'x' }

test('components of a work order that are taken over twice stand once', () => {
  const rows = [source('MO1', 'a', 'm1'), source('MO1', 'b', 'm1')]
  const once = withPulled('outbound', picking, { lines: [byHand] }, rows.slice(0, 1))
  const twice = withPulled('outbound', picking, once, rows)
  expect([twice.mo_id, ...shown(twice)]).toEqual(['m1', 'hand x', 'MO1 a', 'MO1 b'])
})
test('what was taken over for another type goes, with its work order; what was entered by hand stays', () => {
  const picked = withPulled('outbound', picking, { lines: [byHand] }, [source('MO1', 'a', 'm1')])
  const sold = withPulled('outbound', sales, picked, [source('SO1', 'a', null)])
  expect([sold.mo_id, sold.receipt_type, ...shown(sold)]).toEqual([null, sales, 'hand x', 'SO1 a'])
  const more = withPulled('outbound', sales, sold, [source('SO1', 'a', null), source('SO2', 'a', null)])
  expect(shown(more)).toEqual(['hand x', 'SO1 a', 'SO2 a'])
  const other = withPulled('outbound', picking, picked, [source('MO2', 'a', 'm2')])
  expect([other.mo_id, ...shown(other)]).toEqual(['m2', 'hand x', 'MO2 a'])
})
test('two components of one material of a work order are two lines', () => {
  const row = source('MO1', 'a', 'm1')
  const pulled = withPulled('outbound', picking, {}, [row, { ...row, id: 'second' }])
  expect(shown(pulled)).toEqual(['MO1 a', 'MO1 a'])
  expect(shown(withPulled('outbound', picking, pulled, [row]))).toHaveLength(2)
})
test('what is bought or goes back is of a supplier, what is sold of a customer', () => {
  const of = (direction: 'inbound' | 'outbound', type: Parameters<typeof withPulled>[1]) =>
    Object.keys(withPulled(direction, type, {}, [source('O1', 'a', null)])).filter(name =>
      /^(supplier|customer)_id$/.test(name),
    )
  expect(of('inbound', inboundType.codes.purchase)).toEqual(['supplier_id'])
  expect(of('outbound', purchase_return)).toEqual(['supplier_id'])
  expect(of('outbound', sales)).toEqual(['customer_id'])
  expect(of('inbound', inboundType.codes.sales_return)).toEqual(['customer_id'])
})
