import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Alert, Form, Input } from 'antd'
import { queryMfa } from '../../model/session/mfa.calls.ts'

/** Whether the password is asked for: who has just come by the company's provider needs none. */
export function useAsked(): 'nothing' | 'password' | 'sign_in' {
  const { data } = useCall(queryMfa, {})
  return data?.asks ?? 'password'
}

/** To who has no password, and came by the provider too long ago. */
export function SignInAgain() {
  const say = useSay()
  return (
    <Alert
      type="info"
      showIcon
      title={say(text('请先重新登录', 'Sign in again first'))}
      description={say(
        text(
          '您没有密码：请退出后重新用单点登录，然后在15分钟内操作。',
          'You have no password: sign out, sign in by single sign-on, and do it within 15 minutes.',
        ),
      )}
    />
  )
}

/** The own password in a form; nothing where it is not asked for. */
export function OwnPassword({ label, autoFocus }: { label: string; autoFocus?: boolean }) {
  const say = useSay()
  const asks = useAsked()
  if (asks === 'nothing') return null
  if (asks === 'sign_in') return <SignInAgain />
  return (
    <Form.Item
      name="password"
      label={label}
      rules={[{ required: true, message: say(text('必填项不能为空', 'A required field is empty')) }]}
    >
      <Input.Password autoComplete="current-password" autoFocus={autoFocus ?? false} maxLength={200} />
    </Form.Item>
  )
}
/** As it is sent: none where none was asked for. */
export const given = (password: string | undefined): { password?: string } => (password ? { password } : {})
