import type { Handler } from '@qitao/platform/server/http/handle.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { sql } from 'kysely'
import { andonDutyCalls } from '../../model/andon/andon-duty.calls.ts'
import { andonDuty } from '../../model/andon/andon-duty.record.ts'

export const andonDutyHandlers: Handler[] = plainHandlers(andonDuty, andonDutyCalls, {
  ...{ table: 'andon_duty', keyword: ['remark'], orders: ['cause'], defaultOrder: 'cause', usedIn: [] },
  shows: {
    columns: sql`g.name as workgroup_name, o.name as owner_name, b.name as manager_name`,
    joins: sql`left join workgroup g on g.org_id = t.org_id and g.id = t.workgroup_id join app_user o on o.org_id = t.org_id and o.id = t.owner_id
      left join app_user b on b.org_id = t.org_id and b.id = t.manager_id`,
  },
})
