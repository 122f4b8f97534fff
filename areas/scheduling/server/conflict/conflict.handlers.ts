import type { Parsed } from '@qitao/core/call.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { type Context, type Handler, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { countConflicts, listConflicts } from '../../model/conflict/conflict.calls.ts'
import { type Conflict, conflictKey } from '../../model/conflict/conflict.rules.ts'
import type { ConflictKind } from '../../model/conflict/conflict.status.ts'
import { conflictWords } from '../../model/conflict/conflict-words.ts'
import { byStake, lateBy } from '../../model/conflict/stake.rules.ts'
import type { ScheduleFacts } from '../../model/problem/facts.ts'
import { dueOf } from '../../model/problem/problem.rules.ts'
import { type ForWhom, forWhom } from '../plan/for-whom.ts'
import { areMany } from '../plan/plan.queries.ts'
import { conflictsSeen } from './conflict.queries.ts'

const isLarge = (_: unknown, { tx, org_id }: Context): Promise<boolean> =>
  areMany(tx, sql`where t.org_id = ${org_id} and t.status <> ${taskStatus.codes.done}`)

export const conflictHandlers: Handler[] = [
  handleLarge(listConflicts, isLarge, async (input, context) => {
    const { tx, org_id, language, member } = context
    const { facts, conflicts } = await conflictsSeen(context)
    const whom = await forWhom(
      tx,
      org_id,
      conflicts.map(({ mo_id }) => mo_id),
    )
    const asked = rowsOf(facts, conflicts, whom)
      .filter(wanted(input))
      .sort((a, b) => byStake(a.stake, b.stake))
    const kinds = input.kinds && new Set<ConflictKind>(input.kinds)
    const found = kinds ? asked.filter(({ conflict }) => kinds.has(conflict.kind)) : asked
    const { page, page_size } = input
    const shown = found.slice((page - 1) * page_size, page * page_size)
    return {
      total: found.length,
      counts: countsOf(asked.map(({ conflict }) => conflict)),
      result: shown.map(({ conflict, row }) => ({ ...row, ...conflictWords(conflict, language, member.time_zone) })),
    }
  }),

  handleLarge(countConflicts, isLarge, async (_, context) => {
    const { conflicts } = await conflictsSeen(context)
    return {
      total: conflicts.length,
      counts: countsOf(conflicts),
      tasks: [...Map.groupBy(conflicts, ({ task_id }) => task_id)].map(([task_id, own]) => ({
        task_id,
        kinds: [...new Set(own.map(({ kind }) => kind))],
      })),
    }
  }),
]

const countsOf = (conflicts: readonly Conflict[]): Partial<Record<ConflictKind, number>> =>
  Object.fromEntries([...Map.groupBy(conflicts, ({ kind }) => kind)].map(([kind, own]) => [kind, own.length]))

type Found = ReturnType<typeof rowsOf>[number]
function rowsOf(facts: ScheduleFacts, conflicts: readonly Conflict[], whom: (mo_id: string) => ForWhom) {
  const orders = new Map(facts.orders.map(order => [order.id, order]))
  const devices = new Map(facts.devices.map(device => [device.id, device.machine_no]))
  const operations = new Map(facts.operations.map(one => [one.id, one.process_name]))
  const tasks = new Map(facts.tasks.map(task => [task.id, task]))
  const finishes = new Map<string, number>()
  for (const { mo_id, end_time } of facts.tasks) finishes.set(mo_id, Math.max(finishes.get(mo_id) ?? 0, end_time))
  return conflicts.map(conflict => {
    const { kind, task_id, mo_id, at, seconds } = conflict
    const order = orders.get(mo_id)!
    const task = tasks.get(task_id)!
    const { priority } = order
    const stake = { seconds, finish: finishes.get(mo_id)!, due: dueOf(order, facts.time_zone), priority }
    return {
      conflict,
      stake,
      row: {
        ...{ id: conflictKey(conflict), kind, task_id, mo_id, at, seconds },
        ...{ start_time: task.setup_start_time, run_time: task.start_time },
        mo_no: order.no,
        material_code: order.material_code,
        ...whom(mo_id),
        ...{ delivery_date: order.delivery_date, late_seconds: lateBy(stake) },
        process_name: operations.get(task.operation_id) ?? '',
        machine_no: devices.get(conflict.device_id) ?? '',
        other_mo_no: conflict.order ?? null,
        purchase_order_no: conflict.document ?? null,
      },
    }
  })
}

const wanted =
  ({ machine_no, mo_id, keyword }: Parsed<typeof listConflicts>) =>
  ({ row, conflict }: Found): boolean =>
    (machine_no === undefined || row.machine_no === machine_no) &&
    (mo_id === undefined || row.mo_id === mo_id) &&
    (keyword === undefined ||
      [
        row.mo_no,
        row.material_code,
        row.machine_no,
        row.purchase_order_no,
        row.order_no,
        row.customer_name,
        conflict.object,
      ].some(word => word?.toLowerCase().includes(keyword.toLowerCase())))
