import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import {
  choiceField,
  codeField,
  dayField,
  flagField,
  instantField,
  integerField,
  listField,
  moneyField,
  optional,
  plainString,
  quantityFromZeroField,
  readOnly,
  referenceField,
  referencesField,
  remarkField,
  signedQuantityField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { z } from 'zod'
import { countLineState, countStatus } from './count.status.ts'

/** Photos of a line. */
export const mostCountPhotos = 5

/** Bins that a count may name one by one; of more than these the whole warehouse is counted. */
const mostBins = 500
const mostAreas = 100

export const inventoryCount = record('inventory_count', text('盘点单', 'Stock count'), {
  no: optional(codeField('盘点单号', 'Count no.')),
  status: readOnly(choiceField('状态', 'Status', countStatus)),
  warehouse_id: referenceField('仓库', 'Warehouse', 'warehouse'),
  /** Without zones and bins: all bins of the warehouse. */
  areas: withDefault(listField('库区', 'Zones', z.array(plainString(50)).max(mostAreas)), []),
  location_ids: withDefault(referencesField('库位（空为全部）', 'Bins (empty: all)', 'location', mostBins), []),
  count_date: optional(dayField('盘点日期', 'Count date')),
  blind: withDefault(flagField('盲盘（不显示账面数量）', 'Blind (book quantity is hidden)'), true),
  frozen: withDefault(flagField('冻结库位（盘点中不能出入库）', 'Freeze bins (no movement while counting)'), false),
  recount_percent: optional(integerField('差异超过则复盘', 'Count again above', { max: 1000, unit: text('%', '%') })),
  approval_status: readOnly(optional(choiceField('审批', 'Approval', approvalStatus))),
  difference_value: readOnly(optional(moneyField('差异金额', 'Value of differences'))),
  operator_id: readOnly(optional(referenceField('经办人', 'Made by', 'user'))),
  started_time: readOnly(optional(instantField('开始时间', 'Started'))),
  ended_time: readOnly(optional(instantField('结束时间', 'Ended'))),
  remark: remarkField(),
})

/** A row of a sheet of counted figures. Without the number of a line it is something that the books do not have there. */
export const countedRow = record('counted_row', text('盘点结果', 'Counted figures'), {
  count_id: referenceField('盘点单号', 'Count no.', 'inventory_count'),
  line_no: optional(integerField('行号', 'Line', { min: 1 })),
  material_id: optional(referenceField('物料编码', 'Material code', 'material')),
  location_id: optional(referenceField('库位', 'Bin', 'location')),
  lot_number: optional(codeField('批号', 'Lot number')),
  counted_quantity: optional(quantityFromZeroField('盘点数量', 'Counted')),
  /** Of the line as it went out: what somebody has counted since is not written over. */
  row_version: optional(integerField('版本（勿改）', 'Version (leave it)', { min: 0 })),
  remark: remarkField(),
})

export const countLine = record('count_line', text('盘点明细', 'Count line'), {
  line_no: readOnly(integerField('行号', 'Line')),
  state: readOnly(choiceField('状态', 'Status', countLineState)),
  material_id: referenceField('物料', 'Material', 'material'),
  location_id: referenceField('库位', 'Bin', 'location'),
  area: readOnly(optional(textField('库区', 'Zone', 50))),
  lot_number: optional(codeField('批号', 'Lot number')),
  quality_status: withDefault(choiceField('质量状态', 'Quality', qualityStatus), qualityStatus.codes.finished),
  container_id: readOnly(optional(referenceField('容器', 'Container', 'container'))),
  /** When it was counted, which its difference is against; until then, when the count began. */
  book_quantity: readOnly(optional(signedQuantityField('账面数量', 'Book'))),
  counted_quantity: optional(quantityFromZeroField('盘点数量', 'Counted')),
  /** Against the books of the moment when it was counted: what moves before and after stays out of it. */
  difference: readOnly(optional(signedQuantityField('差异', 'Difference'))),
  counted_by: readOnly(optional(referenceField('盘点人', 'Counted by', 'user'))),
  counted_time: readOnly(optional(instantField('盘点时间', 'Counted at'))),
  photo_count: readOnly(integerField('照片', 'Photos')),
  remark: remarkField(),
})
