import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { acrossCompanies, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { sql } from 'kysely'
import { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import type { confirmPasskey, signInByPasskey } from '../../model/session/passkey.calls.ts'
import { challengeSeconds, type PasskeyPlace, passkeyPlaceOf, unfitTexts } from '../../model/session/passkey.rules.ts'
import { type Place, recordEvents } from './security-event.ts'

/** Ed25519, P-256 with SHA-256, RSA with SHA-256 (RFC 9053, 8812): among them each authenticator has one. */
export const algorithms = [-8, -7, -257]
const publicKeyType = 'public-key'

interface Owner {
  readonly org_id: string
  readonly id: string
}

/** 5273 where passkeys do not work. */
export function placeOf({ origin }: Pick<Context, 'origin'>): PasskeyPlace {
  const place = passkeyPlaceOf(origin)
  return typeof place === 'string' ? refuse(accessErrors.passkeyPlaceUnfit, { detail: unfitTexts[place] }) : place
}

/** What an authenticator knows the member by: the id's bytes, which say nothing of who it is. */
export const userHandleOf = (user_id: string): string =>
  Buffer.from(user_id.replaceAll('-', ''), 'hex').toString('base64url')

/** Under a transaction that sees all companies: of a member, one at a time. */
export async function newChallenge(tx: Tx, { now, user_id }: { now: Instant; user_id: string }): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await sql`delete from passkey_challenge where expire_time < ${now} or user_id = ${user_id}`.execute(tx)
  await sql`insert into passkey_challenge (challenge, user_id, expire_time)
    values (${challenge}, ${user_id}, ${now + challengeSeconds})`.execute(tx)
  return challenge
}

const nonceBytes = 16
const timeBytes = 8
async function signed(tx: Tx, open: Buffer): Promise<Buffer> {
  const [held] = await rows(tx, sql<{ key: string }>`select key from passkey_challenge_key`)
  return createHmac('sha256', held!.key).update(open).digest()
}
/** To whoever asks. Nothing is kept of it, so that nobody who asks again and again shuts out whoever sits behind the same address. */
export async function openChallenge(tx: Tx, now: Instant): Promise<string> {
  const time = Buffer.alloc(timeBytes)
  time.writeBigUInt64BE(BigInt(now + challengeSeconds))
  const open = Buffer.concat([randomBytes(nonceBytes), time])
  return Buffer.concat([open, await signed(tx, open)]).toString('base64url')
}
/** Takes one that was given to whoever asked, once; whether it holds. */
async function takeOpen(tx: Tx, challenge: string, now: Instant): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  const open = bytes.subarray(0, nonceBytes + timeBytes)
  const mark = bytes.subarray(open.length)
  const expected = await signed(tx, open)
  // Written otherwise it would be another one, and be taken again.
  if (mark.length !== expected.length || bytes.toString('base64url') !== challenge) return false
  if (!timingSafeEqual(mark, expected)) return false
  const expire_time = Number(open.readBigUInt64BE(nonceBytes))
  if (expire_time < now) return false
  await sql`delete from passkey_challenge where expire_time < ${now}`.execute(tx)
  const taken = await sql`insert into passkey_challenge (challenge, expire_time) values (${challenge}, ${expire_time})
    on conflict do nothing`.execute(tx)
  return taken.numAffectedRows === 1n
}

const clientData = z.object({ challenge: z.string().max(200) })
/** The challenge that an answer is to, as the browser wrote it down. */
function challengeIn(client_data: string): string | undefined {
  try {
    return clientData.safeParse(JSON.parse(Buffer.from(client_data, 'base64url').toString())).data?.challenge
  } catch {
    return undefined
  }
}

/** Under a transaction that sees all companies: takes the challenge of an answer, once; undefined when it is none that waits. */
export async function takeChallenge(
  tx: Tx,
  client_data: string,
  { now, user_id }: { now: Instant; user_id?: string },
): Promise<string | undefined> {
  const challenge = challengeIn(client_data)
  if (challenge === undefined) return undefined
  if (user_id === undefined) return (await takeOpen(tx, challenge, now)) ? challenge : undefined
  const taken = await rows(
    tx,
    sql<{ expire_time: Instant }>`delete from passkey_challenge
      where challenge = ${challenge} and user_id = ${user_id} returning expire_time`,
  )
  return taken.some(({ expire_time }) => expire_time >= now) ? challenge : undefined
}

interface NewPasskey {
  readonly public_key: string
  readonly counter: number
  readonly is_synced: boolean
}
type Made = z.output<typeof confirmPasskey.input>['credential']
/**
 * What an authenticator has made; undefined when it does not hold. Statements about the maker are not asked for: those whose
 * check would ask other servers are not looked at.
 */
export async function checkMade(
  { id, client_data, attestation, transports }: Made,
  challenge: string,
  { rp_id, origin }: PasskeyPlace,
): Promise<NewPasskey | undefined> {
  try {
    const format = decodeAttestationObject(Buffer.from(attestation, 'base64url')).get('fmt')
    if (format !== 'none' && format !== 'packed') return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: publicKeyType,
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, attestationObject: attestation, transports },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo || registrationInfo.credential.id !== id) return undefined
    const { credential, credentialBackedUp: is_synced } = registrationInfo
    return {
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      is_synced,
    }
  } catch {
    return undefined
  }
}

interface HeldPasskey {
  readonly credential_id: string
  readonly public_key: string
  readonly counter: number
  readonly user_id: string
}
type Shown = z.output<typeof signInByPasskey.input>['credential']
/** The counter after a use that holds; undefined when it does not. */
async function checkShown(
  { id, client_data, authenticator_data, signature, user_handle }: Shown,
  challenge: string,
  held: HeldPasskey,
  { rp_id, origin }: PasskeyPlace,
): Promise<{ counter: number; is_synced: boolean } | undefined> {
  if (user_handle !== userHandleOf(held.user_id)) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: publicKeyType,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client_data,
          authenticatorData: authenticator_data,
          signature,
          userHandle: user_handle,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      credential: {
        id: held.credential_id,
        publicKey: new Uint8Array(Buffer.from(held.public_key, 'base64url')),
        counter: held.counter,
      },
    })
    if (!verified) return undefined
    return { counter: authenticationInfo.newCounter, is_synced: authenticationInfo.credentialBackedUp }
  } catch {
    return undefined
  }
}

interface FoundPasskey extends HeldPasskey {
  readonly org_id: string
  readonly id: string
  readonly status: number
  readonly invalid_role: boolean
  readonly org_status: number
  readonly stays: boolean
}
/** Under a transaction that sees all companies. */
async function findPasskey(tx: Tx, credential_id: string, { rp_id }: PasskeyPlace): Promise<FoundPasskey | undefined> {
  const [found] = await rows(
    tx,
    sql<FoundPasskey>`select k.org_id, k.id, k.user_id, k.credential_id, k.public_key, k.counter, k.stays, u.status, u.invalid_role,
        o.status as org_status
      from passkey k join app_user u on u.org_id = k.org_id and u.id = k.user_id join org o on o.id = k.org_id
      where k.credential_id = ${credential_id} and k.rp_id = ${rp_id} and not u.dropped`,
  )
  return found
}

/** Under a transaction that sees all companies: uses a passkey for a challenge that waits for anybody; undefined when it does not hold. */
export async function usedPasskey(
  tx: Tx,
  credential: Shown,
  place: PasskeyPlace,
  from: Place & { readonly now: Instant },
): Promise<FoundPasskey | undefined> {
  const { now } = from
  const challenge = await takeChallenge(tx, credential.client_data, { now })
  const held = challenge && (await findPasskey(tx, credential.id, place))
  if (!challenge || !held) return undefined
  const { org_id, user_id, id, counter } = held
  const shown = await checkShown(credential, challenge, held, place)
  const used =
    shown &&
    (await sql`update passkey set counter = ${shown.counter}, is_synced = ${shown.is_synced}, used_time = ${now}::bigint
      where org_id = ${org_id} and id = ${id} and counter = ${counter}`.execute(tx))
  if (used?.numAffectedRows === 1n) return held
  await recordEvents(tx, from, [{ org_id, kind: 'sign_in_failed', user_id }])
  return undefined
}

export async function countPasskeys(tx: Tx, { org_id, id }: Owner): Promise<number> {
  const [found] = await rows(
    tx,
    sql<{ count: number }>`select count(*)::int as count from passkey where org_id = ${org_id} and user_id = ${id}`,
  )
  return found!.count
}

/**
 * 5272 in a session that has not proved the second factor which the company asks for, of who holds a passkey: whoever knows the
 * password alone sets up no other factor.
 */
export async function expectProved({ tx, org_id, member }: Pick<Context, 'tx' | 'org_id' | 'member'>): Promise<void> {
  if (member.must_enrol && (await countPasskeys(tx, { org_id, id: member.user_id })) > 0)
    refuse(accessErrors.passkeyNeeded)
}

/** All of a member, and what they have proved. */
export async function dropPasskeys(tx: Tx, { org_id, id }: Owner): Promise<number> {
  const dropped = await sql`delete from passkey where org_id = ${org_id} and user_id = ${id}`.execute(tx)
  await sql`update session set passkey_proved = false where org_id = ${org_id} and user_id = ${id} and passkey_proved`.execute(
    tx,
  )
  await acrossCompanies(tx, all => sql`delete from passkey_challenge where user_id = ${id}`.execute(all))
  return Number(dropped.numAffectedRows ?? 0)
}
