import { convert, isMore, type Quantity, quantityDecimals, roundUp, toSteps } from '@qitao/core/quantity.ts'
import { chargeBy } from '@qitao/masterdata/model/process/charge-by.status.ts'
import type { OperationOfPlan, OrderOfPlan } from './facts.ts'

/** Furnaces: what of an operation goes into a charge, and with what it may stand there. */

/** A load in whole numbers, so that sums of it are exact. */
export const loadSteps = (load: Quantity): number => toSteps(roundUp(load, quantityDecimals), quantityDecimals)

/**
 * What an operation takes of a furnace, whose run is that of one charge. More than one charge fills several, one after the other,
 * and leaves no room for others.
 */
export function chargesFor(
  capacity: Quantity,
  load: Quantity,
  chargeSeconds: number,
): { readonly load: number; readonly runSeconds: number } {
  if (!isMore(load, capacity)) return { load: loadSteps(load), runSeconds: chargeSeconds }
  const charges = Number(roundUp(convert('1', load, capacity), 0))
  return { load: loadSteps(capacity), runSeconds: charges * chargeSeconds }
}

/** Operations with one name may stand together. Without a series or a furnace code only the same product may. */
export function chargeFamily(
  { process_id, charge_by }: Pick<OperationOfPlan, 'process_id' | 'charge_by'>,
  { material_id, series, furnace_code }: Pick<OrderOfPlan, 'material_id' | 'series' | 'furnace_code'>,
): string {
  const product = `product ${material_id}`
  const of = {
    [chargeBy.codes.product]: product,
    [chargeBy.codes.series]: series === null ? product : `series ${series}`,
    [chargeBy.codes.furnace_code]: furnace_code ? `code ${furnace_code}` : product,
    [chargeBy.codes.any]: 'any',
  }
  return `charge ${process_id} ${of[charge_by]}`
}
