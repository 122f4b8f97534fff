import {
  choiceField,
  codeField,
  dayField,
  flagField,
  id,
  integerField,
  listField,
  optional,
  positiveQuantity,
  quantityField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type InputOf, type RowOf, record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { wholeNumberField } from '../whole-number.field.ts'
import { bomVersionStatus } from './bom-version.status.ts'

/** Simple: the processes stand in a row. Standard: a graph in which branches run beside each other and come together. */
export const manufacturingBomMode = statuses({
  standard: { code: 'standard', zh: '标准模式', en: 'Standard', colour: 'info' },
  simple: { code: 'simple', zh: '简易模式', en: 'Simple', colour: 'neutral' },
})

/** How a product flows through its processes, and which components go in where. */
export const manufacturingBom = record('manufacturing_bom', text('制造BOM', 'Manufacturing BoM'), {
  /** Empty: the code of the product. */
  code: optional(codeField('编号', 'Code')),
  material_id: referenceField('产品', 'Product', 'material'),
  version: codeField('版本', 'Version'),
  mode: withDefault(choiceField('模式', 'Mode', manufacturingBomMode), 'simple'),
  /** Whose components the nodes share out; quantities of the nodes are for its base quantity. */
  material_bom_id: optional(referenceField('物料BOM', 'Material BoM', 'material_bom')),
  routing_id: optional(referenceField('工艺路线', 'Routing', 'routing')),
  /** The work orders that begin from then on are made by it; empty: from its release. */
  valid_from: optional(dayField('生效日期', 'Valid from')),
  expiry_time: optional(dayField('失效日期', 'Valid before')),
  remark: remarkField(),
  status: readOnly(choiceField('状态', 'Status', bomVersionStatus)),
  is_default: readOnly(flagField('默认版本', 'Default')),
  material_code: readOnly(textField('产品编号', 'Product code')),
  material_name: readOnly(textField('产品名称', 'Product name')),
  material_bom_version: readOnly(optional(textField('物料BOM版本', 'Material BoM version'))),
  /** The material BoM of the product that is in force now is another one than this was made for. */
  outdated: readOnly(flagField('物料BOM已更新', 'Material BoM has changed')),
  /** The routing that it was made from has a newer version. */
  routing_outdated: readOnly(flagField('工艺路线已更新', 'Routing has changed')),
  routing_code: readOnly(optional(textField('工艺路线编号', 'Routing code'))),
  node_count: readOnly(integerField('工序数', 'Processes')),
})

const mostPorts = 500
const port = z.strictObject({ material_id: id, quantity: positiveQuantity })
/** What goes in or comes out of a process, for the base quantity. */
export type Port = z.output<typeof port>
const ports = z.array(port).max(mostPorts)
export const portRow = z.object({
  material_id: id,
  quantity: z.string(),
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
})
export type PortRow = z.output<typeof portRow>
export const mostNodes = 200

export const manufacturingBomNode = record('manufacturing_bom_node', text('制造BOM节点', 'Manufacturing BoM node'), {
  ordering_node: wholeNumberField('顺序', 'Sequence'),
  /** In simple mode the order says it and this is not read. */
  next_nodes: withDefault(listField('后续节点', 'Next nodes', z.array(z.int()).max(mostNodes)), []),
  process_id: referenceField('工序', 'Process', 'process'),
  inputs: withDefault(listField('投入', 'Inputs', ports), []),
  outputs: withDefault(listField('产出', 'Outputs', ports), []),
  /** Pieces handed on at a time; empty: the next step waits for all. */
  overlap_quantity: optional(quantityField('转移批量', 'Transfer batch')),
  wait_seconds: withDefault(wholeNumberField('等待时间', 'Wait after', { min: 0, unit: text('秒', 's') }), 0),
  process_code: readOnly(textField('工序编号', 'Process code')),
  process_name: readOnly(textField('工序名称', 'Process name')),
})
export type ManufacturingBomRow = RowOf<typeof manufacturingBom>
/** A node as it travels: what goes in and out with its names. */
export const manufacturingBomNodeRow = z.object({
  ...manufacturingBomNode.row.shape,
  inputs: z.array(portRow),
  outputs: z.array(portRow),
})
export type ManufacturingBomNodeRow = z.output<typeof manufacturingBomNodeRow>
export type NodeInput = InputOf<typeof manufacturingBomNode>
