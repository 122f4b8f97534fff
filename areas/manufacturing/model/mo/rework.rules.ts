import type { Recipe } from './recipe.rules.ts'

/** Steps of one order that works on goods again are this far apart, as those of a routing are. */
const apart = 10

/** Goods that failed go in and come out of these steps, one after the other. */
export const reworkRecipe = (material_id: string, process_ids: readonly string[]): Recipe => ({
  ...{
    material_id,
    material_bom_id: null,
    base_quantity: '1',
    manufacturing_bom_id: null,
    nodes: [],
    later: [],
    routing_id: null,
  },
  lines: [{ material_id, quantity: '1', scrap_rate: '0', valid_from: null, expiry_time: null }],
  steps: process_ids.map((process_id, index) => ({
    ...{ sequence: (index + 1) * apart, process_id, overlap_quantity: null, wait_seconds: 0 },
  })),
})
