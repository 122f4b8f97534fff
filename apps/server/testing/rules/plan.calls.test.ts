import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { cancelPublishedPlan, publishPlan } from '@qitao/scheduling/model/publish/publish.calls.ts'
import { autoSchedule } from '@qitao/scheduling/model/schedule.calls.ts'
import { schedulingErrors } from '@qitao/scheduling/model/scheduling.errors.ts'
import { aComponent, aMo, aPlannedMo, aPlant, at } from '@qitao/scheduling/testing/plant.ts'
import { addDispatch, addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { shopfloorErrors } from '@qitao/shopfloor/model/shopfloor.errors.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { allPages, pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type TestCompany, testApp } from '../test-app.ts'
import { refused, rule } from './rule.ts'

const app = await testApp()

const scheduled = async (company: TestCompany, mo_ids: string[]) => {
  const { job_id } = await company.admin.ok(autoSchedule, { mo_ids, seconds: 1 })
  return (await company.jobEnd(job_id, 120)) as {
    status: number
    error_code: number | null
    result: { scheduled: number; failed: { id: string; code: number }[] } | null
  }
}
/** What an order that could not be placed is told; undefined: it was placed. */
const whyNot = async (company: TestCompany, mo_id: string): Promise<number | undefined> => {
  const { result, error_code } = await scheduled(company, [mo_id])
  return result ? result.failed.find(({ id }) => id === mo_id)?.code : (error_code ?? undefined)
}

rule(app, 'R-058 a published plan that is dispatched cannot be cancelled', async company => {
  const floor = await onTheFloor(company)
  await refused(company.admin, cancelPublishedPlan, { mo_ids: [floor.id] }, schedulingErrors.planHasExecution)
  const free = await onTheFloor(company, { dispatched: false })
  await company.admin.ok(cancelPublishedPlan, { mo_ids: [free.id] })
})

rule(app, 'R-160 without a cycle time, and R-234 without equipment, an order is not scheduled', async company => {
  const plant = await aPlant(company)
  const mo = await aMo(company, plant, { steps: 1 })
  expect(await whyNot(company, mo.id)).toBeUndefined()
  const untimed = await aMo(company, plant, { steps: 1 })
  await company.as(tx => sql`delete from cycle_time where process_id = ${plant.cutting.id}`.execute(tx))
  expect(await whyNot(company, untimed.id)).toBe(schedulingErrors.cycleTimeMissing.code)
  const alone = await aMo(company, plant, { steps: 2 })
  await company.as(async tx => {
    await sql`insert into cycle_time (id, process_id, cycle_seconds) values (gen_random_uuid(), ${plant.cutting.id}, 60)`.execute(
      tx,
    )
    await sql`delete from device_process where process_id = ${plant.welding.id}`.execute(tx)
  })
  expect(await whyNot(company, alone.id)).toBe(schedulingErrors.noEquipment.code)
})

rule(app, 'R-233 R-271 without capacity in the horizon nothing is scheduled', async company => {
  const plant = await aPlant(company, { shifts: [] })
  const mo = await aMo(company, plant, { steps: 1 })
  const code = await whyNot(company, mo.id)
  expect([
    schedulingErrors.noCapacity.code,
    schedulingErrors.deviceUnavailable.code,
    schedulingErrors.infeasible.code,
  ]).toContain(code)
})

rule(app, 'R-183 with mode 35 on, an order that is not kitted is not scheduled', async company => {
  const plant = await aPlant(company)
  const mo = await aMo(company, plant, { steps: 1 })
  await aComponent(company, plant, mo, null)
  const mode = (config_value: string) =>
    company.admin.ok(setOrganizationConfig, { configs: [{ config_mode: 35, config_value }] })
  await mode('1')
  expect(await whyNot(company, mo.id)).toBe(schedulingErrors.notKitted.code)
  await mode('0')
  expect(await whyNot(company, mo.id)).toBeUndefined()
})

rule(app, 'R-295 the deadline is met when the planned finish is not after the delivery date', async company => {
  const plant = await aPlant(company)
  const [early, late] = [
    await aMo(company, plant, { steps: 1 }),
    await aMo(company, plant, { steps: 1, delivery_date: at(-1, 0) }),
  ]
  await scheduled(company, [early.id, late.id])
  const status = async (mo_id: string) => (await company.admin.ok(showMo, { mo_id })).mo.delivery_status
  expect([await status(early.id), await status(late.id)]).toEqual([1, 0])
})

rule(app, 'R-180 R-235 what is published already, or outside of the window, is not published', async company => {
  const plant = await aPlant(company)
  const near = await aPlannedMo(company, plant, 1)
  const far = await aPlannedMo(company, plant, 300)
  await refused(company.admin, publishPlan, { mo_ids: [far.id] }, schedulingErrors.outsidePublishWindow)
  await company.admin.ok(publishPlan, { mo_ids: [near.id] })
  await refused(company.admin, publishPlan, { mo_ids: [near.id] }, schedulingErrors.planPublished)
})

rule(app, 'R-152 with picking required, a task whose order is not fully picked is not reported', async company => {
  const floor = await onTheFloor(company, { stock: '10' })
  const report = { task_id: floor.task_ids[0]!, finished_quantity: '1' }
  const required = (config_value: string) =>
    company.admin.ok(setOrganizationConfig, { configs: [{ config_key: 'report_requires_picking', config_value }] })
  await required('1')
  await refused(company.admin, addReport, report, shopfloorErrors.notFullyPicked)
  await required('0')
  await company.admin.ok(addReport, report)
})

rule(app, 'R-162 R-243 only who has the page dispatches, and only who has the page reports', async company => {
  const floor = await onTheFloor(company, { stock: '10', dispatched: false })
  const others = allPages.filter(page => page !== pages.dispatch && page !== pages.productionReport)
  const outsider = await company.member(others)
  const dispatch = { task_ids: [floor.task_ids[0]!], user_ids: [outsider.user_id] }
  await refused(outsider, addDispatch, dispatch, shopfloorErrors.dispatchNoRight)
  const report = { task_id: floor.task_ids[0]!, finished_quantity: '1' }
  await refused(outsider, addReport, report, shopfloorErrors.reportNoRight)
  const dispatcher = await company.member([pages.dispatch])
  const worker = await company.member([pages.productionReport])
  await dispatcher.ok(addDispatch, { ...dispatch, user_ids: [worker.user_id] })
  await worker.ok(addReport, report)
})
