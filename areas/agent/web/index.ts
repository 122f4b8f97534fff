import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const agentWeb: AreaWeb = {
  routes: [{ page: pages.leanAgent, load: () => import('./lean-agent.page.tsx') }],
}
