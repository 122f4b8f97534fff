import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { LineRow } from '@qitao/platform/server/excel/export.ts'
import { sql } from 'kysely'

/** Lines of many documents at once, with the columns of their import. */
export const stepsForExport = (tx: Tx, org_id: string, ids: readonly string[]): Promise<LineRow[]> =>
  rows(
    tx,
    sql<LineRow>`select s.routing_id as document_id, s.sequence, trim_scale(s.overlap_quantity) as overlap_quantity, s.wait_seconds,
        p.code as process_code
      from routing_step s join process p on p.org_id = s.org_id and p.id = s.process_id
      where s.org_id = ${org_id} and ${among(sql`s.routing_id`, ids)} order by s.routing_id, s.sequence`,
  )

/** What is said of each substitute stands in its place; what nobody has approved says so, in words that the import reads. */
export const linesForExport = (tx: Tx, org_id: string, ids: readonly string[]): Promise<LineRow[]> => {
  const days = (at: 'valid_from' | 'expiry_time') => {
    const day = sql`to_char(to_timestamp(${sql.ref(`s.${at}`)}) at time zone g.time_zone, 'YYYY-MM-DD')`
    return sql`case when count(${sql.ref(`s.${at}`)}) > 0 then string_agg(coalesce(${day}, ''), '；' order by s.place) end`
  }
  return rows(
    tx,
    sql<LineRow>`select l.bom_id as document_id, m.code as component_code, trim_scale(l.quantity) as quantity,
        trim_scale(l.scrap_rate) as scrap_rate, l.valid_from as line_valid_from, l.expiry_time as line_expiry_time, l.position, l.remark as line_remark,
        s.substitute_names, s.substitute_ratios, s.substitute_valid_from, s.substitute_expiry_time, s.substitute_approved
      from material_bom_line l join material m on m.org_id = l.org_id and m.id = l.material_id
      left join lateral (
        select array_agg(sm.code order by s.place) as substitute_names, string_agg(s.ratio, '；' order by s.place) as substitute_ratios,
          ${days('valid_from')} as substitute_valid_from, ${days('expiry_time')} as substitute_expiry_time,
          case when bool_or(s.approved is false)
            then string_agg(case when s.approved is false then '待批准' else '已批准' end, '；' order by s.place) end as substitute_approved
        from rows from (jsonb_to_recordset(l.substitutes) as (material_id uuid, ratio text, valid_from bigint, expiry_time bigint, approved boolean))
          with ordinality s(material_id, ratio, valid_from, expiry_time, approved, place)
        join org g on g.id = l.org_id
        join material sm on sm.org_id = l.org_id and sm.id = s.material_id) s on true
      where l.org_id = ${org_id} and ${among(sql`l.bom_id`, ids)} order by l.bom_id, l.line_no`,
  )
}

/** A node has a row for each pair of its inputs and outputs, at least one. */
export const nodesForExport = (tx: Tx, org_id: string, ids: readonly string[]): Promise<LineRow[]> =>
  rows(
    tx,
    sql<LineRow>`select n.bom_id as document_id, n.ordering_node, p.code as process_code, trim_scale(n.overlap_quantity) as overlap_quantity,
        n.wait_seconds, (select string_agg(e.value, '；') from jsonb_array_elements_text(to_jsonb(n.next_nodes)) e) as next_nodes,
        b.code || '/' || b.version as material_bom_code, im.code as input_code, i.quantity as input_quantity, om.code as output_code, o.quantity as output_quantity
      from manufacturing_bom_node n join process p on p.org_id = n.org_id and p.id = n.process_id
      join manufacturing_bom t on t.org_id = n.org_id and t.id = n.bom_id
      left join material_bom b on b.org_id = t.org_id and b.id = t.material_bom_id
      cross join lateral generate_series(1, greatest(1, jsonb_array_length(n.inputs), jsonb_array_length(n.outputs))) place
      left join lateral jsonb_to_record(n.inputs -> (place - 1)) as i(material_id uuid, quantity text) on true
      left join material im on im.org_id = n.org_id and im.id = i.material_id
      left join lateral jsonb_to_record(n.outputs -> (place - 1)) as o(material_id uuid, quantity text) on true
      left join material om on om.org_id = n.org_id and om.id = o.material_id
      where n.org_id = ${org_id} and ${among(sql`n.bom_id`, ids)} order by n.bom_id, n.ordering_node, place`,
  )
