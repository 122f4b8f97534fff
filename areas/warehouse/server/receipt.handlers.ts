import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { dayOf, startOfDay } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import {
  bulkAnswer,
  type Context,
  expectGranted,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { expectOrdersSeen } from '@qitao/sales/server'
import { lineMaterials } from '@qitao/stock/server'
import { sql } from 'kysely'
import { inboundCalls, outboundCalls, type ReceiptCalls, type ReceiptInput } from '../model/receipt.calls.ts'
import { inboundReceipt } from '../model/receipt.record.ts'
import {
  checkReceipt,
  expectAction,
  expectCancellable,
  expectForceClosable,
  type LineToConfirm,
} from '../model/receipt.rules.ts'
import { type Direction, receiptsType, statusOf } from '../model/receipt.status.ts'
import { warehouseErrors } from '../model/warehouse.errors.ts'
import { movementsWhere } from './movement.queries.ts'
import {
  type LockedReceipt,
  linesToConfirm,
  receiptCounts,
  receiptLines,
  receiptsForUpdate,
  receiptsPage,
  receiptsWhere,
  saveLines,
} from './receipt.queries.ts'
import { expectSources, receiptSources } from './receipt-sources.ts'
import { reverseReceipt } from './reverse-receipt.ts'
import { type ReceiptToSettle, settle } from './settle.ts'

export const receiptHandlers: Handler[] = [
  ...handlersOf('inbound', inboundCalls),
  ...handlersOf('outbound', outboundCalls),
]

function handlersOf(direction: Direction, calls: ReceiptCalls): Handler[] {
  const { codes } = statusOf[direction]
  return [
    handle(calls.list, (input, { tx, org_id }) => receiptsPage(tx, org_id, direction, input)),
    handle(calls.count, async (input, { tx, org_id }) => {
      const counts = await receiptCounts(tx, org_id, direction, input)
      const of = (code: string) => counts.get(code) ?? 0
      return {
        pending_submit: of(codes.pending_submit),
        pending: of(codes.pending),
        partly: of(codes.partly),
        completed: of(codes.completed),
        force_closed: of(codes.force_closed),
        cancelled: of(codes.cancelled),
        reversed: of(codes.reversed),
      }
    }),
    handle(calls.detail, async ({ id }, { tx, org_id }) => {
      const record = await oneReceipt(tx, org_id, direction, id)
      const movements = await movementsWhere(tx, org_id, sql`t.source_id = ${id}`)
      return { record, lines: await receiptLines(tx, org_id, id), movements }
    }),
    handle(calls.sources, (input, { tx, org_id }) => receiptSources(tx, org_id, direction, input)),
    handle(calls.add, async (input, context) => {
      if (input.submit) expectGranted(context.member, calls.submit)
      const checked = await checkInput(context, direction, input)
      const status = input.submit ? codes.pending : codes.pending_submit
      const { id, no } = await insertReceipt(context, direction, checked, status)
      return { id, no }
    }),
    handle(calls.alter, async (input, context) => {
      const { tx, org_id } = context
      const found = (await receiptsForUpdate(tx, org_id, direction, [input.id])).get(input.id)
      expectAction(direction, 'alter', expectVersion(found, input.row_version).status)
      await replaceReceipt(context, input.id, await checkInput(context, direction, input, input.id))
      return { affected: 1 }
    }),
    handle(calls.drop, ({ ids }, context) =>
      change(
        context,
        direction,
        ids,
        ({ status }) => expectAction(direction, 'drop', status),
        (tx, org_id, passed) =>
          sql`delete from receipt where org_id = ${org_id} and ${among(sql`id`, passed)}`.execute(tx),
      ),
    ),
    handle(calls.submit, ({ ids }, context) =>
      change(
        context,
        direction,
        ids,
        ({ status }) => expectAction(direction, 'submit', status),
        setStatus(codes.pending),
      ),
    ),
    handle(calls.cancel, ({ ids }, context) =>
      change(context, direction, ids, receipt => expectCancellable(direction, receipt), setStatus(codes.cancelled)),
    ),
    handle(calls.forceClose, ({ ids }, context) =>
      change(
        context,
        direction,
        ids,
        receipt => expectForceClosable(direction, receipt),
        setStatus(codes.force_closed),
      ),
    ),
    handle(calls.reverse, async ({ id, row_version, reason }, context) => {
      const { tx, org_id } = context
      const found = (await receiptsForUpdate(tx, org_id, direction, [id])).get(id)
      await reverseReceipt(context, direction, expectVersion(found, row_version), reason ?? null)
      return { record: await oneReceipt(tx, org_id, direction, id) }
    }),
    handle(calls.confirm, async ({ id, lines }, context) => {
      const { tx, org_id } = context
      const found =
        (await receiptsForUpdate(tx, org_id, direction, [id])).get(id) ?? refuse(generalErrors.recordNotFound)
      const inspections = await settle(context, direction, found, await linesToConfirm(tx, org_id, id), lines)
      return { record: await oneReceipt(tx, org_id, direction, id), inspections }
    }),
  ]
}

async function oneReceipt(tx: Tx, org_id: string, direction: Direction, id: string) {
  const [record] = await receiptsWhere(tx, org_id, sql`t.id = ${id} and t.receipts_type = ${receiptsType[direction]}`)
  return record ?? refuse(generalErrors.recordNotFound)
}

const setStatus = (status: string) => (tx: Tx, org_id: string, ids: readonly string[]) =>
  sql`update receipt set status = ${status} where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)

async function change(
  { tx, org_id, language }: Context,
  direction: Direction,
  ids: readonly string[],
  check: (receipt: LockedReceipt) => void,
  save: (tx: Tx, org_id: string, passed: readonly string[]) => Promise<unknown>,
) {
  const { passed_ids, refused } = sortOut(ids, await receiptsForUpdate(tx, org_id, direction, ids), check)
  if (passed_ids.length > 0) await save(tx, org_id, passed_ids)
  return bulkAnswer(passed_ids, refused, language)
}

/** The receipt as it is kept: with the order that all of its lines are of, where there is one. */
async function checkInput(
  { tx, org_id }: Context,
  direction: Direction,
  input: ReceiptInput,
  own_id?: string,
): Promise<ReceiptInput> {
  const materials = await lineMaterials(tx, org_id, input.lines)
  checkReceipt(direction, input, materials)
  const order = await expectSources({ tx, org_id }, direction, input, own_id)
  await expectOrdersSeen(tx, org_id, [{ order_id: input.order_id }])
  const checked = { ...input, ...order }
  if (input.no === null) return checked
  const taken = await rows(
    tx,
    sql`select 1 from receipt where org_id = ${org_id} and no = ${input.no} and id is distinct from ${own_id ?? null}`,
  )
  if (taken.length === 0) return checked
  return refuse(direction === 'inbound' ? warehouseErrors.inboundNumberExists : warehouseErrors.outboundNumberExists, {
    field: 'no',
    field_title: inboundReceipt.fields.no.title,
  })
}

const modules = { inbound: 'RKQT', outbound: 'CKQT' } as const

/** A receipt with its lines; checked by the caller. */
export async function insertReceipt(
  context: Context,
  direction: Direction,
  input: ReceiptInput,
  status: string,
): Promise<ReceiptToSettle & { lines: LineToConfirm[] }> {
  const [made] = await insertReceipts(context, direction, [input], status)
  return made!
}

/** As many receipts in the same few statements. */
export async function insertReceipts(
  { tx, now, member }: Context,
  direction: Direction,
  inputs: readonly ReceiptInput[],
  status: string,
): Promise<(ReceiptToSettle & { lines: LineToConfirm[] })[]> {
  const unnumbered = inputs.filter(({ no }) => no === null).length
  const serials = await takeSerials(tx, modules[direction], unnumbered, now, member.time_zone)
  const today = startOfDay(dayOf(now, member.time_zone), member.time_zone)
  const heads = inputs.map(input => ({
    ...{ id: newId(), no: input.no ?? serials.shift()!, receipts_type: receiptsType[direction], status },
    ...{ receipt_type: input.receipt_type, warehouse_id: input.warehouse_id, supplier_id: input.supplier_id },
    ...{ customer_id: input.customer_id, purchase_order_id: input.purchase_order_id ?? null },
    ...{ order_id: input.order_id ?? null, mo_id: input.mo_id, receipt_date: input.receipt_date ?? today },
    ...{ operator_id: member.user_id, remark: input.remark },
  }))
  await insertRows(tx, 'receipt', heads)
  const lines = await saveLines(
    tx,
    heads.map(({ id }, index) => ({ receipt_id: id, lines: inputs[index]!.lines })),
  )
  return heads.map(({ id, no, receipt_type, supplier_id, mo_id }, index) => ({
    ...{ id, no, status, receipt_type, supplier_id, mo_id, lines: lines[index]! },
  }))
}

async function replaceReceipt({ tx, org_id, now, member }: Context, id: string, input: ReceiptInput): Promise<void> {
  const today = startOfDay(dayOf(now, member.time_zone), member.time_zone)
  await sql`update receipt set no = coalesce(${input.no}, no), receipt_type = ${input.receipt_type}, warehouse_id = ${input.warehouse_id},
      supplier_id = ${input.supplier_id}, customer_id = ${input.customer_id}, purchase_order_id = ${input.purchase_order_id ?? null},
      order_id = ${input.order_id ?? null}, mo_id = ${input.mo_id}, receipt_date = ${input.receipt_date ?? today}, remark = ${input.remark}
    where org_id = ${org_id} and id = ${id}`.execute(tx)
  const kept = input.lines.flatMap(line => line.id ?? [])
  await sql`delete from receipt_line where org_id = ${org_id} and receipt_id = ${id} and not ${among(sql`id`, kept)}`.execute(
    tx,
  )
  // Numbers are unique within the receipt; moved out of the way first, so that lines may change places.
  const known = await rows(
    tx,
    sql`update receipt_line set line_no = -line_no where org_id = ${org_id} and receipt_id = ${id} returning id`,
  )
  if (known.length !== kept.length) refuse(generalErrors.recordNotFound)
  await saveLines(tx, [{ receipt_id: id, lines: input.lines }])
}
