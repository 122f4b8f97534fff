// A shift is handed over with what is open then; who goes on takes it, and what was open stays written.
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { aFreeze, aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callAndon } from '../../model/andon/andon.calls.ts'
import { andonCause } from '../../model/andon/andon.status.ts'
import {
  addHandover,
  listHandovers,
  previewHandover,
  takeHandover,
  withdrawHandover,
} from '../../model/handover/handover.calls.ts'
import { handoverStatus } from '../../model/handover/handover.status.ts'
import { addDispatch, addReport } from '../../model/report.calls.ts'
import { shopfloorErrors } from '../../model/shopfloor.errors.ts'
import { onTheFloor } from '../../testing/factories.ts'

const app = await testApp()
const absent = '01900000-0000-7000-8000-000000000000'
const shift: [number, number] = [inDays(1) - 3600, inDays(1) + 7 * 3600]

const later: [number, number] = [shift[1], shift[1] + 8 * 3600]

/** A machine of a group with two tasks of the shift, a call from the first, and a stop; two leaders. */
async function aShift(company: TestCompany) {
  const floor = await onTheFloor(company, { dispatched: false, stock: '99' })
  const [giver, taker] = [await company.member([pages.workshopPlan]), await company.member([pages.workshopPlan])]
  const dispatcher = await company.member([pages.dispatch])
  const group = await aWorkgroup(company, { leader_id: giver.user_id, member_ids: [giver.user_id] })
  await company.as(tx => sql`update device set workgroup_id = ${group.id} where id = ${floor.device_id}`.execute(tx))
  const [task_id] = floor.task_ids as [string]
  await company.admin.ok(addDispatch, { task_ids: [task_id], user_ids: [company.admin.user_id] })
  await company.admin.ok(callAndon, { task_id, cause: andonCause.codes.material, remark: 'No glue' })
  await aFreeze(company, { device_id: floor.device_id, start_time: shift[0] - 600, end_time: shift[0] + 600 })
  const asked = { workgroup_id: group.id, timestamp_range: shift }
  return { ...floor, task_id, giver, taker, dispatcher, group, asked }
}
const given = async (company: TestCompany) => {
  const of = await aShift(company)
  const input = { ...of.asked, shift_name: 'Shift A', taker_id: of.taker.user_id, note: 'Belt is worn' }
  const { id } = await of.giver.ok(addHandover, input)
  return { ...of, input, id, admin_id: company.admin.user_id }
}
const ofMine = async (company: TestCompany) => {
  const of = await aShift(company)
  const { admin } = company
  // The administrator, as whom a contract asks, is the one who takes it over.
  const { id } = await of.giver.ok(addHandover, { ...of.asked, shift_name: 'Shift A', taker_id: admin.user_id })
  return { ...of, id }
}

contract(app, previewHandover, {
  set: aShift,
  good: ({ asked }) => asked,
  check: (data, { machine_no }) => {
    expect(data).toMatchObject({
      ...{ tasks: [{ machine_no, reported_quantity: '0.000000' }, { machine_no }], more_tasks: 0 },
      ...{ calls: [{ machine_no, remark: 'No glue', answered: false }], stops: [{ machine_no }] },
    })
    expect(data.tasks[0]!.people).toEqual(['Admin'])
    expect(data.tasks[1]!.people).toEqual([])
  },
  refused: ({ asked }) => [
    ['no such group', { ...asked, workgroup_id: absent }, generalErrors.recordNotFound],
    ['a range that ends first', { ...asked, timestamp_range: [shift[1], shift[0]] }, masterdataErrors.badTimeRange],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, addHandover, {
  set: given,
  good: ({ input }) => ({ ...input, timestamp_range: later, shift_name: 'Shift B' }),
  check: async (_data, { taker }) => {
    const { result } = await taker.ok(listNotices, {})
    expect(result.filter(({ sign }) => sign?.startsWith('handover'))).toHaveLength(2)
  },
  refused: ({ input, giver, dispatcher, admin_id }) => [
    ['to who cannot open the page of it', { ...input, taker_id: dispatcher.user_id }, shopfloorErrors.takerCannot],
    ['the same shift again', input, shopfloorErrors.handedOver],
    ['to oneself', { ...input, taker_id: admin_id }, shopfloorErrors.takerIsGiver],
    ['to a stranger', { ...input, taker_id: absent }, shopfloorErrors.takerCannot],
    ['no such group', { ...input, workgroup_id: absent }, generalErrors.recordNotFound],
    ['a long note', { ...input, taker_id: giver.user_id, note: 'x'.repeat(256) }, generalErrors.remarkTooLong],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, listHandovers, {
  set: given,
  good: ({ group }) => ({ workgroup_id: group.id, statuses: [handoverStatus.codes.given] }),
  check: (data, { id, group }) =>
    expect(data).toMatchObject({
      result: [{ id, workgroup_id: group.id, shift_name: 'Shift A', note: 'Belt is worn', taken_time: null }],
    }),
  refused: () => [['an unknown state', { statuses: [7] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, takeHandover, {
  set: ofMine,
  good: ({ id }) => ({ id, row_version: 0, answer: 'Seen' }),
  check: async (_data, { id, giver }) => {
    const [found] = (await giver.ok(listHandovers, {})).result
    expect(found).toMatchObject({ id, status: handoverStatus.codes.taken, answer: 'Seen' })
    expect(found!.taken_time).not.toBeNull()
  },
  refused: ({ id }) => [
    ['an old version', { id, row_version: 7 }, generalErrors.versionConflict],
    ['no such one', { id: absent, row_version: 0 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, withdrawHandover, {
  set: async company => {
    const of = await aShift(company)
    const { admin } = company
    const { id } = await admin.ok(addHandover, { ...of.asked, shift_name: 'Shift A', taker_id: of.taker.user_id })
    return { ...of, id }
  },
  good: ({ id }) => ({ id, row_version: 0 }),
  check: async (_data, { taker }) => {
    expect((await taker.ok(listHandovers, {})).total).toBe(0)
    expect((await taker.ok(listNotices, {})).result.filter(({ sign }) => sign?.startsWith('handover'))).toEqual([])
  },
  refused: ({ id }) => [
    ['an old version', { id, row_version: 7 }, generalErrors.versionConflict],
    ['no such one', { id: absent, row_version: 0 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('only who it is handed over to takes it, only who has handed it over takes it back, and each once', async () => {
  const company = await app.company()
  const { id, giver, taker, task_id } = await given(company)
  const at = (row_version: number) => ({ id, row_version })
  expect((await giver.send(takeHandover, at(0))).code).toBe(shopfloorErrors.notTheTaker.code)
  expect((await taker.send(withdrawHandover, at(0))).code).toBe(shopfloorErrors.notTheGiver.code)
  expect((await taker.ok(listHandovers, { mine: true })).total).toBe(1)
  expect((await giver.ok(listHandovers, { mine: true })).total).toBe(0)
  await taker.ok(takeHandover, at(0))
  expect((await taker.ok(listHandovers, { mine: true })).total).toBe(0)
  const [{ row_version } = { row_version: 0 }] = (await taker.ok(listHandovers, {})).result
  expect((await taker.send(takeHandover, at(row_version))).code).toBe(generalErrors.statusNotAllowed.code)
  expect((await giver.send(withdrawHandover, at(row_version))).code).toBe(generalErrors.statusNotAllowed.code)
  // The work goes on; what was handed over stays as it was.
  await company.admin.ok(addReport, { task_id, finished_quantity: '4', defective_quantity: '0' })
  const [after] = (await giver.ok(listHandovers, {})).result
  expect(after!.open_work.tasks[0]).toMatchObject({ task_id, reported_quantity: '0.000000' })
})

test('whoever may not open the workshop plan is not handed a shift', async () => {
  const company = await app.company()
  const { giver, asked } = await aShift(company)
  const operator = await company.member([pages.productionReport])
  const answer = await giver.send(addHandover, { ...asked, shift_name: 'Shift A', taker_id: operator.user_id })
  expect(answer.code).toBe(shopfloorErrors.takerCannot.code)
})
