import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { benchmarkHandlers } from './benchmark/benchmark.handlers.ts'
import { dashboardHandlers } from './dashboard.handlers.ts'
import { figureHandlers } from './figure.handlers.ts'
import { figuresHousekeeping } from './figures.housekeeping.ts'
import { inventoryAnalysisHandlers } from './inventory-analysis.handlers.ts'
import { marginHandlers } from './margin/margin.handlers.ts'
import { marginPeriodHandlers } from './margin/margin-period.handlers.ts'
import { unitCostHandlers } from './margin/unit-cost.handlers.ts'
import { reportClock, reportLetters } from './report/report-letters.job.ts'
import { reportMail } from './report/report-mail.job.ts'
import { reportMailingHandlers } from './report/report-mailing.handlers.ts'
import { savedReportHandlers } from './report/saved-report.handlers.ts'
import { salesDashboardHandlers } from './sales-dashboard.handlers.ts'
import { valueStreamHandlers } from './value-stream/value-stream.handlers.ts'

export const figuresArea: Area = {
  name: 'figures',
  handlers: [
    ...figureHandlers,
    ...savedReportHandlers,
    ...reportMailingHandlers,
    ...inventoryAnalysisHandlers,
    ...dashboardHandlers,
    ...marginHandlers,
    ...unitCostHandlers,
    ...marginPeriodHandlers,
    ...salesDashboardHandlers,
    ...valueStreamHandlers,
    ...benchmarkHandlers,
  ],
  jobs: [reportClock, reportLetters, reportMail, figuresHousekeeping],
  constraints: {
    // Two entered the same at once.
    saved_report_name_of_owner: generalErrors.duplicateCode,
    report_mailing_of_report: generalErrors.versionConflict,
    value_stream_org_id_material_id_name_key: generalErrors.duplicateCode,
    benchmark_reference_org_id_indicator_industry_key: generalErrors.versionConflict,
  },
}
