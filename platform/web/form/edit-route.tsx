import { text } from '@qitao/core/text.ts'
import { Button } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Steady } from '../call/use-call.ts'
import { goBack } from '../frame/navigation.ts'
import { PageMessage } from '../frame/page-message.tsx'
import { nameTab } from '../frame/tab-names.ts'
import { useSay } from '../session/language.ts'
import { readSessionData } from '../session/storage.ts'
import { FormSkeleton } from '../show/skeleton.tsx'
import { createStore } from '../store.ts'
import { EditPayload } from './edit-page.tsx'
import { unseal } from './seal.ts'

type Payload = Readonly<Record<string, unknown>>

/** Parts of the address that are no payload. */
const notPayload = ['prevRouter', 'prevTitle']

/**
 * Opens the sealed payload for the edit page inside; another document mounts the page anew. An address that says openly which
 * document it is, as a link that is opened in a new tab, does the same: what may be seen is for the server to say.
 */
export function EditRoute({ children }: { children: ReactNode }) {
  const [changed] = useState(() => createStore(false))
  return (
    <Steady value={changed}>
      <Opened>{children}</Opened>
    </Steady>
  )
}

function Opened({ children }: { children: ReactNode }) {
  const say = useSay()
  const [search] = useSearchParams()
  const data = search.get('data')
  const [opened, setOpened] = useState<{ data: string; payload: Payload | undefined }>()
  useEffect(() => {
    if (data === null) return
    let wanted = true
    void unseal(data, readSessionData().company_code ?? '').then(payload => {
      if (wanted) setOpened({ data, payload: payload as Payload | undefined })
    })
    return () => {
      wanted = false
    }
  }, [data])
  const open = JSON.stringify([...search].filter(([name]) => !notPayload.includes(name)))
  const plain = useMemo(() => Object.fromEntries(JSON.parse(open) as [string, string][]) as Payload, [open])
  const { pathname } = useLocation()
  const { id, no } = (data === null ? plain : opened?.data === data ? opened.payload : undefined) ?? { id: '' }
  const name = typeof no === 'string' && no !== '' ? no : id === undefined ? null : undefined
  useEffect(() => nameTab(pathname, name), [pathname, name])
  if (data === null) {
    return (
      <EditPayload key={open} value={plain}>
        {children}
      </EditPayload>
    )
  }
  if (opened?.data !== data) return <FormSkeleton />
  if (!opened.payload) {
    return (
      <PageMessage
        title={text('链接已失效', 'This link does not work')}
        detail={text('它属于另一家公司，或不完整。', 'It belongs to another company, or is incomplete.')}
        next={<Button onClick={goBack}>{say(text('返回', 'Back'))}</Button>}
      />
    )
  }
  return (
    <EditPayload key={data} value={opened.payload}>
      {children}
    </EditPayload>
  )
}
