// A container that moves between its count, or an adjustment, and what is booked of it.
import { approveApproval, queryApprovalList, setApprovalFlow } from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode } from '@qitao/access/model/approval/approval.status.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { aHeldLot } from '@qitao/quality/testing/quality.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { adjustStock } from '@qitao/stock/model/adjust/stock-adjustment.calls.ts'
import { containerCalls, packContainer } from '@qitao/stock/model/container.calls.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { aPackedBox } from '@qitao/stock/testing/container.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countCalls } from '../model/count/count.calls.ts'
import { discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()

async function withBox(company: TestCompany) {
  const of = await aPackedBox(company)
  const moveTo = async (location_id: string) => {
    const { record } = await company.admin.ok(containerCalls.detail, { id: of.box_id })
    const { code, row_version } = record
    await company.admin.ok(containerCalls.alter, {
      ...{ id: of.box_id, row_version, code, container_type_id: of.type_id, location_id },
    })
  }
  const inside = () =>
    company.as(tx =>
      rows(
        tx,
        sql<{ location_id: string; quantity: number }>`select location_id, quantity::float8 as quantity from inventory
          where org_id = ${company.org_id} and container_id = ${of.box_id} and quantity > 0`,
      ),
    )
  return { ...of, moveTo, inside }
}
/** A count of the bin of the box, with the line of the box. */
async function withCount(company: TestCompany) {
  const of = await withBox(company)
  const [warehouse] = await company.as(tx =>
    rows(tx, sql<{ id: string }>`select warehouse_id as id from location where id = ${of.location_id}`),
  )
  const { id } = await company.admin.ok(countCalls.add, {
    ...{ warehouse_id: warehouse!.id, location_ids: [of.location_id], blind: false },
  })
  await company.admin.ok(countCalls.start, { id })
  const { result } = await company.admin.ok(countCalls.lines, { count_id: id })
  const boxed = result.find(({ container_id }) => container_id === of.box_id)!
  const loose = result.find(({ container_id }) => container_id === null)!
  const enter = (line_id: string, counted_quantity: string) =>
    company.admin.send(countCalls.enter, { id, entries: [{ line_id, counted_quantity }] })
  expect((await enter(loose.id, '4')).code).toBe(200)
  return { ...of, id, boxed, enter }
}

for (const counted of ['8', '5'])
  test(`what a count found in a container (${counted} of 6) is booked where the container is by then`, async () => {
    const company = await app.company()
    const { id, boxed, enter, other_id, moveTo, inside } = await withCount(company)
    expect((await enter(boxed.id, counted)).code).toBe(200)
    await moveTo(other_id)
    await company.admin.ok(countCalls.confirm, { id })
    expect(await inside()).toEqual([{ location_id: other_id, quantity: Number(counted) }])
    expect(await discrepancies(company)).toEqual([])
  })
test('a container that has left its bin before it was counted is nothing there, and what is in it is counted where it is', async () => {
  const company = await app.company()
  const { id, boxed, enter, other_id, moveTo, inside } = await withCount(company)
  await moveTo(other_id)
  const refused = await enter(boxed.id, '6')
  expect(refused).toMatchObject({ code: generalErrors.badParameter.code })
  expect(refused.message).toContain('容器已移到库位')
  expect((await enter(boxed.id, '0')).code).toBe(200)
  await company.admin.ok(countCalls.confirm, { id })
  expect(await inside()).toEqual([{ location_id: other_id, quantity: 6 }])
})
for (const isOver of [false, true])
  test(`what two counts found in one container is posted by one of them (the other ${isOver ? 'is over' : 'goes on'})`, async () => {
    const company = await app.company()
    const { id, boxed, enter, other_id, moveTo, inside } = await withCount(company)
    expect((await enter(boxed.id, '5')).code).toBe(200)
    await moveTo(other_id)
    const [other] = await company.as(tx =>
      rows(
        tx,
        sql<{ warehouse_id: string; code: string }>`select warehouse_id, code from location where id = ${other_id}`,
      ),
    )
    const { warehouse_id, code } = other!
    const there = await company.admin.ok(countCalls.add, { warehouse_id, location_ids: [other_id], blind: false })
    await company.admin.ok(countCalls.start, { id: there.id })
    const { result } = await company.admin.ok(countCalls.lines, { count_id: there.id })
    await company.admin.ok(countCalls.enter, {
      id: there.id,
      entries: [{ line_id: result[0]!.id, counted_quantity: '5' }],
    })
    if (isOver) await company.admin.ok(countCalls.confirm, { id: there.id })
    const refused = await company.admin.send(countCalls.confirm, { id })
    expect(refused.code).toBe(stockErrors.countInProgress.code)
    expect(refused.message).toContain(there.no)
    expect(refused.message).toContain(code)
    expect((await enter(boxed.id, '0')).code).toBe(200)
    await company.admin.ok(countCalls.confirm, { id })
    if (!isOver) await company.admin.ok(countCalls.confirm, { id: there.id })
    expect(await inside()).toEqual([{ location_id: other_id, quantity: 5 }])
  })
test('of goods that wait for their inspection in a container the task follows the count, wherever the container is', async () => {
  const company = await app.company()
  const { admin } = company
  const lot = await aHeldLot(company, { quantity: '20' })
  const { type_id, other_id } = await aPackedBox(company)
  const { id: box_id } = await admin.ok(containerCalls.add, {
    ...{ code: 'B9', container_type_id: type_id, location_id: lot.location_id },
  })
  const [held] = await company.as(tx =>
    rows(
      tx,
      sql<{ id: string; warehouse_id: string }>`select i.id, l.warehouse_id from inventory i
        join location l on l.org_id = i.org_id and l.id = i.location_id where i.material_id = ${lot.material_id}`,
    ),
  )
  await admin.ok(packContainer, { id: box_id, lines: [{ inventory_id: held!.id, quantity: '20' }] })
  const { id } = await admin.ok(countCalls.add, {
    ...{ warehouse_id: held!.warehouse_id, location_ids: [lot.location_id], blind: false },
  })
  await admin.ok(countCalls.start, { id })
  const { result } = await admin.ok(countCalls.lines, { count_id: id })
  await admin.ok(countCalls.enter, { id, entries: [{ line_id: result[0]!.id, counted_quantity: '18' }] })
  await admin.ok(containerCalls.alter, {
    ...{ id: box_id, row_version: 0, code: 'B9', container_type_id: type_id, location_id: other_id },
  })
  await admin.ok(countCalls.confirm, { id })
  const waiting = async () => Number((await admin.ok(taskCalls.detail, { id: lot.id })).record.quantity)
  expect(await waiting()).toBe(18)
  await admin.ok(containerCalls.alter, {
    ...{ id: box_id, row_version: 1, code: 'B9', container_type_id: type_id, location_id: lot.location_id },
  })
  await admin.ok(adjustStock, {
    ...{ material_id: lot.material_id, location_id: lot.location_id, container_id: box_id, reason: 'Found' },
    ...{ quality_status: qualityStatus.codes.to_inspect, book_quantity: '18', quantity: '17' },
  })
  expect(await waiting()).toBe(17)
})

test('an adjustment of a container is made where it is, and follows it while it waits for its approval', async () => {
  const company = await app.company()
  const { material_id, location_id, other_id, box_id, moveTo, inside } = await withBox(company)
  const given = { material_id, location_id, container_id: box_id, book_quantity: '6', quantity: '8', reason: 'Found' }
  const boss = await company.member([pages.taskCentre, pages.stockAdjustments])
  await company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'TZ', mode: approvalMode.codes.single, approver_ids: [boss.user_id], enabled: 1 },
    amount_from: '0',
  })
  expect((await company.admin.ok(adjustStock, given)).waits_for).not.toEqual([])
  await moveTo(other_id)
  const { result } = await boss.ok(queryApprovalList, { scope: 'todo' })
  await boss.ok(approveApproval, { id: result[0]!.id })
  expect(await inside()).toEqual([{ location_id: other_id, quantity: 8 }])
  const there = await company.admin.send(adjustStock, { ...given, book_quantity: '0', quantity: '5' })
  expect(there).toMatchObject({ code: generalErrors.versionConflict.code })
  expect(there.message).toContain('容器现在在库位')
})
