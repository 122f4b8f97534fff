import { generalErrors } from '@qitao/core/general.errors.ts'
import { placeIn } from '@qitao/core/given.rules.ts'
import { add, isMore, isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { ActionOf } from '@qitao/document-kit/model/document.ts'
import { lineNamed } from '@qitao/document-kit/model/open-lines.rules.ts'
import { documentHandlers, type SeenDocument, startOfToday } from '@qitao/document-kit/server'
import { among, recordset, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { holdForInspection } from '@qitao/quality/server'
import { moveOutsideTasks } from '@qitao/scheduling/server'
import { handedTo, lockOutsideTasks, reportOutside, revokeOutside, startOutside } from '@qitao/shopfloor/server'
import { plain } from '@qitao/stock/model/ledger.rules.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { takePieces } from '@qitao/stock/server'
import { sql } from 'kysely'
import {
  changeOutsourceEta,
  outsourceOrders,
  receiveOutsourceOrder,
  returnOutsourceMaterial,
  reverseOutsourceReceipt,
  sendOutsourceOrder,
  settleOutsourceOrder,
} from '../model/outsource-order.calls.ts'
import { outsourceLine, outsourceMove } from '../model/outsource-order.record.ts'
import { type CameBack, expectNotBack, openOfLine, receiveLines, sendLines } from '../model/outsource-order.rules.ts'
import { outsourceReceiptStatus, outsourceStatus } from '../model/outsource-order.status.ts'
import {
  linesUnderWay,
  materialsOf,
  type Order,
  returnMaterial,
  sendMaterial,
  type UsedLot,
  useBack,
  useMaterial,
  writeOff,
} from './material.ts'
import { listHandlers } from './outsource.lists.ts'
import { orderBooks, orderTable } from './outsource-order.books.ts'

const { to_inspect, posted, reversed } = outsourceReceiptStatus.codes
const { pending_submit } = outsourceStatus.codes

/** The order with its lines. */
async function takeLines(action: ActionOf<typeof outsourceOrders>, seen: SeenDocument, context: Context) {
  const order: Order = await orderBooks.take(context, action, seen)
  return { order, lines: await linesUnderWay(context.tx, context.org_id, order.id) }
}
interface Receipt {
  readonly id: string
  readonly line_id: string
  readonly order_id: string
  readonly operation_id: string
  readonly status: number
  readonly quantity: Quantity
  readonly loss_quantity: Quantity
  readonly loss_reason: string | null
  readonly failed_quantity: Quantity
  readonly used: readonly UsedLot[]
  readonly report_ids: readonly string[]
  readonly serial_numbers: readonly string[]
}
/** With its order, which is locked first. */
async function lockReceipt({ tx, org_id }: Context, id: string): Promise<Receipt> {
  const find = () =>
    rows(
      tx,
      sql<Receipt>`select r.id, r.line_id, l.order_id, l.operation_id, r.status, r.quantity, r.loss_quantity, r.loss_reason, r.failed_quantity,
          r.used, r.report_ids, r.serial_numbers
        from outsource_receipt r join outsource_order_line l on l.org_id = r.org_id and l.id = r.line_id where r.org_id = ${org_id} and r.id = ${id}`,
    )
  const [known] = await find()
  if (!known) refuse(generalErrors.recordNotFound, { field: 'receipt_id' })
  await orderBooks.lock(tx, org_id, [known.order_id])
  return (await find())[0]!
}
/** Whether nothing of an operation is open on a line, or waits for inspection. */
async function finishedOperations(
  { tx, org_id }: Context,
  operation_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const open = await rows(
    tx,
    sql<{
      operation_id: string
    }>`select l.operation_id from outsource_order_line l join outsource_order d on d.org_id = l.org_id and d.id = l.order_id
      where l.org_id = ${org_id} and ${among(sql`l.operation_id`, operation_ids)} and d.status in (${sql.join([pending_submit, ...outsourceStatus.from('receive')])})
        and (l.quantity > l.received_quantity + l.loss_quantity)
      union select l.operation_id from outsource_receipt r join outsource_order_line l on l.org_id = r.org_id and l.id = r.line_id
      where l.org_id = ${org_id} and ${among(sql`l.operation_id`, operation_ids)} and r.status = ${to_inspect}`,
  )
  return new Set(operation_ids).difference(new Set(open.map(({ operation_id }) => operation_id)))
}

/** Pieces that need no more inspection are reported: the next operation goes on. */
async function book(
  context: Context,
  receipts: readonly (Pick<Receipt, 'id' | 'operation_id' | 'loss_quantity' | 'loss_reason'> & {
    readonly good: Quantity
    readonly failed: Quantity
    readonly serial_numbers: readonly string[]
    readonly failed_serials: readonly string[]
  })[],
): Promise<void> {
  if (receipts.length === 0) return
  const { tx, org_id } = context
  await updateRows(
    tx,
    org_id,
    'outsource_receipt',
    receipts.map(({ id, good, failed, failed_serials }) => ({
      ...{ id, status: posted, good_quantity: good, failed_quantity: failed },
      failed_serials: [...failed_serials],
    })),
  )
  const finished = await finishedOperations(
    context,
    receipts.map(({ operation_id }) => operation_id),
  )
  const lastOf = new Map(receipts.map((receipt, index) => [receipt.operation_id, index]))
  const report_ids = await reportOutside(
    context,
    receipts.map(
      ({ operation_id, good, failed, loss_quantity, loss_reason, serial_numbers, failed_serials }, index) => ({
        ...{ operation_id, good, defective: add(failed, loss_quantity), defect_reason: loss_reason },
        serial_numbers: serial_numbers.filter(number => !failed_serials.includes(number)),
        finishes: finished.has(operation_id) && lastOf.get(operation_id) === index,
      }),
    ),
  )
  await sql`update outsource_receipt r set report_ids = array(select jsonb_array_elements_text(x.report_ids)::uuid)
    from ${recordset(
      receipts.map(({ id }, index) => ({ id, report_ids: report_ids[index]! })),
      sql`id uuid, report_ids jsonb`,
    )} x where r.org_id = ${org_id} and r.id = x.id`.execute(tx)
}

/** Pieces of a line `l` that its order `d` has from the operation before: of one that was closed, those that came back; the others go anew. */
const takenOf = sql`case when d.status = ${outsourceStatus.codes.force_closed} then l.received_quantity + l.loss_quantity else l.sent_quantity end`

const alreadyReported = text('该收货已报工', 'This receipt is reported already')
/** The inspector has judged what a supplier brought back. */
export async function followInspected(
  context: Context,
  {
    source_id,
    good,
    failed,
    failed_serials,
  }: { source_id: string; good: Quantity; failed: Quantity; failed_serials: readonly string[] },
): Promise<void> {
  const receipt = await lockReceipt(context, source_id)
  // Reported once, whoever asks again.
  if (receipt.status !== to_inspect) refuse(generalErrors.statusNotAllowed, { detail: alreadyReported })
  await orderBooks.countLines(context.tx, context.org_id, [{ id: receipt.line_id, failed_quantity: failed }])
  await book(context, [{ ...receipt, good, failed, failed_serials }])
}

/** The pieces that came back by their numbers, locked: of their work orders, and in no other receipt of their operations that stands. */
async function takeBack(context: Context, came: readonly CameBack[]): Promise<void> {
  const { tx, org_id } = context
  const named = came.flatMap(({ line: { mo_id, material_id }, serial_numbers }) =>
    serial_numbers.map(serial_no => ({ serial_no, material_id, mo_id, step: 'made' as const })),
  )
  if (named.length === 0) return
  const operation_ids = came.map(({ line }) => line.operation_id)
  await lockOutsideTasks(context, operation_ids)
  await takePieces(tx, org_id, named)
  const known = await rows(
    tx,
    sql<{ operation_id: string; serial_no: string }>`select l.operation_id, s.serial_no
      from outsource_receipt r join outsource_order_line l on l.org_id = r.org_id and l.id = r.line_id
        cross join unnest(r.serial_numbers) s (serial_no)
      where r.org_id = ${org_id} and r.status <> ${reversed} and ${among(sql`l.operation_id`, operation_ids)}
        and s.serial_no = any(${named.map(({ serial_no }) => serial_no)}::text[]) and s.serial_no <> all (r.failed_serials)`,
  )
  expectNotBack(came, known)
}

/** A receipt for each line, and which of them are to be inspected. */
async function addReceipts(
  context: Context,
  order: Order,
  came: readonly CameBack[],
): Promise<{ id: string; held: boolean; one: CameBack }[]> {
  const { tx, now } = context
  const made = came.map(one => ({ id: newId(), one }))
  const pieces = made.filter(({ one }) => isPositive(one.quantity))
  const held = await holdForInspection(
    context,
    'incoming',
    order,
    pieces.map(({ id, one }) => ({
      ...{ source_id: id, material_id: one.line.material_id, quantity: one.quantity },
      ...{ location_id: null, lot_number: '', serial_numbers: one.serial_numbers },
    })),
  )
  const toInspect = new Set(
    pieces.flatMap(({ id }, index) => (held[index]!.quality_status === qualityStatus.codes.to_inspect ? id : [])),
  )
  await insertRows(
    tx,
    'outsource_receipt',
    made.map(({ id, one: { line, quantity, loss_quantity, loss_reason, serial_numbers } }) => ({
      ...{ id, line_id: line.id, status: toInspect.has(id) ? to_inspect : posted, received_time: now },
      ...{ quantity, loss_quantity, loss_reason, serial_numbers: [...serial_numbers] },
    })),
  )
  return made.map(({ id, one }) => ({ id, held: toInspect.has(id), one }))
}

export const outsourceHandlers: Handler[] = [
  ...documentHandlers(outsourceOrders, orderTable, orderBooks),
  ...listHandlers,

  handle(sendOutsourceOrder, async (given, context) => {
    const { tx, org_id, now } = context
    const { order, lines } = await takeLines('send', given, context)
    const operation_ids = given.lines.map(({ line_id }, index) => lineNamed(lines, line_id, index + 1).operation_id)
    const tasks = await lockOutsideTasks(context, operation_ids)
    const handed = await handedTo(context, [...new Set(tasks.map(({ mo_id }) => mo_id))])
    const sent = await rows(
      tx,
      sql<{
        operation_id: string
        quantity: Quantity
      }>`select l.operation_id, sum(${takenOf}) as quantity
        from outsource_order_line l join outsource_order d on d.org_id = l.org_id and d.id = l.order_id
        where l.org_id = ${org_id} and ${among(sql`l.operation_id`, operation_ids)} group by 1`,
    )
    const materials = await materialsOf(
      tx,
      org_id,
      lines.map(({ id }) => id),
    )
    const goes = sendLines(lines, given.lines, {
      ...{ handed, materials },
      sent: new Map(sent.map(({ operation_id, quantity }) => [operation_id, quantity])),
    })
    await orderBooks.countLines(
      tx,
      org_id,
      goes.sent.map(({ id, quantity }) => ({ id, sent_quantity: quantity })),
    )
    await startOutside(context, operation_ids, now)
    await sendMaterial(context, order, goes.materials)
    return { affected: given.lines.length }
  }),

  handle(receiveOutsourceOrder, async (given, context) => {
    const { tx, org_id } = context
    const { order, lines } = await takeLines('receive', given, context)
    const materials = await materialsOf(
      tx,
      org_id,
      lines.map(({ id }) => id),
    )
    const { came, isOpen } = receiveLines(lines, given.lines, materials)
    await takeBack(context, came)
    const receipts = await addReceipts(context, order, came)
    await orderBooks.countLines(
      tx,
      org_id,
      came.map(({ line, quantity, loss_quantity }) => ({ id: line.id, received_quantity: quantity, loss_quantity })),
    )
    await orderBooks.move(tx, org_id, isOpen ? 'receive_part' : 'receive', [order.id])
    await book(
      context,
      receipts.flatMap(({ id, held, one: { line, quantity, loss_quantity, loss_reason, serial_numbers } }) =>
        held
          ? []
          : {
              ...{ id, operation_id: line.operation_id, loss_quantity, loss_reason, serial_numbers },
              ...{ good: quantity, failed: '0', failed_serials: [] },
            },
      ),
    )
    const used = await useMaterial(
      context,
      order,
      came.flatMap(one => one.used),
    )
    await saveUsed(context, receipts, used)
    return { affected: came.length, to_inspect: receipts.filter(({ held }) => held).length }
  }),

  handle(reverseOutsourceReceipt, async (given, context) => {
    const { tx, org_id } = context
    const receipt = await lockReceipt(context, given.receipt_id)
    const { order, lines } = await takeLines('reverse', given, context)
    if (receipt.order_id !== order.id) refuse(generalErrors.recordNotFound, { field: 'receipt_id' })
    if (receipt.status !== posted)
      refuse(generalErrors.statusNotAllowed, {
        detail:
          receipt.status === to_inspect
            ? text('待检，判定后才能冲销', 'It waits for inspection; judge it first')
            : text('已冲销', 'It is reversed already'),
      })
    const { line_id, quantity, loss_quantity, failed_quantity } = receipt
    await updateRows(tx, org_id, 'outsource_receipt', [{ id: receipt.id, status: reversed }])
    const less = (of: Quantity) => subtract('0', of)
    await orderBooks.countLines(tx, org_id, [
      {
        ...{ id: line_id, received_quantity: less(quantity) },
        ...{ loss_quantity: less(loss_quantity), failed_quantity: less(failed_quantity) },
      },
    ])
    const after = lines.map(line =>
      line.id === line_id
        ? {
            ...line,
            received_quantity: subtract(line.received_quantity, quantity),
            loss_quantity: subtract(line.loss_quantity, loss_quantity),
          }
        : line,
    )
    const isBack = after.some(line => isMore(line.quantity, openOfLine(line)))
    await orderBooks.move(tx, org_id, isBack ? 'reverse_part' : 'reverse', [order.id])
    if (receipt.report_ids.length > 0) await revokeOutside(context, receipt.report_ids)
    if (receipt.used.length > 0) await useBack(context, order, line_id, receipt.used)
    return { affected: 1 }
  }),

  handle(returnOutsourceMaterial, async (given, context) => {
    const { tx, org_id } = context
    const { order, lines } = await takeLines('give_back', given, context)
    const left = new Map(
      (
        await materialsOf(
          tx,
          org_id,
          lines.map(({ id }) => id),
        )
      ).map(one => [`${one.line_id} ${one.material_id}`, one]),
    )
    const moved = given.lines.map(({ line_id, material_id, quantity, location_id }, index) => {
      const row = index + 1
      const { mo_id } = lineNamed(lines, line_id, row)
      const one =
        left.get(`${line_id} ${material_id}`) ?? refuse(generalErrors.recordNotFound, { row, field: 'material_id' })
      if (isMore(quantity, one.left_quantity))
        refuse(purchasingErrors.inboundOverPending, {
          ...{ ...placeIn(outsourceMove, 'quantity', row), left: plain(one.left_quantity) },
          detail: text('供应商处有{left}', '{left} is at the supplier'),
        })
      left.set(`${line_id} ${material_id}`, { ...one, left_quantity: subtract(one.left_quantity, quantity) })
      return { line_id, mo_id, material_id, quantity, location_id }
    })
    await orderBooks.touch(tx, org_id, order.id)
    await returnMaterial(context, order, moved)
    return { affected: moved.length }
  }),

  handle(settleOutsourceOrder, async (given, context) => {
    const { tx, org_id, now } = context
    const { order, lines } = await takeLines('settle', given, context)
    const waiting = await rows(
      tx,
      sql`select 1 from outsource_receipt where org_id = ${org_id} and status = ${to_inspect} and ${among(
        sql`line_id`,
        lines.map(({ id }) => id),
      )} limit 1`,
    )
    if (waiting.length > 0)
      refuse(generalErrors.statusNotAllowed, {
        detail: text('有收货待检，判定后才能结算', 'A receipt waits for inspection; judge it first'),
      })
    const hasLeft = await writeOff(
      context,
      order,
      lines.map(({ id }) => id),
    )
    if (hasLeft && !given.reason?.trim())
      refuse(generalErrors.fieldRequired, {
        ...placeIn(outsourceMove, 'reason'),
        detail: text(
          '供应商处还有物料：先退料，或写明核销原因',
          'Material is left there: return it, or say why it is written off',
        ),
      })
    await orderBooks.write(tx, org_id, [order.id], {
      settled_time: now,
      ...(hasLeft ? { settle_reason: given.reason } : {}),
    })
    return { affected: 1 }
  }),

  handle(changeOutsourceEta, async (given, context) => {
    const { tx, org_id } = context
    const { order, lines } = await takeLines('change_eta', given, context)
    given.lines.forEach(({ line_id, eta }, index) => {
      lineNamed(lines, line_id, index + 1)
      if (eta < startOfToday(context))
        refuse(generalErrors.badParameter, {
          ...placeIn(outsourceLine, 'eta', index + 1),
          detail: text('交期不能早于今天', 'The ETA cannot be before today'),
        })
    })
    await updateRows(
      tx,
      org_id,
      'outsource_order_line',
      given.lines.map(({ line_id: id, eta }) => ({ id, eta })),
    )
    await sql`update outsource_order t set eta = (select max(l.eta) from outsource_order_line l where l.org_id = t.org_id and l.order_id = t.id)
      where t.org_id = ${org_id} and t.id = ${order.id}`.execute(tx)
    await moveOutsideTasks(
      context,
      given.lines.map(({ line_id, eta }) => ({
        operation_id: lines.find(({ id }) => id === line_id)!.operation_id,
        eta,
      })),
    )
    return { affected: given.lines.length }
  }),
]

const saveUsed = (
  { tx, org_id }: Context,
  receipts: readonly { id: string; one: CameBack }[],
  used: ReadonlyMap<string, UsedLot[]>,
) =>
  sql`update outsource_receipt r set used = x.used from ${recordset(
    receipts.map(({ id, one }) => ({ id, used: used.get(one.line.id) ?? [] })),
    sql`id uuid, used jsonb`,
  )} x where r.org_id = ${org_id} and r.id = x.id`.execute(tx)
