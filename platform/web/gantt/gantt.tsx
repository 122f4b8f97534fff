import { say } from '@qitao/core/text.ts'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Engine, type GanttStatus } from './engine.ts'
import { GanttLegend } from './gantt-legend.tsx'
import { ganttStyle } from './gantt-style.ts'
import { texts } from './gantt-texts.ts'
import { GanttToolbar } from './gantt-toolbar.tsx'
import type { GanttHandle, GanttLegendEntry, GanttProps } from './gantt-types.ts'

export interface GanttComponentProps extends GanttProps {
  readonly ref?: Ref<GanttHandle>
  /** Controls of the page before and after the Gantt's own. */
  readonly toolbar_start?: ReactNode
  readonly toolbar_end?: ReactNode
  /** Meaning of the colours the page chose. */
  readonly legend?: readonly GanttLegendEntry[]
  /** What to say, and offer, when there are no rows. */
  readonly empty?: ReactNode
}

/** How long a notice stays; a refusal can be read again in the live region. */
const noticeMilliseconds = 8000

/**
 * The Gantt chart. It fills its parent's height. `rows`, `tasks` and `links` are compared by identity: give the same array
 * until something changed. State lives in the engine; React mounts it and shows what surrounds the canvas.
 */
export function Gantt({ ref, toolbar_start, toolbar_end, legend, empty, ...props }: GanttComponentProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const engine = useRef<Engine | null>(null)
  const first = useRef(props)
  const [status, setStatus] = useState<GanttStatus | null>(null)
  const [legendOpen, setLegendOpen] = useState(false)
  const { language } = props

  useEffect(() => {
    if (!host.current) return
    const made = new Engine(host.current, first.current, setStatus)
    engine.current = made
    return () => {
      engine.current = null
      made.destroy()
    }
  }, [])

  useEffect(() => {
    first.current = props
    if (engine.current && engine.current.props !== props) engine.current.update(props)
  })

  const notice = status?.notice
  useEffect(() => {
    if (!notice) return
    const timer = window.setTimeout(() => engine.current?.clearNotice(), noticeMilliseconds)
    return () => window.clearTimeout(timer)
  }, [notice])

  useImperativeHandle(
    ref,
    (): GanttHandle => ({
      showTask: id => engine.current?.showTask(id) ?? false,
      showTime: time => engine.current?.showTime(time),
      showRow: id => engine.current?.showRow(id),
      setLevel: level => engine.current?.setLevel(level),
      zoom: factor => engine.current?.zoom(factor),
      fit: period => engine.current?.fit(period),
      today: () => engine.current?.today(),
      undo: step => engine.current?.saver.undo(step),
      redo: () => engine.current?.saver.redo(),
      record: step => engine.current?.saver.record(step),
      focus: () => engine.current?.focus(),
      image: (period, options) =>
        engine.current?.image(period, options) ?? Promise.reject(new Error('the Gantt is not mounted')),
    }),
    [],
  )

  return (
    <div className="qt-gantt" data-theme={status?.theme ?? 'light'}>
      <style href="qt-gantt" precedence="default">
        {ganttStyle}
      </style>
      <GanttToolbar
        engine={engine}
        status={status}
        language={language}
        editable={!props.read_only && props.onChange !== undefined}
        start={toolbar_start}
        end={toolbar_end}
        legendOpen={legendOpen}
        onLegend={() => setLegendOpen(open => !open)}
      />
      <div className="qt-gantt-host" ref={host}>
        {props.rows.length === 0 && <div className="qt-gantt-empty">{empty ?? say(texts.noRows, language)}</div>}
        {notice && (
          <div className="qt-gantt-notice" data-notice={notice.tone}>
            <span>{notice.text}</span>
            <button type="button" aria-label={say(texts.close, language)} onClick={() => engine.current?.clearNotice()}>
              ✕
            </button>
          </div>
        )}
        {legendOpen && (
          <GanttLegend
            language={language}
            engine={engine}
            entries={legend ?? []}
            onClose={() => setLegendOpen(false)}
          />
        )}
      </div>
    </div>
  )
}
