import { LoginOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { beginOidc, queryOidc } from '../../model/session/oidc.calls.ts'
import { goToProvider, typingMs } from './oidc-on-its-way.ts'

/** Signs in by the company's own provider; shown once the company is known to have one. */
export function SingleSignOn({ company_code, wanted }: { company_code: string; wanted: string | null }) {
  const say = useSay()
  const [settled, setSettled] = useState(company_code.trim())
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(company_code.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [company_code])
  const { data } = useCall(queryOidc, settled === '' ? null : { company_code: settled })
  const begin = useCommand(beginOidc, {
    repeatable: true,
    success: null,
    done: begun => {
      setLeaving(true)
      goToProvider(begun, wanted)
    },
  })
  if (!data?.name || settled === '') return null
  return (
    <>
      <Button
        size="large"
        block
        className="qt-login-passkey"
        icon={<LoginOutlined aria-hidden />}
        loading={begin.pending || leaving}
        onClick={() => void begin.run({ company_code: settled })}
      >
        {say(text('用「{name}」登录', 'Sign in by {name}'), { name: data.name })}
      </Button>
      {data.is_required ? (
        <p className="qt-secondary qt-login-told">
          {say(text('公司只允许单点登录', 'Your company signs in this way only'))}
        </p>
      ) : null}
    </>
  )
}
