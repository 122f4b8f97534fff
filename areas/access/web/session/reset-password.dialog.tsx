import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { resetUserPassword } from '../../model/member/user.calls.ts'
import type { UserRow } from '../../model/member/user.record.ts'
import { PasswordField } from './password-field.tsx'

interface ResetPasswordProps {
  open: boolean
  user: UserRow | undefined
  onClose: () => void
}
/** A new password for a member who forgot it. */
export function ResetPasswordDialog({ open, user, onClose }: ResetPasswordProps) {
  const say = useSay()
  const reset = useCommand(resetUserPassword, { success: text('密码已重置', 'The password was reset') })
  return (
    <DialogForm<{ new_password: string }>
      open={open}
      title={{ zh: `重置密码：${user?.name ?? ''}`, en: `Reset the password of ${user?.name ?? ''}` }}
      values={{ new_password: '' }}
      save={saveWith(reset, ({ new_password }: { new_password: string }) => ({ id: user?.id ?? '', new_password }))}
      onClose={onClose}
    >
      <PasswordField autoFocus name="new_password" label={text('新密码', 'New password')} />
      <p className="qt-secondary">
        {say(
          text(
            '用户将立即退出登录，请把新密码告诉用户。',
            'The user is signed out at once. Tell the user the new password.',
          ),
        )}
      </p>
    </DialogForm>
  )
}
