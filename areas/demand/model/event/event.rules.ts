import { addDays, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'

export interface KnownEvent {
  readonly start_day: Instant
  readonly days: number
  /** Percent more than usual, or less. */
  readonly uplift: number
  readonly series: string | null
  readonly material_id: string | null
}
/** Of each period how many times the usual demand is asked for. */
export interface Factors {
  readonly past: readonly number[]
  readonly ahead: readonly number[]
}
interface Periods extends Factors {
  /** Of the last one. */
  readonly end: Instant
}
interface Subject {
  readonly material_id: string
  readonly series: string | null
}
/** What is left of the usual demand at least. */
const least = 0.1

const concerns = ({ series, material_id }: KnownEvent, subject: Subject): boolean =>
  (series === null || series === subject.series) && (material_id === null || material_id === subject.material_id)

/** An event counts in a period for the part of it that it takes; several add up. */
function factorsIn(events: readonly KnownEvent[], begins: readonly Instant[], end: Instant, zone: string): number[] {
  const spans = events.map(({ start_day, days, uplift }) => {
    const from = startOfDay(dayOf(start_day, zone), zone)
    return { from, until: startOfDay(addDays(dayOf(start_day, zone), days), zone), uplift }
  })
  return begins.map((begin, at) => {
    const until = begins[at + 1] ?? end
    const more = spans.reduce((all, span) => {
      const taken = Math.min(until, span.until) - Math.max(begin, span.from)
      return taken > 0 ? all + ((span.uplift / 100) * taken) / (until - begin) : all
    }, 0)
    return Math.max(least, 1 + more)
  })
}

/** The factors of a material; undefined: nothing is known of it. Materials of the same events share theirs. */
export function factorsFor(
  events: readonly KnownEvent[],
  { past, ahead, end }: Periods,
  zone: string,
): (subject: Subject) => Factors | undefined {
  const made = new Map<string, Factors>()
  return subject => {
    const own = events.flatMap((event, at) => (concerns(event, subject) ? at : []))
    if (own.length === 0) return undefined
    const key = own.join()
    const known = made.get(key)
    if (known) return known
    const some = own.map(at => events[at]!)
    const factors = { past: factorsIn(some, past, ahead[0]!, zone), ahead: factorsIn(some, ahead, end, zone) }
    made.set(key, factors)
    return factors
  }
}

/** Demand as it would have been without events. */
export const usualDemand = (quantities: readonly number[], factors: Factors | undefined): readonly number[] =>
  factors ? quantities.map((quantity, at) => quantity / factors.past[at]!) : quantities

/** A new material begins with what was asked for of one that it is like; from its first own demand on its own counts. */
export function begunLike(own: readonly number[], like: readonly number[], share: number): number[] {
  const first = own.findIndex(quantity => quantity > 0)
  return own.map((quantity, at) => (first < 0 || at < first ? like[at]! * share : quantity))
}
