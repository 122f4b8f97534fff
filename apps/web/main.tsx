import { logout, queryMenuList, userInfo } from '@qitao/access/model/session.calls.ts'
import { listUserConfigs, setUserConfig } from '@qitao/access/model/user-config.calls.ts'
import { accessWeb } from '@qitao/access/web'
import { engineeringWeb } from '@qitao/engineering/web'
import { manufacturingWeb } from '@qitao/manufacturing/web'
import { masterdataWeb } from '@qitao/masterdata/web'
import type { AreaWeb } from '@qitao/platform/web/area-web.ts'
import type { SessionCalls } from '@qitao/platform/web/session.ts'
import { start } from '@qitao/platform/web/start.tsx'
import { salesWeb } from '@qitao/sales/web'
import { shopfloorWeb } from '@qitao/shopfloor/web'
import { allGroups, allPages } from '@qitao/site/model/pages.ts'
import { siteWeb } from '@qitao/site/web'

/** The areas in the order in which work flows; the only list of them in the browser. */
const areas: readonly AreaWeb[] = [
  siteWeb,
  accessWeb,
  masterdataWeb,
  engineeringWeb,
  salesWeb,
  manufacturingWeb,
  shopfloorWeb,
]

const session: SessionCalls = {
  userInfo,
  menu: queryMenuList,
  configs: listUserConfigs,
  setConfig: setUserConfig,
  logout,
}

const root = document.getElementById('root')
if (root) void start({ areas, site: { pages: allPages, groups: allGroups }, session, root })
