import type { AreaWeb } from '@qitao/platform/web/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { manufacturingErrors } from '../model/manufacturing.errors.ts'

export const manufacturingWeb: AreaWeb = {
  routes: [
    { page: pages.manufacturingOrders, load: () => import('./mo-list.page.tsx') },
    { page: pages.materialPlan, load: () => import('./material-plan.page.tsx') },
  ],
  errors: [manufacturingErrors],
}
