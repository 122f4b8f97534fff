import { receivingSecond } from '@qitao/access/model/company/settings.rules.ts'
import { loadSettings } from '@qitao/access/server'
import { type Receiving, receivingBy } from '@qitao/planning/calendar/receiving.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { loadCalendars } from './calendar.queries.ts'

/** When goods that are announced for a day are there, as the company has set it. */
export async function loadReceiving(tx: Tx, org_id: string): Promise<Receiving> {
  const second = receivingSecond(await loadSettings(tx, org_id))
  const [org] = await rows(tx, sql<{ zone: string }>`select time_zone as zone from org where id = ${org_id}`)
  const calendar = second === null ? (await loadCalendars(tx, org_id)).find(({ is_default }) => is_default) : undefined
  return receivingBy({ zone: org!.zone, second, weekly: calendar?.weekly ?? null })
}
