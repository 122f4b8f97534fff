import { add, convert, multiply, type Quantity, roundUp } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { hasValidity, usedAt } from '@qitao/engineering/model/bom/bom.rules.ts'
import { versionAt } from '@qitao/engineering/model/bom/succession.rules.ts'

/** How a product is made, as released: its material BoM, and its manufacturing BoM or at least its routing. */
export interface Recipe extends Way {
  /** What follows it, from when each is in force, the next one first. */
  readonly later: readonly (Way & { readonly valid_from: Instant })[]
}
export interface Way {
  readonly material_id: string
  readonly material_bom_id: string | null
  readonly base_quantity: Quantity
  readonly lines: readonly {
    readonly material_id: string
    readonly quantity: Quantity
    readonly scrap_rate: Quantity
    readonly valid_from: Instant | null
    readonly expiry_time: Instant | null
  }[]
  readonly manufacturing_bom_id: string | null
  readonly nodes: readonly RecipeNode[]
  readonly routing_id: string | null
  readonly steps: readonly {
    readonly sequence: number
    readonly process_id: string
    readonly overlap_quantity: Quantity | null
    readonly wait_seconds: number
  }[]
}
export interface RecipeNode {
  readonly ordering_node: number
  readonly next_nodes: readonly number[]
  readonly process_id: string
  /** Consumed at this process, for one piece of the product. */
  readonly inputs: readonly { readonly material_id: string; readonly quantity: Quantity }[]
  readonly overlap_quantity: Quantity | null
  readonly wait_seconds: number
}

/** A way that says nothing is none to follow: so it is before the first day of a product's only BoM. */
export const hasWay = ({
  material_bom_id,
  manufacturing_bom_id,
  routing_id,
}: Pick<Way, 'material_bom_id' | 'manufacturing_bom_id' | 'routing_id'>): boolean =>
  (material_bom_id ?? manufacturing_bom_id ?? routing_id) !== null

/** Not all orders that are made by it use the same: it depends on when they begin. */
export const isDated = ({ lines, later }: Pick<Recipe, 'lines' | 'later'>): boolean =>
  later.length > 0 || lines.some(hasValidity)
/** As an order is made by it that begins then. */
export function recipeAt(recipe: Recipe, start: Instant): Recipe {
  const way: Way = versionAt(recipe.later, start) ?? recipe
  return { ...way, ...usedAt(way, start), later: [] }
}

export interface NewOperation {
  readonly sequence: number
  readonly next_sequences: readonly number[]
  readonly process_id: string
  readonly overlap_quantity: Quantity | null
  readonly wait_seconds: number
}
/** The steps of one work order: the manufacturing BoM's nodes, else the routing's steps one after the other. */
export function operationsOf(recipe: Recipe): NewOperation[] {
  if (recipe.nodes.length > 0) {
    return recipe.nodes.map(({ ordering_node, next_nodes, process_id, overlap_quantity, wait_seconds }) => ({
      sequence: ordering_node,
      next_sequences: next_nodes,
      process_id,
      overlap_quantity,
      wait_seconds,
    }))
  }
  const steps = recipe.steps.toSorted((a, b) => a.sequence - b.sequence)
  return steps.map((step, index) => ({ ...step, next_sequences: steps[index + 1] ? [steps[index + 1]!.sequence] : [] }))
}

export interface NewComponent {
  readonly line_no: number
  readonly operation_sequence: number | null
  readonly material_id: string
  readonly quantity_per: Quantity
  readonly required_quantity: Quantity
}
/**
 * What a work order of `planned` pieces needs: by the manufacturing BoM at the process that consumes it, what only the
 * material BoM names at the first step. Scrap of the material BoM's line is added; needs round up to the unit's precision.
 */
export function componentsOf(
  recipe: Recipe,
  planned: Quantity,
  precisions: ReadonlyMap<string, number>,
): NewComponent[] {
  const operations = operationsOf(recipe)
  const first = operations.length > 0 ? Math.min(...operations.map(operation => operation.sequence)) : null
  const lines = new Map(recipe.lines.map(line => [line.material_id, line]))
  const placed = recipe.nodes.flatMap(node =>
    node.inputs.map(input => ({ ...input, sequence: node.ordering_node as number | null })),
  )
  const covered = new Set(placed.map(input => input.material_id))
  const rest = recipe.lines.flatMap(line =>
    covered.has(line.material_id)
      ? []
      : [
          {
            material_id: line.material_id,
            quantity: convert(line.quantity, '1', recipe.base_quantity),
            sequence: first,
          },
        ],
  )
  return [...placed, ...rest].map(({ material_id, quantity, sequence }, index) => {
    const withScrap = multiply(quantity, add('1', lines.get(material_id)?.scrap_rate ?? '0'))
    return {
      line_no: index + 1,
      operation_sequence: sequence,
      material_id,
      quantity_per: roundUp(withScrap, 6),
      required_quantity: roundUp(multiply(withScrap, planned), precisions.get(material_id) ?? 0),
    }
  })
}
