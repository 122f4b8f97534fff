import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { acrossCompanies, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { checkMayManage } from '../../model/member/user.rules.ts'
import { dropPin, queryPin, resetUserPin, setPin } from '../../model/session/pin.calls.ts'
import { checkPin } from '../../model/session/pin.rules.ts'
import { mostWrongPins } from '../../model/session/terminal.rules.ts'
import { lockUsers } from '../member/user.queries.ts'
import { notify } from '../notice/notice.ts'
import { forgivePins } from './guesses.ts'
import { ownProof, proved, proves, wrongPassword } from './own-password.ts'
import { hashPassword } from './password.ts'
import { tellOwner } from './second-factor.ts'
import { recordManaged } from './security-event.ts'
import { endPinSessions } from './session.ts'

export const pinHandlers: Handler[] = [
  handle(queryPin, async (_, { tx, org_id, member }) => {
    const [held] = await rows(
      tx,
      sql<{ created_time: number; wrong: number }>`select created_time, wrong from user_pin
        where org_id = ${org_id} and user_id = ${member.user_id}`,
    )
    return {
      since: held?.created_time ?? null,
      is_locked: (held?.wrong ?? 0) >= mostWrongPins,
    }
  }),

  // A PIN outlives the session that sets it: who finds a session open sets none without the password.
  handleInSteps(setPin, {
    async load({ pin, password }, context) {
      const { tx, org_id, member } = context
      const [own] = await rows(
        tx,
        sql<{ account: string; job_number: string | null; phone: string | null }>`select account, job_number, phone
          from app_user where org_id = ${org_id} and id = ${member.user_id}`,
      )
      checkPin(pin, own ?? refuse(accessErrors.accountMissing))
      return { pin, proof: await ownProof(context, password) }
    },
    decide: async ({ pin, proof }) => ((await proves(proof)) ? hashPassword(pin) : undefined),
    async save(_, context, { proof }, pin_hash) {
      const { tx, org_id, member } = context
      const isRight = await proved(context, proof, pin_hash !== undefined)
      if (!isRight || pin_hash === undefined) return wrongPassword()
      await sql`insert into user_pin (org_id, user_id, pin_hash) values (${org_id}, ${member.user_id}, ${pin_hash})
        on conflict (org_id, user_id) do update set pin_hash = excluded.pin_hash, created_time = epoch_now(), wrong = 0`.execute(
        tx,
      )
      await endPinSessions(tx, org_id, member.user_id)
      await acrossCompanies(tx, all => forgivePins(all, { org_id, account: member.user_id }))
      await tellOwner(
        context,
        'pin_set',
        text('已设置PIN码，可在共享终端登录', 'A PIN was set: it signs you in at shared terminals'),
      )
      return { affected: 1 }
    },
  }),

  handle(dropPin, async (_, context) => {
    const { tx, org_id, member } = context
    const dropped = await sql`delete from user_pin where org_id = ${org_id} and user_id = ${member.user_id}`.execute(tx)
    if (dropped.numAffectedRows !== 1n) refuse(generalErrors.recordNotFound)
    await endPinSessions(tx, org_id, member.user_id)
    await tellOwner(context, 'pin_removed', text('已删除PIN码', 'The PIN was removed'))
    return { affected: 1 }
  }),

  handle(resetUserPin, async ({ id }, context) => {
    const { tx, org_id, member, tell } = context
    const { targets } = await lockUsers(context, [id])
    checkMayManage(member, targets.get(id) ?? refuse(generalErrors.recordNotFound))
    const dropped = await sql`delete from user_pin where org_id = ${org_id} and user_id = ${id}`.execute(tx)
    if (dropped.numAffectedRows !== 1n)
      refuse(generalErrors.statusNotAllowed, { detail: text('该用户没有PIN码', 'The user has no PIN') })
    await endPinSessions(tx, org_id, id)
    await recordManaged(context, 'pin_removed', [id])
    await notify({ tx, org_id, tell }, [id], {
      sign: 'pin',
      text: text(`管理员${member.name}删除了您的PIN码`, `The administrator ${member.name} removed your PIN`),
      type: 'warning',
    })
    return { affected: 1 }
  }),
]
