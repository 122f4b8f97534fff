import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { isSubstituteAt } from '@qitao/engineering/model/bom/bom.rules.ts'
import type { StoredSubstitute } from '@qitao/engineering/model/bom/material-bom.record.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { bulkAnswer, type Context, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { listRows } from '@qitao/platform/server/list/list.ts'
import { wholeLines } from '@qitao/purchasing/model/supply-part.rules.ts'
import { lockPurchaseOrdersOf, openPurchaseLines } from '@qitao/purchasing/server'
import { occupy, release, usableStock } from '@qitao/stock/server'
import { sql } from 'kysely'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { expectAction, expectLockable } from '../../model/mo/mo.rules.ts'
import { moStatus, supplySource } from '../../model/mo/mo.status.ts'
import { expectAssignable } from '../../model/plan/assign-by-hand.rules.ts'
import {
  assignByHand,
  checkKits,
  countPools,
  listShortages,
  lockMaterial,
  previewReallocation,
  previewReplenishment,
  reallocateMaterial,
  releaseAssignment,
  releaseAssignments,
  replenishMos,
  showAssignments,
} from '../../model/plan/material-plan.calls.ts'
import { precisionsOf } from '../mo/create-mos.ts'
import { lockMos, moFacts, mosForUpdate, mosWhere, type OrderedOutside, poolCounts } from '../mo/mo.queries.ts'
import { stockOf } from '../mo/mo-quantities.ts'
import { assignmentsOf } from './holdings.ts'
import { startsOf } from './lead-times.ts'
import { heldSupply } from './promise-holds.ts'
import { reallocate } from './reallocation.ts'
import { refreshKits } from './refresh-kits.ts'
import { supplyBeside } from './supply-beside.ts'

const { codes: source } = supplySource

export const materialPlanHandlers = (orderedOutside: OrderedOutside): Handler[] => [
  handle(checkKits, async ({ mo_ids }, context) => {
    await expectOpen(context, mo_ids)
    return {
      job_id: await context.startJob({ type: 'material_plan', input: { mo_ids }, singleton: 'material_plan' }),
      result: null,
    }
  }),
  handle(previewReplenishment, async ({ mo_ids }, context) => {
    await expectOpen(context, mo_ids)
    return { job_id: await context.startJob({ type: 'replenishment_preview', input: { mo_ids } }), result: null }
  }),
  handle(replenishMos, async ({ mo_ids, agreed }, context) => {
    await expectOpen(context, mo_ids)
    const input = { mo_ids, agreed, time_zone: context.member.time_zone }
    return {
      job_id: await context.startJob({ type: 'replenishment', input, singleton: 'material_plan' }),
      mo_ids: null,
    }
  }),

  handle(previewReallocation, async ({ mo_ids, keeping_ids = [] }, context) => {
    await expectOpen(context, mo_ids)
    const job_id = await context.startJob({ type: 'reallocation_preview', input: { mo_ids, keeping_ids } })
    return { job_id, result: null }
  }),
  handle(reallocateMaterial, reallocate),

  handle(lockMaterial, async ({ mo_ids, locked, reason }, { tx, org_id, language, now }) => {
    const found = await mosForUpdate(tx, org_id, mo_ids)
    const held = new Set(
      (
        await rows(
          tx,
          sql<{
            mo_id: string
          }>`select distinct mo_id from mo_assignment where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)}`,
        )
      ).map(({ mo_id }) => mo_id),
    )
    const { passed_ids, refused } = sortOut(mo_ids, found, order => {
      expectLockable(order)
      if (!held.has(order.id)) refuse(manufacturingErrors.noneLockable)
    })
    // What is locked already stays its owner's.
    await sql`update mo_assignment set locked = ${locked}, locked_by = case when ${locked} then app_user() end,
        locked_time = case when ${locked} then ${now}::bigint end, lock_reason = case when ${locked} then ${reason ?? null} end,
        inquiry_id = null, promised_line_id = null
      where org_id = ${org_id} and ${among(sql`mo_id`, passed_ids)} and locked <> ${locked}`.execute(tx)
    await sql`update mo set material_locked = ${locked} where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(
      tx,
    )
    await refreshKits(tx, org_id, passed_ids, now)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(releaseAssignment, async ({ assign_id }, context) => {
    const { released, refused } = await releaseAll(context, [assign_id])
    if (refused[0]) refuse(refused[0].definition, refused[0].data)
    return { affected: released.length }
  }),
  handle(releaseAssignments, async ({ assign_ids }, context) => {
    const { released, refused } = await releaseAll(context, assign_ids)
    return bulkAnswer(released, refused, context.language)
  }),

  handle(assignByHand, async ({ mo_id, material_id, assigns, reason }, { tx, org_id, now }) => {
    const ofType = (type: number) =>
      assigns.flatMap(({ source_type, source_id }) => (source_type === type ? source_id : []))
    // What is coming is locked like what is there: of two who take the same, the second sees what the first has taken.
    await lockPurchaseOrdersOf(tx, org_id, ofType(source.in_transit))
    await lockMos(tx, org_id, [mo_id, ...ofType(source.in_production)])
    const order = (await moFacts(tx, org_id, [mo_id])).get(mo_id) ?? refuse(manufacturingErrors.moMissing)
    expectAction('kit', order.status, manufacturingErrors.moNotEditable)
    const component =
      (await componentsFor(tx, org_id, mo_id, material_id, now)) ??
      refuse(generalErrors.recordNotFound, { field: 'material_id' })
    const ratios = ratiosOf(component, material_id)
    const found = await supplies(tx, org_id, [...ratios.keys()], now)
    const precisions = await precisionsOf(tx, org_id, [...ratios.keys()])
    const free = new Map(
      found.map(row => [
        row.source_id,
        { ...row, ratio: ratios.get(row.material_id)!, precision: precisions.get(row.material_id) ?? 0 },
      ]),
    )
    const edges = assigns.map((assign, index) => {
      const supply = free.get(assign.source_id)
      if (!supply || supply.source_type !== assign.source_type)
        refuse(generalErrors.recordNotFound, { row: index + 1, field: 'source_id' })
      return {
        id: newId(),
        mo_id,
        component_id: component.id,
        material_id: supply.material_id,
        ...assign,
        available_time: supply.available_time ?? now,
        locked: true,
        manual: true,
      }
    })
    const { required_quantity, picked_quantity, held_quantity } = component
    expectAssignable(assigns, free, subtract(subtract(required_quantity, picked_quantity), held_quantity))
    await occupy(tx, { org_id, occupations: stockOf(edges) })
    await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity, available_time, locked, manual, locked_by, locked_time, lock_reason)
      select r.*, app_user(), ${now}::bigint, ${reason ?? null} from ${recordset(edges, sql`id uuid, mo_id uuid, component_id uuid, material_id uuid, source_type smallint, source_id uuid, quantity numeric, available_time bigint, locked boolean, manual boolean`)} as r`.execute(
      tx,
    )
    await refreshKits(tx, org_id, [mo_id], now)
    return { affected: edges.length }
  }),

  handle(showAssignments, async ({ mo_id, material_id }, { tx, org_id, now }) => {
    if ((await mosWhere(tx, org_id, sql`t.id = ${mo_id}`)).length === 0) refuse(manufacturingErrors.moMissing)
    const assignments = await assignmentsOf(tx, org_id, mo_id, material_id)
    const none = { assignments, alternatives: [], pending: [], outside: [] }
    if (material_id === undefined) return none
    const component = await componentsFor(tx, org_id, mo_id, material_id, now)
    if (!component) return none
    const ratios = ratiosOf(component, material_id)
    const found = await supplies(tx, org_id, [...ratios.keys()], now)
    const beside = await supplyBeside(tx, org_id, orderedOutside, {
      ...{ mo_id, material_id, sources: [...assignments, ...found] },
    })
    return {
      ...{ assignments, ...beside },
      alternatives: found.map(supply => ({ ...supply, ratio: ratios.get(supply.material_id)! })),
    }
  }),

  handle(countPools, async (_input, { tx, org_id }) => (await poolCounts(tx, org_id))[0]!),

  handle(listShortages, (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        org_id,
        table: 'mo_component',
        filterJoins: sql`join mo m on m.org_id = t.org_id and m.id = t.mo_id`,
        where: [
          sql`t.short_quantity > 0 and m.status < ${moStatus.codes.completed}`,
          input.mo_ids !== undefined && among(sql`t.mo_id`, input.mo_ids),
          input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
        ],
        columns: sql`t.*, 1 as level, m.no as mo_no, m.delivery_date, x.code as material_code, x.name as material_name, x.kind as material_kind, u.name as unit_name,
          (select count(distinct s.mo_id) from mo_component s where s.org_id = t.org_id and s.material_id = t.material_id and s.short_quantity > 0) as waiting_mo_count,
          (select sum(s.short_quantity) from mo_component s where s.org_id = t.org_id and s.material_id = t.material_id and s.short_quantity > 0) as total_short`,
        joins: sql`join mo m on m.org_id = t.org_id and m.id = t.mo_id join material x on x.org_id = t.org_id and x.id = t.material_id
          join unit u on u.org_id = x.org_id and u.id = x.unit_id`,
        orders: { delivery_date: sql`m.delivery_date`, short_quantity: sql`t.short_quantity` },
        defaultOrder: 'delivery_date',
      },
      input,
    ),
  ),
]

/** The job that follows looks for itself: nothing is locked for it. */
async function expectOpen({ tx, org_id }: Context, mo_ids: readonly string[]): Promise<void> {
  const found = await moFacts(tx, org_id, mo_ids)
  for (const id of mo_ids) {
    const order = found.get(id) ?? refuse(manufacturingErrors.moMissing)
    expectAction('kit', order.status, generalErrors.statusNotAllowed)
  }
}

async function releaseAll({ tx, org_id, now }: Context, ids: readonly string[]) {
  const edges = (mo_ids?: readonly string[]) =>
    rows(
      tx,
      sql<{
        id: string
        mo_id: string
      }>`select id, mo_id from mo_assignment where org_id = ${org_id} and ${among(sql`id`, ids)}
        ${mo_ids === undefined ? sql`` : sql`and ${among(sql`mo_id`, mo_ids)}`}`,
    )
  const mos = await mosForUpdate(
    tx,
    org_id,
    (await edges()).map(({ mo_id }) => mo_id),
  )
  const found = new Map((await edges([...mos.keys()])).map(edge => [edge.id, edge]))
  const { passed, passed_ids, refused } = sortOut(ids, found, ({ mo_id }) =>
    expectAction('kit', mos.get(mo_id)!.status, manufacturingErrors.moNotEditable),
  )
  const released = await rows(
    tx,
    sql<{ source_type: number; source_id: string; quantity: string }>`delete from mo_assignment
      where org_id = ${org_id} and ${among(sql`id`, passed_ids)} returning source_type, source_id, quantity`,
  )
  await release(tx, { org_id, occupations: stockOf(released) })
  await refreshKits(tx, org_id, [...new Set(passed.map(edge => edge.mo_id))], now)
  return { released: passed_ids, refused }
}

interface ComponentToCover {
  id: string
  required_quantity: string
  picked_quantity: string
  held_quantity: string
  start_time: Instant
  substitutes: StoredSubstitute[]
}
/** How much of each material stands for one of the component: of itself, and of what may replace it when the order begins. */
const ratiosOf = ({ substitutes, start_time }: ComponentToCover, material_id: string): Map<string, string> =>
  new Map([
    ...substitutes.flatMap(one =>
      isSubstituteAt(one, start_time) ? [[one.material_id, String(one.ratio)] as const] : [],
    ),
    [material_id, '1'],
  ])

async function componentsFor(
  tx: Tx,
  org_id: string,
  mo_id: string,
  material_id: string,
  now: Instant,
): Promise<ComponentToCover | undefined> {
  const [found] = await rows(
    tx,
    sql<
      Omit<ComponentToCover, 'start_time'> & {
        made_id: string
        planned_quantity: string
        delivery_date: number
        planned_start_time: number | null
      }
    >`select c.id, c.required_quantity, c.picked_quantity, c.assigned_quantity as held_quantity, coalesce(l.substitutes, '[]'::jsonb) as substitutes,
        m.material_id as made_id, greatest(m.planned_quantity - m.inbound_quantity, 0) as planned_quantity, m.delivery_date, m.planned_start_time
      from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id
        left join material_bom_line l on l.org_id = c.org_id and l.bom_id = m.material_bom_id and l.material_id = c.material_id
      where c.org_id = ${org_id} and c.mo_id = ${mo_id} and c.material_id = ${material_id} order by c.line_no limit 1`,
  )
  if (!found) return undefined
  const { made_id, planned_quantity, delivery_date, planned_start_time, ...component } = found
  const order = { material_id: made_id, planned_quantity, delivery_date, planned_start_time }
  const [start_time] = await startsOf(tx, org_id, [order], now)
  return { ...component, start_time: start_time! }
}

/** Free supplies of the materials: stock not occupied, purchases and work orders not assigned, and nothing that promises hold. */
async function supplies(tx: Tx, org_id: string, material_ids: readonly string[], now: number) {
  const stock = await usableStock(tx, org_id, material_ids)
  const transit = wholeLines(await openPurchaseLines(tx, org_id, material_ids))
  const production = await rows(
    tx,
    sql<{
      id: string
      no: string
      material_id: string
      open_quantity: string
      planned_finish_time: number | null
    }>`select id, no, material_id, planned_quantity - inbound_quantity as open_quantity, planned_finish_time
      from mo where org_id = ${org_id} and status <= ${moStatus.codes.completed} and order_line_id is null and planned_quantity > inbound_quantity and ${among(sql`material_id`, material_ids)}`,
  )
  const names = new Map(
    (
      await rows(
        tx,
        sql<{
          id: string
          code: string
          name: string
        }>`select id, code, name from material where org_id = ${org_id} and ${among(sql`id`, material_ids)}`,
      )
    ).map(row => [row.id, row]),
  )
  const places = new Map(
    (
      await rows(
        tx,
        sql<{ id: string; code: string }>`select id, code from location where org_id = ${org_id} and ${among(
          sql`id`,
          stock.map(row => row.location_id),
        )}`,
      )
    ).map(row => [row.id, row.code]),
  )
  const ids = [...transit.map(({ id }) => id), ...production.map(({ id }) => id)]
  const taken = new Map(
    (
      await rows(
        tx,
        sql<{
          source_id: string
          quantity: string
        }>`select source_id, sum(quantity) as quantity from mo_assignment where org_id = ${org_id} and ${among(sql`source_id`, ids)} and source_type <> ${source.in_stock} group by source_id`,
      )
    ).map(row => [row.source_id, row.quantity]),
  )
  const all = [
    ...stock.map(row => ({
      material_id: row.material_id,
      source_type: source.in_stock as number,
      source_id: row.inventory_id,
      source_no: [places.get(row.location_id), row.lot_number].filter(Boolean).join(' '),
      document_id: row.inventory_id,
      lot_number: row.lot_number || null,
      available_quantity: row.available_quantity,
      available_time: row.arrives_time,
    })),
    ...transit.map(line => ({
      material_id: line.material_id,
      source_type: source.in_transit as number,
      source_id: line.id,
      source_no: line.order_no,
      document_id: line.order_id,
      lot_number: null,
      available_quantity: subtract(line.open_quantity, taken.get(line.id) ?? '0'),
      available_time: line.eta,
    })),
    ...production.map(mo => ({
      material_id: mo.material_id,
      source_type: source.in_production as number,
      source_id: mo.id,
      source_no: mo.no,
      document_id: mo.id,
      lot_number: null,
      available_quantity: subtract(mo.open_quantity, taken.get(mo.id) ?? '0'),
      available_time: mo.planned_finish_time,
    })),
  ]
  const promised = new Map(
    (await heldSupply(tx, org_id, now, material_ids)).map(({ source_id, quantity }) => [source_id, quantity]),
  )
  return all
    .map(supply => ({
      ...supply,
      available_quantity: subtract(supply.available_quantity, promised.get(supply.source_id) ?? '0'),
    }))
    .filter(supply => isMore(supply.available_quantity, '0'))
    .map(supply => ({
      ...supply,
      material_code: names.get(supply.material_id)!.code,
      material_name: names.get(supply.material_id)!.name,
    }))
}
