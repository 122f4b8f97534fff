import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { type BomVersionStatus, bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import type { ManufacturingBomNodeRow, NodeInput, Port } from '../../model/bom/manufacturing-bom.record.ts'
import type { Mode } from '../../model/bom/manufacturing-bom.rules.ts'
import { isDefault } from './bom-version.queries.ts'

const { draft } = bomVersionStatus.codes

/** Columns and joins of a row as it travels; `t` is the manufacturing BoM. */
export const manufacturingBomColumns = sql`t.*, ${isDefault('t')} as is_default, m.code as material_code, m.name as material_name, b.version as material_bom_version,
  (t.material_bom_id is not null and not ${isDefault('b')}) as outdated, r.code as routing_code,
  coalesce(r.status <> ${draft} and r.material_id is not null and not ${isDefault('r')}, false) as routing_outdated,
  (select count(*) from manufacturing_bom_node n where n.org_id = t.org_id and n.bom_id = t.id) as node_count`
export const manufacturingBomJoins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id
  left join material_bom b on b.org_id = t.org_id and b.id = t.material_bom_id
  left join routing r on r.org_id = t.org_id and r.id = t.routing_id`

export const loadNodeRows = (tx: Tx, org_id: string, bom_id: string) =>
  rows(
    tx,
    sql<ManufacturingBomNodeRow>`select n.*, trim_scale(n.overlap_quantity) as overlap_quantity, p.code as process_code, p.name as process_name,
      ${namedPorts('inputs')} as inputs, ${namedPorts('outputs')} as outputs
      from manufacturing_bom_node n join process p on p.org_id = n.org_id and p.id = n.process_id
      where n.org_id = ${org_id} and n.bom_id = ${bom_id} order by n.ordering_node`,
  )
const namedPorts = (column: 'inputs' | 'outputs') =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('material_id', i.material_id, 'quantity', i.quantity, 'material_code', m.code,
      'material_name', m.name, 'unit_name', u.name) order by i.place), '[]')
    from rows from (jsonb_to_recordset(n.${sql.ref(column)}) as (material_id uuid, quantity text)) with ordinality i(material_id, quantity, place)
    join material m on m.org_id = n.org_id and m.id = i.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id)`

export interface LockedManufacturingBom {
  readonly id: string
  readonly row_version: number
  readonly material_id: string
  readonly material_bom_id: string | null
  readonly mode: Mode
  readonly status: BomVersionStatus
  readonly valid_from: number | null
  readonly expiry_time: number | null
  readonly is_default: boolean
}
export async function lockManufacturingBoms(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, LockedManufacturingBom>> {
  const found = await rows(
    tx,
    sql<LockedManufacturingBom>`select id, row_version, material_id, material_bom_id, mode, status, valid_from, expiry_time, is_default from manufacturing_bom
      where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
  )
  return new Map(found.map(bom => [bom.id, bom]))
}

export type StoredNode = NodeInput & { readonly bom_id: string }
export async function loadNodes(
  tx: Tx,
  org_id: string,
  bom_ids: readonly string[],
): Promise<Map<string, StoredNode[]>> {
  const found = await rows(
    tx,
    sql<StoredNode>`select bom_id, ordering_node, next_nodes, process_id, inputs, outputs, overlap_quantity, wait_seconds
      from manufacturing_bom_node where org_id = ${org_id} and ${among(sql`bom_id`, bom_ids)} order by bom_id, ordering_node`,
  )
  return Map.groupBy(found, node => node.bom_id)
}

/** Components and base quantity of the material BoMs, as manufacturing BoMs must share them out. */
export interface SharedBom {
  readonly id: string
  readonly material_id: string
  readonly status: BomVersionStatus
  readonly base_quantity: string
  readonly components: readonly Port[]
}
export async function loadSharedBoms(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, SharedBom>> {
  const found = await rows(
    tx,
    sql<SharedBom>`select b.id, b.material_id, b.status, trim_scale(b.base_quantity) as base_quantity,
      (select coalesce(jsonb_agg(jsonb_build_object('material_id', l.material_id, 'quantity', trim_scale(l.quantity)::text)
        order by l.line_no), '[]') from material_bom_line l where l.org_id = b.org_id and l.bom_id = b.id) as components
      from material_bom b where b.org_id = ${org_id} and ${among(sql`b.id`, ids)}`,
  )
  return new Map(found.map(bom => [bom.id, bom]))
}

export async function findRoutingOwner(tx: Tx, org_id: string, routing_id: string): Promise<boolean> {
  const found = await rows(tx, sql`select from routing where org_id = ${org_id} and id = ${routing_id}`)
  return found.length > 0
}

export async function loadProcessIds(tx: Tx, org_id: string, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from process where org_id = ${org_id} and ${among(sql`id`, ids)}`,
  )
  return new Set(found.map(({ id }) => id))
}

export async function replaceNodes(tx: Tx, org_id: string, bom_id: string, nodes: readonly NodeInput[]) {
  await sql`delete from manufacturing_bom_node where org_id = ${org_id} and bom_id = ${bom_id}`.execute(tx)
  await insertNodes(
    tx,
    nodes.map(node => ({ ...node, bom_id })),
  )
}
/** Nodes of BoMs that have none. */
export async function insertNodes(tx: Tx, nodes: readonly StoredNode[]) {
  const list = nodes.map(node => ({ ...node, id: newId() }))
  await sql`insert into manufacturing_bom_node
      (id, bom_id, ordering_node, next_nodes, process_id, inputs, outputs, overlap_quantity, wait_seconds)
    select id, bom_id, ordering_node, next_nodes, process_id, inputs, outputs, overlap_quantity, wait_seconds
    from ${recordset(
      list,
      sql`id uuid, bom_id uuid, ordering_node integer, next_nodes integer[], process_id uuid, inputs jsonb, outputs jsonb, overlap_quantity numeric, wait_seconds integer`,
    )} as r`.execute(tx)
}
