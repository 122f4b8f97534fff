import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { codeOf, id, ids } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { bomVersionStatus } from './bom-version.status.ts'
import {
  manufacturingBom,
  manufacturingBomMode,
  manufacturingBomNode,
  manufacturingBomNodeRow,
  mostNodes,
  portRow,
} from './manufacturing-bom.record.ts'

const grantedBy = [pages.manufacturingBoms, pages.selectManufacturingBom] as const
const records = [manufacturingBom, manufacturingBomNode]
const nodes = z.array(manufacturingBomNode.input).min(1).max(mostNodes)
const status = codeOf(bomVersionStatus)

export const listManufacturingBoms = query('/mep_server/biz/bom/query_manufacturing_bom_list', {
  title: text('查询制造BOM', 'List manufacturing BoMs'),
  grantedBy,
  input: listInput({
    material_id: id.optional(),
    process_id: id.optional(),
    status: status.optional(),
    statuses: z.array(status).max(3).optional(),
    mode: codeOf(manufacturingBomMode).optional(),
  }),
  output: listOutput(manufacturingBom.row),
  records,
})
export const exportManufacturingBoms = exportOf(listManufacturingBoms, '/mep_server/biz/bom/export_manufacturing_bom', {
  title: text('导出制造BOM', 'Export manufacturing BoMs'),
  grantedBy,
})
export const showManufacturingBom = query('/mep_server/biz/bom/query_manufacturing_bom_detail', {
  title: text('查看制造BOM', 'Show manufacturing BoM'),
  grantedBy,
  input: z.strictObject({ id }),
  output: z.object({ record: manufacturingBom.row, lines: z.array(manufacturingBomNodeRow) }),
  records,
})
export const addManufacturingBom = command('/mep_server/biz/bom/add_manufacturing_bom', {
  title: text('新增制造BOM', 'Add manufacturing BoM'),
  grantedBy,
  input: manufacturingBom.input.extend({ lines: nodes }),
  output: z.object({ id }),
  records,
})
/** Drafts only. Without `lines` the nodes stay as they are. */
export const alterManufacturingBom = command('/mep_server/biz/bom/alter_manufacturing_bom', {
  title: text('修改制造BOM', 'Alter manufacturing BoM'),
  grantedBy,
  input: manufacturingBom.input.extend({ ...idAndVersion, lines: nodes.optional() }),
  output: affected,
  records,
})
const bulk = { grantedBy, input: z.strictObject({ ids: ids() }), output: bulkOutput, records } as const
export const dropManufacturingBoms = command('/mep_server/biz/bom/bulk_drop_manufacturing_bom', {
  title: text('删除制造BOM', 'Delete manufacturing BoMs'),
  ...bulk,
})
/** A released version becomes the default of its product; of several in one call the last one does. */
export const releaseManufacturingBoms = command('/mep_server/biz/bom/release_manufacturing_bom', {
  title: text('发布制造BOM', 'Release manufacturing BoMs'),
  ...bulk,
})
export const cancelManufacturingBoms = command('/mep_server/biz/bom/cancel_manufacturing_bom', {
  title: text('取消制造BOM', 'Cancel manufacturing BoMs'),
  ...bulk,
})
export const makeManufacturingBomDefault = command('/mep_server/biz/bom/default_manufacturing_bom', {
  title: text('设为默认制造BOM', 'Make manufacturing BoM the default'),
  grantedBy,
  input: z.strictObject({ id }),
  output: affected,
  records,
})

/**
 * A draft of a manufacturing BoM from a material BoM and a routing (absent: those in force): the steps of the routing in
 * a row, all components at the first one, the product out of the last. Nothing is stored.
 */
export const proposeManufacturingBom = query('/mep_server/biz/bom/propose_manufacturing_bom', {
  title: text('生成制造BOM建议', 'Propose manufacturing BoM'),
  grantedBy,
  input: z.strictObject({ material_id: id, material_bom_id: id.nullish(), routing_id: id.nullish() }),
  output: z.object({
    material_id: id,
    material_code: z.string(),
    material_name: z.string(),
    material_bom_id: id,
    routing_id: id,
    version: z.string(),
    lines: z.array(
      z.object({
        ordering_node: z.int(),
        next_nodes: z.array(z.int()),
        process_id: id,
        process_code: z.string(),
        process_name: z.string(),
        inputs: z.array(portRow),
        outputs: z.array(portRow),
        overlap_quantity: z.string().nullable(),
        wait_seconds: z.int(),
      }),
    ),
  }),
  records,
})

export const candidateRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  specs: z.string().nullable(),
  kind: z.int(),
  series: z.string().nullable(),
  material_bom_id: id.nullable(),
  material_bom_version: z.string().nullable(),
  routing_id: id.nullable(),
  routing_code: z.string().nullable(),
  manufacturing_bom_id: id.nullable(),
  manufacturing_bom_version: z.string().nullable(),
})
/** Products with a material BoM in force, and what else they have; `missing`: only those without a released mBoM for it. */
export const listManufacturingBomCandidates = query('/mep_server/biz/bom/query_manufacturing_bom_candidates', {
  title: text('查询可建制造BOM的产品', 'List products for a manufacturing BoM'),
  grantedBy,
  input: listInput({ missing: z.boolean().optional(), kinds: z.array(z.int()).max(3).optional() }),
  output: listOutput(candidateRow),
  records,
})
