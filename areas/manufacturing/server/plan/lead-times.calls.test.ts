import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { dayOf, hourSeconds, startOfDay } from '@qitao/core/time.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { aCalendar, aDevice } from '@qitao/masterdata/testing/factories.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listMos } from '../../model/mo/mo.calls.ts'
import { checkKits, previewReplenishment, replenishMos, showMoSupply } from '../../model/plan/material-plan.calls.ts'
import { listPlanMessages } from '../../model/plan/plan-message.calls.ts'
import type { ReplenishmentPreview } from '../../model/replenish/replenishment-preview.ts'
import { aMo } from '../../testing/factories.ts'

const app = await testApp()
const zone = 'Asia/Shanghai'

const done = async (company: TestCompany, started: Promise<{ job_id: string }>) => {
  const job = await company.jobEnd((await started).job_id)
  expect(job).toMatchObject({ status: 2 })
  return job
}
/** A product of a part, each made in two steps of a minute a piece, on machines that work nine hours a day. */
async function plant(company: TestCompany) {
  await aCalendar(company, { is_default: true })
  const part = await aReleasedProduct(company)
  const top = await aMo(company, { quantity: '120', components: [{ material_id: part.material_id }] })
  await aDevice(company, { process_ids: [...part.process_ids, ...top.process_ids] })
  return { top, part }
}
/** Two steps of 120 pieces: each eight hours of queue and its minutes, nine hours of a day being worked. */
const lead = (minutesEach: number) => 2 * (8 * hourSeconds + (120 * minutesEach * 60 * 24) / 9)

test('what nobody has planned begins so long before it is due as its steps take, and so does what it is made of', async () => {
  const company = await app.company()
  const { top, part } = await plant(company)
  await done(company, company.admin.ok(checkKits, { mo_ids: [top.id] }))
  const neededAt = async (mo_id: string) => (await company.admin.ok(showMoSupply, { mo_id })).needs[0]!.needed_time
  expect(await neededAt(top.id)).toBe(inDays(20) - lead(1))
  const { counts, result: open } = await company.admin.ok(listPlanMessages, { kinds: ['make'] })
  expect(counts).toMatchObject({ make: 1 })
  // Nobody begins at night: the last minute of the shift before.
  const begins = inDays(20) - 2 * lead(1)
  const opens = startOfDay(dayOf(begins, zone), zone) + 8 * hourSeconds
  const by_time = begins < opens ? opens - 15 * hourSeconds - 60 : Math.min(begins, opens + 9 * hourSeconds - 60)
  expect(open).toMatchObject([{ to_time: inDays(20) - lead(1), by_time }])

  const preview = (await done(company, company.admin.ok(previewReplenishment, { mo_ids: [top.id] })))
    .result as ReplenishmentPreview
  expect(preview.rows.find(({ material_id }) => material_id === part.material_id)).toMatchObject({
    ...{ needed_time: inDays(20) - lead(1), by_time },
  })
  await done(company, company.admin.ok(replenishMos, { mo_ids: [top.id] }))
  const [child] = (await company.admin.ok(listMos, { parent_mo_id: top.id })).result
  expect(child!.delivery_date).toBe(inDays(20) - lead(1))
  expect(await neededAt(child!.id)).toBe(inDays(20) - 2 * lead(1))
  // What was made stands where it was to: nothing is told of it, by the plan or by the days that follow.
  expect((await company.admin.ok(listPlanMessages, {})).result).toEqual([])

  // With other times the books that are kept for the next plan are read anew.
  await company.as(tx => sql`update cycle_time set cycle_seconds = 600 where org_id = ${company.org_id}`.execute(tx))
  await done(company, company.admin.ok(checkKits, { mo_ids: [top.id, child!.id] }))
  expect(await neededAt(child!.id)).toBe(child!.delivery_date - lead(10))
  const moved = (await company.admin.ok(listPlanMessages, { kinds: ['expedite'] })).result
  expect(moved.find(({ source_no }) => source_no === child!.no)).toMatchObject({ to_time: inDays(20) - lead(10) })
})

test('without machines that do its steps a product takes its own lead time', async () => {
  const company = await app.company()
  const top = await aMo(company)
  await company.as(tx => sql`update material set supply_lead_time = 3 where id = ${top.material_id}`.execute(tx))
  await done(company, company.admin.ok(checkKits, { mo_ids: [top.id] }))
  const { needs } = await company.admin.ok(showMoSupply, { mo_id: top.id })
  expect(needs.map(({ needed_time }) => needed_time)).toEqual([inDays(17), inDays(17)])
})
