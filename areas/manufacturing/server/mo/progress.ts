import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, isMore, isNegative, isPositive, least, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { transitions } from '@qitao/platform/server/list/transition.ts'
import { lineMaterials, occupy, release } from '@qitao/stock/server'
import { sql } from 'kysely'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { afterInbound } from '../../model/mo/mo.rules.ts'
import { type MoStatusCode, moStatus, pickingStatus, supplySource } from '../../model/mo/mo.status.ts'
import { type ComponentInHand, pickedOf, roomFor, servingOf, thereOf, withPicked } from '../../model/mo/picked.rules.ts'
import { type OperationFacts, type OperationReport, operationAfter, progressOf } from '../../model/mo/progress.rules.ts'
import { refuseSubstitute } from '../../model/mo/substitute.rules.ts'
import { giveBackRest } from '../plan/give-back-rest.ts'
import { refreshKits } from '../plan/refresh-kits.ts'
import { tellSales } from './follow-mos.ts'
import { mosByState } from './mo.queries.ts'
import { stockOf } from './mo-quantities.ts'
import { heldToPick, ownPicked, standInsOf, substitutesOf } from './substitutes-to-pick.ts'

interface MoInWork {
  id: string
  status: MoStatusCode
  planned_quantity: Quantity
  completed_quantity: Quantity
  inbound_quantity: Quantity
  order_line_id: string | null
}
const mosInWork = async (tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, MoInWork>> => {
  const found = await rows(
    tx,
    sql<MoInWork>`select id, status, planned_quantity, completed_quantity, inbound_quantity, order_line_id from mo
      where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`,
  )
  return new Map(found.map(mo => [mo.id, mo]))
}

/** Operations with their progress, locked; shopfloor asks for them before it decides. */
export const operationsForUpdate = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<OperationFacts[]> =>
  rows(
    tx,
    sql<OperationFacts>`select id, mo_id, sequence, next_sequences, reported_quantity, defective_quantity, status, actual_start_time, actual_finish_time
      from mo_operation where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} order by mo_id, sequence for update`,
  )

/**
 * The floor has reported, or taken reports back: operations, work orders and sales lines follow. Answers the orders that are
 * finished now: once what the reports used is booked, the rest that they hold is to be released (`releaseRest`).
 */
export async function recordProgress(tx: Tx, org_id: string, reports: readonly OperationReport[]): Promise<string[]> {
  const mo_ids = [...new Set(reports.map(report => report.mo_id))]
  const mos = await mosInWork(tx, org_id, mo_ids)
  const operations = new Map(
    (await operationsForUpdate(tx, org_id, mo_ids)).map(operation => [operation.id, operation]),
  )
  for (const report of reports) {
    const operation = operations.get(report.operation_id) ?? refuse(generalErrors.recordNotFound)
    operations.set(operation.id, operationAfter(operation, report))
  }
  await sql`update mo_operation o set reported_quantity = r.reported_quantity, defective_quantity = r.defective_quantity, status = r.status,
      actual_start_time = r.actual_start_time, actual_finish_time = r.actual_finish_time
    from ${recordset(
      [...operations.values()],
      sql`id uuid, reported_quantity numeric, defective_quantity numeric, status smallint, actual_start_time bigint, actual_finish_time bigint`,
    )} as r where o.org_id = ${org_id} and o.id = r.id`.execute(tx)
  const byMo = Map.groupBy(operations.values(), operation => operation.mo_id)
  const progress = [...mos.values()].map(mo => ({ id: mo.id, ...progressOf(mo, byMo.get(mo.id) ?? []) }))
  await transitions(tx, org_id, mosByState, progress, {
    set: sql`completed_quantity = r.completed_quantity, defective_quantity = r.defective_quantity,
      actual_start_time = r.actual_start_time, actual_finish_time = r.actual_finish_time`,
    columns: sql`completed_quantity numeric, defective_quantity numeric, actual_start_time bigint, actual_finish_time bigint`,
  })
  await tellSales(
    tx,
    org_id,
    [...mos.values()].map(mo => mo.order_line_id),
  )
  return progress.filter(mo => mo.status === moStatus.codes.completed).map(({ id }) => id)
}

/** A finished work order holds no material any more. What was promised stays promised for what it has not made. */
export async function releaseRest(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<void> {
  await giveBackRest(tx, org_id, mo_ids)
  const released = await rows(
    tx,
    sql<{
      source_type: number
      source_id: string
      quantity: string
    }>`delete from mo_assignment where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)}
      returning source_type, source_id, quantity`,
  )
  await sql`update mo_component set assigned_quantity = 0
    where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and assigned_quantity <> 0`.execute(tx)
  await release(tx, { org_id, occupations: stockOf(released) })
}

/** Warehouse has taken finished goods into stock; more than is finished is refused by the caller (5909). */
export async function recordInbound(
  tx: Tx,
  org_id: string,
  inbounds: readonly { mo_id: string; quantity: Quantity }[],
): Promise<void> {
  const mos = await mosInWork(
    tx,
    org_id,
    inbounds.map(({ mo_id }) => mo_id),
  )
  for (const { mo_id, quantity } of inbounds) {
    const mo = mos.get(mo_id) ?? refuse(manufacturingErrors.moMissing)
    mos.set(mo_id, { ...mo, inbound_quantity: add(mo.inbound_quantity, quantity) })
  }
  const changed = [...mos.values()].map(mo => ({
    id: mo.id,
    inbound_quantity: mo.inbound_quantity,
    ...afterInbound(mo),
  }))
  await transitions(tx, org_id, mosByState, changed, {
    set: sql`inbound_quantity = r.inbound_quantity, inbound_progress = r.inbound_progress`,
    columns: sql`inbound_quantity numeric, inbound_progress smallint`,
  })
  await tellSales(
    tx,
    org_id,
    [...mos.values()].map(mo => mo.order_line_id),
  )
}

export interface Picking {
  mo_id: string
  material_id: string
  /** Negative: returned. */
  quantity: Quantity
  inventory_id: string
  /**
   * What of it came from the order's own assignment of that stock row; the ledger has already taken it off the row. Negative:
   * so much of what comes back the order holds again, as before.
   */
  from_occupied: Quantity
}

interface ComponentToPick extends ComponentInHand {
  id: string
  mo_id: string
  material_code: string
  held: Record<string, string>
}

/** Material has gone to work orders, or come back: spread over their components in the order of the operations. */
export async function recordPicking(tx: Tx, org_id: string, pickings: readonly Picking[]): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const mo_ids = [...new Set(pickings.map(({ mo_id }) => mo_id))]
  await mosInWork(tx, org_id, mo_ids)
  const components = await rows(
    tx,
    sql<ComponentToPick>`
      select c.id, c.mo_id, c.material_id, x.code as material_code, u."precision" as unit_precision, c.required_quantity, ${ownPicked('c')} as own_quantity,
        ${standInsOf('c')} as stand_ins, ${substitutesOf('c', now)} as substitutes, ${heldToPick('c')} as held
      from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id join material x on x.org_id = c.org_id and x.id = c.material_id
        join unit u on u.org_id = x.org_id and u.id = x.unit_id
      where c.org_id = ${org_id} and ${among(sql`c.mo_id`, mo_ids)} order by c.mo_id, c.operation_sequence, c.line_no`,
  )
  const after = new Map(components.map(component => [component.id, component]))
  const codes = await lineMaterials(tx, org_id, pickings)
  for (const { mo_id, material_id, quantity } of pickings) {
    const named = components.filter(one => one.mo_id === mo_id && servingOf(after.get(one.id)!, material_id))
    const own = isNegative(quantity)
      ? named
      : named.filter(
          one =>
            one.material_id === material_id ||
            one.substitutes.some(of => of.material_id === material_id && of.may_take) ||
            material_id in one.held,
        )
    if (own.length === 0) {
      const at = { field: 'material_id' }
      if (!named[0]) return refuse(generalErrors.recordNotFound, at)
      const { material_code: component_code } = named[0]
      refuseSubstitute(at, { material_code: codes.get(material_id)!.code, component_code })
    }
    spread(
      own.map(({ id }) => id),
      { material_id, quantity },
      after,
    )
  }
  await savePicked(tx, org_id, components, [...after.values()])
  await consumeAssignments(
    tx,
    org_id,
    pickings.filter(({ from_occupied }) => isPositive(from_occupied)),
  )
  await sql`update mo m set picking_status = case when k.picked = 0 then ${pickingStatus.codes.not_picked}::smallint
      when k.open then ${pickingStatus.codes.partially_picked}::smallint else ${pickingStatus.codes.picked}::smallint end
    from (select mo_id, sum(picked_quantity) as picked, bool_or(picked_quantity < required_quantity) as open from mo_component
      where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} group by mo_id) k
    where m.org_id = ${org_id} and m.id = k.mo_id`.execute(tx)
  const checked = await rows(
    tx,
    sql<{
      id: string
    }>`select id from mo where org_id = ${org_id} and material_status is not null and ${among(sql`id`, mo_ids)}`,
  )
  const checked_ids = checked.map(({ id }) => id)
  await holdAgain(
    tx,
    org_id,
    pickings.filter(({ mo_id, from_occupied }) => isNegative(from_occupied) && checked_ids.includes(mo_id)),
    components,
  )
  await refreshKits(tx, org_id, checked_ids, now)
}

/** What orders held of stock before it was used, and now is back there, is theirs again. */
async function holdAgain(
  tx: Tx,
  org_id: string,
  pickings: readonly Picking[],
  components: readonly ComponentToPick[],
): Promise<void> {
  const held = pickings.flatMap(({ mo_id, material_id, inventory_id, from_occupied }) => {
    const ofMo = components.filter(one => one.mo_id === mo_id)
    const component =
      ofMo.findLast(one => one.material_id === material_id) ?? ofMo.findLast(one => servingOf(one, material_id))
    if (!component) return []
    const quantity = negate(from_occupied)
    return [{ id: newId(), component_id: component.id, mo_id, material_id, inventory_id, quantity }]
  })
  if (held.length === 0) return
  const again = sql`(select min(id::text)::uuid as id, mo_id, component_id, material_id, inventory_id, sum(quantity) as quantity
    from ${recordset(held, sql`id uuid, mo_id uuid, component_id uuid, material_id uuid, inventory_id uuid, quantity numeric`)} as k
    group by mo_id, component_id, material_id, inventory_id)`
  const same = sql`a.org_id = ${org_id} and a.component_id = r.component_id and a.material_id = r.material_id
    and a.source_type = ${supplySource.codes.in_stock} and a.source_id = r.inventory_id`
  const more = await rows(
    tx,
    sql<{
      id: string
    }>`update mo_assignment a set quantity = a.quantity + r.quantity from ${again} r where ${same} returning r.id`,
  )
  await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity)
    select id, mo_id, component_id, material_id, ${supplySource.codes.in_stock}, inventory_id, quantity
    from ${again} r where not ${among(
      sql`r.id`,
      more.map(({ id }) => id),
    )}`.execute(tx)
  await occupy(tx, { org_id, occupations: held })
}

/** What is over stays with the last component; what comes back is taken from the last first. */
function spread(
  ids: readonly string[],
  { material_id, quantity }: Pick<Picking, 'material_id' | 'quantity'>,
  after: Map<string, ComponentToPick>,
): void {
  const back = isNegative(quantity)
  let left = back ? negate(quantity) : quantity
  const put = (id: string, part: Quantity) => {
    const component = after.get(id)!
    after.set(id, withPicked(component, servingOf(component, material_id)!, back ? negate(part) : part))
    left = subtract(left, part)
  }
  for (const id of back ? ids.toReversed() : ids) {
    if (!isPositive(left)) return
    const component = after.get(id)!
    const room = back ? thereOf(component, material_id) : roomFor(component, servingOf(component, material_id)!)
    if (isPositive(room)) put(id, least(room, left))
  }
  if (isPositive(left) && !back) put(ids.at(-1)!, left)
}

async function savePicked(
  tx: Tx,
  org_id: string,
  before: readonly ComponentToPick[],
  after: readonly ComponentToPick[],
): Promise<void> {
  await sql`update mo_component c set picked_quantity = r.picked_quantity
    from ${recordset(
      after.map(component => ({ id: component.id, picked_quantity: pickedOf(component) })),
      sql`id uuid, picked_quantity numeric`,
    )} as r
    where c.org_id = ${org_id} and c.id = r.id and c.picked_quantity <> r.picked_quantity`.execute(tx)
  const known = new Map(before.map(({ id, stand_ins }) => [id, stand_ins]))
  const changed = after.filter(({ id, stand_ins }) => stand_ins !== known.get(id))
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await sql`delete from mo_component_stand_in where org_id = ${org_id} and ${among(sql`component_id`, ids)}`.execute(tx)
  const stand_ins = changed.flatMap(({ id, stand_ins }) => stand_ins.map(one => ({ ...one, component_id: id })))
  await sql`insert into mo_component_stand_in (component_id, material_id, ratio, quantity)
    select component_id, material_id, ratio, quantity
    from ${recordset(stand_ins, sql`component_id uuid, material_id uuid, ratio numeric, quantity numeric`)} r`.execute(
    tx,
  )
}

async function consumeAssignments(tx: Tx, org_id: string, pickings: readonly Picking[]): Promise<void> {
  if (pickings.length === 0) return
  const edges = await rows(
    tx,
    sql<{
      id: string
      mo_id: string
      source_id: string
      quantity: string
    }>`select id, mo_id, source_id, quantity from mo_assignment
      where org_id = ${org_id} and source_type = ${supplySource.codes.in_stock} and ${among(
        sql`mo_id`,
        pickings.map(({ mo_id }) => mo_id),
      )} order by id for update`,
  )
  const left = new Map(edges.map(edge => [edge.id, edge.quantity]))
  for (const { mo_id, inventory_id, from_occupied } of pickings) {
    let open = from_occupied
    for (const edge of edges) {
      if (edge.mo_id !== mo_id || edge.source_id !== inventory_id || !isPositive(open)) continue
      const part = least(left.get(edge.id)!, open)
      left.set(edge.id, subtract(left.get(edge.id)!, part))
      open = subtract(open, part)
    }
    // The ledger took it off the row for this order: an order that did not hold it is a fault of ours.
    if (isMore(open, '0')) throw new Error(`work order ${mo_id} does not hold ${open} of stock row ${inventory_id}`)
  }
  const spent = [...left].filter(([, quantity]) => !isPositive(quantity)).map(([id]) => id)
  await sql`delete from mo_assignment where org_id = ${org_id} and ${among(sql`id`, spent)}`.execute(tx)
  await sql`update mo_assignment a set quantity = r.quantity
    from ${recordset(
      [...left].filter(([, quantity]) => isPositive(quantity)).map(([id, quantity]) => ({ id, quantity })),
      sql`id uuid, quantity numeric`,
    )} as r
    where a.org_id = ${org_id} and a.id = r.id and a.quantity <> r.quantity`.execute(tx)
}
