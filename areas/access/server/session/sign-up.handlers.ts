import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Handler, handlePublic, type PublicContext } from '@qitao/platform/server/http/handle.ts'
import { downloadPath, findMobileApp } from '@qitao/platform/server/http/mobile-app.ts'
import { qrCode } from '@qitao/platform/server/print/qr-code.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import { editionOf } from '../../model/company/app.ts'
import { isTimeZone } from '../../model/company/org.rules.ts'
import { user } from '../../model/member/user.record.ts'
import { type Contact, contactOf } from '../../model/session/contact.rules.ts'
import { newCompanyLimit, waitSeconds } from '../../model/session/sign-in.rules.ts'
import {
  queryInvitation,
  queryMobileApp,
  querySignInInfo,
  resetPassword,
  sendVerifyCode,
  signUp,
} from '../../model/session/sign-up.calls.ts'
import { type CodeScene, codeSeconds } from '../../model/session/verify-code.rules.ts'
import { createCompany, expectNameFree, newCompanyCode } from '../company/company.ts'
import { addMember, hashOfKey, invitationFor, useInvitation } from '../company/invitation.ts'
import { adminIds, noticeChannel, notify, notifyEach } from '../notice/notice.ts'
import { countAsking } from './asking.ts'
import { checkNewPassword } from './common-password.ts'
import { addressTries } from './guesses.ts'
import { ownWayRefusal } from './own-way.ts'
import { hashPassword } from './password.ts'
import { recordEvents } from './security-event.ts'
import { loadSignedIn, nameOf } from './session.queries.ts'
import { endTokens, openSession } from './session.ts'
import { sharedDevice } from './terminal.ts'
import { sendCode, spendCode, tryCode } from './verify-code.ts'

const field = { field: 'account', field_title: user.fields.account.title }
const phoneOrEmail = text('请填写手机号或邮箱', 'Enter a phone number or an email address')

/** 5001 when it is no phone or email, or none that messages reach. */
const expectContact = (typed: string, messenger: PublicContext['messenger']): Contact =>
  reachable(contactOf(typed) ?? refuse(generalErrors.badParameter, { ...field, detail: phoneOrEmail }), messenger)

function reachable(contact: Contact, messenger: PublicContext['messenger']): Contact {
  if (messenger.kind === 'mail' && contact.kind === 'phone')
    refuse(generalErrors.badParameter, {
      ...field,
      detail: text('本系统通过邮件发送验证码，请填写邮箱', 'Codes are sent by email here: enter an email address'),
    })
  return contact
}

const codeWrong = () =>
  new Refusal(accessErrors.verifyCodeWrong, { field: 'verify_code', field_title: text('验证码', 'Verification code') })

/** The right code of a contact, to be spent; 5259. Before anything that costs more, and before anything is told about the contact. */
const provenBy = (
  context: PublicContext,
  contact: Contact,
  scenes: readonly CodeScene[],
  typed: string,
): Promise<string> =>
  addressTries(context, 'code', async tx => {
    const id = await tryCode(tx, contact.value, scenes, typed, context)
    if (id === undefined) throw codeWrong()
    return id
  })

/** Members whose password the owner of the contact may set: the person's own, and those that a company knows by it. */
const membersOf = (tx: Tx, contact: string): Promise<{ org_id: string; id: string; person_id: string | null }[]> =>
  rows(
    tx,
    sql`select u.org_id, u.id, u.person_id from app_user u left join person p on p.id = u.person_id
      where not u.dropped and (p.contact = ${contact} or (u.person_id is null and ${contact} in (u.account, lower(u.email), u.phone)))
      order by u.id for update of u`,
  )

// Sent to whoever asks, so that nobody learns who has an account here: that is told to who has proved the contact.
const sendVerify = handlePublic(sendVerifyCode, async ({ account, scene }, context) => {
  const contact =
    scene === 'signup'
      ? expectContact(account, context.messenger)
      : reachable(contactOf(account) ?? refuse(accessErrors.accountMissing, field), context.messenger)
  await sendCode(context, contact.value, scene)
  return { expire_seconds: codeSeconds }
})

const signUpHandler = handlePublic(signUp, async (input, context) => {
  const { transaction, messenger } = context
  await checkNewPassword(input.password, 'password')
  const contact = expectContact(input.account, messenger)
  const code_id = await provenBy(context, contact, ['signup'], input.verify_code)
  const password_hash = await hashPassword(input.password)
  const settled = await transaction(async tx => {
    if (!(await spendCode(tx, code_id))) throw codeWrong()
    const person_id = newId()
    const made =
      await sql`insert into person (id, contact) values (${person_id}, ${contact.value}) on conflict do nothing`.execute(
        tx,
      )
    if (Number(made.numAffectedRows ?? 0) === 0) refuse(accessErrors.accountExists, field)
    const joined = await joinOrMake(tx, input, { ...context, contact, person_id, password_hash })
    const user = { org_id: joined.org_id, id: joined.user_id }
    // Nothing of it stays: the invitation is left for who is sent there.
    const elsewhere = joined.waits ? undefined : await ownWayRefusal(tx, user)
    if (elsewhere) throw elsewhere
    await sql`insert into audit_log (org_id, user_id, call) values (${joined.org_id}, ${joined.user_id}, ${signUp.path})`.execute(
      tx,
    )
    const signedIn = (await loadSignedIn(tx, joined.org_id, joined.user_id)) ?? refuse(accessErrors.accountMissing)
    const at = joined.waits ? undefined : await sharedDevice(tx, user.org_id, context.device)
    if (at instanceof Refusal) throw at
    const { address, agent } = context
    const token = joined.waits ? null : await openSession(tx, user, { address, agent, at })
    return { answer: { token, user: signedIn.user, org: signedIn.org }, tell: joined.tell }
  })
  for (const user_id of settled.tell)
    await context.tell(settled.answer.org.id, { channel_type: noticeChannel }, { user_id })
  return settled.answer
})

interface Newcomer extends Pick<PublicContext, 'now' | 'calls' | 'address' | 'agent'> {
  readonly contact: Contact
  readonly person_id: string
  readonly password_hash: string
}
interface Joined {
  readonly org_id: string
  readonly user_id: string
  readonly waits: boolean
  /** Administrators who were asked. */
  readonly tell: readonly string[]
}

/** By invitation at once; by company code after an administrator agrees; else into a new company. */
async function joinOrMake(tx: Tx, input: z.output<typeof signUp.input>, newcomer: Newcomer): Promise<Joined> {
  const { contact, person_id, password_hash } = newcomer
  const name = input.name.trim()
  const reach = {
    account: contact.value,
    phone: contact.kind === 'phone' ? contact.value : null,
    email: contact.kind === 'email' ? contact.value : null,
  }
  if (input.qrcode_key) {
    const invitation = await invitationFor(tx, input.qrcode_key, newcomer)
    const { org_id, role_id } = invitation
    const user_id = await addMember(tx, newcomer, {
      ...reach,
      org_id,
      name,
      password_hash,
      person_id,
      status: enabledStatus.codes.enabled,
      role_id,
    })
    await useInvitation(tx, invitation)
    return { org_id, user_id, waits: false, tell: [] }
  }
  const company_code = input.company_code?.trim()
  if (company_code) {
    const [org] = await rows(
      tx,
      sql<{
        id: string
      }>`select id from org where company_code = ${company_code} and status = ${enabledStatus.codes.enabled}`,
    )
    const org_id = (org ?? refuse(accessErrors.companyCodeUnknown, { field: 'company_code' })).id
    const user_id = await addMember(tx, newcomer, {
      ...reach,
      org_id,
      name,
      password_hash,
      person_id,
      status: enabledStatus.codes.disabled,
      role_id: null,
    })
    const admins = await adminIds(tx, org_id)
    await notify({ tx, org_id }, admins, {
      sign: `join:${user_id}`,
      type: 'warning',
      text: {
        zh: `${name}（${contact.value}）申请加入公司，启用该用户即同意`,
        en: `${name} (${contact.value}) asks to join the company; enable the user to agree`,
      },
      href: `${pages.roles.path}?tab=users`,
      href_title: pages.roles.title,
      btn: text('去处理', 'Open'),
    })
    return { org_id, user_id, waits: true, tell: admins }
  }
  const made = await makeCompany(
    tx,
    {
      ...reach,
      name: input.company_name,
      industry: input.industry,
      time_zone: input.time_zone,
      app_code: input.app_code,
      user_name: name,
      password_hash,
      person_id,
    },
    newcomer.now,
  )
  return { ...made, waits: false, tell: [] }
}

interface WantedCompany {
  readonly name: string | undefined
  readonly industry?: string | undefined
  readonly time_zone?: string | undefined
  readonly app_code?: string | undefined
  readonly account: string
  readonly phone: string | null
  readonly email: string | null
  readonly user_name: string
  readonly password_hash: string
  readonly person_id: string
}
/** 5267 for who has made too many lately. */
async function expectFewMade(tx: Tx, person_id: string, now: Instant): Promise<void> {
  await sql`select from person where id = ${person_id} for update`.execute(tx)
  const { most: limit, seconds } = newCompanyLimit
  const made = await rows(
    tx,
    sql<{ created_time: Instant }>`select created_time from org where made_by = ${person_id}
      and created_time > ${now - seconds} order by created_time desc limit ${limit}`,
  )
  const wait = waitSeconds(
    made.map(({ created_time }) => created_time),
    newCompanyLimit,
    now,
  )
  if (wait > 0)
    refuse(accessErrors.companiesTooMany, { limit, hours: Math.ceil(wait / hourSeconds), wait_seconds: wait })
}

/** A new company with the person as its administrator: 5020 without a name, 5265 when another has it, 5267 for too many. */
export async function makeCompany(
  tx: Tx,
  wanted: WantedCompany,
  now: Instant,
): Promise<{ org_id: string; user_id: string }> {
  const name = wanted.name?.trim()
  if (!name)
    refuse(generalErrors.fieldRequired, { field: 'company_name', field_title: text('公司名称', 'Company name') })
  await expectNameFree(tx, name)
  await expectFewMade(tx, wanted.person_id, now)
  const { time_zone, app_code, industry, name: _, ...admin } = wanted
  if (app_code !== undefined && !editionOf(app_code)) refuse(generalErrors.badParameter, { field: 'app_code' })
  const company = { ...admin, name, industry: industry?.trim() || null, company_code: newCompanyCode() }
  return createCompany(tx, {
    ...company,
    ...(time_zone && isTimeZone(time_zone) ? { time_zone } : {}),
    ...(app_code ? { app_code } : {}),
  })
}

const reset = handlePublic(resetPassword, async ({ account, verify_code, new_password }, context) => {
  await checkNewPassword(new_password)
  const contact = contactOf(account) ?? refuse(accessErrors.accountMissing, field)
  const code_id = await provenBy(context, contact, ['reset_password', 'alter_password'], verify_code)
  const password_hash = await hashPassword(new_password)
  return context.transaction(async tx => {
    if (!(await spendCode(tx, code_id))) throw codeWrong()
    const members = await membersOf(tx, contact.value)
    if (members.length === 0) refuse(accessErrors.accountMissing, field)
    const [person] = await rows(
      tx,
      sql<{ id: string }>`insert into person (id, contact) values (${newId()}, ${contact.value})
        on conflict (contact) do update set contact = excluded.contact returning id`,
    )
    const ids = members.map(({ id }) => id)
    // One membership of a company belongs to the person; a second account there only gets the password.
    const own = new Map(members.map(({ org_id, id }) => [org_id, id]))
    for (const { org_id, id, person_id } of members) if (person_id) own.set(org_id, id)
    await sql`update app_user u set password_hash = ${password_hash}, first_password = false,
        person_id = case when ${among(sql`u.id`, [...own.values()])} then ${person!.id}::uuid else u.person_id end
      where ${among(sql`u.id`, ids)}`.execute(tx)
    await sql`delete from session where ${among(sql`user_id`, ids)}`.execute(tx)
    await endTokens(tx, ids)
    await sql`delete from sign_in_failure where account = any(${ids})`.execute(tx)
    await sql`insert into audit_log (org_id, user_id, call) select org_id, id, ${resetPassword.path} from app_user where ${among(sql`id`, ids)}`.execute(
      tx,
    )
    await recordEvents(
      tx,
      context,
      members.map(({ org_id, id }) => ({ org_id, kind: 'password_reset', user_id: id })),
    )
    for (const { org_id, id } of members) await tellOfReset(tx, org_id, id, context.address)
    return { affected: ids.length }
  })
})

/** The member hears of it at the next sign-in; of an administrator's password the other administrators do too. */
async function tellOfReset(tx: Tx, org_id: string, user_id: string, address: string): Promise<void> {
  const admins = await adminIds(tx, org_id)
  const others = admins.includes(user_id) ? admins.filter(id => id !== user_id) : []
  const name = await nameOf(tx, org_id, user_id)
  await notifyEach({ tx, org_id }, [
    {
      user_ids: [user_id],
      notice: {
        sign: 'password',
        text: text(
          `您的密码已用验证码重置（${address}）；如非本人操作，请立即联系管理员`,
          `Your password was reset by code from ${address}. If that was not you, tell an administrator at once.`,
        ),
        type: 'warning',
      },
    },
    {
      user_ids: others,
      notice: {
        sign: `password:${user_id}`,
        text: text(
          `${name}（管理员）的密码已用验证码重置（${address}）`,
          `The password of the administrator ${name} was reset by code from ${address}`,
        ),
        type: 'warning',
      },
    },
  ])
}

export const signUpHandlers: Handler[] = [
  sendVerify,
  signUpHandler,
  reset,
  handlePublic(querySignInInfo, async (_, { messenger, origin }) => ({
    messages: messenger.kind,
    passkey_origin: origin,
  })),
  handlePublic(queryMobileApp, async (_, { downloads, origin }) => {
    const app = await findMobileApp(downloads)
    if (!app) return { version: null, url: null, qrcode: null, file_size: null, server: null, server_qrcode: null }
    const { version, bytes: file_size } = app
    const path = `${downloadPath}${app.file}`
    const none = { version, url: path, qrcode: null, file_size, server: null, server_qrcode: null }
    if (origin === null) return none
    const url = `${origin}${path}`
    return { ...none, url, qrcode: await qrCode(url), server: origin, server_qrcode: await qrCode(origin) }
  }),
  handlePublic(queryInvitation, async ({ qrcode_key }, context) => {
    const { transaction, network, now } = context
    await transaction(tx => countAsking(tx, { kind: 'invitation_seen', account: hashOfKey(qrcode_key), network }, now))
    return addressTries(context, 'link', async tx => {
      const { company_code, company_name, expire_time } = await invitationFor(tx, qrcode_key, context)
      return { company_code, company_name, expire_time }
    })
  }),
]
