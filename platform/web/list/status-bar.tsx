import { CheckOutlined } from '@ant-design/icons'
import type { StatusColour } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useSay } from '../session/language.ts'

export interface StatusSegment {
  readonly key: string
  readonly title: Text
  readonly colour: StatusColour
  /** Undefined while it is being counted. */
  readonly count: number | undefined
}

interface StatusBarProps {
  segments: readonly StatusSegment[]
  selected: readonly string[]
  onSelect: (keys: readonly string[]) => void
}
/**
 * Counts by status above a list; a click filters by it, another click shows all again. The width of a segment follows its
 * count, within limits that keep its word readable; what is zero is dim.
 */
export function StatusBar({ segments, selected, onSelect }: StatusBarProps) {
  const say = useSay()
  const toggle = (key: string) =>
    onSelect(selected.includes(key) ? selected.filter(one => one !== key) : [...selected, key])
  return (
    <fieldset className="qt-status-bar" aria-label={say(text('状态', 'Status'))}>
      {segments.map(segment => {
        const on = selected.includes(segment.key)
        return (
          <button
            type="button"
            key={segment.key}
            aria-pressed={on}
            className={`qt-segment${on ? ' qt-on' : ''}${segment.count === 0 ? ' qt-zero' : ''}`}
            style={{
              flexGrow: 1 + widthShare(segment, segments),
              ['--qt-bar' as string]: `var(--qt-status-${segment.colour}-bar)`,
            }}
            onClick={() => toggle(segment.key)}
          >
            <span className="qt-segment-title">
              {on ? <CheckOutlined aria-hidden /> : null}
              {say(segment.title)}
            </span>
            <span className="qt-segment-count qt-number">{segment.count?.toLocaleString('en-US') ?? '…'}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
/** The widest segment is four times the narrowest. */
const mostExtra = 3
const widthShare = (segment: StatusSegment, all: readonly StatusSegment[]): number => {
  const most = Math.max(...all.map(one => one.count ?? 0))
  return most === 0 ? 0 : (mostExtra * (segment.count ?? 0)) / most
}
