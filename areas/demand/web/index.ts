import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { demandErrors } from '../model/demand.errors.ts'

export const demandWeb: AreaWeb = {
  guides: () => import('./demand.guide.ts'),
  routes: [
    { page: pages.demandForecast, load: () => import('./demand-planning.page.tsx') },
    { page: pages.inventoryPlan, load: () => import('./inventory/inventory-plan.page.tsx') },
    { page: pages.supplyDemandPlan, load: () => import('./balance/supply-demand.page.tsx') },
  ],
  errors: [demandErrors],
}
