import {
  choiceField,
  codeField,
  flagField,
  id,
  instant,
  instantField,
  integerField,
  moneyField,
  optional,
  quantityField,
  readOnly,
  referenceField,
  signedQuantityField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type InputOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { z } from 'zod'
import { boundState } from './bound.status.ts'
import { lotBirthFields } from './lot-birth.record.ts'
import { movementType } from './movement-type.ts'
import { judgedQuality, qualityStatus } from './quality.status.ts'

const lotNumber = optional(codeField('批号', 'Lot number'))

/** A row of the stock list in any of its views; what a view does not know is null. */
export const inventory = record('inventory', text('库存', 'Stock'), {
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  material_code: readOnly(codeField('物料编号', 'Material code')),
  material_name: readOnly(textField('物料名称', 'Material name')),
  material_specs: readOnly(textField('规格', 'Specification')),
  kind: readOnly(choiceField('物料类别', 'Material kind', materialKind)),
  quality_status: readOnly(choiceField('质量状态', 'Quality', qualityStatus)),
  warehouse_id: readOnly(referenceField('仓库', 'Warehouse', 'warehouse')),
  location_id: readOnly(referenceField('库位', 'Bin', 'location')),
  lot_number: readOnly(lotNumber),
  container_id: readOnly(referenceField('容器', 'Container', 'container')),
  /** Of one piece. */
  serial_no: readOnly(optional(codeField('序列号', 'Serial no.'))),
  quantity: readOnly(signedQuantityField('数量', 'Quantity')),
  /** At the purchase price of the material. */
  value: readOnly(optional(moneyField('库存金额', 'Value'))),
  available_quantity: readOnly(signedQuantityField('可用数量', 'Available')),
  occupied_quantity: readOnly(signedQuantityField('占用数量', 'Occupied')),
  in_transit_quantity: readOnly(signedQuantityField('在途数量', 'On the way')),
  in_production_quantity: readOnly(signedQuantityField('在制数量', 'In production')),
  short_quantity: readOnly(signedQuantityField('缺料数量', 'Short')),
  safety_stock: readOnly(signedQuantityField('安全库存', 'Safety stock')),
  /** Of all good stock of a material, by the bounds of its master data. */
  bound_state: readOnly(choiceField('上下限', 'Bounds', boundState)),
  available: readOnly(flagField('可用', 'Available')),
  expired: readOnly(flagField('已过期', 'Expired')),
  first_in_time: readOnly(instantField('入库时间', 'In since')),
  age_days: readOnly(integerField('库龄', 'Age', { unit: text('天', 'days') })),
  expire_time: readOnly(instantField('有效期至', 'Expires')),
  supplier_lot: readOnly(lotBirthFields.supplier_lot),
  production_time: readOnly(lotBirthFields.production_time),
  supplier_id: readOnly(referenceField('供应商', 'Supplier', 'supplier')),
  source_no: readOnly(codeField('来源单号', 'Source no.')),
  expected_time: readOnly(instantField('预计时间', 'Expected')),
})

const quantityText = z.string()
export const inventoryRow = z.object({
  id,
  /** The view that the row belongs to. */
  inventory_type: z.int(),
  material_id: id,
  ...productShown,
  kind: z.int(),
  quality_status: z.int().nullable(),
  warehouse_id: id.nullable(),
  warehouse_name: z.string().nullable(),
  location_id: id.nullable(),
  location_code: z.string().nullable(),
  lot_number: z.string().nullable(),
  container_id: id.nullable(),
  container_code: z.string().nullable(),
  serial_no: z.string().nullable(),
  quantity: quantityText,
  /** Null for whoever does not see what is paid, and without a price. */
  value: z.string().nullable(),
  available_quantity: quantityText.nullable(),
  occupied_quantity: quantityText.nullable(),
  in_transit_quantity: quantityText.nullable(),
  in_production_quantity: quantityText.nullable(),
  short_quantity: quantityText.nullable(),
  safety_stock: quantityText.nullable(),
  bound_state: z.int().nullable(),
  first_in_time: instant.nullable(),
  age_days: z.int().nullable(),
  expire_time: instant.nullable(),
  /** What the lot came with. */
  supplier_lot: z.string().nullable(),
  production_time: instant.nullable(),
  supplier_id: id.nullable(),
  supplier_name: z.string().nullable(),
  /** Document that the row stands for: purchase order (view 2) or MO (view 4). */
  source_id: id.nullable(),
  source_no: z.string().nullable(),
  expected_time: instant.nullable(),
})
export type InventoryRow = z.output<typeof inventoryRow>

/** Who occupies a row of stock. */
export const occupationRow = z.object({
  id,
  inventory_id: id,
  mo_id: id,
  mo_no: z.string(),
  mo_status: z.int(),
  product_code: z.string(),
  product_name: z.string(),
  order_no: z.string().nullable(),
  quantity: quantityText,
  locked: z.boolean(),
  planned_start_time: instant.nullable(),
  delivery_date: instant,
})
export type OccupationRow = z.output<typeof occupationRow>

export const stockMovement = record('stock_movement', text('库存流水', 'Stock movement'), {
  movement_time: readOnly(instantField('时间', 'Time')),
  movement_type: readOnly(choiceField('移动类型', 'Movement', movementType)),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  quantity: readOnly(signedQuantityField('数量', 'Quantity')),
  balance: readOnly(signedQuantityField('结存', 'Balance')),
  location_id: readOnly(referenceField('库位', 'Bin', 'location')),
  lot_number: readOnly(lotNumber),
  container_id: readOnly(referenceField('容器', 'Container', 'container')),
  quality_status: readOnly(choiceField('质量状态', 'Quality', qualityStatus)),
  receipt_no: readOnly(codeField('单据号', 'Document no.')),
  mo_id: readOnly(referenceField('工单', 'MO', 'mo')),
  reason: readOnly(optional(textField('原因', 'Reason'))),
  operator_id: readOnly(referenceField('操作人', 'Operator', 'user')),
})
export const stockMovementRow = z.object({
  id: z.int(),
  inventory_id: id,
  movement_time: instant,
  movement_type: z.int(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  quantity: quantityText,
  balance: quantityText,
  location_id: id,
  location_code: z.string(),
  warehouse_name: z.string(),
  lot_number: z.string(),
  container_id: id.nullable(),
  container_code: z.string().nullable(),
  quality_status: z.int(),
  receipt_no: z.string().nullable(),
  mo_id: id.nullable(),
  mo_no: z.string().nullable(),
  /** Of an adjustment. */
  reason: z.string().nullable(),
  operator_id: id.nullable(),
  operator_name: z.string().nullable(),
})
export type StockMovementRow = z.output<typeof stockMovementRow>

/** A line of opening stock, and the part that it shares with the lines of receipts. */
export const stockLine = record('stock_line', text('库存明细', 'Stock line'), {
  material_id: referenceField('物料', 'Material', 'material'),
  location_id: referenceField('库位', 'Bin', 'location'),
  lot_number: lotNumber,
  quality_status: withDefault(choiceField('质量状态', 'Quality', judgedQuality), judgedQuality.codes.finished),
  quantity: quantityField('数量', 'Quantity'),
  expire_time: optional(instantField('有效期至', 'Expires')),
  supplier_id: optional(referenceField('供应商', 'Supplier', 'supplier')),
})
export type StockLineInput = InputOf<typeof stockLine>
