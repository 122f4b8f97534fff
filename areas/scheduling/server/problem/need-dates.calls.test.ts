import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { revertMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import {
  checkKits,
  previewReplenishment,
  replenishMos,
  showMoSupply,
} from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import type { ReplenishmentPreview } from '@qitao/manufacturing/model/replenish/replenishment-preview.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { listPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { expect, test } from 'vitest'
import { autoSchedule } from '../../model/schedule.calls.ts'
import { ended } from '../../testing/jobs.ts'
import { aMo, aPlant, at, type MadeMo, type Plant } from '../../testing/plant.ts'

const app = await testApp()

/** What each step consumes: the component at cutting, another at welding. */
async function consumed(company: TestCompany, mo: MadeMo, { component, other }: Plant) {
  const components = [
    { id: newId(), line_no: 1, operation_sequence: 10, material_id: component.id },
    { id: newId(), line_no: 2, operation_sequence: 20, material_id: other.id },
  ]
  const need = { mo_id: mo.id, quantity_per: '1', required_quantity: '120' }
  await company.as(async tx => {
    await tx.updateTable('material').set({ kind: 0 }).where('id', '=', other.id).execute()
    await tx
      .insertInto('mo_component')
      .values(components.map(each => ({ ...each, ...need })))
      .execute()
  })
}
const planned = async (company: TestCompany, mo: MadeMo, start_time: number) => {
  await ended(company, (await company.admin.ok(autoSchedule, { mo_ids: [mo.id], start_time, seconds: 1 })).job_id)
  const { rows } = await app.database.pool.query<{ start: number }>(
    'select start_time::bigint as start from production_task where mo_id = $1 order by sequence',
    [mo.id],
  )
  expect(rows).toHaveLength(2)
  return rows.map(({ start }) => start)
}
const done = async (company: TestCompany, job_id: string) => {
  const end = await company.jobEnd(job_id)
  expect(end).toMatchObject({ status: 2 })
  return end
}
/** By line: when the order's page says that they are needed. */
const needsOf = async (company: TestCompany, mo: MadeMo): Promise<number[]> =>
  (await company.admin.ok(showMoSupply, { mo_id: mo.id })).needs
    .map(({ needed_time }) => needed_time)
    .sort((a, b) => a - b)

test('a component is needed when the step that consumes it begins, and all that tells it tells the same', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mo = await aMo(company, plant)
  await consumed(company, mo, plant)
  const starts = await planned(company, mo, at(3, 8))
  expect(starts[1]).toBeGreaterThan(starts[0]!)
  expect(await needsOf(company, mo)).toEqual(starts)
  await done(company, (await company.admin.ok(checkKits, { mo_ids: [mo.id] })).job_id)
  const { result } = await done(company, (await company.admin.ok(previewReplenishment, { mo_ids: [mo.id] })).job_id)
  const needed = (rows: readonly { material_id: string; at: number | null }[]) =>
    [plant.component, plant.other].map(({ id }) => rows.find(({ material_id }) => material_id === id)?.at)
  const shown = result as ReplenishmentPreview
  expect(needed(shown.rows.map(({ material_id, needed_time }) => ({ material_id, at: needed_time })))).toEqual(starts)
  await done(company, (await company.admin.ok(replenishMos, { mo_ids: [mo.id] })).job_id)
  const { result: requests } = await company.admin.ok(listPurchaseRequests, {})
  expect(needed(requests.map(({ material_id, required_date }) => ({ material_id, at: required_date })))).toEqual(starts)

  // Another plan, other dates; without one nothing of it stays.
  const later = await planned(company, mo, at(6, 8))
  expect(later[0]).toBeGreaterThan(starts[1]!)
  expect(await needsOf(company, mo)).toEqual(later)
  await company.admin.ok(revertMos, { mo_ids: [mo.id] })
  expect(await needsOf(company, mo)).toEqual([at(20, 0), at(20, 0)])
})

test('what comes before its own step is not late, though the order has begun by then', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mo = await aMo(company, plant)
  await consumed(company, mo, plant)
  const [cutting, welding] = (await planned(company, mo, at(3, 8))) as [number, number]
  const supplier_id = await company.as(tx => aSupplier(tx))
  const order = await aPurchaseOrder(company, {
    supplier_id,
    materials: [
      { material_id: plant.component.id, quantity: '120', eta: cutting },
      { material_id: plant.other.id, quantity: '120', eta: welding },
    ],
  })
  const status = async () => {
    await done(company, (await company.admin.ok(checkKits, { mo_ids: [mo.id] })).job_id)
    const { rows } = await app.database.pool.query('select material_status from mo where id = $1', [mo.id])
    return rows[0].material_status
  }
  expect(await status()).toBe(4)
  await company.as(tx =>
    tx
      .updateTable('purchase_order_line')
      .set({ eta: welding + 60 })
      .where('order_id', '=', order.id)
      .where('material_id', '=', plant.other.id)
      .execute(),
  )
  expect(await status()).toBe(3)
})
