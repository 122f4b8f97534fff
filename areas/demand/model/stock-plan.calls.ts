import { command } from '@qitao/core/call.ts'
import { id, ids } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** The demand-supply plan and the inventory plan are made anew, of some materials or of all. */
export const triggerStockPlan = command('/mep_server/biz/supply_demand/trigger_stock_plan', {
  title: text('计算供需与库存计划', 'Calculate the inventory plan'),
  grantedBy: [pages.demandForecast, pages.supplyDemandPlan, pages.inventoryPlan],
  input: z.strictObject({ material_ids: ids().optional() }),
  output: z.object({ job_id: id }),
})
