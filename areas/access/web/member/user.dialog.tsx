import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { listRoles } from '../../model/member/role.calls.ts'
import { addUser, alterUser, listUsers } from '../../model/member/user.calls.ts'
import { type UserRow, user as userRecord } from '../../model/member/user.record.ts'
import { PasswordField } from '../session/password-field.tsx'

interface Entered {
  account: string
  name: string
  phone: string | null
  email: string | null
  job_number: string | null
  role_ids: string[]
  password: string
}
const blank: Entered = { account: '', name: '', phone: null, email: null, job_number: null, role_ids: [], password: '' }
const refreshes = [listUsers, listRoles]

interface UserDrawerProps {
  open: boolean
  /** Undefined: a new one. */
  user: UserRow | undefined
  onClose: () => void
}
/** A member's data. The account is chosen once. */
export function UserDrawer({ open, user, onClose }: UserDrawerProps) {
  const add = useCommand(addUser, { refreshes })
  const alter = useCommand(alterUser, { refreshes })
  const save = user
    ? saveWith(alter, ({ name, phone, email, job_number, role_ids }: Entered) => ({
        id: user.id,
        row_version: user.row_version,
        name,
        phone,
        email,
        job_number,
        role_ids,
      }))
    : saveWith(add, (entered: Entered) => entered)
  return (
    <FormDrawer<Entered>
      open={open}
      title={user ? { zh: `用户 ${user.name}`, en: `User ${user.name}` } : text('新建用户', 'New user')}
      values={user ? { ...blank, ...user } : blank}
      save={save}
      onClose={onClose}
      reload={onClose}
      history={user && { of: userRecord, id: user.id, table: 'app_user' }}
    >
      <Field of={userRecord} name="account" disabled={user !== undefined} autoFocus={user === undefined} />
      {user ? null : <PasswordField name="password" label={text('初始密码', 'First password')} />}
      <Field of={userRecord} name="name" />
      <Field of={userRecord} name="role_ids" />
      <Field of={userRecord} name="phone" />
      <Field of={userRecord} name="email" />
      <Field of={userRecord} name="job_number" />
    </FormDrawer>
  )
}
