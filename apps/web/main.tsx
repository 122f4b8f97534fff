import { listUserConfigs, setUserConfig } from '@qitao/access/model/member/user-config.calls.ts'
import { queryChangeLog } from '@qitao/access/model/record/change-log.calls.ts'
import { queryCustomFieldList } from '@qitao/access/model/record/custom-field.calls.ts'
import { logout, queryMenuList, userInfo } from '@qitao/access/model/session/session.calls.ts'
import { accessWeb } from '@qitao/access/web'
import { agentWeb } from '@qitao/agent/web'
import { announce, knownRecord } from '@qitao/core/known-record.ts'
import { demandWeb } from '@qitao/demand/web'
import { engineeringWeb } from '@qitao/engineering/web'
import { figuresWeb } from '@qitao/figures/web'
import { findRecords, queryNeighbours } from '@qitao/insight/model/find.calls.ts'
import { recordKinds } from '@qitao/insight/model/record-kinds.ts'
import { insightWeb, RelatedGraph } from '@qitao/insight/web'
import { manufacturingWeb } from '@qitao/manufacturing/web'
import { masterdataWeb } from '@qitao/masterdata/web'
import { outsourcingWeb } from '@qitao/outsourcing/web'
import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { start } from '@qitao/platform/web/frame/start.tsx'
import type { RecordCalls } from '@qitao/platform/web/list/record-parts.ts'
import type { SessionCalls } from '@qitao/platform/web/session/session.ts'
import { promisingWeb } from '@qitao/promising/web'
import { purchasingWeb } from '@qitao/purchasing/web'
import { qualityWeb } from '@qitao/quality/web'
import { salesWeb } from '@qitao/sales/web'
import { schedulingWeb } from '@qitao/scheduling/web'
import { shopfloorWeb } from '@qitao/shopfloor/web'
import { allGroups, sitePages } from '@qitao/site/model/pages.ts'
import { siteWeb } from '@qitao/site/web'
import { stockWeb } from '@qitao/stock/web'
import { wagesWeb } from '@qitao/wages/web'
import { warehouseWeb } from '@qitao/warehouse/web'

/** The areas in the order in which work flows; the only list of them in the browser. */
const areas: readonly AreaWeb[] = [
  siteWeb,
  accessWeb,
  masterdataWeb,
  engineeringWeb,
  stockWeb,
  salesWeb,
  purchasingWeb,
  manufacturingWeb,
  schedulingWeb,
  qualityWeb,
  shopfloorWeb,
  wagesWeb,
  warehouseWeb,
  outsourcingWeb,
  promisingWeb,
  demandWeb,
  figuresWeb,
  insightWeb,
  agentWeb,
]

for (const { known } of areas) if (known) announce(known)

const session: SessionCalls = {
  userInfo,
  menu: queryMenuList,
  configs: listUserConfigs,
  setConfig: setUserConfig,
  logout,
}

const records: RecordCalls = {
  customFields: queryCustomFieldList,
  history: queryChangeLog,
  hasHistory: record => knownRecord(record).history !== undefined,
  linesOf: record => knownRecord(record).lines?.of,
  find: findRecords,
  neighbours: queryNeighbours,
  kinds: recordKinds,
  graph: RelatedGraph,
}

const root = document.getElementById('root')
if (root) void start({ areas, site: { pages: sitePages, groups: allGroups }, session, records, root })
