import { type Language, say, type Text } from '@qitao/core/text.ts'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Engine } from './engine.ts'
import { texts } from './gantt-texts.ts'
import type { Palette } from './gantt-tokens.ts'
import type { GanttLegendEntry } from './gantt-types.ts'
import {
  conflictSign,
  dueFlag,
  kittingMark,
  outsideMark,
  overlapLink,
  padlock,
  pause,
  stripes,
  tentativeDash,
  warningTriangle,
} from './paint-marks.ts'

type Draw = (ctx: CanvasRenderingContext2D, palette: Palette) => void
const [width, height] = [34, 18]

/** A sample of the mark, painted by the painters of the chart. */
function Sample({ engine, draw }: { engine: RefObject<Engine | null>; draw: Draw }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const ctx = canvas.current?.getContext('2d')
    const palette = engine.current?.palette
    if (!ctx || !palette) return
    ctx.setTransform(2, 0, 0, 2, 0, 0)
    ctx.clearRect(0, 0, width, height)
    draw(ctx, palette)
  })
  return <canvas ref={canvas} width={2 * width} height={2 * height} />
}

const bar = (ctx: CanvasRenderingContext2D, palette: Palette, colour?: string): void => {
  const { bg, bar: line } = palette.bar(colour)
  ctx.fillStyle = bg
  ctx.strokeStyle = line
  ctx.beginPath()
  ctx.roundRect(0.5, 1.5, width - 1, height - 3, 3)
  ctx.fill()
  ctx.stroke()
}

const line = (ctx: CanvasRenderingContext2D, colour: string, dash: number[]): void => {
  ctx.strokeStyle = colour
  ctx.fillStyle = colour
  ctx.lineWidth = 1.5
  ctx.setLineDash(dash)
  ctx.beginPath()
  ctx.moveTo(1, height / 2)
  ctx.lineTo(width - 6, height / 2)
  ctx.stroke()
  ctx.setLineDash([])
  ctx.beginPath()
  ctx.moveTo(width - 2, height / 2)
  ctx.lineTo(width - 8, height / 2 - 3.5)
  ctx.lineTo(width - 8, height / 2 + 3.5)
  ctx.fill()
}

const marks: readonly [Text, Draw][] = [
  [
    texts.legend_setup,
    (ctx, palette) => {
      bar(ctx, palette)
      ctx.fillStyle = stripes(ctx, palette.bar(undefined).bar, 2, 6, 1.6)
      ctx.fillRect(1, 2, 15, height - 4)
    },
  ],
  [
    texts.legend_progress,
    (ctx, palette) => {
      bar(ctx, palette)
      ctx.fillStyle = palette.bar(undefined).bar
      ctx.fillRect(0.5, height - 6, 20, 5)
    },
  ],
  [
    texts.legend_locked,
    (ctx, palette) => {
      bar(ctx, palette)
      padlock(ctx, 12, 3.5, palette.bar(undefined).text)
    },
  ],
  [
    texts.legend_outside,
    (ctx, palette) => {
      bar(ctx, palette)
      outsideMark(ctx, 12, 3.5, palette.bar(undefined).text)
    },
  ],
  [
    texts.legend_late,
    (ctx, palette) => {
      bar(ctx, palette)
      ctx.strokeStyle = palette.get('danger')
      ctx.stroke()
      warningTriangle(ctx, 18, 3, palette.get('danger'), palette.get('surface'))
    },
  ],
  [
    texts.legend_conflict,
    (ctx, palette) => {
      bar(ctx, palette)
      conflictSign(ctx, 4, 3.5, palette.get('danger'), palette.get('surface'))
    },
  ],
  ...(
    [
      ['ready', 'success'],
      ['coming', 'warning'],
      ['short', 'danger'],
    ] as const
  ).map(([kitting, tone]): [Text, Draw] => [
    texts[`kitting_${kitting}`],
    (ctx, palette) => kittingMark(ctx, 12, 3.5, kitting, palette.get(tone), palette.get('surface')),
  ]),
  [
    texts.legend_published,
    (ctx, palette) => {
      ctx.strokeStyle = palette.get('published')
      ctx.setLineDash([4, 3])
      ctx.strokeRect(0.5, 1.5, width - 1, height - 3)
      ctx.setLineDash([])
    },
  ],
  [texts.legend_told, (ctx, palette) => bar(ctx, palette)],
  [
    texts.legend_tentative,
    (ctx, palette) => {
      ctx.setLineDash(tentativeDash)
      bar(ctx, palette)
      ctx.setLineDash([])
    },
  ],
  [texts.legend_link, (ctx, palette) => line(ctx, palette.get('link-chain'), [])],
  [
    texts.legend_overlap,
    (ctx, palette) => {
      ctx.strokeStyle = palette.get('link-chain')
      overlapLink(ctx, palette.get('surface'), 10, { y: 0, height: 4 }, width - 4, height - 4)
    },
  ],
  [texts.legend_broken, (ctx, palette) => line(ctx, palette.get('danger'), [5, 3])],
  [
    texts.legend_nonworking,
    (ctx, palette) => {
      ctx.fillStyle = palette.get('nonworking')
      ctx.strokeStyle = palette.get('line-strong')
      ctx.fillRect(0, 1, width, height - 2)
      ctx.strokeRect(0.5, 1.5, width - 1, height - 3)
    },
  ],
  [
    texts.legend_pause,
    (ctx, palette) => {
      bar(ctx, palette)
      pause(ctx, 12, 22, { y: 1, height: height - 2 }, palette.get('nonworking'), palette.bar(undefined).bar)
    },
  ],
  [texts.legend_due, (ctx, palette) => dueFlag(ctx, width / 2, 1, height - 2, palette.get('published'))],
  [
    texts.legend_frozen,
    (ctx, palette) => {
      ctx.fillStyle = stripes(ctx, palette.get('frozen'), 2, 8, 1.2)
      ctx.fillRect(0, 1, width, height - 2)
    },
  ],
  [
    texts.legend_now,
    (ctx, palette) => {
      ctx.fillStyle = palette.get('now')
      ctx.fillRect(width / 2 - 1, 1, 2, height - 2)
    },
  ],
]

const keys: readonly [readonly (Text | string)[], Text][] = [
  [[texts.key_arrows], texts.key_select],
  [['Ctrl'], texts.key_add],
  [['Alt', texts.key_arrows], texts.key_move],
  [['Enter'], texts.key_open],
  [['L'], texts.key_lock],
  [['Esc'], texts.key_cancel],
  [['Ctrl', 'Z'], texts.undo],
  [['Ctrl', 'Shift', 'Z'], texts.redo],
  [['+', '−'], texts.key_zoom],
  [['Ctrl', texts.key_wheel], texts.key_zoomHere],
  [['Alt', texts.key_drag], texts.key_free],
  [['Shift', texts.key_drag], texts.key_axis],
]

interface LegendProps {
  readonly language: Language
  readonly engine: RefObject<Engine | null>
  readonly entries: readonly GanttLegendEntry[]
  readonly onClose: () => void
}

export function GanttLegend({ language, engine, entries, onClose }: LegendProps): ReactNode {
  return (
    <section
      className="qt-gantt-legend"
      aria-label={say(texts.legend, language)}
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      {entries.length > 0 && (
        <>
          <h3>{say(texts.legend_colours, language)}</h3>
          <ul>
            {entries.map(entry => (
              <li key={entry.colour}>
                <Sample engine={engine} draw={(ctx, palette) => bar(ctx, palette, entry.colour)} />
                {entry.label}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{say(texts.legend_marks, language)}</h3>
      <ul>
        {marks.map(([name, draw]) => (
          <li key={name.en}>
            <Sample engine={engine} draw={draw} />
            {say(name, language)}
          </li>
        ))}
      </ul>
      <h3>{say(texts.legend_keys, language)}</h3>
      <ul className="qt-gantt-keys">
        {keys.map(([parts, meaning]) => (
          <li key={meaning.en}>
            <span>
              {parts.map(part => {
                const said = typeof part === 'string' ? part : say(part, language)
                return <kbd key={said}>{said}</kbd>
              })}
            </span>
            {say(meaning, language)}
          </li>
        ))}
      </ul>
    </section>
  )
}
