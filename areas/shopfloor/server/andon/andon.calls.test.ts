import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { answerAndon, callAndon, closeAndon, listAndon } from '../../model/andon/andon.calls.ts'
import { andonCause, andonStatus } from '../../model/andon/andon.status.ts'
import { addDispatch } from '../../model/report.calls.ts'
import { shopfloorErrors } from '../../model/shopfloor.errors.ts'
import { onTheFloor } from '../../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const { machine, material } = andonCause.codes

/** A task of an operator at a machine whose group has a leader. */
async function atWork(company: TestCompany) {
  const floor = await onTheFloor(company, { dispatched: false })
  const operator = await company.member([pages.productionReport])
  const leader = await company.member([pages.workshopPlan])
  const group = await aWorkgroup(company, { leader_id: leader.user_id, member_ids: [operator.user_id] })
  await company.as(tx => sql`update device set workgroup_id = ${group.id} where id = ${floor.device_id}`.execute(tx))
  const [task_id] = floor.task_ids as [string]
  await company.admin.ok(addDispatch, { task_ids: [task_id], user_ids: [operator.user_id] })
  return { ...floor, task_id, operator, leader, group }
}
async function called(company: TestCompany) {
  const made = await atWork(company)
  const { id } = await made.operator.ok(callAndon, { task_id: made.task_id, cause: machine })
  return { ...made, id, row_version: await versionOf(company, id) }
}
const versionOf = async (company: TestCompany, id: string) =>
  (await company.admin.ok(listAndon, {})).result.find(one => one.id === id)!.row_version

describe('calls', () => {
  contract(app, listAndon, {
    set: called,
    good: ({ task_id, group, device_id }) => ({
      ...{ statuses: [andonStatus.codes.called], workgroup_id: group.id, device_ids: [device_id], task_id },
    }),
    check: (data, { id, machine_no }) =>
      expect(data).toMatchObject({ total: 1, result: [{ id, machine_no, cause: machine, answered_time: null }] }),
    refused: () => [['an unknown state', { statuses: [7] }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toMatchObject({ total: 0 }),
  })
  contract(app, callAndon, {
    set: async company => {
      const made = await atWork(company)
      await made.operator.ok(callAndon, { task_id: made.task_id, cause: machine })
      return made
    },
    good: ({ task_id }) => ({ task_id, cause: material, remark: '缺胶水' }),
    check: async (data, { leader }) => {
      expect(data.rung_names.length).toBe(1)
      const { result } = await leader.ok(listNotices, {})
      expect(result.some(({ text }) => text.includes('缺胶水'))).toBe(true)
    },
    refused: ({ task_id }) => [
      ['the same twice', { task_id, cause: machine }, shopfloorErrors.andonOpen],
      ['no such task', { task_id: nowhere, cause: machine }, generalErrors.recordNotFound],
      ['no such cause', { task_id, cause: 9 }, generalErrors.badParameter],
      ['a long remark', { task_id, cause: material, remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, answerAndon, {
    set: async company => {
      const made = await called(company)
      const other = await company.admin.ok(callAndon, { task_id: made.task_id, cause: material })
      await company.admin.ok(closeAndon, { id: other.id, row_version: await versionOf(company, other.id) })
      return { ...made, over: { id: other.id, row_version: await versionOf(company, other.id) } }
    },
    good: ({ id, row_version }) => ({ id, row_version }),
    check: async (_data, { id, leader }) => {
      const { result } = await leader.ok(listAndon, {})
      expect(result.find(one => one.id === id)).toMatchObject({ status: andonStatus.codes.answered, closed_time: null })
      expect(result.find(one => one.id === id)!.answered_time).not.toBeNull()
    },
    refused: ({ id, row_version, over }) => [
      ['an old version', { id, row_version: row_version + 1 }, generalErrors.versionConflict],
      ['one that is over', over, generalErrors.statusNotAllowed],
      ['no such call', { id: nowhere, row_version: 0 }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, closeAndon, {
    set: called,
    good: ({ id, row_version }) => ({ id, row_version, remedy: '换了刀具' }),
    check: async (_data, { id }, company) => {
      const [found] = (await company.admin.ok(listAndon, { statuses: [andonStatus.codes.closed] })).result
      expect(found).toMatchObject({ id, remedy: '换了刀具' })
      expect(found!.answered_time).toBe(found!.closed_time)
    },
    refused: ({ id, row_version }) => [
      ['an old version', { id, row_version: row_version + 1 }, generalErrors.versionConflict],
      ['no such call', { id: nowhere, row_version: 0 }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
})

test('only whose task it is calls from it; without a leader the administrators are rung', async () => {
  const company = await app.company()
  const { task_id, operator, group } = await atWork(company)
  const stranger = await company.member([pages.productionReport])
  const answer = await stranger.send(callAndon, { task_id, cause: machine })
  expect(answer.code).toBe(shopfloorErrors.notAssigned.code)
  await company.as(tx => sql`update workgroup set leader_id = null where id = ${group.id}`.execute(tx))
  expect((await operator.ok(callAndon, { task_id, cause: machine })).rung_names).toEqual(['Admin'])
})
