import { createHash, randomBytes } from 'node:crypto'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { addInvitation } from '../../model/company/membership.calls.ts'
import { user } from '../../model/member/user.record.ts'
import { roleIdsBeyond } from '../member/user.queries.ts'
import { type Place, recordEvents } from '../session/security-event.ts'
import { endSessions, endTokens, memberBy } from '../session/session.ts'

/** 128 bits of chance, and the hash by which they are found again. */
export const newKey = (): string => randomBytes(16).toString('base64url')
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

export interface Invitation {
  readonly id: string
  readonly org_id: string
  readonly role_id: string | null
  readonly company_code: string
  readonly company_name: string
  readonly expire_time: Instant
}

/**
 * Under a transaction that sees all companies. 7705 for a key that is wrong, withdrawn or used up, or whose maker could not
 * invite so now; 7706 expired.
 */
export async function invitationFor(
  tx: Tx,
  key: string,
  { now, calls }: Pick<Context, 'now' | 'calls'>,
): Promise<Invitation> {
  const [found] = await rows(
    tx,
    sql<
      Invitation & { uses_left: number; created_by: string }
    >`select i.id, i.org_id, i.role_id, i.uses_left, i.created_by, i.expire_time, o.company_code, o.name as company_name
      from invitation i join org o on o.id = i.org_id and o.status = ${enabledStatus.codes.enabled} where i.key_hash = ${hashOfKey(key)} for update of i`,
  )
  if (!found || found.uses_left < 1) refuse(accessErrors.linkWrong)
  if (found.expire_time <= now) refuse(accessErrors.linkExpired)
  const maker = await memberBy(tx, found.org_id, found.created_by)
  if (!maker || !isGranted(addInvitation, maker.grants)) refuse(accessErrors.linkWrong)
  const { org_id, role_id } = found
  const beyond = role_id ? await roleIdsBeyond({ tx, org_id, member: maker, calls }, [role_id]) : new Set()
  if (beyond.size > 0) refuse(accessErrors.linkWrong)
  return found
}

/** What members made for others ends with them: sessions, tokens, invitations, links. For good, also when they come back. */
export async function endAccess(tx: Tx, org_id: string, user_ids: readonly string[]): Promise<void> {
  await endSessions(tx, org_id, user_ids)
  await endTokens(tx, user_ids)
  await sql`delete from invitation where org_id = ${org_id} and ${among(sql`created_by`, user_ids)}`.execute(tx)
  await sql`update share_link set revoked = true
    where org_id = ${org_id} and not revoked and ${among(sql`created_by`, user_ids)}`.execute(tx)
}

export interface NewMember {
  readonly org_id: string
  readonly account: string
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  readonly password_hash: string
  readonly person_id: string
  readonly status: 0 | 1
  readonly role_id: string | null
}

/** A person becomes a member; 5262 when the account, or the person, is in the company already. Answers the user's id. */
export async function addMember(tx: Tx, from: Place, of: NewMember): Promise<string> {
  const same = await rows(
    tx,
    sql`select 1 from app_user where org_id = ${of.org_id} and not dropped and (account = ${of.account} or person_id = ${of.person_id})`,
  )
  if (same.length > 0) refuse(accessErrors.accountExists, { field: 'account', field_title: user.fields.account.title })
  const id = newId()
  await sql`insert into app_user (org_id, id, account, name, phone, email, password_hash, person_id, status)
    values (${of.org_id}, ${id}, ${of.account}, ${of.name}, ${of.phone}, ${of.email}, ${of.password_hash}, ${of.person_id}, ${of.status})`.execute(
    tx,
  )
  if (of.role_id)
    await sql`insert into user_role (org_id, user_id, role_id) values (${of.org_id}, ${id}, ${of.role_id})`.execute(tx)
  await recordEvents(tx, from, [{ org_id: of.org_id, kind: 'member_joined', user_id: id }])
  return id
}

export const useInvitation = (tx: Tx, { org_id, id }: Invitation): Promise<unknown> =>
  sql`update invitation set uses_left = uses_left - 1 where org_id = ${org_id} and id = ${id}`.execute(tx)
