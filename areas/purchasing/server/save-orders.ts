import { serialColumns } from '@qitao/access/model/record/serial-number.rules.ts'
import type { CustomValues } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { purchaseRequestStatus, purchaseStatus } from '../model/purchase.status.ts'
import type { PurchaseOrderInput } from '../model/purchase-order.calls.ts'
import { orderTotals, type StoredLine } from '../model/purchase-order.rules.ts'

export interface OrderToSave {
  header: Omit<PurchaseOrderInput, 'lines' | 'eta' | 'supplier_id' | 'custom'> & {
    supplier_id: string
    custom: CustomValues
  }
  lines: readonly StoredLine[]
}

/** New orders with their lines; the requests behind the lines are ordered from now on. */
export async function insertOrders(
  { tx, org_id, now, member }: Context,
  orders: readonly OrderToSave[],
  status: string,
): Promise<{ id: string; no: string }[]> {
  const taken = await takeSerials(
    tx,
    'CG',
    orders.filter(({ header }) => header.no === null).length,
    now,
    member.time_zone,
    serialColumns.CG,
  )
  const made = orders.map(({ header, lines }) => ({
    ...header,
    ...orderTotals(lines),
    id: newId(),
    no: header.no ?? taken.shift()!,
    currency: header.currency ?? member.currency,
    lines,
  }))
  await sql`insert into purchase_order (id, no, status, supplier_id, order_date, eta, currency, tax_rate, total_amount, operator_id, remark, custom)
    select id, no, ${status}, supplier_id, order_date, eta, currency, tax_rate, total_amount, ${member.user_id}, remark, custom
    from ${recordset(
      made.map(({ lines: _, ...order }) => order),
      sql`id uuid, no text, supplier_id uuid, order_date bigint, eta bigint, currency text, tax_rate numeric, total_amount numeric, remark text, custom jsonb`,
    )} r`.execute(tx)
  await insertLines(
    tx,
    made.flatMap(({ id, lines }) => lines.map(line => ({ ...line, order_id: id }))),
  )
  const claiming = made.filter(({ lines }) => lines.some(line => line.request_ids.length > 0))
  if (claiming.length > 0)
    await claimRequests(
      tx,
      org_id,
      claiming.map(({ id }) => id),
    )
  return made.map(({ id, no }) => ({ id, no }))
}

const lineColumns = sql`id uuid, order_id uuid, line_no integer, material_id uuid, demand_quantity numeric, quantity numeric, price numeric,
  amount numeric, eta bigint, request_ids uuid[], remark text`
async function insertLines(tx: Tx, lines: readonly (StoredLine & { order_id: string })[]): Promise<void> {
  const stored = lines.map(line => ({ ...line, id: line.id ?? newId(), request_ids: arrayText(line.request_ids) }))
  await sql`insert into purchase_order_line (id, order_id, line_no, material_id, demand_quantity, quantity, price, amount, eta, request_ids, remark)
    select * from ${recordset(stored, lineColumns)} r
    on conflict (org_id, id) do update set line_no = excluded.line_no, material_id = excluded.material_id,
      demand_quantity = excluded.demand_quantity, quantity = excluded.quantity, price = excluded.price, amount = excluded.amount,
      eta = excluded.eta, request_ids = excluded.request_ids, remark = excluded.remark`.execute(tx)
}
const arrayText = (ids: readonly string[]): string => `{${ids.join(',')}}`

/** Lines with an id are changed, others are new, missing ones are gone and give their requests back. */
export async function replaceOrder(
  { tx, org_id, member }: Context,
  id: string,
  { header, lines }: OrderToSave,
): Promise<void> {
  const { total_amount, eta } = orderTotals(lines)
  await sql`update purchase_order set no = coalesce(${header.no}, no), supplier_id = ${header.supplier_id},
      order_date = ${header.order_date}, eta = ${eta}, currency = ${header.currency ?? member.currency},
      tax_rate = ${header.tax_rate}, total_amount = ${total_amount}, remark = ${header.remark},
      custom = ${JSON.stringify(header.custom)}::jsonb
    where org_id = ${org_id} and id = ${id}`.execute(tx)
  const kept = lines.flatMap(line => line.id ?? [])
  await sql`delete from purchase_order_line where org_id = ${org_id} and order_id = ${id} and not ${among(sql`id`, kept)}`.execute(
    tx,
  )
  // Numbers are unique within the order; moved out of the way first, so that lines may change places.
  const known = await rows(
    tx,
    sql<{
      id: string
    }>`update purchase_order_line set line_no = -line_no where org_id = ${org_id} and order_id = ${id} returning id`,
  )
  if (known.length !== kept.length) refuse(generalErrors.recordNotFound)
  await insertLines(
    tx,
    lines.map(line => ({ ...line, order_id: id })),
  )
  await claimRequests(tx, org_id, [id])
}

/** Requests on lines of these orders are ordered; those that were and stand on no line any more are open again. */
export async function claimRequests(tx: Tx, org_id: string, order_ids: readonly string[]): Promise<void> {
  const { open, ordered } = purchaseRequestStatus.codes
  // Found by what the lines name and by the order that they are on, each by its index.
  const onLines = sql`select unnest(l.request_ids) as request_id, min(o.id::text)::uuid as order_id from purchase_order_line l
      join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and ${among(sql`l.order_id`, order_ids)} and o.status <> ${purchaseStatus.codes.cancelled} group by 1`
  await sql`select from purchase_request where org_id = ${org_id}
      and id in (select request_id from (${onLines}) c union select id from purchase_request where org_id = ${org_id} and ${among(sql`purchase_order_id`, order_ids)})
    order by id for no key update`.execute(tx)
  await sql`with claimed as (${onLines}), concerned as (
      select request_id as id from claimed union select id from purchase_request where org_id = ${org_id} and ${among(sql`purchase_order_id`, order_ids)}
    )
    update purchase_request r set status = case when c.order_id is null then ${open}::smallint else ${ordered}::smallint end, purchase_order_id = c.order_id
    from concerned x left join claimed c on c.request_id = x.id
    where r.org_id = ${org_id} and r.id = x.id and r.purchase_order_id is distinct from c.order_id`.execute(tx)
}
