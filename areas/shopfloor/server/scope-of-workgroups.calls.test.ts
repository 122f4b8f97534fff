// What a member of the data scope of a workgroup is told of an order that other groups work on, too.
import { inflateSync } from 'node:zlib'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import type { FileAnswer } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aDevice } from '@qitao/masterdata/testing/factories.ts'
import { printJobCards } from '@qitao/sales/model/print.calls.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addReport, listProgress, reassignTasks } from '../model/report.calls.ts'
import { listWorkshopShifts } from '../model/workshop/workshop.calls.ts'
import { aLeader, aPart, ofGroup, onTheFloor } from '../testing/factories.ts'

const app = await testApp()

/** The first step and a part of it at the leader's machine, the other part and the last step, which is far behind, at that of others. */
async function sharedOrder() {
  const company = await app.company()
  const { leader, workgroup_id } = await aLeader(company)
  const others = await aLeader(company)
  const floor = await onTheFloor(company, { quantity: '20', stock: '40' })
  await ofGroup(company, floor.device_id, workgroup_id)
  const other = await aDevice(company, { process_ids: floor.process_ids })
  await ofGroup(company, other.id, others.workgroup_id)
  const [first, last] = floor.task_ids as [string, string]
  await company.admin.ok(addReport, { task_id: first, finished_quantity: '10' })
  const part = await aPart(company, first, '5')
  await company.as(tx =>
    sql`update production_task set device_id = ${other.id}, end_time = end_time + 86400 where id in (${part}, ${last})`.execute(
      tx,
    ),
  )
  await company.as(tx => sql`update mo set delivery_date = ${inDays(-30)} where id = ${floor.id}`.execute(tx))
  return { company, leader, other, floor }
}

test('an order of several groups has its dates, its lateness and its progress whole, with the steps of the own one alone', async () => {
  const { company, leader, floor } = await sharedOrder()
  const { admin } = company
  await onTheFloor(company)
  const whole = (await admin.ok(listProgress, {})).result.find(({ id }) => id === floor.id)!
  expect(whole.operations).toHaveLength(2)
  const [step] = whole.operations
  const asked = { statuses: [whole.status], late: true, order_by: 'delivery_date' }
  const seen = await leader.ok(listProgress, asked)
  expect(seen).toMatchObject({ total: 1 })
  expect(seen.result[0]).toEqual({ ...whole, operations: [{ ...step, machine_no: floor.machine_no }] })
  expect(step!.machine_no).not.toBe(floor.machine_no)
  expect((await leader.ok(listProgress, { ...asked, keyword: 'no such' })).total).toBe(0)
})

/** What is drawn on the first page of a PDF. */
function drawnOn({ bytes }: FileAnswer): string {
  const file = Buffer.from(bytes)
  const begin = file.indexOf('stream\n') + 'stream\n'.length
  return inflateSync(file.subarray(begin, file.indexOf('\nendstream', begin))).toString('latin1')
}
test('a job card names all steps with their machines and times, whoever prints it', async () => {
  const { company, leader, floor } = await sharedOrder()
  const card = { mo_ids: [floor.id] }
  const printed = await leader.ok(printJobCards, card)
  expect(drawnOn(printed)).toBe(drawnOn(await company.admin.ok(printJobCards, card)))
})

test('machines of others are not in the shifts of a day, where they would seem to be idle', async () => {
  const { company, leader, floor, other } = await sharedOrder()
  const unknown = await aDevice(company)
  const machines = async (member: typeof leader) =>
    (await member.ok(listWorkshopShifts, { date: inDays(1) })).machines.map(({ device_id }) => device_id)
  expect(await machines(company.admin)).toEqual(expect.arrayContaining([floor.device_id, other.id, unknown.id]))
  expect(await machines(leader)).toEqual([floor.device_id])
})

test('who has given the only task that he saw on to others is answered as at first when the same request comes again', async () => {
  const { company, leader, floor } = await sharedOrder()
  const colleague = await company.member()
  const task_id = floor.task_ids[1]!
  await company.admin.ok(reassignTasks, { task_ids: [task_id], user_ids: [leader.user_id], reason: 'helps out' })
  const away = { task_ids: [task_id], user_ids: [colleague.user_id], reason: 'back' }
  const first = await leader.send(reassignTasks, away, { key: 'away' })
  expect(first).toMatchObject({ code: 200, data: { done_ids: [task_id] } })
  expect(await leader.send(reassignTasks, away, { key: 'away' })).toEqual(first)
  const otherwise = { code: generalErrors.recordNotFound.code }
  expect(await leader.send(reassignTasks, away, { key: 'anew' })).toMatchObject(otherwise)
  expect(await leader.send(reassignTasks, away)).toMatchObject(otherwise)
})
