import { command, query } from '@qitao/core/call.ts'
import { codeOf, id, plainString, positiveQuantity, quantityFromZero } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { pickingStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { serialNumbers } from '@qitao/stock/model/piece.record.ts'
import { z } from 'zod'
import { finishedMo, finishedMoRow, picking, pickingRow, shipment, shipmentRow } from './fulfilment.record.ts'
import { heldForInspection } from './receipt.calls.ts'
import { receiptLine, receiptRow } from './receipt.record.ts'

/** Work orders and sales orders served by the warehouse: each call makes a receipt and posts it at once. */
const receipts = '/mep_server/biz/receipt/'
const orders = '/mep_server/biz/order/'
const amount = positiveQuantity as z.ZodType<Quantity, string | number>
const lot = plainString(50).nullish()
/** What the page showed as open, of all lines of the material together: refused (5023) when it is not so any more. */
const open_quantity = quantityFromZero.optional()

export const listPickings = query(`${receipts}query_picking_list`, {
  title: text('待领料清单', 'Components to pick'),
  grantedBy: [pages.outbound, pages.editReceipt, pages.productionReport],
  input: listInput({
    picking_status: codeOf(pickingStatus).optional(),
    picking_statuses: z.array(z.int()).max(3).optional(),
    mo_ids: z.array(id).max(500).optional(),
    material_id: id.optional(),
    /** true: also components that are picked in full. Asked by picking status, those of finished MOs that are not used up too. */
    all: z.boolean().default(false),
  }),
  output: listOutput(pickingRow),
  records: [picking],
})
const materialLine = z.strictObject({
  material_id: id,
  quantity: amount,
  /** Absent when picking: what the MO occupies, then first expired, first in. Absent when returning: the default bin. */
  location_id: id.nullish(),
  lot_number: lot,
  open_quantity,
  serial_numbers: serialNumbers,
})
const pickedOutput = z.object({ receipt_id: id, no: z.string(), picking_status: z.int() })
export const pickMaterial = command(`${receipts}pick_material`, {
  title: text('领料', 'Pick material'),
  grantedBy: [pages.outbound, pages.editReceipt, pages.productionReport],
  input: z.strictObject({
    mo_id: id,
    lines: z.array(materialLine).min(1).max(500),
    remark: plainString(255).nullish(),
  }),
  output: pickedOutput,
  records: [receiptLine],
})
export const returnMaterial = command(`${receipts}return_material`, {
  title: text('退料', 'Return material'),
  grantedBy: [pages.inbound, pages.editReceipt, pages.productionReport],
  input: z.strictObject({
    mo_id: id,
    lines: z.array(materialLine).min(1).max(500),
    remark: plainString(255).nullish(),
  }),
  output: pickedOutput,
  records: [receiptLine],
})
export const listFinishedMos = query(`${receipts}query_finish_inbound_list`, {
  title: text('待完工入库工单', 'MOs to put into stock'),
  grantedBy: [pages.inbound, pages.productionReport],
  input: listInput({ material_id: id.optional() }),
  output: listOutput(finishedMoRow),
  records: [finishedMo],
})
export const finishInboundMo = command(`${receipts}finish_inbound_mo`, {
  title: text('完工入库', 'Put finished products in'),
  grantedBy: [pages.inbound, pages.editReceipt, pages.productionReport],
  input: z.strictObject({
    mo_id: id,
    quantity: amount,
    location_id: id,
    lot_number: lot,
    open_quantity,
    serial_numbers: serialNumbers,
  }),
  output: z.object({
    receipt_id: id,
    no: z.string(),
    mo: z.object({
      id,
      no: z.string(),
      status: z.int(),
      completed_quantity: z.string(),
      inbound_quantity: z.string(),
      inbound_progress: z.int(),
    }),
  }),
  records: [receiptLine],
})

export const listShipments = query(`${orders}query_shipment_list`, {
  title: text('待发货清单', 'Order lines to ship'),
  grantedBy: [pages.shipping],
  input: listInput({
    order_id: id.optional(),
    customer_id: id.optional(),
    /** true: only lines of which something is free in stock. */
    ready: z.boolean().optional(),
  }),
  output: listOutput(shipmentRow),
  records: [shipment],
})
export const listShippings = query(`${orders}query_shipping_list`, {
  title: text('发货记录', 'Shippings of an order'),
  grantedBy: [pages.shipping, pages.salesOrders],
  input: z.strictObject({ order_id: id }),
  output: z.object({
    result: z.array(
      receiptRow.extend({
        /** What left, material by material: pieces of one are not added to metres of another. */
        materials: z.array(
          z.object({
            material_code: z.string(),
            material_name: z.string(),
            unit_name: z.string(),
            done_quantity: z.string(),
          }),
        ),
      }),
    ),
  }),
})
export const shipOrder = command(`${orders}ship_order`, {
  title: text('发货', 'Ship'),
  grantedBy: [pages.shipping],
  input: z.strictObject({
    order_id: id,
    lines: z
      .array(
        z.strictObject({
          line_id: id,
          quantity: amount,
          location_id: id.nullish(),
          lot_number: lot,
          open_quantity,
          serial_numbers: serialNumbers,
        }),
      )
      .min(1)
      .max(500),
    remark: plainString(255).nullish(),
  }),
  output: z.object({ receipt_id: id, no: z.string(), inspections: heldForInspection }),
  records: [shipment, receiptLine],
})
