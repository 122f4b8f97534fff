import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Alert, Button, Input, Typography } from 'antd'
import { useState } from 'react'
import { beginMfa, confirmMfa, queryMfa } from '../../model/session/mfa.calls.ts'
import { given, SignInAgain, useAsked } from './own-password.tsx'
import '../access.css'

/** Sets up a second factor: password, QR code, first code; at its end the recovery codes, shown this once. */
export function EnrolMfa({ onDone }: { onDone: () => void }) {
  const say = useSay()
  const [password, setPassword] = useState('')
  const asks = useAsked()
  const [code, setCode] = useState('')
  const [begun, setBegun] = useState<Out<typeof beginMfa>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const begin = useCommand(beginMfa, { success: null, done: setBegun })
  const confirm = useCommand(confirmMfa, {
    refreshes: [queryMfa],
    success: text('两步验证已开启', 'Two-step sign-in is on'),
    done: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (!begun)
    return (
      <div className="qt-mfa">
        {asks === 'sign_in' ? <SignInAgain /> : null}
        {asks === 'nothing' ? (
          <p>
            {say(
              text(
                '下一步用验证器App扫描二维码，以后登录时输入它显示的验证码。',
                'Next you scan a QR code with an authenticator app; from then on signing in takes the code that it shows.',
              ),
            )}
          </p>
        ) : null}
        {asks === 'password' ? (
          <>
            <label htmlFor="mfa-password">{say(text('请输入您的密码', 'Enter your password'))}</label>
            <Input.Password
              id="mfa-password"
              autoComplete="current-password"
              maxLength={200}
              value={password}
              onChange={event => setPassword(event.target.value)}
              onPressEnter={() => void begin.run({ password })}
            />
          </>
        ) : null}
        <ThrottleButton
          mode="api"
          type="primary"
          loading={begin.pending}
          whyNot={asks !== 'nothing' && password === '' ? whyNot[asks] : undefined}
          run={() => begin.run(given(password))}
        >
          {say(text('下一步', 'Next'))}
        </ThrottleButton>
      </div>
    )
  return (
    <div className="qt-mfa">
      <p>
        {say(
          text(
            '用验证器App（如微软或谷歌身份验证器）扫描二维码，再输入它显示的6位验证码。',
            'Scan the QR code with an authenticator app, then enter the six digits that it shows.',
          ),
        )}
      </p>
      <img
        src={begun.qrcode}
        width={180}
        height={180}
        alt={say(text('验证器二维码', 'QR code for the authenticator'))}
      />
      <Typography.Text copyable code>
        {begun.secret}
      </Typography.Text>
      <label htmlFor="mfa-code">{say(text('验证码', 'Code'))}</label>
      <Input
        id="mfa-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={event => setCode(event.target.value)}
        onPressEnter={() => void confirm.run({ verify_code: code })}
      />
      <ThrottleButton
        mode="api"
        type="primary"
        loading={confirm.pending}
        whyNot={code.trim() === '' ? text('请输入验证码', 'Enter the code') : undefined}
        run={() => confirm.run({ verify_code: code })}
      >
        {say(text('开启', 'Turn on'))}
      </ThrottleButton>
    </div>
  )
}

const whyNot = {
  password: text('请输入密码', 'Enter the password'),
  sign_in: text('请先重新登录', 'Sign in again first'),
}

/** Shown once: whoever has lost the authenticator gets in with one of them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const say = useSay()
  return (
    <div className="qt-mfa">
      <Alert
        type="warning"
        showIcon
        title={say(text('请保存恢复码，只显示这一次', 'Keep the recovery codes: they are shown only now'))}
        description={say(
          text('丢失验证器时，每个恢复码可登录一次。', 'Without the authenticator each of them signs you in once.'),
        )}
      />
      <Typography.Paragraph copyable={{ text: codes.join('\n') }} className="qt-recovery">
        {codes.join('\n')}
      </Typography.Paragraph>
      <Button type="primary" onClick={onDone}>
        {say(text('已保存', 'I have kept them'))}
      </Button>
    </div>
  )
}
