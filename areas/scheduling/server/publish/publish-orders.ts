import { publishWindowSeconds } from '@qitao/access/model/company/settings.rules.ts'
import { loadSettings } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Text } from '@qitao/core/text.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { recordPublished } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Context, type Refused, sortOut } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { planMessage } from '../../model/chart/plan.message.ts'
import { brokenRules } from '../../model/hand/checker-words.ts'
import { expectPublishable } from '../../model/plan.rules.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { planAsItIs } from '../plan/plan.queries.ts'
import { type PlannedOrderRows, plannedOrders } from '../plan/planned-orders.ts'
import { summaryNow } from '../plan/tell-manufacturing.ts'
import { checkInThread } from '../plan/threads.ts'
import type { PlanRead } from '../problem/read-plan.ts'
import { keepVersion } from './plan-versions.ts'

/** What is wrong with tasks that the floor is to be told of, by operation. */
export type BrokenTasks = ReadonlyMap<string, { object: string; detail: Text }>

/** What the independent checker finds wrong with the plan as it stands. In a thread; nothing is locked meanwhile. */
export async function brokenTasks({ org_id, facts, only_kitted, nameOf }: PlanRead): Promise<BrokenTasks> {
  const begin = facts.tasks.reduce((earliest, task) => Math.min(earliest, task.setup_start_time), facts.now)
  const violations = await checkInThread(org_id, {
    facts: { ...facts, now: begin },
    only_kitted,
    plan: planAsItIs(facts.tasks.filter(task => task.status !== taskStatus.codes.done)),
  })
  return new Map(
    violations.flatMap(({ rule, subject, object: id }) => {
      const detail = brokenRules[rule]
      const object = nameOf('operation', id) ?? nameOf('machine', id) ?? nameOf('operation', subject) ?? ''
      return detail ? [[subject, { object, detail }] as const] : []
    }),
  )
}

/** Tells the floor what keeps every rule; each other order is refused with its own reason. The orders are locked. */
export async function publishOrders(
  context: Context,
  mo_ids: readonly string[],
  found: ReadonlyMap<string, PlannedOrderRows>,
  publish_until: number,
  broken: BrokenTasks,
): Promise<{ done_ids: string[]; refused: Refused[] }> {
  const { tx, org_id, now, tell } = context
  const disabled = await disabledDevices(tx, org_id)
  const { passed, passed_ids, refused } = sortOut([...mo_ids], found, order => {
    expectPublishable(order, publish_until, disabled)
    const wrong = order.tasks.map(task => broken.get(task.operation_id)).find(Boolean)
    if (wrong) refuse(schedulingErrors.deliveryFailed, wrong)
  })
  await tellFloor(tx, org_id, passed_ids)
  const fresh = passed.filter(({ tasks }) =>
    tasks.every(task => task.publish_status === publishStatus.codes.unpublished),
  )
  await recordPublished(
    tx,
    org_id,
    fresh.map(({ mo }) => mo.id),
    now,
  )
  if (passed_ids.length > 0) {
    const version_no = await keepVersion(context, 'publish', await summaryNow(tx, org_id, now))
    tell(planMessage(version_no))
    await sql`update plan_head set published_version = ${version_no} where org_id = ${org_id}`.execute(tx)
  }
  return { done_ids: passed_ids, refused }
}

/** Those of these orders that start within the publishing window of the settings; the rest waits. They have been checked. */
export async function publishInWindow(context: Context, mo_ids: readonly string[]): Promise<void> {
  const { tx, org_id, now } = context
  const found = await plannedOrders(tx, org_id, mo_ids)
  const publish_until = now + publishWindowSeconds(await loadSettings(tx, org_id))
  const due = mo_ids.filter(id => {
    const tasks = found.get(id)?.tasks ?? []
    return tasks.length > 0 && Math.min(...tasks.map(task => task.start_time)) <= publish_until
  })
  if (due.length > 0) await publishOrders(context, due, found, publish_until, new Map())
}

async function disabledDevices(tx: Tx, org_id: string): Promise<Set<string>> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from device where org_id = ${org_id} and status <> ${enabledStatus.codes.enabled}`,
  )
  return new Set(found.map(({ id }) => id))
}
/** The floor is told where the tasks of these orders stand now. */
const tellFloor = (tx: Tx, org_id: string, mo_ids: readonly string[]) =>
  sql`update production_task set publish_status = ${publishStatus.codes.published}, published_start_time = start_time, published_end_time = end_time,
    published_device_id = device_id where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and status = ${taskStatus.codes.not_started}`.execute(
    tx,
  )
