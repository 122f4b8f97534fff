import { exportOf, query } from '@qitao/core/call.ts'
import {
  codeField,
  id,
  instant,
  instantField,
  integerField,
  optional,
  percentField,
  readOnly,
  referenceField,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { productFields, productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { countLine } from './count.record.ts'

const path = (name: string) => `/mep_server/biz/inventory_count/${name}`
/** What the books said is for who leads counts: who is about to count is not to know it. */
const grantedBy = [pages.stockCounts]

const figures = {
  counted_time: readOnly(optional(instantField('上次盘点', 'Counted last'))),
  count_no: readOnly(optional(codeField('上次盘点单', 'Last count'))),
  last_different: readOnly(optional(integerField('上次差异行', 'Different then'))),
  line_count: readOnly(integerField('累计盘点行', 'Lines ever counted')),
  different_count: readOnly(integerField('累计差异行', 'Of them different')),
  accuracy: readOnly(optional(percentField('准确率', 'Accuracy'))),
}
const shown = {
  counted_time: instant.nullable(),
  count_id: id.nullable(),
  count_no: z.string().nullable(),
  last_different: z.int().nullable(),
  line_count: z.int(),
  different_count: z.int(),
  /** Percent; null: nothing of it was ever counted. */
  accuracy: z.string().nullable(),
}

export const countedBin = record('counted_bin', text('库位盘点历史', 'Counts of bins'), {
  code: readOnly(codeField('库位', 'Bin')),
  area: readOnly(optional(textField('库区', 'Zone', 50))),
  warehouse_id: readOnly(referenceField('仓库', 'Warehouse', 'warehouse')),
  ...figures,
})
const binRow = z.object({
  ...{ id, code: z.string(), area: z.string().nullable(), warehouse_id: id, warehouse_name: z.string() },
  ...shown,
})
export type CountedBin = z.output<typeof binRow>
export const countedMaterial = record('counted_material', text('物料盘点历史', 'Counts of materials'), {
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  ...figures,
  last_difference: readOnly(optional(signedQuantityField('上次差异', 'Difference then'))),
})
const materialRow = z.object({
  ...{ id, material_id: id, ...productShown },
  ...shown,
  last_difference: z.string().nullable(),
})
export type CountedMaterial = z.output<typeof materialRow>

const listBins = query(path('query_counted_bin_list'), {
  title: text('库位盘点历史', 'Counts of bins'),
  grantedBy,
  input: listInput({
    warehouse_id: id.optional(),
    /** false: only those that were never counted. */
    counted: z.boolean().optional(),
  }),
  output: listOutput(binRow),
  records: [countedBin],
})
const listMaterials = query(path('query_counted_material_list'), {
  title: text('物料盘点历史', 'Counts of materials'),
  grantedBy,
  input: listInput({ material_id: id.optional() }),
  output: listOutput(materialRow),
  records: [countedMaterial],
})

/** A line of a count that is over, as it was found. */
export const countedLine = record('counted_line', text('盘点记录', 'Counted lines'), {
  count_no: readOnly(codeField('盘点单号', 'Count no.')),
  material_id: countLine.fields.material_id,
  ...productFields,
  location_id: countLine.fields.location_id,
  lot_number: countLine.fields.lot_number,
  book_quantity: countLine.fields.book_quantity,
  counted_quantity: countLine.fields.counted_quantity,
  difference: countLine.fields.difference,
  counted_by: countLine.fields.counted_by,
  counted_time: countLine.fields.counted_time,
  photo_count: readOnly(integerField('照片', 'Photos')),
  remark: countLine.fields.remark,
})
const lineRow = z.object({
  ...{ id, count_id: id, count_no: z.string(), material_id: id, ...productShown },
  ...{ location_id: id, location_code: z.string(), lot_number: z.string().nullable() },
  ...{ book_quantity: z.string(), counted_quantity: z.string(), difference: z.string() },
  ...{ counted_by: id.nullable(), counted_by_name: z.string().nullable(), counted_time: instant.nullable() },
  ...{ photo_count: z.int(), remark: z.string().nullable() },
})
export type CountedLine = z.output<typeof lineRow>
const listLines = query(path('query_counted_line_list'), {
  title: text('盘点记录', 'Counted lines'),
  grantedBy,
  input: listInput({
    location_id: id.optional(),
    material_id: id.optional(),
    /** true: only what was not as booked. */
    different: z.boolean().optional(),
    timestamp_range: timestampRange.optional(),
  }),
  output: listOutput(lineRow),
  records: [countedLine],
})

export const countHistoryCalls = {
  bins: listBins,
  exportBins: exportOf(listBins, path('export_counted_bin'), {
    title: text('导出库位盘点历史', 'Export counts of bins'),
    grantedBy,
  }),
  materials: listMaterials,
  exportMaterials: exportOf(listMaterials, path('export_counted_material'), {
    title: text('导出物料盘点历史', 'Export counts of materials'),
    grantedBy,
  }),
  lines: listLines,
  exportLines: exportOf(listLines, path('export_counted_line'), {
    title: text('导出盘点记录', 'Export counted lines'),
    grantedBy,
  }),
}
