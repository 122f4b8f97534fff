import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  choiceField,
  codeField,
  flagField,
  integerField,
  optional,
  quantityField,
  readOnly,
  referenceField,
  remarkField,
  signedQuantityField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

export const warehouseType = statuses({
  normal: { code: 'normal', zh: '普通仓', en: 'Normal', colour: 'info' },
  defective: { code: 'defective', zh: '不良品仓', en: 'Defective goods', colour: 'danger' },
  line_side: { code: 'line_side', zh: '线边仓', en: 'Line side', colour: 'processing' },
})

export const warehouse = record('warehouse', text('仓库', 'Warehouse'), {
  code: codeField('仓库编号', 'Warehouse code'),
  name: textField('仓库名称', 'Warehouse name', 100),
  type: withDefault(choiceField('仓库类型', 'Warehouse type', warehouseType), 'normal'),
  address: optional(textField('地址', 'Address')),
  status: withDefault(choiceField('状态', 'Status', enabledStatus), enabledStatus.codes.enabled),
  location_count: readOnly(integerField('库位数', 'Bins')),
  remark: remarkField(),
})

/** What a bin is for: goods are put where their quality belongs, and pick faces are filled only with what has its place there. */
export const binType = statuses({
  storage: { code: 'storage', zh: '存储', en: 'Storage', colour: 'info' },
  picking: { code: 'picking', zh: '拣货', en: 'Picking', colour: 'success' },
  line_side: { code: 'line_side', zh: '线边', en: 'Line side', colour: 'processing' },
  inspection: { code: 'inspection', zh: '待检', en: 'To inspect', colour: 'warning' },
  defective: { code: 'defective', zh: '不良品', en: 'Defective', colour: 'danger' },
})
export type BinType = (typeof binType.list)[number]['code']

export const location = record('location', text('库位', 'Bin'), {
  code: codeField('库位编号', 'Bin code'),
  name: optional(textField('库位名称', 'Bin name', 100)),
  warehouse_id: referenceField('仓库', 'Warehouse', 'warehouse'),
  area: optional(textField('库区', 'Zone', 50)),
  type: withDefault(choiceField('库位类型', 'Bin type', binType), binType.codes.storage),
  /** Of all that lies there together; a material's own limit stands with its fixed bin. */
  capacity: optional(quantityField('容量', 'Capacity')),
  mixed_lots: withDefault(flagField('允许混放', 'Mixes goods'), true),
  route_order: optional(integerField('路线序号', 'Route order', { min: 1 })),
  status: withDefault(choiceField('状态', 'Status', enabledStatus), enabledStatus.codes.enabled),
  empty: readOnly(flagField('空库位', 'Empty')),
  counting: readOnly(flagField('盘点中', 'Being counted')),
  material_count: readOnly(integerField('物料数', 'Materials')),
  quantity: readOnly(signedQuantityField('库存数量', 'Quantity in stock')),
  /** Of its capacity. */
  fill_percent: readOnly(optional(integerField('占用率', 'Filled', { unit: text('%', '%') }))),
  remark: remarkField(),
})
export const locationRow = location.row.and(z.object({ warehouse_code: z.string(), warehouse_name: z.string() }))
export type LocationRow = z.output<typeof locationRow>

/** Bins of one kind, from one code to another. */
export const binRange = record('location', text('批量新建库位', 'New bins'), {
  warehouse_id: location.fields.warehouse_id,
  from_code: codeField('起始编号', 'First code'),
  to_code: codeField('结束编号', 'Last code'),
  area: location.fields.area,
  type: location.fields.type,
  capacity: location.fields.capacity,
  mixed_lots: location.fields.mixed_lots,
  /** Of the first; those that follow count on. */
  route_order: optional(integerField('起始路线序号', 'First route order', { min: 1, max: 2_000_000_000 })),
})
