import { createHash, randomBytes } from 'node:crypto'
import type { AnyCall } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isBeyondWorkgroups, isGranted } from '@qitao/core/grant.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { hourSeconds, type Instant, minuteSeconds } from '@qitao/core/time.ts'
import type { Database, Tx } from '@qitao/platform/server/database/database.ts'
import { among, recordset, rows } from '@qitao/platform/server/database/database.ts'
import type { CameWith, Member } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'
import { settings } from '../../model/company/settings.ts'
import { grantsOf, type StoredPermission } from '../../model/member/grant.rules.ts'
import { apiTokenStart, cutTo, type TokenScope } from '../../model/session/api-token.rules.ts'
import { isMfaRequired } from '../../model/session/mfa.rules.ts'
import { mostSessions, sessionSeconds, viewSeconds } from '../../model/session/session.rules.ts'
import { cutToTerminal, pinSessionSeconds } from '../../model/session/terminal.rules.ts'
import { terminalStatus } from '../../model/session/terminal.status.ts'

/** Opaque tokens, of which only the hash is stored: a stopped user's next call ends at once. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const { idle, renewed, absolute } = sessionSeconds
/** That a session is in use, and from where, is written down once a minute, by one of the calls that come at a time. */
const notedEvery = minuteSeconds
const askedOf = (is_admin: boolean) =>
  settings.mfa_required.options.map(({ code }) => code).filter(asked => isMfaRequired(asked, is_admin))
/** That the company asks the member for a second factor, and no authenticator is set up. */
const asksAnother = (member: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from organization_config c where c.org_id = ${member}.org_id
      and c.config_key = 'mfa_required' and c.config_value = any(case when ${member}.is_admin
        then ${askedOf(true)}::text[] else ${askedOf(false)}::text[] end))
    and not exists (select from user_mfa m where m.org_id = ${member}.org_id and m.user_id = ${member}.id and m.confirmed)`
const hasPasskey = (member: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from passkey k where k.org_id = ${member}.org_id and k.user_id = ${member}.id)`
/** That the company asks the member for a second factor, and there is none. */
const mustEnrol = (member: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${asksAnother(member)} and not ${hasPasskey(member)})`
/** That session `s` has not proved what the company asks of the member: who holds a passkey is held to it. With a PIN the terminal is the second factor. */
const mustEnrolWithin = (member: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(not s.passkey_proved and not s.by_pin and ${asksAnother(member)})`
/** That the member's passkey is the second factor which the company asks for: the password alone does not do. */
export async function isHeldToPasskey(tx: Tx, { org_id, id }: { org_id: string; id: string }): Promise<boolean> {
  const [found] = await rows(
    tx,
    sql<{ is_held: boolean }>`select ${asksAnother(sql`u`)} and ${hasPasskey(sql`u`)} as is_held
      from app_user u where u.org_id = ${org_id} and u.id = ${id}`,
  )
  return found?.is_held === true
}

/** Session `s` holds: neither over nor left unused. */
export const alive = sql`s.expire_time > epoch_now() and s.used_time > epoch_now() - ${idle}::bigint
  and s.created_time > epoch_now() - ${absolute}::bigint
  and (s.viewer_id is null or exists (select from app_user v where v.org_id = s.org_id and v.id = s.viewer_id
    and v.is_admin and v.status = ${enabledStatus.codes.enabled} and not ${mustEnrolWithin(sql`v`)}))
  and (s.terminal_id is null or exists (select from terminal d where d.org_id = s.org_id and d.id = s.terminal_id
    and d.status = ${terminalStatus.codes.ready}
    and s.used_time > epoch_now() - d.idle_minutes * ${minuteSeconds}::bigint - ${notedEvery}::bigint))
  and (s.idle_minutes is null or s.used_time > epoch_now() - s.idle_minutes * ${minuteSeconds}::bigint - ${notedEvery}::bigint)`
/** API token `t` holds: neither over nor revoked. */
export const tokenHolds = sql`t.revoked_time is null and t.expire_time > epoch_now()`
/** When a session that began `since` is over, renewed now. */
export const endsAt = (since: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`least(epoch_now() + ${renewed}::bigint, ${since} + ${absolute}::bigint)`

/** Where a session is opened from, and since when its chain goes on: switching the company begins no new life. */
interface Origin {
  readonly address: string
  readonly agent: string
  readonly since?: Instant
  readonly passkey_proved?: boolean
  readonly by_provider?: boolean
  /** Who comes has proved to be the member, and beyond the company nobody: the session leads into no other. */
  readonly stays?: boolean
  readonly at?: SharedDevice | undefined
  readonly by_pin?: boolean
}
/** A device that people share, at which a session is opened: the company's own terminal, or that of another one. */
export type SharedDevice =
  | { readonly terminal_id: string; readonly idle_minutes?: never }
  | { readonly terminal_id?: never; readonly idle_minutes: number }
export async function openSession(tx: Tx, user: { org_id: string; id: string }, from?: Origin): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const since = from?.since === undefined ? sql`epoch_now()` : sql`${from.since}::bigint`
  // Those that are over, and of the others the ones unused longest when they are too many.
  await sql`delete from session where token_hash in (
      select s.token_hash from session s where s.org_id = ${user.org_id} and s.user_id = ${user.id} and not (${alive})
      union all (select s.token_hash from session s where s.org_id = ${user.org_id} and s.user_id = ${user.id} and ${alive}
        order by s.used_time desc, s.id offset ${mostSessions - 1}))`.execute(tx)
  const ends = from?.by_pin ? sql`epoch_now() + ${pinSessionSeconds}::bigint` : endsAt(since)
  await sql`insert into session (token_hash, org_id, user_id, created_time, expire_time, address, agent, passkey_proved,
      by_provider, stays, terminal_id, idle_minutes, by_pin)
    values (${hashOf(token)}, ${user.org_id}, ${user.id}, ${since}, ${ends},
      ${from?.address ?? null}, ${from?.agent.slice(0, mostAgentLength) ?? null}, ${from?.passkey_proved === true},
      ${from?.by_provider === true}, ${from?.stays === true}, ${from?.at?.terminal_id ?? null},
      ${from?.at?.idle_minutes ?? null}, ${from?.by_pin === true})`.execute(tx)
  await sql`insert into last_sign_in (org_id, user_id) values (${user.org_id}, ${user.id})
    on conflict (org_id, user_id) do update set at = epoch_now()`.execute(tx)
  return token
}
const mostAgentLength = 300

/**
 * The session of an administrator who looks on as a member; one at a time. It is no sign-in of the member, and lasts no longer
 * than the viewer's own session, with which it ends.
 */
export async function openView(
  tx: Tx,
  user: { org_id: string; id: string },
  viewer_id: string,
  from: Origin & { readonly token: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  // Those that are begun at one moment come one after the other.
  await sql`select from app_user where org_id = ${user.org_id} and id = ${viewer_id} for no key update`.execute(tx)
  await sql`delete from session where org_id = ${user.org_id} and viewer_id = ${viewer_id}`.execute(tx)
  const opened = await sql`insert into session
      (token_hash, org_id, user_id, viewer_id, parent_token_hash, expire_time, address, agent, passkey_proved, terminal_id, idle_minutes)
    select ${hashOf(token)}, ${user.org_id}::uuid, ${user.id}::uuid, ${viewer_id}::uuid, own.token_hash,
      least(epoch_now() + ${viewSeconds}::bigint, own.expire_time), ${from.address}, ${from.agent.slice(0, mostAgentLength)},
      own.passkey_proved, own.terminal_id, own.idle_minutes
    from session own where own.org_id = ${user.org_id} and own.token_hash = ${hashOf(from.token)}`.execute(tx)
  return opened.numAffectedRows === 1n ? token : refuse(generalErrors.loginNeeded)
}

/** Codes of the applications that a company is authorised for now. */
const appCodes = (org_id: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select a.app_code from org_app a where a.org_id = ${org_id}
    and coalesce(a.expire_time > epoch_now(), true) order by a.app_code)`

export async function appCodesOf(tx: Tx, org_id: string): Promise<string[]> {
  const [found] = await rows(tx, sql<{ codes: string[] }>`select ${appCodes(sql`${org_id}::uuid`)} as codes`)
  return found?.codes ?? []
}

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
  app_codes: string[]
  permissions: StoredPermission[]
  data_permission: boolean
  must_enrol: boolean
  /** Of the session; absent where a member is looked up without one. */
  viewer_id?: string | null
  terminal_id?: string | null
  by_pin?: boolean
  /** Of the API token, when one calls. */
  api_token?: TokenScope & { readonly id: string }
}

/** What the company asks of member `u`: whether scopes hold, and whether a second factor has to be set up first. */
const askedWith = (
  must: RawBuilder<boolean>,
) => sql`not exists (select from organization_config c where c.org_id = u.org_id
    and c.config_key = 'data_permission' and c.config_value = '0') as data_permission, ${must} as must_enrol`
export const asked = askedWith(mustEnrol(sql`u`))

/** What a member is and may do, of `u` in company `o`; one statement, so a changed right holds from the next call. */
const columnsWith = (
  must: RawBuilder<boolean>,
) => sql`u.org_id, u.id as user_id, u.account, u.name, u.is_admin, u.status, u.invalid_role,
  o.status as org_status, o.time_zone, o.currency,
  ${appCodes(sql`o.id`)} as app_codes,
  (select coalesce(jsonb_agg(jsonb_build_object('app_code', p.app_code, 'page_paths', p.page_paths,
      'action_keys', p.action_keys, 'data_scope', p.data_scope)), '[]') from user_role ur
    join app_permission p on p.org_id = ur.org_id and p.role_id = ur.role_id
    where ur.org_id = u.org_id and ur.user_id = u.id) as permissions,
  ${askedWith(must)}`
const memberColumns = columnsWith(mustEnrol(sql`u`))
/** The same of who holds session `s`. */
const holderColumns = columnsWith(mustEnrolWithin(sql`u`))

function memberFrom(user: SessionRow | undefined): Member | 'login_needed' | 'role_invalid' {
  if (user?.status !== enabledStatus.codes.enabled || user.org_status !== enabledStatus.codes.enabled)
    return 'login_needed'
  if (user.invalid_role) return 'role_invalid'
  const { org_id, user_id, account, name, is_admin, time_zone, currency, api_token } = user
  const own = grantsOf(user, user.app_codes)
  const cut = user.by_pin ? cutToTerminal(own.grants) : own.grants
  const grants = api_token ? cutTo(api_token, cut) : cut
  const rights = { ...own, grants, pages: new Set(grants.flatMap(({ pages }) => [...pages])) }
  return {
    ...rights,
    api_token_id: api_token?.id,
    own_data_only: rights.own_data_only && user.data_permission,
    workgroup_only: rights.workgroup_only && user.data_permission,
    org_id,
    user_id,
    account,
    name,
    // What administrators alone may do is left to people.
    is_admin: is_admin && !api_token && !user.by_pin,
    time_zone,
    currency,
    viewed_by: user.viewer_id ?? undefined,
    must_enrol: user.must_enrol && !user.viewer_id,
    terminal_id: (user.by_pin && user.terminal_id) || undefined,
  }
}

const noteUse = (tx: Tx, token_hash: string, address: string | undefined): Promise<unknown> =>
  sql`update session set used_time = epoch_now(), used_address = coalesce(${address ?? null}, used_address) where token_hash in (
    select token_hash from session where token_hash = ${token_hash} and used_time <= epoch_now() - ${notedEvery}::bigint
    for update skip locked)`.execute(tx)

const lastUseSeconds = hourSeconds
const noteTokenUse = (tx: Tx, token_hash: string): Promise<unknown> =>
  sql`update api_token set used_time = epoch_now() where (org_id, id) in (
    select org_id, id from api_token where token_hash = ${token_hash}
      and coalesce(used_time <= epoch_now() - ${lastUseSeconds}::bigint, true) for update skip locked)`.execute(tx)
/** The owner of an API token that holds. */
async function ownerOf(tx: Tx, token_hash: string): Promise<SessionRow | undefined> {
  const [found] = await rows(
    tx,
    sql<SessionRow & { is_noted: boolean }>`select ${memberColumns},
        jsonb_build_object('id', t.id, 'page_paths', t.page_paths, 'writes', t.writes) as api_token,
        coalesce(t.used_time > epoch_now() - ${lastUseSeconds}::bigint, false) as is_noted
      from api_token t join app_user u on u.org_id = t.org_id and u.id = t.user_id join org o on o.id = t.org_id
      where t.token_hash = ${token_hash} and ${tokenHolds} and not u.dropped`,
  )
  if (found && !found.is_noted) await noteTokenUse(tx, token_hash)
  return found
}

const sessionColumns = sql`s.viewer_id, s.terminal_id, s.by_pin`
/** Session `s` is used where it was opened, if that was by PIN; and none of the company at a device that it has stopped. */
function isAt(secret_hash: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(not s.by_pin or exists (select from terminal_device d where d.org_id = s.org_id and d.terminal_id = s.terminal_id
      and d.secret_hash = ${secret_hash}))
    and not exists (select from terminal_device d join terminal t on t.org_id = d.org_id and t.id = d.terminal_id
      where d.secret_hash = ${secret_hash} and t.org_id = s.org_id and t.status = ${terminalStatus.codes.stopped})`
}

const isAtDevice = (device_secret: string | undefined): RawBuilder<unknown> =>
  device_secret === undefined ? sql`not s.by_pin` : isAt(sql`${hashOf(device_secret)}`)

/** Who holds a token now. */
export const authenticator =
  (database: Database) =>
  async (token: string, came?: CameWith): Promise<Member | 'login_needed' | 'role_invalid'> => {
    if (token === '' || token.length > 200) return 'login_needed'
    const token_hash = hashOf(token)
    const user = await database.system(async tx => {
      if (token.startsWith(apiTokenStart)) return ownerOf(tx, token_hash)
      const [found] = await rows(
        tx,
        sql<
          SessionRow & { is_noted: boolean }
        >`select ${holderColumns}, ${sessionColumns}, s.used_time > epoch_now() - ${notedEvery}::bigint as is_noted
          from session s join app_user u on u.org_id = s.org_id and u.id = s.user_id join org o on o.id = s.org_id
          where s.token_hash = ${token_hash} and ${alive} and ${came ? isAtDevice(came.device_secret) : sql`true`}`,
      )
      if (found && !found.is_noted) await noteUse(tx, token_hash, came?.address)
      return found
    })
    return memberFrom(user)
  }

/** A member as the own next call would find him or her: who made what others use. Undefined when there would be none. */
export async function memberBy(tx: Tx, org_id: string, user_id: string): Promise<Member | undefined> {
  const [user] = await rows(
    tx,
    sql<SessionRow>`select ${memberColumns} from app_user u join org o on o.id = u.org_id
      where u.org_id = ${org_id} and u.id = ${user_id} and not u.dropped`,
  )
  const member = memberFrom(user)
  return typeof member === 'string' ? undefined : member
}

/** Who holds the tokens now, and what each may do: asked for many at once. */
export const membersHolding =
  (database: Database) =>
  async (tokens: readonly string[]): Promise<ReadonlyMap<string, Member>> => {
    const byHash = new Map(tokens.map(token => [hashOf(token), token]))
    const found = await database.system(tx =>
      rows(
        tx,
        sql<SessionRow & { token_hash: string }>`select ${holderColumns}, ${sessionColumns}, s.token_hash
          from session s join app_user u on u.org_id = s.org_id and u.id = s.user_id join org o on o.id = s.org_id
          where s.token_hash = any(${[...byHash.keys()]}) and ${alive}`,
      ),
    )
    return new Map(
      found.flatMap(user => {
        const member = memberFrom(user)
        return typeof member === 'string' || member.must_enrol ? [] : [[byHash.get(user.token_hash)!, member] as const]
      }),
    )
  }
/** Likewise several members of the company; who is not there, or cannot sign in, is left out. */
export async function membersBy(tx: Tx, org_id: string, user_ids: readonly string[]): Promise<Member[]> {
  const found = await rows(
    tx,
    sql<SessionRow>`select ${memberColumns} from app_user u join org o on o.id = u.org_id
      where u.org_id = ${org_id} and ${among(sql`u.id`, user_ids)} and not u.dropped order by u.name`,
  )
  return found.map(memberFrom).filter(member => typeof member !== 'string')
}

/** All who may do this, as their own next call would find it. */
export async function membersWhoMay(tx: Tx, org_id: string, call: AnyCall): Promise<Member[]> {
  const found = await rows(
    tx,
    sql<SessionRow>`select ${memberColumns} from app_user u join org o on o.id = u.org_id
      where u.org_id = ${org_id} and u.status = ${enabledStatus.codes.enabled} and not u.dropped order by u.id`,
  )
  return found
    .map(memberFrom)
    .filter(member => typeof member !== 'string')
    .filter(({ grants, workgroup_only }) => isGranted(call, grants) && !isBeyondWorkgroups(call, workgroup_only))
}

/**
 * Which of those that were opened still hold, as a call with their token from their device would; asked every half second for the open
 * sockets.
 */
export const sessionsAlive =
  (database: Database) =>
  async <T extends { readonly token: string; readonly device_secret: string | undefined }>(
    opened: readonly T[],
  ): Promise<ReadonlySet<T>> => {
    const hashed = (secret: string | undefined) => (secret === undefined ? null : hashOf(secret))
    const asked = opened.map((one, place) => ({
      place,
      token_hash: hashOf(one.token),
      secret_hash: hashed(one.device_secret),
    }))
    const found = await database.system(tx =>
      rows(
        tx,
        sql<{
          place: number
        }>`select a.place from ${recordset(asked, sql`place integer, token_hash text, secret_hash text`)} as a
            join session s on s.token_hash = a.token_hash join app_user u on u.org_id = s.org_id and u.id = s.user_id
            join org o on o.id = s.org_id and o.status = ${enabledStatus.codes.enabled}
          where ${alive} and ${isAt(sql`a.secret_hash`)} and u.status = ${enabledStatus.codes.enabled} and not u.invalid_role
            and (s.viewer_id is not null or not ${mustEnrolWithin(sql`u`)})`,
      ),
    )
    return new Set(found.flatMap(({ place }) => opened[place] ?? []))
  }

/** Ends every session of the users: disabled, deleted, password changed. Answers how many. */
export async function endSessions(
  tx: Tx,
  org_id: string,
  user_ids: readonly string[],
  except?: string,
): Promise<number> {
  const ended = await sql`delete from session where org_id = ${org_id}
    and (user_id = any(${user_ids}::uuid[]) or viewer_id = any(${user_ids}::uuid[])) and token_hash <> ${except === undefined ? '' : hashOf(except)}`.execute(
    tx,
  )
  return Number(ended.numAffectedRows ?? 0)
}
/** What members' programs call by, and the PIN, end when a member goes, or gets a new password from somebody who need not know the old one. */
export async function endTokens(tx: Tx, user_ids: readonly string[]): Promise<void> {
  await sql`update api_token set revoked_time = epoch_now() where revoked_time is null and ${among(sql`user_id`, user_ids)}`.execute(
    tx,
  )
  await sql`delete from user_pin where ${among(sql`user_id`, user_ids)}`.execute(tx)
}
/** A PIN is another one, or none: who came in by it is out. */
export const endPinSessions = (tx: Tx, org_id: string, user_id: string): Promise<unknown> =>
  sql`delete from session where org_id = ${org_id} and user_id = ${user_id} and by_pin`.execute(tx)
/** After a restore: what had been ended since the backup would be alive again. */
export async function endAllSessions(tx: Tx): Promise<void> {
  await sql`delete from session`.execute(tx)
  await sql`update api_token set revoked_time = epoch_now() where revoked_time is null`.execute(tx)
  await sql`update terminal set status = ${terminalStatus.codes.stopped} where status <> ${terminalStatus.codes.stopped}`.execute(
    tx,
  )
}
export async function dropSession(tx: Tx, org_id: string, user_id: string, id: string): Promise<number> {
  const ended = await sql`delete from session where org_id = ${org_id} and user_id = ${user_id} and id = ${id}`.execute(
    tx,
  )
  return Number(ended.numAffectedRows ?? 0)
}
