import {
  approveApproval,
  approveApprovals,
  queryApprovalDetail,
  queryApprovalList,
  rejectApproval,
  setApprovalFlow,
  withdrawApproval,
} from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode } from '@qitao/access/model/approval/approval.status.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { imported, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { dropMaterials } from '@qitao/masterdata/model/material/material.calls.ts'
import {
  countPriceProposals,
  deletePriceProposals,
  listPriceProposals,
  showPriceProposal,
} from '@qitao/masterdata/model/price/price-proposal.calls.ts'
import { priceProposalStatus } from '@qitao/masterdata/model/price/price-proposal.status.ts'
import { addUnitConversions } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { aMaterial, aSupplier, aUnit } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import {
  alterUnitPrice,
  listUnitPrices,
  matchUnitPrices,
  saveUnitPrices,
  unitPriceList,
} from '../../model/price/unit-price.calls.ts'
import { addPurchaseOrder } from '../../model/purchase-order.calls.ts'
import { inDays } from '../../testing/purchasing.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'
const { pending, in_force, refused } = priceProposalStatus.codes

/** A bolt at 2, of which 300 are on order, in a company where another decides on prices. */
async function set(company: TestCompany, { amount_from = null as string | null } = {}) {
  const { id: material_id } = await aMaterial(company, { code: 'BOLT' })
  const { id: supplier_id } = await aSupplier(company, { code: 'S-1', name: '紧固件' })
  const price = { supplier_id, material_id, valid_from: inDays(-10) }
  await company.admin.ok(saveUnitPrices, { prices: [{ ...price, price: '2' }] })
  await company.admin.ok(addPurchaseOrder, {
    ...{ supplier_id, order_date: inDays(0), submit: true },
    lines: [{ material_id, quantity: '300', price: '2' }],
  })
  const boss = await company.member([pages.taskCentre, pages.unitPrices])
  await company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'CJ', mode: approvalMode.codes.single, enabled: 1, amount_from },
    approver_ids: [boss.user_id],
  })
  const { result } = await company.admin.ok(listUnitPrices, {})
  return { material_id, supplier_id, price, boss, id: result[0]!.id, row_version: result[0]!.row_version }
}
type Set = Awaited<ReturnType<typeof set>>
const dearer = ({ price }: Set, more: object = {}) => ({ ...price, price: '2.5', valid_from: inDays(0), ...more })
const matched = async (company: TestCompany, { supplier_id, material_id }: Set) => {
  const { matches } = await company.admin.ok(matchUnitPrices, { lines: [{ supplier_id, material_id, quantity: '1' }] })
  return Number(matches[0]!.matched?.price)
}
const proposed = async (company: TestCompany) => (await company.admin.ok(listPriceProposals, {})).result
/** The price that waits. */
async function setWaiting(company: TestCompany) {
  const of = await set(company)
  const { waits_for } = await company.admin.ok(saveUnitPrices, { prices: [dearer(of)] })
  expect(waits_for).toHaveLength(1)
  return { ...of, proposal: (await proposed(company))[0]! }
}

contract(app, listPriceProposals, {
  set: setWaiting,
  good: ({ material_id }) => ({ price_list: 'unit_price' as const, material_id, keyword: 'BOLT', statuses: [pending] }),
  check: ({ result }) =>
    expect(result).toMatchObject([
      {
        ...{ status: pending, material_code: 'BOLT', partner_code: 'S-1', line_count: 1, currency: 'CNY' },
        ...{ value: expect.stringMatching(/^150\.?0*$/), waits_for: [expect.any(String)] },
      },
    ]),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, countPriceProposals, {
  set: setWaiting,
  good: () => ({}),
  check: counts => expect(counts).toEqual({ pending: 1, in_force: 0, refused: 0, withdrawn: 0 }),
  refused: () => [['a list that is none', { price_list: 'rates' as never }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ pending: 0 }),
})
contract(app, showPriceProposal, {
  set: setWaiting,
  good: ({ proposal }) => ({ id: proposal.id }),
  check: ({ lines }) =>
    expect(lines).toMatchObject([
      {
        ...{ material_code: 'BOLT', partner_code: 'S-1', change: '+25%', open_lines: 1 },
        ...{ old_price: '2.000000', price: '2.500000', open_quantity: '300.000000', open_difference: '150.000000' },
      },
    ]),
  refused: () => [['one that is gone', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, deletePriceProposals, {
  async set(company) {
    const of = await setWaiting(company)
    await of.boss.ok(rejectApproval, { id: of.proposal.approval_id!, comment: 'Too dear' })
    await company.admin.ok(saveUnitPrices, { prices: [dearer(of)] })
    const open = (await proposed(company)).find(({ status }) => status === pending)!
    return { ...of, open }
  },
  good: ({ proposal }) => ({ ids: [proposal.id] }),
  check: async (_, { open }, company) => expect((await proposed(company)).map(({ id }) => id)).toEqual([open.id]),
  refused: ({ open }) => [
    ['one that waits', { ids: [open.id] }, generalErrors.statusNotAllowed],
    ['one that is gone', { ids: [absent] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('what was refused and deleted keeps no material', async () => {
  const company = await app.company()
  const of = await set(company)
  const { id: material_id } = await aMaterial(company, { code: 'NUT' })
  await company.admin.ok(saveUnitPrices, { prices: [dearer(of, { material_id })] })
  const [proposal] = await proposed(company)
  await of.boss.ok(rejectApproval, { id: proposal!.approval_id!, comment: 'No' })
  expect((await company.admin.send(dropMaterials, { ids: [material_id] })).code).not.toBe(200)
  await company.admin.ok(deletePriceProposals, { ids: [proposal!.id] })
  await company.admin.ok(dropMaterials, { ids: [material_id] })
})
test('a price that waits prices no order; approved it does, and the earlier one ends the day before', async () => {
  const company = await app.company()
  const of = await setWaiting(company)
  expect(await matched(company, of)).toBe(2)
  expect((await company.admin.ok(listUnitPrices, {})).total).toBe(1)
  const { result } = await of.boss.ok(queryApprovalList, { scope: 'todo' })
  const { document } = await of.boss.ok(queryApprovalDetail, { id: result[0]!.id })
  expect(document.lines).toMatchObject([{ old_price: '2', price: '2.5', change: '+25%', open_lines: 1 }])
  // Nobody agrees to the own price.
  expect((await company.admin.send(approveApproval, { id: result[0]!.id })).code).not.toBe(200)
  await of.boss.ok(approveApproval, { id: result[0]!.id, comment: 'Steel' })
  expect(await matched(company, of)).toBe(2.5)
  const { result: prices } = await company.admin.ok(listUnitPrices, { order_by: 'valid_from' })
  expect(prices.map(one => [Number(one.price), one.valid_to])).toEqual([
    [2, inDays(-1)],
    [2.5, null],
  ])
  expect(await proposed(company)).toMatchObject([{ status: in_force, comment: 'Steel', waits_for: [] }])
})
test('refused with a reason, or withdrawn, a price is in no list', async () => {
  const company = await app.company()
  const of = await setWaiting(company)
  await of.boss.ok(rejectApproval, { id: of.proposal.approval_id!, comment: 'Too dear' })
  expect(await proposed(company)).toMatchObject([{ status: refused, comment: 'Too dear' }])
  await company.admin.ok(saveUnitPrices, { prices: [dearer(of)] })
  await company.admin.ok(withdrawApproval, { id: (await proposed(company))[0]!.approval_id! })
  expect(await company.admin.ok(countPriceProposals, {})).toEqual({ pending: 0, in_force: 0, refused: 1, withdrawn: 1 })
  expect(await matched(company, of)).toBe(2)
})
test('an altered price and a change of many wait alike', async () => {
  const company = await app.company()
  const of = await set(company)
  const { id, row_version, price } = of
  const change = { ids: [id], by: 'percent' as const, value: '10', decimals: 2, valid_from: inDays(5) }
  const { result: seen } = await company.admin.ok(unitPriceList.preview, change)
  expect(seen).toMatchObject([{ open_lines: 1, open_difference: '60', year_difference: '60' }])
  const altered = { id, row_version, ...price, price: '1.8' }
  expect(await company.admin.ok(alterUnitPrice, altered)).toMatchObject({ affected: 0 })
  await of.boss.ok(approveApproval, { id: (await proposed(company))[0]!.approval_id! })
  expect(await company.admin.ok(unitPriceList.change, change)).toMatchObject({
    affected: 0,
    waits_for: [expect.anything()],
  })
  await of.boss.ok(approveApproval, { id: (await proposed(company))[0]!.approval_id! })
  const { result } = await company.admin.ok(listUnitPrices, { order_by: 'valid_from' })
  expect(result.map(one => [Number(one.price), one.valid_to])).toEqual([
    [1.8, inDays(4)],
    [1.98, null],
  ])
})
test('several are agreed to in the order in which they were proposed: two of one price are not both, and hold up no other', async () => {
  const company = await app.company()
  const of = await set(company)
  const { id, row_version, price } = of
  const change = { ids: [id], by: 'percent' as const, value: '10', decimals: 2, valid_from: inDays(5) }
  await company.admin.ok(unitPriceList.change, change)
  await company.admin.ok(alterUnitPrice, { id, row_version, ...price, price: '1.8' })
  const { id: nut } = await aMaterial(company, { code: 'NUT' })
  const step = { ...price, material_id: nut, from_quantity: '50', price: '3' }
  await company.admin.ok(saveUnitPrices, { prices: [{ ...step, valid_from: inDays(0) }], replaces: false })
  // It holds on the day on which the one before it begins.
  await company.admin.ok(saveUnitPrices, { prices: [{ ...step, valid_from: inDays(-1) }], replaces: false })
  await company.admin.ok(saveUnitPrices, { prices: [{ ...step, from_quantity: '0', price: '4' }], replaces: false })
  const all = await proposed(company)
  const [last, overlaps, first, alteration, ofMany] = all
  const answer = await of.boss.send(approveApprovals, { ids: all.map(one => one.approval_id!) })
  expect(answer).toMatchObject({
    code: generalErrors.partlyDone.code,
    data: {
      done_ids: [last!.approval_id, first!.approval_id, ofMany!.approval_id],
      failed: [
        { id: alteration!.approval_id, code: generalErrors.versionConflict.code, name: alteration!.no },
        { id: overlaps!.approval_id, code: masterdataErrors.priceExists.code, name: overlaps!.no },
      ],
    },
  })
  expect((await proposed(company)).map(({ status }) => status)).toEqual([
    ...[in_force, pending, in_force, pending, in_force],
  ])
  const { result } = await company.admin.ok(listUnitPrices, {})
  expect(result.map(one => [Number(one.from_quantity), Number(one.price), one.valid_to]).sort()).toEqual([
    [0, 2, inDays(4)],
    [0, 2.2, null],
    [0, 4, null],
    [50, 3, null],
  ])
  const one = await of.boss.send(approveApproval, { id: alteration!.approval_id! })
  expect(one).toMatchObject({
    code: generalErrors.versionConflict.code,
    message: expect.stringContaining(alteration!.no),
  })
})
test('who agrees agrees to a step from one price to the next: not when another holds by now', async () => {
  const company = await app.company()
  const of = await setWaiting(company)
  const other = { ...of.price, price: '2.2', valid_from: inDays(-1) }
  await company.admin.ok(saveUnitPrices, { prices: [other] })
  const [later] = await proposed(company)
  await of.boss.ok(approveApproval, { id: later!.approval_id! })
  expect((await of.boss.send(approveApproval, { id: of.proposal.approval_id! })).code).toBe(
    generalErrors.versionConflict.code,
  )
})
test('what changes no price waits for nobody, nor what stays below the limit', async () => {
  const company = await app.company()
  const of = await set(company, { amount_from: '200' })
  const { id, row_version, price } = of
  expect(await company.admin.ok(alterUnitPrice, { id, row_version, ...price, price: '2', lead_days: 9 })).toEqual({
    ...{ affected: 1, waits_for: [] },
  })
  // 300 a year at half a yuan more are 150; one more yuan is 300.
  expect(await company.admin.ok(saveUnitPrices, { prices: [dearer(of)] })).toEqual({ affected: 1, waits_for: [] })
  const { waits_for } = await company.admin.ok(saveUnitPrices, {
    prices: [dearer(of, { price: '4', valid_from: inDays(1) })],
  })
  expect(waits_for).toHaveLength(1)
  expect(await company.admin.ok(countPriceProposals, {})).toMatchObject({ pending: 1 })
})
test('an altered price is compared where it stays of the same unit and quantity; else nobody can say what it comes to, nor where its tax or a day is another', async () => {
  const company = await app.company()
  const of = await set(company, { amount_from: '200' })
  const { id: box } = await aUnit(company, { name: '箱' })
  const { result: materials } = await company.admin.ok(listUnitPrices, {})
  await company.admin.ok(addUnitConversions, {
    conversions: [
      { from_unit_id: box, to_unit_id: materials[0]!.unit_id!, numerator: '10', material_id: of.material_id },
    ],
  })
  const { id, row_version, price } = of
  for (const other of [
    { price: '2', unit_id: box },
    { price: '2', from_quantity: '10' },
    { price: '2', currency: 'USD' },
  ]) {
    expect(await company.admin.ok(alterUnitPrice, { id, row_version, ...price, ...other })).toMatchObject({
      affected: 0,
    })
    const [{ id: proposed_id, value } = {}] = await proposed(company)
    expect(value).toBeNull()
    const { lines } = await company.admin.ok(showPriceProposal, { id: proposed_id! })
    expect(lines).toMatchObject([{ old_price: null, change: null, year_difference: null }])
  }
  for (const other of [{ tax_rate: '9' }, { valid_to: inDays(30) }, { valid_from: inDays(-300) }]) {
    expect(await company.admin.ok(alterUnitPrice, { id, row_version, ...price, price: '2', ...other })).toMatchObject({
      affected: 0,
    })
    expect((await proposed(company))[0]).toMatchObject({ value: null })
  }
  expect(await company.admin.ok(saveUnitPrices, { prices: [dearer(of, { tax_rate: '9' })] })).toMatchObject({
    affected: 0,
  })
  expect(await company.admin.ok(saveUnitPrices, { prices: [dearer(of)] })).toMatchObject({ affected: 1 })
})
/** The bolt costs less from a hundred on; some were ordered by either step. */
async function setWithSteps(company: TestCompany) {
  const of = await set(company, { amount_from: '200' })
  await saveStep(company, of, { price: '1.5', from_quantity: '100' })
  await company.admin.ok(addPurchaseOrder, {
    ...{ supplier_id: of.supplier_id, order_date: inDays(0), submit: true },
    lines: [{ material_id: of.material_id, quantity: '50', price: '2' }],
  })
  return of
}
const saveStep = async (company: TestCompany, { price, boss }: Set, step: { price: string; from_quantity: string }) => {
  await company.admin.ok(saveUnitPrices, { prices: [{ ...price, ...step }], replaces: false })
  await boss.ok(approveApproval, { id: (await proposed(company))[0]!.approval_id! })
}
test('a step that new prices end is a line of the proposal, and what it comes to nobody can say', async () => {
  const company = await app.company()
  const of = await setWithSteps(company)
  expect(await company.admin.ok(saveUnitPrices, { prices: [dearer(of, { price: '2.01' })] })).toMatchObject({
    affected: 0,
  })
  const [proposal] = await proposed(company)
  expect(proposal).toMatchObject({ value: null, line_count: 2 })
  const { lines } = await company.admin.ok(showPriceProposal, { id: proposal!.id })
  expect(lines.map(line => [line.step, Number(line.from_quantity), Number(line.old_price), line.price])).toEqual([
    ['changes', 0, 2, '2.010000'],
    ['ends', 100, 1.5, null],
  ])
  expect(lines[1]).toMatchObject({ valid_from: inDays(0), year_quantity: '300.000000', year_difference: null })
  await of.boss.ok(approveApproval, { id: proposal!.approval_id! })
  const { result } = await company.admin.ok(listUnitPrices, {})
  expect(result.map(one => [Number(one.from_quantity), Number(one.price), one.valid_to]).sort()).toEqual([
    [0, 2, inDays(-1)],
    [0, 2.01, null],
    [100, 1.5, inDays(-1)],
  ])
})
test('who agrees has seen each step that ends: another that is there by now is another step to take', async () => {
  const company = await app.company()
  const of = await setWithSteps(company)
  await company.admin.ok(saveUnitPrices, { prices: [dearer(of, { price: '2.01' })] })
  const [proposal] = await proposed(company)
  await saveStep(company, of, { price: '1.2', from_quantity: '500' })
  expect((await of.boss.send(approveApproval, { id: proposal!.approval_id! })).code).toBe(
    generalErrors.versionConflict.code,
  )
})
test('steps that are given anew with the others end nothing', async () => {
  const company = await app.company()
  const of = await setWithSteps(company)
  expect(
    await company.admin.ok(saveUnitPrices, {
      prices: [dearer(of, { price: '2.01' }), dearer(of, { price: '1.51', from_quantity: '100' })],
    }),
  ).toMatchObject({ affected: 2 })
})
test.each([
  ['its alteration', true],
  ['the next price', false],
])('a price that becomes another while %s is agreed to is another step to take', async (_, isAltered) => {
  const company = await app.company()
  const of = await set(company)
  const { id, row_version, price } = of
  if (isAltered) await company.admin.ok(alterUnitPrice, { id, row_version, ...price, price: '1.8' })
  else await company.admin.ok(saveUnitPrices, { prices: [dearer(of)] })
  const [proposal] = await proposed(company)
  const agreed = await company.as(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('unit_price' || ${company.org_id}, 0))`.execute(tx)
    const answer = of.boss.send(approveApproval, { id: proposal!.approval_id! })
    await vi.waitFor(
      async () =>
        expect(
          await rows(
            tx,
            sql`select from pg_locks where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`,
          ),
        ).toHaveLength(1),
      { timeout: 20_000 },
    )
    await sql`update unit_price set price = 1.9 where org_id = ${company.org_id} and id = ${id}`.execute(tx)
    return [answer]
  })
  expect((await agreed[0])!.code).toBe(generalErrors.versionConflict.code)
  expect(await matched(company, of)).toBe(1.9)
})
test('prices of a file that wait for their approval are told as that, and for whom', async () => {
  const company = await app.company()
  await set(company)
  const heads = ['供应商', '物料', '起始数量', '单价', '生效日期', '失效日期']
  const { status, result } = await imported(
    company,
    'unit_price',
    await xlsx([heads, ['S-1', 'BOLT', 0, 2.5, '2030-01-01', '']]),
  )
  expect(status).toBe(2)
  expect(result).toMatchObject({ rows: 1, added: 0, waiting: 1, waits_for: [expect.any(String)] })
  expect(await proposed(company)).toHaveLength(1)
})
