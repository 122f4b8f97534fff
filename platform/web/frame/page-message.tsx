import type { Text } from '@qitao/core/text.ts'
import type { ReactNode } from 'react'
import { useSay } from '../session/language.ts'

interface PageMessageProps {
  title: Text
  detail?: Text
  next?: ReactNode
  /** Of its heading: 2 where something around it has the first. */
  level?: 1 | 2
  children?: ReactNode
}
/** A page that only says something and offers the way on. */
export function PageMessage({ title, detail, next, level = 1, children }: PageMessageProps) {
  const say = useSay()
  const Heading = `h${level}` as const
  return (
    <div className="qt-message">
      <Heading>{say(title)}</Heading>
      {detail ? <p>{say(detail)}</p> : null}
      <div className="qt-state-next">{next}</div>
      {children}
    </div>
  )
}
