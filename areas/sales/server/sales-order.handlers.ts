import { claimAttachments, settledCustom } from '@qitao/access/server'
import type { CustomValues } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import {
  bulkAnswer,
  type Context,
  expectGranted,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { salesErrors } from '../model/sales.errors.ts'
import {
  addSalesOrder,
  cancelSalesOrders,
  countSalesOrders,
  deleteSalesOrders,
  dropSalesOrders,
  listOrderLines,
  listSalesOrders,
  type NewOrder,
  restoreSalesOrders,
  showSalesOrder,
  submitSalesOrders,
  updateSalesOrder,
} from '../model/sales-order.calls.ts'
import type { LineInput } from '../model/sales-order.record.ts'
import {
  expectCancellable,
  expectDeletable,
  expectSubmittable,
  expectUpdatable,
  numberedLines,
  offsetOf,
} from '../model/sales-order.rules.ts'
import { salesOrderCounts, salesOrderStatus } from '../model/sales-order.status.ts'
import { forgetOrders } from './forget-orders.ts'
import { insertOrders } from './insert-orders.ts'
import { setOrderStatus } from './order-status.ts'
import {
  lineMaterials,
  linesOf,
  type OrderForChange,
  orderBy,
  orderCounts,
  ordersForUpdate,
  ordersPage,
} from './sales-order.queries.ts'
import { submitOrders, submittedAnew } from './submit-orders.ts'

const { codes } = salesOrderStatus

export const salesOrderHandlers: Handler[] = [
  handle(listSalesOrders, (input, { tx, org_id }) => ordersPage(tx, org_id, input)),

  handle(countSalesOrders, async (input, { tx, org_id }) => {
    const counts = new Map((await orderCounts(tx, org_id, input)).map(({ status, count }) => [status, count]))
    const keys = Object.keys(salesOrderCounts) as (keyof typeof salesOrderCounts)[]
    return Object.fromEntries(keys.map(key => [key, counts.get(salesOrderCounts[key]) ?? 0])) as Record<
      keyof typeof salesOrderCounts,
      number
    >
  }),

  handle(showSalesOrder, async (input, { tx, org_id }) => {
    const record = (await orderBy(tx, org_id, input)) ?? refuse(salesErrors.orderMissing)
    return { record, lines: await linesOf(tx, org_id, [record.id]) }
  }),

  handle(listOrderLines, async ({ order_id }, { tx, org_id }) => {
    if (!(await orderBy(tx, org_id, { id: order_id }))) refuse(salesErrors.orderMissing)
    return { result: await linesOf(tx, org_id, [order_id]) }
  }),

  handle(addSalesOrder, async (input, context) => {
    const { tx, org_id, member } = context
    if (input.type === 'copy' && !(await orderBy(tx, org_id, { no: input.copyNo ?? '' })))
      refuse(salesErrors.orderMissing)
    if (input.submit) {
      expectGranted(member, submitSalesOrders)
      if (input.lines.length === 0) refuse(salesErrors.noLines)
    }
    const [made] = await insertOrders(context, [input])
    const { id } = made!
    await claimAttachments(tx, context, { module: 'sales_order', object_id: id, attachment_ids: input.attachment_ids })
    if (input.submit) await submitOrders(context, [id])
    return made!
  }),

  handle(updateSalesOrder, async (input, context) => {
    const { tx, org_id } = context
    const order = expectVersion(
      (await ordersForUpdate(tx, org_id, [input.id])).get(input.id) ?? refuse(salesErrors.orderMissing),
      input.row_version,
    )
    expectUpdatable(order)
    if (order.status !== codes.init && input.lines.length === 0) refuse(salesErrors.noLines)
    if (order.mo_count > 0) refuse(salesErrors.orderNotUpdatable)
    const custom = await settledCustom(tx, org_id, 'sales_order', input.custom, input.id)
    const save = () => saveOrder(context, input.id, input, { no: input.no ?? order.no, status: order.status, custom })
    await (order.status === codes.init ? save() : submittedAnew(context, input.id, save))
    return { affected: 1 }
  }),

  handle(submitSalesOrders, async ({ ids }, context) =>
    changeOrders(context, ids, expectSubmittable, (_tx, _org_id, passed) => submitOrders(context, passed)),
  ),
  handle(cancelSalesOrders, async ({ ids }, context) =>
    changeOrders(context, ids, expectCancellable, (tx, org_id, passed) =>
      setOrderStatus(tx, org_id, passed, codes.cancelled),
    ),
  ),
  handle(deleteSalesOrders, async ({ ids }, context) =>
    changeOrders(context, ids, expectDeletable, async (tx, org_id, passed) => {
      await sql`update sales_order set deleted = true, deleted_time = ${context.now}, deleted_by = ${context.member.user_id}
        where org_id = ${org_id} and ${among(sql`id`, passed)}`.execute(tx)
    }),
  ),
  handle(restoreSalesOrders, async ({ ids }, context) =>
    changeOrders(context, ids, expectDeleted, (tx, org_id, passed) =>
      sql`update sales_order set deleted = false, deleted_time = null, deleted_by = null
        where org_id = ${org_id} and ${among(sql`id`, passed)}`.execute(tx),
    ),
  ),
  handle(dropSalesOrders, async ({ ids }, context) => changeOrders(context, ids, expectDeleted, forgetOrders)),
]

function expectDeleted(order: OrderForChange): void {
  if (!order.deleted) refuse(generalErrors.statusNotAllowed)
}

async function changeOrders(
  { tx, org_id, language }: Context,
  ids: readonly string[],
  check: (order: OrderForChange) => void,
  save: (tx: Tx, org_id: string, passed: readonly string[]) => Promise<unknown>,
) {
  const found = await ordersForUpdate(tx, org_id, ids)
  const { passed_ids, refused } = sortOut(ids, found, check)
  if (passed_ids.length > 0) await save(tx, org_id, passed_ids)
  return bulkAnswer(passed_ids, refused, language)
}

/** Changes the order and its lines: lines with an id are changed, others are new, missing ones are gone. */
async function saveOrder(
  { tx, org_id, member }: Context,
  id: string,
  input: Omit<NewOrder, 'type' | 'copyNo' | 'submit'>,
  more: { no: string; status: number; custom: CustomValues },
): Promise<void> {
  const materials = await lineMaterials(
    tx,
    org_id,
    input.lines.map(line => line.material_id),
  )
  const lines = numberedLines(input, input.lines as LineInput[], materials)
  const { offset_flag, main_product_num } = offsetOf(lines)
  const total_amount = sum(lines.flatMap(line => line.amount ?? []))
  await sql`update sales_order set no = ${more.no}, order_type = ${input.order_type}, customer_id = ${input.customer_id},
      customer_order_no = ${input.customer_order_no}, order_date = ${input.order_date}, delivery_date = ${input.delivery_date},
      priority = ${input.priority}, currency = ${input.currency ?? member.currency}, tax_rate = ${input.tax_rate},
      total_amount = ${total_amount}, offset_flag = ${offset_flag}, main_product_num = ${main_product_num}, remark = ${input.remark},
      custom = ${JSON.stringify(more.custom)}::jsonb
    where org_id = ${org_id} and id = ${id}`.execute(tx)
  const kept = lines.flatMap(line => line.id ?? [])
  await sql`delete from sales_order_line where org_id = ${org_id} and order_id = ${id} and not ${among(sql`id`, kept)}`.execute(
    tx,
  )
  const known = new Set((await linesOf(tx, org_id, [id])).map(line => line.id))
  const stored = lines.map(line => {
    if (line.id !== undefined && !known.has(line.id)) refuse(generalErrors.recordNotFound, { row: line.line_no })
    return { ...line, id: line.id ?? newId() }
  })
  // Numbers are unique within the order; moved out of the way first, so that lines may change places.
  await sql`update sales_order_line set line_no = -line_no where org_id = ${org_id} and order_id = ${id}`.execute(tx)
  await sql`
    insert into sales_order_line (id, order_id, line_no, material_id, quantity, price, amount, delivery_date, offset_quantity, status, remark)
    select r.id, ${id}, r.line_no, r.material_id, r.quantity, r.price, r.amount, r.delivery_date, r.offset_quantity, ${more.status}, r.remark
    from ${recordset(stored, sql`id uuid, line_no integer, material_id uuid, quantity numeric, price numeric, amount numeric, delivery_date bigint, offset_quantity numeric, remark text`)} as r
    on conflict (org_id, id) do update set line_no = excluded.line_no, material_id = excluded.material_id, quantity = excluded.quantity,
      price = excluded.price, amount = excluded.amount, delivery_date = excluded.delivery_date, offset_quantity = excluded.offset_quantity,
      remark = excluded.remark`.execute(tx)
}
