import { convert, multiply, type Quantity, roundUp } from '@qitao/core/quantity.ts'

/** A cycle time as rules and planning read it; null means any product or any machine. */
export interface CycleTime {
  readonly material_id: string | null
  readonly process_id: string
  readonly device_id: string | null
  readonly cycle_seconds: Quantity
  readonly batch_quantity: Quantity
  readonly setup_seconds: number
  readonly employees: number
  readonly expected_oee: Quantity
}
/** A machine; efficiency 1 is the speed that cycle times are given for. */
export interface Speed {
  readonly id: string
  readonly efficiency: Quantity
}
export interface RunTime {
  readonly setup_seconds: number
  /** Seconds per piece as an exact fraction of two decimals, at the expected OEE and the machine's efficiency. */
  readonly run_seconds_per_piece: { readonly numerator: Quantity; readonly denominator: Quantity }
  readonly employees: number
}

/**
 * Set-up and run time of a process for a product on a machine: the most specific entry holds, one for the product before
 * one for the machine. Undefined: the cycle time is missing.
 */
export function cycleTimeFor(
  cycleTimes: Iterable<CycleTime>,
  material_id: string,
  process_id: string,
  device: Speed,
): RunTime | undefined {
  const best = closestCycleTime(cycleTimes, material_id, process_id, device)
  return best && runTime(best, device.efficiency)
}
/** The entry that holds. */
export function closestCycleTime(
  cycleTimes: Iterable<CycleTime>,
  material_id: string,
  process_id: string,
  device: Pick<Speed, 'id'>,
): CycleTime | undefined {
  let best: CycleTime | undefined
  for (const one of cycleTimes) {
    if (one.process_id !== process_id) continue
    if (one.material_id !== null && one.material_id !== material_id) continue
    if (one.device_id !== null && one.device_id !== device.id) continue
    if (best === undefined || closeness(one) > closeness(best)) best = one
  }
  return best
}
const closeness = (one: CycleTime): number => (one.material_id === null ? 0 : 2) + (one.device_id === null ? 0 : 1)

/** Of an entry on a machine of an efficiency. */
export const runTime = (one: CycleTime, efficiency: Quantity): RunTime => ({
  setup_seconds: one.setup_seconds,
  run_seconds_per_piece: {
    numerator: one.cycle_seconds,
    denominator: multiply(multiply(one.batch_quantity, one.expected_oee), efficiency),
  },
  employees: one.employees,
})

/** Whole seconds that a quantity runs, rounded up; set-up not included. */
export const runSeconds = (
  { run_seconds_per_piece: { numerator, denominator } }: RunTime,
  quantity: Quantity,
): number => Number(roundUp(convert(quantity, numerator, denominator), 0))
