import { InboxOutlined } from '@ant-design/icons'
import type { Text } from '@qitao/core/text.ts'
import type { ReactNode } from 'react'
import { useSay } from '../session/language.ts'

/** Says why there is nothing here and offers the next step. */
export function EmptyState({ text: words, next }: { text: Text; next?: ReactNode }) {
  const say = useSay()
  return (
    <div className="qt-state">
      <InboxOutlined className="qt-state-icon" />
      <p>{say(words)}</p>
      {next ? <div className="qt-state-next">{next}</div> : null}
    </div>
  )
}
