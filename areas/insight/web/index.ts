import type { AreaWeb } from '@qitao/platform/web/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sampleErrors } from '../model/sample.errors.ts'

export const insightWeb: AreaWeb = {
  routes: [{ page: pages.sampleData, load: () => import('./sample-data.page.tsx') }],
  errors: [sampleErrors],
  notices: [{ load: () => import('./sample-offer.dialog.tsx') }],
}
