import { join } from 'node:path'
import { downloadErrorFile, exportTemplate, importFile } from '@qitao/access/model/record/excel.calls.ts'
import {
  accessArea,
  approvalArea,
  attachmentArea,
  customFieldsInUse,
  jobArea,
  loadSettings,
} from '@qitao/access/server'
import { agentArea } from '@qitao/agent/server'
import { announce } from '@qitao/core/known-record.ts'
import { demandArea } from '@qitao/demand/server'
import { engineeringArea, fileGuards } from '@qitao/engineering/server'
import { figuresArea } from '@qitao/figures/server'
import { insightArea } from '@qitao/insight/server'
import { freeOfPromise, manufacturingArea } from '@qitao/manufacturing/server'
import { masterdataArea } from '@qitao/masterdata/server'
import { followInspected, orderedOutside, outsourcingArea } from '@qitao/outsourcing/server'
import type { Area } from '@qitao/platform/server/area.ts'
import type { MigrationFolder } from '@qitao/platform/server/database/migrate.ts'
import { exchangeArea } from '@qitao/platform/server/excel/exchange-area.ts'
import { promisingArea } from '@qitao/promising/server'
import { purchaseOrderApproval, purchasingArea, unitPriceApproval } from '@qitao/purchasing/server'
import { qualityArea, schemeApproval } from '@qitao/quality/server'
import { quotationApproval, salesArea, salesOrderApproval, salesPriceApproval } from '@qitao/sales/server'
import { schedulingArea } from '@qitao/scheduling/server'
import { floorDrawings, shopfloorArea } from '@qitao/shopfloor/server'
import { stockArea } from '@qitao/stock/server'
import { supplementApproval, wagesArea } from '@qitao/wages/server'
import { adjustmentApproval, countApproval, sendBack, warehouseArea } from '@qitao/warehouse/server'

/** The areas in the order in which work flows; the only list of them on the server. */
const business: readonly Area[] = [
  accessArea,
  masterdataArea,
  engineeringArea,
  attachmentArea({ ...fileGuards, drawing: floorDrawings(fileGuards.drawing) }),
  stockArea,
  salesArea(freeOfPromise),
  purchasingArea,
  approvalArea([
    salesOrderApproval,
    purchaseOrderApproval,
    schemeApproval,
    countApproval,
    adjustmentApproval,
    supplementApproval,
    unitPriceApproval,
    salesPriceApproval,
    quotationApproval,
  ]),
  manufacturingArea(orderedOutside),
  schedulingArea,
  qualityArea({ follow: followInspected, sendBack }),
  shopfloorArea,
  wagesArea,
  warehouseArea,
  outsourcingArea,
  promisingArea,
  demandArea,
  figuresArea,
  insightArea,
]
for (const { known } of business) if (known) announce(known)

export const areas: readonly Area[] = [
  ...business,
  agentArea(() => areas.flatMap(({ handlers }) => handlers)),
  jobArea(business.flatMap(area => area.jobs ?? [])),
  exchangeArea(
    business,
    { template: exportTemplate, import: importFile, errorFile: downloadErrorFile },
    async (tx, org_id) => (await loadSettings(tx, org_id)).import_row_limit,
    customFieldsInUse,
  ),
]
/** Of this file: threads of jobs find their work by it. */
export const areasModule = import.meta.url

const root = join(import.meta.dirname, '../..')
// Tables of all areas come from the start, in this order: a later area's table may refer to an earlier one's.
const areaNames = [
  'access',
  'masterdata',
  'engineering',
  'stock',
  'sales',
  'purchasing',
  'manufacturing',
  'scheduling',
  'quality',
  'shopfloor',
  'wages',
  'warehouse',
  'outsourcing',
  'promising',
  'demand',
  'figures',
  'insight',
  'agent',
]
export const migrationFolders: readonly MigrationFolder[] = [
  { area: 'platform', folder: join(root, 'platform/server/migrations') },
  ...areaNames.map(area => ({ area, folder: join(root, `areas/${area}/server/migrations`) })),
]
