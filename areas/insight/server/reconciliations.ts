import { manufacturingReconciliations } from '@qitao/manufacturing/server'
import { outsourcingReconciliations } from '@qitao/outsourcing/server'
import type { Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { purchasingReconciliations } from '@qitao/purchasing/server'
import { salesReconciliations } from '@qitao/sales/server'
import { schedulingReconciliations } from '@qitao/scheduling/server'
import { shopfloorReconciliations } from '@qitao/shopfloor/server'
import { stockReconciliations } from '@qitao/stock/server'
import { wagesReconciliations } from '@qitao/wages/server'
import { warehouseReconciliations } from '@qitao/warehouse/server'

/** All that is compared. What others are derived from stands before them. */
export const reconciliations: readonly Reconciliation[] = [
  ...warehouseReconciliations,
  ...wagesReconciliations,
  ...outsourcingReconciliations,
  ...purchasingReconciliations,
  ...shopfloorReconciliations,
  ...manufacturingReconciliations,
  ...salesReconciliations,
  ...schedulingReconciliations,
  ...stockReconciliations,
]
