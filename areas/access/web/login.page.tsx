import { GlobalOutlined, LockOutlined, ShopOutlined, UserOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { CallFailure } from '@qitao/platform/web/failures.ts'
import { insidePath, redirectParam } from '@qitao/platform/web/guard.ts'
import { useLanguage, useSay } from '@qitao/platform/web/language.ts'
import { go } from '@qitao/platform/web/navigation.ts'
import { beginSession, loadSession, savePreference } from '@qitao/platform/web/session.ts'
import { BrandMark } from '@qitao/platform/web/shell/brand.tsx'
import { restoreTabs } from '@qitao/platform/web/shell/tab-store.ts'
import { readLocal, storageKeys, writeLocal } from '@qitao/platform/web/storage.ts'
import { ThrottleButton } from '@qitao/platform/web/throttle-button.tsx'
import { toast } from '@qitao/platform/web/toast.ts'
import { useCommand } from '@qitao/platform/web/use-command.ts'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { login } from '../model/session.calls.ts'
import './login.css'

interface Entered {
  company_code: string
  account: string
  password: string
}
const filled = (message: string) => [{ required: true, whitespace: true, message }]

/** Sign-in: company, account, password. Only the company code is remembered. */
export default function LoginPage() {
  const say = useSay()
  const language = useLanguage()
  const [search] = useSearchParams()
  const [form] = Form.useForm<Entered>()
  const [entering, setEntering] = useState(false)
  const signIn = useCommand(login, { success: null })
  const remembered = readLocal(storageKeys.companyCode)

  const submit = async (entered: Entered) => {
    const answer = await signIn.run({
      company_code: entered.company_code.trim(),
      account: entered.account.trim(),
      password: entered.password,
    })
    if (!answer) return
    writeLocal(storageKeys.companyCode, answer.org.company_code)
    setEntering(true)
    beginSession(answer.token, answer)
    try {
      const { menu } = await loadSession()
      restoreTabs()
      const wanted = insidePath(search.get(redirectParam))
      const allowed = wanted && menu.allowed.has(wanted.split('?')[0] ?? '')
      go(allowed ? wanted : '/', { replace: true })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setEntering(false)
      toast.failure(error)
    }
  }
  return (
    <div className="qt-login">
      <Button
        type="text"
        className="qt-login-language"
        icon={<GlobalOutlined aria-hidden />}
        onClick={() => void savePreference('language', language === 'zh' ? 'en' : 'zh')}
      >
        {language === 'zh' ? 'English' : '中文'}
      </Button>
      <section className="qt-login-card">
        <header className="qt-login-head">
          <BrandMark size={40} />
          <div>
            <h1>{say(text('齐套', 'Qitao'))}</h1>
            <p>{say(text('让每张工单按时齐套、按时开工', 'Every order complete and on time'))}</p>
          </div>
        </header>
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
              autoComplete="username"
              autoFocus={Boolean(remembered)}
              maxLength={50}
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
      </section>
    </div>
  )
}
