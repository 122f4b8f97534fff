import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { promisingErrors } from '../model/promising.errors.ts'

export const promisingWeb: AreaWeb = {
  routes: [{ page: pages.orderPromise, load: () => import('./order-promise.page.tsx') }],
  errors: [promisingErrors],
}
