import { plainCalls, withExport } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { supplier } from './supplier.record.ts'

const plain = plainCalls(supplier, {
  prefix: '/mep_server/factory/',
  noun: 'supplier',
  lists: [
    pages.suppliers,
    pages.materials,
    pages.editMaterial,
    pages.purchase,
    pages.editPurchase,
    pages.arrivalPlan,
    pages.inbound,
    pages.editReceipt,
    pages.stock,
  ],
  changes: [pages.suppliers],
})
export const supplierCalls = withExport(plain, supplier, '/mep_server/factory/export_supplier')
