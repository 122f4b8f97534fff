import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import { schedulingKnown } from '../model/scheduling.known.ts'

export const schedulingWeb: AreaWeb = {
  known: schedulingKnown,
  guides: () => import('./scheduling.guide.ts'),
  routes: [{ page: pages.productionPlan, load: () => import('./schedule.page.tsx') }],
  tools: [
    { page: pages.materialPlan, load: () => import('./schedule.tool.tsx') },
    { page: pages.calendars, load: () => import('./calendar-effect/calendar-effect.tool.tsx') },
  ],
  errors: [schedulingErrors],
}
