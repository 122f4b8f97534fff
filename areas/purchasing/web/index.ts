import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { purchasingKnown } from '../model/purchasing.known.ts'

export { BuyDialog } from './buy.dialog.tsx'
export { PriceWords } from './price/price-advice.tsx'
export { UnitPricesTab } from './price/unit-price.tab.tsx'
export { SupplyUses } from './supply-uses.tsx'

export const purchasingWeb: AreaWeb = {
  guides: () => import('./purchasing.guide.ts'),
  known: purchasingKnown,
  routes: [
    { page: pages.purchase, load: () => import('./purchase.page.tsx') },
    { page: pages.editPurchase, load: () => import('./purchase-order-edit.page.tsx') },
    { page: pages.arrivalPlan, load: () => import('./arrival-plan.page.tsx') },
    { page: pages.editArrival, load: () => import('./arrival/arrival-edit.page.tsx') },
  ],
  publicRoutes: [{ path: '/confirm-purchase', load: () => import('./answer/confirm-purchase.page.tsx') }],
  errors: [purchasingErrors],
}
