import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { contactOf } from '../../model/session/contact.rules.ts'
import { querySignInInfo, sendVerifyCode } from '../../model/session/sign-up.calls.ts'
import { type CodeScene, codeDigits, codePauseSeconds } from '../../model/session/verify-code.rules.ts'

/** Phone or email, the code that proves it, and the button that sends it; a minute passes between two codes. */
export function VerifiedContact({ scene }: { scene: CodeScene }) {
  const say = useSay()
  const form = Form.useFormInstance()
  const [wait, setWait] = useState(0)
  const send = useCommand(sendVerifyCode, {
    success: text('验证码已发送', 'The code was sent'),
    done: () => setWait(codePauseSeconds),
  })
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const ask = async () => {
    const { account } = await form.validateFields(['account'])
    const { failure } = (await send.attempt({ account, scene })) as {
      failure?: { data: { field?: string; wait_seconds?: number } }
    }
    if (failure?.data.wait_seconds) setWait(failure.data.wait_seconds)
    if (failure?.data.field === 'account') form.getFieldInstance('account')?.focus?.()
  }
  const required = say(text('必填项不能为空', 'A required field is empty'))
  return (
    <>
      <Form.Item
        name="account"
        label={say(text('手机号或邮箱', 'Phone or email'))}
        validateTrigger={['onBlur', 'onSubmit']}
        rules={[
          {
            validator: async (_, value: string | undefined) => {
              if (!value?.trim()) throw new Error(required)
              if (!contactOf(value))
                throw new Error(say(text('请填写手机号或邮箱', 'Enter a phone number or an email address')))
            },
          },
        ]}
      >
        <Input size="large" autoComplete="username" maxLength={100} />
      </Form.Item>
      <Form.Item label={say(text('验证码', 'Verification code'))} htmlFor="verify_code">
        <div className="qt-code-pair">
          <Form.Item name="verify_code" noStyle rules={[{ required: true, message: required }]}>
            <Input
              id="verify_code"
              size="large"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={codeDigits}
            />
          </Form.Item>
          <Button size="large" disabled={wait > 0} loading={send.pending} onClick={() => void ask().catch(() => {})}>
            {wait > 0
              ? say(text('{wait} 秒后可重发', 'Again in {wait} s'), { wait })
              : say(text('发送验证码', 'Send code'))}
          </Button>
        </div>
      </Form.Item>
      <OutboxHint />
    </>
  )
}

/** An installation without a mail server keeps its messages as files: whoever waits for a code must know. */
export function OutboxHint() {
  const say = useSay()
  const info = useCall(querySignInInfo, {})
  if (info.data?.messages !== 'outbox') return null
  return (
    <p className="qt-login-hint" role="note">
      {say(
        text(
          '本系统未配置邮件服务器：验证码等消息保存在服务器数据目录的 outbox 文件夹，请向系统管理员索取。',
          'No mail server is set up here: codes and other messages are files in the outbox folder of the data directory. Ask whoever runs it.',
        ),
      )}
    </p>
  )
}
