import { accessErrors } from '@qitao/access/model/access.errors.ts'
import { deviceKey } from '@qitao/access/web/session/device-key.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { failureText, isFailure } from '@qitao/platform/web/call/failures.ts'
import { device, signIn } from '@qitao/platform/web/offline/device.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { readLocal, storageKeys } from '@qitao/platform/web/session/storage.ts'
import { type FormEvent, useState } from 'react'
import { SingleSignOn } from './single-sign-on.tsx'

const enrolFirst = text(
  '公司要求两步验证：请先在网页端登录并设置验证器',
  'Your company asks for two-step sign-in: sign in on the web page first and set up an authenticator',
)

const byPasskeyFirst = text(
  '公司要求两步验证：请先在本浏览器的网页端用通行密钥登录，再打开本页',
  'Your company asks for two-step sign-in: sign in by your passkey on the web page in this browser, then open this page again',
)

/** Sign-in on a device; the holder, whose session is over, gives the password only. */
export function SignIn({ onDone }: { onDone?: () => void }) {
  const say = useSay()
  const language = useLanguage()
  const { holder, others = [] } = device.use() ?? {}
  const [problem, setProblem] = useState('')
  const [pending, setPending] = useState(false)
  /** The member has a second factor. */
  const [asksCode, setAsksCode] = useState(false)
  /** Somebody else has set the password. */
  const [asksPassword, setAsksPassword] = useState(false)
  const [company_code, setCompanyCode] = useState(holder?.company_code ?? readLocal(storageKeys.companyCode) ?? '')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const of = (name: string) => String(typed.get(name) ?? '').trim()
    setPending(true)
    const failure = await signIn({
      ...{ company_code: of('company_code'), account: of('account'), device_key: deviceKey() },
      password: String(typed.get('password') ?? ''),
      ...(asksCode ? { verify_code: of('verify_code') } : {}),
      ...(asksPassword ? { new_password: String(typed.get('new_password') ?? '') } : {}),
    })
    setPending(false)
    if (isFailure(failure, accessErrors.secondFactorNeeded)) setAsksCode(true)
    if (isFailure(failure, accessErrors.firstPassword)) setAsksPassword(true)
    setProblem(whyNot(failure))
    if (!failure) onDone?.()
  }
  const whyNot = (failure: Awaited<ReturnType<typeof signIn>>): string => {
    if (failure === 'must_enrol') return say(enrolFirst)
    if (isFailure(failure, accessErrors.passkeyNeeded)) return say(byPasskeyFirst)
    return failure ? failureText(failure, language) : ''
  }
  const field = (
    name: string,
    title: Text,
    value: string,
    autoComplete: string,
    { type = 'text', onType }: { type?: string; onType?: (typed: string) => void } = {},
  ) => (
    <label className="qt-m-field">
      <span>{say(title)}</span>
      <input
        {...{ name, type, autoComplete }}
        required
        maxLength={200}
        defaultValue={value}
        onChange={({ target }) => onType?.(target.value)}
        readOnly={holder !== undefined && name !== 'password' && name !== 'verify_code' && name !== 'new_password'}
      />
    </label>
  )
  return (
    <form className="qt-m-sign-in" onSubmit={event => void submit(event)}>
      {field('company_code', text('公司编码', 'Company code'), company_code, 'organization', {
        onType: setCompanyCode,
      })}
      {field('account', text('账号', 'Account'), holder?.account ?? '', 'username')}
      {field('password', text('密码', 'Password'), '', 'current-password', { type: 'password' })}
      {asksPassword
        ? field('new_password', text('新密码', 'New password'), '', 'new-password', { type: 'password' })
        : null}
      {asksCode
        ? field(
            'verify_code',
            text('验证码（或恢复码）', 'Code of the authenticator, or a recovery code'),
            '',
            'one-time-code',
          )
        : null}
      {problem ? (
        <p className="qt-m-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <button type="submit" className="qt-m-button qt-m-primary" disabled={pending}>
        {say(text('登录', 'Sign in'))}
      </button>
      <SingleSignOn company_code={company_code} onProblem={setProblem} />
      {others.map(({ name, account, open }) => (
        <p key={account} className="qt-m-note" role="status">
          {say(
            text(
              '本机还有 {name}（{account}）的 {open} 项操作未发送，本人登录后发送',
              '{open} actions of {name} ({account}) wait on this device; they are sent once that person signs in',
            ),
            { name, account, open },
          )}
        </p>
      ))}
    </form>
  )
}
