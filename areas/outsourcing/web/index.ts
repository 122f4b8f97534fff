import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { outsourcingErrors } from '../model/outsourcing.errors.ts'
import { outsourcingKnown } from '../model/outsourcing.known.ts'
import { OutsideOperationPicker } from './pickers.ts'

export { ProcessPricesTab } from './price/process-prices.tab.tsx'

export const outsourcingWeb: AreaWeb = {
  guides: () => import('./outsourcing.guide.ts'),
  known: outsourcingKnown,
  routes: [
    { page: pages.outsourcing, load: () => import('./outsourcing.page.tsx') },
    { page: pages.editOutsourcing, load: () => import('./outsource-edit.page.tsx') },
  ],
  pickers: { outside_operation: OutsideOperationPicker },
  errors: [outsourcingErrors],
}
