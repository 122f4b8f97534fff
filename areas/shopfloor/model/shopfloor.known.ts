import type { KnownRecords } from '@qitao/core/known-record.ts'
import { pages } from '@qitao/site/model/pages.ts'

/** Specification section 5. */
export const mostReportAttachments = 5
const reportPages = [pages.productionReport, pages.progress]
export const shopfloorKnown: KnownRecords = {
  andon_call: { history: [pages.workshopPlan, pages.dispatch] },
  andon_duty: { history: [pages.andonDuty] },
  scrap_reason: { history: [pages.scrapReasons] },
  shift_handover: { history: [pages.workshopPlan, pages.dispatch] },
  report_record: {
    history: reportPages,
    attachments: { reads: reportPages, changes: [pages.productionReport], most: mostReportAttachments },
  },
}
