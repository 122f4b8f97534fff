import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { numberSeen } from '@qitao/sales/server'
import { adjustmentSource } from '@qitao/stock/model/ledger.rules.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { outboundType, receiptsType } from '@qitao/warehouse/model/receipt.status.ts'
import { sql } from 'kysely'
import type { RecallRow } from '../../model/trace/trace.calls.ts'
import { afterReturns, type ReturnedGoods, type SentGoods, whereNow } from '../../model/trace/trace.rules.ts'
import { nodeOf, traceBy } from '../../model/trace/trace-node.ts'
import { mostEdges, startsOf, type TraceQuestion, walk } from './trace-walk.ts'

const { shipped, in_stock, in_work, gone } = whereNow.codes
const product = sql`m.id as material_id, m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name, u.precision as unit_precision`
const ofUnit = sql`join unit u on u.org_id = m.org_id and u.id = m.unit_id`

/** Lots and pieces that may have in them what is asked for, those that are asked for among them: all of them, or none is answered. */
export async function affectedBy(tx: Tx, org_id: string, question: TraceQuestion, most = mostEdges) {
  const { levels, edges, cut } = await walk(tx, org_id, 'forward', await startsOf(tx, org_id, question), most)
  if (cut)
    refuse(generalErrors.badParameter, {
      ...{ field: 'value', field_title: traceBy.stateOf(question.trace_by), most },
      detail: text(
        '去向超过{most}条，无法保证完整；请从更小的批次、序列号或工单查起',
        'More than {most} ways lead on, so that nothing would be sure to be complete: ask from a smaller lot, piece or order',
      ),
    })
  const nodes = [...levels.keys()].map(nodeOf)
  return {
    edges,
    lots: nodes.flatMap(node =>
      node.kind === 'lot' ? [{ material_id: node.material_id, lot_number: node.lot_number }] : [],
    ),
    pieces: nodes.flatMap(node => (node.kind === 'piece' ? [node.serial_no] : [])),
    mo_ids: nodes.flatMap(node => (node.kind === 'mo' ? [node.id] : [])),
  }
}

export interface RecalledGoods extends RecallRow {
  /** Of what lies in a bin. */
  readonly location_id: string | null
}
/** With which customers, in which bins and in which work orders all of it is. */
export async function recallOf(tx: Tx, org_id: string, question: TraceQuestion): Promise<RecalledGoods[]> {
  const { edges, lots, pieces, mo_ids } = await affectedBy(tx, org_id, question)
  const left = edges.flatMap(({ from, to, quantity, time }) => {
    const [goods, document] = [nodeOf(from), nodeOf(to)]
    if (document.kind !== 'document') return []
    const of =
      goods.kind === 'lot'
        ? { material_id: goods.material_id, lot_number: goods.lot_number, serial_no: null }
        : { material_id: null, lot_number: null, serial_no: goods.kind === 'piece' ? goods.serial_no : null }
    return [{ ...of, source_type: document.source_type, source_id: document.id || null, quantity, time }]
  })
  const last = await lastOfPieces(tx, org_id, pieces)
  // Of a piece the last thing that is known counts: what came back is with nobody.
  const gone_with = new Map(last.map(one => [one.serial_no, isPositive(one.quantity) ? null : one.source_id]))
  const away = left.filter(({ serial_no, source_id }) => serial_no === null || gone_with.get(serial_no) === source_id)
  const shipments = await rows(
    tx,
    sql<RecalledGoods & SentGoods>`select concat_ws('/', f.source_id, f.material_id, f.lot_number, f.serial_no) as id,
        case when r.receipt_type = ${outboundType.codes.sales} then ${shipped}::integer else ${gone}::integer end as where,
        c.name as customer_name, o.id as order_id, ${numberSeen(sql`r.order_id`, sql`o.no`)} as order_no,
        case when v.id is not null then 'outbound' when j.id is not null then 'stock_adjustment' end as document_kind, coalesce(v.id, j.id) as document_id,
        coalesce(${numberSeen(sql`r.id`, sql`v.no`)}, j.no) as document_no, ${product}, f.lot_number, f.serial_no, f.quantity, null as place, null as location_id, false as held, f.time,
        case when r.receipt_type = ${outboundType.codes.sales} then r.customer_id end as to_customer_id,
        case when r.receipt_type = ${outboundType.codes.sales} then r.order_id end as of_order_id
      from ${recordset(away, sql`material_id uuid, lot_number text, serial_no text, source_type text, source_id uuid, quantity text, time bigint`)} f
        left join serial_number s on s.org_id = ${org_id} and s.serial_no = f.serial_no
        join material m on m.org_id = ${org_id} and m.id = coalesce(f.material_id, s.material_id) ${ofUnit}
        left join receipt r on r.org_id = m.org_id and r.id = f.source_id and r.receipts_type = ${receiptsType.outbound}
        left join seen_receipt v on v.org_id = r.org_id and v.id = r.id
        left join stock_adjustment j on j.org_id = m.org_id and f.source_type = ${adjustmentSource} and j.id = f.source_id
        left join customer c on c.org_id = v.org_id and c.id = v.customer_id
        left join seen_sales_order o on o.org_id = r.org_id and o.id = r.order_id
      order by 2, c.name, o.no, v.no, f.serial_no, f.lot_number`,
  )
  const out = afterReturns(shipments, await returnedOf(tx, org_id, lots)).map(
    ({ to_customer_id: _to, of_order_id: _of, ...row }) => row,
  )
  const stock = await rows(
    tx,
    sql<RecalledGoods>`select t.id::text as id, ${in_stock}::integer as where, null as customer_name, null as order_id, null as order_no, null as document_kind,
        null as document_id, null as document_no, ${product}, t.lot_number, null as serial_no, trim_scale(t.quantity)::text as quantity,
        w.name || ' ' || l.code as place, l.id as location_id, t.quality_status = ${qualityStatus.codes.held} as held, t.first_in_time as time
      from inventory t join material m on m.org_id = t.org_id and m.id = t.material_id ${ofUnit}
        join location l on l.org_id = t.org_id and l.id = t.location_id join warehouse w on w.org_id = l.org_id and w.id = l.warehouse_id
      where t.org_id = ${org_id} and t.quantity > 0 and (t.material_id, t.lot_number) in (select f.material_id, f.lot_number from ${recordset(lots, sql`material_id uuid, lot_number text`)} f)
      order by m.code, t.lot_number, w.name, l.code, t.id`,
  )
  // Pieces lie somewhere among the goods of their lot: where the whole lot is affected, they are in it.
  const whole = new Set(lots.map(({ material_id, lot_number }) => `${material_id}/${lot_number}`))
  const single = last
    .filter(isInStock)
    .filter(({ material_id, lot_number }) => !whole.has(`${material_id}/${lot_number}`))
  const loose = await rows(
    tx,
    sql<RecalledGoods>`select 'piece/' || f.serial_no as id, ${in_stock}::integer as where, null as customer_name, null as order_id, null as order_no, null as document_kind,
        null as document_id, f.source_no as document_no, ${product}, nullif(f.lot_number, '') as lot_number, f.serial_no, '1' as quantity, null as place, null as location_id,
        exists (select from inventory t where t.org_id = ${org_id} and t.material_id = f.material_id and t.lot_number = f.lot_number and f.lot_number <> ''
          and t.quality_status = ${qualityStatus.codes.held} and t.quantity > 0) as held, f.time
      from ${recordset(single, sql`material_id uuid, lot_number text, serial_no text, source_no text, time bigint`)} f
        join material m on m.org_id = ${org_id} and m.id = f.material_id ${ofUnit}
      order by f.serial_no`,
  )
  const done = [moStatus.codes.completed, moStatus.codes.in_warehouse]
  const work = await rows(
    tx,
    sql<RecalledGoods>`select 'mo/' || t.id as id, ${in_work}::integer as where, null as customer_name, o.id as order_id, ${numberSeen(sql`t.order_id`, sql`o.no`)} as order_no,
        'mo' as document_kind, t.id as document_id, t.no as document_no, ${product}, t.lot_number, null as serial_no,
        trim_scale(greatest(t.planned_quantity, t.completed_quantity) - t.inbound_quantity)::text as quantity, null as place, null as location_id, false as held, t.actual_start_time as time
      from mo t join material m on m.org_id = t.org_id and m.id = t.material_id ${ofUnit}
        left join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id
      where t.org_id = ${org_id} and ${among(sql`t.id`, mo_ids)} and (t.status not in (${sql.join(done)}) or t.completed_quantity > t.inbound_quantity)
        and greatest(t.planned_quantity, t.completed_quantity) > t.inbound_quantity
      order by t.no`,
  )
  return [...out, ...stock, ...loose, ...work]
}

interface LastOfPiece {
  readonly serial_no: string
  readonly material_id: string
  readonly lot_number: string
  readonly source_type: string
  readonly source_id: string
  readonly source_no: string
  readonly quantity: string
  readonly time: number
}
/** The last that is known of each piece. */
const lastOfPieces = (tx: Tx, org_id: string, pieces: readonly string[]) =>
  rows(
    tx,
    sql<LastOfPiece>`select distinct on (serial_no) serial_no, material_id, lot_number, source_type, source_id, source_no, quantity, entry_time as time
      from trace_entry where org_id = ${org_id} and serial_no <> '' and serial_no = any(${pieces}::text[]) order by serial_no, id desc`,
  )
const isInStock = ({ source_type, quantity }: LastOfPiece): boolean => source_type !== 'report' && isPositive(quantity)

/** What customers gave back of these lots, without the pieces that were named: those are known by themselves. */
const returnedOf = (tx: Tx, org_id: string, lots: readonly { material_id: string; lot_number: string }[]) =>
  rows(
    tx,
    sql<ReturnedGoods>`select y.material_id, y.lot_number, r.customer_id as to_customer_id, r.order_id as of_order_id, y.time,
        trim_scale(y.quantity - coalesce((select sum(e.quantity) from trace_entry e where e.org_id = ${org_id} and e.source_id = y.source_id
          and e.material_id = y.material_id and e.lot_number = y.lot_number and e.serial_no <> ''), 0))::text as quantity
      from (select x.source_id, x.material_id, x.lot_number, sum(x.quantity) as quantity, max(x.movement_time) as time from stock_movement x
        where x.org_id = ${org_id} and x.movement_type = ${movementType.codes.sales_return}
          and (x.material_id, x.lot_number) in (select f.material_id, f.lot_number from ${recordset(lots, sql`material_id uuid, lot_number text`)} f)
        group by 1, 2, 3) y
      left join receipt r on r.org_id = ${org_id} and r.id = y.source_id
      order by y.time, y.source_id`,
  )

/**
 * Good stock of these lots in bins, and of the lots that such pieces lie in: of which of its goods they are the ledger does not say. What
 * is on its way is apart, and so are pieces without a lot.
 */
export async function stockToHold(
  tx: Tx,
  org_id: string,
  { lots, pieces }: Pick<Awaited<ReturnType<typeof affectedBy>>, 'lots' | 'pieces'>,
) {
  const inStock = (await lastOfPieces(tx, org_id, pieces)).filter(isInStock)
  const wanted = [...lots, ...inStock.filter(({ lot_number }) => lot_number !== '')]
  const found = await rows(
    tx,
    sql<{
      inventory_id: string
      material_id: string
      location_id: string
      lot_number: string
      transit: boolean
    }>`select t.id as inventory_id, t.material_id, t.location_id, t.lot_number, l.transit from inventory t
      join location l on l.org_id = t.org_id and l.id = t.location_id
      where t.org_id = ${org_id} and t.quantity > 0 and t.quality_status = ${qualityStatus.codes.finished}
        and (t.material_id, t.lot_number) in (select f.material_id, f.lot_number from ${recordset(wanted, sql`material_id uuid, lot_number text`)} f)
      order by t.id`,
  )
  return {
    here: found.filter(({ transit }) => !transit),
    in_transit_count: found.filter(({ transit }) => transit).length,
    piece_count: inStock.filter(({ lot_number }) => lot_number === '').length,
  }
}
