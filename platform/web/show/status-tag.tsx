import type { State, StatusColour } from '@qitao/core/status.ts'
import { useLanguage } from '../session/language.ts'

/** A state as a word on its colour. The colour is a token, the same in tags, bars, the Gantt and charts. */
export function StatusTag({ of }: { of: Pick<State, 'zh' | 'en' | 'colour'> | undefined }) {
  const language = useLanguage()
  if (!of) return <span className="qt-none">—</span>
  return (
    <span className="qt-tag" style={statusStyle(of.colour)}>
      {of[language]}
    </span>
  )
}

/** CSS variables of a status colour, for a tag or a cell. */
const statusStyle = (colour: StatusColour): React.CSSProperties => ({
  color: `var(--qt-status-${colour}-text)`,
  background: `var(--qt-status-${colour}-bg)`,
})
