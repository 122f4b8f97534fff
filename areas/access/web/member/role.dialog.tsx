import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { allPages } from '@qitao/site/model/pages.ts'
import { Form, Select } from 'antd'
import { addRole, alterRoleName, copyRole, listRoles } from '../../model/member/role.calls.ts'
import { type RoleRow, role as roleRecord } from '../../model/member/role.record.ts'

interface Entered {
  role_name: string
  remark: string | null
  home_path: string | null
}
interface RoleDialogProps {
  open: boolean
  /** Undefined: a new one. */
  role: RoleRow | undefined
  onClose: () => void
  onAdded: (id: string) => void
}

export function RoleDialog({ open, role, onClose, onAdded }: RoleDialogProps) {
  const say = useSay()
  const add = useCommand(addRole, { refreshes: [listRoles], done: ({ id }) => onAdded(id) })
  const alter = useCommand(alterRoleName, { refreshes: [listRoles] })
  return (
    <DialogForm<Entered>
      open={open}
      title={role ? text('修改角色', 'Change role') : text('新建角色', 'New role')}
      values={{
        role_name: role?.role_name ?? '',
        remark: role?.remark ?? null,
        home_path: role?.home_path ?? null,
      }}
      save={role ? saveWith(alter, (v: Entered) => ({ id: role.id, ...v })) : saveWith(add, (v: Entered) => ({ ...v }))}
      onClose={onClose}
      history={role && { of: roleRecord, id: role.id }}
    >
      <Field of={roleRecord} name="role_name" autoFocus />
      <Form.Item
        name="home_path"
        label={say(roleRecord.fields.home_path.title)}
        extra={say(text('空：菜单中的第一个页面', 'Empty: the first page of the menu'))}
      >
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={allPages
            .filter(page => page.kind !== 'edit')
            .map(page => ({ value: page.path, label: say(page.title) }))}
        />
      </Form.Item>
      <Field of={roleRecord} name="remark" />
    </DialogForm>
  )
}

interface CopyRoleProps {
  role: RoleRow
  onClose: () => void
  onAdded: (id: string) => void
}
/** The same rights under another name. */
export function CopyRoleDialog({ role, onClose, onAdded }: CopyRoleProps) {
  const copy = useCommand(copyRole, { refreshes: [listRoles], done: ({ id }) => onAdded(id) })
  return (
    <DialogForm<Pick<Entered, 'role_name'>>
      open
      title={{ zh: `复制角色 ${role.role_name}`, en: `Copy role ${role.role_name}` }}
      values={{ role_name: '' }}
      save={saveWith(copy, ({ role_name }: Pick<Entered, 'role_name'>) => ({ id: role.id, role_name }))}
      onClose={onClose}
    >
      <Field of={roleRecord} name="role_name" autoFocus />
    </DialogForm>
  )
}
