import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { shopfloorKnown } from '../model/shopfloor.known.ts'

export const shopfloorWeb: AreaWeb = {
  guides: () => import('./shopfloor.guide.ts'),
  known: shopfloorKnown,
  routes: [
    { page: pages.workshopPlan, load: () => import('./workshop/workshop.page.tsx') },
    { page: pages.andonDuty, load: () => import('./andon/andon-duty.page.tsx') },
    { page: pages.scrapReasons, load: () => import('./reason/scrap-reason.page.tsx') },
    { page: pages.dispatch, load: () => import('./dispatch.page.tsx') },
    { page: pages.progress, load: () => import('./progress.page.tsx') },
    { page: pages.productionReport, load: () => import('./production-report.page.tsx') },
  ],
  errors: [shopfloorErrors],
}
