import { Refusal } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form, Input } from 'antd'
import { checkPassword, passwordRule } from '../../model/session/password.rules.ts'

interface PasswordFieldProps {
  name: string
  label?: Text
  size?: 'large'
  autoFocus?: boolean
}
/** A new password, held to the same rule as on the server. */
export function PasswordField({ name, label = text('密码', 'Password'), size, autoFocus }: PasswordFieldProps) {
  const say = useSay()
  return (
    <Form.Item
      name={name}
      label={say(label)}
      className="qt-field"
      required
      extra={say(passwordRule)}
      validateTrigger={['onBlur', 'onSubmit']}
      rules={[
        {
          validator: async (_, value: string | undefined) => {
            if (!value) throw new Error(say(text('必填项不能为空', 'A required field is empty')))
            if (isWeak(value)) throw new Error(say(text('密码不符合规则', 'The password does not meet the rules')))
          },
        },
      ]}
    >
      <Input.Password
        {...(size ? { size } : {})}
        {...(autoFocus ? { autoFocus } : {})}
        autoComplete="new-password"
        maxLength={200}
      />
    </Form.Item>
  )
}

function isWeak(password: string): boolean {
  try {
    checkPassword(password)
    return false
  } catch (problem) {
    if (problem instanceof Refusal) return true
    throw problem
  }
}
