import type { Area } from '@qitao/platform/server/area.ts'
import { insightKnown } from '../model/insight.known.ts'
import { assignedHandlers } from './assigned.handlers.ts'
import { equipmentHandlers } from './equipment/equipment.handlers.ts'
import { learntTimeHandlers } from './equipment/learnt-times.handlers.ts'
import { findHandlers } from './find.handlers.ts'
import { webHookHandlers } from './hook/web-hook.handlers.ts'
import { webHookClock, webHookSender } from './hook/web-hook.jobs.ts'
import { insightHousekeeping } from './insight.housekeeping.ts'
import { installationHandlers } from './installation/installation.handlers.ts'
import { messageCountHandlers } from './message-count.handlers.ts'
import { noticeCaseHandlers } from './notice/notice-case.handlers.ts'
import { noticeClock, noticeLook } from './notice/notice-look.job.ts'
import { noticeMail } from './notice/notice-mail.job.ts'
import { noticeRuleHandlers } from './notice/notice-rule.handlers.ts'
import { planGapHandlers } from './plan-gaps/plan-gaps.handlers.ts'
import { reconciliationHandlers } from './reconciliation.handlers.ts'
import { reconcileJob, reconciliationClock } from './reconciliation.jobs.ts'
import { sampleHandlers } from './sample.handlers.ts'
import { sampleJobs } from './sample.jobs.ts'
import { supplierScoreHandlers } from './score/supplier-score.handlers.ts'
import { holdHandlers } from './trace/hold.handlers.ts'
import { suspectHandlers } from './trace/suspect.handlers.ts'
import { traceHandlers } from './trace/trace.handlers.ts'
import { traceCaseHandlers } from './trace/trace-case.handlers.ts'

export { webHookSecrets } from './insight.secrets.ts'
export { differencesNow } from './reconciliation.jobs.ts'
export const insightArea: Area = {
  name: 'insight',
  known: insightKnown,
  handlers: [
    ...sampleHandlers,
    ...messageCountHandlers,
    ...assignedHandlers,
    ...findHandlers,
    ...reconciliationHandlers,
    ...supplierScoreHandlers,
    ...equipmentHandlers,
    ...learntTimeHandlers,
    ...planGapHandlers,
    ...traceHandlers,
    ...holdHandlers,
    ...traceCaseHandlers,
    ...suspectHandlers,
    ...webHookHandlers,
    ...noticeRuleHandlers,
    ...noticeCaseHandlers,
    ...installationHandlers,
  ],
  jobs: [
    ...sampleJobs,
    reconcileJob,
    reconciliationClock,
    webHookSender,
    webHookClock,
    noticeClock,
    noticeLook,
    noticeMail,
    insightHousekeeping,
  ],
}
