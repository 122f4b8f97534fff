import { isPositive, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import type { FormLine, HeadDraft } from '@qitao/document-kit/web'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { proposeReplenishment, proposeTransferBins } from '../../model/moving/moving.calls.ts'
import type { transfer } from '../../model/transfer/transfer.calls.ts'

export type Line = FormLine<typeof transfer>
type Head = HeadDraft<typeof transfer>

/** Bins and lots where none stand, and what is there now. What a person has chosen stays. */
export async function fillBins(lines: readonly Line[], { from_warehouse_id = null, to_warehouse_id = null }: Head) {
  const known = lines.flatMap(({ material_id, from_location_id = null, lot_number = null, quantity }) =>
    material_id
      ? [{ material_id, from_location_id, lot_number: lot_number || null, quantity: positive(quantity) }]
      : [],
  )
  if (known.length === 0) {
    toast.error(text('请先选择物料', 'Choose materials first'))
    return undefined
  }
  const proposed = [...(await ask(proposeTransferBins, { from_warehouse_id, to_warehouse_id, lines: known })).lines]
  return lines.map((line): Line => {
    const one = line.material_id ? proposed.shift() : undefined
    if (!one) return line
    const { available_quantity, occupied_quantity } = one
    return {
      ...{ ...line, available_quantity, occupied_quantity, lot_number: line.lot_number || one.lot_number },
      ...(!line.from_location_id && one.from_location_id
        ? { from_location_id: one.from_location_id, from_location_name: one.from_location_code }
        : {}),
      ...(!line.to_location_id && one.to_location_id
        ? { to_location_id: one.to_location_id, to_location_name: one.to_location_code }
        : {}),
    }
  })
}
const positive = (quantity: unknown): string | null =>
  typeof quantity === 'string' && isQuantity(quantity) && isPositive(quantity) ? quantity : null

/** With the lines that fill the pick faces below their minimum; what nothing is left for is said. */
export async function fillFaces(all: readonly Line[], { from_warehouse_id = null, to_warehouse_id = null }: Head) {
  const { lines, unfilled } = await ask(proposeReplenishment, { from_warehouse_id, to_warehouse_id })
  const missing = unfilled.map(one => `${one.location_code} ${one.material_code} × ${one.quantity}`).join('; ')
  if (missing) toast.error(text(`无货可补：${missing}`, `Nothing left for ${missing}`))
  else if (lines.length === 0) toast.success(text('没有低于最小数量的固定库位', 'No fixed bin is below its minimum'))
  if (lines.length === 0) return undefined
  const own = all.filter(({ material_id }) => material_id)
  const faces = new Set(own.map(({ material_id, to_location_id }) => `${material_id} ${to_location_id}`))
  const added = lines
    .filter(({ material_id, to_location_id }) => !faces.has(`${material_id} ${to_location_id}`))
    .map(({ from_location_code, to_location_code, ...line }) => ({
      ...{ ...line, from_location_name: from_location_code, to_location_name: to_location_code },
      material_name: `${line.material_code} ${line.material_name}`,
    }))
  return [...own, ...added]
}
