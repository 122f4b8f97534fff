import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { OpenSession, userInfo } from '../../model/session/session.calls.ts'
import { alive, hashOf } from './session.ts'

type Info = z.output<typeof userInfo.output>
interface SignedIn extends Pick<Info, 'user' | 'org' | 'language'> {
  readonly roles: readonly (Info['roles'][number] & { readonly home_path: string | null })[]
}

export async function nameOf(tx: Tx, org_id: string, user_id: string): Promise<string> {
  const [found] = await rows(
    tx,
    sql<{ name: string }>`select name from app_user where org_id = ${org_id} and id = ${user_id}`,
  )
  return found!.name
}

/** A member and the company as a session shows them, in one statement; undefined when the member was deleted. */
export async function loadSignedIn(tx: Tx, org_id: string, user_id: string): Promise<SignedIn | undefined> {
  const found = await rows(
    tx,
    sql<SignedIn>`select
      jsonb_build_object('id', u.id, 'account', u.account, 'name', u.name, 'is_admin', u.is_admin, 'phone', u.phone,
        'email', u.email, 'job_number', u.job_number) as user,
      jsonb_build_object('id', o.id, 'company_code', o.company_code, 'name', o.name, 'industry', o.industry,
        'time_zone', o.time_zone, 'currency', o.currency) as org,
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'role_name', r.role_name, 'home_path', r.home_path) order by r.role_name), '[]')
        from user_role ur join role r on r.org_id = ur.org_id and r.id = ur.role_id
        where ur.org_id = u.org_id and ur.user_id = u.id) as roles,
      (select config_value from user_config c where c.org_id = u.org_id and c.user_id = u.id and c.config_key = 'language') as language
      from app_user u join org o on o.id = u.org_id
      where u.org_id = ${org_id} and u.id = ${user_id} and not u.dropped`,
  )
  return found[0]
}

/** Sessions of a member that hold, the last used first. `token`: of the session that asks. */
export const openSessions = (tx: Tx, org_id: string, user_id: string, token: string): Promise<OpenSession[]> =>
  rows(
    tx,
    sql<OpenSession>`select s.id, s.agent, s.address, s.created_time, s.used_time, s.used_address, s.expire_time,
        s.token_hash = ${hashOf(token)} as is_current, s.passkey_proved,
        v.name as viewed_by_name, t.name as terminal_name
      from session s left join app_user v on v.org_id = s.org_id and v.id = s.viewer_id
        left join terminal t on t.org_id = s.org_id and t.id = s.terminal_id where s.org_id = ${org_id} and s.user_id = ${user_id} and ${alive}
      order by is_current desc, s.used_time desc, s.id`,
  )
