import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { Instant } from '@qitao/core/time.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listMaterials, queryProduct } from '../model/material/material.calls.ts'
import { customerCalls } from '../model/partner/customer.calls.ts'
import { supplierCalls } from '../model/partner/supplier.calls.ts'
import { processCalls } from '../model/process/process.calls.ts'
import { queryMachine } from '../model/resource/device.calls.ts'
import { workgroupCalls } from '../model/resource/workgroup.calls.ts'
import { queryUnit } from '../model/unit/unit.calls.ts'
import { aCustomer, aDevice, aFreeze, aMaterial, aProcess, aSupplier, aUnit, aWorkgroup } from '../testing/factories.ts'
import { loadDevices } from './resource/device.queries.ts'

/** Effects of fields that no other test shows; docs/field-effects.md names one for each field. */
const app = await testApp()

const offered: Record<
  string,
  [
    make: (company: TestCompany) => Promise<{ id: string }>,
    offers: (company: TestCompany) => Promise<{ result: readonly { id: string }[] }>,
  ]
> = {
  material: [company => aMaterial(company), ({ admin }) => admin.ok(queryProduct, {})],
  unit: [company => aUnit(company), ({ admin }) => admin.ok(queryUnit, { status: 1 })],
  customer: [company => aCustomer(company), ({ admin }) => admin.ok(customerCalls.list, { statuses: [1] })],
  supplier: [company => aSupplier(company), ({ admin }) => admin.ok(supplierCalls.list, { statuses: [1] })],
  process: [company => aProcess(company), ({ admin }) => admin.ok(processCalls.list, { statuses: [1] })],
  workgroup: [company => aWorkgroup(company), ({ admin }) => admin.ok(workgroupCalls.list, { statuses: [1] })],
  device: [company => aDevice(company), ({ admin }) => admin.ok(queryMachine, {})],
}
test.each(Object.entries(offered))('a disabled %s is not offered any more', async (table, [make, offers]) => {
  const company = await app.company()
  const { id } = await make(company)
  const has = async () => (await offers(company)).result.some(row => row.id === id)
  expect(await has()).toBe(true)
  await company.as(tx => sql`update ${sql.table(table)} set status = 0 where id = ${id}`.execute(tx))
  expect(await has()).toBe(false)
})

test('a material is found by its English name, in the list and where it is picked', async () => {
  const company = await app.company()
  const { id } = await aMaterial(company, { name: '轴承', name_en: 'Bearing' })
  await aMaterial(company, { name: '螺母', name_en: 'Nut' })
  const asked = { keyword: 'bearing' }
  expect((await company.admin.ok(listMaterials, asked)).result.map(row => row.id)).toEqual([id])
  expect((await company.admin.ok(queryProduct, asked)).result.map(row => row.id)).toEqual([id])
})

test('work outside takes the lead time of its supplier where the machine does not say', async () => {
  const company = await app.company()
  const supplier_id = (await aSupplier(company, { lead_time: 9 })).id
  await aDevice(company, { machine_no: 'SAYS', supplier_id, lead_days: 4 })
  await aDevice(company, { machine_no: 'ASKS', supplier_id })
  await aDevice(company, { machine_no: 'OURS' })
  const devices = await company.as(tx => loadDevices(tx, company.org_id))
  expect(new Map(devices.map(one => [one.machine_no, one.lead_days]))).toEqual(
    new Map([
      ['ASKS', 9],
      ['OURS', null],
      ['SAYS', 4],
    ]),
  )
})

test('a freeze keeps its kind for the plan', async () => {
  const company = await app.company()
  const device_id = (await aDevice(company)).id
  const [start_time, end_time]: [Instant, Instant] = [1_900_000_000, 1_900_003_600]
  await aFreeze(company, { device_id, start_time, end_time, kind: 1 })
  const [device] = await company.as(tx => loadDevices(tx, company.org_id))
  expect(device!.freezes).toMatchObject([{ start_time, end_time, kind: 1 }])
})
