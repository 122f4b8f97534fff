import { text } from '@qitao/core/text.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { FormFailure, useFormSave } from '@qitao/platform/web/form/use-form-save.ts'
import { go } from '@qitao/platform/web/frame/navigation.ts'
import { PublicFrame } from '@qitao/platform/web/frame/public-frame.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { isSignedIn } from '@qitao/platform/web/session/session.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Alert, Button, Form, Input, Result, Segmented, Select } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { apps, mainApp } from '../../model/company/app.ts'
import { acceptInvitation } from '../../model/company/membership.calls.ts'
import { queryInvitation, signUp } from '../../model/session/sign-up.calls.ts'
import { enter } from './entering.ts'
import { PasswordField } from './password-field.tsx'
import { VerifiedContact } from './verify-code-field.tsx'

type Way = 'new' | 'join'
interface Entered {
  account: string
  verify_code: string
  name: string
  password: string
  company_name?: string
  industry?: string
  app_code?: string
  company_code?: string
}

/** Registration: who one is, proved by a code; then a new company, one to join, or the one that has invited. */
export default function RegisterPage() {
  const say = useSay()
  const [search] = useSearchParams()
  const invite = search.get('invite') ?? undefined
  const invitation = useCall(queryInvitation, invite ? { qrcode_key: invite } : null)
  const [form] = Form.useForm<Entered>()
  const [way, setWay] = useState<Way>('new')
  const [waits, setWaits] = useState<string>()
  const isFounded = !invite && way === 'new'
  const register = useCommand(signUp, {
    success: null,
    done: ({ token, user, org }) => {
      if (token) void enter(token, { user, org }).then(entered => entered && isFounded && tellCode(org.company_code))
      else setWaits(org.name)
    },
  })
  const { save, failure, pending } = useFormSave<Entered>(form, undefined)
  const submit = () =>
    save(
      saveWith(register, ({ industry, company_name, company_code, app_code, ...who }: Entered) => ({
        ...who,
        ...(invite
          ? { qrcode_key: invite }
          : way === 'join'
            ? { company_code: company_code ?? '' }
            : {
                company_name: company_name ?? '',
                ...(industry ? { industry } : {}),
                app_code: app_code ?? mainApp.app_code,
                time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
              }),
      })),
    )

  if (waits !== undefined)
    return (
      <PublicFrame about={text('注册', 'Register')}>
        <Result
          status="success"
          title={say(text('已申请加入 {company}', 'You asked to join {company}'), { company: waits })}
          subTitle={say(
            text('公司管理员同意后即可登录。', 'You can sign in as soon as an administrator of the company agrees.'),
          )}
          extra={<Button onClick={() => go('/login')}>{say(text('前往登录', 'Go to sign-in'))}</Button>}
        />
      </PublicFrame>
    )
  const required = [
    { required: true, whitespace: true, message: say(text('必填项不能为空', 'A required field is empty')) },
  ]
  return (
    <PublicFrame about={text('注册账号', 'Register')}>
      {invite && isSignedIn() ? <AcceptHere qrcode_key={invite} company={invitation.data?.company_name} /> : null}
      {invitation.error ? (
        <Alert
          type="error"
          showIcon
          title={say(
            text(
              '邀请无效或已过期，请向邀请人索取新的邀请。',
              'The invitation is not valid any more. Ask for a new one.',
            ),
          )}
        />
      ) : null}
      {invitation.data ? (
        <Alert
          type="info"
          showIcon
          title={say(text('{company} 邀请您加入', '{company} invites you to join'), {
            company: invitation.data.company_name,
          })}
        />
      ) : null}
      <FormFailure value={failure}>
        <Form form={form} layout="vertical" requiredMark={false} style={{ marginTop: 16 }}>
          {invite ? null : (
            <Segmented<Way>
              aria-label={say(text('公司', 'Company'))}
              block
              value={way}
              onChange={setWay}
              style={{ marginBottom: 16 }}
              options={[
                { value: 'new', label: say(text('创建公司', 'New company')) },
                { value: 'join', label: say(text('加入公司', 'Join a company')) },
              ]}
            />
          )}
          <VerifiedContact scene="signup" />
          <Form.Item name="name" label={say(text('姓名', 'Name'))} rules={required}>
            <Input size="large" autoComplete="name" maxLength={50} />
          </Form.Item>
          <PasswordField name="password" size="large" />
          {invite ? null : way === 'join' ? (
            <Form.Item
              name="company_code"
              label={say(text('公司编码', 'Company code'))}
              extra={say(text('提交后由公司管理员确认。', 'An administrator of the company confirms it.'))}
              rules={required}
            >
              <Input size="large" autoComplete="organization" maxLength={50} />
            </Form.Item>
          ) : (
            <NewCompany />
          )}
          <ThrottleButton
            mode="api"
            type="primary"
            size="large"
            block
            loading={pending}
            disabled={Boolean(invitation.error)}
            run={() => void submit()}
          >
            {say(text('注册', 'Register'))}
          </ThrottleButton>
        </Form>
      </FormFailure>
      <nav className="qt-login-links">
        <Link to="/login">{say(text('已有账号，去登录', 'Sign in instead'))}</Link>
      </nav>
    </PublicFrame>
  )
}

function NewCompany() {
  const say = useSay()
  const required = [
    { required: true, whitespace: true, message: say(text('必填项不能为空', 'A required field is empty')) },
  ]
  return (
    <>
      <Form.Item name="company_name" label={say(text('公司名称', 'Company name'))} rules={required}>
        <Input size="large" autoComplete="organization" maxLength={100} />
      </Form.Item>
      <Form.Item name="industry" label={say(text('行业（选填）', 'Industry (optional)'))}>
        <Input size="large" maxLength={100} />
      </Form.Item>
      <Form.Item name="app_code" label={say(text('版本', 'Edition'))} initialValue={mainApp.app_code}>
        <Select size="large" options={apps.map(app => ({ value: app.app_code, label: say(app.name) }))} />
      </Form.Item>
    </>
  )
}

/** Who is signed in already joins with the present account. */
function AcceptHere({ qrcode_key, company }: { qrcode_key: string; company: string | undefined }) {
  const say = useSay()
  const accept = useCommand(acceptInvitation, {
    success: text('已加入，可在顶部切换公司', 'You have joined. Switch the company at the top'),
    done: () => go('/', { replace: true }),
  })
  if (!company) return null
  return (
    <p>
      <Button
        type="primary"
        size="large"
        block
        loading={accept.pending}
        onClick={() => void accept.run({ qrcode_key })}
      >
        {say(text('用当前账号加入 {company}', 'Join {company} with the present account'), { company })}
      </Button>
    </p>
  )
}

/** Stays until it is closed: nobody signs in without it. */
const tellCode = (code: string): void =>
  toast.notice({
    ...{ sign: 'company_code', type: 'success', duration: 0 },
    text: text(
      `公司已创建，公司编码是 ${code}。以后登录、邀请同事都要用到，可在系统设置中查看。`,
      `The company is made. Its code is ${code}: people sign in and join with it. It stands in the system settings.`,
    ),
  })
