import { SafetyOutlined } from '@ant-design/icons'
import type { In, Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { type CallFailure, failureText, isFailure } from '@qitao/platform/web/call/failures.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { PublicFrame } from '@qitao/platform/web/frame/public-frame.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { beginSession } from '@qitao/platform/web/session/session.ts'
import { Alert, Button, Form, Input, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { accessErrors } from '../../model/access.errors.ts'
import { signInByOidc } from '../../model/session/oidc.calls.ts'
import { deviceKey } from './device-key.ts'
import { Enrol } from './enrol.tsx'
import { enter } from './entering.ts'
import { forgetOidc, type OidcOnItsWay, operatorPage, readOidc } from './oidc-on-its-way.ts'
import { PasskeyStep } from './passkey-button.tsx'

/** Where the company's provider sends the browser back to: who began here goes in. */
export default function OidcPage() {
  const say = useSay()
  const language = useLanguage()
  const [begun] = useState(() => {
    const { search } = location
    const held = readOidc()
    return held && new URLSearchParams(search).get('state') === held.state ? { ...held, answer: search } : undefined
  })
  const [asksCode, setAsksCode] = useState(false)
  const [asksPasskey, setAsksPasskey] = useState(false)
  const [failed, setFailed] = useState<CallFailure>()
  const [enrolling, setEnrolling] = useState<Out<typeof signInByOidc>>()
  const signIn = useCommand(signInByOidc, { repeatable: true, success: null, quiet: isNextStep })
  const isSent = useRef(false)

  const goIn = (answer: Out<typeof signInByOidc>) => {
    if (begun?.wanted !== operatorPage) return void enter(answer.token, answer, begun?.wanted ?? null)
    beginSession(answer.token, answer)
    location.replace(operatorPage)
  }
  const send = async (
    { state, binding, answer }: OidcOnItsWay & { answer: string },
    step: Pick<In<typeof signInByOidc>, 'verify_code' | 'credential'> = {},
  ) => {
    const result = await signIn.attempt({ state, binding, answer, device_key: deviceKey(), ...step })
    if (result.ok) {
      forgetOidc()
      if (!result.output.must_enrol) return goIn(result.output)
      beginSession(result.output.token, result.output)
      return setEnrolling(result.output)
    }
    const { failure } = result
    if (isFailure(failure, accessErrors.secondFactorNeeded)) return setAsksCode(true)
    if (isFailure(failure, accessErrors.passkeyNeeded)) return setAsksPasskey(true)
    if (!isWrongStep(failure)) forgetOidc()
    setFailed(failure)
  }
  useEffect(() => {
    if (!begun || isSent.current) return
    isSent.current = true
    void send(begun)
  })
  if (enrolling)
    return (
      <PublicFrame about={text('公司要求两步验证', 'Your company asks for two-step sign-in')}>
        <Enrol onDone={() => goIn(enrolling)} />
      </PublicFrame>
    )
  const canGoOn = failed === undefined || isWrongStep(failed)
  return (
    <PublicFrame about={text('单点登录', 'Single sign-on')}>
      {failed || !begun ? (
        <Alert
          type="error"
          showIcon
          className="qt-login-told"
          title={
            failed
              ? failureText(failed, language)
              : say(
                  text(
                    '这次登录不是从此浏览器开始的，请重新登录',
                    'This sign-in was not begun in this browser: sign in again',
                  ),
                )
          }
        />
      ) : null}
      {begun && canGoOn && asksPasskey ? (
        <PasskeyStep
          pending={signIn.pending}
          onShown={credential => {
            setFailed(undefined)
            void send(begun, { credential })
          }}
        />
      ) : begun && canGoOn && asksCode ? (
        <Form<{ verify_code: string }>
          layout="vertical"
          requiredMark={false}
          onFinish={({ verify_code }) => {
            setFailed(undefined)
            void send(begun, { verify_code })
          }}
        >
          <Form.Item
            name="verify_code"
            label={say(text('验证码（或恢复码）', 'Code of the authenticator, or a recovery code'))}
            rules={[{ required: true, message: say(text('请输入验证码', 'Enter the code')) }]}
          >
            <Input
              size="large"
              prefix={<SafetyOutlined aria-hidden />}
              autoComplete="one-time-code"
              autoFocus
              maxLength={20}
            />
          </Form.Item>
          <Button type="primary" size="large" block htmlType="submit" loading={signIn.pending}>
            {say(text('登录', 'Sign in'))}
          </Button>
        </Form>
      ) : begun && !failed ? (
        <p className="qt-login-told">
          <Spin /> {say(text('正在登录…', 'Signing in…'))}
        </p>
      ) : null}
      <nav className="qt-login-links">
        {begun?.wanted === operatorPage ? (
          <a href={operatorPage}>{say(text('返回登录', 'Back to sign-in'))}</a>
        ) : (
          <Link to="/login">{say(text('返回登录', 'Back to sign-in'))}</Link>
        )}
      </nav>
    </PublicFrame>
  )
}

/** The provider has vouched, and only the second step is missing. */
const isNextStep = (failure: CallFailure): boolean =>
  isFailure(failure, accessErrors.secondFactorNeeded) || isFailure(failure, accessErrors.passkeyNeeded)
/** What was shown for the second step does not hold: it is asked for again. */
const isWrongStep = (failure: CallFailure | undefined): boolean =>
  isFailure(failure, accessErrors.verifyCodeWrong) || isFailure(failure, accessErrors.passkeyWrong)
