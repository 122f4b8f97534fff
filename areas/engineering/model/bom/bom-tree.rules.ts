import { mostRows } from '@qitao/core/page.ts'
import { add, convert, multiply, type Quantity, roundUp } from '@qitao/core/quantity.ts'
import type { BomTreeNode } from './material-bom.calls.ts'

interface TreeLine {
  readonly material_id: string
  readonly quantity: Quantity
  readonly scrap_rate: Quantity
  readonly substitutes: readonly unknown[]
}
interface TreeBom {
  readonly base_quantity: Quantity
  readonly lines: readonly TreeLine[]
}
interface TreeMaterial {
  readonly code: string
  readonly name: string
  readonly unit_name: string
}

const shownDecimals = 6

/**
 * The places of a BoM and of the BoMs in force below it, parents before children. A material that stands above itself,
 * which only a draft can bring about, is not opened again.
 */
export function bomTree(
  top: TreeBom,
  inForce: ReadonlyMap<string, TreeBom & { readonly id: string; readonly version: string }>,
  materials: ReadonlyMap<string, TreeMaterial>,
): { result: BomTreeNode[]; cut: boolean } {
  const result: BomTreeNode[] = []
  const open = (bom: TreeBom, wanted: Quantity, place: string, above: readonly string[]): void => {
    for (const [index, line] of bom.lines.entries()) {
      if (result.length >= mostRows) return
      const needed = convert(multiply(wanted, line.quantity), add('1', line.scrap_rate), bom.base_quantity)
      const below = above.includes(line.material_id) ? undefined : inForce.get(line.material_id)
      const material = materials.get(line.material_id)!
      const key = place === '' ? String(index + 1) : `${place}.${index + 1}`
      result.push({
        key,
        level: above.length + 1,
        material_id: line.material_id,
        material_code: material.code,
        material_name: material.name,
        unit_name: material.unit_name,
        quantity: line.quantity,
        total_quantity: roundUp(needed, shownDecimals),
        substitute_count: line.substitutes.length,
        bom_id: below?.id ?? null,
        bom_version: below?.version ?? null,
      })
      if (below) open(below, needed, key, [...above, line.material_id])
    }
  }
  open(top, top.base_quantity, '', [])
  return { result, cut: result.length >= mostRows }
}
