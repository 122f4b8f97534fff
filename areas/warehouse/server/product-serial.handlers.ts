import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import {
  addProductSerials,
  exportProductSerials,
  queryProductSerials,
} from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { type ProductSerialRow, productSerial } from '@qitao/manufacturing/model/mo/product-serial.record.ts'
import {
  checkOwnSerials,
  expectPieces,
  mostSerials,
  serialsAfter,
} from '@qitao/manufacturing/model/mo/product-serial.rules.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { serialErrors, takeSerials } from '@qitao/platform/server/database/serial.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { numberSeen } from '@qitao/sales/server'
import { sql } from 'kysely'

const columns = sql`t.*, m.code as material_code, m.name as material_name, o.no as mo_no, ${numberSeen(sql`t.receipt_id`, sql`r.no`)} as receipt_no, u.name as created_by_name`
const joins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id
  left join mo o on o.org_id = t.org_id and o.id = t.mo_id
  left join seen_receipt r on r.org_id = t.org_id and r.id = t.receipt_id
  left join app_user u on u.org_id = t.org_id and u.id = t.created_by`

interface Target {
  readonly material_id: string
  readonly mo_id?: string | undefined
  readonly receipt_id?: string | undefined
  readonly count: number
}
/** The lot that the pieces belong to, where the work order or receipt says one. Refuses a product that is not theirs, and more pieces than the order makes. */
async function lotOf(
  tx: Tx,
  org_id: string,
  { material_id, mo_id, receipt_id, count }: Target,
): Promise<string | null> {
  const [material] = await rows(tx, sql`select id from material where org_id = ${org_id} and id = ${material_id}`)
  if (!material) refuse(generalErrors.recordNotFound, { field: 'material_id' })
  const notOf = text('该物料不属于此单据', 'The document is not about this material')
  const lots: (string | null)[] = []
  if (mo_id !== undefined) {
    const [mo] = await rows(
      tx,
      sql<{ material_id: string; lot_number: string | null; pieces: Quantity }>`
        select material_id, lot_number, greatest(planned_quantity, completed_quantity) as pieces from mo
        where org_id = ${org_id} and id = ${mo_id} for no key update`,
    )
    if (!mo) return refuse(generalErrors.recordNotFound, { field: 'mo_id' })
    if (mo.material_id !== material_id) refuse(generalErrors.badParameter, { field: 'material_id', detail: notOf })
    // Counted once the MO is locked: of two that ask at once, one sees the numbers of the other.
    const [given] = await rows(
      tx,
      sql<{
        count: number
      }>`select count(*)::integer as count from serial_number where org_id = ${org_id} and mo_id = ${mo_id}`,
    )
    expectPieces(mo.pieces, given!.count, count)
    lots.push(mo.lot_number)
  }
  if (receipt_id !== undefined) {
    const found = await rows(
      tx,
      sql<{
        lot_number: string | null
        material_id: string | null
      }>`select l.lot_number, l.material_id from seen_receipt r
        left join receipt_line l on l.org_id = r.org_id and l.receipt_id = r.id and l.material_id = ${material_id}
        where r.org_id = ${org_id} and r.id = ${receipt_id} and r.receipts_type <> ${outbound}`,
    )
    if (found.length === 0) refuse(generalErrors.recordNotFound, { field: 'receipt_id' })
    if (found[0]!.material_id === null) refuse(generalErrors.badParameter, { field: 'material_id', detail: notOf })
    lots.push(...found.map(line => line.lot_number))
  }
  const known = [...new Set(lots.filter(lot => lot !== null && lot !== ''))]
  return known.length === 1 ? known[0]! : null
}
const outbound = 1

/** The last number in use under a prefix; two makers wait for each other. */
async function lastUnder(tx: Tx, org_id: string, prefix: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${org_id}/${prefix}`}, 5916))`.execute(tx)
  const [found] = await rows(
    tx,
    sql<{
      last: number | null
    }>`select max(right(serial_no, 4)::integer) as last from serial_number where org_id = ${org_id}
      and length(serial_no) = length(${prefix}::text) + 4 and starts_with(serial_no, ${prefix}) and right(serial_no, 4) ~ '^[0-9]{4}$'`,
  )
  return found?.last ?? 0
}

const list = handle(queryProductSerials, (input, { tx, org_id }) =>
  listRows<ProductSerialRow>(
    tx,
    {
      org_id,
      table: 'serial_number',
      where: [
        contains(input.keyword, sql`t.serial_no`, sql`coalesce(t.lot_number, '')`),
        input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
        input.mo_id !== undefined && sql`t.mo_id = ${input.mo_id}`,
        input.receipt_id !== undefined && sql`t.receipt_id = ${input.receipt_id}`,
        input.lot_number !== undefined && sql`t.lot_number = ${input.lot_number}`,
      ],
      columns,
      joins,
      orders: { serial_no: sql`t.serial_no`, created_time: sql`t.created_time` },
      defaultOrder: 'serial_no',
    },
    input,
  ),
)

export const productSerialHandlers = [
  list,
  exportHandler(exportProductSerials, list, productSerial),

  handle(addProductSerials, async (input, { tx, org_id, now, member }) => {
    const { material_id, mo_id, receipt_id, count, serial_nos } = input
    const prefix = input.prefix?.trim() ?? ''
    if (count > mostSerials) refuse(serialErrors.serialOver9999)
    const lot_number = await lotOf(tx, org_id, input)
    const numbers = serial_nos
      ? checkOwnSerials(serial_nos, count)
      : prefix === ''
        ? await takeSerials(tx, 'XL', count, now, member.time_zone)
        : (serialsAfter(prefix, await lastUnder(tx, org_id, prefix), count) ?? refuse(serialErrors.serialOver9999))
    const made = numbers.map(serial_no => ({ id: newId(), serial_no }))
    await sql`insert into serial_number (id, serial_no, material_id, mo_id, receipt_id, lot_number)
      select id, serial_no, ${material_id}, ${mo_id ?? null}, ${receipt_id ?? null}, ${lot_number}
      from ${recordset(made, sql`id uuid, serial_no text`)} as r`.execute(tx)
    const result = await rows(
      tx,
      sql<ProductSerialRow>`select ${columns} from serial_number t ${joins} where t.org_id = ${org_id} and ${among(
        sql`t.id`,
        made.map(({ id }) => id),
      )} order by t.serial_no`,
    )
    return { result }
  }),
]
