import { receivingSecond } from '@qitao/access/model/company/settings.rules.ts'
import { loadSettings } from '@qitao/access/server'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import type { Interval } from '@qitao/planning/calendar/interval.ts'
import { type Receiving, receivingBy } from '@qitao/planning/calendar/receiving.ts'
import { workingTime } from '@qitao/planning/calendar/weekly-calendar.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { loadCalendars } from './calendar.queries.ts'

/** What is planned lies so near: a lead time before and a year ahead. */
const pastSeconds = 366 * daySeconds
const aheadSeconds = 2 * 366 * daySeconds
/** When the company works, by its default calendar; nothing is known where it has none. */
export async function workingTimeAbout(tx: Tx, org_id: string, now: Instant): Promise<readonly Interval[]> {
  const calendar = (await loadCalendars(tx, org_id)).find(({ is_default }) => is_default)
  return calendar ? workingTime(calendar.weekly, now - pastSeconds, now + aheadSeconds).intervals : []
}

/** When goods that are announced for a day are there, as the company has set it. */
export async function loadReceiving(tx: Tx, org_id: string): Promise<Receiving> {
  const second = receivingSecond(await loadSettings(tx, org_id))
  const [org] = await rows(tx, sql<{ zone: string }>`select time_zone as zone from org where id = ${org_id}`)
  const calendar = second === null ? (await loadCalendars(tx, org_id)).find(({ is_default }) => is_default) : undefined
  return receivingBy({ zone: org!.zone, second, weekly: calendar?.weekly ?? null })
}
