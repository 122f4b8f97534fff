import {
  type Day,
  dayOf,
  hourSeconds,
  type Instant,
  instantAt,
  minuteOf,
  minuteSeconds,
  startOfDay,
} from '@qitao/core/time.ts'
import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { useMemo } from 'react'
import { useZone } from '../session/session.ts'

dayjs.extend(utc)

/**
 * Days and times in the organisation's time zone. Date pickers work with wall-clock values; these functions carry the
 * factory's over in UTC, which leaves no hour out, so that a planner abroad sees and picks the factory's times.
 */
export interface OrgDate {
  readonly zone: string
  dayOf(instant: Instant): Day
  startOfDay(day: Day): Instant
  /** `2026-11-21 08:30` */
  minuteOf(instant: Instant): string
  /** For a date picker. */
  toPicker(instant: Instant): Dayjs
  /** Seconds of the picked minute. */
  fromPicker(picked: Dayjs): Instant
  today(): Day
}

export function orgDate(zone: string): OrgDate {
  return {
    zone,
    dayOf: instant => dayOf(instant, zone),
    startOfDay: day => startOfDay(day, zone),
    minuteOf: instant => minuteOf(instant, zone),
    toPicker: instant => dayjs.utc(minuteOf(instant, zone)),
    fromPicker: picked =>
      instantAt(picked.format('YYYY-MM-DD'), picked.hour() * hourSeconds + picked.minute() * minuteSeconds, zone),
    today: () => dayOf(Math.floor(Date.now() / 1000), zone),
  }
}
export function useOrgDate(): OrgDate {
  const zone = useZone()
  return useMemo(() => orgDate(zone), [zone])
}
