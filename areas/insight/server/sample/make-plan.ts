import { daySeconds } from '@qitao/core/time.ts'
import { triggerForecast } from '@qitao/demand/model/forecast.calls.ts'
import { triggerStockPlan } from '@qitao/demand/model/stock-plan.calls.ts'
import { listMos, sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { checkKits, replenishMos } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { salesLinesToMo } from '@qitao/sales/model/sales-order.calls.ts'
import { previewPublish, publishPlan } from '@qitao/scheduling/model/publish/publish.calls.ts'
import { autoSchedule } from '@qitao/scheduling/model/schedule.calls.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import type { Stage } from '../../model/sample/factory.ts'
import type { Clerk } from '../clerk.ts'

/** Short, so that loading is not long; the orders are few. */
const improveSeconds = 3
const publishDays = 3

const todoIds = async (clerk: Clerk): Promise<string[]> =>
  (await clerk.run(listMos, { statuses: [moStatus.codes.todo], page_size: -1 })).result.map(order => order.id)

/** Work orders of the sales orders, kitted; those that are to be made first are replenished and sent to the plan. */
export async function makeMaterialPlan(clerk: Clerk, orders: Record<Stage, string[]>): Promise<string[]> {
  await clerk.run(salesLinesToMo, { order_ids: orders.planning })
  const waiting = new Set(await todoIds(clerk))
  await clerk.run(salesLinesToMo, { order_ids: [...orders.published, ...orders.scheduled] })
  const roots = (await todoIds(clerk)).filter(id => !waiting.has(id))
  await clerk.run(replenishMos, { mo_ids: roots })
  await clerk.run(checkKits, { mo_ids: [...waiting], mode: 'kitting' })
  const planned = (await todoIds(clerk)).filter(id => !waiting.has(id))
  await clerk.run(sendMosToPlan, { mo_ids: planned })
  return planned
}

/** The plan, and what of it starts soon published. */
export async function makeSchedule(clerk: Clerk, mo_ids: readonly string[]): Promise<void> {
  await clerk.run(autoSchedule, { mo_ids: [...mo_ids], seconds: improveSeconds })
  const publish_until = clerk.now + publishDays * daySeconds
  const { added } = await clerk.run(previewPublish, { publish_until })
  if (added.length > 0) await clerk.run(publishPlan, { mo_ids: added.map(one => one.mo_id), publish_until })
}

/** What is expected by week and month, and demand, supply and reorder points of all materials. */
export async function makeDemandPlans(clerk: Clerk): Promise<void> {
  for (const { code } of timeDimension.list) await clerk.run(triggerForecast, { time_dimension: code })
  await clerk.run(triggerStockPlan, {})
}
