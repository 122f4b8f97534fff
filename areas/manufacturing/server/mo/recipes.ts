import { convert } from '@qitao/core/quantity.ts'
import { bomsInForce, type ProductStructure } from '@qitao/engineering/server'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import type { Recipe, Way } from '../../model/mo/recipe.rules.ts'

/** The released way to make each product, with the components of all days; one with neither BoM nor routing is absent. */
export async function recipesFor(
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
  now: number,
  bom_ids: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, Recipe>> {
  const inForce = await bomsInForce(tx, org_id, [...new Set(material_ids)], now, { chosen: bom_ids, every_day: true })
  const isChosen = ({ material_id, material_bom }: ProductStructure) =>
    !bom_ids.has(material_id) || material_bom?.id === bom_ids.get(material_id)
  const made = [...inForce.values()].filter(of => isChosen(of) && (isMade(of) || of.later.some(isMade)))
  return new Map(made.map(of => [of.material_id, recipeOf(of)]))
}
const isMade = (of: Omit<ProductStructure, 'later'>): boolean =>
  (of.material_bom ?? of.manufacturing_bom ?? of.routing) !== null

/** A product's structure as work orders are made from it; a way that says nothing is none to follow. */
export const recipeOf = ({ later, ...today }: ProductStructure): Recipe => ({
  ...wayOf(today),
  later: later.flatMap(({ valid_from, ...one }) => (isMade(one) ? { ...wayOf(one), valid_from } : [])),
})
function wayOf({ material_id, material_bom, manufacturing_bom, routing }: Omit<ProductStructure, 'later'>): Way {
  return {
    material_id,
    material_bom_id: material_bom?.id ?? null,
    base_quantity: material_bom?.base_quantity ?? '1',
    lines: material_bom?.lines ?? [],
    manufacturing_bom_id: manufacturing_bom?.id ?? null,
    nodes: (manufacturing_bom?.nodes ?? []).map(node => ({
      ...node,
      inputs: node.inputs.map(({ material_id: input, quantity }) => ({
        material_id: input,
        quantity: convert(quantity, '1', manufacturing_bom!.base_quantity),
      })),
    })),
    routing_id: routing?.id ?? null,
    steps: routing?.steps ?? [],
  }
}
