import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  choiceField,
  codeField,
  emailField,
  flagField,
  instantField,
  optional,
  plainString,
  readOnly,
  referencesField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

/** A member of the company. The account is chosen once; people also sign in with phone or email. */
export const user = record('user', text('用户', 'User'), {
  account: codeField('账号', 'Account'),
  name: codeField('姓名', 'Name'),
  phone: optional(textField('手机', 'Phone', 30)),
  email: optional(emailField()),
  job_number: optional(codeField('工号', 'Employee no.')),
  role_ids: withDefault(referencesField('角色', 'Roles', 'role', 50), []),
  status: readOnly(choiceField('状态', 'Status', enabledStatus)),
  is_admin: readOnly(flagField('管理员', 'Administrator')),
  last_sign_in_time: readOnly(optional(instantField('最近登录', 'Last sign-in'))),
})
/** `is_manageable`: the caller holds every right of the member. */
export type UserRow = RowOf<typeof user> & {
  role_names: string[]
  is_manageable: boolean
  has_mfa: boolean
  has_pin: boolean
}
export const userRow = user.row.and(
  z.object({ role_names: z.array(z.string()), is_manageable: z.boolean(), has_mfa: z.boolean(), has_pin: z.boolean() }),
)

/** A new password as typed; its strength is a rule (5263), its size is bounded here. */
export const passwordInput = plainString(200)
/** Of who calls; absent where the sign-in by the company's provider stands for it. */
export const ownPassword = passwordInput.optional()

/** What a session says about its own user. */
export const signedInUser = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  is_admin: z.boolean(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  job_number: z.string().nullable(),
})
