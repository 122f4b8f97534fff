import type { Area } from '@qitao/platform/server/area.ts'
import { demandErrors } from '../model/demand.errors.ts'
import { pastDemandExchange } from '../model/past/past.calls.ts'
import { supplyDemandHandlers } from './balance/supply-demand.handlers.ts'
import { forecastConfigHandlers } from './config/forecast-config.handlers.ts'
import { demandClock } from './demand.clock.ts'
import { demandEventHandlers } from './event/event.handlers.ts'
import { forecastHandlers } from './forecast.handlers.ts'
import { forecastJob } from './forecast.job.ts'
import { forecastGroupHandlers } from './group/group.handlers.ts'
import { inventoryPlanHandlers } from './inventory/inventory-plan.handlers.ts'
import { pastDemandHandlers } from './past/past.handlers.ts'
import { releaseHandlers } from './release/release.handlers.ts'
import { stockPlanJob } from './stock-plan.job.ts'

export { isDemand, wantedAt } from './demand.queries.ts'
export { expectAllData } from './forecast.handlers.ts'
export { unitCost } from './inventory/inventory-plan.queries.ts'

export const demandArea: Area = {
  name: 'demand',
  handlers: [
    ...forecastHandlers,
    ...forecastConfigHandlers,
    ...demandEventHandlers,
    ...forecastGroupHandlers,
    ...pastDemandHandlers,
    ...releaseHandlers,
    ...supplyDemandHandlers,
    ...inventoryPlanHandlers,
  ],
  jobs: [forecastJob, stockPlanJob, demandClock],
  exchanges: { list: [pastDemandExchange] },
  constraints: { demand_forecast_config_org_id_material_id_time_dimension_key: demandErrors.configExists },
}
export { seesPrices } from './sees-prices.ts'
