import { beginOidc, queryOidc } from '@qitao/access/model/session/oidc.calls.ts'
import { goToProvider, operatorPage, typingMs } from '@qitao/access/web/session/oidc-on-its-way.ts'
import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { send } from '@qitao/platform/web/call/client.ts'
import { failureText } from '@qitao/platform/web/call/failures.ts'
import { failureOf } from '@qitao/platform/web/offline/device.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { useEffect, useState } from 'react'

/** Signs in by the company's own provider, which sends the browser back to this page; shown once the company is known to have one. */
export function SingleSignOn({
  company_code,
  onProblem,
}: {
  company_code: string
  onProblem: (problem: string) => void
}) {
  const say = useSay()
  const language = useLanguage()
  const [found, setFound] = useState<Out<typeof queryOidc>>()
  const [leaving, setLeaving] = useState(false)
  const code = company_code.trim()
  useEffect(() => {
    setFound(undefined)
    if (code === '') return undefined
    let isWanted = true
    const timer = setTimeout(() => {
      // Without a connection nobody signs in anyway.
      void failureOf(async () => {
        const answer = await send(queryOidc, { company_code: code })
        if (isWanted) setFound(answer)
      })
    }, typingMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [code])
  if (!found?.name) return null
  const begin = async () => {
    setLeaving(true)
    const failure = await failureOf(async () =>
      goToProvider(await send(beginOidc, { company_code: code }), operatorPage),
    )
    if (!failure) return
    setLeaving(false)
    onProblem(failureText(failure, language))
  }
  return (
    <>
      <button type="button" className="qt-m-button" disabled={leaving} onClick={() => void begin()}>
        {say(text('用「{name}」登录', 'Sign in by {name}'), { name: found.name })}
      </button>
      {found.is_required ? (
        <p className="qt-m-note">{say(text('公司只允许单点登录', 'Your company signs in this way only'))}</p>
      ) : null}
    </>
  )
}
