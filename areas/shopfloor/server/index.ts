import type { Area } from '@qitao/platform/server/area.ts'
import { shopfloorKnown } from '../model/shopfloor.known.ts'
import { dispatchHandlers } from './dispatch.handlers.ts'
import { exportHandlers } from './export.handlers.ts'
import { jobCardHandlers } from './job-card.handlers.ts'
import { progressHandlers } from './progress.handlers.ts'
import { reportHandlers } from './report.handlers.ts'
import { revokeHandlers } from './revoke.handlers.ts'

export { shopfloorReconciliations } from './reconciliation.ts'
export { mosPickedBeyond, returnableQuantity } from './returnable.ts'

export const shopfloorArea: Area = {
  name: 'shopfloor',
  known: shopfloorKnown,
  handlers: [
    ...dispatchHandlers,
    ...reportHandlers,
    ...revokeHandlers,
    ...progressHandlers,
    ...exportHandlers,
    ...jobCardHandlers,
  ],
}
