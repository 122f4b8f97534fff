import {
  choiceField,
  codeField,
  dayField,
  flagField,
  id,
  instant,
  instantField,
  integerField,
  quantityFromZeroField,
  readOnly,
  referenceField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { moStatus, pickingStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { z } from 'zod'

/** A component of a released MO with what is still to be picked of it. */
export const picking = record('picking', text('领料', 'Picking'), {
  mo_id: readOnly(referenceField('工单', 'MO', 'mo')),
  product_id: readOnly(referenceField('产品', 'Product', 'material')),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  operation_sequence: readOnly(integerField('工序序号', 'Operation')),
  required_quantity: readOnly(quantityFromZeroField('需求数量', 'Required')),
  picked_quantity: readOnly(quantityFromZeroField('已领数量', 'Picked')),
  open_quantity: readOnly(quantityFromZeroField('待领数量', 'To pick')),
  returnable_quantity: readOnly(quantityFromZeroField('可退数量', 'Can be returned')),
  available_quantity: readOnly(quantityFromZeroField('可领数量', 'Can be picked')),
  picking_status: readOnly(choiceField('领料状态', 'Picking status', pickingStatus)),
  needed_time: readOnly(instantField('需用时间', 'Needed at')),
})
/** What stands in for a component, in its own unit: `ratio` of it replace 1. */
const pickingSubstitute = z.object({
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  ratio: z.string(),
  picked_quantity: z.string(),
  /** So much of it, if nothing else is picked for the component; what may not be taken any more only as far as it is held. */
  open_quantity: z.string(),
  /** What the MO occupies of it, as it lacks the component: this is proposed. */
  held_quantity: z.string(),
  returnable_quantity: z.string(),
  available_quantity: z.string(),
})
export const pickingRow = z.object({
  /** Of the component. */
  id,
  mo_id: id,
  mo_no: z.string(),
  mo_status: z.int(),
  product_id: id,
  product_code: z.string(),
  product_name: z.string(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  unit_precision: z.int(),
  lot_managed: z.boolean(),
  operation_sequence: z.int().nullable(),
  required_quantity: z.string(),
  picked_quantity: z.string(),
  open_quantity: z.string(),
  /** What of the picked quantity no report has used. */
  returnable_quantity: z.string(),
  /** The same of the material of the component alone, and what of it is proposed beside what is held of substitutes. */
  own_returnable_quantity: z.string(),
  proposed_quantity: z.string(),
  /** Asked with `all`. */
  substitutes: z.array(pickingSubstitute),
  /** Where the MO last had it from, asked with `all`: the bin and lot that are proposed when it comes back. */
  return_location_id: id.nullable(),
  return_location_code: z.string().nullable(),
  return_lot_number: z.string().nullable(),
  /** Free stock, and what the MO itself occupies. */
  available_quantity: z.string(),
  picking_status: z.int(),
  needed_time: instant.nullable(),
})
export type PickingRow = z.output<typeof pickingRow>

/** An MO of which something is finished and not in stock yet. */
export const finishedMo = record('finished_mo', text('待完工入库', 'Finished, to put in'), {
  no: readOnly(codeField('工单号', 'MO no.')),
  material_id: readOnly(referenceField('产品', 'Product', 'material')),
  order_no: readOnly(codeField('订单号', 'Order no.')),
  status: readOnly(choiceField('工单状态', 'MO status', moStatus)),
  planned_quantity: readOnly(quantityFromZeroField('计划数量', 'Planned')),
  completed_quantity: readOnly(quantityFromZeroField('完工数量', 'Finished')),
  inbound_quantity: readOnly(quantityFromZeroField('已入库', 'In stock')),
  open_quantity: readOnly(quantityFromZeroField('待入库', 'To put in')),
  delivery_date: readOnly(dayField('交付日期', 'Delivery date')),
})
export const finishedMoRow = z.object({
  id,
  no: z.string(),
  status: z.int(),
  order_no: z.string().nullable(),
  material_id: id,
  ...productShown,
  lot_managed: z.boolean(),
  default_location_id: id.nullable(),
  lot_number: z.string().nullable(),
  /** What the floor has told of goods that are not in stock yet: a lot, and its pieces. */
  made_lot_number: z.string().nullable(),
  made_serial_numbers: z.array(z.string()),
  planned_quantity: z.string(),
  completed_quantity: z.string(),
  inbound_quantity: z.string(),
  open_quantity: z.string(),
  delivery_date: instant,
})
export type FinishedMoRow = z.output<typeof finishedMoRow>

/** An order line that is not shipped in full. */
export const shipment = record('shipment', text('待发货', 'To ship'), {
  order_no: readOnly(codeField('订单号', 'Order no.')),
  customer_id: readOnly(referenceField('客户', 'Customer', 'customer')),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  quantity: readOnly(quantityFromZeroField('订单数量', 'Ordered')),
  shipped_quantity: readOnly(quantityFromZeroField('已发货', 'Shipped')),
  open_quantity: readOnly(quantityFromZeroField('未发货', 'To ship')),
  ready: readOnly(flagField('有货可发', 'Ready to ship')),
  ready_quantity: readOnly(quantityFromZeroField('可发货', 'Ready')),
  delivery_date: readOnly(dayField('交付日期', 'Delivery date')),
  order_status: readOnly(choiceField('订单状态', 'Order status', salesOrderStatus)),
})
export const shipmentRow = z.object({
  /** Of the order line. */
  id,
  order_id: id,
  order_no: z.string(),
  order_status: z.int(),
  customer_id: id.nullable(),
  customer_name: z.string().nullable(),
  line_no: z.int(),
  material_id: id,
  ...productShown,
  quantity: z.string(),
  shipped_quantity: z.string(),
  produced_quantity: z.string(),
  open_quantity: z.string(),
  /** What of the open quantity is free in stock. */
  ready_quantity: z.string(),
  available_quantity: z.string(),
  delivery_date: instant,
})
export type ShipmentRow = z.output<typeof shipmentRow>
