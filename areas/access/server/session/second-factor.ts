import { createHash, randomBytes } from 'node:crypto'
import type { Text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { openKept } from '@qitao/platform/server/secrets.ts'
import { sql } from 'kysely'
import { isMfaRequired } from '../../model/session/mfa.rules.ts'
import type { SecurityEventKind } from '../../model/session/security-event.status.ts'
import { loadSettings } from '../company/settings.ts'
import { notify } from '../notice/notice.ts'
import { recordEvents } from './security-event.ts'
import { base32, stepOfCode } from './totp.ts'

interface Owner {
  readonly org_id: string
  readonly id: string
}
const recoveryCodeCount = 10
/** 120 bits: who has the hash alone does not find the code. */
const recoveryCodeLetters = 24

/** Where the secret of a member's authenticator is kept. */
export const mfaPlace = (org_id: string, user_id: string): string => `mfa ${org_id} ${user_id}`

/** As it was made, however it is typed. */
const bare = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
const hashOfCode = (code: string): string => createHash('sha256').update(bare(code)).digest('hex')

export async function hasSecondFactor(tx: Tx, { org_id, id }: Owner): Promise<boolean> {
  const found = await rows(tx, sql`select 1 from user_mfa where org_id = ${org_id} and user_id = ${id} and confirmed`)
  return found.length > 0
}

/**
 * Takes what was typed for the second factor: a code of the authenticator, or a recovery code, each once. Undefined when it is
 * neither. Whoever asks counts the wrong ones.
 */
export async function takeFactor(
  tx: Tx,
  { org_id, id }: Owner,
  typed: string,
  now: Instant,
): Promise<'authenticator' | 'recovery_code' | undefined> {
  const [held] = await rows(
    tx,
    sql<{ secret: string; used_step: number }>`select secret, used_step from user_mfa
      where org_id = ${org_id} and user_id = ${id} and confirmed for update`,
  )
  if (!held) return undefined
  const secret = openKept(held.secret, mfaPlace(org_id, id))
  const step = secret === undefined ? undefined : stepOfCode(secret, bare(typed), now, held.used_step)
  if (step !== undefined) {
    await sql`update user_mfa set used_step = ${step} where org_id = ${org_id} and user_id = ${id}`.execute(tx)
    return 'authenticator'
  }
  const spent = await rows(
    tx,
    sql`delete from recovery_code where org_id = ${org_id} and user_id = ${id} and code_hash = ${hashOfCode(typed)}
      returning code_hash`,
  )
  return spent.length > 0 ? 'recovery_code' : undefined
}

/** New ones in place of the old; shown now and never again. */
export async function renewCodes(tx: Tx, { org_id, id }: Owner): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    base32(randomBytes(recoveryCodeLetters)).slice(0, recoveryCodeLetters),
  )
  await sql`delete from recovery_code where org_id = ${org_id} and user_id = ${id}`.execute(tx)
  await sql`insert into recovery_code (org_id, user_id, code_hash)
    select ${org_id}::uuid, ${id}::uuid, unnest(${codes.map(hashOfCode)}::text[])`.execute(tx)
  return codes.map(code => code.match(/.{4}/g)!.join('-'))
}

export async function dropFactor(tx: Tx, { org_id, id }: Owner): Promise<number> {
  const dropped = await sql`delete from user_mfa where org_id = ${org_id} and user_id = ${id}`.execute(tx)
  return Number(dropped.numAffectedRows ?? 0)
}

/** Whether the company asks for one of who calls. */
export const isFactorRequired = async ({
  tx,
  org_id,
  member,
}: Pick<Context, 'tx' | 'org_id' | 'member'>): Promise<boolean> =>
  isMfaRequired((await loadSettings(tx, org_id)).mfa_required, member.is_admin)

/** What changes how a member signs in is written down, and told to the member with where it came from. */
export async function tellOwner(context: Context, kind: SecurityEventKind, words: Text): Promise<void> {
  const { tx, org_id, member, tell, address } = context
  await recordEvents(tx, context, [{ org_id, kind, user_id: member.user_id }])
  await notify({ tx, org_id, tell }, [member.user_id], {
    text: { zh: `${words.zh}（${address}）`, en: `${words.en} (${address})` },
    type: 'warning',
  })
}
