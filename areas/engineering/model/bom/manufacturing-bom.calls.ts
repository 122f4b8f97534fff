import { query } from '@qitao/core/call.ts'
import { codeOf, id } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { bomVersionCalls } from './bom-version.calls.ts'
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

export const manufacturingBomCalls = bomVersionCalls(manufacturingBom, {
  noun: 'manufacturing_bom',
  line: manufacturingBomNode,
  lines: z.array(manufacturingBomNode.input).min(1).max(mostNodes),
  lineRow: manufacturingBomNodeRow,
  filters: { process_id: id.optional(), mode: codeOf(manufacturingBomMode).optional() },
  reads: grantedBy,
  changes: grantedBy,
})
export const {
  list: listManufacturingBoms,
  export: exportManufacturingBoms,
  show: showManufacturingBom,
  add: addManufacturingBom,
  alter: alterManufacturingBom,
  drop: dropManufacturingBoms,
  release: releaseManufacturingBoms,
  cancel: cancelManufacturingBoms,
  makeDefault: makeManufacturingBomDefault,
} = manufacturingBomCalls

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
