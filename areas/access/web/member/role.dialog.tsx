import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { addRole, alterRoleName, listRoles } from '../../model/member/role.calls.ts'
import { type RoleRow, role as roleRecord } from '../../model/member/role.record.ts'

interface Entered {
  role_name: string
  remark: string | null
}
interface RoleDialogProps {
  open: boolean
  /** Undefined: a new one. */
  role: RoleRow | undefined
  onClose: () => void
  onAdded: (id: string) => void
}

export function RoleDialog({ open, role, onClose, onAdded }: RoleDialogProps) {
  const add = useCommand(addRole, { refreshes: [listRoles], done: ({ id }) => onAdded(id) })
  const alter = useCommand(alterRoleName, { refreshes: [listRoles] })
  return (
    <DialogForm<Entered>
      open={open}
      title={role ? text('修改角色', 'Change role') : text('新建角色', 'New role')}
      values={{ role_name: role?.role_name ?? '', remark: role?.remark ?? null }}
      save={role ? saveWith(alter, (v: Entered) => ({ id: role.id, ...v })) : saveWith(add, (v: Entered) => ({ ...v }))}
      onClose={onClose}
      history={role && { of: roleRecord, id: role.id }}
    >
      <Field of={roleRecord} name="role_name" autoFocus />
      <Field of={roleRecord} name="remark" />
    </DialogForm>
  )
}
