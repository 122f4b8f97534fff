// Once a day planners hear which kits lack what nobody has ordered.
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { addDays, dayOf, daySeconds } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { showMo } from '../../model/mo/mo.calls.ts'
import { checkKits } from '../../model/plan/material-plan.calls.ts'
import { aMo, inStock } from '../../testing/factories.ts'
import { shortKitsClock } from './short-kits.jobs.ts'

const app = await testApp()
const zone = 'Asia/Shanghai'

const checked = async (company: TestCompany, mo_id: string) => {
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo_id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
}
const told = async (member: TestCompany['admin']) =>
  (await member.ok(listNotices, {})).result.filter(({ sign }) => sign === 'short_kits')
/** The clock, and the job that it starts in the company. */
async function aDayLater(company: TestCompany): Promise<void> {
  await keepHouse(app.database, shortKitsClock)
  const [started] = await app.database.system(tx =>
    rows(
      tx,
      sql<{
        id: string
      }>`select id from job where org_id = ${company.org_id} and job_type = 'short_kits' order by created_time desc, id desc limit 1`,
    ),
  )
  if (started) await company.jobEnd(started.id)
}

test('what is short is told once a day to the material planner alone, with the day as of today', async () => {
  const company = await app.company()
  const planner = await company.member([pages.materialPlan])
  const operator = await company.member([pages.dispatch])
  const order = await aMo(company, { components: 1 })
  await company.as(async tx => {
    await sql`update material set supply_lead_time = 9 where id = ${order.component_ids[0]!}`.execute(tx)
    await sql`update mo set delivery_date = ${inDays(90)} where id = ${order.id}`.execute(tx)
  })
  await checked(company, order.id)
  const { mo } = await company.admin.ok(showMo, { mo_id: order.id })
  const now = Math.floor(Date.now() / 1000)
  // Not when it is needed in three months, but when it can be there.
  const day = addDays(dayOf(now, zone), 9)
  expect(dayOf(mo.kitting_time!, zone)).toBe(day)

  await company.as(tx => sql`update mo set kitting_time = ${now - daySeconds} where id = ${order.id}`.execute(tx))
  await aDayLater(company)
  const [notice, ...more] = await told(planner)
  expect(more).toEqual([])
  expect(notice).toMatchObject({ type: 'warning', href: `${pages.materialPlan.path}?material_statuses=6` })
  expect(notice!.text).toContain(`1个工单缺料且尚未下单：${mo.no}`)
  expect(notice!.text).toContain(`最早${day.slice(5)}齐套`)
  expect(await told(operator)).toEqual([])
  expect(dayOf((await company.admin.ok(showMo, { mo_id: order.id })).mo.kitting_time!, zone)).toBe(day)

  await company.as(tx => sql`delete from notice where org_id = ${company.org_id}`.execute(tx))
  await inStock(company, order.component_ids, '1000')
  await checked(company, order.id)
  await aDayLater(company)
  expect(await told(planner)).toEqual([])
})
