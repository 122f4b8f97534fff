import { command } from '@qitao/core/call.ts'
import { ids, instant } from '@qitao/core/field.ts'
import { bulkOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { alterMo } from './mo.calls.ts'

/** Addresses of the lite edition (specification section 1): an order is planned by its start, without the Gantt chart. */
const base = '/mep_server/biz/lite/'
const planners = [pages.manufacturingOrders, pages.materialPlan]

export const sendMosToPlanLite = command(`${base}mo_to_plan`, {
  title: text('下发计划（轻量版）', 'Send to plan (lite)'),
  grantedBy: planners,
  input: z.strictObject({ mo_ids: ids(), start_time: instant.optional() }),
  output: bulkOutput,
})
export const alterMoLite = command(`${base}alter_mo`, {
  title: text('修改工单（轻量版）', 'Alter work order (lite)'),
  grantedBy: planners,
  input: alterMo.input,
  output: alterMo.output,
  records: alterMo.records,
})
