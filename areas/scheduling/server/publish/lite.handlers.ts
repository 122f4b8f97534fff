import { publishWindowSeconds } from '@qitao/access/model/company/settings.rules.ts'
import { loadSettings } from '@qitao/access/server'
import { refuse } from '@qitao/core/refusal.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { expectAction } from '@qitao/manufacturing/model/mo/mo.rules.ts'
import { mosForUpdate, mosWhere, recordPublishTime } from '@qitao/manufacturing/server'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { alterPublishTime, showMoLite } from '../../model/publish/lite.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { tasksWhere } from '../plan/plan.queries.ts'

export const liteHandlers: Handler[] = [
  handle(showMoLite, async ({ mo_id }, { tx, org_id }) => {
    const [mo] = await mosWhere(tx, org_id, sql`t.id = ${mo_id}`)
    return {
      mo: mo ?? refuse(manufacturingErrors.moMissing),
      tasks: await tasksWhere(tx, org_id, sql`t.mo_id = ${mo_id}`),
    }
  }),
  /** When the floor is told of orders that are published; all of them or none. */
  handle(alterPublishTime, async ({ mo_ids, publish_time }, { tx, org_id, now }) => {
    const found = await mosForUpdate(tx, org_id, mo_ids)
    for (const id of mo_ids) {
      const order = found.get(id) ?? refuse(manufacturingErrors.moMissing)
      expectAction('unpublish', order.status, manufacturingErrors.moNotEditable)
    }
    if (publish_time > now + publishWindowSeconds(await loadSettings(tx, org_id)))
      refuse(schedulingErrors.outsidePublishWindow, { field: 'publish_time' })
    await recordPublishTime(tx, org_id, [...found.keys()], publish_time)
    return { affected: found.size }
  }),
]
