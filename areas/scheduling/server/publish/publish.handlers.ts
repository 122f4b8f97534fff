import { publishWindowSeconds } from '@qitao/access/model/company/settings.rules.ts'
import { loadSettings } from '@qitao/access/server'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { recordUnpublished } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import {
  bulkAnswer,
  type Context,
  type Handler,
  handle,
  handleInSteps,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { expectUnpublishable } from '../../model/plan.rules.ts'
import { dueOf } from '../../model/problem/problem.rules.ts'
import {
  cancelPublishedPlan,
  type PublishableMo,
  previewPublish,
  publishPlan,
} from '../../model/publish/publish.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { planChanged } from '../plan/plan.queries.ts'
import { plannedOrders } from '../plan/planned-orders.ts'
import { expectStanding, readPlan } from '../problem/read-plan.ts'
import { brokenTasks, publishOrders } from './publish-orders.ts'

const { published, unpublished } = publishStatus.codes

export const publishHandlers: Handler[] = [
  handleInSteps(publishPlan, {
    async load(input, context) {
      const chosen = await chosenToPublish(input, context)
      if (chosen.mo_ids.length === 0)
        refuse(schedulingErrors.noMovablePlan, { detail: text('没有需要发布的任务', 'Nothing has to be published') })
      return { ...chosen, read: await readPlan(context) }
    },
    decide: ({ read }) => brokenTasks(read),
    async save(_, context, { read, mo_ids, publish_until }, broken) {
      const { tx, org_id, language } = context
      const found = await plannedOrders(tx, org_id, mo_ids)
      await expectStanding(tx, read)
      const { done_ids, refused } = await publishOrders(context, mo_ids, found, publish_until, broken)
      return bulkAnswer(done_ids, refused, language)
    },
  }),

  handle(cancelPublishedPlan, async (input, context) => {
    const { tx, org_id, language } = context
    const mo_ids = await ordersOf(tx, org_id, input)
    const { passed_ids, refused } = sortOut(mo_ids, await plannedOrders(tx, org_id, mo_ids), expectUnpublishable)
    await sql`update production_task set publish_status = ${publishStatus.codes.unpublished}, published_start_time = null, published_end_time = null,
      published_device_id = null where org_id = ${org_id} and ${among(sql`mo_id`, passed_ids)}`.execute(tx)
    await recordUnpublished(tx, org_id, passed_ids)
    if (passed_ids.length > 0) await planChanged(context)
    if (mo_ids.length === 0) throw new Refusal(schedulingErrors.planNotPublished)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(previewPublish, async (input, context) => {
    const { tx, org_id, member } = context
    const { mo_ids, publish_until } = await chosenToPublish(input, context)
    const orders = (await publishable(tx, org_id, mo_ids)).map(order => {
      const due = dueOf(order, member.time_zone)
      return { ...order, due, late: order.finish_time > due }
    })
    const waiting = orders.filter(({ is_out }) => !is_out)
    const rowsOf = (some: typeof orders) => some.map(({ is_out: _, ...row }) => row)
    return {
      publish_until,
      added: rowsOf(waiting.filter(({ start_time }) => start_time <= publish_until)),
      moved: rowsOf(orders.filter(({ is_out, moved_count }) => is_out && moved_count > 0)),
      outside: rowsOf(waiting.filter(({ start_time }) => start_time > publish_until)),
    }
  }),
]

type Which = { mo_ids?: string[] | undefined; task_ids?: string[] | undefined; publish_until?: number | undefined }

/** Without a choice: all orders with something the floor does not know. */
async function chosenToPublish(input: Which, { tx, org_id, now }: Context) {
  const window = now + publishWindowSeconds(await loadSettings(tx, org_id))
  const publish_until = Math.min(input.publish_until ?? window, window)
  const mo_ids =
    input.mo_ids || input.task_ids ? await ordersOf(tx, org_id, input) : await waitingOrders(tx, org_id, publish_until)
  return { mo_ids, publish_until }
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
    sql<{
      mo_id: string
    }>`select mo_id from production_task where org_id = ${org_id} and status = ${taskStatus.codes.not_started} group by mo_id
      having (bool_and(publish_status = ${unpublished}) and min(start_time) <= ${publish_until})
        or (bool_or(publish_status = ${unpublished}) and bool_or(publish_status = ${published}))
        or bool_or(${isMoved})
      order by min(start_time), mo_id`,
  )
  return found.map(({ mo_id }) => mo_id)
}
/** Of these orders, those on the plan; nothing is locked. */
const publishable = (tx: Tx, org_id: string, mo_ids: readonly string[]) =>
  rows(
    tx,
    sql<
      Omit<PublishableMo, 'late' | 'due'> & { is_out: boolean }
    >`select o.id as mo_id, o.no as mo_no, m.code as material_code, m.name as material_name,
        t.start_time, t.finish_time, o.delivery_date, o.material_status,
        array(select d.code from mo_component c join material d on d.org_id = c.org_id and d.id = c.material_id
          where c.org_id = o.org_id and c.mo_id = o.id and c.short_quantity > 0 order by c.line_no, c.id) as unsupplied, t.task_count, t.moved_count, t.setup_seconds, t.changeover_count, t.is_out
      from (select mo_id, min(start_time) as start_time, max(end_time) as finish_time, count(*) as task_count,
          count(*) filter (where ${isMoved}) as moved_count, bool_or(publish_status = ${published}) as is_out,
          sum(setup_seconds)::integer as setup_seconds, count(*) filter (where setup_seconds > 0 and ${followsAnother(org_id)}) as changeover_count
        from production_task k where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} group by mo_id) as t
        join mo o on o.org_id = ${org_id} and o.id = t.mo_id join material m on m.org_id = o.org_id and m.id = o.material_id
      order by t.start_time, o.id`,
  )
/** Before task `k` its machine makes another product. */
const followsAnother = (org_id: string) => sql`exists (select from
    (select b.mo_id from production_task b where b.org_id = ${org_id} and b.device_id = k.device_id and b.start_time < k.start_time
      order by b.start_time desc, b.id desc limit 1) as before
    join mo was on was.org_id = ${org_id} and was.id = before.mo_id join mo own on own.org_id = ${org_id} and own.id = k.mo_id
  where was.material_id <> own.material_id)`
/** As the rule of the same name says it. */
const isMoved = sql`(publish_status = ${published}
  and (start_time, end_time, device_id) is distinct from (published_start_time, published_end_time, published_device_id))`
