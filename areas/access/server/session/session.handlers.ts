import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { say, text } from '@qitao/core/text.ts'
import { acrossCompanies, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle, handleInSteps, type Member } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { appOf, apps } from '../../model/company/app.ts'
import { menuOf } from '../../model/member/menu.rules.ts'
import { checkMayManage } from '../../model/member/user.rules.ts'
import { checkPassword } from '../../model/session/password.rules.ts'
import {
  alterPassword,
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
import { checkWait, forgiveFailures, lockGuesses, recordFailure } from './guesses.ts'
import { hashPassword, isRightPassword } from './password.ts'
import { loadSignedIn, openSessions } from './session.queries.ts'
import { appCodesOf, dropSession, endSessions, endsAt, hashOf } from './session.ts'

export const sessionHandlers: Handler[] = [
  handle(userInfo, async (_, { tx, org_id, member, language }) => {
    const found = (await loadSignedIn(tx, org_id, member.user_id)) ?? refuse(accessErrors.accountMissing)
    const codes = await appCodesOf(tx, org_id)
    return {
      ...found,
      apps: apps
        .filter(app => codes.includes(app.app_code))
        .map(app => ({ app_code: app.app_code, app_name: say(app.name, language) })),
      pages: [...member.pages],
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

  handle(refreshToken, async (_, { tx, org_id, token }) => {
    const [held] = await rows(
      tx,
      sql<{
        expire_time: number
      }>`update session set expire_time = ${endsAt(sql`created_time`)}, used_time = epoch_now()
        where org_id = ${org_id} and token_hash = ${hashOf(token)} returning expire_time`,
    )
    return { token, expire_time: (held ?? refuse(generalErrors.loginNeeded)).expire_time }
  }),

  handle(listOwnSessions, async (_, { tx, org_id, member, token }) => ({
    result: await openSessions(tx, org_id, member.user_id, token),
  })),
  handle(endOwnSession, async ({ id }, { tx, org_id, member }) => ({
    affected: (await dropSession(tx, org_id, member.user_id, id)) || refuse(generalErrors.recordNotFound),
  })),
  handle(endOtherSessions, async (_, { tx, org_id, member, token }) => ({
    affected: await endSessions(tx, org_id, [member.user_id], token),
  })),
  handle(listMemberSessions, async ({ user_id }, context) => {
    const { tx, org_id, member, token } = context
    checkMayManage(member, (await targetBy(context, user_id)) ?? refuse(generalErrors.recordNotFound))
    return { result: await openSessions(tx, org_id, user_id, token) }
  }),
  handle(endMemberSessions, async ({ user_id, session_id }, context) => {
    const { tx, org_id, member } = context
    const { targets } = await lockUsers(context, [user_id])
    checkMayManage(member, targets.get(user_id) ?? refuse(generalErrors.recordNotFound))
    if (session_id === undefined) return { affected: await endSessions(tx, org_id, [user_id]) }
    const ended = await dropSession(tx, org_id, user_id, session_id)
    return { affected: ended || refuse(generalErrors.recordNotFound) }
  }),

  // Who finds a session open does not guess the password with it: wrong tries of a session are counted, and stay though they
  // are refused. Passwords are compared and hashed while no transaction is open; a hundred at one moment are still so many tries.
  handleInSteps(alterPassword, {
    async load({ old_password, new_password }, { tx, org_id, member, token, now }) {
      checkPassword(new_password)
      // Guesses belong to no company.
      await acrossCompanies(tx, all => checkWait(all, guessOf(org_id, member, token), now))
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
    async save({ old_password, new_password }, { tx, org_id, member, token, now }, { password_hash }, new_hash) {
      const guess = guessOf(org_id, member, token)
      await acrossCompanies(tx, async all => {
        await lockGuesses(all, guess)
        await checkWait(all, guess, now)
        if (!new_hash) await recordFailure(all, guess, now)
      })
      if (!new_hash)
        return new Refusal(accessErrors.passwordWrong, {
          field: 'old_password',
          field_title: text('原密码', 'Old password'),
        })
      if (old_password === new_password)
        refuse(accessErrors.passwordWeak, {
          field: 'new_password',
          field_title: text('新密码', 'New password'),
          detail: text('新密码不能与原密码相同', 'The new password must differ from the old one'),
        })
      const [changed] = await rows(
        tx,
        sql<{ person_id: string | null }>`update app_user set password_hash = ${new_hash}
          where org_id = ${org_id} and id = ${member.user_id} and password_hash = ${password_hash} returning person_id`,
      )
      const { person_id } = changed ?? refuse(generalErrors.versionConflict)
      await acrossCompanies(tx, all => forgiveFailures(all, guess))
      await endSessions(tx, org_id, [member.user_id], token)
      // One person has one password in all companies.
      if (person_id)
        await acrossCompanies(tx, async all => {
          await sql`update app_user set password_hash = ${new_hash} where person_id = ${person_id} and org_id <> ${org_id}`.execute(
            all,
          )
          await sql`delete from session s using app_user u where u.org_id = s.org_id and u.id = s.user_id
            and u.person_id = ${person_id} and u.org_id <> ${org_id}`.execute(all)
        })
      return { affected: 1 }
    },
  }),
]

const guessOf = (company_code: string, { user_id }: Member, token: string) =>
  ({ company_code, account: user_id, kind: 'device', address: hashOf(token) }) as const
