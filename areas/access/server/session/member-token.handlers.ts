import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { checkMayManage, isManageable } from '../../model/member/user.rules.ts'
import { listMemberApiTokens, type MemberTokenRow, revokeMemberApiTokens } from '../../model/session/api-token.calls.ts'
import { type ApiTokenStatusCode, apiTokenStatus } from '../../model/session/api-token.status.ts'
import { lockUsers, roleIdsBeyond } from '../member/user.queries.ts'
import { notifyEach } from '../notice/notice.ts'
import { recordManaged } from './security-event.ts'

const { valid, over, revoked } = apiTokenStatus.codes
/** Of token `t`. */
const status = sql`(case when t.revoked_time is not null then ${revoked}::integer when t.expire_time <= epoch_now() then ${over} else ${valid} end)`
const owner = sql`join app_user u on u.org_id = t.org_id and u.id = t.user_id`

type Listed = Omit<MemberTokenRow, 'is_manageable'> & { is_admin: boolean; role_ids: string[] }
interface Held {
  readonly id: string
  readonly name: string
  readonly user_id: string
  readonly status: ApiTokenStatusCode
}

/** What programs of all members call by: seen and revoked by who manages the members. */
export const memberTokenHandlers: Handler[] = [
  handle(listMemberApiTokens, async (input, context) => {
    const { tx, org_id, member } = context
    const { result, ...page } = await listRows<Listed>(
      tx,
      {
        org_id,
        table: 'api_token',
        where: [
          contains(input.keyword, sql`t.name`, sql`u.name`, sql`u.account`),
          input.user_id !== undefined && sql`t.user_id = ${input.user_id}`,
          oneOfCodes(status, input.statuses),
        ],
        columns: sql`t.id, t.created_time, t.name, t.user_id, u.name as user_name, ${status} as status, t.writes, t.page_paths,
          t.used_time, t.expire_time, u.is_admin, array(select ur.role_id from user_role ur
            where ur.org_id = u.org_id and ur.user_id = u.id order by ur.role_id) as role_ids`,
        joins: owner,
        filterJoins: owner,
        orders: {
          name: sql`t.name`,
          user_id: sql`u.name`,
          status,
          used_time: sql`coalesce(t.used_time, 0)`,
          expire_time: sql`t.expire_time`,
          created_time: sql`t.created_time`,
        },
        defaultOrder: 'status',
      },
      input,
    )
    const beyond = await roleIdsBeyond(
      context,
      result.flatMap(one => one.role_ids),
    )
    return {
      ...page,
      result: result.map(({ is_admin, role_ids, ...one }) => ({
        ...one,
        is_manageable: isManageable(member, { is_admin, is_stronger: role_ids.some(id => beyond.has(id)) }),
      })),
    }
  }),

  handle(revokeMemberApiTokens, async ({ ids }, context) => {
    const { tx, org_id, member, language, tell } = context
    const owners = await rows(
      tx,
      sql<{
        user_id: string
      }>`select distinct user_id from api_token where org_id = ${org_id} and ${among(sql`id`, ids)}`,
    )
    const { targets } = await lockUsers(
      context,
      owners.map(({ user_id }) => user_id),
    )
    await sql`select from api_token where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`.execute(
      tx,
    )
    const found = await rows(
      tx,
      sql<Held>`select t.id, t.name, t.user_id, ${status} as status from api_token t
        where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
    )
    const { passed, passed_ids, refused } = sortOut(ids, new Map(found.map(one => [one.id, one])), one => {
      checkMayManage(member, targets.get(one.user_id) ?? refuse(generalErrors.recordNotFound))
      const detail = apiTokenStatus.whyNot('revoke', one.status)
      if (detail) refuse(generalErrors.statusNotAllowed, { detail })
    })
    await sql`update api_token set revoked_time = epoch_now() where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(
      tx,
    )
    await recordManaged(
      context,
      'api_token_revoked',
      passed.map(({ user_id }) => user_id),
    )
    await notifyEach(
      { tx, org_id, tell },
      passed
        .filter(({ user_id }) => user_id !== member.user_id)
        .map(({ id, name, user_id }) => ({
          user_ids: [user_id],
          notice: {
            sign: `api_token:${id}`,
            type: 'warning',
            text: text(
              `${member.name}吊销了您的API令牌「${name}」，使用它的程序将无法再调用`,
              `${member.name} revoked your API token “${name}”: programs that use it can call no more`,
            ),
          },
        })),
    )
    return bulkAnswer(passed_ids, refused, language)
  }),
]
