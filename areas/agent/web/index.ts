import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const agentWeb: AreaWeb = {
  guides: () => import('./agent.guide.ts'),
  routes: [{ page: pages.leanAgent, load: () => import('./lean-agent.page.tsx') }],
}
