import type { Text } from '@qitao/core/text.ts'
import type { ReactNode } from 'react'
import { useSay } from '../session/language.ts'

/** A titled part of a form or page; fields stand in as many columns as fit. */
export function Section({ title, extra, children }: { title?: Text; extra?: ReactNode; children: ReactNode }) {
  const say = useSay()
  return (
    <section className="qt-section">
      {title || extra ? (
        <header className="qt-section-head">
          {title ? <h2>{say(title)}</h2> : null}
          {extra}
        </header>
      ) : null}
      <div className="qt-form-grid">{children}</div>
    </section>
  )
}
