import { type Language, say, type Text } from '@qitao/core/text.ts'
import type { ReactNode, RefObject } from 'react'
import type { Engine, GanttStatus } from './engine.ts'
import { texts } from './gantt-texts.ts'
import type { GanttLevel } from './gantt-types.ts'

const levels: readonly GanttLevel[] = ['hour', 'shift', 'day', 'week', 'month']

const icons = {
  undo: 'M6 4 2.5 7.5 6 11M3 7.5h6.5a4 4 0 0 1 0 8H7',
  redo: 'M12 4l3.5 3.5L12 11M15 7.5H8.5a4 4 0 0 0 0 8H11',
  plus: 'M9 3.5v11M3.5 9h11',
  minus: 'M3.5 9h11',
  fit: 'M3 3.5v11M15 3.5v11M5.5 9h7M7.5 6.5 5 9l2.5 2.5M10.5 6.5 13 9l-2.5 2.5',
  now: 'M9 2.5v13M5.5 2.5h7',
} as const

function Icon({ of }: { of: keyof typeof icons }): ReactNode {
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <path d={icons[of]} />
    </svg>
  )
}

interface ToolbarProps {
  readonly engine: RefObject<Engine | null>
  readonly status: GanttStatus | null
  readonly language: Language
  readonly editable: boolean
  readonly start: ReactNode
  readonly end: ReactNode
  readonly legendOpen: boolean
  readonly onLegend: () => void
}

export function GanttToolbar({
  engine,
  status,
  language,
  editable,
  start,
  end,
  legendOpen,
  onLegend,
}: ToolbarProps): ReactNode {
  const to = (what: Text, values?: Record<string, unknown>): string => say(what, language, values)
  const icon = (of: keyof typeof icons, name: Text, act: (engine: Engine) => void, disabled = false): ReactNode => (
    <button
      type="button"
      className="qt-gantt-button"
      aria-label={to(name)}
      title={to(name)}
      disabled={disabled}
      onClick={() => engine.current && act(engine.current)}
    >
      <Icon of={of} />
    </button>
  )
  return (
    <div className="qt-gantt-bar" role="toolbar" aria-label={to(texts.toolbar)}>
      {start !== undefined && <div className="qt-gantt-bar-page">{start}</div>}
      {editable && (
        <div className="qt-gantt-set">
          {icon('undo', texts.undo, it => it.saver.undo(), !status?.can_undo)}
          {icon('redo', texts.redo, it => it.saver.redo(), !status?.can_redo)}
        </div>
      )}
      <fieldset className="qt-gantt-set" aria-label={to(texts.level)}>
        {levels.map(level => (
          <button
            key={level}
            type="button"
            className="qt-gantt-button"
            aria-pressed={status?.level === level}
            onClick={() => engine.current?.setLevel(level)}
          >
            {to(texts[level])}
          </button>
        ))}
      </fieldset>
      <div className="qt-gantt-set">
        {icon('minus', texts.zoomOut, it => it.zoom(1 / 1.5))}
        {icon('plus', texts.zoomIn, it => it.zoom(1.5))}
      </div>
      <button
        type="button"
        className="qt-gantt-button"
        title={to(texts.todayTip)}
        onClick={() => engine.current?.today()}
      >
        <Icon of="now" />
        <span className="qt-gantt-wide">{to(texts.today)}</span>
      </button>
      <button type="button" className="qt-gantt-button" title={to(texts.fitTip)} onClick={() => engine.current?.fit()}>
        <Icon of="fit" />
        <span className="qt-gantt-wide">{to(texts.fit)}</span>
      </button>
      {status !== null && status.saving > 0 && (
        <span className="qt-gantt-saving">{to(texts.saving, { count: status.saving })}</span>
      )}
      {status !== null && status.selected > 1 && (
        <span className="qt-gantt-count">{to(texts.selectedCount, { count: status.selected })}</span>
      )}
      <span className="qt-gantt-space" />
      {end !== undefined && <div className="qt-gantt-bar-page">{end}</div>}
      <button type="button" className="qt-gantt-button" aria-expanded={legendOpen} onClick={onLegend}>
        {to(texts.legend)}
      </button>
    </div>
  )
}
