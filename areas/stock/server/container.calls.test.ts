import { contract } from '@qitao/app-server/testing/contract.ts'
import { imported, rowsIn, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  containerCalls,
  containerTypeCalls,
  packContainer,
  showContainerStock,
  unpackContainer,
} from '../model/container.calls.ts'
import { containerErrors } from '../model/container.errors.ts'
import { stockErrors } from '../model/stock.errors.ts'
import { locationCalls } from '../model/warehouse.calls.ts'
import { aPackedBox } from '../testing/container.factory.ts'
import { checkLedger } from './check-ledger.ts'
import { occupy } from './occupation.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'
const hidden = (answer: { data: { result: unknown[]; total: number } | null }) => {
  expect(answer.data).toMatchObject({ result: [], total: 0 })
}

async function types(company: TestCompany) {
  const box = await company.admin.ok(containerTypeCalls.add, { code: 'T1', name: 'Box', capacity: '20' })
  const free = await company.admin.ok(containerTypeCalls.add, { code: 'T2', name: 'Tray' })
  await company.admin.ok(containerCalls.add, { code: 'B1', container_type_id: box.id })
  return { box: box.id, free: free.id }
}

contract(app, containerTypeCalls.list, {
  set: types,
  good: () => ({ keyword: 'box' }),
  check: ({ result }) => expect(result).toMatchObject([{ code: 'T1', container_count: 1 }]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: hidden,
})
contract(app, containerTypeCalls.detail, {
  set: types,
  good: ({ box }) => ({ id: box }),
  check: ({ record }) => expect(record).toMatchObject({ code: 'T1', name: 'Box', specs: null }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, containerTypeCalls.add, {
  set: types,
  good: () => ({ code: 'T3', name: 'Crate', specs: '600×400', remark: 'x' }),
  refused: () => [
    ['code taken', { code: 'T1', name: 'Crate' }, containerErrors.typeCodeExists],
    ['name taken', { code: 'T3', name: 'Box' }, containerErrors.typeNameExists],
    ['no name', { code: 'T3', name: '' }, containerErrors.typeFieldEmpty],
    ['no code', { name: 'Crate' }, containerErrors.typeFieldEmpty],
    ['no capacity at all', { code: 'T3', name: 'Crate', capacity: '0' }, generalErrors.badParameter],
    ['long remark', { code: 'T3', name: 'Crate', remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, containerTypeCalls.alter, {
  set: types,
  good: ({ box }) => ({ id: box, row_version: 0, code: 'T1', name: 'Big box' }),
  refused: ({ box, free }) => [
    ['code taken', { id: free, row_version: 0, code: 'T1', name: 'Tray' }, containerErrors.typeCodeExists],
    ['name taken', { id: free, row_version: 0, code: 'T2', name: 'Box' }, containerErrors.typeNameExists],
    ['empty', { id: free, row_version: 0, code: ' ', name: 'Tray' }, containerErrors.typeFieldEmpty],
    ['stale', { id: box, row_version: 7, code: 'T1', name: 'Box' }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, containerTypeCalls.drop, {
  set: types,
  good: ({ free }) => ({ ids: [free] }),
  refused: ({ box }) => [
    ['in use', { ids: [box] }, containerErrors.typeInUse],
    ['absent', { ids: [absent] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
for (const calls of [containerTypeCalls, containerCalls]) {
  contract(app, calls.export as typeof containerCalls.export, {
    set: async company => void (await types(company)),
    good: () => ({}),
    check: async data => expect((await rowsIn(data)).length).toBeGreaterThan(1),
    refused: () => [['an unknown filter', { phase: 1 }, generalErrors.badParameter]],
    foreign: async answer => expect((await rowsIn(answer.data!)).length).toBe(1),
  })
}

contract(app, containerCalls.list, {
  set: aPackedBox,
  good: ({ location_id, type_id }) => ({ location_id, container_type_id: type_id, empty: false, keyword: 'box' }),
  check: ({ result }) => {
    expect(result).toMatchObject([{ code: 'B1', container_type_name: 'Box', material_count: 1, empty: false }])
    expect(Number(result[0]!.quantity)).toBe(6)
  },
  refused: () => [['order by what is not there', { order_by: 'nothing' }, generalErrors.badParameter]],
  foreign: hidden,
})
contract(app, containerCalls.detail, {
  set: aPackedBox,
  good: ({ empty_id }) => ({ id: empty_id }),
  check: ({ record }) => expect(record).toMatchObject({ code: 'B2', empty: true, status: 1 }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, containerCalls.add, {
  set: aPackedBox,
  good: ({ type_id }) => ({ code: 'B3', container_type_id: type_id }),
  refused: ({ type_id }) => [
    ['number taken', { code: 'B1', container_type_id: type_id }, containerErrors.codeExists],
    ['no number', { container_type_id: type_id }, generalErrors.fieldRequired],
    ['no such type', { code: 'B3', container_type_id: absent }, generalErrors.recordNotFound],
    ['no such bin', { code: 'B3', container_type_id: type_id, location_id: absent }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, containerCalls.alter, {
  set: aPackedBox,
  good: ({ box_id, type_id, other_id }) => ({
    ...{ id: box_id, row_version: 0, code: 'B1', container_type_id: type_id, location_id: other_id },
  }),
  check: async (_, { box_id, location_id, other_id, packed_id }, company) => {
    expect(await stockOf(company)).toEqual({ [`${location_id} loose`]: 4, [`${other_id} ${box_id}`]: 6 })
    expect(await company.as(tx => checkLedger(tx, company.org_id))).toEqual([])
    const age = await company.as(tx =>
      rows(
        tx,
        sql`select distinct first_in_time from inventory where org_id = ${company.org_id} and id <> ${packed_id}`,
      ),
    )
    expect(age).toHaveLength(1)
  },
  refused: ({ box_id, empty_id, type_id, location_id }) => [
    [
      'number taken',
      { id: empty_id, row_version: 0, code: 'B1', container_type_id: type_id },
      containerErrors.codeExists,
    ],
    ['stale', { id: box_id, row_version: 3, code: 'B1', container_type_id: type_id }, generalErrors.versionConflict],
    ['to nowhere', { id: box_id, row_version: 0, code: 'B1', container_type_id: type_id }, generalErrors.fieldRequired],
    [
      'to a bin that is none',
      { id: box_id, row_version: 0, code: 'B1', container_type_id: type_id, location_id: absent },
      generalErrors.recordNotFound,
    ],
    [
      'of a type that is none',
      { id: box_id, row_version: 0, code: 'B1', container_type_id: absent, location_id },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: containerErrors.containerNotFound,
})
contract(app, containerCalls.drop, {
  set: aPackedBox,
  good: ({ empty_id }) => ({ ids: [empty_id] }),
  refused: ({ box_id }) => [
    ['holds stock', { ids: [box_id] }, containerErrors.containerInUse],
    ['absent', { ids: [absent] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, showContainerStock, {
  set: aPackedBox,
  good: ({ box_id }) => ({ id: box_id }),
  check: ({ packed, loose }) => {
    expect([packed, loose].map(all => all.map(row => Number(row.quantity)))).toEqual([[6], [4]])
  },
  refused: () => [['absent', { id: absent }, containerErrors.containerNotFound]],
  foreign: containerErrors.containerNotFound,
})
contract(app, packContainer, {
  set: aPackedBox,
  good: ({ box_id, loose_id }) => ({ id: box_id, lines: [{ inventory_id: loose_id, quantity: '3' }] }),
  check: async (_, { box_id, location_id }, company) => {
    expect(await stockOf(company)).toEqual({ [`${location_id} loose`]: 1, [`${location_id} ${box_id}`]: 9 })
    expect(await company.as(tx => checkLedger(tx, company.org_id))).toEqual([])
  },
  refused: ({ box_id, empty_id, loose_id, packed_id }) => [
    [
      'more than is there',
      { id: box_id, lines: [{ inventory_id: loose_id, quantity: '5' }] },
      stockErrors.stockInsufficient,
    ],
    [
      'more than it holds',
      { id: box_id, lines: [{ inventory_id: loose_id, quantity: '15' }] },
      generalErrors.badParameter,
    ],
    [
      'from another bin',
      { id: empty_id, lines: [{ inventory_id: loose_id, quantity: '1' }] },
      generalErrors.recordNotFound,
    ],
    [
      'what is in it',
      { id: box_id, lines: [{ inventory_id: packed_id, quantity: '1' }] },
      generalErrors.recordNotFound,
    ],
    [
      'parts of a piece',
      { id: box_id, lines: [{ inventory_id: loose_id, quantity: '0.001' }] },
      generalErrors.unitQuantityPrecision,
    ],
    ['nothing', { id: box_id, lines: [] }, generalErrors.badParameter],
    ['absent', { id: absent, lines: [{ inventory_id: loose_id, quantity: '1' }] }, containerErrors.containerNotFound],
  ],
  foreign: containerErrors.containerNotFound,
})
contract(app, unpackContainer, {
  set: aPackedBox,
  good: ({ box_id, packed_id }) => ({ id: box_id, lines: [{ inventory_id: packed_id, quantity: '6' }] }),
  check: async (_, { location_id, box_id }, company) => {
    expect(await stockOf(company)).toEqual({ [`${location_id} loose`]: 10 })
    expect(await company.as(tx => checkLedger(tx, company.org_id))).toEqual([])
    expect((await company.admin.send(containerCalls.drop, { ids: [box_id] })).code).toBe(generalErrors.dataInUse.code)
  },
  refused: ({ box_id, loose_id, packed_id }) => [
    [
      'more than is in it',
      { id: box_id, lines: [{ inventory_id: packed_id, quantity: '7' }] },
      stockErrors.stockInsufficient,
    ],
    ['what is loose', { id: box_id, lines: [{ inventory_id: loose_id, quantity: '1' }] }, generalErrors.recordNotFound],
    ['absent', { id: absent, lines: [{ inventory_id: packed_id, quantity: '1' }] }, containerErrors.containerNotFound],
  ],
  foreign: containerErrors.containerNotFound,
})

/** Quantities by bin and container. */
async function stockOf(company: TestCompany): Promise<Record<string, number>> {
  const found = await company.as(tx =>
    rows(
      tx,
      sql<{
        place: string
        quantity: string
      }>`select location_id || ' ' || coalesce(container_id::text, 'loose') as place, quantity
        from inventory where org_id = ${company.org_id} and quantity > 0`,
    ),
  )
  return Object.fromEntries(found.map(({ place, quantity }) => [place, Number(quantity)]))
}

const limits = [
  ['R-081 a container type code has at most 50 characters', 'code', 50, containerErrors.typeCodeTooLong],
  ['R-082 a container type name has at most 50 characters', 'name', 50, containerErrors.typeNameTooLong],
  ['R-083 container specs have at most 255 characters', 'specs', 255, containerErrors.specsTooLong],
] as const
for (const [rule, field, limit, error] of limits) {
  test(rule, async () => {
    const { admin } = await app.company()
    const of = { code: 'T1', name: 'Box', specs: null }
    const { id } = await admin.ok(containerTypeCalls.add, { ...of, [field]: '箱'.repeat(limit) })
    const long = { ...of, code: 'T2', name: 'Crate', [field]: '箱'.repeat(limit + 1) }
    const added = await admin.send(containerTypeCalls.add, long)
    const altered = await admin.send(containerTypeCalls.alter, { ...long, id, row_version: 0 })
    for (const answer of [added, altered]) {
      expect(answer.code).toBe(error.code)
      expect(answer.data).toMatchObject({ field })
    }
  })
}
test('R-192 container type codes exist once', async () => {
  const [{ admin }, other] = [await app.company(), await app.company()]
  await admin.ok(containerTypeCalls.add, { code: 'T1', name: 'Box' })
  await admin.ok(containerTypeCalls.add, { code: 'T2', name: 'Crate' })
  expect((await admin.send(containerTypeCalls.add, { code: 'T1', name: 'Tray' })).code).toBe(2601)
  await other.admin.ok(containerTypeCalls.add, { code: 'T1', name: 'Box' })
})
test('R-193 container type names exist once', async () => {
  const { admin } = await app.company()
  await admin.ok(containerTypeCalls.add, { code: 'T1', name: 'Box' })
  await admin.ok(containerTypeCalls.add, { code: 'T2', name: 'Crate' })
  expect((await admin.send(containerTypeCalls.add, { code: 'T3', name: 'Box' })).code).toBe(2602)
})
test('R-194 a container type has a code and a name', async () => {
  const { admin } = await app.company()
  await admin.ok(containerTypeCalls.add, { code: 'T1', name: 'Box' })
  const wanting: Record<string, unknown>[] = [
    { code: 'T2', name: '' },
    { code: 'T2' },
    { name: 'Crate' },
    { code: null, name: 'Crate' },
  ]
  for (const input of wanting) expect((await admin.send(containerTypeCalls.add, input)).code).toBe(2610)
})
test('R-195 a container type that containers use cannot be deleted; one that none uses can', async () => {
  const company = await app.company()
  const { box, free } = await types(company)
  const answer = await company.admin.send(containerTypeCalls.drop, { ids: [box, free] })
  expect(answer.code).toBe(generalErrors.partlyDone.code)
  expect(answer.data).toMatchObject({ done_ids: [free], failed: [{ id: box, code: 2606 }] })
})
test('R-196 a container that holds stock cannot be deleted; an empty one can', async () => {
  const company = await app.company()
  const { box_id, empty_id } = await aPackedBox(company)
  const answer = await company.admin.send(containerCalls.drop, { ids: [box_id, empty_id] })
  expect(answer.data).toMatchObject({ done_ids: [empty_id], failed: [{ id: box_id, code: 2607 }] })
})
test('R-197 a container that does not exist cannot be altered', async () => {
  const company = await app.company()
  const { type_id } = await aPackedBox(company)
  const of = { id: absent, row_version: 0, code: 'B9', container_type_id: type_id }
  expect((await company.admin.send(containerCalls.alter, of)).code).toBe(2608)
})
test('R-198 container numbers exist once', async () => {
  const company = await app.company()
  const { type_id } = await aPackedBox(company)
  await company.admin.ok(containerCalls.add, { code: 'B3', container_type_id: type_id })
  expect((await company.admin.send(containerCalls.add, { code: 'B1', container_type_id: type_id })).code).toBe(2609)
})

test('what a work order occupies is neither packed nor moved', async () => {
  const company = await app.company()
  const { box_id, empty_id, packed_id, loose_id, type_id, other_id } = await aPackedBox(company)
  await company.as(tx =>
    occupy(tx, {
      org_id: company.org_id,
      occupations: [
        { inventory_id: packed_id, quantity: '1' },
        { inventory_id: loose_id, quantity: '3' },
      ],
    }),
  )
  const lines = [{ inventory_id: loose_id, quantity: '2' }]
  expect((await company.admin.send(packContainer, { id: box_id, lines })).code).toBe(stockErrors.stockOccupied.code)
  const moving = { id: box_id, row_version: 0, code: 'B1', container_type_id: type_id, location_id: other_id }
  expect((await company.admin.send(containerCalls.alter, moving)).code).toBe(stockErrors.stockOccupied.code)
  const disabled = { ...moving, id: empty_id, code: 'B2', status: 0 as const }
  await company.admin.ok(containerCalls.alter, disabled)
  const pack = { id: empty_id, lines }
  expect((await company.admin.send(packContainer, pack)).code).toBe(generalErrors.statusNotAllowed.code)
})
test('a bin in which a container stands is not deleted', async () => {
  const company = await app.company()
  const { empty_id, other_id } = await aPackedBox(company)
  expect((await company.admin.send(locationCalls.drop, { ids: [other_id] })).code).toBe(generalErrors.dataInUse.code)
  await company.admin.ok(containerCalls.drop, { ids: [empty_id] })
  await company.admin.ok(locationCalls.drop, { ids: [other_id] })
})
test('types and containers come in from Excel; a container with goods is not moved by a file', async () => {
  const company = await app.company()
  const { other_id } = await aPackedBox(company)
  const { record } = await company.admin.ok(locationCalls.detail, { id: other_id })
  const made = await xlsx([
    ['类型编码', '类型名称', '规格', '容量'],
    ['T1', 'Box', '600×400×300', 30],
    ['T9', 'Pallet', '', ''],
  ])
  expect((await imported(company, 'container_type', made)).result).toMatchObject({ added: 1, changed: 1 })
  const added = await xlsx([
    ['容器编号', '容器类型', '所在库位'],
    ['P-1', 'T9', record.code],
    ['P-2', 'Pallet', ''],
  ])
  expect((await imported(company, 'container', added)).result).toMatchObject({ added: 2 })
  const moved = await imported(
    company,
    'container',
    await xlsx([
      ['容器编号', '所在库位'],
      ['P-2', record.code],
      ['B1', record.code],
    ]),
  )
  expect(moved.result.errors.map((one: { row: number }) => one.row)).toEqual([3])
})
