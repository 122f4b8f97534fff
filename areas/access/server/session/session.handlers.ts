import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { say, text } from '@qitao/core/text.ts'
import { acrossCompanies, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { appOf, apps } from '../../model/company/app.ts'
import { menuOf } from '../../model/member/menu.rules.ts'
import { checkMayManage, onlyAdminsView } from '../../model/member/user.rules.ts'
import {
  alterPassword,
  beginView,
  endMemberSessions,
  endOtherSessions,
  endOwnSession,
  listMemberSessions,
  listOwnSessions,
  logout,
  queryMenuList,
  refreshToken,
  userInfo,
} from '../../model/session/session.calls.ts'
import { lockUsers, targetBy } from '../member/user.queries.ts'
import { notify } from '../notice/notice.ts'
import { checkNewPassword } from './common-password.ts'
import { checkWait, forgiveFailures, guessOfSession, lockGuesses, recordFailure } from './guesses.ts'
import { hashPassword, isRightPassword } from './password.ts'
import { recordEvents, recordManaged } from './security-event.ts'
import { loadSignedIn, nameOf, openSessions } from './session.queries.ts'
import { appCodesOf, dropSession, endSessions, endsAt, hashOf, memberBy, openView } from './session.ts'
import { deviceOfSession } from './terminal.ts'

export const sessionHandlers: Handler[] = [
  handle(userInfo, async (_, { tx, org_id, member, token, language }) => {
    const { roles, user, ...found } =
      (await loadSignedIn(tx, org_id, member.user_id)) ?? refuse(accessErrors.accountMissing)
    const codes = await appCodesOf(tx, org_id)
    return {
      ...found,
      user: { ...user, is_admin: user.is_admin && member.terminal_id === undefined },
      terminal: await deviceOfSession(tx, org_id, token),
      roles: roles.map(({ id, role_name }) => ({ id, role_name })),
      viewed_by_name: member.viewed_by ? await nameOf(tx, org_id, member.viewed_by) : null,
      home_path: roles.find(({ home_path }) => home_path !== null && member.pages.has(home_path))?.home_path ?? null,
      apps: apps
        .filter(app => codes.includes(app.app_code))
        .map(app => ({ app_code: app.app_code, app_name: say(app.name, language) })),
      pages: [...member.pages],
      workgroup_only: member.workgroup_only,
      grants: member.grants.map(({ pages, actions }) => ({ pages: [...pages], actions: actions && [...actions] })),
    }
  }),

  // An application that the company is not authorised for has no menu.
  handle(queryMenuList, async ({ app_code }, { tx, org_id, member, language }) => {
    if (app_code === undefined) return { param_list: menuOf(member.pages, language) }
    const authorised = (await appCodesOf(tx, org_id)).includes(app_code)
    const pages = (authorised && appOf(app_code)?.pages) || []
    const allowed = pages.map(({ path }) => path).filter(path => member.pages.has(path))
    return { param_list: menuOf(new Set(allowed), language) }
  }),

  handle(logout, async (_, { tx, org_id, token }) => {
    const ended = await sql`delete from session where org_id = ${org_id} and token_hash = ${hashOf(token)}`.execute(tx)
    return { affected: Number(ended.numAffectedRows ?? 0) }
  }),

  handle(refreshToken, async (_, { tx, org_id, token, member }) => {
    if (member.viewed_by) refuse(generalErrors.noPermission)
    const [held] = await rows(
      tx,
      sql<{
        expire_time: number
      }>`update session set expire_time = case when by_pin then expire_time else ${endsAt(sql`created_time`)} end, used_time = epoch_now()
        where org_id = ${org_id} and token_hash = ${hashOf(token)} returning expire_time`,
    )
    return { token, expire_time: (held ?? refuse(generalErrors.loginNeeded)).expire_time }
  }),

  handle(listOwnSessions, async (_, { tx, org_id, member, token }) => ({
    result: await openSessions(tx, org_id, member.user_id, token),
  })),
  handle(endOwnSession, async ({ id }, context) => {
    const { tx, org_id, member } = context
    const affected = await dropSession(tx, org_id, member.user_id, id)
    if (affected === 0) refuse(generalErrors.recordNotFound)
    await recordEvents(tx, context, [{ org_id, kind: 'sessions_ended', user_id: member.user_id }])
    return { affected }
  }),
  handle(endOtherSessions, async (_, context) => {
    const { tx, org_id, member, token } = context
    const affected = await endSessions(tx, org_id, [member.user_id], token)
    if (affected > 0) await recordEvents(tx, context, [{ org_id, kind: 'sessions_ended', user_id: member.user_id }])
    return { affected }
  }),
  handle(listMemberSessions, async ({ user_id }, context) => {
    const { tx, org_id, member, token } = context
    checkMayManage(member, (await targetBy(context, user_id)) ?? refuse(generalErrors.recordNotFound))
    return { result: await openSessions(tx, org_id, user_id, token) }
  }),
  handle(endMemberSessions, async ({ user_id, session_id }, context) => {
    const { tx, org_id, member } = context
    const { targets } = await lockUsers(context, [user_id])
    checkMayManage(member, targets.get(user_id) ?? refuse(generalErrors.recordNotFound))
    await recordManaged(context, 'sessions_ended', [user_id])
    if (session_id === undefined) return { affected: await endSessions(tx, org_id, [user_id]) }
    const ended = await dropSession(tx, org_id, user_id, session_id)
    return { affected: ended || refuse(generalErrors.recordNotFound) }
  }),

  handle(beginView, async ({ user_id }, context) => {
    const { tx, org_id, member, tell } = context
    if (!member.is_admin) refuse(generalErrors.noPermission, { detail: onlyAdminsView })
    if (user_id === member.user_id) refuse(accessErrors.selfNotAllowed)
    await targetBy(context, user_id).then(found => found ?? refuse(generalErrors.recordNotFound))
    if (!(await memberBy(tx, org_id, user_id))) refuse(accessErrors.accountDisabled)
    await recordManaged(context, 'view_begun', [user_id])
    const token = await openView(tx, { org_id, id: user_id }, member.user_id, context)
    await notify({ tx, org_id, tell }, [user_id], {
      sign: `view:${member.user_id}`,
      text: text(
        `管理员${member.name}以您的身份查看了系统（只读）`,
        `The administrator ${member.name} looked at the product as you, reading only`,
      ),
    })
    const signedIn = (await loadSignedIn(tx, org_id, user_id)) ?? refuse(accessErrors.accountMissing)
    return { token, user: signedIn.user, org: signedIn.org }
  }),

  // Who finds a session open does not guess the password with it: wrong tries of a session are counted, and stay though they
  // are refused. Passwords are compared and hashed while no transaction is open; a hundred at one moment are still so many tries.
  handleInSteps(alterPassword, {
    async load({ old_password, new_password }, context) {
      const { tx, org_id, member, now } = context
      await checkNewPassword(new_password)
      const guess = await guessOfSession(context)
      // Guesses belong to no company.
      await acrossCompanies(tx, all => checkWait(all, guess, now))
      const [own] = await rows(
        tx,
        sql<{
          password_hash: string
        }>`select password_hash from app_user where org_id = ${org_id} and id = ${member.user_id}`,
      )
      return { ...(own ?? refuse(accessErrors.accountMissing)), old_password, new_password }
    },
    decide: async ({ password_hash, old_password, new_password }) => {
      if (!(await isRightPassword(password_hash, old_password))) return undefined
      return old_password === new_password ? password_hash : hashPassword(new_password)
    },
    async save({ old_password, new_password }, context, { password_hash }, new_hash) {
      const { tx, org_id, member, token, now } = context
      const guess = await guessOfSession(context)
      await acrossCompanies(tx, async all => {
        await lockGuesses(all, guess)
        await checkWait(all, guess, now)
        if (!new_hash) await recordFailure(all, guess, now)
      })
      if (!new_hash)
        return new Refusal(accessErrors.passwordWrong, {
          field: 'old_password',
          field_title: text('原密码', 'Old password'),
          detail: text(
            '请输入现在登录用的密码；忘记时请管理员重置',
            'Enter the password that you sign in with now; if you forgot it, ask an administrator to reset it',
          ),
        })
      if (old_password === new_password)
        refuse(accessErrors.passwordWeak, {
          field: 'new_password',
          field_title: text('新密码', 'New password'),
          detail: text('新密码不能与原密码相同', 'The new password must differ from the old one'),
        })
      const [changed] = await rows(
        tx,
        sql<{ person_id: string | null }>`update app_user set password_hash = ${new_hash}, first_password = false
          where org_id = ${org_id} and id = ${member.user_id} and password_hash = ${password_hash} returning person_id`,
      )
      const { person_id } = changed ?? refuse(generalErrors.versionConflict)
      await acrossCompanies(tx, all => forgiveFailures(all, guess))
      await endSessions(tx, org_id, [member.user_id], token)
      await recordEvents(tx, context, [{ org_id, kind: 'password_changed', user_id: member.user_id }])
      await notify({ tx, org_id, tell: context.tell }, [member.user_id], {
        sign: 'password',
        text: text(
          `您的密码已修改（${context.address}）；如非本人操作，请立即联系管理员`,
          `Your password was changed from ${context.address}. If that was not you, tell an administrator at once.`,
        ),
        type: 'warning',
      })
      // One person has one password in all companies.
      if (person_id)
        await acrossCompanies(tx, async all => {
          await sql`update app_user set password_hash = ${new_hash}, first_password = false where person_id = ${person_id} and org_id <> ${org_id}`.execute(
            all,
          )
          await sql`delete from session s using app_user u where u.org_id = s.org_id and u.id = s.user_id
            and u.person_id = ${person_id} and u.org_id <> ${org_id}`.execute(all)
        })
      return { affected: 1 }
    },
  }),
]
