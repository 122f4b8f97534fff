import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { promisingErrors } from '../model/promising.errors.ts'
import { promisingKnown } from '../model/promising.known.ts'

export const promisingWeb: AreaWeb = {
  guides: () => import('./promising.guide.ts'),
  known: promisingKnown,
  routes: [{ page: pages.orderPromise, load: () => import('./order-promise.page.tsx') }],
  errors: [promisingErrors],
}
