import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { salesErrors } from '../model/sales.errors.ts'
import { salesKnown } from '../model/sales.known.ts'
import { SalesOrderPicker } from './pickers.ts'

export { useUnitCosts } from './cost/use-unit-costs.ts'
export { SalesPricesTab } from './price/sales-price.tab.tsx'

export const salesWeb: AreaWeb = {
  guides: () => import('./sales.guide.ts'),
  known: salesKnown,
  routes: [
    { page: pages.salesOrders, load: () => import('./sales-order-list.page.tsx') },
    { page: pages.editSalesOrder, load: () => import('./sales-order-edit.page.tsx') },
    { page: pages.quotations, load: () => import('./quotation/quotation-list.page.tsx') },
    { page: pages.editQuotation, load: () => import('./quotation/quotation-edit.page.tsx') },
    { page: pages.recycleBin, load: () => import('./recycle-bin.page.tsx') },
  ],
  publicRoutes: [
    { path: '/read-order', load: () => import('./read-order.page.tsx') },
    { path: '/onlineEdit', load: () => import('./online-edit.page.tsx') },
  ],
  pickers: { sales_order: SalesOrderPicker },
  errors: [salesErrors],
}
