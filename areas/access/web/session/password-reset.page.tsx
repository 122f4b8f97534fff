import { text } from '@qitao/core/text.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { FormFailure, useFormSave } from '@qitao/platform/web/form/use-form-save.ts'
import { go } from '@qitao/platform/web/frame/navigation.ts'
import { PublicFrame } from '@qitao/platform/web/frame/public-frame.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form } from 'antd'
import { Link } from 'react-router'
import { resetPassword } from '../../model/session/sign-up.calls.ts'
import { PasswordField } from './password-field.tsx'
import { VerifiedContact } from './verify-code-field.tsx'

interface Entered {
  account: string
  verify_code: string
  new_password: string
}

/** A new password by a code to the own phone or email; every session of the account ends. */
export default function PasswordResetPage() {
  const say = useSay()
  const [form] = Form.useForm<Entered>()
  const reset = useCommand(resetPassword, {
    success: text('密码已重置，请登录', 'The password was reset. Sign in with it'),
    done: () => go('/login'),
  })
  const { save, failure, pending } = useFormSave<Entered>(form, undefined)
  return (
    <PublicFrame about={text('重置密码', 'Reset the password')}>
      <FormFailure value={failure}>
        <Form form={form} layout="vertical" requiredMark={false}>
          <VerifiedContact scene="reset_password" />
          <PasswordField name="new_password" label={text('新密码', 'New password')} size="large" />
          <ThrottleButton
            mode="api"
            type="primary"
            size="large"
            block
            loading={pending}
            run={() => void save(saveWith(reset, (entered: Entered) => entered))}
          >
            {say(text('重置密码', 'Reset the password'))}
          </ThrottleButton>
        </Form>
      </FormFailure>
      <p className="qt-secondary">
        {say(
          text(
            '没有登记手机或邮箱的用户，请联系公司管理员重置密码。',
            'Without a phone or email on file, ask an administrator of your company.',
          ),
        )}
      </p>
      <nav className="qt-login-links">
        <Link to="/login">{say(text('返回登录', 'Back to sign-in'))}</Link>
      </nav>
    </PublicFrame>
  )
}
