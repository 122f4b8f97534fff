import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { lineMaterials } from '@qitao/stock/server'
import { sql } from 'kysely'
import {
  finishInboundMo,
  listFinishedMos,
  listPickings,
  listShipments,
  listShippings,
  pickMaterial,
  returnMaterial,
  shipOrder,
} from '../model/fulfilment.calls.ts'
import type { ReceiptInput } from '../model/receipt.calls.ts'
import type { ConfirmedLine, ReceiptLineInput } from '../model/receipt.record.ts'
import { checkReceipt } from '../model/receipt.rules.ts'
import { type Direction, inboundType, outboundType, statusOf } from '../model/receipt.status.ts'
import { arrivalsOf, finishedMosPage, pickingsPage, shipmentsPage } from './fulfilment.queries.ts'
import { insertReceipt } from './receipt.handlers.ts'
import { doneByMaterial, receiptsWhere } from './receipt.queries.ts'
import { settle } from './settle.ts'

/** Orders served in one go: a receipt is made, submitted and posted in full in one transaction. */
export const fulfilmentHandlers: Handler[] = [
  handle(listPickings, (input, { tx, org_id, now }) => pickingsPage(tx, org_id, now, input)),
  handle(listFinishedMos, (input, { tx, org_id }) => finishedMosPage(tx, org_id, input)),
  handle(listShipments, (input, { tx, org_id }) => shipmentsPage(tx, org_id, input)),
  handle(listShippings, async ({ order_id }, { tx, org_id }) => {
    await expectRecord(tx, org_id, 'seen_sales_order', order_id, () => refuse(salesErrors.orderMissing))
    const receipts = await receiptsWhere(tx, org_id, sql`t.order_id = ${order_id} and t.receipts_type = 1`)
    const done = await doneByMaterial(
      tx,
      org_id,
      receipts.map(({ id }) => id),
    )
    return { result: receipts.map(receipt => ({ ...receipt, materials: done.get(receipt.id) ?? [] })) }
  }),

  handle(pickMaterial, async ({ mo_id, lines, remark }, context) => {
    await expectMo(context, mo_id)
    const made = await postReceipt(context, 'outbound', {
      receipt_type: outboundType.codes.picking,
      mo_id,
      remark: remark ?? null,
      lines: lines.map(line => lineOf(line)),
      shown: lines.map(line => line.open_quantity),
      pieces: lines.map(line => line.serial_numbers),
    })
    return { ...made, picking_status: await pickingStatusOf(context, mo_id) }
  }),
  handle(returnMaterial, async ({ mo_id, lines, remark }, context) => {
    await expectMo(context, mo_id)
    const made = await postReceipt(context, 'inbound', {
      receipt_type: inboundType.codes.return_from_picking,
      mo_id,
      remark: remark ?? null,
      lines: lines.map(line => lineOf(line)),
      shown: lines.map(line => line.open_quantity),
      pieces: lines.map(line => line.serial_numbers),
    })
    return { ...made, picking_status: await pickingStatusOf(context, mo_id) }
  }),
  handle(
    finishInboundMo,
    async ({ mo_id, quantity, location_id, lot_number, open_quantity, serial_numbers }, context) => {
      const { tx, org_id } = context
      const [mo] = await rows(
        tx,
        sql<{
          material_id: string
          lot_number: string | null
        }>`select material_id, lot_number from mo where org_id = ${org_id} and id = ${mo_id}`,
      )
      if (!mo) return refuse(manufacturingErrors.moMissing)
      const made = await postReceipt(context, 'inbound', {
        receipt_type: inboundType.codes.completion,
        mo_id,
        remark: null,
        lines: [
          lineOf({ material_id: mo.material_id, quantity, location_id, lot_number: lot_number ?? mo.lot_number }),
        ],
        shown: [open_quantity],
        pieces: [serial_numbers],
      })
      const [after] = await rows(
        tx,
        sql<never>`select id, no, status, completed_quantity, inbound_quantity, inbound_progress from mo where org_id = ${org_id} and id = ${mo_id}`,
      )
      return { ...made, mo: after! }
    },
  ),

  handle(shipOrder, async ({ order_id, lines, remark }, context) => {
    const { tx, org_id } = context
    const ordered = await rows(
      tx,
      sql<{ id: string; material_id: string; customer_id: string | null }>`select l.id, l.material_id, o.customer_id
        from seen_sales_order o join seen_sales_order_line l on l.org_id = o.org_id and l.order_id = o.id
        where o.org_id = ${org_id} and o.id = ${order_id} and not o.deleted`,
    )
    const first = ordered[0] ?? refuse(salesErrors.orderMissing)
    const byId = new Map(ordered.map(line => [line.id, line]))
    const made = await postReceipt(context, 'outbound', {
      receipt_type: outboundType.codes.sales,
      order_id,
      customer_id: first.customer_id,
      remark: remark ?? null,
      lines: lines.map((line, index) => {
        const { material_id } = byId.get(line.line_id) ?? refuse(generalErrors.recordNotFound, { row: index + 1 })
        return lineOf({ ...line, material_id, source_line_id: line.line_id })
      }),
      shown: lines.map(line => line.open_quantity),
      pieces: lines.map(line => line.serial_numbers),
    })
    // The order was read before it was locked: it may be another customer's by now.
    await sql`update receipt r set customer_id = o.customer_id from sales_order o
      where r.org_id = ${org_id} and r.id = ${made.receipt_id} and o.org_id = r.org_id and o.id = r.order_id
        and r.customer_id is distinct from o.customer_id`.execute(tx)
    return made
  }),

  handle(receiveArrivals, async ({ arrival_ids, lines, came_with, remark }, context) => {
    const arrivals = await arrivalsOf(context.tx, context.org_id, arrival_ids)
    for (const id of arrival_ids) if (!arrivals.has(id)) refuse(generalErrors.recordNotFound)
    const asked: readonly AskedArrival[] =
      lines ??
      [...arrivals.values()].map(({ id, open_quantity }) => ({
        arrival_id: id,
        quantity: open_quantity,
        quality_status: judgedQuality.codes.finished,
      }))
    const same = <T>(values: T[]): T | null => (new Set(values).size === 1 ? values[0]! : null)
    const of = [...arrivals.values()]
    return postReceipt(context, 'inbound', {
      receipt_type: inboundType.codes.purchase,
      supplier_id: same(of.map(arrival => arrival.supplier_id)),
      purchase_order_id: same(of.map(arrival => arrival.order_id)),
      remark: remark ?? null,
      lines: asked.map(({ arrival_id, ...line }, index) => {
        const arrival = arrivals.get(arrival_id) ?? refuse(generalErrors.recordNotFound, { row: index + 1 })
        const lot_number = line.lot_number || line.supplier_lot?.trim() || null
        return lineOf({ ...line, lot_number, material_id: arrival.material_id, source_line_id: arrival_id })
      }),
      shown: lines?.map(line => line.open_quantity),
      pieces: lines?.map(line => line.serial_numbers),
      births: lines,
      came_with,
    })
  }),
]

type AskedArrival = NonNullable<Parsed<typeof receiveArrivals>['lines']>[number]
const lineOf = (
  line: Pick<ReceiptLineInput, 'material_id' | 'quantity'> & {
    location_id?: string | null | undefined
    lot_number?: string | null | undefined
    quality_status?: ReceiptLineInput['quality_status']
    source_line_id?: string
  },
): ReceiptLineInput => ({
  material_id: line.material_id,
  quantity: line.quantity,
  location_id: line.location_id ?? null,
  lot_number: line.lot_number ?? null,
  quality_status: line.quality_status ?? judgedQuality.codes.finished,
  source_line_id: line.source_line_id ?? null,
  remark: null,
})

async function postReceipt(
  context: Context,
  direction: Direction,
  {
    shown,
    pieces,
    births,
    came_with,
    ...of
  }: Pick<ReceiptInput, 'receipt_type' | 'remark' | 'lines'> &
    Partial<ReceiptInput> & {
      shown?: readonly (Quantity | undefined)[] | undefined
      pieces?: readonly (string[] | undefined)[] | undefined
      births?: readonly Pick<ConfirmedLine, 'supplier_lot' | 'production_time' | 'expire_time'>[] | undefined
      came_with?: string | null | undefined
    },
): Promise<{ receipt_id: string; no: string; inspections: string[] }> {
  const { tx, org_id } = context
  const input: ReceiptInput = {
    ...{ no: null, warehouse_id: null, supplier_id: null, customer_id: null, mo_id: null, receipt_date: null },
    ...of,
  }
  const materials = await lineMaterials(tx, org_id, input.lines)
  checkReceipt(direction, input, materials)
  const { lines, ...receipt } = await insertReceipt(context, direction, input, statusOf[direction].codes.pending)
  const inspections = await settle(
    context,
    direction,
    { ...receipt, came_with },
    new Map(lines.map(line => [line.id, line])),
    lines.map(({ id, quantity }, index) => {
      const { supplier_lot, production_time, expire_time } = births?.[index] ?? {}
      return {
        ...{ line_id: id, quantity, serial_numbers: pieces?.[index] },
        ...{ supplier_lot, production_time, expire_time },
      }
    }),
    shown,
  )
  return { receipt_id: receipt.id, no: receipt.no, inspections }
}

const expectMo = ({ tx, org_id }: Context, mo_id: string): Promise<void> =>
  expectRecord(tx, org_id, 'mo', mo_id, () => refuse(manufacturingErrors.moMissing))

async function pickingStatusOf({ tx, org_id }: Context, mo_id: string): Promise<number> {
  const [mo] = await rows(
    tx,
    sql<{ picking_status: number }>`select picking_status from mo where org_id = ${org_id} and id = ${mo_id}`,
  )
  return mo!.picking_status
}

async function expectRecord(tx: Tx, org_id: string, table: string, id: string, missing: () => never): Promise<void> {
  const found = await rows(tx, sql`select 1 from ${sql.table(table)} where org_id = ${org_id} and id = ${id}`)
  if (found.length === 0) missing()
}
