import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { acrossCompanies, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Context, type Handler, handle, handleInSteps, handlePublic } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import {
  beginPasskey,
  beginPasskeySignIn,
  confirmPasskey,
  dropPasskey,
  listPasskeys,
  renamePasskey,
  signInByPasskey,
} from '../../model/session/passkey.calls.ts'
import { challengeSeconds, mostPasskeys, type PasskeyPlace } from '../../model/session/passkey.rules.ts'
import { signInRefusal } from '../../model/session/sign-in.rules.ts'
import { addressTries } from './guesses.ts'
import { knownDevice } from './known-device.ts'
import { ownProof, proved, proves, wrongPassword } from './own-password.ts'
import { ownWayRefusal } from './own-way.ts'
import {
  algorithms,
  checkMade,
  countPasskeys,
  expectProved,
  newChallenge,
  openChallenge,
  placeOf,
  takeChallenge,
  usedPasskey,
  userHandleOf,
} from './passkey.ts'
import { hasSecondFactor, isFactorRequired, tellOwner } from './second-factor.ts'
import { hashOf } from './session.ts'
import { welcome } from './welcome.ts'

type Listed = z.output<typeof listPasskeys.output>['result'][number]
const ownOf = ({ org_id, member }: Pick<Context, 'org_id' | 'member'>) => ({ org_id, id: member.user_id })
const timeout = challengeSeconds * 1000
const product = '齐套 Qitao'

export const passkeyHandlers: Handler[] = [
  handle(listPasskeys, async (_, { tx, org_id, member, origin }) => ({
    origin,
    result: await rows(
      tx,
      sql<Listed>`select id, name, rp_id, is_synced, created_time, used_time from passkey
        where org_id = ${org_id} and user_id = ${member.user_id} order by created_time desc, id desc`,
    ),
  })),

  // A passkey outlives the session that adds it: who finds a session open adds none without the password.
  handleInSteps(beginPasskey, {
    async load({ password }, context) {
      const place = placeOf(context)
      await expectProved(context)
      await expectFew(context)
      return { proof: await ownProof(context, password), place }
    },
    decide: ({ proof }) => proves(proof),
    async save(_, context, { place, proof }, isRight) {
      const { tx, member, now } = context
      if (!(await proved(context, proof, isRight))) return wrongPassword()
      const { user_id } = member
      const challenge = await acrossCompanies(tx, all => newChallenge(all, { now, user_id }))
      return askedToMake(context, place, challenge)
    },
  }),

  handle(confirmPasskey, async ({ name, credential }, context) => {
    const { tx, org_id, member, now, token } = context
    const { user_id } = member
    const place = placeOf(context)
    await sql`select from app_user where org_id = ${org_id} and id = ${user_id} for no key update`.execute(tx)
    await expectProved(context)
    await expectFew(context)
    const challenge = await acrossCompanies(tx, all => takeChallenge(all, credential.client_data, { now, user_id }))
    const made = challenge && (await checkMade(credential, challenge, place))
    if (!made) return notMade()
    const id = newId()
    const added = await rows(
      tx,
      sql`insert into passkey (org_id, id, user_id, name, credential_id, public_key, transports, counter, rp_id, is_synced, stays)
        select ${org_id}::uuid, ${id}::uuid, ${user_id}::uuid, ${name.trim()}, ${credential.id}, ${made.public_key}, ${credential.transports}::text[],
          ${made.counter}::bigint, ${place.rp_id}, ${made.is_synced}::boolean, s.stays or u.person_id is null
        from session s join app_user u on u.org_id = s.org_id and u.id = s.user_id
        where s.org_id = ${org_id} and s.token_hash = ${hashOf(token)}
        on conflict (credential_id) do nothing returning id`,
    )
    if (added.length === 0) return notMade()
    await sql`update session set passkey_proved = true where org_id = ${org_id} and token_hash = ${hashOf(token)}`.execute(
      tx,
    )
    await tellOwner(
      context,
      'passkey_added',
      text(`已添加通行密钥「${name.trim()}」`, `The passkey “${name.trim()}” was added`),
    )
    return { id }
  }),

  handle(renamePasskey, async ({ id, name }, { tx, org_id, member }) => {
    const renamed = await sql`update passkey set name = ${name.trim()}
      where org_id = ${org_id} and user_id = ${member.user_id} and id = ${id}`.execute(tx)
    if (renamed.numAffectedRows !== 1n) refuse(generalErrors.recordNotFound)
    return { affected: 1 }
  }),

  handleInSteps(dropPasskey, {
    async load({ id, password }, context) {
      const { tx, org_id, member } = context
      const found = await rows(
        tx,
        sql`select id from passkey where org_id = ${org_id} and user_id = ${member.user_id} and id = ${id}`,
      )
      if (found.length === 0) refuse(generalErrors.recordNotFound)
      return ownProof(context, password)
    },
    decide: proves,
    async save({ id }, context, proof, isRight) {
      const { tx, org_id, member } = context
      if (!(await proved(context, proof, isRight))) return wrongPassword()
      await sql`select from app_user where org_id = ${org_id} and id = ${member.user_id} for no key update`.execute(tx)
      const own = ownOf(context)
      const isLast = (await countPasskeys(tx, own)) === 1
      if (isLast && (await isFactorRequired(context)) && !(await hasSecondFactor(tx, own)))
        refuse(generalErrors.statusNotAllowed, { detail: lastFactor })
      const [dropped] = await rows(
        tx,
        sql<{
          name: string
        }>`delete from passkey where org_id = ${org_id} and user_id = ${member.user_id} and id = ${id} returning name`,
      )
      const { name } = dropped ?? refuse(generalErrors.recordNotFound)
      await tellOwner(
        context,
        'passkey_removed',
        text(`已删除通行密钥「${name}」`, `The passkey “${name}” was removed`),
      )
      return { affected: 1 }
    },
  }),

  handlePublic(beginPasskeySignIn, async (_, context) => {
    const { rp_id: rpId } = placeOf(context)
    const challenge = await context.transaction(tx => openChallenge(tx, context.now))
    return { challenge, rpId, timeout, userVerification: 'required' as const }
  }),

  handlePublic(signInByPasskey, async ({ credential, device_key }, context) => {
    const place = placeOf(context)
    const settled = await addressTries(context, 'passkey', async tx => {
      const held = await usedPasskey(tx, credential, place, context)
      if (!held) return refuse(accessErrors.passkeyWrong)
      const { org_id, user_id, stays } = held
      const refusal = signInRefusal({
        company: true,
        companyEnabled: held.org_status === enabledStatus.codes.enabled,
        known: true,
        right: true,
        enabled: held.status === enabledStatus.codes.enabled,
        invalidRole: held.invalid_role,
      })
      // Who proves an account guesses none.
      if (refusal) return new Refusal(refusal)
      const user = { org_id, id: user_id }
      const elsewhere = await ownWayRefusal(tx, user)
      if (elsewhere) return elsewhere
      const is_known = (await knownDevice(tx, user, device_key)) !== undefined
      return welcome(tx, user, context, {
        call: signInByPasskey,
        device_key,
        is_known,
        passkey_proved: true,
        stays,
      })
    })
    if (settled instanceof Refusal) throw settled
    return settled
  }),
]

const lastFactor = text(
  '公司要求两步验证：请先设置验证器或添加另一个通行密钥',
  'The company asks for two-step sign-in: set up an authenticator or add another passkey first',
)
const notMade = () =>
  new Refusal(generalErrors.badParameter, {
    detail: text('通行密钥未通过验证或已超时，请重新添加', 'The passkey did not hold, or took too long: add it again'),
  })

async function expectFew({ tx, org_id, member }: Pick<Context, 'tx' | 'org_id' | 'member'>): Promise<void> {
  if ((await countPasskeys(tx, { org_id, id: member.user_id })) >= mostPasskeys)
    refuse(accessErrors.passkeysTooMany, { limit: mostPasskeys })
}

/** A passkey that its owner finds again by account and company; those that are there already are left out by their authenticator. */
async function askedToMake(
  { tx, org_id, member }: Context,
  { rp_id }: PasskeyPlace,
  challenge: string,
): Promise<z.input<typeof beginPasskey.output>> {
  const [org] = await rows(tx, sql<{ name: string }>`select name from org where id = ${org_id}`)
  const held = await rows(
    tx,
    sql<{ credential_id: string; transports: string[] }>`select credential_id, transports from passkey
      where org_id = ${org_id} and user_id = ${member.user_id} and rp_id = ${rp_id} order by created_time, id`,
  )
  return {
    rp: { id: rp_id, name: product },
    user: {
      id: userHandleOf(member.user_id),
      name: `${member.account} · ${org!.name}`,
      displayName: `${member.name} · ${org!.name}`,
    },
    challenge,
    pubKeyCredParams: algorithms.map(alg => ({ alg, type: 'public-key' })),
    timeout,
    excludeCredentials: held.map(({ credential_id: id, transports }) => ({ id, type: 'public-key', transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}
