import { accessWeb } from '@qitao/access/web'
import type { AreaWeb } from '@qitao/platform/web/area-web.ts'
import { sessionCalls } from '@qitao/platform/web/session-calls.ts'
import { start } from '@qitao/platform/web/start.tsx'
import { allGroups, allPages } from '@qitao/site/model/pages.ts'
import { siteWeb } from '@qitao/site/web'

/** The areas in the order in which work flows; the only list of them in the browser. */
const areas: readonly AreaWeb[] = [siteWeb, accessWeb]

const root = document.getElementById('root')
if (root) void start({ areas, site: { pages: allPages, groups: allGroups }, session: sessionCalls, root })
