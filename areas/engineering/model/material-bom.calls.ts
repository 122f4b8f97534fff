import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { codeOf, id, ids } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { bomVersionStatus } from './bom-version.status.ts'
import { materialBom, materialBomLine, materialBomLineRow } from './material-bom.record.ts'

const readers = [
  pages.materialBoms,
  pages.editMaterialBom,
  pages.manufacturingBoms,
  pages.selectManufacturingBom,
] as const
const writers = [pages.materialBoms, pages.editMaterialBom] as const
const records = [materialBom, materialBomLine]
const mostLines = 2000
const lines = z.array(materialBomLine.input).max(mostLines)
const status = codeOf(bomVersionStatus)

export const listMaterialBoms = query('/mep_server/biz/bom/query_material_bom_list', {
  title: text('查询物料BOM', 'List material BoMs'),
  grantedBy: readers,
  input: listInput({
    material_id: id.optional(),
    component_id: id.optional(),
    status: status.optional(),
    statuses: z.array(status).max(3).optional(),
    is_default: z.boolean().optional(),
  }),
  output: listOutput(materialBom.row),
  records,
})
export const exportMaterialBoms = exportOf(listMaterialBoms, '/mep_server/biz/bom/export_material_bom', {
  title: text('导出物料BOM', 'Export material BoMs'),
  grantedBy: readers,
})
export const showMaterialBom = query('/mep_server/biz/bom/query_material_bom_detail', {
  title: text('查看物料BOM', 'Show material BoM'),
  grantedBy: readers,
  input: z.strictObject({ id }),
  output: z.object({ record: materialBom.row, lines: z.array(materialBomLineRow) }),
  records,
})
export const addMaterialBom = command('/mep_server/biz/bom/add_material_bom', {
  title: text('新增物料BOM', 'Add material BoM'),
  grantedBy: writers,
  input: materialBom.input.extend({ lines }),
  output: z.object({ id }),
  records,
})
/** Drafts only. Without `lines` the components stay as they are. */
export const alterMaterialBom = command('/mep_server/biz/bom/alter_material_bom', {
  title: text('修改物料BOM', 'Alter material BoM'),
  grantedBy: writers,
  input: materialBom.input.extend({ ...idAndVersion, lines: lines.optional() }),
  output: affected,
  records,
})
const bulk = { grantedBy: writers, input: z.strictObject({ ids: ids() }), output: bulkOutput, records } as const
export const dropMaterialBoms = command('/mep_server/biz/bom/bulk_drop_material_bom', {
  title: text('删除物料BOM', 'Delete material BoMs'),
  ...bulk,
})
/** A released version becomes the default of its product; of several in one call the last one does. */
export const releaseMaterialBoms = command('/mep_server/biz/bom/release_material_bom', {
  title: text('发布物料BOM', 'Release material BoMs'),
  ...bulk,
})
export const cancelMaterialBoms = command('/mep_server/biz/bom/cancel_material_bom', {
  title: text('取消物料BOM', 'Cancel material BoMs'),
  ...bulk,
})
export const makeMaterialBomDefault = command('/mep_server/biz/bom/default_material_bom', {
  title: text('设为默认物料BOM', 'Make material BoM the default'),
  grantedBy: writers,
  input: z.strictObject({ id }),
  output: affected,
  records,
})

export const whereUsedRow = z.object({
  bom_id: id,
  bom_code: z.string(),
  version: z.string(),
  status,
  is_default: z.boolean(),
  product_id: id,
  product: z.string(),
  product_name: z.string(),
  base_quantity: z.string(),
  quantity: z.string(),
  unit_name: z.string(),
  /** The material is a substitute of a component there; `quantity` is the component's times the ratio. */
  as_substitute: z.boolean(),
})
/** BoMs that have the material as a component or a substitute, one level up. */
export const queryBomWhereUsed = query('/mep_server/biz/bom/query_bom_where_used', {
  title: text('物料反查', 'Where used'),
  grantedBy: readers,
  input: z.strictObject({ material_id: id }),
  output: z.object({ result: z.array(whereUsedRow) }),
  records,
})

export const bomTreeNode = z.object({
  /** Place in the tree: line numbers from the top, such as "2.1". */
  key: z.string(),
  level: z.int(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  /** For one base quantity of the parent's BoM, without scrap. */
  quantity: z.string(),
  /** For the base quantity of the top, scrap of each level included, to six decimals, rounded up. */
  total_quantity: z.string(),
  substitute_count: z.int(),
  /** The version in force that the next level is taken from; null for what has none. */
  bom_id: id.nullable(),
  bom_version: z.string().nullable(),
})
export type BomTreeNode = z.output<typeof bomTreeNode>
/** The BoM with the versions in force of its components below, at most 2000 places. */
export const queryMaterialBomTree = query('/mep_server/biz/bom/query_material_bom_tree', {
  title: text('多级物料BOM', 'Multi-level material BoM'),
  grantedBy: readers,
  input: z.strictObject({ id }),
  output: z.object({ result: z.array(bomTreeNode), cut: z.boolean() }),
  records,
})
