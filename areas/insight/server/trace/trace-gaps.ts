import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { sql } from 'kysely'
import type { TraceGapRow } from '../../model/trace/trace.calls.ts'
import { completenessOf, traceGap, type UsedByMo } from '../../model/trace/trace.rules.ts'
import { nodeOf, type TraceEdge } from '../../model/trace/trace-node.ts'
import type { NodeFacts } from './trace-facts.ts'

const { picking_out, material_return, completion_in } = movementType.codes
const { codes } = traceGap

/** What went into these orders by lot; pieces that are named need none. */
const usedBy = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<UsedByMo[]> =>
  rows(
    tx,
    sql<UsedByMo>`select mo_id, material_id, lot_number, sum(quantity) as quantity from (
        select mo_id, material_id, lot_number, -quantity as quantity from stock_movement
          where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and movement_type in (${picking_out}, ${material_return})
        union all select mo_id, material_id, lot_number, quantity from trace_entry
          where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and source_type = 'report' and quantity < 0 and serial_no <> '' and lot_number = ''
        union all select mo_id, material_id, 'piece', -quantity from trace_entry
          where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and source_type = 'report' and quantity < 0 and serial_no <> '' and lot_number = ''
      ) u group by 1, 2, 3 having sum(quantity) <> 0 order by 1, 2, 3`,
  )

/** What came out of them into stock without a lot and without numbers. */
const madeUnmarked = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<UsedByMo[]> =>
  rows(
    tx,
    sql<UsedByMo>`select mo_id, material_id, '' as lot_number, sum(quantity) as quantity from (
        select mo_id, material_id, quantity from stock_movement
          where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and movement_type = ${completion_in} and lot_number = ''
        union all select mo_id, material_id, -quantity from trace_entry
          where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and movement_type = ${completion_in} and serial_no <> '' and lot_number = ''
      ) u group by 1, 2 having sum(quantity) > 0 order by 1, 2`,
  )

/** Reports stand for their order. */
async function ordersOf(tx: Tx, org_id: string, keys: readonly string[]): Promise<string[]> {
  const nodes = keys.map(nodeOf)
  const reports = nodes.flatMap(node => (node.kind === 'report' ? [node.id] : []))
  const mos = nodes.flatMap(node => (node.kind === 'mo' ? [node.id] : []))
  const found = await rows(
    tx,
    sql<{
      mo_id: string
    }>`select distinct mo_id from report_record where org_id = ${org_id} and ${among(sql`id`, reports)}`,
  )
  return [...new Set([...mos, ...found.map(({ mo_id }) => mo_id)])]
}

interface Told {
  readonly gaps: TraceGapRow[]
  readonly used_count: number
  readonly recorded_count: number
}
/** Where the trace cannot be followed, or not surely, and how complete it is. */
export async function gapsOf(
  tx: Tx,
  org_id: string,
  facts: ReadonlyMap<string, NodeFacts>,
  edges: readonly TraceEdge[],
  starts: readonly string[],
): Promise<Told> {
  const mo_ids = await ordersOf(tx, org_id, [...facts.keys()])
  const { unmarked, unknown, ...counts } = completenessOf(await usedBy(tx, org_id, mo_ids))
  const made = await madeUnmarked(tx, org_id, mo_ids)
  const named = await namesOf(tx, org_id, [...unmarked, ...unknown, ...made])
  const byOrder = (gap: number) => (one: UsedByMo) => {
    const { code, name, unit_name } = named.materials.get(one.material_id)!
    const no = [named.mos.get(one.mo_id), one.lot_number].filter(Boolean).join(' · ')
    const quantity = one.quantity.replace(/^-/, '')
    return row(gap, `mo/${one.mo_id}`, { material_code: code, material_name: name, unit_name, no, quantity })
  }
  const comesIn = new Set(edges.map(({ to }) => to))
  const isStart = new Set(starts)
  const pieces = [...facts].filter(([key]) => key.startsWith('piece/') && !comesIn.has(key) && isStart.has(key))
  const unnamed = edges.filter(
    ({ from, to }) =>
      (to.startsWith('document/') && isUnnamed(facts.get(from))) ||
      (from.startsWith('document/') && isUnnamed(facts.get(to))),
  )
  const unknownOrigin = edges.filter(({ from }) =>
    /^document\/(opening|stock_import|inventory_count|stock_adjustment)\//.test(from),
  )
  const ofNode = (gap: number, key: string, quantity: string) => {
    const { title, no, unit_name } = facts.get(key)!
    return row(gap, key, { material_code: '', material_name: title, unit_name, no, quantity })
  }
  const lotOf = ({ from, to }: TraceEdge) => (from.startsWith('document/') ? to : from)
  return {
    ...counts,
    gaps: [
      ...unmarked.map(byOrder(codes.used_unmarked)),
      ...made.map(byOrder(codes.made_unmarked)),
      ...unknown.map(byOrder(codes.returned_unknown)),
      ...pieces.map(([key]) => ofNode(codes.piece_unknown, key, '1')),
      ...unnamed.map(edge => ofNode(codes.pieces_unnamed, lotOf(edge), edge.quantity)),
      ...unknownOrigin.map(edge => ofNode(codes.origin_unknown, edge.to, edge.quantity)),
    ],
  }
}
const row = (gap: number, key: string, of: Omit<TraceGapRow, 'gap' | 'key'>): TraceGapRow => ({
  ...{ gap: gap as 0, key },
  ...of,
})
/** Goods of which each piece has a number, moved by quantity. */
const isUnnamed = (of: NodeFacts | undefined): boolean => of !== undefined && of.serial_policy > 0

async function namesOf(tx: Tx, org_id: string, of: readonly UsedByMo[]) {
  const materials = await rows(
    tx,
    sql<{
      id: string
      code: string
      name: string
      unit_name: string
    }>`select m.id, m.code, m.name, u.name as unit_name from material m
      join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(
        sql`m.id`,
        of.map(({ material_id }) => material_id),
      )}`,
  )
  const mos = await rows(
    tx,
    sql<{ id: string; no: string }>`select id, no from mo where org_id = ${org_id} and ${among(
      sql`id`,
      of.map(({ mo_id }) => mo_id),
    )}`,
  )
  return {
    materials: new Map(materials.map(material => [material.id, material])),
    mos: new Map(mos.map(({ id, no }) => [id, no])),
  }
}
