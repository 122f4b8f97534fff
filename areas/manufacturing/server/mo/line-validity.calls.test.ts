import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMo, showMoBom } from '../../model/mo/mo.calls.ts'
import { followRecipe, queryRecipeChanges } from '../../model/mo/recipe-change.calls.ts'

const app = await testApp()

/** From the tenth day on it is made with another component. */
async function set(company: TestCompany, manufacturing_bom: boolean) {
  const [old, other, always] = await someMaterials(company, 3)
  const { material_id } = await aReleasedProduct(company, {
    manufacturing_bom,
    components: [
      { material_id: old!.id, expiry_time: inDays(10) },
      { material_id: other!.id, quantity: '2', valid_from: inDays(10) },
      { material_id: always!.id },
    ],
  })
  await company.as(tx => rows(tx, sql`update material set supply_lead_time = 3 where id = ${material_id} returning id`))
  const make = (days: number) =>
    company.admin.ok(createMo, { material_id, planned_quantity: '5', delivery_date: inDays(days) })
  const used = async (mo_id: string) =>
    (await company.admin.ok(showMoBom, { mo_id })).result.map(one => [one.material_id, Number(one.required_quantity)])
  const plannedOn = (mo_id: string, days: number) =>
    company.as(tx => rows(tx, sql`update mo set planned_start_time = ${inDays(days)} where id = ${mo_id} returning id`))
  const before = [
    [old!.id, 5],
    [always!.id, 5],
  ]
  const after = [
    [other!.id, 10],
    [always!.id, 5],
  ]
  return { make, used, plannedOn, before, after, other: other!, old: old! }
}

test.each([true, false])(
  'an order uses what is valid on the day on which it begins (manufacturing BoM: %s)',
  async flow => {
    const company = await app.company()
    const { make, used, before, after } = await set(company, flow)
    expect(await used((await make(9)).id)).toEqual(before)
    // Due after the change, it begins before it: it takes three days.
    expect(await used((await make(12)).id)).toEqual(before)
    expect(await used((await make(13)).id)).toEqual(after)
    expect(await used((await make(20)).id)).toEqual(after)
  },
)

test('planned to another day than it was made for, an order says so, names the day and follows', async () => {
  const company = await app.company()
  const { admin } = company
  const { make, used, plannedOn, after, old, other } = await set(company, true)
  const [early, late] = [await make(9), await make(20)]
  const changes = async () =>
    (await admin.ok(queryRecipeChanges, { mo_ids: [early.id, late.id] })).result.map(one => ({
      ...{ mo_id: one.mo_id, start_time: one.start_time, digest: one.digest },
      components: one.components.map(use => [use.material_id, use.before === null, use.after === null]),
    }))
  expect(await changes()).toEqual([])
  await plannedOn(early.id, 12)
  const [change, ...rest] = await changes()
  expect(rest).toEqual([])
  expect(change).toMatchObject({ mo_id: early.id, start_time: inDays(12) })
  expect(change!.components).toEqual([
    [old.id, false, true],
    [other.id, true, false],
  ])
  const done = await admin.ok(followRecipe, { mos: [{ id: early.id, digest: change!.digest }] })
  expect(done.done_ids).toEqual([early.id])
  expect(await used(early.id)).toEqual(after)
  expect(await changes()).toEqual([])
})
