import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database.ts'
import { newId } from '@qitao/platform/server/new-id.ts'
import { sql } from 'kysely'
import { accessErrors } from '../model/access.errors.ts'
import { user } from '../model/user.record.ts'

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

/** Under a transaction that sees all companies. 7705 for a key that is wrong, withdrawn or used up, 7706 expired. */
export async function invitationFor(tx: Tx, key: string, now: Instant): Promise<Invitation> {
  const [found] = await rows(
    tx,
    sql<
      Invitation & { uses_left: number }
    >`select i.id, i.org_id, i.role_id, i.uses_left, i.expire_time, o.company_code, o.name as company_name
      from invitation i join org o on o.id = i.org_id and o.status = 1 where i.key_hash = ${hashOfKey(key)} for update of i`,
  )
  if (!found || found.uses_left < 1) refuse(accessErrors.linkWrong)
  if (found.expire_time <= now) refuse(accessErrors.linkExpired)
  return found
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
export async function addMember(tx: Tx, of: NewMember): Promise<string> {
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
  return id
}

export const useInvitation = (tx: Tx, { org_id, id }: Invitation): Promise<unknown> =>
  sql`update invitation set uses_left = uses_left - 1 where org_id = ${org_id} and id = ${id}`.execute(tx)
