import { plainCalls, withExport } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { customer } from './customer.record.ts'

const plain = plainCalls(customer, {
  prefix: '/mep_server/factory/',
  noun: 'customer',
  lists: [
    pages.customers,
    pages.salesOrders,
    pages.editSalesOrder,
    pages.quotations,
    pages.editQuotation,
    pages.shipping,
    pages.outbound,
    pages.editReceipt,
    pages.grossMargin,
    pages.salesDashboard,
  ],
  changes: [pages.customers],
})
export const customerCalls = withExport(plain, customer, '/mep_server/factory/export_customer')
