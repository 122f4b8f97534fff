import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addMaterialBom, releaseMaterialBoms } from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { addRouting, releaseRoutings, showRouting } from '@qitao/engineering/model/routing/routing.calls.ts'
import { someMaterials } from '@qitao/engineering/testing/factories.ts'
import { aProcess } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import {
  alterMo,
  convertMos,
  countMos,
  createMo,
  dropMos,
  listMos,
  mergeOrSplitMos,
  sendMosToPlan,
  showMo,
  showMoBom,
} from '../../model/mo/mo.calls.ts'
import { materialStatus } from '../../model/mo/mo.status.ts'
import { followRecipe, queryRecipeChanges } from '../../model/mo/recipe-change.calls.ts'
import { assignByHand, checkKits, showAssignments } from '../../model/plan/material-plan.calls.ts'
import { aMo, inStock } from '../../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'

/** Orders of one product, one of them in the plan; then its routing gets a third step, and a new BoM another component. */
async function set(company: TestCompany) {
  const { admin } = company
  const mo = await aMo(company, { manufacturing_bom: false, components: 2 })
  const { material_id, routing_id, component_ids, process_ids } = mo
  const other = await aMo(company, { manufacturing_bom: false })
  const { mo: head } = await admin.ok(showMo, { mo_id: mo.id })
  const again = () => admin.ok(createMo, { material_id, planned_quantity: '7', delivery_date: head.delivery_date })
  const [planned, outside] = [await again(), await again()]
  await admin.ok(sendMosToPlan, { mo_ids: [planned.id] })
  await admin.ok(convertMos, { mo_ids: [outside.id], target: 'outsource' })
  const paint = await aProcess(company, { name: 'Painting' })
  const [label] = await someMaterials(company, 1)
  const { record } = await admin.ok(showRouting, { id: routing_id })
  const { code, name } = record
  const routing = await admin.ok(addRouting, {
    ...{ code, name, material_id, version: '2' },
    lines: [
      { sequence: 10, process_id: process_ids[0]! },
      { sequence: 20, process_id: process_ids[1]!, wait_seconds: 600 },
      { sequence: 30, process_id: paint.id },
    ],
  })
  await admin.ok(releaseRoutings, { ids: [routing.id] })
  const bom = await admin.ok(addMaterialBom, {
    ...{ material_id, version: '2.0', base_quantity: '1' },
    lines: [
      { material_id: component_ids[0]!, quantity: '3' },
      { material_id: label!.id, quantity: '1' },
    ],
  })
  await admin.ok(releaseMaterialBoms, { ids: [bom.id] })
  const digests = async () => {
    const { result } = await admin.ok(queryRecipeChanges, { mo_ids: [mo.id, planned.id, outside.id] })
    return new Map(result.map(one => [one.mo_id, { id: one.mo_id, digest: one.digest }]))
  }
  return { mo, planned, outside, other, label: label!, bom, digests, agreed: await digests() }
}
const bomOf = async (company: TestCompany, mo_id: string) =>
  (await company.admin.ok(showMoBom, { mo_id })).result.map(one => [
    one.material_id,
    Number(one.quantity_per),
    Number(one.required_quantity),
    one.operation_sequence,
  ])

contract(app, queryRecipeChanges, {
  set,
  good: ({ mo, planned, other }) => ({ mo_ids: [mo.id, planned.id, other.id] }),
  check: ({ result }, { mo, planned, label }) => {
    expect(result.map(one => one.mo_id).sort()).toEqual([mo.id, planned.id].sort())
    const one = result.find(({ mo_id }) => mo_id === mo.id)!
    expect(
      one.steps.map(({ sequence, before, after }) => [sequence, before?.wait_seconds, after?.wait_seconds]),
    ).toEqual([
      [20, 0, 600],
      [30, undefined, 0],
    ])
    expect(one.steps[1]!.after!.process_name).toBe('Painting')
    expect(
      one.components.map(({ material_id, before, after }) => [
        material_id,
        before && Number(before.quantity_per),
        after && Number(after.quantity_per),
      ]),
    ).toEqual([
      [mo.component_ids[0], 1, 3],
      [mo.component_ids[1], 1, null],
      [label.id, null, 1],
    ])
  },
  refused: () => [['none', { mo_ids: [] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data!.result).toEqual([]),
})

contract(app, followRecipe, {
  set,
  good: ({ mo, outside, agreed }) => ({ mos: [agreed.get(mo.id)!, agreed.get(outside.id)!] }),
  check: async ({ done_ids, failed }, { mo, outside, label, bom, digests }, company) => {
    expect([done_ids.sort(), failed]).toEqual([[mo.id, outside.id].sort(), []])
    const { operations } = await company.admin.ok(showMo, { mo_id: mo.id })
    expect(operations.map(({ sequence }) => sequence)).toEqual([10, 20, 30])
    expect(await bomOf(company, mo.id)).toEqual([
      [mo.component_ids[0], 3, 30, 10],
      [label.id, 1, 10, 10],
    ])
    // What is made outside stays one step, with the new material.
    expect((await company.admin.ok(showMo, { mo_id: outside.id })).operations).toHaveLength(1)
    expect(await bomOf(company, outside.id)).toEqual([
      [mo.component_ids[0], 3, 21, 10],
      [label.id, 1, 7, 10],
    ])
    expect([...(await digests()).keys()]).not.toContain(mo.id)
    const [stored] = await company.as(tx =>
      rows(tx, sql<{ bom: string }>`select material_bom_id as bom from mo where id = ${mo.id}`),
    )
    expect(stored!.bom).toBe(bom.id)
  },
  refused: ({ mo, planned, other, agreed }) => [
    ['in the plan', { mos: [agreed.get(planned.id)!] }, manufacturingErrors.moNotEditable],
    ['another recipe than was looked at', { mos: [{ id: mo.id, digest: 'old' }] }, generalErrors.versionConflict],
    ['made as the recipe says', { mos: [{ id: other.id, digest: 'old' }] }, generalErrors.versionConflict],
    ['no such work order', { mos: [{ id: nowhere, digest: 'old' }] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('the list shows only those that are made otherwise, and counts them so', async () => {
  const company = await app.company()
  const { mo, planned, outside, agreed } = await set(company)
  const listed = async () => (await company.admin.ok(listMos, { recipe_changed: true })).result.map(({ id }) => id)
  const counted = async () => (await company.admin.ok(countMos, { recipe_changed: true })).result
  expect((await listed()).sort()).toEqual([mo.id, planned.id, outside.id].sort())
  expect(await counted()).toMatchObject({ 10: 2, 20: 1 })
  await company.admin.ok(followRecipe, { mos: [agreed.get(mo.id)!, agreed.get(outside.id)!] })
  expect(await listed()).toEqual([planned.id])
  expect(await counted()).toMatchObject({ 10: 0, 20: 1 })
})

test('what it held of stock is free again, and it is to be checked anew', async () => {
  const company = await app.company()
  const { mo, agreed } = await set(company)
  await inStock(company, mo.component_ids, '10')
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo.id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  const held = () =>
    company.as(async tx => {
      const found = await rows(
        tx,
        sql<{
          held: number
          occupied: number
        }>`select (select count(*) from mo_assignment where mo_id = ${mo.id})::int as held,
          (select coalesce(sum(occupied_quantity), 0) from inventory)::int as occupied`,
      )
      return found[0]!
    })
  expect(await held()).toEqual({ held: 2, occupied: 20 })
  await company.admin.ok(followRecipe, { mos: [agreed.get(mo.id)!] })
  expect(await held()).toEqual({ held: 0, occupied: 0 })
  expect((await company.admin.ok(showMo, { mo_id: mo.id })).mo.material_status).toBe(null)
})

/** An order of another product that needs one of `mo` for each of its 6, assigned and locked by hand, and kitted so. */
async function parentOf(company: TestCompany, mo: { id: string; material_id: string }) {
  const { admin } = company
  const parent = await aMo(company, { quantity: '6', components: [{ material_id: mo.material_id }] })
  await admin.ok(assignByHand, {
    ...{ mo_id: parent.id, material_id: mo.material_id },
    assigns: [{ source_type: 4 as const, source_id: mo.id, quantity: '6' }],
  })
  const stands = async () => {
    const { mo } = await admin.ok(showMo, { mo_id: parent.id })
    const { assignments } = await admin.ok(showAssignments, { mo_id: parent.id })
    const [component] = (await admin.ok(showMoBom, { mo_id: parent.id })).result
    return {
      status: mo.material_status,
      assigned: Number(component!.assigned_quantity),
      short: Number(component!.short_quantity),
      pegs: assignments.map(one => [one.source_id, Number(one.quantity), one.locked]),
    }
  }
  return { ...parent, stands }
}
const { locked_in_transit, to_be_purchased } = materialStatus.codes

test('who waits for what is made otherwise goes on waiting for it', async () => {
  const company = await app.company()
  const { mo, agreed } = await set(company)
  const { stands } = await parentOf(company, mo)
  const before = await stands()
  expect(before).toEqual({ status: locked_in_transit, assigned: 6, short: 0, pegs: [[mo.id, 6, true]] })
  await company.admin.ok(followRecipe, { mos: [agreed.get(mo.id)!] })
  expect(await stands()).toEqual(before)
})
test('of another quantity others keep what is still made, and are short of the rest', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const { stands } = await parentOf(company, mo)
  const resized = async (planned_quantity: string) => {
    const { mo: row } = await company.admin.ok(showMo, { mo_id: mo.id })
    await company.admin.ok(alterMo, { id: mo.id, row_version: row.row_version, planned_quantity })
  }
  const before = await stands()
  for (const enough of ['20', '6']) {
    await resized(enough)
    expect(await stands()).toEqual(before)
  }
  await resized('4')
  expect(await stands()).toEqual({ status: to_be_purchased, assigned: 4, short: 2, pegs: [[mo.id, 4, true]] })
})
test('what is split off is lost to who waited for it; what is merged is awaited as before', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const { stands } = await parentOf(company, mo)
  const { mo_ids } = await company.admin.ok(mergeOrSplitMos, {
    ...{ operation: 'split' as const, mo_ids: [mo.id], split_quantities: ['5', '5'] },
  })
  expect(await stands()).toEqual({ status: to_be_purchased, assigned: 5, short: 1, pegs: [[mo.id, 5, true]] })
  const { mo_ids: merged } = await company.admin.ok(mergeOrSplitMos, { operation: 'merge', mo_ids })
  expect(await stands()).toMatchObject({ assigned: 5, short: 1, pegs: [[merged[0], 5, true]] })
})
test('who waited for an order that is taken away is short of it, and says so', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const { stands } = await parentOf(company, mo)
  await company.admin.ok(dropMos, { mo_ids: [mo.id] })
  expect(await stands()).toEqual({ status: to_be_purchased, assigned: 0, short: 6, pegs: [] })
})

test('a new order takes the version of the day on which it begins; one that is there keeps its own until it follows', async () => {
  const company = await app.company()
  const { admin } = company
  const mo = await aMo(company, { manufacturing_bom: false, components: 1 })
  const { material_id } = mo
  const day = 86_400
  const from = Math.floor(Date.now() / 1000) + 30 * day
  const { record, lines } = await admin.ok(showRouting, { id: mo.routing_id })
  const paint = await aProcess(company, { name: 'Painting' })
  const routing = await admin.ok(addRouting, {
    ...{ code: record.code, name: record.name, version: '2', material_id, valid_from: from },
    lines: [
      ...lines.map(({ sequence, process_id }) => ({ sequence, process_id })),
      { sequence: 30, process_id: paint.id },
    ],
  })
  await admin.ok(releaseRoutings, { ids: [routing.id] })
  const stepsOf = async (id: string) =>
    (await admin.ok(showMo, { mo_id: id })).operations.map(({ sequence }) => sequence)
  const order = async (delivery_date: number) =>
    (await admin.ok(createMo, { material_id, planned_quantity: '1', delivery_date })).id
  const [before, after] = [await order(from - 5 * day), await order(from + 5 * day)]
  expect([await stepsOf(before), await stepsOf(after)]).toEqual([
    [10, 20],
    [10, 20, 30],
  ])
  expect((await admin.ok(queryRecipeChanges, { mo_ids: [before, after] })).result).toEqual([])
  const { row_version } = (await admin.ok(showMo, { mo_id: before })).mo
  await admin.ok(alterMo, { id: before, row_version, delivery_date: from + 5 * day })
  const [change] = (await admin.ok(queryRecipeChanges, { mo_ids: [before] })).result
  expect(change!.steps.map(({ sequence }) => sequence)).toEqual([20, 30])
  await admin.ok(followRecipe, { mos: [{ id: before, digest: change!.digest }] })
  expect(await stepsOf(before)).toEqual([10, 20, 30])
})

test('before the first day of its only BoM a product is not made, and an order is not changed to nothing', async () => {
  const company = await app.company()
  const { admin } = company
  const [product, part] = await someMaterials(company, 2)
  const from = Math.floor(Date.now() / 1000) + 30 * 86_400
  const bom = await admin.ok(addMaterialBom, {
    ...{ material_id: product!.id, version: 'V1', base_quantity: '1', valid_from: from },
    lines: [{ material_id: part!.id, quantity: '1' }],
  })
  await admin.ok(releaseMaterialBoms, { ids: [bom.id] })
  const order = (delivery_date: number) => ({ material_id: product!.id, planned_quantity: '1', delivery_date })
  const early = from - 10 * 86_400
  expect(await admin.send(createMo, order(early))).toMatchObject({
    ...{ code: engineeringErrors.bomMissing.code, data: { row: 1, code: product!.code } },
  })
  const { id } = await admin.ok(createMo, order(from + 10 * 86_400))
  expect((await admin.ok(showMoBom, { mo_id: id })).result).toHaveLength(1)
  const { row_version } = (await admin.ok(showMo, { mo_id: id })).mo
  await admin.ok(alterMo, { id, row_version, delivery_date: early })
  expect((await admin.ok(queryRecipeChanges, { mo_ids: [id] })).result).toEqual([])
})
