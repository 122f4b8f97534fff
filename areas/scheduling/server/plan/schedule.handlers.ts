import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { revertMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { returnToTodo, setCapacityLocked } from '@qitao/manufacturing/server'
import { among } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, type Context, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { expectCancellable, expectLock, expectRevertable, expectSchedulable } from '../../model/plan.rules.ts'
import { autoSchedule, cancelSchedule, lockCapacity, stopSchedule, unlockCapacity } from '../../model/schedule.calls.ts'
import { forgetParts } from '../hand/split-task.queries.ts'
import { dropTasks } from '../publish/plan-versions.ts'
import { planChanged } from './plan.queries.ts'
import { ordersToPlace, plannedOrders } from './planned-orders.ts'
import type { ScheduleInput } from './schedule.job.ts'
import { startOnce } from './start-once.ts'
import { wantStop } from './stop-schedule.ts'
import { tellManufacturing } from './tell-manufacturing.ts'

export const scheduleHandlers: Handler[] = [
  handle(autoSchedule, async ({ mo_ids, start_time, objective, seconds }, context) => {
    const { tx, org_id, member } = context
    const { passed_ids, refused } = sortOut(mo_ids, await ordersToPlace(tx, org_id, mo_ids), expectSchedulable)
    const first = refused[0]
    if (first && passed_ids.length === 0) throw new Refusal(first.definition, first.data)
    const input: ScheduleInput = {
      mo_ids: passed_ids,
      start_time: start_time ?? null,
      objective,
      seconds,
      time_zone: member.time_zone,
      reason: `schedule_${objective}`,
    }
    return { job_id: await startOnce(context, 'schedule', input) }
  }),

  handle(stopSchedule, async ({ job_id }, { tx, org_id }) => {
    if (!(await wantStop(tx, org_id, job_id))) refuse(generalErrors.recordNotFound)
    return { affected: 1 }
  }),

  handle(cancelSchedule, async ({ mo_ids }, context) => {
    const { tx, org_id, language } = context
    const { passed, passed_ids, refused } = sortOut(mo_ids, await plannedOrders(tx, org_id, mo_ids), expectCancellable)
    await dropTasks(
      tx,
      org_id,
      passed.flatMap(({ tasks }) => tasks.map(({ id }) => id)),
    )
    await tellManufacturing(tx, org_id, passed_ids)
    if (passed_ids.length > 0) await planChanged(context)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(lockCapacity, ({ mo_ids }, context) => lock(context, mo_ids, true)),
  handle(unlockCapacity, ({ mo_ids }, context) => lock(context, mo_ids, false)),

  handle(revertMos, async ({ mo_ids }, context) => {
    const { tx, org_id, language } = context
    const { passed, passed_ids, refused } = sortOut(mo_ids, await plannedOrders(tx, org_id, mo_ids), expectRevertable)
    await dropTasks(
      tx,
      org_id,
      passed.flatMap(({ tasks }) => tasks.map(({ id }) => id)),
    )
    await forgetParts(tx, org_id, passed_ids)
    await returnToTodo(tx, org_id, passed_ids)
    if (passed_ids.length > 0) await planChanged(context)
    return bulkAnswer(passed_ids, refused, language)
  }),
]

async function lock(context: Context, mo_ids: readonly string[], locked: boolean) {
  const { tx, org_id, language } = context
  const { passed_ids, refused } = sortOut(mo_ids, await plannedOrders(tx, org_id, mo_ids), order =>
    expectLock(order, locked),
  )
  await setCapacityLocked(tx, org_id, passed_ids, locked)
  await sql`update production_task set capacity_locked = ${locked} where org_id = ${org_id} and ${among(sql`mo_id`, passed_ids)}`.execute(
    tx,
  )
  await tellManufacturing(tx, org_id, passed_ids)
  if (passed_ids.length > 0) await planChanged(context)
  return bulkAnswer(passed_ids, refused, language)
}
