import { exchange } from '@qitao/core/exchange.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { masterdataErrors } from './masterdata.errors.ts'
import { material } from './material/material.record.ts'
import { checkMaterial } from './material/material.rules.ts'
import { customer } from './partner/customer.record.ts'
import { supplier } from './partner/supplier.record.ts'
import { seesUnitPrices } from './price/sees-unit-prices.ts'
import { process } from './process/process.record.ts'
import { device } from './resource/device.record.ts'
import { skill } from './resource/skill.record.ts'
import { workgroup } from './resource/workgroup.record.ts'
import { addUnitConversions } from './unit/unit.calls.ts'
import { unit } from './unit/unit.record.ts'
import { unitConversion } from './unit/unit-conversion.record.ts'

const table = (name: string, key: string) => ({ kind: 'table', table: name, key: [key] }) as const

export const unitExchange = exchange({
  type: 'unit',
  record: unit,
  pages: [pages.units],
  rows: {
    ...table('unit', 'name'),
    fixed: {
      isChange: (before, after) => Number(after.precision) < Number(before.precision),
      error: masterdataErrors.unitInUse,
    },
  },
})
export const unitConversionExchange = exchange({
  type: 'unit_conversion',
  record: unitConversion,
  pages: [pages.units],
  rows: {
    kind: 'document',
    key: [],
    mostRows: 2000,
    call: addUnitConversions,
    input: conversions => ({ conversions }),
  },
})
export const materialExchange = exchange({
  type: 'material',
  record: material,
  pages: [pages.materials, pages.editMaterial],
  guarded: { purchase_price: seesUnitPrices },
  rows: {
    ...table('material', 'code'),
    check: (row, found) => {
      const known = found('unit', row.unit_id) as { precision: number } | undefined
      if (known) checkMaterial(row, known)
    },
    fixed: {
      isChange: (before, after) => before.unit_id !== after.unit_id,
      error: masterdataErrors.unitInUse,
    },
  },
})
export const customerExchange = exchange({
  type: 'customer',
  record: customer,
  pages: [pages.customers],
  rows: table('customer', 'code'),
})
export const supplierExchange = exchange({
  type: 'supplier',
  record: supplier,
  pages: [pages.suppliers],
  rows: table('supplier', 'code'),
})
export const processExchange = exchange({
  type: 'process',
  record: process,
  pages: [pages.processes],
  rows: table('process', 'code'),
})
export const deviceExchange = exchange({
  type: 'device',
  record: device,
  pages: [pages.devices],
  rows: {
    ...table('device', 'machine_no'),
    links: { process_ids: { table: 'device_process', own: 'device_id', other: 'process_id' } },
  },
})
export const workgroupExchange = exchange({
  type: 'workgroup',
  record: workgroup,
  pages: [pages.workgroups],
  rows: {
    ...table('workgroup', 'code'),
    links: { member_ids: { table: 'workgroup_member', own: 'workgroup_id', other: 'user_id' } },
  },
})

export const skillExchange = exchange({
  type: 'skill',
  record: skill,
  pages: [pages.workgroups],
  rows: { kind: 'table', table: 'skill', key: ['user_id', 'process_id'] },
})

/** What is imported in this area; the thread of an import finds its exchange here by the type. */
export const exchanges = [
  unitExchange,
  unitConversionExchange,
  materialExchange,
  customerExchange,
  supplierExchange,
  processExchange,
  deviceExchange,
  workgroupExchange,
  skillExchange,
]
