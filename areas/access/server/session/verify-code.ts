import { createHash, randomInt } from 'node:crypto'
import { refuse } from '@qitao/core/refusal.ts'
import { say, type Text, text } from '@qitao/core/text.ts'
import { type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { PublicContext } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import {
  type CodeScene,
  codeDigits,
  codeSeconds,
  codeWait,
  codeWindowSeconds,
  isRightCode,
  mayTry,
  type SentCode,
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

/** Sends a new code, which alone is valid from now; 5264 when they are asked for too often. */
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
      sql<{ contact: string; address: string; sent_time: Instant }>`select contact, address, sent_time from verify_code
        where contact = ${contact} or address = ${network} order by sent_time desc`,
    )
    const times = (wanted: (one: { contact: string; address: string }) => boolean) =>
      sent.filter(wanted).map(one => one.sent_time)
    const wait_seconds = codeWait(
      times(one => one.contact === contact),
      times(one => one.address === network),
      now,
    )
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

/** The code's id when it is right. Each try counts, kept although the call is refused. */
export async function tryCode(
  tx: Tx,
  contact: string,
  scenes: readonly CodeScene[],
  typed: string,
  { now, network }: Pick<PublicContext, 'now' | 'network'>,
): Promise<string | undefined> {
  await codeLock(contact).execute(tx)
  const [latest] = await rows(
    tx,
    sql<SentCode & { id: string }>`select id, code_hash, expire_time, address, tries_by, used from verify_code
      where contact = ${contact} and scene = any(${scenes}) order by sent_time desc, id desc limit 1 for update`,
  )
  if (!latest || !mayTry(latest, network)) return undefined
  await sql`update verify_code set tries_by = tries_by ||
    jsonb_build_object(${network}::text, coalesce((tries_by ->> ${network})::integer, 0) + 1) where id = ${latest.id}`.execute(
    tx,
  )
  return isRightCode(latest, hashOf(contact, typed.trim()), now) ? latest.id : undefined
}

/** A code that was right is used up; false when it was meanwhile. */
export async function spendCode(tx: Tx, id: string): Promise<boolean> {
  const spent = await sql`update verify_code set used = true where id = ${id} and not used`.execute(tx)
  return Number(spent.numAffectedRows ?? 0) === 1
}
