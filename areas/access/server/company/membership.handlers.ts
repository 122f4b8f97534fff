import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { acrossCompanies, among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { qrCode } from '@qitao/platform/server/print/qr-code.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import {
  acceptInvitation,
  addInvitation,
  dropInvitations,
  listInvitations,
  listOwnCompanies,
  updateUserCompany,
} from '../../model/company/membership.calls.ts'
import { checkMayManageRole } from '../../model/member/user.rules.ts'
import { checkRoles, roleIdsBeyond } from '../member/user.queries.ts'
import { asking } from '../session/asking.ts'
import { companyTries } from '../session/guesses.ts'
import { linkTo } from '../session/link-address.ts'
import { ownWayRefusal } from '../session/own-way.ts'
import { hasSecondFactor } from '../session/second-factor.ts'
import { recordManaged } from '../session/security-event.ts'
import { loadSignedIn } from '../session/session.queries.ts'
import { hashOf, isHeldToPasskey, openSession } from '../session/session.ts'
import { makeCompany } from '../session/sign-up.handlers.ts'
import { sharedDevice } from '../session/terminal.ts'
import { expectNameFree } from './company.ts'
import { addMember, hashOfKey, invitationFor, newKey, useInvitation } from './invitation.ts'

interface OwnAccount {
  readonly account: string
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  readonly password_hash: string
  readonly person_id: string | null
  /** The session leads into no other company: whoever opened it has not proved to be the person. */
  readonly stays: boolean
}
async function ownAccount({
  tx,
  org_id,
  member,
  token,
}: Pick<Context, 'tx' | 'org_id' | 'member' | 'token'>): Promise<OwnAccount> {
  const [own] = await rows(
    tx,
    sql<OwnAccount>`select account, name, phone, email, password_hash, person_id,
        exists (select from session s where s.org_id = ${org_id} and s.token_hash = ${hashOf(token)} and s.stays) as stays
      from app_user where org_id = ${org_id} and id = ${member.user_id}`,
  )
  return own ?? refuse(accessErrors.accountMissing)
}
/**
 * 5011 for a member whose phone or email nobody has proved, and in a session that the company's provider has vouched for: an
 * administrator of one company, who decides what it says, must not act in another.
 */
function expectPerson({ person_id, stays }: Pick<OwnAccount, 'person_id' | 'stays'>): string {
  if (person_id === null)
    refuse(generalErrors.noPermission, {
      detail: text(
        '请先退出登录，用手机或邮箱的验证码重置一次密码，以验证本人身份',
        'Sign out and reset the password once with a code to your phone or email, to prove who you are',
      ),
    })
  if (stays)
    refuse(generalErrors.noPermission, {
      detail: text(
        '单点登录，以及经由它添加的通行密钥，只在本公司内有效：请退出后用另一家公司的编码登录',
        'Single sign-on, and a passkey added under it, open this company alone: sign out, and sign in with the code of the other one',
      ),
    })
  return person_id
}

export const membershipHandlers: Handler[] = [
  handle(addInvitation, ({ role_id, expire_hours, uses }, context) =>
    asking(context, 'invitation', async () => {
      const { tx, org_id, now, member, calls } = context
      if (role_id) await checkRoles(tx, org_id, member, [role_id], calls)
      const id = newId()
      const qrcode_key = newKey()
      const expire_time = now + expire_hours * hourSeconds
      await sql`insert into invitation (id, key_hash, role_id, uses_left, expire_time)
        values (${id}, ${hashOfKey(qrcode_key)}, ${role_id ?? null}, ${uses}, ${expire_time})`.execute(tx)
      await recordManaged(context, 'invitation_made', [undefined])
      const url = linkTo(context, `/register?invite=${qrcode_key}`)
      return { id, qrcode: await qrCode(url), url, qrcode_key, expire_time }
    }),
  ),

  handle(listInvitations, async (_, { tx, org_id, now }) => ({
    result: await rows(
      tx,
      sql<{
        id: string
        role_name: string | null
        uses_left: number
        expire_time: number
        created_time: number
        created_by_name: string | null
      }>`select i.id, r.role_name, i.uses_left, i.expire_time, i.created_time, u.name as created_by_name from invitation i
        left join role r on r.org_id = i.org_id and r.id = i.role_id
        left join app_user u on u.org_id = i.org_id and u.id = i.created_by
        where i.org_id = ${org_id} and i.uses_left > 0 and i.expire_time > ${now} order by i.created_time desc, i.id limit 200`,
    ),
  })),

  handle(dropInvitations, async ({ ids }, context) => {
    const { tx, org_id } = context
    const wanted = await rows(
      tx,
      sql<{
        role_id: string | null
      }>`select role_id from invitation where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
    )
    const beyond = await roleIdsBeyond(
      context,
      wanted.flatMap(({ role_id }) => role_id ?? []),
    )
    checkMayManageRole({ is_manageable: beyond.size === 0 })
    const dropped = await sql`delete from invitation where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
    await recordManaged(
      context,
      'invitation_dropped',
      wanted.map(() => undefined),
    )
    return { affected: Number(dropped.numAffectedRows ?? 0) }
  }),

  handle(acceptInvitation, ({ qrcode_key }, context) =>
    asking(context, 'joining', async () => {
      const own = await ownAccount(context)
      const person_id = expectPerson(own)
      return acrossCompanies(context.tx, async all => {
        const invitation = await invitationFor(all, qrcode_key, context)
        const { role_id } = invitation
        const id = await addMember(all, context, {
          ...own,
          org_id: invitation.org_id,
          person_id,
          status: enabledStatus.codes.enabled,
          role_id,
        })
        await useInvitation(all, invitation)
        const joined = (await loadSignedIn(all, invitation.org_id, id)) ?? refuse(accessErrors.accountMissing)
        return { org: joined.org }
      })
    }),
  ),

  handle(listOwnCompanies, async (_, context) => {
    const { tx, org_id, member } = context
    // Which other companies the member works for is not the administrator's to see.
    const own = await ownAccount(context)
    const person_id = member.viewed_by || own.stays ? null : own.person_id
    const result = await acrossCompanies(tx, all =>
      rows(
        all,
        sql<{
          company_code: string
          name: string
          is_current: boolean
        }>`select o.company_code, o.name, o.id = ${org_id} as is_current from app_user u join org o on o.id = u.org_id and o.status = ${enabledStatus.codes.enabled}
          where not u.dropped and u.status = ${enabledStatus.codes.enabled} and not u.invalid_role and (u.id = ${member.user_id} or u.person_id = ${person_id}) order by o.name`,
      ),
    )
    return { result, is_verified: person_id !== null }
  }),

  handle(updateUserCompany, async ({ company_code, company_name, industry }, context) => {
    const { tx, token } = context
    const own = await ownAccount(context)
    const person_id = expectPerson(own)
    const code = company_code?.trim()
    const name = company_name?.trim()
    const there = await companyTries(context, async all =>
      code ? membershipIn(all, person_id, code) : name ? expectNameFree(all, name) : undefined,
    )
    if (there instanceof Refusal) return there
    return acrossCompanies(tx, async all => {
      const to =
        there ?? (await makeCompany(all, { ...own, name, industry, user_name: own.name, person_id }, context.now))
      const [ended] = await rows(
        all,
        sql<{ created_time: number }>`delete from session where token_hash = ${hashOf(token)} returning created_time`,
      )
      const { created_time: since } = ended ?? refuse(generalErrors.loginNeeded)
      const at = await sharedDevice(all, to.org_id, context.device)
      if (at instanceof Refusal) throw at
      const { address, agent } = context
      const fresh = await openSession(all, { org_id: to.org_id, id: to.user_id }, { address, agent, since, at })
      const signedIn = (await loadSignedIn(all, to.org_id, to.user_id)) ?? refuse(accessErrors.accountMissing)
      return { token: fresh, org: signedIn.org, user: signedIn.user }
    })
  }),
]

/** 5260 for a company that is not the person's, alike with one that does not exist. */
async function membershipIn(
  tx: Tx,
  person_id: string,
  company_code: string,
): Promise<{ org_id: string; user_id: string }> {
  const [found] = await rows(
    tx,
    sql<{ org_id: string; user_id: string; status: number }>`select u.org_id, u.id as user_id, u.status from app_user u
      join org o on o.id = u.org_id and o.status = ${enabledStatus.codes.enabled}
      where u.person_id = ${person_id} and not u.dropped and o.company_code = ${company_code}`,
  )
  if (!found) refuse(accessErrors.companyCodeUnknown, { field: 'company_code' })
  if (found.status !== enabledStatus.codes.enabled) refuse(accessErrors.accountDisabled)
  // The session that asks has proved nothing over there: neither to the only way in, nor of the second factor.
  const elsewhere = await ownWayRefusal(tx, { org_id: found.org_id, id: found.user_id })
  if (elsewhere) throw elsewhere
  if (await hasSecondFactor(tx, { org_id: found.org_id, id: found.user_id }))
    refuse(accessErrors.secondFactorNeeded, {
      detail: text('请用该公司的编码重新登录', "Sign in with that company's code"),
    })
  if (await isHeldToPasskey(tx, { org_id: found.org_id, id: found.user_id })) refuse(accessErrors.passkeyNeeded)
  return found
}
