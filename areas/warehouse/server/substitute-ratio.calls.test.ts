import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { addMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { checkKits, showAssignments } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { manufacturingReconciliations } from '@qitao/manufacturing/server'
import { aDevice } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { addDispatch, addReport, dropReport, proposeReportTrace } from '@qitao/shopfloor/model/report.calls.ts'
import { publish } from '@qitao/shopfloor/testing/factories.ts'
import { aLocation, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listPickings, pickMaterial, returnMaterial } from '../model/fulfilment.calls.ts'
import { outboundCalls } from '../model/receipt.calls.ts'
import { pickWaveCalls } from '../model/wave/pick-wave.calls.ts'
import { discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()

/** Ten pieces of one component each, of which four lie there; two of the substitute replace one. The kit is checked, the floor has its task. */
async function withKit(company: TestCompany, substitute = '40') {
  const [main, other] = await someMaterials(company, 2)
  const [main_id, other_id] = [main!.id, other!.id]
  const substitutes = [{ material_id: other_id, ratio: '2' }]
  const product = await aReleasedProduct(company, { components: [{ material_id: main_id, substitutes }], steps: 1 })
  const mo = { material_id: product.material_id, planned_quantity: '10', delivery_date: inDays(20) }
  const { mo_ids } = await company.admin.ok(addMos, { mos: [mo] })
  const mo_id = mo_ids[0]!
  const location_id = await company.as(async tx => {
    const bin = await aLocation(tx)
    for (const [material_id, quantity, lot_number] of [
      [main_id, '4', 'M1'],
      [other_id, substitute, 'S1'],
    ] as const)
      await putIn(tx, { org_id: company.org_id, material_id, location_id: bin, quantity, lot_number })
    return bin
  })
  const { id: device_id } = await aDevice(company, { process_ids: product.process_ids })
  const [task_id] = await publish(company, mo_id, device_id)
  await company.admin.ok(addDispatch, { task_ids: [task_id!], user_ids: [company.admin.user_id] })
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo_id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  return { mo_id, task_id: task_id!, main_id, other_id, location_id }
}
const heldOf = async (company: TestCompany, { mo_id, main_id }: { mo_id: string; main_id: string }) => {
  const { assignments } = await company.admin.ok(showAssignments, { mo_id, material_id: main_id })
  return assignments.map(({ quantity }) => Number(quantity)).sort((a, b) => a - b)
}
const stockOf = (company: TestCompany, material_id: string) =>
  company.as(async tx => {
    const [found] = await rows(
      tx,
      sql<{
        quantity: number
        occupied: number
      }>`select sum(quantity)::float8 as quantity, sum(occupied_quantity)::float8 as occupied
        from inventory where org_id = ${company.org_id} and material_id = ${material_id}`,
    )
    return [found!.quantity, found!.occupied]
  })
const kitOf = (company: TestCompany, mo_id: string) =>
  company.as(async tx => {
    const [found] = await rows(
      tx,
      sql<{
        picked: number
        short: number
        status: number
      }>`select c.picked_quantity::float8 as picked, c.short_quantity::float8 as short,
          m.picking_status as status from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id
        where c.org_id = ${company.org_id} and c.mo_id = ${mo_id}`,
    )
    return [found!.picked, found!.short, found!.status]
  })
const expectBooksInOrder = async (company: TestCompany) => {
  expect(await discrepancies(company)).toEqual([])
  const off = await company.as(tx =>
    Promise.all(
      manufacturingReconciliations.map(({ find }) => rows(tx, sql<object>`${find(company.org_id, undefined)}`)),
    ),
  )
  expect(off.flat()).toEqual([])
}

test('a report takes what the order holds, of a substitute by its ratio; undone, it is held as before', async () => {
  const company = await app.company()
  const set = await withKit(company)
  const { mo_id, task_id, main_id, other_id } = set
  expect(await heldOf(company, set)).toEqual([4, 12])
  const proposed = await company.admin.ok(proposeReportTrace, { task_id, quantity: '7' })
  expect(proposed.components.map(({ material_id, quantity }) => [material_id, Number(quantity)])).toEqual([
    [main_id, 4],
    [other_id, 6],
  ])
  const { id } = await company.admin.ok(addReport, { task_id, finished_quantity: '7' })
  expect(await Promise.all([main_id, other_id].map(one => stockOf(company, one)))).toEqual([
    [0, 0],
    [34, 6],
  ])
  expect(await kitOf(company, mo_id)).toEqual([7, 0, 1])
  await expectBooksInOrder(company)
  await company.admin.ok(addReport, { task_id, finished_quantity: '3' })
  expect(await kitOf(company, mo_id)).toEqual([10, 0, 2])
  expect(await stockOf(company, other_id)).toEqual([28, 0])
  await expectBooksInOrder(company)
  // What was used for what was made does not come back.
  const back = await company.admin.send(returnMaterial, {
    mo_id,
    lines: [{ material_id: other_id, quantity: '1', location_id: set.location_id, lot_number: 'S1' }],
  })
  expect(back.code).toBe(5915)
  await company.admin.ok(dropReport, { id })
  expect(await kitOf(company, mo_id)).toEqual([3, 0, 1])
  expect(await Promise.all([main_id, other_id].map(one => stockOf(company, one)))).toEqual([
    [4, 4],
    [34, 6],
  ])
  await expectBooksInOrder(company)
})

test('pick list and wave propose what the order holds of a substitute, and the line uses it by its ratio', async () => {
  const company = await app.company()
  const set = await withKit(company)
  const { mo_id, task_id, main_id, other_id, location_id } = set
  const { result } = await company.admin.ok(listPickings, { mo_ids: [mo_id], all: true })
  expect(result[0]).toMatchObject({ proposed_quantity: '4' })
  expect(result[0]!.substitutes).toMatchObject([{ material_id: other_id, held_quantity: '12' }])
  // Bins are proposed of the same.
  const walk = await company.admin.ok(pickWaveCalls.walk, { mo_id })
  expect(walk.stops.map(stop => [stop.material_id, stop.location_id, Number(stop.quantity)])).toEqual([
    [main_id, location_id, 4],
    [other_id, location_id, 12],
  ])
  expect([walk.line_count, walk.short]).toEqual([2, []])
  const wave = await company.admin.ok(pickWaveCalls.add, { mo_ids: [mo_id] })
  expect(wave.receipt_count).toBe(1)
  const receipts = await company.admin.ok(outboundCalls.list, { statuses: ['15'] })
  const { lines } = await company.admin.ok(outboundCalls.detail, { id: receipts.result[0]!.id })
  expect(lines.map(({ material_id, quantity }) => [material_id, Number(quantity)])).toEqual([
    [main_id, 4],
    [other_id, 12],
  ])
  await company.admin.ok(pickMaterial, {
    mo_id,
    lines: lines.map(({ material_id, quantity }) => ({ material_id, quantity })),
  })
  expect(await kitOf(company, mo_id)).toEqual([10, 0, 2])
  expect(await stockOf(company, other_id)).toEqual([28, 0])
  await expectBooksInOrder(company)
  // Of what lies at the line the reporter may name the lot of the substitute.
  await company.admin.ok(addReport, {
    task_id,
    finished_quantity: '6',
    used: [{ material_id: other_id, lot_number: 'S1', quantity: '4' }],
  })
  const rest = await company.admin.ok(listPickings, { mo_ids: [mo_id], all: true })
  expect(rest.result[0]).toMatchObject({ returnable_quantity: '4.000000' })
  expect(rest.result[0]!.substitutes[0]).toMatchObject({ returnable_quantity: '8' })
  const back = (quantity: string) =>
    company.admin.send(returnMaterial, {
      mo_id,
      lines: [{ material_id: other_id, quantity, location_id, lot_number: 'S1' }],
    })
  expect((await back('9')).code).toBe(5915)
  expect((await back('8')).code).toBe(200)
  expect((await kitOf(company, mo_id))[0]).toBe(6)
  await expectBooksInOrder(company)
})

test('what was picked after a report is used by the next, not what the first has used', async () => {
  const company = await app.company()
  const { mo_id, task_id, main_id, other_id } = await withKit(company)
  const pick = (material_id: string, quantity: string) =>
    company.admin.ok(pickMaterial, { mo_id, lines: [{ material_id, quantity }] })
  await pick(other_id, '12')
  await company.admin.ok(addReport, { task_id, finished_quantity: '6' })
  await pick(main_id, '4')
  const used = [{ material_id: main_id, lot_number: 'M1', quantity: '4' }]
  const proposed = await company.admin.ok(proposeReportTrace, { task_id, quantity: '4' })
  expect(proposed.components.map(({ material_id, quantity }) => [material_id, Number(quantity)])).toEqual([
    [main_id, 4],
  ])
  await company.admin.ok(addReport, { task_id, finished_quantity: '4', used })
  await expectBooksInOrder(company)
})

const migration = join(import.meta.dirname, '../../manufacturing/server/migrations/0025-substitutes-picked.sql')
/** Picked quantities as they were before a substitute had a ratio, brought up to date. */
async function broughtUpToDate(): Promise<void> {
  await app.database.pool.query('drop table mo_component_stand_in')
  await app.database.pool.query(await readFile(migration, 'utf8'))
  await app.database.pool.query('select secure_tables()')
}
const standInsOf = (company: TestCompany) =>
  company.as(tx =>
    rows(
      tx,
      sql<{
        line_no: number
        ratio: number
        quantity: number
        picked: number
      }>`select c.line_no, s.ratio::float8 as ratio,
          s.quantity::float8 as quantity, c.picked_quantity::float8 as picked
        from mo_component_stand_in s join mo_component c on c.org_id = s.org_id and c.id = s.component_id
        where s.org_id = ${company.org_id} order by c.mo_id, c.line_no`,
    ),
  )

test('what was picked one for one counts by its ratio from now on; an order that was reported keeps what it has', async () => {
  const company = await app.company()
  const [waits, begun] = [await withKit(company, '6'), await withKit(company, '6')]
  for (const { mo_id, main_id, other_id } of [waits, begun]) {
    const lines = [
      { material_id: main_id, quantity: '4' },
      { material_id: other_id, quantity: '6' },
    ]
    await company.admin.ok(pickMaterial, { mo_id, lines })
  }
  await company.admin.ok(addReport, { task_id: begun.task_id, finished_quantity: '5' })
  const kits = () =>
    company.as(tx =>
      rows(
        tx,
        sql<object>`select m.picking_status, m.material_status, m.deciding_material_id, c.picked_quantity, c.short_quantity, c.material_status as of_component
          from mo m join mo_component c on c.org_id = m.org_id and c.mo_id = m.id where m.org_id = ${company.org_id} and m.id = ${waits.mo_id}`,
      ),
    )
  const right = await kits()
  expect(right).toMatchObject([{ picking_status: 1, material_status: 6, deciding_material_id: waits.main_id }])
  const former = (mo_id: string) =>
    company.as(async tx => {
      const of = sql`org_id = ${company.org_id}`
      await sql`update mo_component set picked_quantity = 10, short_quantity = 0, material_status = 1, expected_time = null where ${of} and mo_id = ${mo_id}`.execute(
        tx,
      )
      await sql`update mo set picking_status = 2, material_status = 1, deciding_material_id = null where ${of} and id = ${mo_id}`.execute(
        tx,
      )
    })
  await former(waits.mo_id)
  await former(begun.mo_id)
  expect(await kits()).not.toEqual(right)
  await broughtUpToDate()
  expect(await kits()).toEqual(right)
  expect((await kitOf(company, begun.mo_id)).toSpliced(1, 1)).toEqual([10, 2])
  expect((await standInsOf(company)).map(({ ratio, picked }) => [ratio, picked]).sort()).toEqual([
    [1, 10],
    [2, 7],
  ])
})

test('a substitute that served two components is shared by what their own material does not account for', async () => {
  const company = await app.company()
  const [first, second, other] = await someMaterials(company, 3)
  const substitutes = (ratio: string) => [{ material_id: other!.id, ratio }]
  const product = await aReleasedProduct(company, {
    components: [
      { material_id: first!.id, substitutes: substitutes('2') },
      { material_id: second!.id, substitutes: substitutes('3') },
    ],
    steps: 1,
  })
  const mo = { material_id: product.material_id, planned_quantity: '10', delivery_date: inDays(20) }
  const { mo_ids } = await company.admin.ok(addMos, { mos: [mo] })
  const mo_id = mo_ids[0]!
  const { id: device_id } = await aDevice(company, { process_ids: product.process_ids })
  await publish(company, mo_id, device_id)
  const picked = [
    { material_id: first!.id, quantity: '4' },
    { material_id: second!.id, quantity: '7' },
    { material_id: other!.id, quantity: '9' },
  ]
  await company.as(async tx => {
    const location_id = await aLocation(tx)
    for (const line of picked) await putIn(tx, { org_id: company.org_id, location_id, ...line })
  })
  await company.admin.ok(pickMaterial, { mo_id, lines: picked })
  await company.as(tx =>
    sql`update mo_component set picked_quantity = 10 where org_id = ${company.org_id} and mo_id = ${mo_id}`.execute(tx),
  )
  await broughtUpToDate()
  expect((await standInsOf(company)).map(({ ratio, quantity, picked: all }) => [ratio, quantity, all])).toEqual([
    [2, 6, 7],
    [3, 3, 8],
  ])
})
