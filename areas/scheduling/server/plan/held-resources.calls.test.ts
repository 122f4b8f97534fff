import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { mouldCalls } from '@qitao/engineering/model/time/mould.calls.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { deviceCalls } from '@qitao/masterdata/model/resource/device.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { autoSchedule, type ScheduleResult } from '../../model/schedule.calls.ts'
import { ended } from '../../testing/jobs.ts'
import { aMo, aPlant, aTask, at, type MadeMo } from '../../testing/plant.ts'

/** What is entered of moulds and furnaces is what the plan is made by: from the page's calls to the tasks. */
const app = await testApp()

async function scheduled(company: TestCompany, mos: readonly MadeMo[]): Promise<ScheduleResult> {
  const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: mos.map(({ id }) => id), seconds: 1 })
  return (await ended(company, job_id)).result as ScheduleResult
}
const tasksOf = (company: TestCompany, mos: readonly MadeMo[]) =>
  company.as(tx =>
    rows(
      tx,
      sql<{ device_id: string; setup_start_time: number; start_time: number; end_time: number; setup_seconds: number }>`
        select device_id, setup_start_time, start_time, end_time, setup_seconds from production_task
        where mo_id = any(${mos.map(({ id }) => id)}::uuid[]) order by setup_start_time, start_time`,
    ),
  )

test('two orders that share a mould are placed one after the other, on the machine that it fits; disabled, it is named', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mos = [await aMo(company, plant, { steps: 1 }), await aMo(company, plant, { steps: 1 })]
  const mould = {
    ...{ code: 'M-1', name: 'Cap', process_id: plant.cutting.id, material_ids: [plant.product.id] },
    device_ids: [plant.saw2.id],
  }
  const { id } = await company.admin.ok(mouldCalls.add, mould)
  expect((await scheduled(company, mos)).failed).toEqual([])
  const [first, second] = await tasksOf(company, mos)
  expect([first!.device_id, second!.device_id]).toEqual([plant.saw2.id, plant.saw2.id])
  expect(second!.setup_start_time).toBeGreaterThanOrEqual(first!.end_time)

  await company.admin.ok(mouldCalls.alter, { ...mould, id, row_version: 0, status: 0 as const })
  expect((await scheduled(company, mos)).failed).toMatchObject(
    mos.map(({ no }) => ({ no, cause: 'no_resource', object: 'M-1 Cap' })),
  )
})

test('a machine whose last task had another mould is set up for the change', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const { record } = await company.admin.ok(deviceCalls.detail, { id: plant.saw.id })
  await company.admin.ok(deviceCalls.alter, { ...changeable(record), mould_change_seconds: 1800 })
  for (const product of [plant.product, plant.other])
    await company.admin.ok(mouldCalls.add, {
      ...{ code: `M-${product.code}`, name: 'M', process_id: plant.cutting.id, material_ids: [product.id] },
      device_ids: [plant.saw.id],
    })
  const before = await aMo(company, plant, { steps: 1, status: 60, material_id: plant.other.id })
  await aTask(company, before, 0, plant.saw, at(-1, 8), { status: 2 })
  const mo = await aMo(company, plant, { steps: 1 })
  expect((await scheduled(company, [mo])).failed).toEqual([])
  expect(await tasksOf(company, [mo])).toMatchObject([{ device_id: plant.saw.id, setup_seconds: 1800 }])
})
test('orders of one furnace code run as one charge, and stay one when the plan is made anew', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const { record } = await company.admin.ok(deviceCalls.detail, { id: plant.saw.id })
  await company.admin.ok(deviceCalls.alter, { ...changeable(record), charge_capacity: '500' })
  await company.as(tx =>
    sql`update device_process set process_id = ${plant.welding.id} where device_id = ${plant.saw2.id}`.execute(tx),
  )
  const process = (await company.admin.ok(processCalls.detail, { id: plant.cutting.id })).record
  await company.admin.ok(processCalls.alter, {
    ...{
      id: process.id,
      row_version: process.row_version,
      code: process.code,
      name: process.name,
      charge_by: 3 as const,
    },
  })
  const of = (furnace_code: string | null, material_id: string) =>
    aMo(company, plant, { steps: 1, furnace_code, material_id })
  const mos = [await of('F1', plant.product.id), await of('F1', plant.other.id), await of(null, plant.product.id)]
  for (let times = 0; times < 2; times++) {
    expect((await scheduled(company, mos)).failed).toEqual([])
    const [one, other] = await tasksOf(company, mos.slice(0, 2))
    expect(one).toEqual(other)
    const [alone] = await tasksOf(company, mos.slice(2))
    expect(alone!.setup_start_time >= one!.end_time || alone!.end_time <= one!.setup_start_time).toBe(true)
  }
})

const changeable = ({
  id,
  row_version,
  machine_no,
  name,
  process_ids,
  sequence,
}: {
  id: string
  row_version: number
  machine_no: string
  name: string
  process_ids: string[]
  sequence: number
}) => ({ id, row_version, machine_no, name, process_ids, sequence })
