import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import {
  exportSecurityEvents,
  listSecurityEvents,
  type SecurityEventRow,
  securityEvent,
} from '../../model/session/security-event.calls.ts'

const joins = sql`left join app_user u on u.org_id = t.org_id and u.id = t.user_id
  left join app_user a on a.org_id = t.org_id and a.id = t.actor_id`

const list = handle(listSecurityEvents, async (input, { tx, org_id }) =>
  listRows<SecurityEventRow>(
    tx,
    {
      org_id,
      table: 'security_event',
      where: [
        contains(input.keyword, sql`u.name`, sql`u.account`, sql`a.name`, sql`t.address`),
        input.kinds !== undefined && sql`t.kind = any(${input.kinds}::text[])`,
        input.user_id !== undefined && sql`${input.user_id}::uuid in (t.user_id, t.actor_id)`,
        input.address !== undefined && sql`t.address = ${input.address}`,
        input.created_from !== undefined && sql`t.created_time >= ${input.created_from}`,
        input.created_to !== undefined && sql`t.created_time <= ${input.created_to}`,
      ],
      columns: sql`t.id, t.created_time, t.kind, t.user_id, t.actor_id, t.address, t.agent, u.name as user_name, a.name as actor_name`,
      joins,
      filterJoins: joins,
      orders: {
        created_time: sql`t.created_time`,
        kind: sql`t.kind`,
        address: sql`t.address`,
        agent: sql`t.agent`,
      },
      defaultOrder: '-created_time',
    },
    input,
  ),
)

export const securityEventHandlers: Handler[] = [list, exportHandler(exportSecurityEvents, list, securityEvent)]
