import type { Text } from '@qitao/core/text.ts'
import type { ReactNode } from 'react'
import { useSay } from './language.ts'

/** A page that only says something and offers the way on. */
export function PageMessage({ title, detail, next }: { title: Text; detail?: Text; next?: ReactNode }) {
  const say = useSay()
  return (
    <div className="qt-message">
      <h1>{say(title)}</h1>
      {detail ? <p>{say(detail)}</p> : null}
      <div className="qt-state-next">{next}</div>
    </div>
  )
}
