import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { wagesErrors } from '../model/wages.errors.ts'
import { wagesKnown } from '../model/wages.known.ts'

export { RatesTab } from './rates.tab.tsx'

export const wagesWeb: AreaWeb = {
  guides: () => import('./wages.guide.ts'),
  known: wagesKnown,
  routes: [
    { page: pages.myWages, load: () => import('./my-wages.page.tsx') },
    { page: pages.wages, load: () => import('./wages.page.tsx') },
    { page: pages.supplements, load: () => import('./supplements.page.tsx') },
  ],
  errors: [wagesErrors],
}
