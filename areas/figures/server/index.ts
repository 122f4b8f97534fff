import type { Area } from '@qitao/platform/server/area.ts'
import { dashboardHandlers } from './dashboard.handlers.ts'
import { figureHandlers } from './figure.handlers.ts'
import { inventoryAnalysisHandlers } from './inventory-analysis.handlers.ts'
import { marginHandlers } from './margin/margin.handlers.ts'
import { salesDashboardHandlers } from './sales-dashboard.handlers.ts'

export const figuresArea: Area = {
  name: 'figures',
  handlers: [
    ...figureHandlers,
    ...inventoryAnalysisHandlers,
    ...dashboardHandlers,
    ...marginHandlers,
    ...salesDashboardHandlers,
  ],
}
