import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { delayOf, showSupplierDelays } from '@qitao/masterdata/model/partner/supplier-delay.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPurchaseOrder, aSupplier, inDays } from '../../testing/purchasing.factory.ts'
import { openPurchaseLines, recordReceipt } from '../index.ts'
import { supplierDelaysClock, supplierDelaysType } from './supplier-delays.ts'

const app = await testApp()

/** Lines of a supplier that came so many days after they were announced for, each in an order of its own. */
async function came(company: TestCompany, days: readonly number[], supplier_id?: string): Promise<string> {
  const found = await company.as(async tx => ({
    material_id: await aMaterial(tx),
    supplier_id: supplier_id ?? (await aSupplier(tx)),
  }))
  for (const late of days) {
    const materials = [{ material_id: found.material_id, quantity: '2', eta: inDays(-1) }]
    const { line_ids } = await aPurchaseOrder(company, { supplier_id: found.supplier_id, materials })
    await company.as(tx =>
      recordReceipt(tx, company.org_id, [{ line_id: line_ids[0]!, quantity: '2' }], inDays(late - 1) + daySeconds / 2),
    )
  }
  return found.supplier_id
}
/** As at night. */
async function learn(company: TestCompany): Promise<void> {
  await keepHouse(app.database, supplierDelaysClock)
  const jobs = await company.as(tx =>
    rows(
      tx,
      sql<{
        id: string
      }>`select id from job where org_id = ${company.org_id} and job_type = ${supplierDelaysType} order by id desc limit 1`,
    ),
  )
  for (const { id } of jobs) expect(await company.jobEnd(id)).toMatchObject({ status: 2 })
}
const countedBy = (company: TestCompany, config_value: string) =>
  company.admin.ok(setOrganizationConfig, { configs: [{ config_key: 'kitting_arrival_day', config_value }] })

contract(app, showSupplierDelays, {
  set: async company => {
    const supplier_id = await came(company, [-1, 0, 0, 1, 2, 9])
    await came(company, [4])
    await learn(company)
    return supplier_id
  },
  good: () => ({}),
  check: (data, supplier_id) => {
    expect(data).toEqual({
      suppliers: [{ supplier_id, line_count: 6, on_time_count: 3, p50_days: 0, p90_days: 9 }],
      company: { line_count: 7, on_time_count: 3, p50_days: 1, p90_days: 9 },
      ...{ least_lines: 5, within_days: 365 },
    })
    expect(delayOf(data, supplier_id)).toMatchObject({ of: 'supplier', p90_days: 9 })
    expect(delayOf(data, 'another')).toMatchObject({ of: 'company', line_count: 7 })
  },
  refused: () => [['an unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ suppliers: [], company: null }),
})

test('too few lines teach nothing, of a supplier and of all; what came in part, or long ago, is not counted', async () => {
  const company = await app.company()
  const supplier_id = await came(company, [3, 3, 3, 3])
  const { line_ids } = await aPurchaseOrder(company, {
    supplier_id,
    materials: [{ material_id: await company.as(tx => aMaterial(tx)), quantity: '2', eta: inDays(-1) }],
  })
  const receive = (quantity: string) =>
    company.as(tx => recordReceipt(tx, company.org_id, [{ line_id: line_ids[0]!, quantity }], inDays(2)))
  await receive('1')
  await learn(company)
  const shown = async () => {
    const found = await company.admin.ok(showSupplierDelays, {})
    return [found.suppliers.map(one => [one.line_count, one.p50_days]), found.company?.line_count]
  }
  expect(await shown()).toEqual([[], undefined])
  await receive('1')
  await learn(company)
  expect(await shown()).toEqual([[[5, 3]], 5])
  await company.as(tx =>
    sql`update purchase_order_line set arrival_time = arrival_time - ${400 * daySeconds} where id = ${line_ids[0]}`.execute(
      tx,
    ),
  )
  await learn(company)
  expect(await shown()).toEqual([[], undefined])
})

test('a purchase is counted as announced, or as half or nine of ten of its supplier come, never before it is announced', async () => {
  const company = await app.company()
  const late = await came(company, [1, 1, 2, 3, 8])
  const early = await came(company, [-2, -2, -2, -2, -2])
  await learn(company)
  const material_id = await company.as(tx => aMaterial(tx))
  const another = await company.as(tx => aSupplier(tx))
  for (const supplier_id of [late, early, another])
    await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '1', eta: inDays(10) }] })
  const counted = async () =>
    (await company.as(tx => openPurchaseLines(tx, company.org_id, [material_id])))
      .map(({ eta, order_no }) => [order_no, (eta! - inDays(10)) / daySeconds] as const)
      .sort()
      .map(([, days]) => days)
  expect(await counted()).toEqual([0, 0, 0])
  await countedBy(company, 'p50')
  // Of all: -2 five times, 1, 1, 2, 3, 8.
  expect(await counted()).toEqual([2, 0, 0])
  await countedBy(company, 'p90')
  expect(await counted()).toEqual([8, 0, 3])
})
