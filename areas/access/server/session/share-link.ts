import type { AnyCall } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context, Member } from '@qitao/platform/server/http/handle.ts'
import { qrCode } from '@qitao/platform/server/print/qr-code.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { hashOfKey, newKey } from '../company/invitation.ts'
import { linkTo } from './link-address.ts'
import { memberBy } from './session.ts'

/** Links to one object for people without an account. What an object shows is said by the area that owns it. */
interface NewShareLink {
  readonly object_type: string
  readonly object_id: string
  readonly expire_time: Instant
  readonly editable: boolean
  readonly shows_prices: boolean
}
async function makeShareLink(tx: Tx, of: NewShareLink): Promise<{ id: string; key: string }> {
  const id = newId()
  const key = newKey()
  await sql`insert into share_link (id, key_hash, object_type, object_id, expire_time, editable, shows_prices)
    values (${id}, ${hashOfKey(key)}, ${of.object_type}, ${of.object_id}, ${of.expire_time}, ${of.editable}, ${of.shows_prices})`.execute(
    tx,
  )
  return { id, key }
}

interface SharedLink {
  readonly url: string
  readonly share_key: string
  readonly expire_time: Instant
  readonly qrcode: string
}
type LinkWanted = Omit<NewShareLink, 'expire_time'> & { readonly path: string; readonly expire_days: number }
/** The same for a caller: valid for so many days, as an address and a picture of it. Refused where no link can lead here. */
export async function knownShareLink(
  tx: Tx,
  { now, origin }: Pick<Context, 'now' | 'origin'>,
  { path, expire_days, ...of }: LinkWanted,
): Promise<{ readonly id: string; readonly link: SharedLink }> {
  const expire_time = now + expire_days * daySeconds
  const { id, key: share_key } = await makeShareLink(tx, { ...of, expire_time })
  const url = linkTo({ origin }, `${path}${path.includes('?') ? '&' : '?'}share_key=${share_key}`)
  return { id, link: { url, share_key, expire_time, qrcode: await qrCode(url) } }
}
export const newShareLink = async (...asked: Parameters<typeof knownShareLink>): Promise<SharedLink> =>
  (await knownShareLink(...asked)).link

export interface ShareLink {
  readonly id: string
  readonly org_id: string
  readonly object_type: string
  readonly object_id: string
  readonly expire_time: Instant
  readonly editable: boolean
  readonly shows_prices: boolean
  readonly answer: unknown
  readonly answer_time: Instant | null
  /** Who shares it: what is shown is what the sharer may read now. */
  readonly sharer: Member
  readonly company_name: string
}
/** Objects that are shared, and the call that makes links to them. */
interface Shared {
  readonly object_types: readonly string[]
  readonly madeBy: AnyCall
}
/**
 * Under a transaction that sees all companies: the link of a key. 7705 when it is wrong or withdrawn, or its sharer could not
 * make it now; 7706 expired.
 */
export async function openShareLink(
  tx: Tx,
  { object_types, madeBy }: Shared,
  key: string,
  now: Instant,
): Promise<ShareLink> {
  const [found] = await rows(
    tx,
    sql<
      Omit<ShareLink, 'sharer'> & { created_by: string }
    >`select l.id, l.org_id, l.object_type, l.object_id, l.expire_time, l.editable, l.shows_prices, l.answer, l.answer_time,
        l.created_by, o.name as company_name
      from share_link l join org o on o.id = l.org_id and o.status = ${enabledStatus.codes.enabled}
      where l.key_hash = ${hashOfKey(key)} and l.object_type = any(${object_types}::text[]) and not l.revoked for update of l`,
  )
  if (!found) refuse(accessErrors.linkWrong)
  if (found.expire_time <= now) refuse(accessErrors.linkExpired)
  const sharer = await memberBy(tx, found.org_id, found.created_by)
  if (!sharer || !isGranted(madeBy, sharer.grants)) refuse(accessErrors.linkWrong)
  return { ...found, sharer }
}

/** Under a transaction that sees all companies: what a key leads to, so that it is locked before its link. Tells nobody that it is right. */
export async function objectOfShareLink(
  tx: Tx,
  { object_types }: Pick<Shared, 'object_types'>,
  key: string,
): Promise<{ readonly org_id: string; readonly object_id: string } | undefined> {
  const [found] = await rows(
    tx,
    sql<{ org_id: string; object_id: string }>`select org_id, object_id from share_link
      where key_hash = ${hashOfKey(key)} and object_type = any(${object_types}::text[])`,
  )
  return found
}

export const recordShareView = (tx: Tx, { org_id, id }: ShareLink, now: Instant): Promise<unknown> =>
  sql`update share_link set opened_count = opened_count + 1, opened_time = ${now}
    where org_id = ${org_id} and id = ${id}`.execute(tx)

/** Once: 5011 when the link may only be read, 5024 when it was answered already. */
export async function answerShareLink(tx: Tx, link: ShareLink, answer: object, now: Instant): Promise<void> {
  if (!link.editable) refuse(generalErrors.noPermission)
  if (link.answer_time !== null) refuse(generalErrors.statusNotAllowed)
  await sql`update share_link set answer = ${JSON.stringify(answer)}::jsonb, answer_time = ${now}
    where org_id = ${link.org_id} and id = ${link.id}`.execute(tx)
}

export interface ShareLinkRow {
  id: string
  created_time: Instant
  created_by_name: string | null
  expire_time: Instant
  editable: boolean
  shows_prices: boolean
  revoked: boolean
  opened_count: number
  opened_time: Instant | null
  answer: unknown
  answer_time: Instant | null
}
export const shareLinksOf = (tx: Tx, org_id: string, object_type: string, object_id: string): Promise<ShareLinkRow[]> =>
  rows(
    tx,
    sql<ShareLinkRow>`select l.id, l.created_time, u.name as created_by_name, l.expire_time, l.editable, l.shows_prices, l.revoked,
        l.opened_count, l.opened_time, l.answer, l.answer_time
      from share_link l left join app_user u on u.org_id = l.org_id and u.id = l.created_by
      where l.org_id = ${org_id} and l.object_type = ${object_type} and l.object_id = ${object_id}
      order by l.created_time desc, l.id desc limit 100`,
  )

/** Answers that nobody has dealt with, the newest first. */
export const openAnswersOf = (
  tx: Tx,
  org_id: string,
  object_type: string,
  object_id: string,
): Promise<{ id: string; answer: unknown; answer_time: Instant }[]> =>
  rows(
    tx,
    sql<{ id: string; answer: unknown; answer_time: Instant }>`select l.id, l.answer, l.answer_time from share_link l
      where l.org_id = ${org_id} and l.object_type = ${object_type} and l.object_id = ${object_id}
        and l.answer_time is not null and l.settled_time is null
      order by l.answer_time desc, l.id desc limit 100`,
  )
/** Somebody has dealt with these answers to links of the object. */
export async function settleAnswers(
  tx: Tx,
  org_id: string,
  {
    object_type,
    object_id,
    ids,
    by,
    now,
  }: { object_type: string; object_id: string; ids: readonly string[]; by: string; now: Instant },
): Promise<number> {
  const changed = await sql`update share_link set settled_time = ${now}, settled_by = ${by}
    where org_id = ${org_id} and object_type = ${object_type} and object_id = ${object_id} and ${among(sql`id`, ids)}
      and answer_time is not null and settled_time is null`.execute(tx)
  return Number(changed.numAffectedRows ?? 0)
}

export async function revokeShareLinks(
  tx: Tx,
  org_id: string,
  object_type: string,
  ids: readonly string[],
): Promise<number> {
  const changed = await sql`update share_link set revoked = true
    where org_id = ${org_id} and object_type = ${object_type} and not revoked and ${among(sql`id`, ids)}`.execute(tx)
  return Number(changed.numAffectedRows ?? 0)
}

/** All links to these objects, or those that were made before another: what they show is not so any more. */
export const revokeShareLinksOf = (
  tx: Tx,
  org_id: string,
  object_type: string,
  object_ids: readonly string[],
  before?: string,
): Promise<unknown> =>
  // Ids grow with time.
  sql`update share_link set revoked = true
    where org_id = ${org_id} and object_type = ${object_type} and not revoked and ${among(sql`object_id`, object_ids)}
      ${before === undefined ? sql`` : sql`and id < ${before}`}`.execute(tx)
