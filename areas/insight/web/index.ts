import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { lazy } from 'react'
import { webHookErrors } from '../model/hook/web-hook.errors.ts'
import { insightKnown } from '../model/insight.known.ts'
import { noticeRuleErrors } from '../model/notice/notice-rule.errors.ts'
import { reconciliationErrors } from '../model/reconciliation.errors.ts'
import { sampleErrors } from '../model/sample.errors.ts'

export const insightWeb: AreaWeb = {
  known: insightKnown,
  guides: () => import('./insight.guide.ts'),
  routes: [
    { page: pages.taskCentre, load: () => import('./task-center.page.tsx') },
    { page: pages.sampleData, load: () => import('./sample-data.page.tsx') },
    { page: pages.deviceDetail, load: () => import('./equipment/device-detail.page.tsx') },
    { page: pages.dataCheck, load: () => import('./plan-gaps/plan-gaps.page.tsx') },
    { page: pages.trace, load: () => import('./trace/trace.page.tsx') },
    { page: pages.reconciliation, load: () => import('./reconciliation.page.tsx') },
    { page: pages.noticeRules, load: () => import('./notice/notice-rules.page.tsx') },
    { page: pages.installation, load: () => import('./installation/installation.page.tsx') },
    { page: pages.webHooks, load: () => import('./hook/web-hooks.page.tsx') },
  ],
  publicRoutes: [{ path: '/api', load: () => import('./api/api.page.tsx') }],
  head: { items: [() => import('./task-centre.button.tsx')] },
  errors: [sampleErrors, reconciliationErrors, webHookErrors, noticeRuleErrors],
  notices: [{ load: () => import('./approval.notice.tsx') }, { load: () => import('./sample-offer.dialog.tsx') }],
}

/** Any area shows it of its documents: the platform is handed it. */
export const RelatedGraph = lazy(() => import('./related/related-graph.tsx'))
