import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { bomVersionCalls } from './bom-version.calls.ts'
import { bomVersionStatus } from './bom-version.status.ts'
import { materialBom, materialBomLine, materialBomLineRow, substitute } from './material-bom.record.ts'

const readers = [
  pages.materialBoms,
  pages.editMaterialBom,
  pages.manufacturingBoms,
  pages.selectManufacturingBom,
] as const
const records = [materialBom, materialBomLine]
const mostLines = 2000
const mostReason = 255

export const materialBomCalls = bomVersionCalls(materialBom, {
  noun: 'material_bom',
  line: materialBomLine,
  lines: z.array(materialBomLine.input).max(mostLines),
  lineRow: materialBomLineRow,
  filters: { component_id: id.optional(), is_default: z.boolean().optional() },
  reads: readers,
  changes: [pages.materialBoms, pages.editMaterialBom],
})
export const {
  list: listMaterialBoms,
  export: exportMaterialBoms,
  show: showMaterialBom,
  add: addMaterialBom,
  alter: alterMaterialBom,
  drop: dropMaterialBoms,
  release: releaseMaterialBoms,
  cancel: cancelMaterialBoms,
  makeDefault: makeMaterialBomDefault,
} = materialBomCalls

export const whereUsedRow = z.object({
  bom_id: id,
  bom_code: z.string(),
  version: z.string(),
  status: codeOf(bomVersionStatus),
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

const ofLine = { bom_id: id, component_id: id }
/** Of a released version, which is fixed otherwise: it is used once it is approved, behind those that are there. */
export const proposeSubstitute = command('/mep_server/biz/bom/propose_substitute', {
  title: text('提出替代料', 'Propose a substitute'),
  grantedBy: [pages.materialBoms, pages.editMaterialBom],
  input: z.strictObject({ ...ofLine, ...substitute.shape, reason: plainString(mostReason).nullish() }),
  output: affected,
  records,
})
/** `approved` false: it is not used any more; what is taken already stays. */
export const approveSubstitute = command('/mep_server/biz/bom/approve_substitute', {
  title: text('批准替代料', 'Approve a substitute'),
  grantedBy: [pages.materialBoms, pages.editMaterialBom],
  input: z.strictObject({ ...ofLine, material_id: id, approved: z.boolean() }),
  output: affected,
  records,
})
