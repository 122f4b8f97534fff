import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { id, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { passwordInput, user } from '../member/user.record.ts'

/** Ours: a PIN, by which a member signs in at the company's shared terminals and nowhere else. */
const base = '/mep_server/biz/user/'
/** Its strength is a rule (5284), its size is bounded here. */
export const pinInput = plainString(50).min(1)

export const queryPin = query(`${base}query_pin`, {
  title: text('我的PIN码', 'My PIN'),
  grantedBy: 'signed_in',
  input: nothing,
  output: z.object({
    /** Null: none is set. */
    since: instant.nullable(),
    /** Too many wrong ones: it is set anew. */
    is_locked: z.boolean(),
  }),
})
export const setPin = command(`${base}set_pin`, {
  title: text('设置PIN码', 'Set the PIN'),
  grantedBy: 'signed_in',
  answersSecret: true,
  input: z.strictObject({ pin: pinInput, password: passwordInput.optional() }),
  output: affected,
})
export const dropPin = command(`${base}drop_pin`, {
  title: text('删除PIN码', 'Remove the PIN'),
  grantedBy: 'signed_in',
  input: nothing,
  output: affected,
})
export const resetUserPin = command(`${base}reset_org_user_pin`, {
  title: text('删除用户的PIN码', "Remove a user's PIN"),
  grantedBy: [pages.roles],
  input: z.strictObject({ id }),
  output: affected,
  records: [user],
})
