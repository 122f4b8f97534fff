import type { Text } from '@qitao/core/text.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { numberSeen } from '@qitao/sales/server'
import { adjustmentSource } from '@qitao/stock/model/ledger.rules.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { inboundType, outboundType, receiptsType } from '@qitao/warehouse/model/receipt.status.ts'
import { sql } from 'kysely'
import type { TraceNodeRow } from '../../model/trace/trace.calls.ts'
import { nodeOf, type TraceNode, traceBy, traceKind } from '../../model/trace/trace-node.ts'

export type NodeFacts = Omit<TraceNodeRow, 'key' | 'level' | 'node_type'> & {
  readonly material_id: string | null
  readonly serial_policy: number
}
const blank = {
  ...{ partner: null, time: null, unit_name: '', stock_quantity: null, held_quantity: null, ask: null },
  ...{ record_kind: null, object_id: null, material_id: null, serial_policy: 0 },
} satisfies Partial<NodeFacts>

type Of<K extends TraceNode['kind']> = Extract<TraceNode, { kind: K }>
const { held } = qualityStatus.codes

/** What people know the nodes by: one statement for each kind. */
export async function factsOf(
  tx: Tx,
  org_id: string,
  keys: readonly string[],
  language: Language,
): Promise<Map<string, NodeFacts>> {
  const nodes = keys.map(key => ({ key, node: nodeOf(key) }))
  const of = <K extends TraceNode['kind']>(kind: K) =>
    nodes.filter((one): one is { key: string; node: Of<K> } => one.node.kind === kind)
  const ids = (kind: 'mo' | 'report') => of(kind).map(({ node }) => (node as { id: string }).id)
  const found = new Map<string, NodeFacts>()
  const put = (key: string, facts: Partial<NodeFacts> & Pick<NodeFacts, 'no' | 'title'>) =>
    found.set(key, { ...blank, ...facts })

  const goods = [
    ...of('lot').map(({ key, node: { material_id, lot_number } }) => ({ key, material_id, lot_number })),
    ...of('unmarked').map(({ key, node: { material_id } }) => ({ key, material_id, lot_number: '' })),
  ]
  const column = (name: 'key' | 'material_id' | 'lot_number') => goods.map(one => one[name])
  const list = sql`unnest(${column('key')}::text[], ${column('material_id')}::uuid[], ${column('lot_number')}::text[])`
  const lots = await rows(
    tx,
    sql<{
      key: string
      material_id: string
      lot_number: string
      title: string
      unit_name: string
      serial_policy: number
      stock_quantity: string | null
      held_quantity: string | null
      partner: string | null
      time: Instant | null
    }>`select f.key, f.material_id, f.lot_number, m.code || ' ' || m.name as title, u.name as unit_name, m.serial_policy,
        case when f.lot_number <> '' then trim_scale(coalesce(i.quantity, 0))::text end as stock_quantity,
        case when f.lot_number <> '' then trim_scale(coalesce(i.held, 0))::text end as held_quantity, nullif(concat_ws(' · ', i.partner, b.supplier_lot), '') as partner, i.time
      from ${list} as f (key, material_id, lot_number) join material m on m.org_id = ${org_id} and m.id = f.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      left join (select t.material_id, t.lot_number, sum(t.quantity) as quantity, sum(t.quantity) filter (where t.quality_status = ${held}) as held,
          max(s.name) as partner, min(t.first_in_time) as time
        from inventory t left join supplier s on s.org_id = t.org_id and s.id = t.supplier_id
        where t.org_id = ${org_id} and t.lot_number <> '' and (t.material_id, t.lot_number) in (select f.material_id, f.lot_number from ${list} as f (key, material_id, lot_number))
        group by 1, 2) i on i.material_id = f.material_id and i.lot_number = f.lot_number
      left join stock_lot b on b.org_id = m.org_id and b.material_id = f.material_id and b.lot_number = f.lot_number`,
  )
  for (const { key, lot_number, material_id, ...lot } of lots) {
    const isLot = lot_number !== ''
    put(key, {
      ...{ ...lot, material_id, no: isLot ? lot_number : say(traceKind.stateOf(traceKind.codes.unmarked), language) },
      ask: isLot ? { trace_by: traceBy.codes.lot_number, value: lot_number, material_id } : null,
      record_kind: isLot ? 'lot' : 'material',
      object_id: material_id,
    })
  }

  const pieces = await rows(
    tx,
    sql<{
      serial_no: string
      material_id: string
      title: string
      unit_name: string
      time: Instant
    }>`select s.serial_no, s.material_id,
        m.code || ' ' || m.name as title, u.name as unit_name, s.created_time as time
      from serial_number s join material m on m.org_id = s.org_id and m.id = s.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where s.org_id = ${org_id} and s.serial_no = any(${of('piece').map(({ node }) => node.serial_no)}::text[])`,
  )
  for (const { serial_no, ...piece } of pieces) {
    const ask = { trace_by: traceBy.codes.serial_number, value: serial_no }
    put(`piece/${serial_no}`, { ...piece, no: serial_no, ask })
  }

  const mos = await rows(
    tx,
    sql<{
      id: string
      no: string
      title: string
      unit_name: string
      time: Instant | null
    }>`select o.id, o.no, m.code || ' ' || m.name as title,
        u.name as unit_name, coalesce(o.actual_start_time, o.created_time) as time
      from mo o join material m on m.org_id = o.org_id and m.id = o.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where o.org_id = ${org_id} and ${among(sql`o.id`, ids('mo'))}`,
  )
  for (const { id, ...mo } of mos) {
    const ask = { trace_by: traceBy.codes.mo_no, value: mo.no }
    put(`mo/${id}`, { ...mo, ask, record_kind: 'mo', object_id: id })
  }

  const reports = await rows(
    tx,
    sql<{
      id: string
      no: string
      title: string
      partner: string | null
      time: Instant
      mo_id: string
    }>`select r.id, r.report_no as no, r.mo_id,
        concat_ws(' · ', o.no, p.name, d.machine_no) as title, r.report_time as time,
        (select string_agg(w.name, ', ' order by w.name) from app_user w where w.org_id = r.org_id and w.id = any(r.user_ids)) as partner
      from report_record r join mo o on o.org_id = r.org_id and o.id = r.mo_id join process p on p.org_id = r.org_id and p.id = r.process_id
        left join device d on d.org_id = r.org_id and d.id = r.device_id
      where r.org_id = ${org_id} and ${among(sql`r.id`, ids('report'))}`,
  )
  for (const { id, mo_id, ...report } of reports)
    put(`report/${id}`, { ...report, record_kind: 'mo', object_id: mo_id })

  const documents = of('document')
  const receipts = await rows(
    tx,
    sql<{
      id: string
      no: string
      receipts_type: number
      receipt_type: number
      partner: string | null
      time: Instant
      seen: boolean
    }>`select r.id, ${numberSeen(sql`r.id`, sql`v.no`)} as no, r.receipts_type, r.receipt_type, r.updated_time as time, v.id is not null as seen,
        coalesce(c.name, s.name) as partner
      from receipt r left join seen_receipt v on v.org_id = r.org_id and v.id = r.id
        left join customer c on c.org_id = v.org_id and c.id = v.customer_id left join supplier s on s.org_id = v.org_id and s.id = v.supplier_id
      where r.org_id = ${org_id} and ${among(
        sql`r.id`,
        documents.flatMap(({ node }) => (node.source_type === 'receipt' ? [node.id] : [])),
      )}`,
  )
  for (const { id, receipts_type, receipt_type, seen, ...receipt } of receipts) {
    const outbound = receipts_type === receiptsType.outbound
    const type = outbound ? outboundType.stateOf(receipt_type as 0) : inboundType.stateOf(receipt_type as 0)
    put(`document/receipt/${id}`, {
      ...receipt,
      title: say(type, language),
      ask: seen ? { trace_by: traceBy.codes.receipt_no, value: receipt.no } : null,
      ...{ record_kind: outbound ? 'outbound' : 'inbound', object_id: seen ? id : null },
    })
  }
  const others = await rows(
    tx,
    sql<{
      id: string
      no: string
    }>`select id, no from qc_task where org_id = ${org_id} and ${among(sql`id`, idsOf('qc_task'))}
      union all select id, no from transfer where org_id = ${org_id} and ${among(sql`id`, idsOf('transfer'))}
      union all select id, no from inventory_count where org_id = ${org_id} and ${among(sql`id`, idsOf('inventory_count'))}
      union all select id, no from stock_adjustment where org_id = ${org_id} and ${among(sql`id`, idsOf(adjustmentSource))}`,
  )
  function idsOf(source_type: string): string[] {
    return documents.flatMap(({ node }) => (node.source_type === source_type ? [node.id] : []))
  }
  const numbers = new Map(others.map(({ id, no }) => [id, no]))
  for (const { key, node } of documents) {
    if (found.has(key)) continue
    const { title, kind } = otherDocuments[node.source_type] ?? opening
    const no = numbers.get(node.id) ?? say(title, language)
    put(key, { no, title: say(title, language), record_kind: kind, object_id: kind ? node.id : null })
  }
  return found
}
const opening: { title: Text; kind: string | null } = { title: text('期初库存', 'Opening stock'), kind: null }
const otherDocuments: Readonly<Record<string, { title: Text; kind: string | null }>> = {
  qc_task: { title: text('质检处置', 'Disposal by quality'), kind: null },
  transfer: { title: text('调拨差异', 'Lost on a transfer'), kind: 'transfer' },
  inventory_count: { title: text('盘点', 'Stock count'), kind: 'stock_count' },
  [adjustmentSource]: { title: text('库存调整', 'Stock adjustment'), kind: 'stock_adjustment' },
}
