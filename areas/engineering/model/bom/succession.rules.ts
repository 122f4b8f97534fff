import type { Instant } from '@qitao/core/time.ts'
import type { Validity } from './bom.rules.ts'

/** A version by which a product is made without being asked for, on its days. */
export interface VersionInLine extends Validity {
  readonly id: string
}
export interface Succession extends Validity {
  /** Those before it, which end where it begins. */
  readonly ended: readonly { readonly id: string; readonly expiry_time: Instant }[]
  /** Those that have no day left. */
  readonly replaced: readonly string[]
}

/** How a version gets into the line, so that on each day one is valid: behind others it begins today or later, and ends where the next one begins. */
export function succeed(next: Validity, line: readonly VersionInLine[], today: Instant): Succession {
  const valid_from = line.length > 0 ? Math.max(next.valid_from ?? today, today) : next.valid_from
  const from = beginOf({ valid_from })
  const later = line.flatMap(one => (one.valid_from !== null && one.valid_from > from ? one.valid_from : []))
  const end = Math.min(next.expiry_time ?? Number.POSITIVE_INFINITY, ...later)
  const standing = line.filter(one => beginOf(one) <= from && (one.expiry_time === null || one.expiry_time > from))
  const replaced = standing.filter(one => from <= today || beginOf(one) === from).map(({ id }) => id)
  return {
    ...{ valid_from, expiry_time: Number.isFinite(end) ? end : null, replaced },
    ended: standing.flatMap(({ id }) => (replaced.includes(id) ? [] : { id, expiry_time: from })),
  }
}
const beginOf = ({ valid_from }: Pick<Validity, 'valid_from'>): number => valid_from ?? Number.NEGATIVE_INFINITY

/** A version that is cancelled before its first day: the one before it goes on in its place. */
export function resume(
  gone: Validity,
  line: readonly VersionInLine[],
  now: Instant,
): { id: string; expiry_time: Instant | null } | undefined {
  if (gone.valid_from === null || gone.valid_from <= now) return undefined
  const before = line.find(({ expiry_time }) => expiry_time === gone.valid_from)
  return before && { id: before.id, expiry_time: gone.expiry_time }
}

/** Of versions in line the one of that day; where none follows, the last one goes on. */
export const versionAt = <V extends Pick<Validity, 'valid_from'>>(line: readonly V[], at: Instant): V | undefined =>
  line.findLast(({ valid_from }) => valid_from === null || valid_from <= at)

interface BomOfDays<L> {
  readonly base_quantity: string
  readonly lines: readonly L[]
}
/** One BoM of versions that follow each other: each line within the days of its version, for the base quantity of its version. */
export function linesOfAllDays<L extends Validity>(
  versions: readonly (BomOfDays<L> & { readonly from: Instant | null })[],
): (L & { readonly base_quantity: string })[] {
  return versions.flatMap(({ base_quantity, lines, from }, index) => {
    const until = versions[index + 1]?.from ?? null
    return lines.flatMap(line => {
      const days = {
        valid_from: latest(line.valid_from, from),
        expiry_time: earliest(line.expiry_time, until),
      }
      const { valid_from, expiry_time } = days
      return valid_from !== null && expiry_time !== null && valid_from >= expiry_time
        ? []
        : [{ ...line, ...days, base_quantity }]
    })
  })
}
const latest = (a: Instant | null, b: Instant | null) => (a === null ? b : b === null ? a : Math.max(a, b))
const earliest = (a: Instant | null, b: Instant | null) => (a === null ? b : b === null ? a : Math.min(a, b))
