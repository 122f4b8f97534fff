import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import type { BomVersionStatus } from '../../model/bom/bom-version.status.ts'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import type { MaterialBomLineInput, MaterialBomLineRow, StoredSubstitute } from '../../model/bom/material-bom.record.ts'
import type { Edge, KnownMaterial } from '../../model/bom/material-bom.rules.ts'
import { isDefault } from './bom-version.queries.ts'

const { released } = bomVersionStatus.codes

/** Columns and joins of a row as it travels; `t` is the BoM. */
export const materialBomColumns = sql`t.*, ${isDefault('t')} as is_default, trim_scale(t.base_quantity) as base_quantity, m.code as material_code,
  m.name as material_name, m.specs as material_specs, u.name as unit_name,
  (select count(*) from material_bom_line l where l.org_id = t.org_id and l.bom_id = t.id) as line_count,
  (select coalesce(sum(jsonb_array_length(l.substitutes)), 0) from material_bom_line l
    where l.org_id = t.org_id and l.bom_id = t.id) as substitute_count`
export const materialBomJoins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id
  join unit u on u.org_id = m.org_id and u.id = m.unit_id`

export const loadLines = (tx: Tx, org_id: string, bom_id: string) =>
  rows(
    tx,
    sql<MaterialBomLineRow>`
      select l.*, trim_scale(l.quantity) as quantity, trim_scale(l.scrap_rate) as scrap_rate, m.code as material_code,
        m.name as material_name, m.specs as material_specs, u.name as unit_name,
        (select coalesce(jsonb_agg(jsonb_build_object('material_id', s.material_id, 'ratio', s.ratio, 'valid_from', s.valid_from,
            'expiry_time', s.expiry_time, 'approved', coalesce(s.approved, true), 'reason', s.reason, 'proposed_by_name', pu.name,
            'approved_by_name', au.name, 'approved_time', s.approved_time, 'material_code', sm.code, 'material_name', sm.name) order by s.place), '[]')
          from rows from (jsonb_to_recordset(l.substitutes) as (material_id uuid, ratio text, valid_from bigint, expiry_time bigint, approved boolean,
            reason text, proposed_by uuid, approved_by uuid, approved_time bigint)) with ordinality
            s(material_id, ratio, valid_from, expiry_time, approved, reason, proposed_by, approved_by, approved_time, place)
          join material sm on sm.org_id = l.org_id and sm.id = s.material_id
          left join app_user pu on pu.id = s.proposed_by left join app_user au on au.id = s.approved_by) as substitutes
      from material_bom_line l join material m on m.org_id = l.org_id and m.id = l.material_id
      join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where l.org_id = ${org_id} and l.bom_id = ${bom_id} order by l.line_no`,
  )

export interface FoundMaterial extends KnownMaterial {
  readonly name: string
  readonly unit_name: string
}
export async function loadMaterials(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, FoundMaterial>> {
  const found = await rows(
    tx,
    sql<FoundMaterial>`select m.id, m.code, m.name, u.name as unit_name, u."precision" from material m
      join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, ids)}`,
  )
  return new Map(found.map(material => [material.id, material]))
}

/** Edges of the released BoMs that are reached downwards from the materials, with the codes of their ends. */
export async function loadReleasedEdges(
  tx: Tx,
  org_id: string,
  from: readonly string[],
): Promise<{ edges: Edge[]; codes: Map<string, string> }> {
  const found = await rows(
    tx,
    sql<{ from: string; to: string; from_code: string; to_code: string }>`
      with recursive edge as (
        select b.material_id as "from", c.material_id as "to" from material_bom b
        join material_bom_line l on l.org_id = b.org_id and l.bom_id = b.id
        cross join lateral (select l.material_id union select (s ->> 'material_id')::uuid from jsonb_array_elements(l.substitutes) s) c
        where b.org_id = ${org_id} and b.status = ${released} and ${among(sql`b.material_id`, from)}
        union
        select b.material_id, c.material_id from edge e
        join material_bom b on b.org_id = ${org_id} and b.material_id = e."to" and b.status = ${released}
        join material_bom_line l on l.org_id = b.org_id and l.bom_id = b.id
        cross join lateral (select l.material_id union select (s ->> 'material_id')::uuid from jsonb_array_elements(l.substitutes) s) c
      )
      select e."from", e."to", f.code as from_code, t.code as to_code from edge e
      join material f on f.org_id = ${org_id} and f.id = e."from" join material t on t.org_id = ${org_id} and t.id = e."to"
      order by 3, 4`,
  )
  return {
    edges: found.map(({ from, to }) => ({ from, to })),
    codes: new Map(found.flatMap(edge => [[edge.from, edge.from_code] as const, [edge.to, edge.to_code] as const])),
  }
}

export interface LockedBom {
  readonly id: string
  readonly row_version: number
  readonly material_id: string
  readonly version: string
  readonly status: BomVersionStatus
  readonly valid_from: number | null
  readonly expiry_time: number | null
  readonly is_default: boolean
}
export async function lockMaterialBoms(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, LockedBom>> {
  const found = await rows(
    tx,
    sql<LockedBom>`select id, row_version, material_id, version, status, valid_from, expiry_time, is_default from material_bom
      where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
  )
  return new Map(found.map(bom => [bom.id, bom]))
}

export async function loadEdgesOf(tx: Tx, org_id: string, bom_ids: readonly string[]): Promise<Map<string, Edge[]>> {
  const found = await rows(
    tx,
    sql<
      { bom_id: string } & Edge
    >`select l.bom_id, b.material_id as "from", c.material_id as "to" from material_bom_line l
      join material_bom b on b.org_id = l.org_id and b.id = l.bom_id
      cross join lateral (select l.material_id union select (s ->> 'material_id')::uuid from jsonb_array_elements(l.substitutes) s) c
      where l.org_id = ${org_id} and ${among(sql`l.bom_id`, bom_ids)} order by l.line_no`,
  )
  const edges = new Map<string, Edge[]>(bom_ids.map(id => [id, []]))
  for (const { bom_id, from, to } of found) edges.get(bom_id)!.push({ from, to })
  return edges
}

export async function replaceLines(tx: Tx, org_id: string, bom_id: string, lines: readonly MaterialBomLineInput[]) {
  await sql`delete from material_bom_line where org_id = ${org_id} and bom_id = ${bom_id}`.execute(tx)
  await insertLines(tx, [{ bom_id, lines }])
}
/** Lines of BoMs that have none. */
export async function insertLines(
  tx: Tx,
  boms: readonly { readonly bom_id: string; readonly lines: readonly MaterialBomLineInput[] }[],
) {
  const list = boms.flatMap(({ bom_id, lines }) =>
    lines.map((line, index) => ({ ...line, id: newId(), bom_id, line_no: index + 1 })),
  )
  if (list.length === 0) return
  await sql`insert into material_bom_line (id, bom_id, line_no, material_id, quantity, scrap_rate, substitutes, valid_from, expiry_time, position, remark)
    select r.* from ${recordset(list, sql`id uuid, bom_id uuid, line_no integer, material_id uuid, quantity numeric, scrap_rate numeric, substitutes jsonb, valid_from bigint, expiry_time bigint, position text, remark text`)} as r`.execute(
    tx,
  )
}

/** The line of a component, locked with its version. */
export async function lockLineOf(
  tx: Tx,
  org_id: string,
  bom_id: string,
  component_id: string,
): Promise<{ id: string; material_id: string; substitutes: StoredSubstitute[] } | undefined> {
  const [found] = await rows(
    tx,
    sql<{
      id: string
      material_id: string
      substitutes: StoredSubstitute[]
    }>`select id, material_id, substitutes from material_bom_line
      where org_id = ${org_id} and bom_id = ${bom_id} and material_id = ${component_id} for update`,
  )
  return found
}
export const saveSubstitutes = (tx: Tx, org_id: string, line_id: string, substitutes: readonly StoredSubstitute[]) =>
  sql`update material_bom_line set substitutes = ${JSON.stringify(substitutes)}::jsonb where org_id = ${org_id} and id = ${line_id}`.execute(
    tx,
  )
