import type { ManufacturingBomNodeRow, ManufacturingBomRow, PortRow } from '../../model/bom/manufacturing-bom.record.ts'
import { linked, type Mode } from '../../model/bom/manufacturing-bom.rules.ts'

/** A node as the form holds it. */
export interface FlowNode {
  ordering_node: number | null
  next_nodes: number[]
  process_id: string | null
  process_name?: string
  overlap_quantity: string | null
  wait_seconds: number | null
  inputs: PortRow[]
  outputs: PortRow[]
}
export interface FlowForm {
  version: string
  mode: Mode
  code: string | null
  material_bom_id: string | null
  routing_id: string | null
  valid_from: number | null
  expiry_time: number | null
  remark: string | null
  nodes: FlowNode[]
}
export const formOfFlow = (
  head: Partial<ManufacturingBomRow> & { version: string },
  nodes: readonly (Omit<ManufacturingBomNodeRow, 'id'> | FlowNode)[],
): FlowForm => ({
  version: head.version,
  mode: head.mode ?? 'simple',
  code: head.code ?? null,
  material_bom_id: head.material_bom_id ?? null,
  routing_id: head.routing_id ?? null,
  valid_from: head.valid_from ?? null,
  expiry_time: head.expiry_time ?? null,
  remark: head.remark ?? null,
  nodes: nodes.map(node => ({ ...node }) as FlowNode),
})

/** Nodes with a place, in order and linked as the mode says; rows that are not filled in yet are left out. */
export const placedNodes = (nodes: readonly FlowNode[], mode: Mode) =>
  linked(
    nodes.flatMap(node => (node.ordering_node === null ? [] : [{ ...node, ordering_node: node.ordering_node }])),
    mode,
  )

const port = ({ material_id, quantity }: PortRow) => ({ material_id, quantity })
/** The product comes out of the last process, whichever that is; by-products stay where they are. */
export function nodesWithProduct(nodes: readonly FlowNode[], mode: Mode, product: PortRow) {
  return placedNodes(nodes, mode).map(node => {
    const others = node.outputs.filter(one => one.material_id !== product.material_id)
    return { ...node, outputs: node.next_nodes.length === 0 ? [...others, product] : others }
  })
}
export const wireOfFlow = (form: FlowForm, product: PortRow) => ({
  material_id: product.material_id,
  version: form.version,
  mode: form.mode,
  code: form.code ?? null,
  material_bom_id: form.material_bom_id ?? null,
  routing_id: form.routing_id ?? null,
  valid_from: form.valid_from ?? null,
  expiry_time: form.expiry_time ?? null,
  remark: form.remark ?? null,
  lines: nodesWithProduct(form.nodes, form.mode, product).map(node => ({
    ordering_node: node.ordering_node,
    next_nodes: node.next_nodes,
    process_id: node.process_id,
    inputs: node.inputs.map(port),
    outputs: node.outputs.map(port),
    overlap_quantity: node.overlap_quantity ?? null,
    wait_seconds: node.wait_seconds ?? 0,
  })),
})
