import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form, Input } from 'antd'
import { alterPassword } from '../../model/session/session.calls.ts'

interface Entered {
  old_password: string
  new_password: string
  again: string
}
const blank: Entered = { old_password: '', new_password: '', again: '' }

/** A member changes the own password. */
export default function ChangePasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  const alter = useCommand(alterPassword, { success: text('密码已修改', 'The password was changed') })
  const filled = [{ required: true, message: say(text('必填项不能为空', 'A required field is empty')) }]
  const differs = say(text('两次输入的新密码不一致', 'The new passwords differ'))
  return (
    <DialogForm
      open={open}
      title={text('修改密码', 'Change password')}
      values={blank}
      save={saveWith(alter, ({ old_password, new_password }: Entered) => ({ old_password, new_password }))}
      onClose={onClose}
    >
      <Form.Item name="old_password" label={say(text('原密码', 'Present password'))} rules={filled}>
        <Input.Password autoComplete="current-password" autoFocus maxLength={200} />
      </Form.Item>
      <Form.Item name="new_password" label={say(text('新密码', 'New password'))} rules={filled}>
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="again"
        label={say(text('再次输入新密码', 'New password again'))}
        dependencies={['new_password']}
        rules={[
          ...filled,
          ({ getFieldValue }) => ({
            validator: async (_, value) => {
              if (value && value !== getFieldValue('new_password')) throw new Error(differs)
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
    </DialogForm>
  )
}
