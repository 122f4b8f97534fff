import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const figuresWeb: AreaWeb = {
  guides: () => import('./figures.guide.ts'),
  routes: [
    { page: pages.benchmarking, load: () => import('./benchmark/benchmark.page.tsx') },
    { page: pages.valueStream, load: () => import('./value-stream/value-stream.page.tsx') },
    { page: pages.salesDashboard, load: () => import('./sales/sales-dashboard.page.tsx') },
    { page: pages.grossMargin, load: () => import('./margin/margin.page.tsx') },
    { page: pages.unitPrices, load: () => import('./price/prices.page.tsx') },
    { page: pages.panorama, load: () => import('./panorama/panorama.page.tsx') },
    { page: pages.operationReport, load: () => import('./report/report.page.tsx') },
  ],
}
