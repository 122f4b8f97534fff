import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { aDevice, aProcess } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { disposal, taskStatus } from '@qitao/quality/model/task/task.status.ts'
import { aHeldLot } from '@qitao/quality/testing/quality.factory.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { addDispatch, addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { publish } from '@qitao/shopfloor/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { finishInboundMo, returnMaterial } from '../model/fulfilment.calls.ts'
import { discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()

/** Good, defective, to inspect. */
async function stock(company: TestCompany, material_id: string) {
  const found = await company.as(tx =>
    rows(
      tx,
      sql<{
        quality_status: number
        quantity: string
      }>`select quality_status, sum(quantity) as quantity from inventory where material_id = ${material_id} group by 1`,
    ),
  )
  return [0, 1, 3].map(quality => Number(found.find(row => row.quality_status === quality)?.quantity ?? 0))
}
/** Judges all of a task; answers its version then. */
async function judge(company: TestCompany, id: string, item_id: string, passes: boolean): Promise<number> {
  const shown = async () => (await company.admin.ok(taskCalls.detail, { id })).record
  const results = [{ item_id, sample_no: 1, value: passes ? '10' : '12' }]
  await company.admin.ok(taskCalls.alter, { id, row_version: (await shown()).row_version, results })
  const { quantity, row_version } = await shown()
  await company.admin.ok(taskCalls.submit, {
    ...{ id, row_version, nonconforming: passes ? 0 : 1, concession_quantity: '0', reason: null, remark: null },
    ...{ passed_quantity: passes ? quantity : '0', failed_quantity: passes ? '0' : quantity },
  })
  return (await shown()).row_version
}

test('refused goods that are worked on again come back as goods to inspect, and are good once they pass', async () => {
  const company = await app.company()
  const { admin } = company
  const lot = await aHeldLot(company)
  const { id, material_id, location_id, item_ids } = lot
  const row_version = await judge(company, id, item_ids[0], false)
  expect(await stock(company, material_id)).toEqual([0, 20, 0])
  const process = await aProcess(company)
  const { mo_id } = await admin.ok(taskCalls.dispose, {
    ...{ id, row_version, disposal: disposal.codes.rework, quantity: '20', reason: '去毛刺' },
    ...{ process_ids: [process.id], delivery_date: inDays(9) },
  })
  expect(await stock(company, material_id)).toEqual([0, 0, 0])
  const device = await aDevice(company, { process_ids: [process.id] })
  const [task_id] = await publish(company, mo_id!, device.id)
  await admin.ok(addDispatch, { task_ids: [task_id!], user_ids: [admin.user_id] })
  // Material that is refused is not put back as good.
  const back = { mo_id: mo_id!, lines: [{ material_id, quantity: '5', location_id }] }
  expect((await admin.send(returnMaterial, back)).code).toBe(generalErrors.statusNotAllowed.code)
  await admin.ok(addReport, {
    task_id: task_id!,
    finished_quantity: '18',
    defective_quantity: '2',
    defect_reason: '裂纹',
  })
  await admin.ok(finishInboundMo, { mo_id: mo_id!, quantity: '18', location_id })
  // The plan of the goods is for incoming lots, and nothing asks for an inspection of what is made: these are inspected whatever plans say.
  expect(await stock(company, material_id)).toEqual([0, 0, 18])
  const { result } = await admin.ok(taskCalls.list, { statuses: [taskStatus.codes.pending] })
  expect(result).toMatchObject([{ qc_type: 3, quantity: '18.000000', sample_size: 18, material_id }])
  const again = result[0]!
  await admin.ok(taskCalls.submit, {
    ...{ id: again.id, row_version: again.row_version, nonconforming: 0, reason: null, remark: null },
    ...{ passed_quantity: '18', concession_quantity: '0', failed_quantity: '0' },
  })
  expect(await stock(company, material_id)).toEqual([18, 0, 0])
  const { mo } = await admin.ok(showMo, { mo_id: mo_id! })
  expect(mo).toMatchObject({ status: 50, inbound_quantity: '18.000000', rework_task_id: id })
  expect(await discrepancies(company)).toEqual([])
})
