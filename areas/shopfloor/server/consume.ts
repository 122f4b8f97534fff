import { add, isPositive, least, multiply, negate, type Quantity, roundUp, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { type Picking, recordPicking } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { issueFor, post } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { Decided } from '../model/report.rules.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'

/** What one report used of stock, kept with it so that it can be taken back to the same bins and lots. */
export interface UsedInput {
  readonly material_id: string
  readonly inventory_id: string
  readonly location_id: string
  readonly lot_number: string
  readonly quantity: Quantity
  /** What of it the order held of that stock row; absent in reports from before it was kept. */
  readonly from_occupied?: Quantity
}

interface Component {
  mo_id: string
  operation_sequence: number
  material_id: string
  quantity_per: Quantity
  required_quantity: Quantity
  picked_quantity: Quantity
  unit_precision: number
}
interface Held {
  mo_id: string
  material_id: string
  source_id: string
  quantity: Quantity
}

/**
 * Consumption at the process: what the pieces of these reports need of the operation's components and was not picked before
 * leaves stock now, first from what the order holds. Missing material refuses the report (8409) and names it.
 */
export async function consume(
  tx: Tx,
  org_id: string,
  reports: readonly (Decided & { report_no: string })[],
): Promise<Map<string, UsedInput[]>> {
  const mo_ids = [...new Set(reports.map(({ report }) => report.mo_id))]
  const components = await rows(
    tx,
    sql<Component>`select c.mo_id, c.operation_sequence, c.material_id, c.quantity_per, c.required_quantity, c.picked_quantity, u."precision" as unit_precision
      from mo_component c join material m on m.org_id = c.org_id and m.id = c.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where c.org_id = ${org_id} and ${among(sql`c.mo_id`, mo_ids)} order by c.mo_id, c.line_no`,
  )
  const held = await rows(
    tx,
    sql<Held>`select mo_id, material_id, source_id, sum(quantity) as quantity from mo_assignment
      where org_id = ${org_id} and source_type = 1 and ${among(sql`mo_id`, mo_ids)} group by 1, 2, 3 order by min(id::text)`,
  )
  const picked = new Map(components.map(component => [component, component.picked_quantity]))
  const issues = reports.flatMap(({ operation, report, report_no }) => {
    const done = add(operation.reported_quantity, operation.defective_quantity)
    return components.flatMap(component => {
      if (component.mo_id !== report.mo_id || component.operation_sequence !== operation.sequence) return []
      const needed = least(
        component.required_quantity,
        roundUp(multiply(component.quantity_per, done), component.unit_precision),
      )
      const open = subtract(needed, picked.get(component)!)
      if (!isPositive(open)) return []
      picked.set(component, needed)
      return [{ report_no, mo_id: report.mo_id, material_id: component.material_id, quantity: open }]
    })
  })
  if (issues.length === 0) return new Map()
  const { movements, short } = await issueFor(tx, {
    org_id,
    movement_type: movementType.codes.picking_out,
    issues: issues.map(issue => ({
      material_id: issue.material_id,
      quantity: issue.quantity,
      mo_id: issue.mo_id,
      receipt_no: issue.report_no,
      source_type: 'report',
      source_id: issue.mo_id,
      holdings: held
        .filter(row => row.mo_id === issue.mo_id && row.material_id === issue.material_id)
        .map(row => ({ inventory_id: row.source_id, quantity: row.quantity })),
    })),
  })
  if (short.length > 0) await refuseMissing(tx, org_id, short)
  await post(tx, { org_id, movements })
  const pickings: Picking[] = movements.map(movement => ({
    mo_id: movement.mo_id!,
    material_id: movement.material_id,
    quantity: subtract('0', movement.quantity),
    inventory_id: movement.inventory_id,
    from_occupied: movement.from_occupied ?? '0',
  }))
  await recordPicking(tx, org_id, pickings)
  const byReport = Map.groupBy(movements, movement => movement.receipt_no ?? '')
  return new Map(
    [...byReport].map(([report_no, used]) => [
      report_no,
      used.map(({ material_id, inventory_id, location_id, lot_number, quantity, from_occupied = '0' }) => ({
        material_id,
        inventory_id,
        location_id,
        lot_number: lot_number ?? '',
        quantity: subtract('0', quantity),
        from_occupied,
      })),
    ]),
  )
}

async function refuseMissing(
  tx: Tx,
  org_id: string,
  short: readonly { material_id: string; quantity: Quantity }[],
): Promise<never> {
  const named = await rows(
    tx,
    sql<{
      id: string
      code: string
      name: string
    }>`select id, code, name from material where org_id = ${org_id} and ${among(
      sql`id`,
      short.map(({ material_id }) => material_id),
    )}`,
  )
  const name = new Map(named.map(({ id, ...material }) => [id, `${material.code} ${material.name}`]))
  const missing = short.map(({ material_id, quantity }) => `${name.get(material_id)} × ${quantity}`).join('; ')
  return refuse(shopfloorErrors.missingInput, {
    missing,
    detail: text('库存缺少：{missing}', 'Missing in stock: {missing}'),
  })
}

/**
 * Takes back what these reports took out of stock: to the same bins and lots, held again by the order where the order held it,
 * and never more than is still picked. What was picked before the report stays at the line.
 */
export async function giveBack(
  tx: Tx,
  org_id: string,
  reports: readonly { mo_id: string; report_no: string; inputs: readonly UsedInput[] }[],
): Promise<void> {
  const used = reports.flatMap(({ mo_id, report_no, inputs }) =>
    inputs.map(input => ({ from_occupied: '0', ...input, mo_id, report_no })),
  )
  if (used.length === 0) return
  const back = stillPicked(
    used,
    await rows(
      tx,
      sql<{
        mo_id: string
        material_id: string
        quantity: string
      }>`select mo_id, material_id, sum(picked_quantity) as quantity
        from mo_component where org_id = ${org_id} and ${among(
          sql`mo_id`,
          used.map(({ mo_id }) => mo_id),
        )} group by 1, 2`,
    ),
  )
  const posted = await post(tx, {
    org_id,
    movements: back.map(({ mo_id, report_no, material_id, location_id, lot_number, quantity }) => ({
      movement_type: movementType.codes.material_return,
      material_id,
      location_id,
      lot_number,
      quantity,
      mo_id,
      receipt_no: report_no,
      source_type: 'report',
      source_id: mo_id,
    })),
  })
  await recordPicking(
    tx,
    org_id,
    back.map(({ mo_id, material_id, quantity, from_occupied }, index) => ({
      mo_id,
      material_id,
      inventory_id: posted[index]!.inventory_id,
      quantity: negate(quantity),
      from_occupied: negate(from_occupied),
    })),
  )
}

function stillPicked<T extends { mo_id: string; material_id: string; quantity: Quantity; from_occupied: Quantity }>(
  used: readonly T[],
  picked: readonly { mo_id: string; material_id: string; quantity: Quantity }[],
): T[] {
  const left = new Map(picked.map(row => [`${row.mo_id}/${row.material_id}`, row.quantity]))
  return used.flatMap(input => {
    const key = `${input.mo_id}/${input.material_id}`
    const quantity = least(input.quantity, left.get(key) ?? '0')
    if (!isPositive(quantity)) return []
    left.set(key, subtract(left.get(key)!, quantity))
    return [{ ...input, quantity, from_occupied: least(input.from_occupied, quantity) }]
  })
}
