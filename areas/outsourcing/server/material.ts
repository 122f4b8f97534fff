import { isPositive, least, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { lockMos, matchAgain, recordPicking } from '@qitao/manufacturing/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { type Movement, outsourcingSource } from '@qitao/stock/model/ledger.rules.ts'
import { type MovementCode, movementType } from '@qitao/stock/model/movement-type.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { issueFor, post, putElsewhere, refuseShort, supplierBin } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { LineMaterial, LineUnderWay, MaterialMoved } from '../model/outsource-order.rules.ts'

/** The order whose material moves. */
export interface Order {
  readonly id: string
  readonly no: string
  readonly supplier_id: string
}
const { at_supplier, finished } = qualityStatus.codes
const { picking_out, outsourcing, material_return, other_out } = movementType.codes

export const linesUnderWay = (tx: Tx, org_id: string, order_id: string): Promise<LineUnderWay[]> =>
  rows(
    tx,
    sql<LineUnderWay>`select l.id, l.mo_id, l.operation_id, l.material_id, l.quantity, l.sent_quantity, l.received_quantity, l.loss_quantity,
        u."precision" as unit_precision, m.code as material_code, m.serial_policy, cardinality(o.next_sequences) = 0 as is_last
      from outsource_order_line l join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        join mo_operation o on o.org_id = l.org_id and o.id = l.operation_id
      where l.org_id = ${org_id} and l.order_id = ${order_id} order by l.line_no`,
  )
/** What the operations of these lines use; components of one material count as one. */
export const materialsOf = (tx: Tx, org_id: string, line_ids: readonly string[]): Promise<LineMaterial[]> =>
  rows(
    tx,
    sql<LineMaterial>`select l.id as line_id, c.material_id, u."precision" as unit_precision, sum(c.quantity_per) as quantity_per,
        sum(greatest(c.required_quantity - c.picked_quantity, 0)) as unpicked_quantity, coalesce(k.sent_quantity, 0) as sent_quantity,
        coalesce(k.used_quantity, 0) as used_quantity,
        coalesce(k.sent_quantity - k.used_quantity - k.returned_quantity - k.lost_quantity, 0) as left_quantity
      from outsource_order_line l join mo_operation o on o.org_id = l.org_id and o.id = l.operation_id
        join mo_component c on c.org_id = o.org_id and c.mo_id = o.mo_id and c.operation_sequence = o.sequence
        join material m on m.org_id = c.org_id and m.id = c.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join outsource_material k on k.org_id = l.org_id and k.line_id = l.id and k.material_id = c.material_id
      where l.org_id = ${org_id} and ${among(sql`l.id`, line_ids)}
      group by l.id, c.material_id, u."precision", k.sent_quantity, k.used_quantity, k.returned_quantity, k.lost_quantity
      order by l.id, c.material_id`,
  )

interface Lying {
  readonly line_id: string
  readonly material_id: string
  readonly lot_number: string
  readonly location_id: string
  readonly mo_id: string
  readonly quantity: Quantity
}
/** What the ledger has at the supplier for these lines, lot by lot as it came there. */
const lyingFor = (tx: Tx, org_id: string, line_ids: readonly string[]): Promise<Lying[]> =>
  rows(
    tx,
    sql<Lying>`select source_id as line_id, material_id, lot_number, location_id, mo_id, sum(quantity) as quantity from stock_movement
      where org_id = ${org_id} and ${among(sql`source_id`, line_ids)} and quality_status = ${at_supplier}
      group by 1, 2, 3, 4, 5 having sum(quantity) > 0 order by min(id)`,
  )
/** Movements out of the supplier's bin, the goods that came there first first. */
function outOfThere(
  lying: readonly Lying[],
  moved: readonly MaterialMoved[],
  no: string,
  type: MovementCode,
): Movement[] {
  const left = new Map(lying.map(lot => [lot, lot.quantity]))
  return moved.flatMap(({ line_id, material_id, quantity }) => {
    let open = quantity
    return lying.flatMap((lot): Movement[] => {
      const part = least(open, left.get(lot)!)
      if (lot.line_id !== line_id || lot.material_id !== material_id || !isPositive(part)) return []
      left.set(lot, subtract(left.get(lot)!, part))
      open = subtract(open, part)
      const { lot_number, location_id, mo_id } = lot
      return [
        {
          ...{ movement_type: type, material_id, lot_number, location_id, quality_status: at_supplier, mo_id },
          ...{ quantity: negate(part), receipt_no: no, source_type: outsourcingSource, source_id: line_id },
        },
      ]
    })
  })
}
const count = (tx: Tx, column: 'sent' | 'used' | 'returned' | 'lost', moved: readonly MaterialMoved[]) =>
  sql`insert into outsource_material (line_id, material_id, ${sql.ref(`${column}_quantity`)})
    select r.line_id, r.material_id, sum(r.quantity) from ${recordset(moved, sql`line_id uuid, material_id uuid, quantity numeric`)} r group by 1, 2
    on conflict (org_id, line_id, material_id) do update
      set ${sql.ref(`${column}_quantity`)} = ${sql.ref(`outsource_material.${column}_quantity`)} + ${sql.ref(`excluded.${column}_quantity`)}`.execute(
    tx,
  )
/** The same of rows that are there: counted up, or down again. */
const countMore = (
  tx: Tx,
  org_id: string,
  column: 'used' | 'returned' | 'lost',
  moved: readonly Omit<MaterialMoved, 'mo_id'>[],
) =>
  sql`update outsource_material k set ${sql.ref(`${column}_quantity`)} = ${sql.ref(`k.${column}_quantity`)} + r.quantity
    from (select line_id, material_id, sum(quantity) as quantity from ${recordset(moved, sql`line_id uuid, material_id uuid, quantity numeric`)} x group by 1, 2) r
    where k.org_id = ${org_id} and k.line_id = r.line_id and k.material_id = r.material_id`.execute(tx)

/** Material goes to the supplier: what its order holds first. It counts as picked, and stays ours in the ledger until it is used. */
export async function sendMaterial(
  { tx, org_id }: Context,
  order: Order,
  moved: readonly MaterialMoved[],
): Promise<void> {
  if (moved.length === 0) return
  const held = await rows(
    tx,
    sql<{
      mo_id: string
      material_id: string
      source_id: string
      quantity: Quantity
    }>`select mo_id, material_id, source_id, sum(quantity) as quantity
      from mo_assignment where org_id = ${org_id} and source_type = 1 and ${among(
        sql`mo_id`,
        moved.map(({ mo_id }) => mo_id),
      )} group by 1, 2, 3 order by 3`,
  )
  const { movements, short } = await issueFor(tx, {
    org_id,
    movement_type: picking_out,
    issues: moved.map(({ line_id, mo_id, material_id, quantity }) => ({
      ...{ material_id, quantity, mo_id, receipt_no: order.no, source_type: outsourcingSource, source_id: line_id },
      holdings: held
        .filter(one => one.mo_id === mo_id && one.material_id === material_id)
        .map(one => ({ inventory_id: one.source_id, quantity: one.quantity })),
    })),
  })
  await refuseShort(tx, org_id, short)
  const location_id = await supplierBin(tx, org_id, order.supplier_id)
  const both = await putElsewhere(tx, org_id, movements, () => ({
    ...{ movement_type: outsourcing, location_id, quality_status: at_supplier },
  }))
  await post(tx, { org_id, movements: both })
  await count(tx, 'sent', moved)
  await recordPicking(
    tx,
    org_id,
    movements.map(({ mo_id, material_id, quantity, inventory_id, from_occupied = '0' }) => ({
      ...{ mo_id: mo_id!, material_id, quantity: negate(quantity), inventory_id, from_occupied },
    })),
  )
}

/** What a receipt says that its pieces had used, to be taken back to the same lots. */
export interface UsedLot {
  readonly material_id: string
  readonly lot_number: string
  readonly location_id: string
  readonly mo_id: string
  readonly quantity: Quantity
}
/** Pieces have come back: what they used is no longer there. Answers it by line. */
export async function useMaterial(
  { tx, org_id }: Context,
  order: Order,
  moved: readonly MaterialMoved[],
): Promise<ReadonlyMap<string, UsedLot[]>> {
  if (moved.length === 0) return new Map()
  const lying = await lyingFor(tx, org_id, [...new Set(moved.map(({ line_id }) => line_id))])
  const movements = outOfThere(lying, moved, order.no, outsourcing)
  await post(tx, { org_id, movements })
  await countMore(tx, org_id, 'used', moved)
  const used = movements.map(({ source_id, material_id, lot_number = '', location_id, mo_id, quantity }) => ({
    line_id: source_id!,
    lot: { material_id, lot_number, location_id, mo_id: mo_id!, quantity: negate(quantity) },
  }))
  return new Map(
    [...Map.groupBy(used, ({ line_id }) => line_id)].map(([id, lots]) => [id, lots.map(({ lot }) => lot)] as const),
  )
}
/** The pieces are at the supplier again, and so is what they had used. */
export async function useBack(
  { tx, org_id }: Context,
  order: Order,
  line_id: string,
  used: readonly UsedLot[],
): Promise<void> {
  await post(tx, {
    org_id,
    movements: used.map(lot => ({
      ...{ ...lot, movement_type: outsourcing, quality_status: at_supplier },
      ...{ receipt_no: order.no, source_type: outsourcingSource, source_id: line_id },
    })),
  })
  await countMore(
    tx,
    org_id,
    'used',
    used.map(({ material_id, quantity }) => ({ line_id, material_id, quantity: negate(quantity) })),
  )
}

/** Unused material comes back into our bins; its orders have picked less. */
export async function returnMaterial(
  context: Context,
  order: Order,
  moved: readonly (MaterialMoved & { readonly location_id: string })[],
): Promise<void> {
  const { tx, org_id } = context
  await lockMos(tx, org_id, [...new Set(moved.map(({ mo_id }) => mo_id))])
  const lying = await lyingFor(tx, org_id, [...new Set(moved.map(({ line_id }) => line_id))])
  const taken = moved.flatMap(one =>
    outOfThere(lying, [one], order.no, outsourcing).map(movement => ({ movement, location_id: one.location_id })),
  )
  const bin = new Map(taken.map(({ movement, location_id }) => [movement as Movement, location_id]))
  const both = await putElsewhere(
    tx,
    org_id,
    taken.map(({ movement }) => movement),
    movement => ({ movement_type: material_return, location_id: bin.get(movement)!, quality_status: finished }),
  )
  const posted = await post(tx, { org_id, movements: both })
  await countMore(tx, org_id, 'returned', moved)
  await recordPicking(
    tx,
    org_id,
    taken.map(({ movement: { mo_id, material_id, quantity } }, index) => ({
      ...{
        mo_id: mo_id!,
        material_id,
        quantity,
        inventory_id: posted[index * 2 + 1]!.inventory_id,
        from_occupied: '0',
      },
    })),
  )
  await matchAgain(context, { material_ids: moved.map(({ material_id }) => material_id) })
}

/** What is still there is gone. */
export async function writeOff({ tx, org_id }: Context, order: Order, line_ids: readonly string[]): Promise<boolean> {
  const lying = await lyingFor(tx, org_id, line_ids)
  if (lying.length === 0) return false
  await post(tx, { org_id, movements: outOfThere(lying, lying, order.no, other_out) })
  await countMore(tx, org_id, 'lost', lying)
  return true
}
