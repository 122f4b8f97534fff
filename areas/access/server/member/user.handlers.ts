import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  handleInSteps,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, isWritten, listRows } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import {
  addUser,
  alterUser,
  alterUserAdmin,
  alterUserStatus,
  dropUser,
  dropUsers,
  listUsers,
  memberCalls,
  resetUserPassword,
  stopUsers,
} from '../../model/member/user.calls.ts'
import type { UserRow } from '../../model/member/user.record.ts'
import {
  checkMayMakeAdmin,
  checkMayManage,
  checkOwnRoles,
  checkTaking,
  isManageable,
  isRoleInvalid,
} from '../../model/member/user.rules.ts'
import { passOnApprovals } from '../approval/approval-decision.ts'
import { endAccess } from '../company/invitation.ts'
import { notify } from '../notice/notice.ts'
import { checkNewPassword } from '../session/common-password.ts'
import { hashPassword } from '../session/password.ts'
import { recordManaged } from '../session/security-event.ts'
import { endSessions, endTokens } from '../session/session.ts'
import { checkAccount, checkRoles, lockUsers, roleIdsBeyond, targetBy } from './user.queries.ts'

export const userHandlers: Handler[] = [
  handle(listUsers, async (input, context) => {
    const { tx, org_id, member } = context
    const { result, ...page } = await listRows<Omit<UserRow, 'is_manageable'>>(
      tx,
      {
        org_id,
        table: 'app_user',
        where: [
          sql`not t.dropped`,
          contains(input.keyword, sql`t.account`, sql`t.name`, sql`t.phone`, sql`t.email`, sql`t.job_number`),
          input.status !== undefined && sql`t.status = ${input.status}`,
          input.is_admin !== undefined && sql`t.is_admin = ${input.is_admin}`,
          input.role_id !== undefined &&
            sql`exists (select from user_role ur where ur.org_id = t.org_id and ur.user_id = t.id and ur.role_id = ${input.role_id})`,
        ],
        columns: sql`t.id, t.row_version, t.created_time, t.updated_time, t.account, t.name, t.phone, t.email, t.job_number, t.status,
          t.is_admin, s.at as last_sign_in_time, exists (select from user_mfa m where m.org_id = t.org_id and m.user_id = t.id and m.confirmed)
            or exists (select from passkey k where k.org_id = t.org_id and k.user_id = t.id) as has_mfa,
          exists (select from user_pin p where p.org_id = t.org_id and p.user_id = t.id) as has_pin,
          roles.role_ids, roles.role_names`,
        joins: sql`${signedIn} cross join lateral (select coalesce(array_agg(r.id order by r.role_name), '{}') as role_ids,
              coalesce(array_agg(r.role_name order by r.role_name), '{}') as role_names
            from user_role ur join role r on r.org_id = ur.org_id and r.id = ur.role_id
            where ur.org_id = t.org_id and ur.user_id = t.id) roles`,
        filterJoins: signedIn,
        orders: {
          account: sql`t.account`,
          name: sql`t.name`,
          phone: sql`coalesce(t.phone, '')`,
          email: sql`coalesce(t.email, '')`,
          job_number: sql`coalesce(t.job_number, '')`,
          status: sql`t.status`,
          is_admin: sql`t.is_admin::int`,
          last_sign_in_time: sql`coalesce(s.at, 0)`,
          created_time: sql`t.created_time`,
        },
        defaultOrder: 'account',
      },
      input,
    )
    const beyond = await roleIdsBeyond(
      context,
      result.flatMap(one => one.role_ids),
    )
    const isStronger = (one: { role_ids: readonly string[] }) => one.role_ids.some(id => beyond.has(id))
    return {
      ...page,
      result: result.map(one => ({
        ...one,
        is_manageable: isManageable(member, { is_admin: one.is_admin, is_stronger: isStronger(one) }),
      })),
    }
  }),

  // A password is hashed while no transaction is open.
  handleInSteps(addUser, {
    async load({ account, password }, { tx, org_id }) {
      await checkNewPassword(password, 'password')
      await checkAccount(tx, org_id, account.trim())
      return password
    },
    decide: hashPassword,
    async save({ account, name, phone, email, job_number, role_ids }, context, _, password_hash) {
      const { tx, org_id, member, calls } = context
      await checkAccount(tx, org_id, account.trim())
      await checkRoles(tx, org_id, member, role_ids, calls)
      const id = newId()
      await sql`insert into app_user (id, account, name, phone, email, job_number, password_hash, first_password)
      values (${id}, ${account.trim()}, ${name}, ${phone}, ${email}, ${job_number}, ${password_hash}, true)`.execute(tx)
      await saveRoles(tx, org_id, id, role_ids)
      await recordManaged(context, 'member_added', [id])
      return { id }
    },
  }),

  handle(alterUser, async ({ id, row_version, role_ids, ...fields }, context) => {
    const { tx, org_id, member, calls, tell } = context
    const target = (await lockUsers(context, [id])).targets.get(id) ?? refuse(generalErrors.recordNotFound)
    if (row_version !== undefined) expectVersion(target, row_version)
    checkMayManage(member, target)
    let invalid = target.invalid_role
    if (role_ids) {
      const before = new Set(target.role_ids)
      checkOwnRoles(member, id, before, role_ids)
      await checkRoles(
        tx,
        org_id,
        member,
        role_ids.filter(one => !before.has(one)),
        calls,
      )
      await saveRoles(tx, org_id, id, role_ids)
      tell({ channel_type: 'rights' }, { user_id: id })
      invalid = isRoleInvalid({ had: before.size, invalid }, role_ids.length, target.is_admin)
    }
    const kept = (value: string | null | undefined, column: string) => (value === undefined ? sql.ref(column) : value)
    await sql`update app_user set name = ${kept(fields.name, 'name')}, phone = ${kept(fields.phone, 'phone')},
        email = ${kept(fields.email, 'email')}, job_number = ${kept(fields.job_number, 'job_number')}, invalid_role = ${invalid}
      where org_id = ${org_id} and id = ${id}`.execute(tx)
    await recordManaged(context, 'member_changed', [id])
    return { affected: 1 }
  }),

  handle(alterUserAdmin, async ({ id, is_admin }, context) => {
    const { tx, org_id, member, tell } = context
    const { targets, admins } = await lockUsers(context, [id])
    const target = targets.get(id) ?? refuse(generalErrors.recordNotFound)
    checkMayMakeAdmin(member)
    if (target.is_admin === is_admin) return { affected: 0 }
    if (!is_admin) checkTaking('demote', member, target, othersThan(id, admins))
    await sql`update app_user set is_admin = ${is_admin}, invalid_role = invalid_role and not ${is_admin}
      where org_id = ${org_id} and id = ${id}`.execute(tx)
    tell({ channel_type: 'rights' }, { user_id: id })
    await recordManaged(context, is_admin ? 'admin_given' : 'admin_taken', [id])
    return { affected: 1 }
  }),

  handle(alterUserStatus, async ({ id, status }, context) => {
    const { tx, org_id, member } = context
    const { targets, admins } = await lockUsers(context, [id])
    const target = targets.get(id) ?? refuse(generalErrors.recordNotFound)
    checkMayManage(member, target)
    if (status === enabledStatus.codes.disabled) checkTaking('disable', member, target, othersThan(id, admins))
    if (target.status === status) return { affected: 0 }
    await transition(tx, org_id, membersByState, status === enabledStatus.codes.disabled ? 'disable' : 'enable', [id])
    if (status === enabledStatus.codes.disabled) await leave(context, [id])
    await recordManaged(context, status === enabledStatus.codes.disabled ? 'member_disabled' : 'member_enabled', [id])
    return { affected: 1 }
  }),

  handle(stopUsers, async ({ ids }, context) => {
    const { tx, org_id, member, language } = context
    const { targets, admins } = await lockUsers(context, ids)
    const { passed_ids, refused } = sortOut(ids, targets, target => {
      checkTaking('disable', member, target, othersThan(target.id, admins))
      admins.delete(target.id)
    })
    const active = passed_ids.filter(id => enabledStatus.can('disable', targets.get(id)!.status))
    await transition(tx, org_id, membersByState, 'disable', active)
    await leave(context, passed_ids)
    await recordManaged(context, 'member_disabled', active)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(dropUser, async ({ id }, context) => {
    const { member } = context
    const { targets, admins } = await lockUsers(context, [id])
    const target = targets.get(id) ?? refuse(generalErrors.recordNotFound)
    checkTaking('drop', member, target, othersThan(id, admins))
    await dropMembers(context, [id])
    return { affected: 1 }
  }),

  handle(dropUsers, async ({ ids }, context) => {
    const { member, language } = context
    const { targets, admins } = await lockUsers(context, ids)
    const { passed_ids, refused } = sortOut(ids, targets, target => {
      checkTaking('drop', member, target, othersThan(target.id, admins))
      admins.delete(target.id)
    })
    await dropMembers(context, passed_ids)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handleInSteps(resetUserPassword, {
    async load({ id, new_password }, context) {
      await checkNewPassword(new_password)
      if (id === context.member.user_id) refuse(accessErrors.selfNotAllowed)
      checkMayManage(context.member, (await targetBy(context, id)) ?? refuse(generalErrors.recordNotFound))
      return new_password
    },
    decide: hashPassword,
    async save({ id }, context, _, password_hash) {
      const { tx, org_id, member } = context
      const target = (await lockUsers(context, [id])).targets.get(id) ?? refuse(generalErrors.recordNotFound)
      checkMayManage(member, target)
      await sql`update app_user set password_hash = ${password_hash}, first_password = true, person_id = null where org_id = ${org_id} and id = ${id}`.execute(
        tx,
      )
      await endSessions(tx, org_id, [id])
      await endTokens(tx, [id])
      await recordManaged(context, 'password_set', [id])
      await notify({ tx, org_id, tell: context.tell }, [id], {
        sign: 'password',
        text: text(`管理员${member.name}重置了您的密码`, `The administrator ${member.name} set a new password for you`),
        type: 'warning',
      })
      return { affected: 1 }
    },
  }),

  handle(memberCalls.list, async (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        org_id,
        table: 'app_user',
        where: [
          sql`not t.dropped and t.status = ${enabledStatus.codes.enabled}`,
          contains(input.keyword, sql`t.account`, sql`t.name`, sql`t.job_number`),
          isWritten(input.written, sql`t.account`, sql`t.name`, sql`t.job_number`),
        ],
        columns: sql`t.id, t.account, t.name, t.job_number`,
        orders: { account: sql`t.account`, name: sql`t.name` },
        defaultOrder: 'name',
      },
      input,
    ),
  ),
  // A deleted member keeps the name in what was done: still found here.
  handle(memberCalls.detail, async ({ id }, { tx, org_id }) => {
    const [record] = await rows(
      tx,
      sql<{
        id: string
        account: string
        name: string
        job_number: string | null
      }>`select id, account, name, job_number from app_user
        where org_id = ${org_id} and id = ${id}`,
    )
    return { record: record ?? refuse(generalErrors.recordNotFound) }
  }),
]

/** When the member `t` last signed in: `s.at`. */
const signedIn = sql`left join last_sign_in s on s.org_id = t.org_id and s.user_id = t.id`
const membersByState = { table: 'app_user', statuses: enabledStatus } as const

const othersThan = (id: string, admins: ReadonlySet<string>): number => admins.size - (admins.has(id) ? 1 : 0)

async function saveRoles(tx: Tx, org_id: string, user_id: string, role_ids: readonly string[]): Promise<void> {
  await sql`delete from user_role where org_id = ${org_id} and user_id = ${user_id} and not ${among(sql`role_id`, role_ids)}`.execute(
    tx,
  )
  await sql`insert into user_role (user_id, role_id) select ${user_id}::uuid, unnest(${[...new Set(role_ids)]}::uuid[])
    on conflict do nothing`.execute(tx)
}

/** Disabled and hidden; the account is free for another member, and the roles for deletion. */
async function dropMembers(context: Context, ids: readonly string[]): Promise<void> {
  const { tx, org_id } = context
  await transition(tx, org_id, membersByState, 'retire', ids, sql`is_admin = false, dropped = true`)
  await sql`delete from user_role where org_id = ${org_id} and ${among(sql`user_id`, ids)}`.execute(tx)
  // Who is entered again is linked with the provider anew.
  await sql`delete from oidc_identity where org_id = ${org_id} and ${among(sql`user_id`, ids)}`.execute(tx)
  await recordManaged(context, 'member_dropped', ids)
  await leave(context, ids)
}
/** Members who can no longer sign in: what they gave out ends, and what waits for them passes on. */
async function leave(context: Context, ids: readonly string[]): Promise<void> {
  await endAccess(context.tx, context.org_id, ids)
  await passOnApprovals(context, ids)
}
