import { queryChangeLog } from '@qitao/access/model/record/change-log.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { imported, rowsIn, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import {
  addMaterial,
  alterMaterial,
  dropMaterials,
  exportMaterials,
  listMaterials,
  queryProduct,
  queryProductDetail,
  showMaterial,
} from '../../model/material/material.calls.ts'
import { materialTypeCalls } from '../../model/material/material-type.calls.ts'
import { aMaterial, aSupplier, aUnit, materials } from '../../testing/factories.ts'
import { materialsByIds, unitPrecisions } from '../index.ts'

const app = await testApp()
const nobody = '018f0000-0000-7000-8000-000000000000'

/** Something that counts in the unit of a material: a routing stands for all that later areas make. */
const use = (company: TestCompany, material_id: string) =>
  company.as(tx =>
    sql`insert into routing (id, code, name, material_id) values (${newId()}, ${newId()}, 'used', ${material_id})`.execute(
      tx,
    ),
  )
const threeMaterials = (company: TestCompany) =>
  materials(company, [
    { code: 'A-100', name: '铝板', kind: 0, specs: '2mm', series: 'AL' },
    { code: 'B-100', name: '外壳', kind: 1 },
    { code: 'C_100', name: '电机', kind: 2, status: 0 },
  ])

contract(app, listMaterials, {
  set: threeMaterials,
  good: () => ({ keyword: '2MM', kind: 0 as const, series: 'AL', status: 1 as const }),
  check: data => expect(data.result.map(one => one.code)).toEqual(['A-100']),
  refused: () => [
    ['a kind that is none', { kind: 5 }, generalErrors.badParameter],
    ['an order that is none', { order_by: 'phase' }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, queryProduct, {
  set: threeMaterials,
  good: () => ({ written: ['a-100', '外壳', 'C_100', 'none'] }),
  check: data =>
    expect(data.result.map(one => [one.code, one.precision])).toEqual([
      ['A-100', 0],
      ['B-100', 0],
    ]),
  refused: () => [['a page below 1', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, queryProductDetail, {
  set: company => aMaterial(company, { code: 'A', purchase_price: '12' }),
  good: one => ({ id: one.id }),
  check: data => {
    expect(data.record.code).toBe('A')
    expect(Object.keys(data.record)).not.toContain('purchase_price')
  },
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, showMaterial, {
  set: async company => {
    const one = await aMaterial(company, { purchase_price: '1.5' })
    await use(company, one.id)
    return one
  },
  good: one => ({ id: one.id }),
  check: data => expect(data.record).toMatchObject({ unit_fixed: true, precision: 0 }),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, addMaterial, {
  set: async company => {
    const unit = await aUnit(company, { precision: 1 })
    const supplier = await aSupplier(company)
    await aMaterial(company, { code: 'TAKEN', unit_id: unit.id })
    return { unit_id: unit.id, supplier_id: supplier.id }
  },
  good: ({ unit_id, supplier_id }) => ({
    code: 'M-1',
    name: '螺丝',
    kind: 0 as const,
    unit_id,
    supplier_id,
    supply_lead_time: 365,
    safety_stock: '10.5',
    inventory_lower: 10,
    inventory_upper: 11,
    purchase_price: '0.12',
  }),
  check: async ({ id }, _, company) =>
    expect((await company.admin.ok(showMaterial, { id })).record).toMatchObject({
      code: 'M-1',
      safety_stock: '10.500000',
      minimum_lot: '0.000000',
      lot_managed: false,
      serial_policy: 0,
      status: 1,
      unit_fixed: false,
    }),
  refused: ({ unit_id }) => {
    const one = (more: object) => ({ code: 'X', name: 'X', kind: 0, unit_id, ...more })
    return [
      ['a code that exists', one({ code: 'TAKEN' }), generalErrors.duplicateCode],
      ['no name', one({ name: '' }), generalErrors.fieldRequired],
      ['a unit that is none', one({ unit_id: nobody }), masterdataErrors.unitNotFound],
      ['no unit', one({ unit_id: undefined }), generalErrors.fieldRequired],
      ['equal bounds', one({ inventory_lower: 10, inventory_upper: 10 }), masterdataErrors.stockBoundsInvalid],
      ['a year and a day', one({ supply_lead_time: 366 }), generalErrors.parameterOver365],
      ['a shelf life of a year and a day', one({ shelf_life: 366 }), generalErrors.parameterOver365],
      ['more decimals than the unit has', one({ safety_stock: '1.25' }), generalErrors.unitQuantityPrecision],
      ['a long remark', one({ remark: 'x'.repeat(256) }), generalErrors.remarkTooLong],
      ['a price with three decimals', one({ sales_price: '1.001' }), generalErrors.decimalsExceeded],
      ['a code of 51 characters', one({ code: 'x'.repeat(51) }), generalErrors.fieldTooLong],
    ]
  },
  foreign: masterdataErrors.unitNotFound,
})
contract(app, alterMaterial, {
  set: async company => {
    const [used, free] = await materials(company, [{ code: 'USED' }, { code: 'FREE' }])
    await use(company, used!.id)
    return { used: used!, free: free!, other: (await aUnit(company)).id }
  },
  good: ({ free, other }) => ({
    id: free.id,
    row_version: 0,
    code: 'FREE-2',
    name: '新',
    kind: 2 as const,
    unit_id: other,
  }),
  check: async (_, { free, other }, company) =>
    expect((await company.admin.ok(showMaterial, { id: free.id })).record).toMatchObject({
      code: 'FREE-2',
      unit_id: other,
      kind: 2,
      row_version: 1,
    }),
  refused: ({ used, free, other }) => {
    const one = (more: object) => ({
      id: used.id,
      row_version: 0,
      code: 'USED',
      name: 'x',
      kind: 0,
      unit_id: used.unit_id,
      ...more,
    })
    return [
      ['another unit of one in use', one({ unit_id: other }), masterdataErrors.unitInUse],
      ['the code of another', one({ code: 'FREE' }), generalErrors.duplicateCode],
      ['an old version', one({ row_version: 1 }), generalErrors.versionConflict],
      ['bounds the wrong way', one({ inventory_lower: 2, inventory_upper: 1 }), masterdataErrors.stockBoundsInvalid],
      ['one that is gone', { ...one({}), id: nobody }, generalErrors.recordNotFound],
      [
        'half a piece',
        { ...one({ minimum_lot: '0.5' }), id: free.id, code: 'FREE' },
        generalErrors.unitQuantityPrecision,
      ],
    ]
  },
  foreign: generalErrors.recordNotFound,
})
contract(app, dropMaterials, {
  set: async company => {
    const [used, free] = await materials(company, [{}, {}])
    await use(company, used!.id)
    return { used: used!.id, free: free!.id }
  },
  good: ({ free }) => ({ ids: [free] }),
  check: (data, { free }) => expect(data).toEqual({ done_ids: [free], failed: [] }),
  refused: ({ used }) => [
    ['one in use', { ids: [used] }, generalErrors.dataInUse],
    ['one that is gone', { ids: [nobody] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
test('of several materials those in use stay, and are named', async () => {
  const company = await app.company()
  const [used, free] = await materials(company, [{}, {}])
  await use(company, used!.id)
  const answer = await company.admin.send(dropMaterials, { ids: [used!.id, free!.id] })
  expect(answer).toMatchObject({
    code: generalErrors.partlyDone.code,
    data: { done_ids: [free!.id], failed: [{ id: used!.id, code: generalErrors.dataInUse.code, name: used!.code }] },
  })
})
test('what is paid for a material is neither told nor taken without the right to see prices', async () => {
  const company = await app.company()
  const { id, unit_id } = await aMaterial(company, { code: 'DEAR', purchase_price: '12.34' })
  const keeper = await company.member([pages.materials, pages.editMaterial])
  const buyer = await company.member([pages.materials, pages.editMaterial, pages.unitPrices])
  const priceOf = async () => (await company.admin.ok(showMaterial, { id })).record.purchase_price
  for (const [member, price] of [
    [keeper, null],
    [buyer, '12.34'],
  ] as const) {
    expect(Number((await member.ok(showMaterial, { id })).record.purchase_price)).toBe(Number(price))
    expect(Number((await member.ok(listMaterials, {})).result[0]!.purchase_price)).toBe(Number(price))
    const files = [
      await member.ok(exportMaterials, {}),
      await member.ok(exportMaterials, { columns: ['code', 'purchase_price'] }),
    ]
    for (const file of files) expect((await rowsIn(file)).flat().includes('12.34')).toBe(price !== null)
    const { result: history } = await member.ok(queryChangeLog, { table_name: 'material', row_id: id })
    expect(JSON.stringify(history).includes('12.34')).toBe(price !== null)
  }
  const { row_version } = (await keeper.ok(showMaterial, { id })).record
  const given = { id, row_version, code: 'DEAR', name: 'Dear', kind: 0 as const, unit_id }
  const refused = [
    await keeper.send(alterMaterial, { ...given, purchase_price: '1' }),
    await keeper.send(addMaterial, { code: 'NEW', name: 'New', kind: 0, unit_id, purchase_price: '1' }),
  ]
  expect(refused).toMatchObject(
    refused.map(() => ({ code: generalErrors.noPermission.code, data: { field: 'purchase_price' } })),
  )
  await keeper.ok(alterMaterial, given)
  expect(Number(await priceOf())).toBe(12.34)
  await buyer.ok(alterMaterial, { ...given, row_version: row_version + 1, purchase_price: '5' })
  expect(Number(await priceOf())).toBe(5)
  await imported(
    { ...company, admin: keeper },
    'material',
    await xlsx([
      ['物料编码', '采购单价', '图号'],
      ['DEAR', 1, 'D-1'],
    ]),
  )
  expect((await company.admin.ok(showMaterial, { id })).record.drawing_no).toBe('D-1')
  expect(Number(await priceOf())).toBe(5)
})
test('a code that exists is told at its field', async () => {
  const company = await app.company()
  const { unit_id } = await aMaterial(company, { code: 'TWICE' })
  const answer = await company.admin.send(addMaterial, { code: 'TWICE', name: 'x', kind: 0, unit_id })
  expect(answer).toMatchObject({ code: 5021, data: { field: 'code' } })
})
test('later areas find materials and precisions of their own company only', async () => {
  const company = await app.company()
  const unit = await aUnit(company, { precision: 3 })
  const ours = await aMaterial(company, { unit_id: unit.id })
  const theirs = await aMaterial(await app.company())
  const [facts, precisions] = await company.as(async tx => [
    await materialsByIds(tx, company.org_id, [ours.id, theirs.id]),
    await unitPrecisions(tx, company.org_id),
  ])
  expect([...facts.keys()]).toEqual([ours.id])
  expect(facts.get(ours.id)).toMatchObject({ precision: 3, safety_stock: '0.000000' })
  expect([...precisions]).toEqual([[ours.id, 3]])
})

const aType = (company: TestCompany, code: string) => company.admin.ok(materialTypeCalls.add, { code, name: code })
contract(app, materialTypeCalls.list, {
  set: company => aType(company, 'T1'),
  good: () => ({ keyword: 't1' }),
  check: data => expect(data.result.map(one => one.code)).toEqual(['T1']),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, materialTypeCalls.detail, {
  set: company => aType(company, 'T1'),
  good: ({ id }) => ({ id }),
  check: data => expect(data.record).toMatchObject({ code: 'T1' }),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, materialTypeCalls.add, {
  set: company => aType(company, 'T1'),
  good: () => ({ code: 'T2', name: '板材' }),
  refused: () => [
    ['a code that exists', { code: 'T1', name: 'x' }, generalErrors.duplicateCode],
    ['no name', { code: 'T3' }, generalErrors.fieldRequired],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, materialTypeCalls.alter, {
  set: company => aType(company, 'T1'),
  good: ({ id }) => ({ id, row_version: 0, code: 'T1', name: '新名称' }),
  refused: ({ id }) => [
    ['an old version', { id, row_version: 3, code: 'T1', name: 'x' }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, materialTypeCalls.drop, {
  set: async company => {
    const [used, free] = [await aType(company, 'T1'), await aType(company, 'T2')]
    await aMaterial(company, { type_id: used.id })
    return { used: used.id, free: free.id }
  },
  good: ({ free }) => ({ ids: [free] }),
  refused: ({ used }) => [['one in use', { ids: [used] }, generalErrors.dataInUse]],
  foreign: generalErrors.recordNotFound,
})
