import { publishWindowSeconds } from '@qitao/access/model/settings.rules.ts'
import { loadSettings } from '@qitao/access/server'
import { Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo.status.ts'
import { recordUnpublished } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database.ts'
import { bulkAnswer, type Context, type Handler, handle, sortOut } from '@qitao/platform/server/handle.ts'
import { sql } from 'kysely'
import { expectUnpublishable, firstStart, isMoved } from '../model/plan.rules.ts'
import { dueOf } from '../model/problem.rules.ts'
import { cancelPublishedPlan, previewPublish, publishPlan } from '../model/publish.calls.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import { countUp } from './plan.queries.ts'
import { type PlannedOrderRows, plannedOrders } from './planned-orders.ts'
import { publishOrders } from './publish-orders.ts'

export const publishHandlers: Handler[] = [
  handle(publishPlan, async (input, context) => {
    const { mo_ids, found, publish_until } = await ordersToPublish(input, context)
    if (mo_ids.length === 0)
      throw new Refusal(schedulingErrors.noMovablePlan, {
        detail: text('没有需要发布的任务', 'Nothing has to be published'),
      })
    const { done_ids, refused } = await publishOrders(context, mo_ids, found, publish_until)
    return bulkAnswer(done_ids, refused, context.language)
  }),

  handle(cancelPublishedPlan, async (input, { tx, org_id, language }) => {
    const mo_ids = await ordersOf(tx, org_id, input)
    const { passed_ids, refused } = sortOut(mo_ids, await plannedOrders(tx, org_id, mo_ids), expectUnpublishable)
    await sql`update production_task set publish_status = ${publishStatus.codes.unpublished}, published_start_time = null, published_end_time = null,
      published_device_id = null where org_id = ${org_id} and ${among(sql`mo_id`, passed_ids)}`.execute(tx)
    await recordUnpublished(tx, org_id, passed_ids)
    if (passed_ids.length > 0) await countUp(tx, org_id)
    if (mo_ids.length === 0) throw new Refusal(schedulingErrors.planNotPublished)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(previewPublish, async (input, context) => {
    const { mo_ids, found, publish_until } = await ordersToPublish(input, context)
    const orders = mo_ids.flatMap(id => found.get(id) ?? []).filter(({ tasks }) => tasks.length > 0)
    const names = await productsOf(context.tx, context.org_id, mo_ids)
    const row = ({ mo, tasks }: PlannedOrderRows) => ({
      mo_id: mo.id,
      mo_no: mo.no,
      ...names.get(mo.material_id)!,
      start_time: firstStart(tasks),
      finish_time: Math.max(...tasks.map(task => task.end_time)),
      delivery_date: mo.delivery_date,
      late: Math.max(...tasks.map(task => task.end_time)) > dueOf(mo, context.member.time_zone),
      task_count: tasks.length,
      moved_count: tasks.filter(isMoved).length,
    })
    const isOut = ({ tasks }: PlannedOrderRows) =>
      tasks.some(task => task.publish_status === publishStatus.codes.published)
    const waiting = orders.filter(order => !isOut(order))
    const inWindow = (order: PlannedOrderRows) => firstStart(order.tasks) <= publish_until
    return {
      publish_until,
      added: waiting.filter(inWindow).map(row),
      moved: orders.filter(order => isOut(order) && order.tasks.some(isMoved)).map(row),
      outside: waiting.filter(order => !inWindow(order)).map(row),
    }
  }),
]

type Which = { mo_ids?: string[] | undefined; task_ids?: string[] | undefined; publish_until?: number | undefined }

/** Without a choice: all orders with something the floor does not know. */
async function ordersToPublish(input: Which, { tx, org_id, now }: Context) {
  const settings = await loadSettings(tx, org_id)
  const window = now + publishWindowSeconds(settings)
  const publish_until = Math.min(input.publish_until ?? window, window)
  const mo_ids =
    input.mo_ids || input.task_ids ? await ordersOf(tx, org_id, input) : await waitingOrders(tx, org_id, publish_until)
  return { mo_ids, found: await plannedOrders(tx, org_id, mo_ids), publish_until }
}
async function ordersOf(tx: Tx, org_id: string, { mo_ids = [], task_ids = [] }: Which): Promise<string[]> {
  const ofTasks = await rows(
    tx,
    sql<{
      mo_id: string
    }>`select distinct mo_id from production_task where org_id = ${org_id} and ${among(sql`id`, task_ids)}`,
  )
  return [...new Set([...mo_ids, ...ofTasks.map(({ mo_id }) => mo_id)])]
}
async function waitingOrders(tx: Tx, org_id: string, publish_until: number): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ mo_id: string }>`select mo_id from production_task where org_id = ${org_id} and status = 0 group by mo_id
      having (bool_and(publish_status = 0) and min(start_time) <= ${publish_until})
        or (bool_or(publish_status = 0) and bool_or(publish_status = 1))
        or bool_or(publish_status = 1 and (start_time, end_time, device_id) is distinct from (published_start_time, published_end_time, published_device_id))
      order by min(start_time), mo_id`,
  )
  return found.map(({ mo_id }) => mo_id)
}
async function productsOf(tx: Tx, org_id: string, mo_ids: readonly string[]) {
  const found = await rows(
    tx,
    sql<{
      id: string
      material_code: string
      material_name: string
    }>`select distinct m.id, m.code as material_code, m.name as material_name
      from mo o join material m on m.org_id = o.org_id and m.id = o.material_id where o.org_id = ${org_id} and ${among(sql`o.id`, mo_ids)}`,
  )
  return new Map(found.map(({ id, ...name }) => [id, name]))
}
