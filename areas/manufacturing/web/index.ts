import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { manufacturingErrors } from '../model/manufacturing.errors.ts'
import { manufacturingKnown } from '../model/manufacturing.known.ts'

export const manufacturingWeb: AreaWeb = {
  guides: () => import('./manufacturing.guide.ts'),
  known: manufacturingKnown,
  routes: [
    { page: pages.manufacturingOrders, load: () => import('./mo/mo-list.page.tsx') },
    { page: pages.materialPlan, load: () => import('./plan/material-plan.page.tsx') },
  ],
  errors: [manufacturingErrors],
}
