import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aFreeze } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cancelPublishedPlan, previewPublish, publishPlan } from '../../model/publish/publish.calls.ts'
import { alterTask } from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { aComponent, aMo, aPlannedMo, aPlant, at, days } from '../../testing/plant.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'

async function set(company: TestCompany) {
  const plant = await aPlant(company)
  return {
    plant,
    mo: await aPlannedMo(company, plant, 2),
    far: await aPlannedMo(company, plant, 30),
    bare: await aMo(company, plant),
  }
}
const stateOf = async (company: TestCompany, mo_id: string) =>
  (
    await company.as(tx =>
      rows(
        tx,
        sql<object>`select o.status, o.publish_status, array_agg(t.publish_status order by t.sequence) as tasks from mo o
          join production_task t on t.mo_id = o.id where o.id = ${mo_id} group by o.org_id, o.id`,
      ),
    )
  )[0]
const published = async (company: TestCompany) => {
  const made = await set(company)
  await company.admin.ok(publishPlan, { mo_ids: [made.mo.id] })
  return made
}
const run = (company: TestCompany, statement: ReturnType<typeof sql>) => company.as(tx => statement.execute(tx))

describe('publishing', () => {
  contract(app, publishPlan, {
    set,
    good: ({ mo }) => ({ mo_ids: [mo.id] }),
    check: async (data, { mo }, company) => {
      expect(data).toEqual({ done_ids: [mo.id], failed: [] })
      expect(await stateOf(company, mo.id)).toEqual({ status: 30, publish_status: 1, tasks: [1, 1] })
    },
    refused: ({ mo, far, bare }) => [
      ['outside of the window', { mo_ids: [far.id] }, schedulingErrors.outsidePublishWindow],
      [
        'outside of a shorter window',
        { mo_ids: [mo.id], publish_until: at(1, 0) },
        schedulingErrors.outsidePublishWindow,
      ],
      [
        'a window beyond that of the settings',
        { mo_ids: [far.id], publish_until: at(60, 0) },
        schedulingErrors.outsidePublishWindow,
      ],
      ['an order that is not scheduled', { mo_ids: [bare.id] }, schedulingErrors.noMovablePlan],
      ['an order that is not there', { mo_ids: [nowhere] }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  const refusal = async (spoil: (company: TestCompany, made: Awaited<ReturnType<typeof set>>) => Promise<unknown>) => {
    const company = await app.company()
    const made = await set(company)
    await spoil(company, made)
    const answer = await company.admin.send(publishPlan, { mo_ids: [made.mo.id] })
    expect(await stateOf(company, made.mo.id)).toMatchObject({ status: 20, publish_status: 0 })
    return answer
  }
  test('5601 on a disabled machine', async () => {
    expect(
      await refusal((company, { plant }) => run(company, sql`update device set status = 0 where id = ${plant.saw.id}`)),
    ).toMatchObject({ code: 5601 })
  })
  test('R-268 6102 when the checker finds a broken rule: a machine frozen since, an overlap, too little time', async () => {
    const frozen = await refusal((company, { plant }) =>
      aFreeze(company, { device_id: plant.saw.id, start_time: at(2, 9), end_time: at(2, 10) }),
    )
    expect(frozen).toMatchObject({ code: 6102, message: expect.stringContaining('设备已冻结') })
    const overlap = await refusal((company, { mo }) =>
      run(
        company,
        sql`update production_task set setup_start_time = start_time - 3600, start_time = start_time - 3600 where id = ${mo.weld.id}`,
      ),
    )
    expect(overlap).toMatchObject({ code: 6102, message: expect.stringContaining('早于前道工序') })
    const short = await refusal(company => run(company, sql`update cycle_time set cycle_seconds = 61`))
    expect(short).toMatchObject({ code: 6102, message: expect.stringContaining('加工时间不足') })
  })
  test('5616 a second time, until a task has moved', async () => {
    const company = await app.company()
    const { mo } = await published(company)
    expect(await company.admin.send(publishPlan, { mo_ids: [mo.id] })).toMatchObject({ code: 5616 })
    const [task] = await company.as(tx =>
      rows(tx, sql<{ row_version: number }>`select row_version from production_task where id = ${mo.weld.id}`),
    )
    await company.admin.ok(alterTask, {
      task_id: mo.weld.id,
      start_time: at(2, 11),
      end_time: at(2, 13),
      row_version: task!.row_version,
    })
    expect(await company.admin.ok(previewPublish, {})).toMatchObject({
      added: [],
      moved: [{ mo_id: mo.id, moved_count: 1 }],
    })
    await company.admin.ok(publishPlan, { task_ids: [mo.weld.id] })
    const [now] = await company.as(tx =>
      rows(tx, sql<object>`select published_start_time from production_task where id = ${mo.weld.id}`),
    )
    expect(now).toEqual({ published_start_time: at(2, 11) })
  })
  test('without a choice: all that starts within the window', async () => {
    const company = await app.company()
    const { mo } = await set(company)
    expect(await company.admin.ok(publishPlan, {})).toEqual({ done_ids: [mo.id], failed: [] })
    expect(await company.admin.send(publishPlan, {})).toMatchObject({ code: 5609 })
  })
})

contract(app, cancelPublishedPlan, {
  set: published,
  good: ({ mo }) => ({ mo_ids: [mo.id] }),
  check: async (_data, { mo }, company) =>
    expect(await stateOf(company, mo.id)).toEqual({ status: 20, publish_status: 0, tasks: [0, 0] }),
  refused: ({ far }) => [
    ['an order that is not published', { mo_ids: [far.id] }, schedulingErrors.planNotPublished],
    ['no orders', {}, schedulingErrors.planNotPublished],
    ['an order that is not there', { mo_ids: [nowhere] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
test.each([
  ['dispatched', 5619, sql`update production_task set dispatch_status = 1`],
  ['begun', 5619, sql`update production_task set status = 1`],
  ['reported', 5619, sql`update production_task set reported_quantity = 1`],
  ['locked', 5613, sql`update mo set capacity_locked = true`],
])('a published plan that is %s is not cancelled', async (_what, code, spoil) => {
  const company = await app.company()
  const { mo } = await published(company)
  await run(company, spoil)
  expect(await company.admin.send(cancelPublishedPlan, { mo_ids: [mo.id] })).toMatchObject({ code })
  expect(await stateOf(company, mo.id)).toMatchObject({ status: 30 })
})

contract(app, previewPublish, {
  set,
  good: () => ({}),
  check: (data, { mo }) =>
    expect(data).toMatchObject({
      added: [{ mo_id: mo.id, mo_no: mo.no, task_count: 2, late: false, due: at(21, 0), material_status: null }],
      moved: [],
      outside: [],
    }),
  refused: () => [['an unknown field', { all: true }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ added: [], moved: [], outside: [] }),
})
test('the preview says what set-up is published with an order, and how often a machine changes its product for it', async () => {
  const company = await app.company()
  const { plant, mo } = await set(company)
  const other = await aPlannedMo(company, plant, 3, { material_id: plant.other.id })
  const again = await aPlannedMo(company, plant, 4, { material_id: plant.other.id })
  await run(company, sql`update production_task set setup_seconds = 1800 where mo_id in (${other.id}, ${again.id})`)
  const { added } = await company.admin.ok(previewPublish, {})
  const told = added.map(row => [row.mo_no, row.setup_seconds, row.changeover_count])
  expect(told).toEqual([
    [mo.no, 0, 0],
    [other.no, 3600, 2],
    [again.no, 3600, 0],
  ])
})
test('the preview names what an order is short of, where nothing on its way makes up for it', async () => {
  const company = await app.company()
  const { plant, mo } = await set(company)
  const waiting = await aPlannedMo(company, plant, 3)
  await aComponent(company, plant, mo, null)
  await aComponent(company, plant, waiting, at(2, 8))
  const { added } = await company.admin.ok(previewPublish, {})
  expect(added.map(row => [row.mo_no, row.unsupplied])).toEqual([
    [mo.no, [plant.component.code]],
    [waiting.no, []],
  ])
})
test('the preview of chosen orders tells those outside of the window', async () => {
  const company = await app.company()
  const { mo, far } = await set(company)
  const data = await company.admin.ok(previewPublish, { mo_ids: [mo.id, far.id] })
  expect(data).toMatchObject({ added: [{ mo_id: mo.id }], outside: [{ mo_id: far.id }] })
  expect(data.publish_until).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + days(7))
})
