import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { type RawBuilder, sql } from 'kysely'
import { nodeOf, type TraceEdge } from '../../model/trace/trace-node.ts'

/**
 * The genealogy, read from what was booked: the ledger says which lots went into a work order, came out of it, came from and went to
 * whom; beside it stands what people recorded of pieces and of single reports. What is recorded finer is taken off the coarse: an
 * edge between lot and order is what no report and no piece accounts for.
 */
export type Direction = 'forward' | 'backward'
const { picking_out, material_return, completion_in, transfer, inspection } = movementType.codes
const lit = (code: number) => sql.lit(code)
const moved = sql`x.movement_type not in (${lit(transfer)}, ${lit(inspection)})`
const used = (x: string) => sql`${sql.ref(`${x}.movement_type`)} in (${lit(picking_out)}, ${lit(material_return)})`

/** A report that says what it made: what it used went into that, and nothing else of the order. */
const tellsMade = sql`exists (select from trace_entry o where o.org_id = e.org_id and o.source_id = e.source_id and o.quantity > 0)`
/** Said again, finer, by a report of the same order. */
const reported = sql`exists (select from trace_entry o where o.org_id = e.org_id and o.serial_no = e.serial_no and o.mo_id = e.mo_id
  and o.source_type = 'report' and o.quantity < 0)`
/** A piece came out of the order it has its number from: it was named as made, or it was seen and the order named none of its own. */
const made = sql`exists (select from trace_entry o where o.org_id = s.org_id and o.serial_no = s.serial_no and (o.mo_id = s.mo_id and o.quantity > 0
  or not exists (select from trace_entry n where n.org_id = s.org_id and n.mo_id = s.mo_id and n.material_id = s.material_id and n.serial_no <> '' and n.quantity > 0)))`
const keyOf = {
  lot: (x: string) =>
    sql`case when ${sql.ref(`${x}.lot_number`)} = '' then 'unmarked/' || ${sql.ref(`${x}.material_id`)} else 'lot/' || ${sql.ref(`${x}.material_id`)} || '/' || ${sql.ref(`${x}.lot_number`)} end`,
  piece: (x: string) => sql`'piece/' || ${sql.ref(`${x}.serial_no`)}`,
  mo: (x: string) => sql`'mo/' || ${sql.ref(`${x}.mo_id`)}`,
  report: (x: string) => sql`'report/' || ${sql.ref(`${x}.source_id`)}`,
  document: (x: string) =>
    sql`'document/' || coalesce(${sql.ref(`${x}.source_type`)}, 'opening') || '/' || coalesce(${sql.ref(`${x}.source_id`)}::text, '')`,
}

type Kind = 'lot' | 'piece' | 'mo' | 'report' | 'document'
/** The nodes that are asked, kind by kind, as conditions on the columns that name them. */
function asked(keys: readonly string[]) {
  const nodes = keys.map(nodeOf)
  const lots = nodes.flatMap(node => (node.kind === 'lot' ? [node] : []))
  const pieces = nodes.flatMap(node => (node.kind === 'piece' ? [node.serial_no] : []))
  const ids = (kind: 'mo' | 'report' | 'document') =>
    nodes.flatMap(node => (node.kind === kind && 'id' in node && node.id !== '' ? [node.id] : []))
  const lotList = sql`(select * from unnest(${lots.map(lot => lot.material_id)}::uuid[], ${lots.map(lot => lot.lot_number)}::text[]) as f(material_id, lot_number))`
  const [mos, reports, documents] = [ids('mo'), ids('report'), ids('document')]
  const counts: Record<Kind, number> = {
    ...{ lot: lots.length, piece: pieces.length, mo: mos.length, report: reports.length, document: documents.length },
  }
  return {
    has: (kind: Kind) => counts[kind] > 0,
    lot: (x: string) => sql`(${sql.ref(`${x}.material_id`)}, ${sql.ref(`${x}.lot_number`)}) in ${lotList}`,
    piece: (x: string) => sql`${sql.ref(`${x}.serial_no`)} = any(${pieces}::text[])`,
    mo: (x: string) => sql`${sql.ref(`${x}.mo_id`)} = any(${mos}::uuid[])`,
    report: (x: string) => sql`${sql.ref(`${x}.source_id`)} = any(${reports}::uuid[])`,
    document: (x: string, column = 'source_id') => sql`${sql.ref(`${x}.${column}`)} = any(${documents}::uuid[])`,
  }
}

/** The edges that leave (or enter) these nodes, so many at most. Each part is one text, found from either of its ends. */
export async function edgesAt(
  tx: Tx,
  org_id: string,
  direction: Direction,
  keys: readonly string[],
  most: number,
): Promise<{ edges: TraceEdge[]; cut: boolean }> {
  const forward = direction === 'forward'
  const at = asked(keys)
  /** Only what can be found from the nodes that are asked. */
  const part = (from: Kind, to: Kind, of: (end: (x: string) => RawBuilder<unknown>) => RawBuilder<unknown>) =>
    at.has(forward ? from : to) ? [of(at[forward ? from : to])] : []
  const either = (kind: Kind, of: (end: (x: string) => RawBuilder<unknown>) => RawBuilder<unknown>) =>
    at.has(kind) ? [of(at[kind])] : []
  const movement = sql`stock_movement x where x.org_id = ${org_id}`
  const entry = sql`trace_entry e where e.org_id = ${org_id}`
  const parts = [
    // Lot into order: what the ledger says, less what reports that tell their products and named pieces account for.
    ...part(
      'lot',
      'mo',
      end => sql`select ${keyOf.lot('u')}, ${keyOf.mo('u')}, sum(u.quantity), max(u.at) from (
        select x.mo_id, x.material_id, x.lot_number, -x.quantity as quantity, x.movement_time as at
          from ${movement} and x.mo_id is not null and ${used('x')} and ${end('x')}
        union all select e.mo_id, e.material_id, e.lot_number, e.quantity, null
          from ${entry} and e.mo_id is not null and ${end('e')}
            and ((e.source_type = 'report' and e.quantity < 0 and (e.serial_no <> '' or ${tellsMade}))
              or (e.source_type in ('receipt', 'qc_task') and e.serial_no <> '' and ${used('e')} and not ${reported}))
      ) u group by u.mo_id, u.material_id, u.lot_number having sum(u.quantity) > 0`,
    ),
    // Lot and piece into report.
    ...part(
      'lot',
      'report',
      end => sql`select ${keyOf.lot('e')}, ${keyOf.report('e')}, -sum(e.quantity), max(e.entry_time)
      from ${entry} and e.source_type = 'report' and e.quantity < 0 and e.serial_no = '' and ${tellsMade} and ${end('e')}
      group by e.source_id, e.material_id, e.lot_number`,
    ),
    ...part(
      'piece',
      'report',
      end => sql`select ${keyOf.piece('e')}, ${keyOf.report('e')}, 1, e.entry_time
      from ${entry} and e.source_type = 'report' and e.quantity < 0 and e.serial_no <> '' and ${tellsMade} and ${end('e')}`,
    ),
    // Piece into order, where no report tells more.
    ...part(
      'piece',
      'mo',
      end => sql`select ${keyOf.piece('e')}, ${keyOf.mo('e')}, 1, max(e.entry_time)
      from ${entry} and e.mo_id is not null and e.serial_no <> '' and ${end('e')}
        and ((e.source_type = 'report' and e.quantity < 0 and not ${tellsMade}) or (e.source_type in ('receipt', 'qc_task') and ${used('e')} and not ${reported}))
      group by e.serial_no, e.mo_id having sum(e.quantity) < 0`,
    ),
    // Out of report.
    ...part(
      'report',
      'lot',
      end => sql`select ${keyOf.report('e')}, ${keyOf.lot('e')}, sum(e.quantity), max(e.entry_time)
      from ${entry} and e.source_type = 'report' and e.quantity > 0 and e.serial_no = '' and ${end('e')}
      group by e.source_id, e.material_id, e.lot_number`,
    ),
    ...part(
      'report',
      'piece',
      end => sql`select ${keyOf.report('e')}, ${keyOf.piece('e')}, 1, e.entry_time
      from ${entry} and e.source_type = 'report' and e.quantity > 0 and e.serial_no <> '' and ${end('e')}`,
    ),
    // Out of order: as it was put into stock, or as reports say until it is; pieces by their own order.
    ...part(
      'mo',
      'lot',
      end => sql`select ${keyOf.mo('u')}, ${keyOf.lot('u')}, coalesce(nullif(sum(u.quantity) filter (where u.booked), 0), sum(u.quantity)), max(u.at) from (
        select x.mo_id, x.material_id, x.lot_number, x.quantity, true as booked, x.movement_time as at
          from ${movement} and x.mo_id is not null and x.movement_type = ${lit(completion_in)} and ${end('x')}
        union all select e.mo_id, e.material_id, e.lot_number, e.quantity, false, e.entry_time
          from ${entry} and e.mo_id is not null and e.source_type = 'report' and e.quantity > 0 and e.lot_number <> '' and ${end('e')}
        union all select e.mo_id, e.material_id, e.lot_number, -e.quantity, true, null
          from ${entry} and e.mo_id is not null and e.movement_type = ${lit(completion_in)} and e.lot_number = '' and ${end('e')}
      ) u group by u.mo_id, u.material_id, u.lot_number having sum(u.quantity) > 0`,
    ),
    ...part(
      'mo',
      'piece',
      end =>
        sql`select ${keyOf.mo('s')}, ${keyOf.piece('s')}, 1, s.created_time from serial_number s where s.org_id = ${org_id} and s.mo_id is not null and ${made} and ${end('s')}`,
    ),
    // A lot and the documents that it came with and went with; pieces that are named go by themselves.
    ...(['lot', 'document'] as const).flatMap(kind =>
      either(
        kind,
        end => sql`select case when u.sign > 0 then u.document else u.lot end, case when u.sign > 0 then u.lot else u.document end, abs(u.quantity), u.at from (
        select ${keyOf.document('y')} as document, ${keyOf.lot('y')} as lot, sign(sum(y.quantity)) as sign, max(y.at) as at,
          sum(y.quantity) - case when sum(y.quantity) < 0 or y.lot_number = '' then coalesce((select sum(e.quantity) from ${entry} and e.source_id = y.source_id
            and e.material_id = y.material_id and e.lot_number = y.lot_number and e.serial_no <> ''), 0) else 0 end as quantity
        from (select x.source_type, x.source_id, x.material_id, x.lot_number, x.quantity, x.movement_time as at
          from ${movement} and x.mo_id is null and ${moved} and ${end('x')}) y
        group by y.source_type, y.source_id, y.material_id, y.lot_number
      ) u where sign(u.quantity) = u.sign and u.sign <> 0`,
      ),
    ),
    ...(['piece', 'document'] as const).flatMap(kind =>
      either(
        kind,
        end => sql`select case when e.quantity > 0 then ${keyOf.document('e')} else ${keyOf.piece('e')} end,
          case when e.quantity > 0 then ${keyOf.piece('e')} else ${keyOf.document('e')} end, 1, e.entry_time
        from ${entry} and e.source_type <> 'report' and e.mo_id is null and e.serial_no <> '' and ${end('e')}`,
      ),
    ),
    ...part(
      'document',
      'piece',
      () => sql`select 'document/receipt/' || s.receipt_id, ${keyOf.piece('s')}, 1, s.created_time from serial_number s
        where s.org_id = ${org_id} and s.receipt_id is not null and ${forward ? at.document('s', 'receipt_id') : at.piece('s')}`,
    ),
    // A piece of a lot whose way in nobody recorded comes from that lot.
    ...part(
      'lot',
      'piece',
      end => sql`select ${keyOf.lot('e')}, ${keyOf.piece('e')}, 1, min(e.entry_time)
      from ${entry} and e.serial_no <> '' and e.lot_number <> '' and ${end('e')}
        and not exists (select from trace_entry o where o.org_id = e.org_id and o.serial_no = e.serial_no and o.quantity > 0)
        and not exists (select from serial_number s where s.org_id = e.org_id and s.serial_no = e.serial_no and coalesce(s.mo_id, s.receipt_id) is not null)
      group by e.material_id, e.lot_number, e.serial_no`,
    ),
  ]
  if (parts.length === 0) return { edges: [], cut: false }
  const found = await rows(
    tx,
    sql<TraceEdge>`select "from", "to", trim_scale(max(quantity))::text as quantity, max(time) as time from (${sql.join(
      parts.map(one => sql`(${one})`),
      sql` union all `,
    )}) as t ("from", "to", quantity, time) group by 1, 2 order by 1, 2 limit ${most + 1}`,
  )
  // Documents stand at both ends of what they book: asked from one, some edges are of the other direction.
  const here = new Set(keys)
  const edges = found.slice(0, most).filter(edge => here.has(forward ? edge.from : edge.to))
  return { edges, cut: found.length > most }
}
