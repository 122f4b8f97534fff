import { createHash, randomBytes } from 'node:crypto'
import type { Database, Tx } from '@qitao/platform/server/database.ts'
import { rows } from '@qitao/platform/server/database.ts'
import type { Member } from '@qitao/platform/server/handle.ts'
import { allPages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'

/** Opaque tokens, of which only the hash is stored: a stopped user's next call ends at once. */
export const sessionSeconds = 604_800
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export async function openSession(tx: Tx, user: { org_id: string; id: string }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into session (token_hash, org_id, user_id, expire_time)
    values (${hashOf(token)}, ${user.org_id}, ${user.id}, epoch_now() + ${sessionSeconds})`.execute(tx)
  await sql`insert into last_sign_in (org_id, user_id) values (${user.org_id}, ${user.id})
    on conflict (org_id, user_id) do update set at = epoch_now()`.execute(tx)
  return token
}

const allPaths: ReadonlySet<string> = new Set(allPages.map(page => page.path))

interface SessionRow {
  org_id: string
  user_id: string
  account: string
  name: string
  is_admin: boolean
  status: number
  invalid_role: boolean
  org_status: number
  time_zone: string
  currency: string
  page_paths: string[] | null
}

/** Who holds a token now; one statement, so a changed right holds from the next call. */
export const authenticator =
  (database: Database) =>
  async (token: string): Promise<Member | 'login_needed' | 'role_invalid'> => {
    if (token === '' || token.length > 200) return 'login_needed'
    const found = await database.system(tx =>
      rows(
        tx,
        sql<SessionRow>`select u.org_id, u.id as user_id, u.account, u.name, u.is_admin, u.status, u.invalid_role,
            o.status as org_status, o.time_zone, o.currency,
            (select array_agg(distinct path) from user_role ur
              join app_permission p on p.org_id = ur.org_id and p.role_id = ur.role_id, unnest(p.page_paths) as path
              where ur.org_id = u.org_id and ur.user_id = u.id) as page_paths
          from session s join app_user u on u.org_id = s.org_id and u.id = s.user_id join org o on o.id = s.org_id
          where s.token_hash = ${hashOf(token)} and s.expire_time > epoch_now()`,
      ),
    )
    const user = found[0]
    if (user?.status !== 1 || user.org_status !== 1) return 'login_needed'
    if (user.invalid_role) return 'role_invalid'
    const { org_id, user_id, account, name, is_admin, time_zone, currency } = user
    return {
      org_id,
      user_id,
      account,
      name,
      is_admin,
      time_zone,
      currency,
      pages: is_admin ? allPaths : new Set(user.page_paths ?? []),
    }
  }

/** Which of the tokens still hold; asked once a second for the open sockets. */
export const sessionsAlive =
  (database: Database) =>
  async (tokens: readonly string[]): Promise<ReadonlySet<string>> => {
    const byHash = new Map(tokens.map(token => [hashOf(token), token]))
    const found = await database.system(tx =>
      rows(
        tx,
        sql<{
          token_hash: string
        }>`select s.token_hash from session s join app_user u on u.org_id = s.org_id and u.id = s.user_id
          where s.token_hash = any(${[...byHash.keys()]}) and s.expire_time > epoch_now() and u.status = 1 and not u.invalid_role`,
      ),
    )
    return new Set(found.flatMap(({ token_hash }) => byHash.get(token_hash) ?? []))
  }

/** Ends every session of the users: disabled, deleted, password changed. */
export const endSessions = (tx: Tx, org_id: string, user_ids: readonly string[], except?: string): Promise<unknown> =>
  sql`delete from session where org_id = ${org_id} and user_id = any(${user_ids}::uuid[])
    and token_hash <> ${except === undefined ? '' : hashOf(except)}`.execute(tx)
