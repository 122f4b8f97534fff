import type { Instant } from '@qitao/core/time.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { daysHeld, periodName } from '../model/figure.rules.ts'

/** A period as people name it: 2026-11, or its first day; one of which the range holds a part, with the days of that: 2026-11 (11-01 ~ 11-29). */
export function usePeriodName(by: number, range?: readonly [Instant, Instant]): (period: Instant) => string {
  const { zone } = useOrgDate()
  return period => {
    const name = periodName(period, by, zone)
    const held = range && daysHeld(period, range, by, zone)
    return held ? `${name} (${held[0].slice(5)} ~ ${held[1].slice(5)})` : name
  }
}
