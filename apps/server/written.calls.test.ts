// Lines are pasted with codes or names, as people write them: each list that a picker asks knows both, whatever their case.
import { memberCalls } from '@qitao/access/model/member/user.calls.ts'
import type { AnyCall } from '@qitao/core/call.ts'
import { listRoutings } from '@qitao/engineering/model/routing/routing.calls.ts'
import { queryProduct } from '@qitao/masterdata/model/material/material.calls.ts'
import { materialTypeCalls } from '@qitao/masterdata/model/material/material-type.calls.ts'
import { customerCalls } from '@qitao/masterdata/model/partner/customer.calls.ts'
import { supplierCalls } from '@qitao/masterdata/model/partner/supplier.calls.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { queryMachine } from '@qitao/masterdata/model/resource/device.calls.ts'
import { workgroupCalls } from '@qitao/masterdata/model/resource/workgroup.calls.ts'
import { queryUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { methodCalls } from '@qitao/quality/model/scheme/method.calls.ts'
import { containerTypeCalls } from '@qitao/stock/model/container.calls.ts'
import { locationCalls, warehouseCalls } from '@qitao/stock/model/warehouse.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestCompany, testApp } from './testing/test-app.ts'

const app = await testApp()

/** Two of a table: `Ab-1` called `Name One`, and `Ab-2` called `Name Two`. */
const two = (company: TestCompany, table: string, code: string, more: Readonly<Record<string, unknown>> = {}) =>
  company.as(async tx => {
    const values = [
      { [code]: 'Ab-1', name: 'Name One', ...more },
      { [code]: 'Ab-2', name: 'Name Two', ...more },
    ]
    await sql`insert into ${sql.table(table)} (id, ${sql.join(Object.keys(values[0]!).map(key => sql.ref(key)))})
      values ${sql.join(values.map(one => sql`(gen_random_uuid(), ${sql.join(Object.values(one))})`))}`.execute(tx)
  })
const idOf = async (company: TestCompany, table: string): Promise<string> => {
  const { rows } = await company.as(tx => sql<{ id: string }>`select id from ${sql.table(table)} limit 1`.execute(tx))
  return rows[0]!.id
}

test.each<[string, AnyCall, (company: TestCompany) => Promise<void>]>([
  [
    'material',
    queryProduct,
    async company => {
      await two(company, 'unit', 'group', { precision: 0 })
      await two(company, 'material', 'code', { kind: 0, unit_id: await idOf(company, 'unit') })
    },
  ],
  ['material type', materialTypeCalls.list, company => two(company, 'material_type', 'code')],
  ['customer', customerCalls.list, company => two(company, 'customer', 'code')],
  ['supplier', supplierCalls.list, company => two(company, 'supplier', 'code')],
  ['process', processCalls.list, company => two(company, 'process', 'code')],
  ['equipment', queryMachine, company => two(company, 'device', 'machine_no')],
  ['workgroup', workgroupCalls.list, company => two(company, 'workgroup', 'code')],
  ['unit', queryUnit, company => two(company, 'unit', 'name_en', { precision: 0 })],
  ['warehouse', warehouseCalls.list, company => two(company, 'warehouse', 'code')],
  [
    'bin',
    locationCalls.list,
    async company => {
      await two(company, 'warehouse', 'code')
      await two(company, 'location', 'code', { warehouse_id: await idOf(company, 'warehouse') })
    },
  ],
  ['container type', containerTypeCalls.list, company => two(company, 'container_type', 'code')],
  ['QC method', methodCalls.list, company => two(company, 'qc_method', 'code')],
  ['routing', listRoutings, company => two(company, 'routing', 'code')],
  ['colleague', memberCalls.list, company => two(company, 'app_user', 'account', { password_hash: 'x' })],
])('%s', async (_, call, make) => {
  const company = await app.company()
  await make(company)
  const found = async (written: readonly string[]) => {
    const { result } = (await company.admin.ok(call, { written, page_size: -1 } as never)) as {
      result: { name: string }[]
    }
    return result.map(({ name }) => name).sort()
  }
  expect(await found(['ab-1', 'AB-3'])).toEqual(['Name One'])
  expect(await found(['AB-1', 'name TWO'])).toEqual(['Name One', 'Name Two'])
  expect(await found(['Ab', 'Name'])).toEqual([])
})
