import { plainCalls } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { customer } from './customer.record.ts'

export const customerCalls = plainCalls(customer, {
  prefix: '/mep_server/factory/',
  noun: 'customer',
  lists: [pages.customers, pages.salesOrders, pages.editSalesOrder, pages.shipping, pages.outbound, pages.editReceipt],
  changes: [pages.customers],
})
