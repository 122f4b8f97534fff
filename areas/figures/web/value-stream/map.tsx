import { type Text, text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import type { ReactNode } from 'react'
import type { MeasuredStream, WishedStep } from '../../model/value-stream/value-stream.calls.ts'
import type { Ladder } from '../../model/value-stream/value-stream.rules.ts'
import { useDuration } from './duration.ts'

/** px of the drawing. */
const box = { width: 168, gap: 96, head: 30, line: 17, top: 210 }
const edge = 16
const factory = { width: 130, height: 56, top: 24 }
const triangle = 26
const lines = 8
const height = box.top + box.head + lines * box.line + 130
const ladderTop = box.top + box.head + lines * box.line + 44
const step = 34
const mostLetters = 14

interface MapProps {
  readonly name: string
  readonly measured: MeasuredStream
  /** What is drawn: as measured, or as wished for. */
  readonly steps: readonly WishedStep[]
  readonly ladder: Ladder
  readonly unit: string
  readonly material: string
  /** As wished for: nothing of it is hatched, what was measured is another picture. */
  readonly future: boolean
}

/**
 * A value stream with the symbols that everybody uses: factories for suppliers and customers, boxes of processes with their data, triangles
 * of what waits, striped arrows of what is pushed on, zigzag arrows of what is told by the system, and the ladder of time below.
 */
export function StreamMap({ name, measured, steps, ladder, unit, material, future }: MapProps) {
  const say = useSay()
  const duration = useDuration()
  const { boxes } = measured
  const at = (index: number) => edge + box.gap + index * (box.width + box.gap)
  const width = Math.max(760, at(steps.length) + edge)
  const customerX = width - edge - factory.width
  const control = { x: width / 2 - 95, width: 190 }
  const sets = (value: string | null) => (value === null ? '—' : shortNumber(value))
  const queueAt = (index: number) => at(index) - box.gap / 2
  return (
    <svg
      className="qt-vsm"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={name}
    >
      <defs>
        <pattern id="qt-vsm-hatch" width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1={0} y1={0} x2={0} y2={7} className="qt-vsm-hatch" />
        </pattern>
        <marker
          id="qt-vsm-end"
          viewBox="0 0 8 8"
          refX={7}
          refY={4}
          markerUnits="userSpaceOnUse"
          markerWidth={9}
          markerHeight={9}
          orient="auto-start-reverse"
        >
          <path d="M0 0L8 4L0 8Z" className="qt-vsm-fill" />
        </marker>
      </defs>

      <Factory
        x={edge}
        title={say(text('供应商', 'Suppliers'))}
        told={say(text('{count} 次到货', '{count} deliveries'), { count: measured.delivery_count })}
        hint={measured.supplier_names.join(', ')}
      />
      <Factory
        x={customerX}
        title={say(text('客户', 'Customers'))}
        told={say(text('需求 {count} {unit}', 'Want {count} {unit}'), {
          count: shortNumber(measured.wanted_quantity),
          unit,
        })}
        hint={say(text('{orders} 个订单，{shipments} 次发货', '{orders} orders, {shipments} shipments'), {
          orders: measured.order_count,
          shipments: measured.shipment_count,
        })}
      />
      <rect className="qt-vsm-box" x={control.x} y={factory.top + 8} width={control.width} height={44} />
      <text className="qt-vsm-title" x={control.x + control.width / 2} y={factory.top + 27} textAnchor="middle">
        {say(text('生产计划', 'Production control'))}
      </text>
      <text x={control.x + control.width / 2} y={factory.top + 44} textAnchor="middle">
        {say(text('每天 {count} {unit}', '{count} {unit} a day'), {
          count: shortNumber(measured.daily_quantity),
          unit,
        })}
      </text>
      <Told from={[customerX, 50]} to={[control.x + control.width, 50]} title={say(text('订单', 'Orders'))} />
      <Told from={[control.x, 50]} to={[edge + factory.width, 50]} title={say(text('采购订单', 'Purchase orders'))} />
      {steps.map(({ sequence }, index) => (
        <path
          key={sequence}
          className="qt-vsm-plan"
          d={`M${control.x + control.width / 2} ${factory.top + 52}L${at(index) + box.width / 2} ${box.top - 6}`}
          markerEnd="url(#qt-vsm-end)"
        />
      ))}
      <path
        className="qt-vsm-truck"
        d={`M${queueAt(0)} ${factory.top + factory.height + 14}V${box.top + 12}`}
        markerEnd="url(#qt-vsm-end)"
      />
      <path
        className="qt-vsm-truck"
        d={`M${queueAt(steps.length) + triangle} ${box.top + 40}H${customerX + factory.width / 2}V${factory.top + factory.height + 14}`}
        markerEnd="url(#qt-vsm-end)"
      />

      {steps.map((wish, index) => {
        const measuredBox = boxes.find(({ sequence }) => sequence === wish.sequence)
        const unmeasured = !future && (measuredBox?.report_count ?? 0) === 0
        const slow =
          ladder.takt_seconds !== null &&
          ladder.paces[index] !== null &&
          Number(ladder.paces[index]) > Number(ladder.takt_seconds)
        const told: readonly (readonly [Text, ReactNode])[] = [
          [text('周期', 'C/T'), seconds(wish.cycle_seconds)],
          [text('P90', 'P90'), future ? '—' : seconds(measuredBox?.p90_seconds)],
          [text('换型', 'C/O'), wish.changeover_seconds === null ? '—' : duration(wish.changeover_seconds)],
          [text('开动率', 'Uptime'), percent(wish.uptime_rate)],
          [text('OEE', 'OEE'), future ? '—' : percent(measuredBox?.oee)],
          [text('一次合格', 'FPY'), future ? '—' : percent(measuredBox?.yield_rate)],
          [text('设备 × 人', 'Machines × crew'), `${wish.machine_count} × ${measuredBox?.crew ?? '—'}`],
          [text('节奏', 'Pace'), seconds(ladder.paces[index])],
        ]
        return (
          <g key={wish.sequence}>
            <Waiting
              x={queueAt(index)}
              quantity={
                index === 0 && Number(wish.wip_quantity) === 0
                  ? sets(measured.store_quantity)
                  : shortNumber(wish.wip_quantity)
              }
            />
            <Push from={queueAt(index) + triangle} to={at(index) - 4} />
            <rect
              className={slow ? 'qt-vsm-box qt-vsm-slow' : 'qt-vsm-box'}
              x={at(index)}
              y={box.top}
              width={box.width}
              height={box.head}
            />
            <text className="qt-vsm-title" x={at(index) + box.width / 2} y={box.top + 20} textAnchor="middle">
              <title>{measuredBox?.process_name}</title>
              {cut(`${wish.sequence} ${measuredBox?.process_name ?? ''}`)}
            </text>
            <rect
              className="qt-vsm-box"
              x={at(index)}
              y={box.top + box.head}
              width={box.width}
              height={lines * box.line + 8}
              {...(unmeasured ? { fill: 'url(#qt-vsm-hatch)' } : {})}
            />
            {told.map(([title, value], row) => (
              <g key={title.zh}>
                <text x={at(index) + 8} y={box.top + box.head + 17 + row * box.line}>
                  {say(title)}
                </text>
                <text
                  x={at(index) + box.width - 8}
                  y={box.top + box.head + 17 + row * box.line}
                  textAnchor="end"
                  className="qt-vsm-value"
                >
                  {value}
                </text>
              </g>
            ))}
            {unmeasured ? (
              <text
                className="qt-vsm-unmeasured"
                x={at(index) + box.width / 2}
                y={box.top + box.head + lines * box.line + 22}
                textAnchor="middle"
              >
                {say(text('无报工数据，按标准', 'No measurements: standard'))}
              </text>
            ) : null}
            {wish.note ? <Burst x={at(index) + box.width - 4} y={box.top - 22} note={wish.note} /> : null}
          </g>
        )
      })}
      <Waiting x={queueAt(steps.length)} quantity={shortNumber(measured.finished_quantity)} />
      <Steps ladder={ladder} steps={steps} at={at} width={width} />
      <text x={edge} y={height - 8} className="qt-vsm-note">
        {material}
      </text>
    </svg>
  )
}

/** Waiting above, work below. */
function Steps({
  ladder,
  steps,
  at,
  width,
}: {
  ladder: Ladder
  steps: readonly WishedStep[]
  at: (index: number) => number
  width: number
}) {
  const duration = useDuration()
  const low = ladderTop + step
  let path = `M${edge} ${ladderTop}`
  steps.forEach((_, index) => {
    path += `H${at(index)}V${low}H${at(index) + box.width}V${ladderTop}`
  })
  path += `H${Math.min(width - edge, at(steps.length) + edge)}`
  const waits = (index: number) => {
    const queue = ladder.queues[index] ?? null
    // What lies in store waits before the first step.
    const store = index === 0 ? (ladder.store_seconds ?? 0) : 0
    return queue === null ? '—' : duration(queue + store)
  }
  return (
    <g>
      <path className="qt-vsm-ladder" d={path} />
      {steps.map(({ sequence, cycle_seconds }, index) => (
        <g key={sequence}>
          <text x={at(index) - box.gap / 2} y={ladderTop - 6} textAnchor="middle">
            {waits(index)}
          </text>
          <text x={at(index) + box.width / 2} y={low - 6} textAnchor="middle">
            {seconds(cycle_seconds)}
          </text>
        </g>
      ))}
      <text x={at(steps.length) - box.gap / 2} y={ladderTop - 6} textAnchor="middle">
        {waits(steps.length)}
      </text>
    </g>
  )
}
function Factory({ x, title, told, hint }: { x: number; title: string; told: string; hint: string }) {
  const { width, height: high, top } = factory
  const third = width / 3
  return (
    <g>
      <title>{hint}</title>
      <path
        className="qt-vsm-box"
        d={`M${x} ${top + high}V${top + 16}L${x + third} ${top}V${top + 16}L${x + 2 * third} ${top}V${top + 16}L${x + width} ${top}V${top + high}Z`}
      />
      <text className="qt-vsm-title" x={x + width / 2} y={top + 32} textAnchor="middle">
        {title}
      </text>
      <text x={x + width / 2} y={top + 48} textAnchor="middle">
        {told}
      </text>
    </g>
  )
}
function Waiting({ x, quantity }: { x: number; quantity: string }) {
  const y = box.top + 18
  return (
    <g>
      <path className="qt-vsm-box" d={`M${x} ${y}L${x + triangle} ${y + 44}H${x - triangle}Z`} />
      <text className="qt-vsm-title" x={x} y={y + 36} textAnchor="middle">
        I
      </text>
      <text x={x} y={y + 62} textAnchor="middle">
        {quantity}
      </text>
    </g>
  )
}
const Push = ({ from, to }: { from: number; to: number }) => (
  <path className="qt-vsm-push" d={`M${from} ${box.top + 15}H${to}`} markerEnd="url(#qt-vsm-end)" />
)
/** Told by the system, not by hand: an arrow with a flash in its middle. */
function Told({
  from: [x1, y],
  to: [x2],
  title,
}: {
  from: readonly [number, number]
  to: readonly [number, number]
  title: string
}) {
  const middle = (x1 + x2) / 2
  const way = x2 > x1 ? 1 : -1
  return (
    <g>
      <path
        className="qt-vsm-info"
        d={`M${x1} ${y}H${middle + way * 8}L${middle - way * 8} ${y + 12}H${middle - way * 2}H${x2 - way * 2}`}
        fill="none"
        markerEnd="url(#qt-vsm-end)"
      />
      <text x={middle} y={y - 6} textAnchor="middle">
        {title}
      </text>
    </g>
  )
}
/** What is to be done there: a kaizen burst. */
function Burst({ x, y, note }: { x: number; y: number; note: string }) {
  const points = Array.from({ length: 20 }, (_, index) => {
    const turn = (Math.PI * index) / 10
    const far = index % 2 === 0 ? 1 : 0.68
    return `${(x + 46 * far * Math.cos(turn)).toFixed(1)},${(y + 22 * far * Math.sin(turn)).toFixed(1)}`
  }).join(' ')
  return (
    <g>
      <title>{note}</title>
      <polygon className="qt-vsm-burst" points={points} />
      <text x={x} y={y + 4} textAnchor="middle">
        {note.length > 8 ? `${note.slice(0, 7)}…` : note}
      </text>
    </g>
  )
}
const cut = (value: string): string => (value.length > mostLetters + 6 ? `${value.slice(0, mostLetters + 5)}…` : value)
const shown = (value: string | null | undefined): string =>
  value === null || value === undefined ? '—' : Number(value).toLocaleString('en-US')
const seconds = (value: string | null | undefined): string =>
  value === null || value === undefined ? '—' : `${shown(value)} s`
const percent = (value: string | null | undefined): string =>
  value === null || value === undefined ? '—' : `${Number(value)} %`
const shortNumber = (value: string): string => Number(value).toLocaleString('en-US', { maximumFractionDigits: 1 })
