import { isPositive, least, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import {
  heldToPick,
  ownPicked,
  type Picking,
  recordPicking,
  standInsOf,
  substitutesOf,
} from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { expectNotCounted, type Short } from '@qitao/stock/model/picking.rules.ts'
import { issueFor, post, recordTrace, takePieces } from '@qitao/stock/server'
import { sql } from 'kysely'
import { type ComponentToUse, needsOf } from '../model/consumption.rules.ts'
import type { Decided } from '../model/report.rules.ts'
import {
  type AtLine,
  addUp,
  checkUsed,
  entriesOf,
  type LotOf,
  type Need,
  type PieceOf,
  type TracedMaterial,
  type UsedGiven,
  type UsedLot,
  usedOf,
  whereFrom,
} from '../model/report-trace.rules.ts'
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

export interface Consumed {
  readonly inputs: readonly UsedInput[]
  /** Out of stock and of what lay at the line. */
  readonly uses: readonly { readonly material_id: string; readonly quantity: Quantity }[]
}
interface Component extends ComponentToUse {
  serial_policy: number
}
interface UsedMaterial extends TracedMaterial {
  readonly id: string
  readonly name: string
  readonly unit_name: string
  readonly unit_precision: number
}
interface Held {
  mo_id: string
  material_id: string
  source_id: string
  quantity: Quantity
}
export interface Consuming extends Decided {
  readonly id: string
  readonly report_no: string
  readonly used?: readonly UsedGiven[] | undefined
}

/**
 * Consumption at the process: what the pieces of these reports need of the operation's components and was not picked before
 * leaves stock now, from the lots that the reporter names, else first from what the order holds. Missing material refuses the report
 * (8409) and names it. Which lots and pieces went in is recorded beside the ledger, as far as it is known.
 */
export async function consume(tx: Tx, org_id: string, given: readonly Consuming[]): Promise<Map<string, Consumed>> {
  const mo_ids = [...new Set(given.map(({ report }) => report.mo_id))]
  const components = await componentsOf(tx, org_id, mo_ids)
  const held = await rows(
    tx,
    sql<Held>`select mo_id, material_id, source_id, sum(quantity) as quantity from mo_assignment
      where org_id = ${org_id} and source_type = 1 and ${among(sql`mo_id`, mo_ids)} group by 1, 2, 3 order by min(id::text)`,
  )
  const needs = needsOf(given, components)
  const reports = given.map(({ used, ...report }) => ({ ...report, used: usedOf(used ?? [], needs.get(report.id)!) }))
  const materials = await materialsOf(tx, org_id, needs)
  for (const { id, used } of reports) checkUsed(used, needs.get(id)!, materials)
  const pieces = await usedPieces(tx, org_id, reports)
  const atLine = reports.some(({ used }) => used.length > 0) ? await pickedAndFree(tx, org_id, mo_ids) : []
  const taken = reports.map(report => {
    const named = namedLots(report.used, pieces)
    const parts = needs.get(report.id)!.map(need => {
      const of = named.filter(({ material_id }) => material_id === need.material_id)
      return whereFrom(
        need,
        of,
        atLine.filter(({ mo_id }) => mo_id === report.report.mo_id),
      )
    })
    return { report, fromLine: parts.flatMap(part => part.fromLine), issues: parts.flatMap(part => part.issues) }
  })
  const wanted = taken.flatMap(({ report: { report, report_no }, issues }) =>
    issues.map(issue => ({
      ...issue,
      mo_id: report.mo_id,
      receipt_no: report_no,
      source_type: 'report',
      source_id: report.mo_id,
      holdings: held
        .filter(row => row.mo_id === report.mo_id && row.material_id === issue.material_id)
        .map(row => ({ inventory_id: row.source_id, quantity: row.quantity })),
    })),
  )
  // What somebody names is taken before the ledger picks from the rest.
  const issues = [...wanted.filter(({ lot_number }) => lot_number), ...wanted.filter(({ lot_number }) => !lot_number)]
  const { movements, short } =
    issues.length === 0
      ? { movements: [], short: [] }
      : await issueFor(tx, { org_id, movement_type: movementType.codes.picking_out, issues })
  if (short.length > 0) await refuseMissing(tx, org_id, short)
  await post(tx, { org_id, movements })
  const pickings: Picking[] = movements.map(movement => ({
    mo_id: movement.mo_id!,
    material_id: movement.material_id,
    quantity: subtract('0', movement.quantity),
    inventory_id: movement.inventory_id,
    from_occupied: movement.from_occupied ?? '0',
  }))
  if (pickings.length > 0) await recordPicking(tx, org_id, pickings)
  const byReport = Map.groupBy(movements, movement => movement.receipt_no ?? '')
  const inputs = new Map(
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
  const entries = taken.flatMap(({ report: { id, report_no, report, used }, fromLine }) => {
    const numbers = new Set(used.flatMap(({ serial_numbers = [] }) => serial_numbers))
    const of = pieces.filter(({ serial_no }) => numbers.has(serial_no))
    return entriesOf([...fromLine, ...(inputs.get(report_no) ?? [])], of, -1).map(entry => ({
      ...{ source_type: 'report' as const, source_id: id, source_no: report_no, mo_id: report.mo_id },
      ...entry,
    }))
  })
  await recordTrace(tx, entries)
  return new Map(
    given.map(({ id, report_no }) => [
      id,
      {
        inputs: inputs.get(report_no) ?? [],
        uses: needs.get(id)!.map(({ material_id, need }) => ({ material_id, quantity: need })),
      },
    ]),
  )
}

export const componentsOf = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<Component[]> =>
  rows(
    tx,
    sql<Component>`select c.mo_id, c.operation_sequence, c.material_id, c.quantity_per, c.required_quantity, u."precision" as unit_precision,
        x.serial_policy, ${ownPicked('c')} as own_quantity, ${standInsOf('c')} as stand_ins, ${substitutesOf('c', 0)} as substitutes, ${heldToPick('c')} as held,
        coalesce((select jsonb_object_agg(k.material_id, k.quantity) from (select u.material_id, trim_scale(sum(u.quantity))::text as quantity
            from report_record r join mo_operation o on o.org_id = r.org_id and o.id = r.operation_id and o.sequence = c.operation_sequence
              cross join lateral (select * from jsonb_to_recordset(r.uses) as x(material_id uuid, quantity numeric)
                union all select e.material_id, -e.quantity from trace_entry e
                  where r.uses is null and e.org_id = r.org_id and e.source_id = r.id and e.source_type = 'report' and e.quantity < 0) u
            where r.org_id = c.org_id and r.mo_id = c.mo_id and not r.revoked group by u.material_id) k), '{}') as reported
      from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id
        join material x on x.org_id = c.org_id and x.id = c.material_id join unit u on u.org_id = x.org_id and u.id = x.unit_id
      where c.org_id = ${org_id} and ${among(sql`c.mo_id`, mo_ids)} order by c.mo_id, c.line_no`,
  )
/** The materials that reports need, substitutes among them. */
export async function materialsOf(
  tx: Tx,
  org_id: string,
  needs: ReadonlyMap<string, readonly Need[]>,
): Promise<Map<string, UsedMaterial>> {
  const ids = new Set([...needs.values()].flat().map(({ material_id }) => material_id))
  if (ids.size === 0) return new Map()
  const found = await rows(
    tx,
    sql<UsedMaterial>`select x.id, x.code, x.name, u.name as unit_name, u."precision" as unit_precision, x.serial_policy
      from material x join unit u on u.org_id = x.org_id and u.id = x.unit_id where x.org_id = ${org_id} and ${among(sql`x.id`, [...ids])}`,
  )
  return new Map(found.map(material => [material.id, material]))
}

/** The pieces that reports name as used, where they may be taken from; each with its lot. */
async function usedPieces(
  tx: Tx,
  org_id: string,
  reports: readonly { used: readonly UsedLot[] }[],
): Promise<PieceOf[]> {
  const named = reports.flatMap(({ used }) =>
    used.flatMap(({ material_id, lot_number, serial_numbers = [] }) =>
      serial_numbers.map(serial_no => ({ serial_no, material_id, step: 'used' as const, lot_number })),
    ),
  )
  const known = await takePieces(tx, org_id, named)
  return named.map(({ serial_no, material_id, lot_number }) => ({
    ...{ serial_no, material_id },
    lot_number: lot_number || known.get(serial_no)!.lot_number,
  }))
}
/** The lots that a report names: as it says, or as its pieces do. */
function namedLots(used: readonly UsedLot[], pieces: readonly PieceOf[]): LotOf[] {
  const lots = used.flatMap(({ material_id, lot_number, quantity, serial_numbers = [] }): LotOf[] => {
    if (lot_number) return [{ material_id, lot_number, quantity }]
    return pieces
      .filter(piece => serial_numbers.includes(piece.serial_no) && piece.lot_number !== '')
      .map(piece => ({ material_id, lot_number: piece.lot_number, quantity: '1' }))
  })
  return addUp(lots)
}

/** Lots that were picked for the orders, less what reports have said that they used. */
export const pickedAndFree = (
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
): Promise<(AtLine & { mo_id: string })[]> =>
  rows(
    tx,
    sql<AtLine & { mo_id: string }>`select mo_id, material_id, lot_number, sum(quantity) as quantity from (
        select mo_id, material_id, lot_number, -quantity as quantity from stock_movement
          where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)}
            and movement_type in (${movementType.codes.picking_out}, ${movementType.codes.material_return})
        union all
        select mo_id, material_id, lot_number, quantity from trace_entry
          where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and source_type = 'report' and quantity < 0
      ) t where lot_number <> '' group by 1, 2, 3 having sum(quantity) > 0 order by 2, 3`,
  )

async function refuseMissing(tx: Tx, org_id: string, short: readonly Short[]): Promise<never> {
  expectNotCounted(short)
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
  const ofReports = among(
    sql`c.mo_id`,
    used.map(({ mo_id }) => mo_id),
  )
  const back = stillPicked(
    used,
    await rows(
      tx,
      sql<{
        mo_id: string
        material_id: string
        quantity: string
      }>`select mo_id, material_id, sum(quantity) as quantity from (
          select c.mo_id, c.material_id, ${ownPicked('c')} as quantity from mo_component c where c.org_id = ${org_id} and ${ofReports}
          union all
          select c.mo_id, s.material_id, s.quantity from mo_component c
            join mo_component_stand_in s on s.org_id = c.org_id and s.component_id = c.id where c.org_id = ${org_id} and ${ofReports}
        ) c group by 1, 2`,
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
