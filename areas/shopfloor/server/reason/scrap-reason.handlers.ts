import type { Handler } from '@qitao/platform/server/http/handle.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { sql } from 'kysely'
import { scrapReasonCalls } from '../../model/reason/scrap-reason.calls.ts'
import { scrapReason } from '../../model/reason/scrap-reason.record.ts'

export const scrapReasonHandlers: Handler[] = plainHandlers(scrapReason, scrapReasonCalls, {
  ...{ table: 'scrap_reason', keyword: ['group_name', 'name'], orders: ['group_name', 'name'] },
  ...{ defaultOrder: 'group_name', usedIn: [] },
  shows: {
    columns: sql`p.name as process_name`,
    joins: sql`left join process p on p.org_id = t.org_id and p.id = t.process_id`,
  },
})
