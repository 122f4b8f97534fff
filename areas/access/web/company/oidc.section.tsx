import type { In } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Alert, Button, Form, Input, Select, Typography } from 'antd'
import { useState } from 'react'
import { featureEnable } from '../../model/company/feature-enable.status.ts'
import { oidcProvider, saveOidc, showOidc, testOidc } from '../../model/session/oidc.calls.ts'
import { given, OwnPassword } from '../session/own-password.tsx'

type Entered = In<typeof saveOidc>
const blank: Entered = {
  ...{ name: '', issuer: '', client_id: '', account_claim: 'email', mail_domains: [], role_ids: [], password: '' },
  ...{ creates_members: false, proves_factor: false, is_required: false, enabled: true },
}

/** Members sign in by the company's own provider. */
export function OidcSection() {
  const say = useSay()
  const { user } = useSession()
  const provider = useCall(showOidc, {})
  const save = useCommand(saveOidc, { refreshes: [showOidc] })
  const [open, setOpen] = useState(false)
  const { data } = provider
  const record = data?.record
  return (
    <section aria-label={say(oidcProvider.title)}>
      <header className="qt-section-head">
        <h2>{say(oidcProvider.title)}</h2>
        {user.is_admin && data ? (
          <Button onClick={() => setOpen(true)}>
            {say(record ? text('编辑', 'Edit') : text('设置单点登录', 'Set up single sign-on'))}
          </Button>
        ) : null}
      </header>
      <p className="qt-secondary">
        {say(
          text(
            '成员用公司自己的身份提供方（OpenID Connect）登录，如 Microsoft Entra、Okta、Keycloak、Authing。',
            'Members sign in by the company’s own identity provider (OpenID Connect), such as Microsoft Entra, Okta, Keycloak or Authing.',
          ),
        )}
      </p>
      {provider.error && !data ? <ErrorState failure={provider.error} retry={provider.refetch} /> : null}
      {data ? null : <RowsSkeleton />}
      {record ? (
        <p>
          <strong>{record.name}</strong>{' '}
          <StatusTag of={featureEnable.stateOf(record.enabled ? featureEnable.codes.on : featureEnable.codes.off)} />{' '}
          {record.issuer}
          {record.is_required ? ` · ${say(oidcProvider.fields.is_required.title)}` : ''}
        </p>
      ) : null}
      <FormDrawer<Entered>
        open={open}
        title={oidcProvider.title}
        values={
          record
            ? {
                ...{ name: record.name, issuer: record.issuer, client_id: record.client_id, password: '' },
                ...{ account_claim: record.account_claim, mail_domains: record.mail_domains },
                ...{ creates_members: record.creates_members, role_ids: record.role_ids },
                ...{ proves_factor: record.proves_factor, is_required: record.is_required },
                ...{ keeper_id: record.keeper_id, enabled: record.enabled },
              }
            : blank
        }
        save={saveWith(save, ({ client_secret, password, ...entered }: Entered) => ({
          ...entered,
          ...given(password),
          ...(client_secret ? { client_secret } : {}),
          ...(record ? { row_version: record.row_version } : {}),
        }))}
        reload={async () => {
          await refresh(showOidc)
          setOpen(false)
        }}
        onClose={() => setOpen(false)}
        history={undefined}
      >
        <Field of={oidcProvider} name="name" autoFocus />
        <Field of={oidcProvider} name="issuer" />
        <TestIssuer />
        <p className="qt-field-wide qt-secondary">
          {say(text('在提供方登记的回调地址：', 'Redirect address to enter at the provider: '))}
          {data?.redirect_uri ? (
            <Typography.Text copyable code>
              {data.redirect_uri}
            </Typography.Text>
          ) : (
            say(text('请系统管理员设置 PUBLIC_URL', 'ask whoever runs the system to set PUBLIC_URL'))
          )}
        </p>
        <Field of={oidcProvider} name="client_id" />
        <Form.Item
          name="client_secret"
          label={say(text('客户端密钥', 'Client secret'))}
          extra={
            data?.has_secret
              ? say(text('已保存，不再显示；留空则不变', 'Kept, and not shown again; empty: as it is'))
              : null
          }
        >
          <Input.Password autoComplete="new-password" maxLength={1_000} />
        </Form.Item>
        <Field of={oidcProvider} name="account_claim" />
        <Field
          of={oidcProvider}
          name="mail_domains"
          input={<Select mode="tags" className="qt-wide" tokenSeparators={[',', ' ', '，']} open={false} />}
        />
        <Field of={oidcProvider} name="creates_members" />
        <Field of={oidcProvider} name="role_ids" />
        <Field of={oidcProvider} name="proves_factor" />
        <Field of={oidcProvider} name="is_required" />
        <Field of={oidcProvider} name="keeper_id" />
        <Field of={oidcProvider} name="enabled" />
        <OnlyWay />
        <p className="qt-field-wide qt-secondary">
          {say(
            text(
              '账号按声明对应：email 须经提供方验证；首次登录时与同名账号或邮箱的成员关联，此后认提供方的主体（sub）。「视为已两步验证」不勾时，有验证器的成员仍须输入验证码。',
              'The claim says the account: email must be verified by the provider. At the first sign-in it is linked with the member of that account or mail address; from then on the subject (sub) counts. Unless it counts as two-step sign-in, members with an authenticator are still asked for its code.',
            ),
          )}
        </p>
        <OwnPassword label={say(text('您的登录密码', 'Your password'))} />
      </FormDrawer>
    </section>
  )
}

/** What follows when it becomes the only way. */
function OnlyWay() {
  const say = useSay()
  const form = Form.useFormInstance<Entered>()
  const isRequired = Form.useWatch('is_required', form)
  const isOn = Form.useWatch('enabled', form)
  if (!isRequired || !isOn) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="qt-field-wide qt-only-way"
      title={say(
        text(
          '保存后，用密码、通行密钥或PIN码登录的人立即退出',
          'Saving signs out at once everybody who came in by password, passkey or PIN',
        ),
      )}
      description={say(
        text(
          '保留密码的管理员和您的本次登录除外；共享终端也只能用单点登录。',
          'Except the administrator who keeps the password, and you in this session. At shared terminals, too, single sign-on is the only way then.',
        ),
      )}
    />
  )
}

/** Whether there is a provider at the address, before anything is saved. */
function TestIssuer() {
  const say = useSay()
  const form = Form.useFormInstance<Entered>()
  const [asked, setAsked] = useState<string>()
  const found = useCall(testOidc, asked ? { issuer: asked } : null)
  return (
    <div className="qt-field-wide">
      <Button
        size="small"
        loading={asked !== undefined && found.isFetching}
        onClick={() => {
          const issuer = form.getFieldValue('issuer')
          if (typeof issuer !== 'string' || issuer.trim() === '') return
          if (issuer === asked) void found.refetch()
          setAsked(issuer)
        }}
      >
        {say(text('测试', 'Test'))}
      </Button>{' '}
      <output>
        {asked && found.data
          ? found.data.ok
            ? say(text('可用：{said}', 'It answers: {said}'), { said: found.data.said })
            : say(text('不可用：{said}', 'It does not answer: {said}'), { said: found.data.said })
          : null}
        {asked && found.error ? say(text('地址不正确', 'The address is not right')) : null}
      </output>
    </div>
  )
}
