import type { AreaExchanges, Lookup } from '@qitao/platform/server/excel/area-exchanges.ts'
import { exchanges } from '../model/masterdata.exchange.ts'
import { keepCustomerTwins, keepSupplierTwins } from './partner/partner.handlers.ts'

export const masterdataExchanges: AreaExchanges = {
  list: exchanges,
  after: { customer: keepCustomerTwins, supplier: keepSupplierTwins },
}

export const masterdataLookups: Readonly<Record<string, Lookup>> = {
  unit: { table: 'unit', words: ['name', 'name_en'], facts: ['precision'] },
  material_type: { table: 'material_type', words: ['code', 'name'] },
  material: { table: 'material', words: ['code', 'name'], facts: ['code', 'name', 'unit_id', 'kind'] },
  customer: { table: 'customer', words: ['code', 'name'] },
  supplier: { table: 'supplier', words: ['code', 'name'] },
  process: { table: 'process', words: ['code', 'name'], facts: ['code', 'name'] },
  device: { table: 'device', words: ['machine_no', 'name'] },
  workgroup: { table: 'workgroup', words: ['code', 'name'] },
  calendar: { table: 'calendar', words: ['name'] },
}
