import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { addMaterialBom, releaseMaterialBoms } from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import {
  addSalesOrder,
  cancelSalesOrders,
  deleteSalesOrders,
  listSalesOrders,
  mostToMake,
  previewLinesToMo,
  queryFreeProducts,
  salesLinesToMo,
  showSalesOrder,
  updateSalesOrder,
} from '@qitao/sales/model/sales-order.calls.ts'
import { recordDelivery } from '@qitao/sales/server'
import { anOrder, aProduct, inDays, today } from '@qitao/sales/testing/factories.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import {
  addMos,
  alterFurnaceCode,
  alterMo,
  alterMos,
  checkMoActions,
  checkMoNo,
  countMos,
  createMo,
  dropMos,
  listMos,
  listMosOfOrders,
  mergeOrSplitMos,
  sendMosToPlan,
  showMo,
  showMoBom,
  showMoLog,
} from '../../model/mo/mo.calls.ts'
import { moStatus } from '../../model/mo/mo.status.ts'
import { aMo, anOrderedMo, inStock } from '../../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const one = (mo: { id: string }) => ({ mo_ids: [mo.id] })
const show = async (company: TestCompany, id: string) => (await company.admin.ok(showMo, { mo_id: id })).mo

describe('from a sales order', () => {
  contract(app, salesLinesToMo, {
    set: async company => {
      const mo = await aMo(company)
      const order = await anOrder(company, { material_id: mo.material_id, quantity: '4' })
      const noBom = await anOrder(company, { material_id: await aProduct(company) })
      const draft = await anOrder(company, { material_id: mo.material_id, submit: false })
      return { order, noBom, draft, done: await anOrderedMo(company) }
    },
    good: ({ order }) => ({ order_ids: [order.id] }),
    check: async (data, { order }, company) => {
      expect(data.mo_nos).toHaveLength(1)
      const { record, lines } = await company.admin.ok(showSalesOrder, { id: order.id })
      expect(record.status).toBe(20)
      expect(lines[0]).toMatchObject({ planned_quantity: '4.000000' })
      const listed = await company.admin.ok(listSalesOrders, { keyword: order.no })
      expect(listed.result.map(one => Number(one.to_make_quantity))).toEqual([0])
      const { result } = await company.admin.ok(listMosOfOrders, { order_ids: [order.id] })
      expect(result).toMatchObject([
        { no: data.mo_nos[0], planned_quantity: '4.000000', status: 10, order_no: order.no },
      ])
    },
    refused: ({ noBom, draft, done }) => [
      ['a product without BoM or routing', { order_ids: [noBom.id] }, engineeringErrors.bomMissing],
      ['a draft', { order_ids: [draft.id] }, generalErrors.statusNotAllowed],
      ['all on work orders already', { order_ids: [done.order_id] }, salesErrors.orderHasMo],
      ['no such order', { order_ids: [nowhere] }, salesErrors.orderMissing],
    ],
    foreign: salesErrors.orderMissing,
  })

  /** Two lines of one product, 10 and 6; 7 pieces of it lie in stock; the first BoM is still released. */
  const twoLines = async (company: TestCompany) => {
    const { material_id, material_bom_id, component_ids } = await aReleasedProduct(company)
    await inStock(company, [material_id], '7')
    const newest = await company.admin.ok(addMaterialBom, {
      ...{ material_id, version: '2.0', base_quantity: '1' },
      lines: [{ material_id: component_ids[0]!, quantity: '5' }],
    })
    await company.admin.ok(releaseMaterialBoms, { ids: [newest.id] })
    const order = await company.admin.ok(addSalesOrder, {
      ...{ order_date: today, delivery_date: inDays(20), submit: true },
      lines: [
        { material_id, quantity: '10' },
        { material_id, quantity: '6', delivery_date: inDays(10) },
      ],
    })
    const { lines } = await company.admin.ok(showSalesOrder, { id: order.id })
    const other = await anOrder(company, { material_id, submit: false })
    return { material_id, order, lines, version: { id: material_bom_id }, other, component_ids }
  }
  contract(app, previewLinesToMo, {
    set: twoLines,
    good: ({ order }) => ({ order_ids: [order.id] }),
    check: ({ lines, products }, { material_id, order, version }) => {
      expect(lines.map(line => [line.order_no, line.line_no, Number(line.to_make_quantity), line.due_date])).toEqual([
        [order.no, 1, 10, inDays(20)],
        [order.no, 2, 6, inDays(10)],
      ])
      expect(products).toMatchObject([{ material_id, unit_precision: 0 }])
      expect(Number(products[0]!.free_quantity)).toBe(7)
      expect(products[0]!.versions.map(({ is_default }) => is_default)).toEqual([true, false])
      expect(products[0]!.versions[1]!.id).toBe(version.id)
      expect(products[0]!.manufacturing_bom ?? products[0]!.routing).not.toBeNull()
    },
    refused: ({ other }) => [
      ['a draft', { order_ids: [other.id] }, generalErrors.statusNotAllowed],
      ['no such order', { order_ids: [nowhere] }, salesErrors.orderMissing],
    ],
    foreign: salesErrors.orderMissing,
  })

  test('of versions that follow each other the one of today is the default', async () => {
    const company = await app.company()
    const { material_id, order, component_ids } = await twoLines(company)
    const next = await company.admin.ok(addMaterialBom, {
      ...{ material_id, version: '3.0', base_quantity: '1', valid_from: inDays(5) },
      lines: [{ material_id: component_ids[0]!, quantity: '2' }],
    })
    await company.admin.ok(releaseMaterialBoms, { ids: [next.id] })
    const { products } = await company.admin.ok(previewLinesToMo, { order_ids: [order.id] })
    expect(products[0]!.versions.map(({ version, is_default }) => [version, is_default])).toEqual([
      ['2.0', true],
      ['V1', false],
      ['3.0', false],
    ])
  })

  contract(app, queryFreeProducts, {
    set: twoLines,
    good: ({ material_id }) => ({ material_ids: [material_id, material_id] }),
    check: ({ result }, { material_id }) => {
      expect(result.map(one => [one.material_id, Number(one.free_quantity)])).toEqual([[material_id, 7]])
    },
    refused: () => [['none', { material_ids: [] }, generalErrors.badParameter]],
    foreign: ({ data }) => expect(data!.result.map(one => Number(one.free_quantity))).toEqual([0]),
  })

  test('as it was looked at: stock covers a line, another is made in two parts by another BoM', async () => {
    const company = await app.company()
    const { material_id, order, lines, version, component_ids } = await twoLines(company)
    const [first, second] = lines
    const wish = {
      order_ids: [order.id],
      offsets: [{ line_id: second!.id, quantity: '6' }],
      mos: [
        { line_id: first!.id, planned_quantity: '4', delivery_date: inDays(12) },
        { line_id: first!.id, planned_quantity: '5', delivery_date: inDays(20) },
      ],
      versions: [{ material_id, material_bom_id: version.id }],
    }
    const refused = async (change: Partial<typeof wish>, error: ErrorDefinition) =>
      expect((await company.admin.send(salesLinesToMo, { ...wish, ...change })).code).toBe(error.code)
    await refused({ offsets: [{ line_id: second!.id, quantity: '7' }] }, generalErrors.badParameter)
    await refused(
      { offsets: [{ line_id: first!.id, quantity: '2' }, ...wish.offsets], mos: [] },
      generalErrors.badParameter,
    )
    await refused({ mos: [{ ...wish.mos[0]!, planned_quantity: '11' }] }, generalErrors.badParameter)
    await refused({ mos: [{ ...wish.mos[0]!, delivery_date: inDays(21) }] }, salesErrors.lineDeliveryAfterOrder)
    await refused({ mos: [{ ...wish.mos[0]!, line_id: nowhere }] }, generalErrors.recordNotFound)
    await refused({ versions: [{ material_id, material_bom_id: nowhere }] }, engineeringErrors.bomMissing)

    const { mo_ids } = await company.admin.ok(salesLinesToMo, wish)
    const made = await Promise.all(mo_ids.map(id => show(company, id)))
    expect(made.map(mo => [Number(mo.planned_quantity), mo.delivery_date])).toEqual([
      [4, inDays(12)],
      [5, inDays(20)],
    ])
    const { result } = await company.admin.ok(showMoBom, { mo_id: mo_ids[0]! })
    expect(result.map(one => [one.material_id, Number(one.required_quantity)])).toEqual(
      component_ids.map(id => [id, 4]),
    )
    const after = await company.admin.ok(showSalesOrder, { id: order.id })
    expect(after.lines.map(line => [Number(line.planned_quantity), Number(line.offset_quantity), line.status])).toEqual(
      [
        [9, 0, 20],
        [0, 6, 40],
      ],
    )
    expect(after.record).toMatchObject({ offset_flag: 1 })
    // One piece of the first line is left, and one in stock: the six are set aside.
    const { lines: open, products } = await company.admin.ok(previewLinesToMo, { order_ids: [order.id] })
    expect([open.map(line => Number(line.to_make_quantity)), Number(products[0]!.free_quantity)]).toEqual([[1], 1])
    await company.admin.ok(salesLinesToMo, {
      order_ids: [order.id],
      ...{ offsets: [{ line_id: first!.id, quantity: '1' }], mos: [] },
    })
    expect((await company.admin.send(previewLinesToMo, { order_ids: [order.id] })).code).toBe(
      salesErrors.orderHasMo.code,
    )
    // What the order holds already is its own; to others it is not there.
    const freeFor = async (order_id?: string) => {
      const { result } = await company.admin.ok(queryFreeProducts, { material_ids: [material_id], order_id })
      return Number(result[0]!.free_quantity)
    }
    expect([await freeFor(), await freeFor(order.id)]).toEqual([0, 7])
  })

  test('two who set off the same stock at one instant: one of them is told that it has gone', async () => {
    const company = await app.company()
    const { material_id } = await twoLines(company)
    const wishes = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const order = await anOrder(company, { material_id, quantity: '6' })
        const { lines } = await company.admin.ok(showSalesOrder, { id: order.id })
        return { order_ids: [order.id], offsets: [{ line_id: lines[0]!.id, quantity: '6' }], mos: [] }
      }),
    )
    const answers = await Promise.all(wishes.map(wish => company.admin.send(salesLinesToMo, wish)))
    const refused = generalErrors.badParameter.code
    expect(answers.map(({ code }) => code).sort()).toEqual([200, refused, refused, refused])
  })

  test('what is made is what was seen: another quantity, day or way by now refuses all; free stock is told with its row', async () => {
    const company = await app.company()
    const { order, lines, material_id, component_ids } = await twoLines(company)
    const wish = async () => {
      const seen = await company.admin.ok(previewLinesToMo, { order_ids: [order.id] })
      return { order_ids: [order.id], digest: seen.digest }
    }
    const change = async (days: number) => {
      const { record } = await company.admin.ok(showSalesOrder, { id: order.id })
      await company.admin.ok(updateSalesOrder, {
        ...{ id: order.id, row_version: record.row_version, order_type: '1' as const },
        ...{ order_date: today, delivery_date: inDays(20) },
        lines: lines.map(({ id, quantity }) => ({ id, material_id, quantity, delivery_date: inDays(days) })),
      })
    }
    const before = await wish()
    await change(15)
    expect((await company.admin.send(salesLinesToMo, before)).code).toBe(generalErrors.versionConflict.code)
    const later = await wish()
    const newest = await company.admin.ok(addMaterialBom, {
      ...{ material_id, version: '3.0', base_quantity: '1' },
      lines: [{ material_id: component_ids[0]!, quantity: '6' }],
    })
    await company.admin.ok(releaseMaterialBoms, { ids: [newest.id] })
    expect((await company.admin.send(salesLinesToMo, later)).code).toBe(generalErrors.versionConflict.code)
    // Free stock has gone meanwhile, and nobody wants to set it off: nothing has changed for who makes all of it.
    const last = await wish()
    await inStock(company, [material_id], '3')
    expect((await company.admin.ok(salesLinesToMo, last)).mo_ids).toHaveLength(2)
  })

  test('what left from stock is not made again', async () => {
    const company = await app.company()
    const { material_id } = await twoLines(company)
    const order = await anOrder(company, { material_id, quantity: '10' })
    const { lines } = await company.admin.ok(showSalesOrder, { id: order.id })
    const ship = (quantity: string) =>
      company.as(tx => recordDelivery(tx, company.org_id, [{ line_id: lines[0]!.id, quantity }]))
    await ship('4')
    const { lines: open } = await company.admin.ok(previewLinesToMo, { order_ids: [order.id] })
    expect(open.map(line => Number(line.to_make_quantity))).toEqual([6])
    const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [order.id] })
    expect((await show(company, mo_ids[0]!)).planned_quantity).toBe('6.000000')
    // All of it is on a work order: what leaves before that is finished takes nothing off it.
    await ship('1')
    const after = await company.admin.ok(showSalesOrder, { id: order.id })
    expect(after.lines.map(line => [Number(line.offset_quantity), Number(line.shipped_quantity)])).toEqual([[4, 5]])
    expect(after.record).toMatchObject({ offset_flag: 1, main_product_num: '6.000000' })
  })

  test('of more lines than can be made at once all are told, and none is cut', async () => {
    const company = await app.company()
    const material_id = await aProduct(company)
    const order = await anOrder(company, { material_id })
    await company.as(tx =>
      sql`insert into sales_order_line (id, order_id, line_no, material_id, quantity, status)
        select gen_random_uuid(), ${order.id}, n, ${material_id}, 1, 10 from generate_series(2, ${mostToMake + 1}) n`.execute(
        tx,
      ),
    )
    const answer = await company.admin.send(previewLinesToMo, { order_ids: [order.id] }, { language: 'en' })
    expect(answer.code).toBe(generalErrors.badParameter.code)
    expect(answer.message).toContain(`${mostToMake + 1} lines are to be made and ${mostToMake} at once at most`)
    expect((await company.admin.send(salesLinesToMo, { order_ids: [order.id] })).code).toBe(
      generalErrors.badParameter.code,
    )
  })
})

test('two who set off the same stock at one instant follow each other: one of them has it', async () => {
  const company = await app.company()
  const { material_id } = await aReleasedProduct(company)
  await inStock(company, [material_id], '7')
  const orders = await Promise.all(Array.from({ length: 4 }, () => anOrder(company, { material_id, quantity: '7' })))
  const wishes = await Promise.all(
    orders.map(async ({ id }) => {
      const { lines } = await company.admin.ok(showSalesOrder, { id })
      return { order_ids: [id], mos: [], offsets: [{ line_id: lines[0]!.id, quantity: '7' }] }
    }),
  )
  const answers = await Promise.all(wishes.map(wish => company.admin.send(salesLinesToMo, wish)))
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual(
    [200, ...Array(3).fill(generalErrors.badParameter.code)].sort((a, b) => a - b),
  )
  const [sum] = await company.as(tx =>
    rows(
      tx,
      sql<{
        offset: number
      }>`select sum(offset_quantity)::int as offset from sales_order_line where material_id = ${material_id}`,
    ),
  )
  expect(sum).toEqual({ offset: 7 })
})

describe('reading', () => {
  contract(app, listMos, {
    set: company => aMo(company),
    good: mo => ({ keyword: mo.no, statuses: [10], pool: 'todo' as const }),
    check: (data, mo) => expect(data).toMatchObject({ total: 1, result: [{ id: mo.id, exec_status: 10 }] }),
    refused: () => [['a pool that is none', { pool: 'other' }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data?.total).toBe(0),
  })
  contract(app, countMos, {
    set: company => aMo(company),
    good: () => ({}),
    check: data => expect(data.result).toEqual({ 10: 1, 20: 0, 30: 0, 35: 0, 40: 0, 50: 0 }),
    refused: () => [['an unknown field', { no: 1 }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data?.result['10']).toBe(0),
  })
  contract(app, showMo, {
    set: company => anOrderedMo(company),
    good: mo => ({ mo_id: mo.id }),
    check: data =>
      expect(data).toMatchObject({
        operations: [{ sequence: 10 }, { sequence: 20 }],
        order: { status: 20 },
        lines: [{ line_no: 1 }],
      }),
    refused: () => [['no such work order', { mo_id: nowhere }, manufacturingErrors.moMissing]],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, showMoBom, {
    set: company => aMo(company, { quantity: '3' }),
    good: mo => ({ mo_id: mo.id }),
    check: data => {
      expect(data.result).toHaveLength(2)
      expect(data.result[0]).toMatchObject({
        required_quantity: '3.000000',
        operation_sequence: 10,
        picked_quantity: '0.000000',
      })
    },
    refused: () => [['no such work order', { mo_id: nowhere }, manufacturingErrors.moMissing]],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, listMosOfOrders, {
    set: company => anOrderedMo(company),
    good: mo => ({ order_ids: [mo.order_id] }),
    check: data => expect(data.result).toHaveLength(1),
    refused: () => [['no orders', { order_ids: [] }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data?.result).toEqual([]),
  })
  contract(app, showMoLog, {
    set: company => aMo(company),
    good: mo => ({ mo_id: mo.id }),
    check: data => expect(data.result.at(-1)).toMatchObject({ user: 'Admin' }),
    refused: () => [['no such work order', { mo_id: nowhere }, manufacturingErrors.moMissing]],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, checkMoActions, {
    set: company => aMo(company),
    good: mo => ({ ...one(mo), action: 'to_plan' as const }),
    check: (data, mo) => expect(data).toEqual({ allowed_ids: [mo.id], refused: [] }),
    refused: mo => [['no such action', { ...one(mo), action: 'fly' }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toMatchObject({ allowed_ids: [], refused: [{ code: 5010 }] }),
  })
  contract(app, checkMoNo, {
    set: company => aMo(company),
    good: () => ({ no: 'MO-FREE' }),
    check: data => expect(data.available).toBe(true),
    refused: mo => [['a number that is taken', { no: mo.no }, manufacturingErrors.moNoExists]],
    foreign: answer => expect(answer.code).toBe(200),
  })
})

describe('writing', () => {
  contract(app, createMo, {
    set: async company => ({ ...(await aMo(company)), bare: (await someMaterials(company, 1))[0]!.id }),
    good: mo => ({ material_id: mo.material_id, planned_quantity: '5', delivery_date: inDays(3), priority: 7 }),
    check: async (data, _mo, company) =>
      expect(await show(company, data.id)).toMatchObject({ priority: 7, planned_quantity: '5.000000' }),
    refused: mo => [
      ['no product', { planned_quantity: '5', delivery_date: inDays(3) }, generalErrors.fieldRequired],
      [
        'a product without BoM',
        { material_id: mo.bare, planned_quantity: '5', delivery_date: inDays(3) },
        engineeringErrors.bomMissing,
      ],
      [
        'half a piece',
        { material_id: mo.material_id, planned_quantity: '0.5', delivery_date: inDays(3) },
        generalErrors.unitQuantityPrecision,
      ],
      [
        'a number that is taken',
        { no: mo.no, material_id: mo.material_id, planned_quantity: '5', delivery_date: inDays(3) },
        manufacturingErrors.moNoExists,
      ],
      [
        'a long remark',
        { material_id: mo.material_id, planned_quantity: '5', delivery_date: inDays(3), remark: 'x'.repeat(256) },
        manufacturingErrors.moRemarkTooLong,
      ],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, addMos, {
    set: company => aMo(company),
    good: mo => ({
      mos: [1, 2].map(() => ({ material_id: mo.material_id, planned_quantity: '5', delivery_date: inDays(3) })),
    }),
    check: data => expect(data.mo_ids).toHaveLength(2),
    refused: mo => [
      [
        'one bad row',
        {
          mos: [
            { material_id: mo.material_id, planned_quantity: '5', delivery_date: 1 },
            { material_id: nowhere, planned_quantity: '5', delivery_date: 1 },
          ],
        },
        generalErrors.recordNotFound,
      ],
    ],
    foreign: generalErrors.recordNotFound,
  })
  test('by hand for an order only while it may become work orders', async () => {
    const company = await app.company()
    const { material_id } = await aMo(company)
    const orders = {
      approved: await anOrder(company, { material_id }),
      draft: await anOrder(company, { material_id, submit: false }),
      cancelled: await anOrder(company, { material_id }),
      deleted: await anOrder(company, { material_id, submit: false }),
    }
    await company.admin.ok(cancelSalesOrders, { ids: [orders.cancelled.id], reason: 'no more' })
    await company.admin.ok(deleteSalesOrders, { ids: [orders.deleted.id] })
    const wanted = (order: { id: string }) => ({
      ...{ material_id, planned_quantity: '1', delivery_date: inDays(3) },
      order_id: order.id,
    })
    const codes: Record<string, number> = {}
    for (const [name, order] of Object.entries(orders))
      codes[name] = (await company.admin.send(createMo, wanted(order))).code
    expect(codes).toEqual({
      approved: 200,
      draft: generalErrors.statusNotAllowed.code,
      cancelled: generalErrors.statusNotAllowed.code,
      deleted: salesErrors.orderMissing.code,
    })
    const { result } = await company.admin.ok(listMosOfOrders, {
      order_ids: Object.values(orders).map(({ id }) => id),
    })
    expect(result.map(({ order_no }) => order_no)).toEqual([orders.approved.no])
  })
  contract(app, alterMo, {
    set: company => aMo(company),
    good: mo => ({ id: mo.id, row_version: 0, planned_quantity: '20', priority: 1 }),
    check: async (_data, mo, company) => {
      expect(await show(company, mo.id)).toMatchObject({ planned_quantity: '20.000000', priority: 1 })
      const { result } = await company.admin.ok(showMoBom, { mo_id: mo.id })
      expect(result[0]).toMatchObject({ required_quantity: '20.000000' })
    },
    refused: mo => [
      ['a stale version', { id: mo.id, row_version: 9 }, generalErrors.versionConflict],
      ['no such work order', { id: nowhere, row_version: 0 }, manufacturingErrors.moMissing],
    ],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, alterMos, {
    set: company => aMo(company),
    good: mo => ({ ...one(mo), changes: { priority: 3 } }),
    check: async (_data, mo, company) => expect((await show(company, mo.id)).priority).toBe(3),
    refused: mo => [['a status by hand', { ...one(mo), changes: { status: 50 } }, generalErrors.badParameter]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, alterFurnaceCode, {
    set: company => aMo(company),
    good: mo => ({ ...one(mo), furnace_code: 'H-1' }),
    check: async (_data, mo, company) => expect((await show(company, mo.id)).furnace_code).toBe('H-1'),
    refused: () => [['no such work order', { mo_ids: [nowhere], furnace_code: 'H' }, manufacturingErrors.moMissing]],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, mergeOrSplitMos, {
    set: company => anOrderedMo(company),
    good: mo => ({ ...one(mo), operation: 'split' as const, split_quantities: ['4', '6'] }),
    check: async (data, mo, company) => {
      expect(data.mo_ids).toHaveLength(2)
      const { result } = await company.admin.ok(listMosOfOrders, { order_ids: [mo.order_id] })
      expect(result.map(one => one.planned_quantity).sort()).toEqual(['4.000000', '6.000000'])
      const merged = await company.admin.ok(mergeOrSplitMos, { operation: 'merge', mo_ids: data.mo_ids })
      expect(await show(company, merged.mo_ids[0]!)).toMatchObject({ merged: true, planned_quantity: '10.000000' })
      const again = await company.admin.send(mergeOrSplitMos, {
        operation: 'split',
        mo_ids: merged.mo_ids,
        split_quantities: ['5', '5'],
      })
      expect(again.code).toBe(manufacturingErrors.mergedSplit.code)
    },
    refused: mo => [
      [
        'quantities that do not add up',
        { ...one(mo), operation: 'split', split_quantities: ['4', '5'] },
        manufacturingErrors.splitQuantity,
      ],
      ['a merge of one', { ...one(mo), operation: 'merge' }, manufacturingErrors.mergeMismatch],
    ],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, sendMosToPlan, {
    set: company => aMo(company),
    good: one,
    check: async (_data, mo, company) => {
      expect((await show(company, mo.id)).status).toBe(20)
      expect((await company.admin.send(sendMosToPlan, one(mo))).code).toBe(manufacturingErrors.noneSendable.code)
      expect((await company.admin.send(dropMos, one(mo))).code).toBe(manufacturingErrors.moNotDeletable.code)
    },
    refused: () => [['no such work order', { mo_ids: [nowhere] }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, dropMos, {
    set: company => anOrderedMo(company),
    good: one,
    check: async (_data, mo, company) =>
      expect((await company.admin.ok(showSalesOrder, { id: mo.order_id })).record.status).toBe(10),
    refused: () => [['no such work order', { mo_ids: [nowhere] }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
})

test('the second view in SQL is the second view of the model', async () => {
  const { execStatusOf } = await import('../../model/mo/mo.status.ts')
  const company = await app.company()
  const mo = await aMo(company)
  for (const status of [10, 20, 30, 35, 40, 50] as const) {
    for (const dispatch_status of [0, 1] as const) {
      for (const picking_status of [0, 1, 2] as const) {
        await company.as(tx =>
          tx
            .updateTable('mo')
            .set({ status, dispatch_status, picking_status })
            .where('org_id', '=', company.org_id)
            .execute(),
        )
        expect((await show(company, mo.id)).exec_status).toBe(execStatusOf({ status, dispatch_status, picking_status }))
      }
    }
  }
})

test('within a priority the list goes by due date, then by number, as material is given out', async () => {
  const company = await app.company()
  const { material_id, id } = await aMo(company)
  await company.admin.ok(dropMos, { mo_ids: [id] })
  const add = (no: string, priority: number, days: number) =>
    company.admin.ok(createMo, { no, material_id, planned_quantity: '1', delivery_date: inDays(days), priority })
  await add('B-2', 9, 4)
  await add('B-1', 9, 4)
  await add('C', 9, 3)
  await add('A', 10, 1)
  await add('D', 100, 2)
  const nosBy = async (order_by: string) => {
    const first = await company.admin.ok(listMos, { order_by, page_size: 3 })
    const { result } = await company.admin.ok(listMos, { order_by, page_size: 3, cursor: first.next_cursor! })
    return [...first.result, ...result].map(({ no }) => no)
  }
  expect(await nosBy('priority')).toEqual(['C', 'B-1', 'B-2', 'A', 'D'])
  expect(await nosBy('-priority')).toEqual(['D', 'A', 'B-2', 'B-1', 'C'])
})

test('the list opens on what is open, the nearest first; what is done comes after it, the last first', async () => {
  const company = await app.company()
  const { material_id, id } = await aMo(company)
  await company.admin.ok(dropMos, { mo_ids: [id] })
  const add = (no: string, days: number) =>
    company.admin.ok(createMo, { no, material_id, planned_quantity: '1', delivery_date: inDays(days) })
  for (const [no, days] of [
    ['DONE-1', 1],
    ['DONE-2', 2],
    ['NEAR', 3],
    ['FAR', 9],
  ] as const)
    await add(no, days)
  const { completed, in_warehouse } = moStatus.codes
  await company.as(tx =>
    sql`update mo set status = case no when 'DONE-1' then ${completed}::int else ${in_warehouse}::int end where no like 'DONE%'`.execute(
      tx,
    ),
  )
  const { result } = await company.admin.ok(listMos, {})
  expect(result.map(({ no }) => no)).toEqual(['NEAR', 'FAR', 'DONE-2', 'DONE-1'])
})
