import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { fixedBinCalls } from '@qitao/stock/model/put-away.calls.ts'
import { putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { proposeReplenishment, proposeTransferBins, scanForTransfer } from '../../model/moving/moving.calls.ts'
import { receiveTransfer, transferCalls } from '../../model/transfer/transfer.calls.ts'
import { transferSteps } from '../../model/transfer/transfer.status.ts'
import { goodsToMove } from '../../testing/transfer.factory.ts'

const app = await testApp()

contract(app, proposeTransferBins, {
  set: async company => {
    const of = await goodsToMove(company)
    await company.as(tx => putIn(tx, { material_id: of.material_id, location_id: of.elsewhere, quantity: '1' }))
    return of
  },
  good: ({ material_id, warehouse_id }) => ({
    ...{ from_warehouse_id: warehouse_id, to_warehouse_id: warehouse_id },
    lines: [{ material_id }],
  }),
  check: ({ lines }, { from, to }) => {
    expect(lines).toMatchObject([{ from_location_id: from, available_quantity: '10.000000', to_location_id: to }])
  },
  refused: () => [['no lines', { lines: [] }, generalErrors.badParameter]],
  foreign: ({ data }) =>
    expect(data?.lines).toMatchObject([{ from_location_id: null, available_quantity: '0', to_location_id: null }]),
})
async function setFace(company: TestCompany) {
  const of = await goodsToMove(company)
  const given = { location_id: of.to, material_id: of.material_id, min_quantity: '5', max_quantity: '14' }
  await company.admin.ok(fixedBinCalls.add, given)
  return of
}
contract(app, proposeReplenishment, {
  set: setFace,
  good: ({ warehouse_id }) => ({ from_warehouse_id: warehouse_id, to_warehouse_id: warehouse_id }),
  check: ({ lines, unfilled }, { from, to }) => {
    expect(lines).toMatchObject([{ from_location_id: from, to_location_id: to, quantity: '10', lot_number: null }])
    expect(unfilled).toMatchObject([{ quantity: '4' }])
  },
  refused: () => [['another field', { lines: [] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ lines: [], unfilled: [] }),
})
test('a face is filled by one transfer: what is written and what is sent counts as coming', async () => {
  const company = await app.company()
  const of = await setFace(company)
  const ask = () => company.admin.ok(proposeReplenishment, {})
  const { lines } = await ask()
  const given = lines.map(({ material_id, quantity, from_location_id, to_location_id }) => ({
    ...{ material_id, quantity, from_location_id, to_location_id },
  }))
  const { id } = await company.admin.ok(transferCalls.add, { steps: transferSteps.codes.two, lines: given })
  expect((await ask()).lines).toEqual([])
  await company.admin.ok(transferCalls.confirm, { ids: [id] })
  expect((await ask()).lines).toEqual([])
  const { record, lines: sent } = await company.admin.ok(transferCalls.detail, { id })
  const came = { line_id: sent[0]!.id, quantity: '2' }
  await company.admin.ok(receiveTransfer, {
    id,
    row_version: record.row_version,
    lines: [came],
    rest: 'back',
    reason: 'x',
  })
  // Below the minimum again, with 8 of them back where they were.
  expect((await ask()).lines).toMatchObject([{ from_location_id: of.from, quantity: '8' }])
})
contract(app, scanForTransfer, {
  set: async company => {
    const of = await goodsToMove(company)
    const [names] = await company.as(tx =>
      rows(
        tx,
        sql<{ material: string; bin: string }>`select m.code as material, l.code as bin from material m, location l
          where m.id = ${of.material_id} and l.id = ${of.from}`,
      ),
    )
    return { ...of, ...names! }
  },
  good: ({ material, from }) => ({ code: material, from_location_id: from }),
  check: async ({ bins, goods }, { material_id, from, bin, to }, company) => {
    expect(bins).toEqual([])
    expect(goods).toMatchObject([{ material_id, lot_number: null, available_quantity: '10.000000' }])
    expect(await company.admin.ok(scanForTransfer, { code: bin })).toEqual({
      bins: [{ id: from, code: bin }],
      goods: [],
    })
    // Nothing lies in the other bin, and a part of a label is none.
    expect((await company.admin.ok(scanForTransfer, { code: bin.slice(1), from_location_id: to })).bins).toEqual([])
  },
  refused: () => [['no label', { code: '' }, generalErrors.fieldRequired]],
  foreign: ({ data }) => expect(data).toEqual({ bins: [], goods: [] }),
})
