import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { sql } from 'kysely'
import { demandEventCalls } from '../../model/event/event.calls.ts'
import { demandEvent } from '../../model/event/event.record.ts'
import type { KnownEvent } from '../../model/event/event.rules.ts'

export const demandEventHandlers = plainHandlers(demandEvent, demandEventCalls, {
  table: 'demand_event',
  keyword: ['name', 'series'],
  orders: ['start_day', 'name'],
  defaultOrder: '-start_day',
  shows: {
    columns: sql`m.code as material_code`,
    joins: sql`left join material m on m.org_id = t.org_id and m.id = t.material_id`,
  },
})

export const eventsOf = (tx: Tx, org_id: string): Promise<KnownEvent[]> =>
  rows(
    tx,
    sql<KnownEvent>`select start_day, days, uplift, series, material_id from demand_event where org_id = ${org_id} order by start_day, id`,
  )
