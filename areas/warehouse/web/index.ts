import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { warehouseErrors } from '../model/warehouse.errors.ts'
import { warehouseKnown } from '../model/warehouse.known.ts'

export { stockAnswers } from './refreshes.ts'

export const warehouseWeb: AreaWeb = {
  guides: () => import('./warehouse.guide.ts'),
  known: warehouseKnown,
  routes: [
    { page: pages.stockByBom, load: () => import('./by-bom/stock-by-bom.page.tsx') },
    { page: pages.inbound, load: () => import('./inbound.page.tsx') },
    { page: pages.outbound, load: () => import('./outbound.page.tsx') },
    { page: pages.editReceipt, load: () => import('./receipt-edit.page.tsx') },
    { page: pages.shipping, load: () => import('./shipping.page.tsx') },
    { page: pages.transfers, load: () => import('./transfer/transfer-list.page.tsx') },
    { page: pages.editTransfer, load: () => import('./transfer/transfer-edit.page.tsx') },
    { page: pages.scanWork, load: () => import('./scan/scan-work.page.tsx') },
    { page: pages.stockCounts, load: () => import('./count/count-list.page.tsx') },
    { page: pages.editStockCount, load: () => import('./count/count-edit.page.tsx') },
  ],
  errors: [warehouseErrors],
}
