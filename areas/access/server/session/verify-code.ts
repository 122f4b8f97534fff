import { createHash, randomInt } from 'node:crypto'
import { refuse } from '@qitao/core/refusal.ts'
import { say, type Text, text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { networkOf } from '@qitao/platform/server/http/client-address.ts'
import type { PublicContext } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { securityEventKind } from '../../model/session/security-event.status.ts'
import {
  type CodeScene,
  codeDigits,
  codeSeconds,
  codeWait,
  codeWindowSeconds,
  isRightCode,
  mayTry,
  type Sent,
  type SentCode,
  strangersWait,
} from '../../model/session/verify-code.rules.ts'

/** Codes to a phone or an email: sent, and tried. */
const hashOf = (contact: string, code: string): string =>
  createHash('sha256').update(`${contact}/${code}`).digest('hex')

const codeLock = (contact: string) => sql`select pg_advisory_xact_lock(hashtextextended(${contact}, 5264))`

const subject = text('齐套验证码', 'Qitao verification code')
const words = text(
  '您的验证码是 {code}，{minutes} 分钟内有效。如非本人操作，请忽略。',
  'Your verification code is {code}. It is valid for {minutes} minutes. If you did not ask for it, ignore this message.',
)

const later = (seconds: number): Text =>
  seconds > minuteSeconds
    ? text(
        `请${Math.ceil(seconds / minuteSeconds)}分钟后再试`,
        `Try again in ${Math.ceil(seconds / minuteSeconds)} min`,
      )
    : text(`请${seconds}秒后再试`, `Try again in ${seconds} s`)

/**
 * Sends a new code, which alone is valid from now where it was asked for, and anywhere else; 5264 when they are asked for too often.
 * What a stranger has sent to somebody else's contact leaves its owner with the code that he has asked for himself.
 */
export async function sendCode(
  { transaction, now, language, network, messenger }: PublicContext,
  contact: string,
  scene: CodeScene,
): Promise<void> {
  const id = newId()
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  await transaction(async tx => {
    await codeLock(contact).execute(tx)
    await sql`delete from verify_code where sent_time < ${now - codeWindowSeconds}`.execute(tx)
    const sent = await rows(
      tx,
      sql<Sent>`select contact = ${contact} as "toContact", address = ${network} as "fromHere", sent_time as at from verify_code
        where contact = ${contact} or address = ${network} order by sent_time desc`,
    )
    const asStranger = strangersWait(sent, now)
    const isStranger = asStranger > 0 && !(await hasSignedIn(tx, contact, network))
    const wait_seconds = Math.max(codeWait(sent, now), isStranger ? asStranger : 0)
    if (wait_seconds > 0) refuse(accessErrors.verifyCodeTooOften, { wait_seconds, detail: later(wait_seconds) })
    await sql`insert into verify_code (id, contact, scene, code_hash, address, sent_time, expire_time)
      values (${id}, ${contact}, ${scene}, ${hashOf(contact, code)}, ${network}, ${now}, ${now + codeSeconds})`.execute(
      tx,
    )
  })
  try {
    await messenger.send({
      to: contact,
      subject: say(subject, language),
      text: say(words, language, { code, minutes: codeSeconds / minuteSeconds }),
    })
  } catch (problem) {
    // What never arrived must not make anybody wait.
    await transaction(tx => sql`delete from verify_code where id = ${id}`.execute(tx))
    throw problem
  }
}

/** Whether somebody of the contact has signed in from that network; addresses within one change by the day. */
async function hasSignedIn(tx: Tx, contact: string, network: string): Promise<boolean> {
  const { signed_in, new_device } = securityEventKind.codes
  const found = await rows(
    tx,
    sql<{ address: string }>`select distinct e.address from app_user u left join person p on p.id = u.person_id
        join security_event e on e.org_id = u.org_id and e.user_id = u.id and e.kind in (${signed_in}, ${new_device})
      where not u.dropped and (p.contact = ${contact} or ${contact} in (u.account, lower(u.email), u.phone)) and e.address is not null`,
  )
  return found.some(({ address }) => networkOf(address) === network)
}

/**
 * The code's id when it is right: the latest of all, or the latest that was asked for from the same network. Each try counts, kept although the
 * call is refused.
 */
export async function tryCode(
  tx: Tx,
  contact: string,
  scenes: readonly CodeScene[],
  typed: string,
  { now, network }: Pick<PublicContext, 'now' | 'network'>,
): Promise<string | undefined> {
  await codeLock(contact).execute(tx)
  const latest = (of: RawBuilder<unknown>) =>
    sql`(select id from verify_code where contact = ${contact} and scene = any(${scenes}) and ${of} order by sent_time desc, id desc limit 1)`
  const sent = await rows(
    tx,
    sql<SentCode & { id: string }>`select id, code_hash, expire_time, address, tries_by, used from verify_code
      where id in (${latest(sql`true`)}, ${latest(sql`address = ${network}`)}) for update`,
  )
  const tried = sent.filter(one => mayTry(one, network))
  await sql`update verify_code set tries_by = tries_by ||
    jsonb_build_object(${network}::text, coalesce((tries_by ->> ${network})::integer, 0) + 1)
    where ${among(
      sql`id`,
      tried.map(({ id }) => id),
    )}`.execute(tx)
  return tried.find(one => isRightCode(one, hashOf(contact, typed.trim()), now))?.id
}

/** A code that was right is used up, and all that were sent to the contact with it; false when it was meanwhile. */
export async function spendCode(tx: Tx, id: string): Promise<boolean> {
  const spent = await sql`update verify_code set used = true where id = ${id} and not used`.execute(tx)
  if (spent.numAffectedRows !== 1n) return false
  await sql`update verify_code set used = true where contact = (select contact from verify_code where id = ${id})`.execute(
    tx,
  )
  return true
}
