import { attachmentIds } from '@qitao/access/model/record/attachment.calls.ts'
import { affected, alterInput, command, exportOf, query } from '@qitao/core/call.ts'
import { customFilter } from '@qitao/core/custom.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { codeOf, id, ids, plainString } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, written } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { material } from './material.record.ts'
import { materialKind } from './material-kind.status.ts'

const prefix = '/mep_server/factory/'
const records = [material]
const lists = [
  pages.materials,
  pages.editMaterial,
  pages.materialBoms,
  pages.editMaterialBom,
  pages.selectManufacturingBom,
  pages.editSalesOrder,
  pages.quotations,
  pages.editQuotation,
  pages.editPurchase,
  pages.editReceipt,
  pages.grossMargin,
  pages.valueStream,
]
const changes = [pages.materials, pages.editMaterial]

export const listMaterials = query(`${prefix}query_material_list`, {
  title: text('查询物料', 'List materials'),
  grantedBy: lists,
  input: listInput({
    kind: codeOf(materialKind).optional(),
    material_type_id: id.optional(),
    series: plainString(100).optional(),
    status: codeOf(enabledStatus).optional(),
    written,
    custom: customFilter,
  }),
  output: listOutput(material.row),
  records,
})
export const exportMaterials = exportOf(listMaterials, `${prefix}export_material`, {
  title: text('导出物料', 'Export materials'),
  grantedBy: lists,
})
export const showMaterial = query(`${prefix}query_material_detail`, {
  title: text('查看物料', 'Show material'),
  grantedBy: lists,
  input: z.strictObject({ id }),
  // unit_fixed: the unit can no longer change, something counts in it
  output: z.object({ record: material.row.and(z.object({ unit_fixed: z.boolean() })) }),
  records,
})
export const addMaterial = command(`${prefix}add_material`, {
  title: text('新增物料', 'Add material'),
  grantedBy: changes,
  input: material.input.extend({ attachment_ids: attachmentIds }),
  output: z.object({ id }),
  records,
})
export const alterMaterial = command(`${prefix}alter_material`, {
  title: text('修改物料', 'Alter material'),
  grantedBy: changes,
  input: alterInput(material),
  output: affected,
  records,
})
export const dropMaterials = command(`${prefix}bulk_drop_material`, {
  title: text('删除物料', 'Delete materials'),
  grantedBy: changes,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records,
})

/** What everybody who is signed in may know of a material: what a picker shows and a line needs. No prices. */
export const productRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  name_en: z.string().nullable(),
  specs: z.string().nullable(),
  series: z.string().nullable(),
  kind: codeOf(materialKind),
  unit_id: id,
  unit_name: z.string(),
  precision: z.int(),
  lot_managed: z.boolean(),
  status: codeOf(enabledStatus),
})
export const queryProduct = query(`${prefix}query_product`, {
  title: text('选择物料', 'Pick materials'),
  grantedBy: 'signed_in',
  forTokens: true,
  input: listInput({ kind: codeOf(materialKind).optional(), series: plainString(100).optional(), written }),
  output: listOutput(productRow),
  records,
})
export const queryProductDetail = query(`${prefix}query_product_detail`, {
  title: text('选中的物料', 'Picked material'),
  grantedBy: 'signed_in',
  input: z.strictObject({ id }),
  output: z.object({ record: productRow }),
  records,
})
