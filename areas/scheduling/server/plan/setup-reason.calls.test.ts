import { queryCustomFieldList, setCustomFieldList } from '@qitao/access/model/record/custom-field.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { changeLineCalls } from '@qitao/engineering/model/time/change-line.calls.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { explainSetup } from '../../model/chart/setup-reason.calls.ts'
import { alterTask } from '../../model/schedule.calls.ts'
import { aPlannedMo, aPlant, at } from '../../testing/plant.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const minutes = 60

/** Two tasks on one machine: a light product, then a dark one; from light to dark takes half an hour on machines of the workgroup. */
async function set(company: TestCompany) {
  const { admin } = company
  const plant = await aPlant(company)
  await admin.ok(setCustomFieldList, {
    module_code: 'material',
    custom_fields: [{ field_name: 'Colour', field_type: 'select', options: ['light', 'dark'] }],
  })
  const { result: fields } = await admin.ok(queryCustomFieldList, { module_code: 'material' })
  const { field_key } = fields[0]!
  const paint = (id: string, colour: string) =>
    company.as(tx =>
      sql`update material set custom = jsonb_build_object(${field_key}::text, ${colour}::text) where id = ${id}`.execute(
        tx,
      ),
    )
  await paint(plant.product.id, 'light')
  await paint(plant.other.id, 'dark')
  const group = await company.as(async tx => {
    await sql`insert into workgroup (id, code, name) values (${nowhere}, 'PAINTERS', 'Painters')`.execute(tx)
    await sql`update device set workgroup_id = ${nowhere} where id = ${plant.saw.id}`.execute(tx)
    return nowhere
  })
  const entry = { attribute: field_key, from_value: 'light', to_value: 'dark', change_seconds: 30 * minutes }
  await admin.ok(changeLineCalls.add, { ...entry, workgroup_id: group })
  await admin.ok(changeLineCalls.add, { ...entry, change_seconds: 1 })
  const first = await aPlannedMo(company, plant, 2, { steps: 1 })
  const second = await aPlannedMo(company, plant, 3, { steps: 1, material_id: plant.other.id })
  return { plant, first, second }
}

contract(app, explainSetup, {
  set,
  good: ({ second }) => ({ task_id: second.cut.id }),
  check: async ({ before, change }, { first, plant }, company) => {
    expect(before).toMatchObject({ mo_no: first.no, material_code: plant.product.code })
    expect(change).toEqual({
      ...{ by: 'attribute', attribute_name: 'Colour', from: 'light', to: 'dark', whose: 'workgroup' },
      change_seconds: 30 * minutes,
    })
    const of = await company.admin.ok(explainSetup, { task_id: first.cut.id })
    expect(of).toEqual({ before: null, change: null })
  },
  refused: () => [['no such task', { task_id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('the plan is set up for by the attribute', async () => {
  const company = await app.company()
  const { first, second } = await set(company)
  await company.as(tx =>
    sql`update production_task set setup_start_time = start_time + 1800, start_time = start_time + 1800, end_time = end_time + 1800, setup_seconds = 0
      where id = ${second.cut.id}`.execute(tx),
  )
  const moved = { task_id: first.cut.id, start_time: at(2, 9), end_time: at(2, 11), row_version: 0 }
  const { changed } = await company.admin.ok(alterTask, moved)
  expect(changed.find(({ id }) => id === second.cut.id)).toMatchObject({ setup_seconds: 30 * minutes })
})

test('the first open task follows what its machine has done last, though that was to begin later', async () => {
  const company = await app.company()
  const { first, second, plant } = await set(company)
  await company.as(tx =>
    sql`update production_task set status = ${taskStatus.codes.done}, actual_finish_time = start_time where id = ${second.cut.id}`.execute(
      tx,
    ),
  )
  const { before, change } = await company.admin.ok(explainSetup, { task_id: first.cut.id })
  expect(before).toMatchObject({ mo_no: second.no, material_code: plant.other.code })
  expect(change).toBeNull()
  expect((await company.admin.ok(explainSetup, { task_id: second.cut.id })).before).toMatchObject({ mo_no: first.no })
})
