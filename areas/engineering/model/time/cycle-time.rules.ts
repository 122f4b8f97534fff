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
  /** What a piece takes of the charge of a furnace. */
  readonly charge_load: Quantity
  readonly expected_oee: Quantity
}
export interface RunTime {
  readonly setup_seconds: number
  /** Seconds per piece as an exact fraction of two decimals, at the expected OEE and the machine's efficiency. */
  readonly run_seconds_per_piece: { readonly numerator: Quantity; readonly denominator: Quantity }
  readonly employees: number
}

/** Undefined: the cycle time is missing. */
export type ClosestTime = (material_id: string, process_id: string, device_id: string) => CycleTime | undefined

/**
 * Of cycle times that which holds for a process of a product on a machine, the most specific: one for the product before one for
 * the machine. Of two for the same the first.
 */
export function closestTimeOf(cycleTimes: Iterable<CycleTime>): ClosestTime {
  const known = new Map<string, CycleTime>()
  const key = (...parts: readonly (string | null)[]) => parts.join(' ')
  for (const one of cycleTimes) {
    const own = key(one.process_id, one.material_id, one.device_id)
    if (!known.has(own)) known.set(own, one)
  }
  return (material_id, process_id, device_id) =>
    known.get(key(process_id, material_id, device_id)) ??
    known.get(key(process_id, material_id, null)) ??
    known.get(key(process_id, null, device_id)) ??
    known.get(key(process_id, null, null))
}

/** Of an entry on a machine; efficiency 1 is the speed that cycle times are given for. */
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
