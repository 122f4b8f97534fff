import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { queryChangeLog } from '@qitao/access/model/record/change-log.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { showMo, showMoBom } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { manufacturingReconciliations, recordInbound } from '@qitao/manufacturing/server'
import { rows } from '@qitao/platform/server/database/database.ts'
import { showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { available, checkLedger } from '@qitao/stock/server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  addDispatch,
  addReport,
  approveReports,
  dropReport,
  finishMos,
  listProgress,
  listReports,
  listReportTasks,
  reduceMos,
  startTask,
} from '../model/report.calls.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { type OnTheFloor, onTheFloor } from '../testing/factories.ts'
import { shopfloorReconciliations } from './reconciliation.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const elsewhere = await app.company()
const { codes } = moStatus

const moOf = async (company: TestCompany, { id }: OnTheFloor) => company.admin.ok(showMo, { mo_id: id })
const report = (company: TestCompany, task_id: string, finished_quantity: string, more: object = {}) =>
  company.admin.ok(addReport, { task_id, finished_quantity, ...more })
const refusal = async (company: TestCompany, task_id: string, finished_quantity: string, more: object = {}) =>
  (await company.admin.send(addReport, { task_id, finished_quantity, ...more })).code
const checked = async (company: TestCompany, ids: string[]) => {
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: ids })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
}
/** Free stock of the first component. */
const freeOf = async (company: TestCompany, { component_ids }: OnTheFloor) =>
  Number((await company.as(tx => available(tx, company.org_id, component_ids))).get(component_ids[0]!))
/** Stock is what movements say, and occupied what the pegging says. */
const expectBooksInOrder = async (company: TestCompany) => {
  const occupied = sql`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment where org_id = ${company.org_id} and source_type = 1 group by source_id`
  expect(await company.as(tx => checkLedger(tx, company.org_id, occupied))).toEqual([])
}
/** All that reports may change, without versions and times of change. */
const state = (company: TestCompany, floor: OnTheFloor) =>
  company.as(tx =>
    rows(
      tx,
      sql<object>`select m.status, m.completed_quantity, m.defective_quantity, m.picking_status, m.actual_start_time, m.actual_finish_time,
        (select status from sales_order where org_id = m.org_id and id = m.order_id) as order_status,
        (select jsonb_agg(jsonb_build_array(sequence, reported_quantity, defective_quantity, status, actual_start_time) order by sequence) from mo_operation where org_id = m.org_id and mo_id = m.id) as operations,
        (select jsonb_agg(jsonb_build_array(reported_quantity, defective_quantity, status, actual_start_time, actual_finish_time) order by sequence) from production_task where org_id = m.org_id and mo_id = m.id) as tasks,
        (select jsonb_agg(picked_quantity order by line_no) from mo_component where org_id = m.org_id and mo_id = m.id) as picked,
        (select jsonb_agg(jsonb_build_array(i.lot_number, i.quantity) order by i.id) from inventory i where i.org_id = m.org_id) as stock
        from mo m where m.org_id = ${company.org_id} and m.id = ${floor.id}`,
    ),
  )

describe('calls', () => {
  contract(app, listReportTasks, {
    set: async company => {
      const floor = await onTheFloor(company, { dispatched: false })
      return { ...floor, mine: await onTheFloor(company) }
    },
    good: () => ({ statuses: [taskStatus.codes.not_started] }),
    check: async (data, { mine }, company) => {
      expect(data.result.map(task => task.id)).toEqual(mine.task_ids)
      expect((await company.admin.ok(listReportTasks, { mine: false })).total).toBe(4)
    },
    refused: () => [['an order by something else', { order_by: 'secret' }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toMatchObject({ total: 0, result: [] }),
  })
  contract(app, startTask, {
    set: async company => ({
      ...(await onTheFloor(company)),
      others: await onTheFloor(company, { dispatched: false }),
    }),
    good: ({ task_ids }) => ({ task_id: task_ids[0]! }),
    check: ({ task }) => {
      expect(task).toMatchObject({ status: taskStatus.codes.started, actual_start_time: expect.any(Number) })
    },
    refused: ({ task_ids, others }) => [
      ['before the step before it', { task_id: task_ids[1] }, shopfloorErrors.previousNotReported],
      ['not mine', { task_id: others.task_ids[0] }, shopfloorErrors.notAssigned],
      ['no such task', { task_id: nowhere }, shopfloorErrors.badParameter],
    ],
    foreign: shopfloorErrors.badParameter,
  })
  contract(app, addReport, {
    set: async company => {
      const done = await onTheFloor(company, { stock: '10' })
      await report(company, done.task_ids[0]!, '10')
      const unpublished = await onTheFloor(company)
      await company.as(tx =>
        sql`update production_task set publish_status = 0 where org_id = ${company.org_id} and mo_id = ${unpublished.id}`.execute(
          tx,
        ),
      )
      return {
        ...(await onTheFloor(company, { stock: '25' })),
        done,
        unpublished,
        others: await onTheFloor(company, { dispatched: false, stock: '10' }),
        empty: await onTheFloor(company),
        people: [company.admin.user_id, (await company.member([pages.productionReport])).user_id],
      }
    },
    good: ({ task_ids }) => ({
      task_id: task_ids[0]!,
      finished_quantity: '3',
      defective_quantity: '1',
      defect_reason: '尺寸超差',
      work_seconds: 600,
    }),
    check: async ({ task }, floor, company) => {
      expect(task).toMatchObject({
        status: taskStatus.codes.started,
        reported_quantity: '3.000000',
        defective_quantity: '1.000000',
        reportable_quantity: '6.000000',
      })
      expect((await moOf(company, floor)).mo).toMatchObject({ status: codes.in_production, picking_status: 1 })
      // Four pieces are made, so four of each component are used, the bad one too.
      expect(await freeOf(company, floor)).toBe(21)
      await expectBooksInOrder(company)
    },
    refused: ({ task_ids: [first, second], done, others, empty, unpublished, people }) => [
      [
        'a time for one of two people',
        { task_id: first, finished_quantity: '1', user_ids: people, user_seconds: [60] },
        shopfloorErrors.badParameter,
      ],
      [
        'no time beside a time',
        { task_id: first, finished_quantity: '1', user_ids: people, user_seconds: [60, 0] },
        shopfloorErrors.badParameter,
      ],
      [
        'the same person twice',
        { task_id: first, finished_quantity: '1', user_ids: [...people, people[0]] },
        shopfloorErrors.badParameter,
      ],
      [
        'somebody who is not there',
        { task_id: first, finished_quantity: '1', user_ids: [people[0], nowhere] },
        generalErrors.recordNotFound,
      ],
      [
        'somebody of another company',
        { task_id: first, finished_quantity: '1', user_ids: [elsewhere.admin.user_id] },
        generalErrors.recordNotFound,
      ],
      ['not mine', { task_id: others.task_ids[0], finished_quantity: '1' }, shopfloorErrors.notAssigned],
      [
        'nothing from the step before',
        { task_id: second, finished_quantity: '1' },
        shopfloorErrors.previousNotReported,
      ],
      ['more than is open', { task_id: first, finished_quantity: '11' }, shopfloorErrors.overQuantity],
      [
        'more with the bad ones',
        { task_id: first, finished_quantity: '9', defective_quantity: '2' },
        shopfloorErrors.overQuantity,
      ],
      ['below nothing', { task_id: first, finished_quantity: '-1' }, shopfloorErrors.negative],
      [
        'bad ones below nothing',
        { task_id: first, finished_quantity: '1', defective_quantity: '-1' },
        shopfloorErrors.negative,
      ],
      ['nothing', { task_id: first, finished_quantity: '0' }, shopfloorErrors.badParameter],
      ['no material', { task_id: empty.task_ids[0], finished_quantity: '1' }, shopfloorErrors.missingInput],
      ['a task that is done', { task_id: done.task_ids[0], finished_quantity: '1' }, shopfloorErrors.taskDone],
      [
        'a task not published',
        { task_id: unpublished.task_ids[0], finished_quantity: '1' },
        shopfloorErrors.badParameter,
      ],
      ['no such task', { task_id: nowhere, finished_quantity: '1' }, shopfloorErrors.badParameter],
      [
        'a long remark',
        { task_id: first, finished_quantity: '1', remark: 'x'.repeat(256) },
        shopfloorErrors.reportRemarkTooLong,
      ],
    ],
    foreign: shopfloorErrors.badParameter,
  })
  contract(app, finishMos, {
    set: async company => ({
      ...(await onTheFloor(company, { stock: '10', ordered: true })),
      others: await onTheFloor(company, { dispatched: false }),
      empty: await onTheFloor(company),
    }),
    good: ({ id }) => ({ mo_ids: [id] }),
    check: async (data, floor, company) => {
      expect(data.done_ids).toEqual([floor.id])
      expect((await moOf(company, floor)).mo).toMatchObject({
        status: codes.completed,
        completed_quantity: '10.000000',
        picking_status: 2,
      })
      expect((await company.admin.ok(listReports, { mo_id: floor.id })).total).toBe(2)
      expect(await freeOf(company, floor)).toBe(0)
      await expectBooksInOrder(company)
      expect((await company.admin.send(finishMos, { mo_ids: [floor.id] })).code).toBe(shopfloorErrors.taskDone.code)
    },
    refused: ({ others, empty }) => [
      ['not mine', { mo_ids: [others.id] }, shopfloorErrors.notAssigned],
      ['no material', { mo_ids: [empty.id] }, shopfloorErrors.missingInput],
      ['no such order', { mo_ids: [nowhere] }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, listReports, {
    set: async company => {
      const floor = await onTheFloor(company, { stock: '10' })
      await report(company, floor.task_ids[0]!, '3')
      const next = await company.member([pages.productionReport])
      await report(company, floor.task_ids[0]!, '2', {
        ...{ defective_quantity: '1', defect_reason: 'scratch' },
        ...{ user_ids: [next.user_id, company.admin.user_id], user_seconds: [1200, 600] },
      })
      return { ...floor, next }
    },
    good: ({ task_ids }) => ({ task_id: task_ids[0]! }),
    check: (data, { next }) => {
      expect(data.total).toBe(2)
      // Whoever approves sees what wages are shared by: who, in their order, and how long each.
      expect(data.result).toMatchObject([
        {
          finished_quantity: '2.000000',
          defective_quantity: '1.000000',
          defect_reason: 'scratch',
          people: [
            { id: next.user_id, work_seconds: 1200 },
            { name: 'Admin', work_seconds: 600 },
          ],
        },
        { people: [{ name: 'Admin', work_seconds: null }] },
      ])
      expect(data.result).toMatchObject([
        {},
        { finished_quantity: '3.000000', revoked: false, inputs: [{ quantity: expect.stringMatching(/^3/) }, {}] },
      ])
    },
    refused: () => [['an order by something else', { order_by: 'secret' }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toMatchObject({ total: 0, result: [] }),
  })
  contract(app, approveReports, {
    set: async company => {
      const floor = await onTheFloor(company, { stock: '10' })
      const { id } = await report(company, floor.task_ids[0]!, '3')
      const undone = await report(company, floor.task_ids[0]!, '1')
      await company.admin.ok(dropReport, { id: undone.id })
      const approved = await report(company, floor.task_ids[0]!, '1')
      await company.admin.ok(approveReports, { ids: [approved.id] })
      return { id, undone_id: undone.id, approved_id: approved.id }
    },
    good: ({ id }) => ({ ids: [id] }),
    check: async (_, { id, approved_id }, company) => {
      const { result } = await company.admin.ok(listReports, { approved: true })
      expect(result.map(one => one.id).toSorted()).toEqual([id, approved_id].toSorted())
      expect(result[0]).toMatchObject({ approved_by_name: expect.any(String), approved_time: expect.any(Number) })
      expect((await company.admin.ok(listReports, { approved: false })).total).toBe(1)
    },
    refused: ({ undone_id, approved_id }) => [
      ['one that was undone', { ids: [undone_id] }, generalErrors.statusNotAllowed],
      ['one that is approved', { ids: [approved_id] }, generalErrors.statusNotAllowed],
      ['one that is not there', { ids: [nowhere] }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, dropReport, {
    set: async company => {
      const floor = await onTheFloor(company, { stock: '10' })
      const before = await state(company, floor)
      const { id: report_id } = await report(company, floor.task_ids[0]!, '3')
      const used = await onTheFloor(company, { stock: '10' })
      const { id: used_id } = await report(company, used.task_ids[0]!, '3')
      await report(company, used.task_ids[1]!, '2')
      const stocked = await onTheFloor(company, { stock: '10' })
      await company.admin.ok(finishMos, { mo_ids: [stocked.id] })
      const { result } = await company.admin.ok(listReports, { mo_id: stocked.id })
      await company.as(tx => recordInbound(tx, company.org_id, [{ mo_id: stocked.id, quantity: '1' }]))
      const undone = await report(company, floor.task_ids[0]!, '1')
      await company.admin.ok(dropReport, { id: undone.id })
      return { floor, before, report_id, used_id, stocked_id: result[0]!.id, undone_id: undone.id }
    },
    good: ({ report_id }) => ({ id: report_id }),
    check: async (data, { floor }, company) => {
      expect(data.mo).toMatchObject({ id: floor.id, status: codes.to_be_produced })
      expect((await company.admin.ok(listReports, { mo_id: floor.id })).result.map(one => one.revoked)).toEqual([
        true,
        true,
      ])
      expect(await freeOf(company, floor)).toBe(10)
      await expectBooksInOrder(company)
    },
    refused: ({ used_id, stocked_id, undone_id }) => [
      ['used by the next step', { id: used_id }, shopfloorErrors.notRevocable],
      ['in stock', { id: stocked_id }, shopfloorErrors.notRevocable],
      ['undone before', { id: undone_id }, shopfloorErrors.notRevocable],
      ['no such report', { id: nowhere }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, reduceMos, {
    set: async company => {
      const floor = await onTheFloor(company, { stock: '10', ordered: true })
      const before = await state(company, floor)
      await company.admin.ok(finishMos, { mo_ids: [floor.id] })
      return { floor, before, unreported: await onTheFloor(company) }
    },
    good: ({ floor }) => ({ mo_ids: [floor.id] }),
    check: async (data, { floor, before }, company) => {
      expect(data.done_ids).toEqual([floor.id])
      expect(await state(company, floor)).toEqual(before)
      await expectBooksInOrder(company)
    },
    refused: ({ unreported }) => [['nothing reported', { mo_ids: [unreported.id] }, shopfloorErrors.notRevocable]],
    foreign: shopfloorErrors.notRevocable,
  })
  contract(app, listProgress, {
    set: async company => {
      const floor = await onTheFloor(company, { stock: '10' })
      await report(company, floor.task_ids[0]!, '5')
      return { ...floor, ...(await moOf(company, floor)).mo }
    },
    good: ({ no }) => ({ keyword: no, statuses: [codes.in_production] }),
    check: async (data, { machine_no, material_code }, company) => {
      expect(data).toMatchObject({
        total: 1,
        result: [
          {
            percent: 25,
            late_days: 0,
            operations: [{ machine_no, status: 1, reported_quantity: '5.000000' }, { status: 0 }],
          },
        ],
      })
      expect((await company.admin.ok(listProgress, { keyword: material_code })).total).toBe(1)
      expect((await company.admin.ok(listProgress, { late: true })).total).toBe(0)
    },
    refused: () => [['an order by something else', { order_by: 'secret' }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toMatchObject({ total: 0, result: [] }),
  })
})

test('from the first start to the last piece the work order and its sales order follow', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { stock: '10', ordered: true })
  const [first, second] = floor.task_ids as [string, string]
  const orderStatus = async () => (await company.admin.ok(showSalesOrder, { id: floor.order_id! })).record.status
  const status = async () => (await moOf(company, floor)).mo.status
  expect([await status(), await orderStatus()]).toEqual([codes.to_be_produced, salesOrderStatus.codes.to_produce])
  await report(company, first, '4')
  expect([await status(), await orderStatus()]).toEqual([codes.in_production, salesOrderStatus.codes.producing])
  await report(company, second, '4')
  expect(await refusal(company, second, '1')).toBe(shopfloorErrors.overQuantity.code)
  await report(company, first, '5', { defective_quantity: '1' })
  expect(await status()).toBe(codes.in_production)
  await report(company, second, '5', { finishes: true })
  const { mo, operations } = await moOf(company, floor)
  expect(mo).toMatchObject({ status: codes.completed, completed_quantity: '9.000000', defective_quantity: '1.000000' })
  expect(operations.map(operation => operation.status)).toEqual([taskStatus.codes.done, taskStatus.codes.done])
  // One of ten is scrap: the order is not finished while it is to be made again.
  expect(await orderStatus()).toBe(salesOrderStatus.codes.producing)
  await expectBooksInOrder(company)
})

test('reports taken back from the last to the first leave everything as it was', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { stock: '10', ordered: true })
  const before = await state(company, floor)
  await report(company, floor.task_ids[0]!, '9', { defective_quantity: '1' })
  await report(company, floor.task_ids[1]!, '9', { finishes: true })
  const { result } = await company.admin.ok(listReports, { mo_id: floor.id, order_by: '-report_no' })
  for (const { id } of result) await company.admin.ok(dropReport, { id })
  expect(await state(company, floor)).toEqual(before)
  await expectBooksInOrder(company)
})

test('an order is as far as its good pieces are: scrap is not done', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { quantity: '50', stock: '100' })
  await report(company, floor.task_ids[0]!, '20', { defective_quantity: '5' })
  const percentOf = async () => (await company.admin.ok(listProgress, {})).result[0]!.percent
  // One of two steps: 20 of 50.
  expect(await percentOf()).toBe(20)
  await report(company, floor.task_ids[0]!, '20', { defective_quantity: '5' })
  await report(company, floor.task_ids[1]!, '40', { finishes: true })
  expect(await percentOf()).toBe(100)
})

test('a report of another is undone by who gives tasks away, by nobody else, and the change names who it was', async () => {
  const company = await app.company()
  const worker = await company.member([pages.productionReport])
  const colleague = await company.member([pages.productionReport])
  const foreman = await company.member([pages.productionReport, pages.dispatch])
  const floor = await onTheFloor(company, { stock: '10', dispatched: false })
  const [task_id] = floor.task_ids
  await company.admin.ok(addDispatch, { task_ids: [task_id!], user_ids: [worker.user_id] })
  for (const boss of [foreman, company.admin]) {
    const { id } = await worker.ok(addReport, { task_id: task_id!, finished_quantity: '3' })
    const ownOf = async (member: typeof worker) =>
      (await member.ok(listReports, {})).result.find(row => row.id === id)?.is_own
    expect([await ownOf(worker), await ownOf(colleague), await ownOf(boss)]).toEqual([true, false, false])
    const refused = await colleague.send(dropReport, { id })
    expect(refused.code).toBe(shopfloorErrors.notAssigned.code)
    expect(refused.message).toContain('撤销他人的报工需要派工权限')
    await boss.ok(dropReport, { id })
    const { result } = await company.admin.ok(queryChangeLog, { table_name: 'report_record', row_id: id })
    expect(result[0]).toMatchObject({ cause: dropReport.path, user_name: boss === company.admin ? 'Admin' : 'Member' })
  }
  const { id } = await worker.ok(addReport, { task_id: task_id!, finished_quantity: '3' })
  await worker.ok(dropReport, { id })
})

test('what the order holds is used first, and its holding shrinks with it', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { stock: '12' })
  await checked(company, [floor.id])
  expect(await freeOf(company, floor)).toBe(2)
  await report(company, floor.task_ids[0]!, '4')
  expect(await freeOf(company, floor)).toBe(2)
  await expectBooksInOrder(company)
  await report(company, floor.task_ids[0]!, '6')
  expect(await freeOf(company, floor)).toBe(2)
  await expectBooksInOrder(company)
  const { result } = await company.admin.ok(showMoBom, { mo_id: floor.id })
  expect(result.map(component => Number(component.picked_quantity))).toEqual([10, 10])
})

test('a report that is undone leaves the order its material as it was: held, and the kit complete', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { stock: '12' })
  const [first, second] = floor.task_ids as [string, string]
  await checked(company, [floor.id])
  const held = () =>
    company.as(tx =>
      rows(
        tx,
        sql<object>`select m.material_status, c.material_status as kit, c.short_quantity, c.in_stock_quantity, c.picked_quantity,
            (select sum(a.quantity) from mo_assignment a where a.org_id = c.org_id and a.component_id = c.id) as assigned,
            (select sum(i.occupied_quantity) from inventory i where i.org_id = c.org_id and i.material_id = c.material_id) as occupied
          from mo m join mo_component c on c.org_id = m.org_id and c.mo_id = m.id
          where m.org_id = ${company.org_id} and m.id = ${floor.id} order by c.line_no`,
      ),
    )
  const before = await held()
  expect(before).toMatchObject([
    { material_status: 1, kit: 1, assigned: '10.000000', occupied: '10.000000' },
    { short_quantity: '0.000000' },
  ])
  const { id } = await report(company, first, '4')
  expect(await held()).not.toEqual(before)
  await company.admin.ok(dropReport, { id })
  expect(await held()).toEqual(before)
  await expectBooksInOrder(company)
  // Finished short, the order lets go of the rest: undone, it finds it again.
  await report(company, first, '7', { finishes: true })
  await report(company, second, '7', { finishes: true })
  expect(await freeOf(company, floor)).toBe(5)
  expect((await company.admin.ok(reduceMos, { mo_ids: [floor.id] })).done_ids).toEqual([floor.id])
  await checked(company, [floor.id])
  await expect.poll(held, { timeout: 15_000 }).toEqual(before)
  await expectBooksInOrder(company)
  for (const { find } of [...manufacturingReconciliations, ...shopfloorReconciliations])
    expect(await company.as(tx => rows(tx, find(company.org_id, undefined)))).toEqual([])
})

test('two reports of the same pieces at the same time: one is refused', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { stock: '20' })
  const answers = await Promise.all([1, 2].map(() => refusal(company, floor.task_ids[0]!, '10')))
  expect(answers.toSorted()).toEqual([200, shopfloorErrors.taskDone.code])
  await expectBooksInOrder(company)
})

test('a report of a colleague on the same task is allowed, of a stranger to it is not', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { stock: '10' })
  const stranger = await company.member([pages.productionReport])
  const answer = await stranger.send(addReport, { task_id: floor.task_ids[0]!, finished_quantity: '1' })
  expect(answer.code).toBe(shopfloorErrors.notAssigned.code)
})

test('an order that is behind is expected later than planned, by as much as its task', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { stock: '10' })
  const planned = (await moOf(company, floor)).mo.planned_finish_time!
  const expected = async () => (await company.admin.ok(listProgress, {})).result[0]!
  expect((await expected()).expected_finish_time).toBe(planned)
  // Both hours were to be over a day ago: the second step, of which nothing is reported, still takes its hour.
  const back = 2 * 86_400
  await company.as(async tx => {
    await sql`update production_task set start_time = start_time - ${back}, end_time = end_time - ${back}, setup_start_time = setup_start_time - ${back} where org_id = ${company.org_id}`.execute(
      tx,
    )
    await sql`update mo set planned_finish_time = planned_finish_time - ${back} where org_id = ${company.org_id}`.execute(
      tx,
    )
  })
  const now = Math.floor(Date.now() / 1000)
  const late = await expected()
  // The first step ends an hour from now instead of an hour before the order's planned end.
  expect(late.expected_finish_time! - now).toBeGreaterThanOrEqual(2 * 3600)
  expect(late.expected_finish_time! - now).toBeLessThan(2 * 3600 + 60)
  await report(company, floor.task_ids[0]!, '10')
  expect((await expected()).expected_finish_time! - now).toBeLessThan(3600 + 60)
})

describe('picking before reporting', () => {
  const picking = (company: TestCompany, config_value: '0' | '1') =>
    company.admin.ok(setOrganizationConfig, { configs: [{ config_key: 'report_requires_picking', config_value }] })

  test('switched on, nothing is started, reported or finished before all is picked', async () => {
    const company = await app.company()
    const floor = await onTheFloor(company, { stock: '10' })
    const [first] = floor.task_ids
    await picking(company, '1')
    const before = await state(company, floor)
    expect(await refusal(company, first!, '1')).toBe(shopfloorErrors.notFullyPicked.code)
    expect((await company.admin.send(startTask, { task_id: first! })).code).toBe(shopfloorErrors.notFullyPicked.code)
    expect((await company.admin.send(finishMos, { mo_ids: [floor.id] })).code).toBe(shopfloorErrors.notFullyPicked.code)
    expect(await state(company, floor)).toEqual(before)
    await company.as(tx =>
      sql`update mo_component set picked_quantity = required_quantity where org_id = ${company.org_id} and mo_id = ${floor.id}`.execute(
        tx,
      ),
    )
    await report(company, first!, '1')
    // What was picked before is not taken from stock again.
    expect(await freeOf(company, floor)).toBe(10)
  })
  test('switched off again, the report takes from stock', async () => {
    const company = await app.company()
    const floor = await onTheFloor(company, { stock: '10' })
    await picking(company, '1')
    await picking(company, '0')
    await report(company, floor.task_ids[0]!, '1')
    expect(await freeOf(company, floor)).toBe(9)
  })
})

test('in an edition without dispatching what was given to nobody is reported by whoever may report, from order to goods', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { stock: '100', ordered: true, dispatched: false })
  const worker = await company.member([pages.productionReport])
  const [first, second] = floor.task_ids as [string, string]
  const refused = await worker.send(addReport, { task_id: first, finished_quantity: '10' })
  expect(refused.code).toBe(shopfloorErrors.notAssigned.code)
  // As a lite company is: nothing can be given away there.
  await app.database.pool.query(`update org_app set app_code = 'mep_lite' where org_id = $1`, [company.org_id])
  await app.database.pool.query(`update app_permission set app_code = 'mep_lite' where org_id = $1`, [company.org_id])
  expect((await worker.ok(listReportTasks, { mine: true })).result.map(({ id }) => id)).toEqual([first, second])
  for (const task_id of [first, second]) await worker.ok(addReport, { task_id, finished_quantity: '10' })
  expect((await moOf(company, floor)).mo.status).toBe(codes.completed)
})
