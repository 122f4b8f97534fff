/** How long it takes to make something that nobody has planned yet: by its steps, as they follow each other. */
export interface LeadStep {
  /** Places of the steps behind it: all before its own. */
  readonly next: readonly number[]
  /** Until its machine is free, and after it until the next step may begin. */
  readonly waitSeconds: number
  readonly setupSeconds: number
  /** Of the material's smallest unit; `leastSeconds` for however little. */
  readonly runSeconds: number
  readonly leastSeconds: number
  /** Furnaces among its machines run by charges, however full the last one is. */
  readonly charges?: readonly {
    /** Part of a charge that the material's smallest unit takes. */
    readonly part: number
    readonly seconds: number
  }[]
}
/** Parts of a charge are no exact numbers: three times a third of it are one charge. */
const rounding = 1e-9
export interface LeadTime {
  /** Of what has no steps. */
  readonly leadTimeSeconds: number
  /** The last one first; none: nothing is known of them. */
  readonly leadSteps?: readonly LeadStep[]
}

/** From the beginning of the first step to the end of the last one, along the longest way. */
export function leadSeconds({ leadTimeSeconds, leadSteps }: LeadTime, quantity: number): number {
  if (!leadSteps || leadSteps.length === 0) return leadTimeSeconds
  const from: number[] = []
  let longest = 0
  for (const { next, waitSeconds, setupSeconds, runSeconds, leastSeconds, charges = [] } of leadSteps) {
    let behind = 0
    for (const place of next) behind = Math.max(behind, from[place]!)
    let run = runSeconds * quantity
    for (const { part, seconds } of charges) run += Math.ceil(part * quantity - rounding) * seconds
    const all = waitSeconds + setupSeconds + Math.max(leastSeconds, run) + behind
    from.push(all)
    longest = Math.max(longest, all)
  }
  return Math.ceil(longest)
}
