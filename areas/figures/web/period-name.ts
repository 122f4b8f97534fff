import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { grain } from '../model/figure.status.ts'

/** A period as people name it: 2026-11, or its first day. */
export function usePeriodName(by: number): (period: number) => string {
  const dates = useOrgDate()
  return period => (by === grain.codes.month ? dates.dayOf(period).slice(0, 7) : dates.dayOf(period))
}
