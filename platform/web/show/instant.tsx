import { useOrgDate } from './org-date.ts'

const none = <span className="qt-none">—</span>

/** A moment, to the minute, in the organisation's time zone; the zone itself on hover. */
export function Instant({ at }: { at: number | null | undefined }) {
  const dates = useOrgDate()
  if (at === null || at === undefined) return none
  return (
    <time className="qt-number" dateTime={new Date(at * 1000).toISOString()} title={dates.zone}>
      {dates.minuteOf(at)}
    </time>
  )
}

/** A day, given as the instant at which it begins in the organisation's zone. */
export function DayText({ of }: { of: number | null | undefined }) {
  const dates = useOrgDate()
  if (of === null || of === undefined) return none
  const day = dates.dayOf(of)
  return (
    <time className="qt-number" dateTime={day}>
      {day}
    </time>
  )
}
