import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { sendOutsourceOrder } from '@qitao/outsourcing/model/outsource-order.calls.ts'
import { outsourcingReconciliations } from '@qitao/outsourcing/server'
import { anOutsourceOrder } from '@qitao/outsourcing/testing/outsourcing.factory.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { salesReturnCalls } from '@qitao/sales/model/return/sales-return.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { wagesReconciliations } from '@qitao/wages/server'
import { aWageSheet } from '@qitao/wages/testing/wages.factory.ts'
import { transferCalls } from '@qitao/warehouse/model/transfer/transfer.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addReconciliation,
  correctDifferences,
  queryDifferenceList,
  queryReconciliation,
} from '../model/reconciliation.calls.ts'
import { reconciliationErrors } from '../model/reconciliation.errors.ts'
import { differenceStatus } from '../model/reconciliation.status.ts'
import { reconciliationClock, reconciliationJob } from './reconciliation.jobs.ts'
import { reconciliations } from './reconciliations.ts'

const app = await testApp({ sampled: true })
const { open, corrected, gone } = differenceStatus.codes

async function reconcile({ admin, jobEnd }: TestCompany): Promise<number> {
  const ended = await jobEnd((await admin.ok(addReconciliation, {})).job_id, 280)
  expect(ended.status).toBe(2)
  return (ended.result as { difference_count: number }).difference_count
}
/** Somebody has written past the product. */
const plant = ({ org_id }: TestCompany, statement: string): Promise<unknown> =>
  app.database.pool.query(statement.replaceAll('$org', `'${org_id}'`))

/** A balance of 30 that says 37. */
async function aWrongBalance(company: TestCompany): Promise<{ id: string; inventory_id: string }> {
  const inventory_id = await company.as(async tx =>
    putIn(tx, { material_id: await aMaterial(tx), location_id: await aLocation(tx), quantity: '30' }),
  )
  await plant(company, `update inventory set quantity = 37 where org_id = $org and id = '${inventory_id}'`)
  expect(await reconcile(company)).toBe(1)
  const { result } = await company.admin.ok(queryDifferenceList, {})
  return { id: result[0]!.id, inventory_id }
}
const balanceOf = async (inventory_id: string): Promise<number> =>
  Number(
    (await app.database.pool.query('select quantity from inventory where id = $1', [inventory_id])).rows[0].quantity,
  )

contract(app, queryDifferenceList, {
  set: aWrongBalance,
  good: () => ({ check_key: 'stock_balance', statuses: [open] }),
  check: ({ result, total }, { inventory_id }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ object_id: inventory_id, expected: '30', found: '37', correctable: true })
  },
  refused: () => [
    ['an order by no field', { order_by: 'constructor' }, generalErrors.badParameter],
    ['an unknown status', { statuses: [11] }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, queryReconciliation, {
  set: aWrongBalance,
  good: () => ({}),
  check: ({ checks, last_run, job_id }) => {
    expect(checks.filter(({ open_count }) => open_count > 0)).toMatchObject([{ key: 'stock_balance', open_count: 1 }])
    expect(last_run).toMatchObject({ started_by_name: 'Admin', check_count: reconciliations.length })
    expect(job_id).toBeNull()
  },
  refused: () => [['a field nobody knows', { check: 'all' }, generalErrors.badParameter]],
  foreign: ({ data }) => {
    expect(data?.last_run).toBeNull()
    expect(data?.checks.every(({ open_count }) => open_count === 0)).toBe(true)
  },
})
contract(app, addReconciliation, {
  set: async () => ({}),
  good: () => ({}),
  check: async ({ job_id }, _, company) => {
    expect((await company.jobEnd(job_id)).result).toEqual({
      check_count: reconciliations.length,
      difference_count: 0,
    })
  },
  refused: () => [['a field nobody knows', { check: 'all' }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})
contract(app, correctDifferences, {
  set: aWrongBalance,
  good: ({ id }) => ({ ids: [id], reason: '手工改过库存' }),
  check: async ({ done_ids }, { id, inventory_id }, company) => {
    expect(done_ids).toEqual([id])
    expect(await balanceOf(inventory_id)).toBe(30)
    const { result } = await company.admin.ok(queryDifferenceList, {})
    expect(result).toMatchObject([{ status: corrected, reason: '手工改过库存', corrected_by_name: 'Admin' }])
    expect(await reconcile(company)).toBe(0)
    // Booked once: it stays as it was put right.
    expect((await company.admin.ok(queryDifferenceList, { statuses: [corrected] })).total).toBe(1)
    expect((await company.admin.send(correctDifferences, { ids: [id], reason: '再来' })).code).toBe(
      reconciliationErrors.notCorrectable.code,
    )
  },
  refused: ({ id }) => [
    ['no reason', { ids: [id], reason: ' ' }, generalErrors.fieldRequired],
    [
      'a difference that is not there',
      { ids: ['00000000-0000-7000-8000-000000000000'], reason: 'x' },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})

test('who opens the page without being an administrator sees differences and puts none right', async () => {
  const company = await app.company()
  const { id, inventory_id } = await aWrongBalance(company)
  const member = await company.member([pages.reconciliation])
  expect((await member.ok(queryDifferenceList, {})).total).toBe(1)
  const answer = await member.send(correctDifferences, { ids: [id], reason: '不该' })
  expect(answer.code).toBe(reconciliationErrors.administratorsOnly.code)
  expect(await balanceOf(inventory_id)).toBe(37)
})

test('what has been put right meanwhile has gone, and is not corrected a second time', async () => {
  const company = await app.company()
  const { id, inventory_id } = await aWrongBalance(company)
  await plant(company, `update inventory set quantity = 30 where org_id = $org and id = '${inventory_id}'`)
  await company.admin.ok(correctDifferences, { ids: [id], reason: '核对' })
  expect((await company.admin.ok(queryDifferenceList, {})).result).toMatchObject([{ status: gone, reason: null }])
})

test('a balance below what is occupied is not put right, and says what to do first', async () => {
  const company = await app.company()
  const { id, inventory_id } = await aWrongBalance(company)
  await plant(company, `update inventory set occupied_quantity = 35 where org_id = $org and id = '${inventory_id}'`)
  const answer = await company.admin.send(correctDifferences, { ids: [id], reason: '核对' }, { language: 'en' })
  expect(answer.code).toBe(reconciliationErrors.notCorrectable.code)
  expect(answer.message).toContain('release it first')
  expect(await balanceOf(inventory_id)).toBe(37)
})

test('each check by itself finds nothing in an empty company', async () => {
  const { as, org_id } = await app.company()
  for (const { key, find } of reconciliations)
    expect([key, await as(tx => rows(tx, find(org_id, undefined)))]).toEqual([key, []])
})

/** One fault for each check, in a factory that has done everything. */
const faults: Readonly<Record<string, string>> = {
  wage_sheet: `update wage_sheet set piece_wage = piece_wage + 1, total_wage = total_wage + 1 where org_id = $org`,
  outsource_material: `update outsource_material set sent_quantity = sent_quantity + 1 where org_id = $org`,
  outsource_received: `update outsource_order_line set received_quantity = received_quantity + 1 where org_id = $org`,
  outsource_status: `update outsource_order set status = '30' where org_id = $org and status = '15'`,
  receipt_lines: `update receipt_line set done_quantity = done_quantity + 1, quantity = quantity + 1 where org_id = $org
    and id = (select l.id from receipt_line l join receipt r on r.org_id = l.org_id and r.id = l.receipt_id
      where l.org_id = $org and r.status = '30' and l.source_line_id is null limit 1)`,
  receipt_status: `update receipt set status = '15' where org_id = $org and id = (select id from receipt where org_id = $org and status = '30' order by id limit 1)`,
  transfer_transit: `update transfer_line set received_quantity = received_quantity + 1 where org_id = $org
    and id = (select l.id from transfer_line l join transfer t on t.org_id = l.org_id and t.id = l.transfer_id
      where l.org_id = $org and t.status = '15' limit 1)`,
  transfer_status: `update transfer set status = '30' where org_id = $org and id = (select id from transfer where org_id = $org and status = '15' limit 1)`,
  sales_return_received: `update sales_return_line set received_quantity = 2 where org_id = $org`,
  sales_line_returned: `update sales_order_line set returned_quantity = 5 where org_id = $org
    and id = (select order_line_id from sales_return_line where org_id = $org limit 1)`,
  sales_return_status: `update sales_return set status = 20 where org_id = $org`,
  sales_line_shipped: `update sales_order_line set shipped_quantity = shipped_quantity + 1 where org_id = $org
    and id = (select id from sales_order_line where org_id = $org order by id limit 1)`,
  purchase_line_received: `update purchase_order_line set received_quantity = received_quantity + 1 where org_id = $org
    and id = (select id from purchase_order_line where org_id = $org order by id limit 1)`,
  purchase_order_status: `update purchase_order set status = '30' where org_id = $org and id = (select id from purchase_order where org_id = $org and status = '15' limit 1)`,
  operation_reported: `update mo_operation set reported_quantity = reported_quantity + 1 where org_id = $org
    and id = (select id from mo_operation where org_id = $org and reported_quantity > 0 limit 1)`,
  task_reported: `update production_task set reported_quantity = reported_quantity + 1 where org_id = $org
    and id = (select id from production_task where org_id = $org and reported_quantity > 0 limit 1)`,
  report_used: `update report_record set inputs = jsonb_set(inputs, '{0,quantity}', '"1000000"') where org_id = $org
    and id = (select id from report_record where org_id = $org and not revoked and inputs <> '[]' limit 1)`,
  mo_completed: `update mo set completed_quantity = completed_quantity + 1 where org_id = $org and id = (select id from mo where org_id = $org and status = 35 limit 1)`,
  mo_defective: `update mo set defective_quantity = defective_quantity + 1 where org_id = $org and id = (select id from mo where org_id = $org and status = 35 limit 1)`,
  mo_status: `update mo set status = 40 where org_id = $org and id = (select id from mo where org_id = $org and status = 35 limit 1)`,
  mo_inbound: `update mo set inbound_quantity = inbound_quantity + 1 where org_id = $org and id = (select id from mo where org_id = $org and status >= 30 limit 1)`,
  mo_picking_status: `update mo set picking_status = 2 where org_id = $org and id = (select id from mo where org_id = $org and picking_status = 0 limit 1)`,
  mo_picked: `update mo_component set picked_quantity = picked_quantity + 1 where org_id = $org and id = (select id from mo_component where org_id = $org and picked_quantity > 0 limit 1)`,
  sales_line_making: `update sales_order_line set produced_quantity = produced_quantity + 1 where org_id = $org and id = (select id from sales_order_line where org_id = $org limit 1)`,
  sales_line_delivered: `update sales_order_line set status = 50 where org_id = $org and id = (select l.id from sales_order_line l
      join sales_order o on o.org_id = l.org_id and o.id = l.order_id where l.org_id = $org and l.status = 20 and not o.deleted limit 1)`,
  sales_order_status: `update sales_order set status = 40 where org_id = $org and id = (select id from sales_order where org_id = $org and status = 20 and not deleted limit 1)`,
  sales_order_amount: `update sales_order set total_amount = total_amount + 1 where org_id = $org and id = (select id from sales_order where org_id = $org limit 1)`,
  supply_assigned: `update mo_assignment set quantity = quantity + 1000000 where org_id = $org and id = (select id from mo_assignment where org_id = $org and source_type in (2, 4) limit 1)`,
  stock_occupied: `update inventory set occupied_quantity = 0 where org_id = $org and id = (select id from inventory where org_id = $org and occupied_quantity > 0 limit 1)`,
  task_of_todo: `update mo set status = 10 where org_id = $org and id = (select t.mo_id from production_task t join mo m on m.org_id = t.org_id and m.id = t.mo_id
      where t.org_id = $org and m.status = 20 limit 1)`,
  task_quantity: `update production_task set quantity = quantity + 1 where org_id = $org and id = (select id from production_task where org_id = $org limit 1)`,
  mo_published: `update production_task set publish_status = 0 where org_id = $org and id = (select id from production_task where org_id = $org and publish_status = 1 and status = 0 limit 1)`,
  stock_balance: `update inventory set quantity = quantity + 5 where org_id = $org and id = (select id from inventory where org_id = $org limit 1)`,
  stock_movement_balance: `update stock_movement set balance = balance + 3 where org_id = $org and id = (select max(id) from stock_movement where org_id = $org)`,
  stock_movement_place: `update stock_movement set lot_number = 'other' where org_id = $org and id = (select min(id) from stock_movement where org_id = $org)`,
}

/** 2 of what there is most of are sent to another bin, and not received. */
async function someOnTheirWay(company: TestCompany): Promise<void> {
  const [goods] = await company.as(tx =>
    rows(
      tx,
      sql<{
        material_id: string
        from_location_id: string
        to_location_id: string
        lot_number: string | null
      }>`select i.material_id, i.location_id as from_location_id,
          (select l.id from location l where l.org_id = i.org_id and l.id <> i.location_id limit 1) as to_location_id, nullif(i.lot_number, '') as lot_number
        from inventory i where i.org_id = ${company.org_id} and i.quality_status = 0 and i.container_id is null order by i.quantity desc limit 1`,
    ),
  )
  const { id } = await company.admin.ok(transferCalls.add, { steps: 2, lines: [{ ...goods!, quantity: '2' }] })
  await company.admin.ok(transferCalls.confirm, { ids: [id] })
}

/** Something of an order that was shipped is to come back. */
async function someToComeBack(company: TestCompany): Promise<void> {
  const [shipped] = await company.as(tx =>
    rows(
      tx,
      sql<{ id: string; order_id: string; material_id: string }>`select id, order_id, material_id from sales_order_line
        where org_id = ${company.org_id} and shipped_quantity >= 2 order by id limit 1`,
    ),
  )
  const { id: order_line_id, order_id, material_id } = shipped!
  const lines = [{ order_line_id, material_id, quantity: '2' }]
  await company.admin.ok(salesReturnCalls.add, { order_id, return_date: 1_700_000_000, lines, submit: true })
}

test('a factory at work agrees with itself; one fault of each kind is found, and what can be put right is', {
  timeout: 900_000,
}, async () => {
  const company = await app.sampledCompany()
  const { admin } = company
  await someOnTheirWay(company)
  await someToComeBack(company)
  await reconcile(company)
  expect((await admin.ok(queryDifferenceList, { page_size: -1 })).result).toEqual([])

  // The sample gives nothing to suppliers to work on.
  const outside = await app.company()
  const { key, line_id } = await anOutsourceOrder(outside)
  await outside.admin.ok(sendOutsourceOrder, { ...key, lines: [{ line_id, quantity: '6' }] })
  const ofOutside = new Set(outsourcingReconciliations.map(check => check.key))
  // ... and pays nobody.
  const paying = await app.company()
  await aWageSheet(paying)
  const ofWages = new Set(wagesReconciliations.map(check => check.key))

  for (const check of reconciliations) {
    const at = ofOutside.has(check.key) ? outside : ofWages.has(check.key) ? paying : company
    const statement = faults[check.key]
    expect({ check: check.key, statement }).toMatchObject({ statement: expect.any(String) })
    await plant(at, statement!)
    await reconcile(at)
    const found = await at.admin.ok(queryDifferenceList, { check_key: check.key, statuses: [open], page_size: -1 })
    expect({ check: check.key, found: found.total }).not.toMatchObject({ found: 0 })
  }

  // What depends on others is right when they are: pressed until nothing more can be put right.
  for (let round = 0; round < 3; round++) {
    const { result } = await admin.ok(queryDifferenceList, { statuses: [open], page_size: -1 })
    const right = result.filter(({ correctable }) => correctable)
    if (round === 0)
      expect((await admin.send(correctDifferences, { ids: right.map(({ id }) => id), reason: '演练' })).code).toBe(
        reconciliationErrors.oneCheckAtATime.code,
      )
    for (const { key } of reconciliations) {
      const ids = right.filter(one => one.check_key === key).map(({ id }) => id)
      if (ids.length > 0) await admin.send(correctDifferences, { ids, reason: '演练' })
    }
    await reconcile(company)
  }
  const left = await admin.ok(queryDifferenceList, { statuses: [open], page_size: -1 })
  expect(left.result.filter(({ correctable }) => correctable).map(({ check_key }) => check_key)).toEqual([])
})

test('each day companies in which something was done are compared by themselves, others not', async () => {
  const company = await app.company()
  const idle = await app.company()
  const compared = async () =>
    (
      await app.database.pool.query('select org_id, created_by from job where job_type = $1 and org_id = any($2)', [
        reconciliationJob,
        [company.org_id, idle.org_id],
      ])
    ).rows
  const { inventory_id } = await aWrongBalance(company)
  await plant(company, `update inventory set quantity = 31 where org_id = $org and id = '${inventory_id}'`)
  await app.database.pool.query(`update reconciliation_run set started_time = started_time - 50000 where org_id = $1`, [
    company.org_id,
  ])
  await app.database.pool.query('delete from job where org_id = $1', [company.org_id])
  await keepHouse(app.database, reconciliationClock)
  expect(await compared()).toEqual([{ org_id: company.org_id, created_by: null }])
  // It waits already.
  await keepHouse(app.database, reconciliationClock)
  expect(await compared()).toHaveLength(1)
  await expect
    .poll(async () => (await company.admin.ok(queryReconciliation, {})).last_run?.started_by_name, { timeout: 20_000 })
    .toBeNull()
  expect((await company.admin.ok(queryDifferenceList, {})).result[0]).toMatchObject({ found: '31' })
  await app.database.pool.query('delete from job where org_id = $1', [company.org_id])
  await keepHouse(app.database, reconciliationClock)
  expect(await compared()).toEqual([])
})
