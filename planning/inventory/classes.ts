/** ABC by the share of the value consumed, XYZ by how evenly it is. */
export type Abc = 'A' | 'B' | 'C'
export type Xyz = 'X' | 'Y' | 'Z'
const aTo = 0.8
const bTo = 0.95
const xTo = 0.5
const yTo = 1

/** The first 80 % of the value are A, up to 95 % B, the rest C; one that begins within a class belongs to it. */
export function abcOf(values: readonly number[]): Abc[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  const classes = new Array<Abc>(values.length).fill('C')
  let before = 0
  for (const at of [...values.keys()].sort((a, b) => values[b]! - values[a]! || a - b)) {
    const value = values[at]!
    if (value > 0 && total > 0) classes[at] = before < aTo * total ? 'A' : before < bTo * total ? 'B' : 'C'
    before += value
  }
  return classes
}

/** By the coefficient of variation of the demand of a week. */
export function xyzOf(weeks: readonly number[]): Xyz {
  const { mean, deviation } = momentsOf(weeks)
  if (mean <= 0) return 'Z'
  const variation = deviation / mean
  return variation <= xTo ? 'X' : variation <= yTo ? 'Y' : 'Z'
}

export function momentsOf(values: readonly number[]): { mean: number; deviation: number } {
  if (values.length === 0) return { mean: 0, deviation: 0 }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, deviation: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0 }
}
