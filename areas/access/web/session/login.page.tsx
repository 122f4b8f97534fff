import { LockOutlined, MobileOutlined, SafetyOutlined, ShopOutlined, UserOutlined } from '@ant-design/icons'
import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { send } from '@qitao/platform/web/call/client.ts'
import { CallFailure, isFailure } from '@qitao/platform/web/call/failures.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { PublicFrame } from '@qitao/platform/web/frame/public-frame.tsx'
import { noPageParam, redirectParam } from '@qitao/platform/web/session/guard.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { beginSession } from '@qitao/platform/web/session/session.ts'
import { readLocal, storageKeys } from '@qitao/platform/web/session/storage.ts'
import { Alert, Button, Form, Input, Popover } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { accessErrors } from '../../model/access.errors.ts'
import { login } from '../../model/session/session.calls.ts'
import { queryMobileApp } from '../../model/session/sign-up.calls.ts'
import { queryTerminal, signInByPin } from '../../model/session/terminal.calls.ts'
import { SignInCompany } from '../company/company-logo.tsx'
import { deviceKey } from './device-key.ts'
import { Enrol } from './enrol.tsx'
import { enter } from './entering.ts'
import { FindCompanyDialog } from './find-company.dialog.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordField } from './password-field.tsx'
import { PinPad } from './pin-pad.tsx'
import { SingleSignOn } from './single-sign-on.tsx'
import { OutboxHint } from './verify-code-field.tsx'

interface Entered {
  company_code: string
  account: string
  password: string
  verify_code?: string
  new_password?: string
}
const filled = (message: string) => [{ required: true, whitespace: true, message }]

/** Sign-in: company, account, password. Only the company code is remembered. */
export default function LoginPage() {
  const say = useSay()
  const [search] = useSearchParams()
  const [form] = Form.useForm<Entered>()
  const company_code = Form.useWatch('company_code', form)
  const [entering, setEntering] = useState(false)
  const [finding, setFinding] = useState(false)
  /** The member has a second factor. */
  const [asksCode, setAsksCode] = useState(false)
  /** Somebody else has set the password. */
  const [asksPassword, setAsksPassword] = useState(false)
  /** Signed in, and to set up a second factor before anything else. */
  const [enrolling, setEnrolling] = useState<Out<typeof login>>()
  const signIn = useCommand(login, { success: null })
  /** At a shared terminal, where the PIN is asked for. */
  const [byPassword, setByPassword] = useState(false)
  const remembered = readLocal(storageKeys.companyCode)

  const submit = async (entered: Entered) => {
    const result = await signIn.attempt({
      company_code: entered.company_code.trim(),
      account: entered.account.trim(),
      password: entered.password,
      device_key: deviceKey(),
      ...(asksCode && entered.verify_code ? { verify_code: entered.verify_code } : {}),
      ...(asksPassword && entered.new_password ? { new_password: entered.new_password } : {}),
    })
    if (!result.ok) {
      if (isFailure(result.failure, accessErrors.secondFactorNeeded)) setAsksCode(true)
      if (isFailure(result.failure, accessErrors.firstPassword)) setAsksPassword(true)
      return
    }
    if (!result.output.must_enrol) return goIn(result.output)
    beginSession(result.output.token, result.output)
    setEnrolling(result.output)
  }
  const goIn = async (answer: Out<typeof login>) => {
    setEntering(true)
    if (!(await enter(answer.token, answer, search.get(redirectParam)))) setEntering(false)
  }
  const here = useCall(queryTerminal, {})
  const enterByPin = async (account: string, pin: string): Promise<CallFailure | undefined> => {
    try {
      await goIn(await send(signInByPin, { account, pin }))
      return undefined
    } catch (problem) {
      if (!(problem instanceof CallFailure)) throw problem
      void here.refetch()
      return problem
    }
  }
  if (enrolling)
    return (
      <PublicFrame about={text('公司要求两步验证', 'Your company asks for two-step sign-in')}>
        <Enrol onDone={() => void goIn(enrolling)} />
      </PublicFrame>
    )
  if (here.data?.state === 'ready' && !byPassword)
    return (
      <PublicFrame wide about={text('共享终端', 'Shared terminal')}>
        {search.has(noPageParam) ? <NoPage /> : null}
        <PinPad terminal={here.data} enter={enterByPin}>
          <a className="qt-pin-other" href="/m/">
            {say(text('打开操作员页面（可离线）', 'Open the page for operators (works offline)'))}
          </a>
          <button type="button" className="qt-pin-other" onClick={() => setByPassword(true)}>
            {say(text('用密码登录', 'Sign in by password'))}
          </button>
        </PinPad>
      </PublicFrame>
    )
  return (
    <PublicFrame about={text('让每张工单按时齐套、按时开工', 'Every order complete and on time')}>
      {remembered ? <SignInCompany company_code={remembered} /> : null}
      {search.has(noPageParam) ? <NoPage /> : null}
      {here.data?.state === 'stopped' ? (
        <Alert
          type="error"
          showIcon
          className="qt-login-told"
          title={say(accessErrors.terminalStopped.text)}
          description={say(
            text('停用只针对「{company_name}」的成员。', 'It is stopped for the members of {company_name} alone.'),
            { company_name: here.data.company_name },
          )}
        />
      ) : null}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ company_code: remembered }}
        onFinish={values => void submit(values)}
      >
        <Form.Item
          name="company_code"
          label={say(text('公司编码', 'Company code'))}
          rules={filled(say(text('请输入公司编码', 'Enter the company code')))}
        >
          <Input
            size="large"
            prefix={<ShopOutlined aria-hidden />}
            suffix={
              <Button type="link" size="small" onClick={() => setFinding(true)}>
                {say(text('查找', 'Find'))}
              </Button>
            }
            autoComplete="organization"
            autoFocus={!remembered}
            maxLength={50}
          />
        </Form.Item>
        <Form.Item
          name="account"
          label={say(text('账号', 'Account'))}
          rules={filled(say(text('请输入账号', 'Enter the account')))}
        >
          <Input
            size="large"
            prefix={<UserOutlined aria-hidden />}
            autoComplete="username webauthn"
            autoFocus={Boolean(remembered)}
            maxLength={100}
          />
        </Form.Item>
        <Form.Item
          name="password"
          label={say(text('密码', 'Password'))}
          rules={filled(say(text('请输入密码', 'Enter the password')))}
        >
          <Input.Password
            size="large"
            prefix={<LockOutlined aria-hidden />}
            autoComplete="current-password"
            maxLength={200}
          />
        </Form.Item>
        {asksPassword ? (
          <PasswordField name="new_password" label={text('新密码', 'New password')} size="large" />
        ) : null}
        {asksCode ? (
          <Form.Item
            name="verify_code"
            label={say(text('验证码（或恢复码）', 'Code of the authenticator, or a recovery code'))}
            rules={filled(say(text('请输入验证码', 'Enter the code')))}
          >
            <Input
              size="large"
              prefix={<SafetyOutlined aria-hidden />}
              autoComplete="one-time-code"
              autoFocus
              maxLength={40}
            />
          </Form.Item>
        ) : null}
        <ThrottleButton
          mode="api"
          type="primary"
          size="large"
          block
          loading={signIn.pending || entering}
          run={() => form.submit()}
        >
          {say(text('登录', 'Sign in'))}
        </ThrottleButton>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
      <SingleSignOn company_code={company_code ?? remembered ?? ''} wanted={search.get(redirectParam)} />
      <PasskeyButton onDone={answer => void goIn(answer)} />
      <nav className="qt-login-links">
        <Link to="/register">{say(text('注册账号', 'Register'))}</Link>
        <MobileApp />
        <Link to="/passwordReset">{say(text('忘记密码', 'Forgot the password?'))}</Link>
      </nav>
      <OutboxHint />
      <FindCompanyDialog
        open={finding}
        onClose={() => setFinding(false)}
        onFound={company_code => form.setFieldsValue({ company_code })}
      />
    </PublicFrame>
  )
}

function NoPage() {
  const say = useSay()
  return (
    <Alert
      type="warning"
      showIcon
      className="qt-login-told"
      title={say(text('还没有可用的页面', 'No page is open to you yet'))}
      description={say(
        text(
          '您的角色没有任何页面权限，请联系公司管理员授权后重新登录。',
          'Your roles allow no page. Ask an administrator of your company, then sign in again.',
        ),
      )}
    />
  )
}

/** The app for PDA and Android, where the installation offers it. */
function MobileApp() {
  const say = useSay()
  const app = useCall(queryMobileApp, {})
  const { url, qrcode, version, file_size, server, server_qrcode } = app.data ?? {}
  const kilobytes = Math.ceil((file_size ?? 0) / 1000)
  const onAndroid = /android/i.test(navigator.userAgent)
  const content = url ? (
    <div className="qt-login-app">
      <section>
        {qrcode ? (
          <img src={qrcode} width={160} height={160} alt={say(text('下载二维码', 'Download QR code'))} />
        ) : null}
        <p>
          <a href={url} download>
            {say(text('1. 下载安装 {version}（{kilobytes} KB）', '1. Install {version} ({kilobytes} KB)'), {
              version,
              kilobytes,
            })}
          </a>
        </p>
      </section>
      {server && server_qrcode ? (
        <section>
          <img
            src={server_qrcode}
            width={160}
            height={160}
            alt={say(text('服务器地址二维码', 'QR code of the server'))}
          />
          <p>
            {onAndroid ? (
              <a href={`qitao:${server}`}>{say(text('2. 在App中打开本服务器', '2. Open this server in the app'))}</a>
            ) : (
              say(text('2. 打开App，扫此码连接', '2. Open the app and scan this'))
            )}
          </p>
        </section>
      ) : null}
    </div>
  ) : (
    <p style={{ maxWidth: 240 }}>
      {say(
        text(
          '本系统尚未提供手机App安装包，请联系系统管理员。手机和平板也可以直接用浏览器登录。',
          'No app package is offered here yet: ask whoever runs the system. Phones and tablets may also sign in by browser.',
        ),
      )}
    </p>
  )
  const either = (
    <>
      {content}
      <a href="/m/">{say(text('打开操作员页面（可离线）', 'Open the page for operators (works offline)'))}</a>
    </>
  )
  return (
    <Popover trigger="click" content={either}>
      <Button type="link" size="small" icon={<MobileOutlined aria-hidden />}>
        {say(text('手机App', 'Mobile app'))}
      </Button>
    </Popover>
  )
}
