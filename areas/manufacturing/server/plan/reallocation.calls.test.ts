import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { checkLedger } from '@qitao/stock/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { createMo, showMo } from '../../model/mo/mo.calls.ts'
import { materialStatus } from '../../model/mo/mo.status.ts'
import {
  checkKits,
  lockMaterial,
  previewReallocation,
  reallocateMaterial,
  showAssignments,
} from '../../model/plan/material-plan.calls.ts'
import type { ReallocationPreview } from '../../model/plan/reallocation-preview.ts'
import { aMo, inStock } from '../../testing/factories.ts'

const app = await testApp()
const { codes } = materialStatus
const nowhere = '01900000-0000-7000-8000-000000000000'

const checked = async (company: TestCompany, mo_ids: string[]) => {
  const { job_id } = await company.admin.ok(checkKits, { mo_ids })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
}
/** A published order has all there is; an urgent one of the same product, due a week later, has nothing. */
async function scene(company: TestCompany) {
  const firm = await aMo(company)
  await inStock(company, firm.component_ids, '12')
  await checked(company, [firm.id])
  await company.as(tx => sql`update mo set status = 30 where id = ${firm.id}`.execute(tx))
  const { mo } = await company.admin.ok(showMo, { mo_id: firm.id })
  const urgent = await company.admin.ok(createMo, {
    ...{
      material_id: firm.material_id,
      planned_quantity: '10',
      delivery_date: mo.delivery_date + 7 * 86_400,
      priority: 1,
    },
  })
  await checked(company, [urgent.id])
  return { firm, urgent }
}
const statusOf = async (company: TestCompany, mo_id: string) =>
  (await company.admin.ok(showMo, { mo_id })).mo.material_status
async function previewed(
  company: TestCompany,
  mo_id: string,
  keeping_ids: string[] = [],
): Promise<ReallocationPreview> {
  const { job_id } = await company.admin.ok(previewReallocation, { mo_ids: [mo_id], keeping_ids })
  const ended = await company.jobEnd(job_id)
  expect(ended).toMatchObject({ status: 2 })
  return ended.result as ReallocationPreview
}
const toSend = ({ transfers }: ReallocationPreview) =>
  transfers.map(({ component_id, from_component_id, source_id, quantity, instead_of_id }) => ({
    ...{ component_id, from_component_id, source_id, quantity, instead_of_id },
  }))
const heldBy = async (company: TestCompany, mo_id: string) =>
  (await company.admin.ok(showAssignments, { mo_id })).assignments.map(({ quantity, locked, lock_reason }) => ({
    ...{ quantity: Number(quantity), locked, lock_reason },
  }))

/** Where occupied stock is not what the pegging says. */
const occupiedOtherwise = (company: TestCompany) =>
  company.as(tx =>
    checkLedger(
      tx,
      company.org_id,
      sql`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment
        where org_id = ${company.org_id} and source_type = 1 group by source_id`,
    ),
  )

contract(app, previewReallocation, {
  set: scene,
  good: ({ urgent }) => ({ mo_ids: [urgent.id] }),
  check: async (data, { firm, urgent }, company) => {
    const { result } = await company.jobEnd(data.job_id)
    const { transfers, orders } = result as ReallocationPreview
    expect(transfers).toHaveLength(2)
    // Two are free and taken already: eight are lacking.
    for (const one of transfers) expect(one).toMatchObject({ mo_id: urgent.id, from_mo_id: firm.id, quantity: '8' })
    expect(orders).toMatchObject([
      {
        ...{ id: urgent.id, role: 'takes', before: { material_status: codes.to_be_purchased } },
        after: { material_status: codes.kitting_complete },
      },
      {
        ...{ id: firm.id, no: firm.no, role: 'gives', status: 30 },
        before: { material_status: codes.kitting_complete },
        after: { material_status: codes.to_be_purchased },
        parts: [{ quantity: '8', source_type: 1 }, { quantity: '8' }],
      },
    ])
    expect(orders[1]!.after.kitting_time).toBeGreaterThanOrEqual(orders[1]!.before.kitting_time!)
    // Nothing is taken by looking.
    expect(await heldBy(company, firm.id)).toMatchObject([{ quantity: 10 }, { quantity: 10 }])
  },
  refused: () => [['no such work order', { mo_ids: [nowhere] }, manufacturingErrors.moMissing]],
  foreign: manufacturingErrors.moMissing,
})

contract(app, reallocateMaterial, {
  set: async company => {
    const made = await scene(company)
    return { ...made, transfers: toSend(await previewed(company, made.urgent.id)) }
  },
  good: ({ transfers }) => ({ transfers, reason: '展会' }),
  check: async (data, { firm, urgent }, company) => {
    expect(data).toEqual({ affected: 2 })
    expect(await statusOf(company, urgent.id)).toBe(codes.kitting_complete)
    expect(await heldBy(company, firm.id)).toEqual([
      { quantity: 2, locked: false, lock_reason: null },
      { quantity: 2, locked: false, lock_reason: null },
    ])
    expect((await heldBy(company, urgent.id)).filter(({ locked }) => locked)).toEqual([
      { quantity: 8, locked: true, lock_reason: '展会' },
      { quantity: 8, locked: true, lock_reason: '展会' },
    ])
    expect(await occupiedOtherwise(company)).toEqual([])
  },
  refused: ({ transfers }) => [
    [
      'more than the giver has',
      { transfers: [{ ...transfers[0]!, quantity: '11' }] },
      manufacturingErrors.reallocationMoved,
    ],
    [
      'more than the taker needs',
      { transfers: [{ ...transfers[0]!, quantity: '9' }] },
      manufacturingErrors.reallocationMoved,
    ],
    [
      'material of another component',
      { transfers: [{ ...transfers[0]!, component_id: transfers[1]!.component_id }] },
      manufacturingErrors.reallocationMoved,
    ],
    ['no such component', { transfers: [{ ...transfers[0]!, component_id: nowhere }] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('what was taken stays with the taker when everything is checked again', async () => {
  const company = await app.company()
  const { firm, urgent } = await scene(company)
  const transfers = toSend(await previewed(company, urgent.id))
  await company.admin.ok(reallocateMaterial, { transfers })
  const before = [await heldBy(company, urgent.id), await heldBy(company, firm.id)]
  await checked(company, [firm.id, urgent.id])
  expect([await heldBy(company, urgent.id), await heldBy(company, firm.id)]).toEqual(before)
  expect((await previewed(company, urgent.id)).transfers).toEqual([])
})

test('nothing is taken from who keeps it: who was left out, who locked it, who has begun', async () => {
  const company = await app.company()
  const { firm, urgent } = await scene(company)
  expect((await previewed(company, urgent.id, [firm.id])).transfers).toEqual([])
  const { transfers } = await previewed(company, urgent.id)
  await company.as(tx => sql`update mo set status = 35 where id = ${firm.id}`.execute(tx))
  expect((await previewed(company, urgent.id)).transfers).toEqual([])
  // Begun since the planner looked.
  expect(await company.admin.send(reallocateMaterial, { transfers: toSend({ transfers, orders: [] }) })).toMatchObject({
    code: manufacturingErrors.reallocationMoved.code,
  })
  await company.as(tx => sql`update mo set status = 30 where id = ${firm.id}`.execute(tx))
  await company.admin.ok(lockMaterial, { mo_ids: [firm.id], locked: true })
  expect((await previewed(company, urgent.id)).transfers).toEqual([])
  expect(await company.admin.send(reallocateMaterial, { transfers: toSend({ transfers, orders: [] }) })).toMatchObject({
    code: manufacturingErrors.reallocationMoved.code,
  })
})

test('a substitute is not given back piece by piece for the material itself', async () => {
  const company = await app.company()
  const { firm, urgent } = await scene(company)
  const [transfer] = toSend(await previewed(company, urgent.id))
  const spare = await aMo(company, { components: 1 })
  await inStock(company, spare.component_ids, '10')
  const instead_of_id = await company.as(async tx => {
    const [row] = await rows(
      tx,
      sql<{
        id: string
      }>`update inventory set occupied_quantity = 8 where material_id = ${spare.component_ids[0]!} returning id`,
    )
    await sql`update mo_assignment set quantity = 8, material_id = ${spare.component_ids[0]!}, source_id = ${row!.id}
      where component_id = ${transfer!.component_id}`.execute(tx)
    await sql`update inventory set occupied_quantity = occupied_quantity - 2 where id = ${transfer!.source_id}`.execute(
      tx,
    )
    return row!.id
  })
  expect(await company.admin.send(reallocateMaterial, { transfers: [{ ...transfer!, instead_of_id }] })).toMatchObject({
    code: manufacturingErrors.reallocationMoved.code,
  })
  expect(await heldBy(company, firm.id)).toContainEqual({ quantity: 10, locked: false, lock_reason: null })
})
