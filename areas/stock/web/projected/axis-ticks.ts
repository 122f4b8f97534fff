const mostSteps = 4

/** Round figures, even steps apart, from at or below `low` to at or above `high`; nothing is among them. `low` is at most 0, `high` at least 0. */
export function axisTicks(low: number, high: number): number[] {
  const least = (high - low || 1) / mostSteps
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5, 10].find(times => times * power >= least * (1 - 1e-9)) ?? 10)
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}
