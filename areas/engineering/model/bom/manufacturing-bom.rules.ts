import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, convert, isEqual, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { type ErrorDefinition, Refusal, type RefusalData } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { findCycle } from '@qitao/planning/bom/cycle.ts'
import { wayRound } from './bom.rules.ts'
import { manufacturingBomNode, type NodeInput, type Port } from './manufacturing-bom.record.ts'

export type Mode = 'simple' | 'standard'
type Node = Pick<NodeInput, 'ordering_node' | 'next_nodes' | 'inputs' | 'outputs'>
export interface Problem {
  readonly error: ErrorDefinition
  readonly data: RefusalData
}

/** In simple mode each node is followed by the next in order; in standard mode by what it says. */
export function linked<N extends Pick<NodeInput, 'ordering_node' | 'next_nodes'>>(
  nodes: readonly N[],
  mode: Mode,
): N[] {
  const inOrder = [...nodes].sort((a, b) => a.ordering_node - b.ordering_node)
  if (mode === 'standard')
    return inOrder.map(node => ({ ...node, next_nodes: [...new Set(node.next_nodes)].sort((a, b) => a - b) }))
  return inOrder.map((node, index) => ({
    ...node,
    next_nodes: inOrder.slice(index + 1, index + 2).map(next => next.ordering_node),
  }))
}
/** Whether processes run beside each other or come together: simple mode would lose that. */
export function hasBranches(nodes: readonly Pick<NodeInput, 'next_nodes'>[]): boolean {
  const followers = nodes.flatMap(node => node.next_nodes)
  return nodes.some(node => node.next_nodes.length > 1) || new Set(followers).size < followers.length
}

/** What is wrong with the flow itself: it may not even be stored. `nodes` are linked; `codes` of materials. */
export function* flowProblems(
  product_id: string,
  nodes: readonly Node[],
  codes: ReadonlyMap<string, string>,
): Generator<Problem> {
  const places = new Map(nodes.map((node, index) => [node.ordering_node, index + 1]))
  if (places.size < nodes.length) {
    const seen = new Set<number>()
    const row = nodes.findIndex(({ ordering_node }) => seen.size === seen.add(ordering_node).size) + 1
    yield problem(row, 'ordering_node', text('顺序重复', 'The sequence is repeated'))
    return
  }
  for (const [index, node] of nodes.entries()) {
    const missing = node.next_nodes.find(next => !places.has(next))
    if (missing !== undefined) {
      yield problem(index + 1, 'next_nodes', text('没有顺序为{missing}的节点', 'There is no node {missing}'), {
        missing,
      })
    }
    yield* portProblems(product_id, node, index + 1, codes)
  }
  const cycle = findCycle(
    nodes.map(node => ({ material: String(node.ordering_node), components: node.next_nodes.map(String) })),
  )
  if (cycle) {
    yield wayRound(cycle)
    return
  }
  const last = nodes.filter(node => node.next_nodes.length === 0)
  if (last.length > 1) {
    const ends = last.map(node => node.ordering_node).join(', ')
    yield problem(
      undefined,
      'next_nodes',
      text('只能有一个末道工序，现有：{ends}', 'There must be one last process, but there are: {ends}'),
      { ends },
    )
  }
}

function* portProblems(
  product_id: string,
  node: Node,
  row: number,
  codes: ReadonlyMap<string, string>,
): Generator<Problem> {
  for (const field of ['inputs', 'outputs'] as const) {
    const seen = new Set<string>()
    for (const { material_id } of node[field]) {
      const code = codes.get(material_id)
      if (code === undefined) {
        yield {
          error: generalErrors.recordNotFound,
          data: { field, field_title: manufacturingBomNode.fields[field].title, row },
        }
      } else if (seen.has(material_id)) {
        yield problem(row, field, text('物料{code}重复', 'Material {code} is repeated'), { code })
      }
      seen.add(material_id)
    }
  }
  if (node.inputs.some(({ material_id }) => material_id === product_id)) {
    const code = String(codes.get(product_id))
    yield wayRound([code, code], { field: 'inputs', row })
  }
}

/** What is needed besides for release: the components of the material BoM, all and only they, and the product at the end. */
export function* balanceProblems(
  product: { material_id: string; base_quantity: Quantity },
  nodes: readonly Node[],
  lines: readonly Port[],
  codes: ReadonlyMap<string, string>,
): Generator<Problem> {
  const used = new Map<string, Quantity>()
  for (const { material_id, quantity } of nodes.flatMap(node => node.inputs)) {
    used.set(material_id, add(used.get(material_id) ?? '0', quantity))
  }
  for (const { material_id, quantity } of lines) {
    const given = used.get(material_id) ?? '0'
    used.delete(material_id)
    if (!isEqual(given, quantity)) {
      yield problem(
        undefined,
        'inputs',
        text(
          '物料{code}应投入{quantity}，已分配{given}，相差{difference}',
          'Material {code}: {quantity} must go in, {given} does, {difference} apart',
        ),
        {
          code: codes.get(material_id),
          quantity: plain(quantity),
          given: plain(given),
          difference: plain(subtract(quantity, given)),
        },
      )
    }
  }
  for (const material_id of used.keys()) {
    yield problem(undefined, 'inputs', text('物料{code}不在物料BOM中', 'Material {code} is not in the material BoM'), {
      code: codes.get(material_id),
    })
  }
  const last = nodes.find(node => node.next_nodes.length === 0)
  const made = last?.outputs.find(({ material_id }) => material_id === product.material_id)
  if (!made || !isEqual(made.quantity, product.base_quantity)) {
    yield problem(
      undefined,
      'outputs',
      text('末道工序必须产出产品，数量为{quantity}', 'The product must come out of the last process, {quantity} of it'),
      { quantity: plain(product.base_quantity) },
    )
  }
}
const plain = (quantity: Quantity): Quantity => add(quantity, '0')

const problem = (
  row: number | undefined,
  field: 'ordering_node' | 'next_nodes' | 'inputs' | 'outputs',
  detail: Text,
  values: object = {},
): Problem => ({
  error: generalErrors.badParameter,
  data: {
    ...values,
    field,
    field_title: manufacturingBomNode.fields[field].title,
    ...(row === undefined ? {} : { row }),
    detail,
  },
})

/** Refuses with the first problem. */
export function refuseFirst(problems: Iterable<Problem>): void {
  for (const { error, data } of problems) throw new Refusal(error, data)
}

export interface RoutingForProposal {
  readonly process_id: string
  readonly overlap_quantity: Quantity | null
  readonly wait_seconds: number
}
const nodeDistance = 10
/** The steps of a routing in a row, all components at the first, the product out of the last: to be edited. */
export const proposeNodes = <P extends Port, S extends RoutingForProposal>(
  product: P,
  components: readonly P[],
  steps: readonly S[],
): (S & { ordering_node: number; next_nodes: number[]; inputs: P[]; outputs: P[] })[] =>
  steps.map((step, index) => ({
    ...step,
    ordering_node: (index + 1) * nodeDistance,
    next_nodes: index + 1 < steps.length ? [(index + 2) * nodeDistance] : [],
    inputs: index === 0 ? [...components] : [],
    outputs: index + 1 === steps.length ? [product] : [],
  }))

/**
 * A manufacturing BoM of one version of the material BoM as it holds for another: what both have goes in where it did, shared
 * out as it was, in the quantity of the other. What is gone goes in nowhere, and so does what is new.
 */
export function carriedOver<
  F extends {
    readonly base_quantity: Quantity
    readonly nodes: readonly { readonly inputs: readonly Port[]; readonly outputs: readonly Port[] }[]
  },
>(flow: F, bom: { readonly base_quantity: Quantity; readonly lines: readonly Port[] }) {
  const given = new Map<string, Quantity>()
  for (const { material_id, quantity } of flow.nodes.flatMap(({ inputs }) => inputs))
    given.set(material_id, add(given.get(material_id) ?? '0', quantity))
  const asked = new Map(bom.lines.map(({ material_id, quantity }) => [material_id, quantity]))
  const nodes = flow.nodes.map((node): F['nodes'][number] => ({
    ...node,
    inputs: node.inputs.flatMap(input => {
      const quantity = asked.get(input.material_id)
      return quantity === undefined
        ? []
        : { ...input, quantity: convert(input.quantity, quantity, given.get(input.material_id)!) }
    }),
    outputs: node.outputs.map(output => ({
      ...output,
      quantity: convert(output.quantity, bom.base_quantity, flow.base_quantity),
    })),
  }))
  return { ...flow, base_quantity: bom.base_quantity, nodes }
}
