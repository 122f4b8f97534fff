import { type Aql, type InspectionLevel, planForLot, type Severity, tighterAql } from './iso-2859-1.ts'

/** A lot that was inspected for the first time, as the switching rules see it. */
export interface InspectedLot {
  readonly accepted: boolean
  readonly lot_size: number
  readonly nonconforming: number
}
export interface Standing {
  readonly severity: Severity
  /** Tightened inspection has refused so many lots that inspection by sampling ends until the supplier has improved. */
  readonly discontinued: boolean
}
/** ISO 2859-1, 9.3 and 9.4. */
const lotsLookedAt = 5
const refusedToTighten = 2
const acceptedToEase = 5
const scoreToReduce = 30
const refusedToDiscontinue = 5

/**
 * How the next lot of a series is inspected, by all lots before it in their order (ISO 2859-1, 9.3): two of five or fewer refused:
 * tightened; five accepted in a row: normal again; a switching score of 30: reduced; one refused: normal again.
 */
export function standingAfter(
  lots: readonly InspectedLot[],
  { level, aql }: { level: InspectionLevel; aql: Aql },
): Standing {
  let severity: Severity = 'normal'
  let recent: boolean[] = []
  let score = 0
  let refusedTightened = 0
  const turn = (to: Severity) => {
    severity = to
    recent = []
    score = 0
    refusedTightened = 0
  }
  for (const lot of lots) {
    if (refusedTightened >= refusedToDiscontinue) break
    recent = [...recent, lot.accepted].slice(-lotsLookedAt)
    if (severity === 'normal') {
      score += scoreOf(lot, level, aql, score)
      if (recent.filter(accepted => !accepted).length >= refusedToTighten) turn('tightened')
      else if (score >= scoreToReduce) turn('reduced')
    } else if (severity === 'tightened') {
      if (!lot.accepted) refusedTightened += 1
      if (recent.length === acceptedToEase && recent.every(accepted => accepted)) turn('normal')
    } else if (!lot.accepted) turn('normal')
  }
  return { severity, discontinued: refusedTightened >= refusedToDiscontinue }
}

/**
 * What an accepted lot adds to the switching score (9.3.3.2): with an acceptance number of 0 or 1 two, else three if it would have
 * been accepted one AQL tighter. Else the score begins anew.
 */
function scoreOf(
  { accepted, lot_size, nonconforming }: InspectedLot,
  level: InspectionLevel,
  aql: Aql,
  score: number,
): number {
  if (!accepted) return -score
  const { accept_number } = planForLot(lot_size, { level, aql, severity: 'normal' })
  if (accept_number <= 1) return 2
  const tighter = tighterAql(aql)
  const isGood =
    tighter !== undefined &&
    nonconforming <= planForLot(lot_size, { level, aql: tighter, severity: 'normal' }).accept_number
  return isGood ? 3 : -score
}

/** Of a series, the lots since the last inspected one that was refused: what skip-lot inspection goes by. */
export interface SeriesLot {
  readonly skipped: boolean
  readonly accepted: boolean
}
/**
 * Whether the next lot is passed without inspection: once `after` inspected lots in a row were accepted, one of `one_in` lots is
 * inspected. A lot that is refused ends it.
 */
export function isSkipped(
  lots: readonly SeriesLot[],
  { after, one_in }: { after: number | null; one_in: number | null },
): boolean {
  if (after === null || one_in === null || one_in < 2) return false
  const since = lots.slice(lots.findLastIndex(lot => !lot.skipped && !lot.accepted) + 1)
  const qualified = since.filter(lot => !lot.skipped).length >= after
  const skippedNow = since.length - 1 - since.findLastIndex(lot => !lot.skipped)
  return qualified && skippedNow < one_in - 1
}
