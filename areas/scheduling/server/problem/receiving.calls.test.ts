import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { expect, test } from 'vitest'
import { listConflicts } from '../../model/conflict/conflict.calls.ts'
import { autoSchedule } from '../../model/schedule.calls.ts'
import { ended } from '../../testing/jobs.ts'
import { aMo, aPlant, at } from '../../testing/plant.ts'

const app = await testApp()

/** An order that waits for a purchase that is due on the third day from now. */
async function waiting(company: TestCompany) {
  const plant = await aPlant(company)
  const mo = await aMo(company, plant, { steps: 1 })
  const material_id = plant.component.id
  await company.as(tx =>
    tx
      .insertInto('mo_component')
      .values({ id: newId(), mo_id: mo.id, line_no: 1, material_id, quantity_per: '1', required_quantity: '120' })
      .execute(),
  )
  const supplier_id = await company.as(tx => aSupplier(tx))
  await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '120', eta: at(3, 0) }] })
  const kit = async () => {
    await ended(company, (await company.admin.ok(checkKits, { mo_ids: [mo.id] })).job_id)
    const { rows } = await app.database.pool.query<{ kitting_time: number; available_time: number }>(
      `select m.kitting_time::bigint as kitting_time, a.available_time::bigint as available_time
        from mo m join mo_assignment a on a.org_id = m.org_id and a.mo_id = m.id where m.id = $1`,
      [mo.id],
    )
    return rows[0]
  }
  const start = async () => {
    await ended(company, (await company.admin.ok(autoSchedule, { mo_ids: [mo.id], seconds: 1 })).job_id)
    const { rows } = await app.database.pool.query<{ start: number }>(
      'select start_time::bigint as start from production_task where mo_id = $1',
      [mo.id],
    )
    return rows[0]?.start
  }
  return { plant, mo, kit, start }
}
const set = (company: TestCompany, config_value: string) =>
  company.admin.ok(setOrganizationConfig, { configs: [{ config_key: 'receiving_time', config_value }] })

test('goods due on a day are there when its first shift begins: the kit says so, and no task begins before', async () => {
  const company = await app.company()
  const { kit, start } = await waiting(company)
  expect(await kit()).toEqual({ kitting_time: at(3, 8), available_time: at(3, 8) })
  expect(await start()).toBe(at(3, 8))
})

test('where goods come at a fixed hour, kit, plan and conflicts follow; the plan that stands is told to be wrong at once', async () => {
  const company = await app.company()
  const { kit, start, mo } = await waiting(company)
  await kit()
  expect(await start()).toBe(at(3, 8))
  await set(company, '14:00')
  expect((await company.admin.ok(listConflicts, {})).result).toMatchObject([
    { kind: 'receipt', mo_id: mo.id, at: at(3, 14) },
  ])
  expect(await kit()).toEqual({ kitting_time: at(3, 14), available_time: at(3, 14) })
  expect(await start()).toBe(at(3, 14))
  expect(await company.admin.ok(listConflicts, {})).toMatchObject({ total: 0 })
})
