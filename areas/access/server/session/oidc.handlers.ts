import { createHash, randomBytes } from 'node:crypto'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, Refusal, refuse } from '@qitao/core/refusal.ts'
import { say, type Text, text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import {
  type Context,
  expectVersion,
  type Handler,
  handle,
  handleInSteps,
  handlePublic,
  type PublicContext,
} from '@qitao/platform/server/http/handle.ts'
import { canSeal, seal } from '@qitao/platform/server/secrets.ts'
import { sql } from 'kysely'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import { user } from '../../model/member/user.record.ts'
import {
  beginOidc,
  type oidcProvider,
  queryOidc,
  saveOidc,
  showOidc,
  signInByOidc,
  testOidc,
} from '../../model/session/oidc.calls.ts'
import {
  attemptSeconds,
  type Known,
  knownBy,
  meant,
  mostAttemptsPerAddress,
  type Named,
  oidcPath,
  type Unfit,
} from '../../model/session/oidc.rules.ts'
import { signInRefusal } from '../../model/session/sign-in.rules.ts'
import { addressTries, checkWait, type Guess, lockGuesses, recordFailure } from './guesses.ts'
import { knownDevice } from './known-device.ts'
import { linkTo } from './link-address.ts'
import {
  addressAt,
  claimsOf,
  discovered,
  expectIssuer,
  loadProvider,
  opened,
  type Provider,
  secretPlace,
} from './oidc.ts'
import { ownProof, proved, proves, wrongPassword } from './own-password.ts'
import { placeOf, usedPasskey } from './passkey.ts'
import { noPassword } from './password.ts'
import { recordEvents, recordManaged } from './security-event.ts'
import { hashOf as tokenHash } from './session.ts'
import { findCompany, secondFactor } from './sign-in.handlers.ts'
import { welcome } from './welcome.ts'

type Saved = Omit<z.output<typeof saveOidc.input>, 'row_version' | 'password'>
const hashOf = (binding: string): string => createHash('sha256').update(binding).digest('hex')

async function expectFit(given: Saved, { tx, org_id }: Context): Promise<void> {
  expectIssuer(given.issuer)
  // Locked: who is made the keeper at this moment is not taken away at it.
  const keeper = await rows(
    tx,
    sql`select id from app_user where org_id = ${org_id} and id = ${given.keeper_id} and not dropped
        and is_admin and status = ${enabledStatus.codes.enabled} and password_hash <> ${noPassword} for no key update`,
  )
  if (given.is_required && keeper.length === 0)
    refuse(accessErrors.oidcKeeper, {
      field: 'keeper_id',
      detail: text('须为已启用、已设密码的管理员', 'It must be an administrator who is enabled and has a password'),
    })
  const [found] = await rows(
    tx,
    sql<{
      roles: number
    }>`select count(*)::int as roles from role where org_id = ${org_id} and ${among(sql`id`, given.role_ids)}`,
  )
  if (found!.roles < new Set(given.role_ids).size) refuse(generalErrors.recordNotFound, { field: 'role_ids' })
  if (given.client_secret !== undefined && !canSeal())
    refuse(accessErrors.secretsKeyMissing, {
      detail: text(
        '请系统管理员设置 SECRETS_KEY 后重启服务',
        'Ask whoever runs the system to set SECRETS_KEY and start it again',
      ),
    })
}

interface Attempt {
  readonly org_id: string
  readonly id: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirect_uri: string
  readonly user_id: string | null
}
async function findAttempt(tx: Tx, state: string, binding: string, now: number): Promise<Attempt | undefined> {
  const [found] = await rows(
    tx,
    sql<Attempt>`select org_id, id, state, nonce, verifier, redirect_uri, user_id from oidc_attempt
      where state = ${state} and binding_hash = ${hashOf(binding)} and expire_time > ${now} for update`,
  )
  return found
}
const forget = (tx: Tx, { org_id, id }: Attempt): Promise<unknown> =>
  sql`delete from oidc_attempt where org_id = ${org_id} and id = ${id}`.execute(tx)

const unfitTexts: Readonly<Record<Unfit, Text>> = {
  no_account: text(
    '身份提供方没有给出账号，请联系管理员',
    'The provider does not say which account it is: ask an administrator',
  ),
  mail_not_verified: text('您的邮箱未经身份提供方验证', 'The provider has not verified your mail address'),
  other_domain: text('您的邮箱域名不在允许之列', 'Your mail address is not of an allowed domain'),
}

interface Found {
  readonly id: string
  readonly status: number
  readonly invalid_role: boolean
}
const memberColumns = sql`u.id, u.status, u.invalid_role`

async function linkedWith(
  tx: Tx,
  { org_id, issuer }: Pick<Provider, 'org_id' | 'issuer'>,
  subject: string,
): Promise<Found | undefined> {
  const [linked] = await rows(
    tx,
    sql<Found>`select ${memberColumns} from oidc_identity i join app_user u on u.org_id = i.org_id and u.id = i.user_id
      where i.org_id = ${org_id} and i.issuer = ${issuer} and i.subject = ${subject} and not u.dropped`,
  )
  return linked
}

/** The member that the subject is linked with, else the one of this account, who is linked now; else a new one, if that is allowed. */
async function memberOf(
  tx: Tx,
  provider: Provider,
  subject: string,
  known: Known,
  from: PublicContext,
): Promise<Found | Refusal> {
  const { org_id, issuer, creates_members, role_ids } = provider
  const before = await linkedWith(tx, provider, subject)
  if (before) return before
  // First sign-ins of a company come one after the other: the second finds whom the first has linked or made.
  await sql`select pg_advisory_xact_lock(hashtextextended(${org_id}, 5276))`.execute(tx)
  const linked = await linkedWith(tx, provider, subject)
  if (linked) return linked
  const named = await rows(
    tx,
    sql<
      Found & Named
    >`select ${memberColumns}, u.account = ${known.account} as is_exact, lower(u.account) = lower(${known.account}) as by_account from app_user u
      where u.org_id = ${org_id} and not u.dropped and (lower(u.account) = lower(${known.account}) or lower(u.email) = ${known.email ?? null})
      order by is_exact desc, by_account desc limit 2`,
  )
  const own = meant(named)
  if (!own && (named.length > 0 || !creates_members)) return new Refusal(accessErrors.oidcUnknown)
  if (!own && known.account.length > (user.fields.account.maxLength ?? 0))
    return new Refusal(accessErrors.oidcUnknown, { detail: accountTooLong })
  const id = own?.id ?? (await newMember(tx, org_id, known, role_ids, from))
  // As he or she is now: dropped at this moment, nobody is.
  const [member] = await rows(
    tx,
    sql<Found>`select ${memberColumns} from app_user u where u.org_id = ${org_id} and u.id = ${id} and not u.dropped for no key update`,
  )
  if (!member) return new Refusal(accessErrors.oidcUnknown)
  // Who is linked with another subject is somebody else of the same name.
  const [other] = await rows(
    tx,
    sql`select id from oidc_identity where org_id = ${org_id} and user_id = ${id} and issuer = ${issuer}`,
  )
  if (other) return new Refusal(accessErrors.oidcUnknown)
  await sql`insert into oidc_identity (org_id, id, user_id, issuer, subject)
    values (${org_id}, ${newId()}, ${id}, ${issuer}, ${subject})`.execute(tx)
  await recordEvents(tx, from, [{ org_id, kind: 'oidc_linked', user_id: id }])
  return member
}

async function newMember(
  tx: Tx,
  org_id: string,
  { account, email, name }: Known,
  role_ids: readonly string[],
  from: PublicContext,
): Promise<string> {
  const id = newId()
  await sql`insert into app_user (org_id, id, account, name, email, password_hash)
    values (${org_id}, ${id}, ${account}, ${name.slice(0, mostNameLength)}, ${email ?? null}, ${noPassword})`.execute(
    tx,
  )
  // Roles that are gone meanwhile are passed over.
  await sql`insert into user_role (org_id, user_id, role_id)
    select r.org_id, ${id}::uuid, r.id from role r where r.org_id = ${org_id} and ${among(sql`r.id`, role_ids)}`.execute(
    tx,
  )
  await recordEvents(tx, from, [{ org_id, kind: 'member_joined', user_id: id }])
  return id
}
const accountTooLong = text(
  '账号过长，不能自动新建成员：请管理员换用较短的声明',
  'The account is too long to make a member of: ask an administrator to choose another claim',
)
const mostNameLength = 50

export const oidcHandlers: Handler[] = [
  handle(showOidc, async (_, { tx, org_id, origin }) => {
    const [found] = await rows(
      tx,
      sql<
        z.output<typeof oidcProvider.row> & { sealed: string | null }
      >`select p.id, p.row_version, p.created_time, p.updated_time, p.name, p.issuer,
          p.client_id, p.account_claim, p.mail_domains, p.creates_members, p.role_ids, p.proves_factor, p.is_required, p.keeper_id, p.enabled,
          (select s.sealed from oidc_secret s where s.org_id = p.org_id and s.provider_id = p.id) as sealed
        from oidc_provider p where p.org_id = ${org_id}`,
    )
    const redirect_uri = origin === null ? null : `${origin}${oidcPath}`
    if (!found) return { record: null, has_secret: false, redirect_uri }
    const { sealed, ...record } = found
    // Sealed by a key that is lost, it is none: it has to be entered again.
    const has_secret = opened(org_id, sealed) !== undefined
    return { record, has_secret, redirect_uri }
  }),

  handleInSteps(saveOidc, {
    async load({ password }, context) {
      if (!context.member.is_admin) refuse(generalErrors.noPermission)
      return ownProof(context, password)
    },
    decide: proves,
    async save({ row_version, client_secret, password: _, ...given }, context, proof, isRight) {
      if (!(await proved(context, proof, isRight))) return wrongPassword()
      const { tx, org_id, member } = context
      await sql`select from org where id = ${org_id} for no key update`.execute(tx)
      const [held] = await rows(
        tx,
        sql<{ id: string; row_version: number; issuer: string }>`select id, row_version, issuer from oidc_provider
          where org_id = ${org_id} for update`,
      )
      if (held || row_version !== undefined) expectVersion(held, row_version ?? -1)
      await expectFit({ ...given, client_secret }, context)
      const id = held?.id ?? newId()
      if (held) await updateRows(tx, org_id, 'oidc_provider', [{ id, ...given }])
      else await insertRows(tx, 'oidc_provider', [{ id, ...given }])
      // A secret is of one provider: at another issuer it is nobody's, and must not be told there.
      if (client_secret === undefined && held && held.issuer !== given.issuer)
        await sql`delete from oidc_secret where org_id = ${org_id}`.execute(tx)
      if (client_secret !== undefined)
        await sql`insert into oidc_secret (org_id, provider_id, sealed) values (${org_id}, ${id}, ${seal(client_secret, secretPlace(org_id))})
          on conflict (org_id, provider_id) do update set sealed = excluded.sealed`.execute(tx)
      await recordManaged(context, 'oidc_changed', [member.user_id])
      if (given.enabled && given.is_required) await endOtherWays(context, given.keeper_id ?? null)
      return { affected: 1 }
    },
  }),

  handleInSteps(testOidc, {
    async load({ issuer }, { member, language }) {
      if (!member.is_admin) refuse(generalErrors.noPermission)
      expectIssuer(issuer)
      return { issuer, language }
    },
    async decide({ issuer, language }) {
      try {
        const config = await discovered({ issuer, client_id: 'test', client_secret: undefined })
        return { ok: true, said: config.serverMetadata().issuer }
      } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem
        const detail = problem.data.detail
        return {
          ok: false,
          said: say(detail && typeof detail === 'object' ? (detail as Text) : problem.definition.text, language),
        }
      }
    },
    save: async (_, __, ___, told) => told,
  }),

  // A code that no company has counts as a guess, apart from the sign-ins: codes are not read off by trying them.
  handlePublic(queryOidc, ({ company_code }, context) =>
    addressTries(context, 'oidc_seen', async tx => {
      const company = (await findCompany(tx, company_code.trim())) ?? refuse(accessErrors.companyCodeUnknown)
      const provider = await loadProvider(tx, company.id)
      return provider?.enabled ? { name: provider.name, is_required: provider.is_required } : noProvider
    }).catch(problem => {
      if (problem instanceof Refusal && problem.definition === accessErrors.companyCodeUnknown) return noProvider
      throw problem
    }),
  ),

  handlePublic(beginOidc, async ({ company_code }, context) => {
    const { transaction, now, network, origin } = context
    const redirect_uri = linkTo({ origin }, oidcPath)
    const provider = await addressTries(context, 'oidc', async tx => {
      const company = await findCompany(tx, company_code.trim())
      const provider = company && (await loadProvider(tx, company.id))
      return provider?.enabled ? provider : refuse(accessErrors.oidcNone)
    })
    if (provider.is_secret_lost) refuse(accessErrors.oidcUnfit, { detail: secretLost })
    const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), redirect_uri }
    const binding = randomBytes(32).toString('base64url')
    // Before the provider is asked: whoever begins again and again makes the server ask others no oftener.
    await transaction(async tx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${network}, 5275))`.execute(tx)
      const [waiting] = await rows(
        tx,
        sql<{
          count: number
        }>`select count(*)::int as count from oidc_attempt where address = ${network} and expire_time > ${now}`,
      )
      if (waiting!.count >= mostAttemptsPerAddress)
        refuse(accessErrors.signInTooOften, { minutes: attemptSeconds / 60, wait_seconds: attemptSeconds })
      await sql`insert into oidc_attempt (org_id, id, state, nonce, verifier, binding_hash, redirect_uri, address, expire_time)
        values (${provider.org_id}, ${newId()}, ${begun.state}, ${begun.nonce}, ${begun.verifier}, ${hashOf(binding)}, ${redirect_uri}, ${network},
          ${now + attemptSeconds})`.execute(tx)
    })
    const url = await addressAt(await discovered(provider), begun)
    return { url, state: begun.state, binding }
  }),

  handlePublic(signInByOidc, async ({ state, binding, answer, device_key, verify_code, credential }, context) => {
    const { transaction, now, network } = context
    const begun = await addressTries(context, 'oidc', async tx => {
      const attempt = await findAttempt(tx, state, binding, now)
      const provider = attempt && (await loadProvider(tx, attempt.org_id))
      if (!attempt || !provider?.enabled) return refuse(accessErrors.oidcFailed)
      return { attempt, provider }
    })
    const { attempt, provider } = begun
    // A code is taken once; whoever is only asked for the second factor comes again without the provider.
    const claims = attempt.user_id === null ? await claimsOf(await discovered(provider), attempt, answer) : { sub: '' }
    const settled = await transaction(async tx => {
      const still = await findAttempt(tx, state, binding, now)
      if (!still || still.user_id !== attempt.user_id) return new Refusal(accessErrors.oidcFailed)
      const { org_id } = provider
      if (!claims) {
        await forget(tx, still)
        await recordEvents(tx, context, [{ org_id, kind: 'sign_in_failed' }])
        return new Refusal(accessErrors.oidcFailed)
      }
      const member =
        still.user_id === null
          ? await vouched(tx, provider, claims, context)
          : await memberAt(tx, org_id, still.user_id)
      if (member instanceof Refusal) {
        await forget(tx, still)
        await recordEvents(tx, context, [{ org_id, kind: 'sign_in_failed' }])
        return member
      }
      const [org] = await rows(
        tx,
        sql<{ status: number; company_code: string }>`select status, company_code from org where id = ${org_id}`,
      )
      const refusal = signInRefusal({
        ...{ company: true, companyEnabled: org!.status === enabledStatus.codes.enabled, known: true, right: true },
        ...{ enabled: member.status === enabledStatus.codes.enabled, invalidRole: member.invalid_role },
      })
      if (refusal) return new Refusal(refusal)
      const user = { org_id, id: member.id }
      const device = await knownDevice(tx, user, device_key)
      if (!provider.proves_factor) {
        const guess: Guess = {
          ...{ company_code: org!.company_code, account: member.id },
          ...(device ? { kind: 'device', address: device } : { kind: 'sign_in', address: network }),
        }
        await lockGuesses(tx, guess)
        await checkWait(tx, guess, now)
        const wrong = credential
          ? await wrongPasskey(tx, user, credential, context)
          : await secondFactor(tx, user, verify_code, context)
        if (wrong) {
          if (wrongSteps.includes(wrong.definition)) await recordFailure(tx, guess, now)
          await sql`update oidc_attempt set user_id = ${member.id} where org_id = ${org_id} and id = ${still.id}`.execute(
            tx,
          )
          return wrong
        }
      }
      await forget(tx, still)
      const way = {
        call: signInByOidc,
        device_key,
        is_known: device !== undefined,
        passkey_proved: provider.proves_factor || credential !== undefined,
      }
      return welcome(tx, user, context, { ...way, by_provider: true, stays: true })
    })
    if (settled instanceof Refusal) throw settled
    return settled
  }),
]

/** Who came in by another way than the provider, now the only one, is out; but the one who keeps the password, and the session that says so. */
async function endOtherWays({ tx, org_id, token }: Context, keeper_id: string | null): Promise<void> {
  // With a view ends what it looks from, which may be of the provider.
  await sql`delete from session where org_id = ${org_id} and not by_provider and viewer_id is null
    and user_id is distinct from ${keeper_id}::uuid and token_hash <> ${tokenHash(token)}`.execute(tx)
}

const secretLost = text(
  '客户端密钥无法解密，请管理员在系统设置中重新填写',
  'The client secret does not open any more: ask an administrator to enter it anew in the settings',
)
const noProvider = { name: null, is_required: false }
const wrongSteps: readonly ErrorDefinition[] = [accessErrors.verifyCodeWrong, accessErrors.passkeyWrong]
/** 5270 when the passkey does not hold, or is of another member than the provider has named. */
async function wrongPasskey(
  tx: Tx,
  user: { readonly org_id: string; readonly id: string },
  credential: NonNullable<z.output<typeof signInByOidc.input>['credential']>,
  context: PublicContext,
): Promise<Refusal | undefined> {
  const used = await usedPasskey(tx, credential, placeOf(context), context)
  const isOwn = used?.org_id === user.org_id && used.user_id === user.id
  return isOwn ? undefined : new Refusal(accessErrors.passkeyWrong)
}

async function vouched(
  tx: Tx,
  provider: Provider,
  claims: { readonly sub: string; readonly [name: string]: unknown },
  context: PublicContext,
): Promise<Found | Refusal> {
  const known = knownBy(claims, provider)
  if (typeof known === 'string') return new Refusal(accessErrors.oidcUnknown, { detail: unfitTexts[known] })
  return memberOf(tx, provider, claims.sub, known, context)
}
async function memberAt(tx: Tx, org_id: string, user_id: string): Promise<Found | Refusal> {
  const [found] = await rows(
    tx,
    sql<Found>`select ${memberColumns} from app_user u where u.org_id = ${org_id} and u.id = ${user_id} and not u.dropped`,
  )
  return found ?? new Refusal(accessErrors.oidcFailed)
}
