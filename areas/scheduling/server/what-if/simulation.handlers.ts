import { loadSettings } from '@qitao/access/server'
import type { Out, Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { deliveryStatus, type MoStatusCode, type publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { deliveryStatusOf, lockMos, setPriorities as setMoPriorities } from '@qitao/manufacturing/server'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import {
  bulkAnswer,
  type Context,
  type Handler,
  handle,
  handleInSteps,
  handleLarge,
  Moved,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { numberSeen } from '@qitao/sales/server'
import { sql } from 'kysely'
import { wordsOf } from '../../model/late/late-order.rules.ts'
import { machinesOf } from '../../model/load/load.rules.ts'
import { expectSchedulable } from '../../model/plan.rules.ts'
import { workingTimesOf } from '../../model/problem/machine-time.rules.ts'
import { freeOperations, scopeOf, takingPart, withPriorities } from '../../model/problem/plan-scope.rules.ts'
import { dueOf } from '../../model/problem/problem.rules.ts'
import { heldBesidePlan } from '../../model/problem/promised-orders.rules.ts'
import { withHeld } from '../../model/problem/taken-hours.rules.ts'
import { simulationStatus } from '../../model/task.status.ts'
import { ordersHeldBack } from '../../model/what-if/held-back.rules.ts'
import {
  alterSimulatedPriorities,
  compareSimulations,
  convertSimulation,
  dropSimulations,
  explainSimulation,
  listSimulationOrders,
  listSimulations,
  simulateSchedule,
} from '../../model/what-if/simulation.calls.ts'
import {
  figuresOf,
  finishesOf,
  movedTasks,
  type StandingTask,
  stillToDo,
} from '../../model/what-if/simulation.rules.ts'
import { fitting, freeToPutBack, putBack } from '../hand/put-back.ts'
import { areMany, lockHead, planAsItIs } from '../plan/plan.queries.ts'
import { ordersToPlace } from '../plan/planned-orders.ts'
import { startOnce } from '../plan/start-once.ts'
import { boundsInThread } from '../plan/threads.ts'
import { loadFacts, plannedStatuses } from '../problem/facts.queries.ts'
import { expectStanding, readPlan } from '../problem/read-plan.ts'
import { publishInWindow } from '../publish/publish-orders.ts'
import type { SimulationInput } from './simulation.job.ts'
import {
  addVersion,
  calculatedVersions,
  finishesOfVersion,
  prioritiesAsRows,
  setPriorities,
  simulationsByState,
  type VersionHead,
  versionForUpdate,
  versionHead,
} from './simulation.queries.ts'

const { converted } = simulationStatus.codes
const { deadline_met, deadline_missed } = deliveryStatus.codes
const productName = sql`m.code as material_code, m.name as material_name, u.name as unit_name`

export const simulationHandlers: Handler[] = [
  handle(listSimulationOrders, async (input, { tx, org_id, member }) => {
    const version = input.version_id ? await versionHead(tx, org_id, input.version_id) : undefined
    if (input.version_id && !version) refuse(generalErrors.recordNotFound)
    const found = await listRows<SimulatedOrder>(
      tx,
      {
        org_id,
        table: 'mo',
        where: [
          sql`t.status in (${sql.join(plannedStatuses)})`,
          input.keyword !== undefined &&
            input.keyword.trim() !== '' &&
            sql`(${contains(input.keyword, sql`t.no`)} or t.material_id in (select k.id from material k where k.org_id = ${org_id}
              and (${contains(input.keyword, sql`k.code`)} or ${contains(input.keyword, sql`k.name`)}))
              or t.order_id in (select k.id from seen_sales_order k where k.org_id = ${org_id} and ${contains(input.keyword, sql`k.no`)}))`,
        ],
        columns: sql`t.id, t.no, t.status, ${productName}, t.planned_quantity, t.delivery_date, t.priority, t.planned_start_time, t.planned_finish_time,
          ${deliveryStatusOf(sql`t`)} as delivery_status, t.capacity_locked, t.publish_status, s.id as order_id, ${numberSeen(sql`t.order_id`, sql`s.no`)} as order_no, c.name as customer_name, r.priority as wished,
          f.start_time, f.finish_time`,
        joins: sql`join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
          left join seen_sales_order s on s.org_id = t.org_id and s.id = t.order_id left join customer c on c.org_id = s.org_id and c.id = s.customer_id
          left join ${prioritiesAsRows(version?.priorities ?? {})} as r on r.mo_id = t.id
          left join ${finishesOfVersion(org_id, version?.id ?? '00000000-0000-0000-0000-000000000000')} as f on f.mo_id = t.id`,
        orders: { delivery_date: sql`t.delivery_date`, no: sql`t.no`, priority: sql`t.priority` },
        defaultOrder: 'delivery_date',
      },
      input,
    )
    return { ...found, result: found.result.map(row => simulationRowOf(row, version, member.time_zone)) }
  }),

  handle(alterSimulatedPriorities, async ({ version_id, name, priorities }, context) => {
    const { tx, org_id } = context
    const found = await ordersToPlace(
      tx,
      org_id,
      priorities.map(({ mo_id }) => mo_id),
    )
    if (priorities.some(({ mo_id }) => !found.has(mo_id))) refuse(manufacturingErrors.moMissing)
    const id = (await openVersion(context, version_id))?.id ?? (await newVersion(context, name))
    await setPriorities(tx, org_id, id, priorities)
    return { affected: priorities.length, version_id: id }
  }),

  handle(simulateSchedule, async ({ version_id, name, mo_ids, objective, seconds }, context) => {
    const { tx, org_id, member } = context
    const { passed_ids, refused } = sortOut(mo_ids, await ordersToPlace(tx, org_id, mo_ids), expectSchedulable)
    const first = refused[0]
    if (first && passed_ids.length === 0) refuse(first.definition, first.data)
    const version = await openVersion(context, version_id)
    const id = version?.id ?? (await newVersion(context, name))
    await sql`update simulation_version set mo_ids = ${passed_ids}::uuid[], objective = ${objective} where org_id = ${org_id} and id = ${id}`.execute(
      tx,
    )
    const input: SimulationInput = {
      version_id: id,
      mo_ids: passed_ids,
      start_time: null,
      objective,
      seconds,
      time_zone: member.time_zone,
      priorities: version?.priorities ?? {},
    }
    return { job_id: await startOnce(context, 'simulation', input), version_id: id }
  }),

  handleInSteps(convertSimulation, {
    async load({ version_id }, context) {
      const { tx, org_id } = context
      const version = expectOpen((await versionHead(tx, org_id, version_id)) ?? refuse(generalErrors.recordNotFound))
      const [calculated] = await calculatedVersions(tx, org_id, [version_id])
      if (!calculated || version.status !== simulationStatus.codes.calculated)
        refuse(generalErrors.statusNotAllowed, { detail: text('请先计算该版本', 'Calculate the version first') })
      const found = await ordersToPlace(tx, org_id, version.mo_ids)
      const unfit = sortOut(version.mo_ids, found, expectSchedulable).refused
      const first = unfit[0]
      if (first && unfit.length === new Set(version.mo_ids).size) refuse(first.definition, first.data)
      const read = await readPlan(context)
      return { read, version, unfit, tasks: calculated.tasks, free: freeToPutBack(read, new Set(version.mo_ids)) }
    },
    decide: ({ read, tasks, free }) => fitting(read, tasks, free),
    async save({ version_id, publish }, context, { read, version, unfit }, fits) {
      const { tx, org_id, language } = context
      const wished = Object.entries(version.priorities).map(([mo_id, priority]) => ({ mo_id, priority }))
      await lockHead(tx, org_id)
      // Calculated anew, or become the plan, by somebody else.
      if ((await versionForUpdate(tx, org_id, version_id))?.row_version !== version.row_version) throw new Moved()
      await lockMos(tx, org_id, [...new Set([...fits.free, ...wished.map(({ mo_id }) => mo_id)])])
      await expectStanding(tx, read)
      await setMoPriorities(tx, org_id, wished)
      const done_ids = await putBack(context, read, fits, `simulation:${version.version_no}`)
      await transition(tx, org_id, simulationsByState, 'convert', [version_id])
      if (publish) await publishInWindow(context, done_ids)
      return bulkAnswer(done_ids, [...unfit, ...fits.refused], language)
    },
  }),

  handle(listSimulations, (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        org_id,
        table: 'simulation_version',
        columns: sql`t.id, t.row_version, t.version_no, t.name, t.status, t.objective, cardinality(t.mo_ids) as mo_count,
          (select count(*) from jsonb_object_keys(t.priorities)) as priority_count, t.base_version, t.calculated_time, t.created_time,
          coalesce(t.status = ${simulationStatus.codes.calculated} and t.base_version is distinct from h.plan_version, false) as is_old, w.name as created_by_name, t.figures`,
        joins: sql`left join app_user w on w.org_id = t.org_id and w.id = t.created_by left join plan_head h on h.org_id = t.org_id`,
        orders: { version_no: sql`t.version_no` },
        defaultOrder: '-version_no',
      },
      input,
    ),
  ),

  handle(dropSimulations, async ({ ids }, { tx, org_id }) => {
    const { numAffectedRows } =
      await sql`delete from simulation_version where org_id = ${org_id} and id = any(${ids}::uuid[])`.execute(tx)
    if (!numAffectedRows) refuse(generalErrors.recordNotFound)
    return { affected: Number(numAffectedRows) }
  }),

  handleLarge(
    compareSimulations,
    (_, { tx, org_id }) => areMany(tx, sql`where t.org_id = ${org_id} and t.status <> ${taskStatus.codes.done}`),
    (input, context) => compared(input, context),
  ),

  handleInSteps(explainSimulation, {
    load: heldBackIn,
    decide: ({ read, work }) => boundsInThread(read.org_id, work),
    async save(_, __, { read, held, more }, found) {
      const words = wordsOf(read.facts)
      const orders = new Map(read.facts.orders.map(order => [order.id, order]))
      return {
        more,
        orders: found.map(({ finish, bound, smallest }, index) => {
          const order = orders.get(held[index]!.mo_id)!
          return {
            ...held[index]!,
            ...{ no: order.no, due: dueOf(order, read.facts.time_zone), finish },
            bound: bound && { ...bound, piece: words.piece(bound.link) },
            smallest: smallest && words.remedy(smallest),
          }
        }),
      }
    },
  }),
]

/** So many orders are explained: each is tried for a while. */
const mostExplained = 10
const patienceSeconds = 8

/** The version as the plan that it would be: what it does not place anew stands where it stands now. */
async function heldBackIn({ version_id }: Parsed<typeof explainSimulation>, context: Context) {
  const { tx, org_id } = context
  const [version] = await calculatedVersions(tx, org_id, [version_id])
  if (!version) refuse(generalErrors.recordNotFound)
  const settings = await loadSettings(tx, org_id)
  const read = await readPlan(context)
  const { facts, held: hours, only_kitted } = read
  const scope = scopeOf(facts, version.mo_ids)
  const all = ordersHeldBack(facts, version)
  const held = all.slice(0, mostExplained)
  const work = {
    facts: withHeld(
      withPriorities(takingPart(facts, scope), version.priorities),
      heldBesidePlan(facts, hours, version.tasks, scope),
    ),
    ...{ free: freeOperations(facts, scope, settings), only_kitted, seconds: patienceSeconds },
    plan: planAsItIs(stillToDo(facts, version.tasks)),
    orders: held.map(({ mo_id }) => mo_id),
  }
  return { read, work, held, more: all.length - held.length }
}

interface SimulatedOrder {
  id: string
  no: string
  status: MoStatusCode
  material_code: string
  material_name: string
  unit_name: string
  planned_quantity: string
  delivery_date: number
  priority: number
  planned_start_time: number | null
  planned_finish_time: number | null
  delivery_status: CodeOf<typeof deliveryStatus> | null
  capacity_locked: boolean
  publish_status: CodeOf<typeof publishStatus>
  order_id: string | null
  order_no: string | null
  customer_name: string | null
  wished: number | null
  start_time: number | null
  finish_time: number | null
}
function simulationRowOf(row: SimulatedOrder, version: VersionHead | undefined, zone: string) {
  const { order_id, order_no, customer_name, wished, start_time, finish_time, delivery_status, ...mo } = row
  const late = finish_time !== null && finish_time > dueOf(row, zone)
  return {
    id: row.id,
    mo,
    order: order_id === null ? null : { id: order_id, no: order_no!, customer_name },
    version_id: version?.id ?? null,
    priority: wished ?? row.priority,
    simulated_start_time: start_time,
    simulated_finish_time: finish_time,
    delivery_status: !version ? delivery_status : finish_time === null ? null : late ? deadline_missed : deadline_met,
  }
}

async function compared(
  { version_ids }: Parsed<typeof compareSimulations>,
  { tx, org_id, now, member, language }: Context,
): Promise<Out<typeof compareSimulations>> {
  const versions = await calculatedVersions(tx, org_id, version_ids)
  if (versions.length < new Set(version_ids).size) refuse(generalErrors.recordNotFound)
  const facts = await loadFacts(tx, org_id, now, member.time_zone)
  const machines = machinesOf(workingTimesOf(facts, now))
  const standing = stillToDo(facts, facts.tasks)
  const names = await productNames(tx, org_id)
  // All from one moment and by the orders as they are now: what a version had when it was calculated is no common measure.
  const planOf = (
    head: { id: string | null; version_no: number | null; name: string },
    all: readonly StandingTask[],
    priorities: Readonly<Record<string, number>>,
  ) => {
    const tasks = stillToDo(facts, all)
    const figures = figuresOf(facts, machines, tasks)
    return {
      priorities,
      finishes: finishesOf(tasks),
      shown: { ...head, figures, moved_tasks: movedTasks(facts, standing, tasks) },
    }
  }
  const inForce = { id: null, version_no: null, name: language === 'zh' ? '当前计划' : 'Plan in force' }
  const plans = [
    planOf(inForce, facts.tasks, {}),
    ...versions.map(({ id, version_no, name, tasks, priorities }) =>
      planOf({ id, version_no, name }, tasks, priorities),
    ),
  ]
  const orders = facts.orders.flatMap(order => {
    const finishes = plans.map(plan => ({
      priority: plan.priorities[order.id] ?? order.priority,
      finish_time: plan.finishes.get(order.id)?.finish_time ?? null,
    }))
    const differs = finishes.some(
      one => one.finish_time !== finishes[0]!.finish_time || one.priority !== finishes[0]!.priority,
    )
    const { id, no, delivery_date, priority, material_id } = order
    const due = dueOf(order, member.time_zone)
    return differs
      ? [{ id, no, material_name: names.get(material_id) ?? '', delivery_date, due, priority, finishes }]
      : []
  })
  return { plans: plans.map(plan => plan.shown), orders }
}

async function productNames(tx: Tx, org_id: string): Promise<Map<string, string>> {
  const found = await rows(
    tx,
    sql<{
      id: string
      name: string
    }>`select distinct m.id, m.name from mo o join material m on m.org_id = o.org_id and m.id = o.material_id
      where o.org_id = ${org_id} and o.status in (${sql.join(plannedStatuses)})`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** The version that is asked for; undefined when none is. What has become the plan is history. */
async function openVersion({ tx, org_id }: Context, id: string | undefined): Promise<VersionHead | undefined> {
  if (!id) return undefined
  return expectOpen((await versionForUpdate(tx, org_id, id)) ?? refuse(generalErrors.recordNotFound))
}
function expectOpen(version: VersionHead): VersionHead {
  if (version.status === converted)
    refuse(generalErrors.statusNotAllowed, { detail: text('已转为计划', 'It has become the plan') })
  return version
}
async function newVersion({ tx, org_id }: Context, name: string | undefined): Promise<string> {
  await lockHead(tx, org_id)
  return addVersion(tx, org_id, name)
}
