import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countCalls } from '../../model/count/count.calls.ts'
import { moveNow } from '../../model/moving/moving.calls.ts'
import { inboundCalls, outboundCalls } from '../../model/receipt.calls.ts'
import { listReceiveLines, listScanBins, listScanWork } from '../../model/scan/scan-work.calls.ts'
import { transferCalls } from '../../model/transfer/transfer.calls.ts'
import { warehouseErrors } from '../../model/warehouse.errors.ts'
import { pickWaveCalls } from '../../model/wave/pick-wave.calls.ts'
import { discrepancies } from '../../testing/warehouse.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

/** One document of each kind that waits, and of an outbound one that is in a wave. */
async function set(company: TestCompany) {
  const of = await company.as(async tx => {
    const warehouse_id = await aWarehouse(tx)
    const [location_id, other_id] = [await aLocation(tx, { warehouse_id }), await aLocation(tx, { warehouse_id })]
    const material_id = await aMaterial(tx, { precision: 0 })
    await putIn(tx, { material_id, location_id, quantity: '9' })
    return { warehouse_id, location_id, other_id, material_id, supplier_id: await aSupplier(tx) }
  })
  const { material_id, warehouse_id, supplier_id } = of
  const lines = [{ material_id, quantity: '2' }]
  const inbound = await company.admin.ok(inboundCalls.add, { submit: true, lines })
  const outbound = await company.admin.ok(outboundCalls.add, { submit: true, lines })
  const inWave = await company.admin.ok(outboundCalls.add, { submit: true, lines })
  await company.admin.ok(outboundCalls.add, { lines })
  const wave = await company.admin.ok(pickWaveCalls.add, { receipt_ids: [inWave.id] })
  const count = await company.admin.ok(countCalls.add, { warehouse_id })
  await company.admin.ok(countCalls.start, { id: count.id })
  const order = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '7' }] })
  return { ...of, inbound, outbound, wave, count, order }
}

contract(app, listScanWork, {
  set,
  good: () => ({}),
  check: async ({ result }, { inbound, outbound, wave, count, order }, company) => {
    expect(result.map(one => [one.kind, one.no, one.open_lines])).toEqual([
      ['wave', wave.no, 1],
      ['outbound', outbound.no, 1],
      ['inbound', inbound.no, 1],
      ['purchase_order', order.no, 1],
      ['count', count.no, 1],
    ])
    const scanned = await company.admin.ok(listScanWork, { code: order.no })
    expect(scanned.result.map(({ id }) => id)).toEqual([order.id])
    expect((await company.admin.ok(listScanWork, { code: 'X' })).result).toEqual([])
  },
  refused: () => [['an unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ result: [] }),
})
contract(app, listScanBins, {
  set,
  good: () => ({}),
  check: async ({ result }, { location_id, other_id }, company) => {
    expect(result.map(({ id }) => id)).toEqual(expect.arrayContaining([location_id, other_id]))
    await company.as(tx => sql`update location set status = 0 where id = ${other_id}`.execute(tx))
    expect((await company.admin.ok(listScanBins, {})).result.map(({ id }) => id)).not.toContain(other_id)
  },
  refused: () => [['an unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ result: [] }),
})
contract(app, listReceiveLines, {
  set,
  good: ({ order }) => ({ kind: 'purchase_order' as const, id: order.id }),
  check: async ({ no, lines }, { order, inbound, material_id }, company) => {
    expect([no, lines.map(line => [line.material_id, Number(line.open_quantity)])]).toEqual([
      order.no,
      [[material_id, 7]],
    ])
    expect(lines.map(line => Number(line.over_quantity))).toEqual([0])
    await company.as(tx => sql`update material set over_receipt_percent = 50 where id = ${material_id}`.execute(tx))
    const more = await company.admin.ok(listReceiveLines, { kind: 'purchase_order', id: order.id })
    expect(more.lines.map(line => Number(line.over_quantity))).toEqual([3])
    const receipt = await company.admin.ok(listReceiveLines, { kind: 'inbound', id: inbound.id })
    // What a receipt says is not exceeded.
    expect(receipt.lines.map(line => Number(line.over_quantity))).toEqual([0])
    expect([receipt.no, receipt.lines.map(line => Number(line.open_quantity))]).toEqual([inbound.no, [2]])
  },
  refused: ({ outbound }) => [
    ['one that goes out', { kind: 'inbound', id: outbound.id }, generalErrors.recordNotFound],
    ['none', { kind: 'purchase_order', id: absent }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, moveNow, {
  set,
  good: ({ material_id, location_id, other_id }) => ({
    ...{ material_id, quantity: '4', from_location_id: location_id, to_location_id: other_id },
  }),
  check: async ({ id, no }, { location_id, other_id }, company) => {
    const { record, lines } = await company.admin.ok(transferCalls.detail, { id })
    expect(record).toMatchObject({ no, status: '30' })
    expect(lines.map(line => [line.from_location_id, line.to_location_id, Number(line.quantity)])).toEqual([
      [location_id, other_id, 4],
    ])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ material_id, location_id, other_id }) => [
    [
      'more than is there',
      { material_id, quantity: '10', from_location_id: location_id, to_location_id: other_id },
      stockErrors.stockInsufficient,
    ],
    [
      'to where it is',
      { material_id, quantity: '1', from_location_id: location_id, to_location_id: location_id },
      warehouseErrors.transferSameLocation,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})

test('a count has open what is to be counted again, and is no work while it waits for its approval', async () => {
  const company = await app.company()
  const { warehouse_id } = await company.as(async tx => {
    const at = await aWarehouse(tx)
    const location_id = await aLocation(tx, { warehouse_id: at })
    await putIn(tx, { material_id: await aMaterial(tx), location_id, quantity: '9' })
    return { warehouse_id: at }
  })
  const { id } = await company.admin.ok(countCalls.add, { warehouse_id, recount_percent: 10 })
  await company.admin.ok(countCalls.start, { id })
  const [line] = (await company.admin.ok(countCalls.lines, { count_id: id })).result
  const enter = (counted_quantity: string) =>
    company.admin.ok(countCalls.enter, { id, entries: [{ line_id: line!.id, counted_quantity }] })
  const open = async () => (await company.admin.ok(listScanWork, {})).result.map(({ open_lines }) => open_lines)
  await enter('1')
  expect(await open()).toEqual([1])
  await company.as(tx =>
    sql`update inventory_count set approval_status = ${approvalStatus.codes.pending} where id = ${id}`.execute(tx),
  )
  expect(await open()).toEqual([])
})
