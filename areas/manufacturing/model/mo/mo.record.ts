import { customSchema, customValues } from '@qitao/core/custom.ts'
import {
  choiceField,
  codeField,
  codeOf,
  dayField,
  flagField,
  id,
  instant,
  instantField,
  integerField,
  optional,
  plainString,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  withDefault,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { z } from 'zod'
import { manufacturingErrors } from '../manufacturing.errors.ts'
import {
  capacityStatus,
  deliveryStatus,
  dispatchStatus,
  inboundProgress,
  materialStatus,
  moExecStatus,
  moStatus,
  pickingStatus,
  publishStatus,
} from './mo.status.ts'

export const defaultPriority = 100

export const mo = record('mo', text('工单', 'Work order'), {
  /** Empty: the number is taken from the counter when the order is saved. */
  no: optional(codeField('工单号', 'MO no.')),
  status: readOnly(choiceField('状态', 'Status', moStatus)),
  exec_status: readOnly(choiceField('执行状态', 'Execution status', moExecStatus)),
  material_id: referenceField('产品', 'Product', 'material'),
  planned_quantity: quantityField('计划数量', 'Planned quantity'),
  completed_quantity: readOnly(quantityFromZeroField('完成数量', 'Completed')),
  defective_quantity: readOnly(quantityFromZeroField('不良数量', 'Defective')),
  inbound_quantity: readOnly(quantityFromZeroField('入库数量', 'In warehouse')),
  planned_start_time: readOnly(optional(instantField('计划开始', 'Planned start'))),
  planned_finish_time: readOnly(optional(instantField('计划完成', 'Planned finish'))),
  actual_start_time: readOnly(optional(instantField('实际开始', 'Actual start'))),
  actual_finish_time: readOnly(optional(instantField('实际完成', 'Actual finish'))),
  delivery_date: dayField('交期', 'Delivery date'),
  priority: withDefault(
    integerField('优先级', 'Priority', { min: 1, max: 10_000, outside: generalErrors.number1To10000 }),
    defaultPriority,
  ),
  material_status: readOnly(optional(choiceField('物料状态', 'Material status', materialStatus))),
  kitting_time: readOnly(optional(instantField('齐套时间', 'Kitting time'))),
  kitting_days: readOnly(optional(integerField('齐套天数', 'Days to kit'))),
  capacity_status: readOnly(optional(choiceField('产能状态', 'Capacity status', capacityStatus))),
  delivery_status: readOnly(optional(choiceField('交付状态', 'Delivery status', deliveryStatus))),
  publish_status: readOnly(choiceField('发布状态', 'Publish status', publishStatus)),
  dispatch_status: readOnly(choiceField('派工状态', 'Dispatch status', dispatchStatus)),
  picking_status: readOnly(choiceField('领料状态', 'Picking status', pickingStatus)),
  inbound_progress: readOnly(choiceField('入库进度', 'Inbound progress', inboundProgress)),
  capacity_locked: readOnly(flagField('产能锁定', 'Capacity locked')),
  material_locked: readOnly(flagField('物料锁定', 'Material locked')),
  furnace_code: optional(codeField('炉号', 'Furnace batch no.')),
  remark: remarkField('备注', 'Remark', manufacturingErrors.moRemarkTooLong),
  custom: customValues(),
})

/** Why the last planning run could not place an order, with the object to fix. */
export const unplannedCause = z.object({
  cause: z.string(),
  object_kind: z.string(),
  object_id: z.string().nullable(),
  object_name: z.string().nullable(),
})
export type UnplannedCause = z.output<typeof unplannedCause>

/** A work order as a list shows it. */
export const moRow = z.object({
  id,
  no: z.string(),
  row_version: z.int(),
  status: codeOf(moStatus),
  exec_status: codeOf(moExecStatus),
  order_id: id.nullable(),
  order_no: z.string().nullable(),
  order_line_id: id.nullable(),
  customer_name: z.string().nullable(),
  parent_mo_id: id.nullable(),
  parent_no: z.string().nullable(),
  material_id: id,
  ...productShown,
  planned_quantity: z.string(),
  completed_quantity: z.string(),
  defective_quantity: z.string(),
  inbound_quantity: z.string(),
  planned_start_time: instant.nullable(),
  planned_finish_time: instant.nullable(),
  actual_start_time: instant.nullable(),
  actual_finish_time: instant.nullable(),
  delivery_date: instant,
  priority: z.int(),
  material_status: codeOf(materialStatus).nullable(),
  kitting_time: instant.nullable(),
  kitting_days: z.int().nullable(),
  deciding_material_code: z.string().nullable(),
  deciding_material_name: z.string().nullable(),
  capacity_status: codeOf(capacityStatus).nullable(),
  capacity_locked: z.boolean(),
  material_locked: z.boolean(),
  delivery_status: codeOf(deliveryStatus).nullable(),
  publish_status: codeOf(publishStatus),
  dispatch_status: codeOf(dispatchStatus),
  picking_status: codeOf(pickingStatus),
  inbound_progress: z.int(),
  unplanned: unplannedCause.nullable(),
  merged: z.boolean(),
  split_from_id: id.nullable(),
  outsourced: z.boolean(),
  /** It works again on goods that this QC task refused. */
  rework_task_id: id.nullable(),
  rework_task_no: z.string().nullable(),
  furnace_code: z.string().nullable(),
  remark: z.string().nullable(),
  custom: customSchema,
  created_time: instant,
  updated_time: instant,
})
export type MoRow = z.output<typeof moRow>

/** What one work order needs of a material, and where the last material plan stands with it. */
export const moComponentRow = z.object({
  id,
  mo_id: id,
  mo_no: z.string().optional(),
  line_no: z.int(),
  level: z.int(),
  operation_sequence: z.int().nullable(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  material_kind: z.int(),
  unit_name: z.string(),
  quantity_per: z.string(),
  required_quantity: z.string(),
  assigned_quantity: z.string(),
  picked_quantity: z.string(),
  short_quantity: z.string(),
  in_stock_quantity: z.string(),
  in_transit_quantity: z.string(),
  in_production_quantity: z.string(),
  expected_time: instant.nullable(),
  material_status: codeOf(materialStatus).nullable(),
})
export type MoComponentRow = z.output<typeof moComponentRow>

export const moNo = plainString(50)
