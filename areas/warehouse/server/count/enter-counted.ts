import { generalErrors } from '@qitao/core/general.errors.ts'
import { placeIn } from '@qitao/core/given.rules.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { expectLot } from '@qitao/stock/model/stock-line.rules.ts'
import { lineMaterials } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { CountEntry } from '../../model/count/count.calls.ts'
import { countLine } from '../../model/count/count.record.ts'
import { type Counted, decideEntry, isLeftAsItWas, type LineToCount } from '../../model/count/count.rules.ts'
import { toRecount } from './count.queries.ts'

/** Stores what was found, line by line as it was given; answers each line with its version. */
export async function enterCounted(
  context: Context,
  count_id: string,
  entries: readonly CountEntry[],
): Promise<{ line_id: string; row_version: number }[]> {
  const { tx, org_id, now, member } = context
  const given = entries.flatMap((entry, index) => (entry.blank ? [] : [{ entry, row: index + 1 }]))
  const numbered = await idsOfNumbers(tx, org_id, count_id, given)
  const added = await addFound(tx, org_id, count_id, given)
  const ids = given.map(({ entry, row }) => entry.line_id ?? numbered.get(row) ?? added.get(row)!)
  if (new Set(ids).size < ids.length)
    refuse(generalErrors.badParameter, { detail: text('同一行录入了两次', 'A line is given twice') })
  const past = given.flatMap(({ entry: { counted_time } }, index) =>
    counted_time === undefined ? [] : [{ id: ids[index]!, since: counted_time }],
  )
  const lines = await lockLines(tx, org_id, count_id, ids, past)
  const counted: (Counted & { remark: string | null })[] = []
  const remarked: { id: string; remark: string | null }[] = []
  given.forEach(({ entry, row }, index) => {
    const line = lines.get(ids[index]!) ?? refuse(generalErrors.recordNotFound, { row })
    if (entry.row_version !== undefined && entry.row_version !== line.row_version)
      refuse(generalErrors.versionConflict, { row })
    const remark = entry.remark === undefined ? line.remark : entry.remark
    if (!entry.line_no || !isLeftAsItWas(line, entry))
      counted.push({
        ...decideEntry(line, entry, { user_id: member.user_id, now }, row),
        remark,
      })
    else if (remark !== line.remark) remarked.push({ id: line.id, remark })
  })
  await sql`update count_line t set remark = r.remark from ${recordset(remarked, sql`id uuid, remark text`)} r
    where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
  for (const as of ['first', 'second'] as const) {
    const column = (name: string) => sql.ref(`${as}_${name}`)
    await sql`update count_line t set ${column('quantity')} = r.quantity, ${column('book')} = r.book, ${column('by')} = r.by,
        ${column('time')} = r.time, remark = r.remark
      from ${recordset(
        counted.filter(one => one.as === as),
        sql`id uuid, quantity numeric, book numeric, "by" uuid, time bigint, remark text`,
      )} r where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
  }
  return rows(
    tx,
    sql<{ line_id: string; row_version: number }>`select id as line_id, row_version from count_line
      where org_id = ${org_id} and ${among(sql`id`, ids)} order by array_position(${ids}::uuid[], id)`,
  )
}

/** Locked in the order of their ids, then read with what their balances are now, and what has moved since they were counted: in one look at the ledger. */
async function lockLines(
  tx: Tx,
  org_id: string,
  count_id: string,
  ids: readonly string[],
  past: readonly { id: string; since: number }[],
): Promise<Map<string, LineToCount>> {
  const which = sql`t.org_id = ${org_id} and t.count_id = ${count_id} and ${among(sql`t.id`, ids)}`
  await sql`select from count_line t where ${which} order by t.id for update`.execute(tx)
  const found = await rows(
    tx,
    sql<LineToCount>`select t.id, t.row_version, u.precision as unit_precision, t.first_quantity, t.first_by, t.second_quantity, t.remark,
        ${toRecount} as to_recount, coalesce(i.quantity, 0) as quantity_now, c.started_time,
        case when k.location_id <> t.location_id then x.code end as container_now,
        coalesce((select sum(v.quantity) from stock_movement v where v.org_id = i.org_id and v.inventory_id = i.id and v.movement_time > p.since), 0) as moved
      from count_line t join inventory_count c on c.org_id = t.org_id and c.id = t.count_id
      join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      left join inventory i on i.org_id = t.org_id and i.material_id = t.material_id and i.location_id = t.location_id
        and i.lot_number = t.lot_number and i.quality_status = t.quality_status and i.container_id is not distinct from t.container_id
      left join container k on k.org_id = t.org_id and k.id = t.container_id left join location x on x.org_id = k.org_id and x.id = k.location_id
      left join ${recordset(past, sql`id uuid, since bigint`)} p on p.id = t.id
      where ${which}`,
  )
  return new Map(found.map(line => [line.id, line]))
}

interface Given {
  readonly entry: CountEntry
  /** Where it stands in what is sent. */
  readonly row: number
}
/** Lines that a sheet calls by their numbers, by row. */
async function idsOfNumbers(
  tx: Tx,
  org_id: string,
  count_id: string,
  given: readonly Given[],
): Promise<Map<number, string>> {
  const named = given.flatMap(({ entry: { line_id, line_no }, row }) =>
    line_id === undefined && line_no ? [{ line_no, row }] : [],
  )
  if (named.length === 0) return new Map()
  const found = await rows(
    tx,
    sql<{
      row: number
      id: string
    }>`select r.row, t.id from count_line t join ${recordset(named, sql`line_no integer, row integer`)} r
      on r.line_no = t.line_no where t.org_id = ${org_id} and t.count_id = ${count_id}`,
  )
  const ids = new Map(found.map(({ row, id }) => [row, id]))
  for (const { row } of named) if (!ids.has(row)) refuse(generalErrors.recordNotFound, place(row, 'line_no'))
  return ids
}

const place = (row: number, field: keyof typeof countLine.fields) => placeIn(countLine, field, row)

/** Something that the list does not have. */
export const isFound = ({ blank, line_id, line_no }: CountEntry): boolean => !blank && line_id === undefined && !line_no

/** Lines for what was found and the books do not have there: in a bin of the count, with a lot where there must be one. Ids by row. */
async function addFound(
  tx: Tx,
  org_id: string,
  count_id: string,
  given: readonly Given[],
): Promise<Map<number, string>> {
  const found = given.filter(({ entry }) => isFound(entry))
  if (found.length === 0) return new Map()
  const materials = await lineMaterials(
    tx,
    org_id,
    found.flatMap(({ entry: { material_id } }) => (material_id ? { material_id } : [])),
  )
  const bins = await rows(
    tx,
    sql<{
      location_id: string
    }>`select location_id from bin_in_count where org_id = ${org_id} and count_id = ${count_id}`,
  )
  const ofCount = new Set(bins.map(({ location_id }) => location_id))
  const [last] = await rows(
    tx,
    sql<{
      line_no: number
    }>`select coalesce(max(line_no), 0) as line_no from count_line where org_id = ${org_id} and count_id = ${count_id}`,
  )
  const lines = found.map(({ entry, row }, position) => {
    const { material_id, location_id, quality_status = judgedQuality.codes.finished } = entry
    if (!material_id) refuse(generalErrors.fieldRequired, place(row, 'material_id'))
    if (!location_id) refuse(generalErrors.fieldRequired, place(row, 'location_id'))
    const material = materials.get(material_id) ?? refuse(generalErrors.recordNotFound, place(row, 'material_id'))
    if (!ofCount.has(location_id))
      refuse(generalErrors.badParameter, {
        ...place(row, 'location_id'),
        detail: text('该库位不在本次盘点内', 'This bin is not part of the count'),
      })
    const lot_number = entry.lot_number?.trim() ?? ''
    expectLot({ lot_number }, material, row)
    const line_no = last!.line_no + position + 1
    return { row, line: { id: newId(), line_no, material_id, location_id, lot_number, quality_status } }
  })
  const added = await rows(
    tx,
    sql<{
      id: string
    }>`insert into count_line (id, count_id, line_no, material_id, location_id, lot_number, quality_status, book_quantity)
      select r.id, ${count_id}::uuid, r.line_no, r.material_id, r.location_id, r.lot_number, r.quality_status, 0
      from ${recordset(
        lines.map(({ line }) => line),
        sql`id uuid, line_no integer, material_id uuid, location_id uuid, lot_number text, quality_status smallint`,
      )} r on conflict (org_id, count_id, material_id, location_id, lot_number, quality_status, container_id) do nothing returning id`,
  )
  const known = new Set(added.map(({ id }) => id))
  for (const { row, line } of lines)
    if (!known.has(line.id))
      refuse(generalErrors.badParameter, {
        ...place(row, 'material_id'),
        detail: text('该物料、库位和批号已在明细中', 'This material, bin and lot are on the list already'),
      })
  return new Map(lines.map(({ row, line }) => [row, line.id]))
}
