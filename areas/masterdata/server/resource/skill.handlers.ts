import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { sql } from 'kysely'
import { skillExchange } from '../../model/masterdata.exchange.ts'
import { skillCalls } from '../../model/resource/skill.calls.ts'
import { skill } from '../../model/resource/skill.record.ts'
import type { Skill } from '../../model/resource/skill.rules.ts'

const plain = plainHandlers(skill, skillCalls, {
  table: 'skill',
  keyword: ['certificate', 'remark'],
  orders: ['level', 'valid_to'],
  defaultOrder: 'created_time',
  shows: {
    columns: sql`u.name as user_name, p.name as process_name`,
    joins: sql`join app_user u on u.org_id = t.org_id and u.id = t.user_id join process p on p.org_id = t.org_id and p.id = t.process_id`,
  },
})
export const skillHandlers = [...plain, exportHandler(skillCalls.export, plain[0], skill, { imports: skillExchange })]

/** Of the members of workgroups. */
export const loadSkills = (tx: Tx, org_id: string): Promise<Skill[]> =>
  rows(
    tx,
    sql<Skill>`select m.user_id, m.workgroup_id, s.process_id, s.level, s.valid_to
      from skill s join workgroup_member m on m.org_id = s.org_id and m.user_id = s.user_id
      where s.org_id = ${org_id} order by m.workgroup_id, s.id`,
  )
