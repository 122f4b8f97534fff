/**
 * Sampling by attributes, lot by lot (ISO 2859-1:1999, GB/T 2828.1-2012): sample size code letters (table 1) and single sampling plans
 * for normal, tightened and reduced inspection (tables 2-A, 2-B, 2-C) for percent nonconforming, that is AQL 0.010 to 10. The
 * acceptance numbers of a table stand on its diagonals: letter and AQL one step on together leave the plan as it is.
 */
export const inspectionLevels = ['S-1', 'S-2', 'S-3', 'S-4', 'I', 'II', 'III'] as const
export type InspectionLevel = (typeof inspectionLevels)[number]
export const severities = ['normal', 'tightened', 'reduced'] as const
export type Severity = (typeof severities)[number]
export const aqls = [0.01, 0.015, 0.025, 0.04, 0.065, 0.1, 0.15, 0.25, 0.4, 0.65, 1, 1.5, 2.5, 4, 6.5, 10] as const
export type Aql = (typeof aqls)[number]

export interface SamplingPlan {
  /** Letter of the plan, after the arrows. */
  readonly letter: string
  readonly sample_size: number
  /** A lot with at most so many nonconforming in the sample is accepted (Ac), with `reject_number` (Re) it is not. */
  readonly accept_number: number
  readonly reject_number: number
}

/** Largest lot of each row of table 1, and its letters by level. */
const letterRows: readonly (readonly [upTo: number, letters: string])[] = [
  [8, 'AAAAAAB'],
  [15, 'AAAAABC'],
  [25, 'AABBBCD'],
  [50, 'ABBCCDE'],
  [90, 'BBCCCEF'],
  [150, 'BBCDDFG'],
  [280, 'BCDEEGH'],
  [500, 'BCDEFHJ'],
  [1_200, 'CCEFGJK'],
  [3_200, 'CDEGHKL'],
  [10_000, 'CDFGJLM'],
  [35_000, 'CDFHKMN'],
  [150_000, 'DEGJLNP'],
  [500_000, 'DEGJMPQ'],
  [Number.POSITIVE_INFINITY, 'DEHKNQR'],
]
export function codeLetter(lot_size: number, level: InspectionLevel): string {
  const [, letters] = letterRows.find(([upTo]) => lot_size <= upTo)!
  return letters[inspectionLevels.indexOf(level)]!
}

const letters = 'ABCDEFGHJKLMNPQRS'
interface Table {
  readonly sizes: readonly number[]
  /** Place of the first diagonal, with acceptance number 0. */
  readonly zero: number
  /** Acceptance numbers of the diagonals that follow after the arrows, and where they begin. */
  readonly from: number
  readonly numbers: readonly number[]
}
const sizes = [2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800, 1250, 2000]
const tables: Readonly<Record<Severity, Table>> = {
  normal: { sizes, zero: 14, from: 17, numbers: [1, 2, 3, 5, 7, 10, 14, 21] },
  tightened: { sizes: [...sizes, 3150], zero: 15, from: 18, numbers: [1, 2, 3, 5, 8, 12, 18] },
  reduced: {
    sizes: [2, 2, 2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800],
    zero: 14,
    from: 18,
    numbers: [1, 2, 3, 5, 6, 8, 10],
  },
}

/** What stands in a cell of a table; undefined: an arrow. */
const printed = ({ zero, from, numbers }: Table, row: number, column: number): number | undefined =>
  row + column === zero ? 0 : numbers[row + column - from]

/**
 * The plan of a cell. An arrow leads to the first plan below or above it in its column; the one below the first zero of normal and
 * reduced inspection leads up, those after it down as far as there is a plan, and below the last number all lead up.
 */
export function samplingPlan(letter: string, aql: Aql, severity: Severity): SamplingPlan {
  const table = tables[severity]
  const column = aqls.indexOf(aql)
  const start = letters.indexOf(letter)
  const leadsUp = start + column === 15 && table.zero === 14
  const down = leadsUp ? undefined : firstPlan(table, column, start, 1)
  const row = down ?? firstPlan(table, column, start, -1) ?? firstPlan(table, column, start, 1)
  if (row === undefined) throw new RangeError(`no plan for ${letter} ${aql}`)
  const accept_number = printed(table, row, column)!
  return {
    letter: letters[row]!,
    sample_size: table.sizes[row]!,
    accept_number,
    reject_number: accept_number + 1,
  }
}
function firstPlan(table: Table, column: number, start: number, step: 1 | -1): number | undefined {
  for (let row = start; row >= 0 && row < table.sizes.length; row += step)
    if (printed(table, row, column) !== undefined) return row
}

/** What is drawn of a lot: where the plan asks for as much as there is, all of it is inspected. */
export function planForLot(
  lot_size: number,
  { level, aql, severity }: { level: InspectionLevel; aql: Aql; severity: Severity },
): SamplingPlan {
  const plan = samplingPlan(codeLetter(lot_size, level), aql, severity)
  return { ...plan, sample_size: Math.min(plan.sample_size, Math.ceil(lot_size)) }
}

/** The next tighter AQL; none for the tightest. */
export const tighterAql = (aql: Aql): Aql | undefined => aqls[aqls.indexOf(aql) - 1]
