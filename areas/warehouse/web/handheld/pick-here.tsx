import { add, isPositive, isQuantity } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useWedge } from '@qitao/platform/web/form/wedge.ts'
import type { QueuedAction } from '@qitao/platform/web/offline/action.ts'
import { take } from '@qitao/platform/web/offline/device.ts'
import { sentMeanwhile } from '@qitao/platform/web/offline/outbox-list.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { oneTap } from '@qitao/shopfloor/web/handheld/one-tap.ts'
import { Pad } from '@qitao/shopfloor/web/handheld/pad.tsx'
import { useRef, useState } from 'react'
import { outboundCalls } from '../../model/receipt.calls.ts'
import { afterPickScan, nothingPicked, type PickState, whyNotPicked } from '../../model/wave/pick-scan.rules.ts'
import type { WalkStop } from '../../model/wave/pick-wave.record.ts'
import { bookingsOf } from '../scan/bookings.ts'
import type { GoodsWork } from './goods.ts'
import { keyOf, sentLines } from './goods-here.ts'

type Picking = Extract<GoodsWork, { stops: unknown }>
interface PickHereProps {
  of: Picking
  /** What was told before and is told differently now. */
  instead: QueuedAction | undefined
  onChanged: () => void
}
/** Of what is told differently its own stop, with the parts of its document. */
function stopsOf({ stops }: Picking, instead: QueuedAction | undefined): readonly WalkStop[] {
  if (!instead) return stops
  const lines = new Set(sentLines(instead).map(({ line_id }) => line_id))
  return stops.flatMap(stop => {
    const parts = stop.parts.filter(({ line_id }) => lines.has(line_id))
    return parts.length === 0 ? [] : [{ ...stop, parts }]
  })
}

/** One walk, one stop a screen: the bin is scanned, then the goods; what was taken is kept at once and booked to its documents. */
export function PickHere({ of, instead, onChanged }: PickHereProps) {
  const say = useSay()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const stops = stopsOf(of, instead).filter(stop => !left.has(keyOf(stop)))
  const [stop] = stops
  const [drawn, setDrawn] = useState<{ stop?: string | undefined; state: PickState }>({ state: nothingPicked })
  const [pieces, setPieces] = useState(false)
  const [problem, setProblem] = useState<Text>()
  // What is proposed or scanned is no beginning of what is typed.
  const [isTyped, setTyped] = useState(false)
  const [once] = useState(oneTap)
  // As it is when a label's turn comes, drawn or not.
  const now = useRef({ stop: drawn.stop, state: drawn.state, bin: '', pieces, stops })
  now.current.stops = stops
  /** Who stands there already does not scan the bin again. */
  const stateAt = (at: WalkStop): PickState =>
    now.current.stop === keyOf(at)
      ? now.current.state
      : { ...nothingPicked, at_bin: instead !== undefined || at.location_id === now.current.bin }
  const stand = (at: WalkStop, next: PickState, why?: Text) => {
    const before = stateAt(at)
    if (now.current.stop !== keyOf(at) || next.quantity !== before.quantity) setTyped(false)
    now.current.stop = keyOf(at)
    now.current.state = next
    if (next.at_bin) now.current.bin = at.location_id
    setDrawn({ stop: keyOf(at), state: next })
    setProblem(why)
  }
  const leave = (at: WalkStop) => {
    const next = new Set(left).add(keyOf(at))
    now.current.stops = now.current.stops.filter(one => !next.has(keyOf(one)))
    setLeft(next)
    setProblem(undefined)
  }
  /** Keeps what was taken at the stop; false: it is too much, or nothing could be kept. */
  const book = async (at: WalkStop, picked: PickState): Promise<boolean> => {
    const quantity = picked.quantity ?? ''
    const why = isQuantity(quantity) && isPositive(quantity) ? whyNotPicked(at, quantity) : nothingTaken
    if (why) {
      beep(false)
      stand(at, picked, why)
      return false
    }
    for (const { id, lines } of bookingsOf(at, picked)) {
      const what = `${of.no} ${at.location_code} ${at.material_code} ${at.lot_number ?? ''} × ${add(quantity, '0')}`
      const isKept = await take(
        {
          path: outboundCalls.confirm.path,
          // Documents do not wait for each other, nor goods of one for other goods.
          lane: `goods:${id}:${at.material_id}`,
          title: text(`拣货 ${what}`, `Pick ${what}`),
          input: { id, lines },
        },
        instead,
      )
      if (isKept !== true) {
        beep(false)
        stand(at, picked, isKept === 'sent' ? sentMeanwhile : notKept)
        return false
      }
    }
    beep(true)
    now.current.stop = undefined
    leave(at)
    if (instead) onChanged()
    return true
  }
  const scan = async (code: string): Promise<void> => {
    const [at] = now.current.stops
    if (!at) return beep(false)
    const step = afterPickScan(at, stateAt(at), code, now.current.pieces)
    if (step.goesOn) {
      if (await book(at, stateAt(at))) await scan(code)
      return
    }
    beep(!step.why)
    stand(at, step.state, step.why)
  }
  const turn = useRef(Promise.resolve())
  useWedge(code => {
    turn.current = turn.current.then(() => scan(code))
  })
  if (!stop)
    return (
      <p className="qt-m-empty" role="status">
        {say(text('没有待拣的了', 'Nothing is left to pick'))}
      </p>
    )
  const state = stateAt(stop)
  const goods = stop.lot_number ?? stop.material_code
  return (
    <>
      {problem ? (
        <p className="qt-m-problem" role="alert">
          {say(problem)}
        </p>
      ) : null}
      <p className="qt-m-quiet" role="status">
        {state.at_bin
          ? say(text('扫描 {goods}', 'Scan {goods}'), { goods })
          : say(text('扫描库位 {bin}', 'Scan bin {bin}'), { bin: stop.location_code })}{' '}
        · {say(text('还有 {n} 站', '{n} stops left'), { n: stops.length })}
      </p>
      <section className="qt-m-card qt-m-part" aria-label={say(text('拣货', 'Pick'))}>
        <header>
          <strong>{stop.location_code}</strong>
          <strong>{state.quantity ?? '—'}</strong>
        </header>
        <p>
          {stop.material_code} {stop.material_name} {stop.lot_number} {stop.supplier_lot} {stop.container_code}
        </p>
        <p>
          {say(text('要取', 'Take'))} <Quantity value={stop.quantity} unit={stop.unit_name} />
        </p>
        {stop.parts.map(part => (
          <p key={part.line_id} className="qt-m-quiet">
            {part.source_no ?? part.receipt_no} × <Quantity value={part.quantity} />
          </p>
        ))}
        {state.serials.length > 0 ? (
          <p>{state.serials.join(', ')}</p>
        ) : state.at_bin ? (
          <Pad
            value={isTyped ? (state.quantity ?? '') : ''}
            decimals={stop.unit_precision}
            onChange={next => {
              stand(stop, { ...state, quantity: next === '' ? null : next })
              setTyped(true)
            }}
          />
        ) : null}
        <label className="qt-m-check">
          <input
            type="checkbox"
            checked={pieces}
            onChange={event => {
              now.current.pieces = event.target.checked
              setPieces(event.target.checked)
            }}
          />
          <span>{say(text('逐件扫码', 'Each scan is one piece'))}</span>
        </label>
        <div className="qt-m-choices">
          <button
            type="button"
            className="qt-m-button qt-m-primary"
            disabled={state.quantity === null}
            onClick={() => void once(() => book(stop, stateAt(stop)).then(() => false))}
          >
            {say(text('确认，下一站', 'Confirm, next stop'))}
          </button>
          <button type="button" className="qt-m-button" onClick={() => leave(stop)}>
            {say(text('缺货，跳过', 'Not there, go on'))}
          </button>
        </div>
      </section>
      {of.short.map(one => (
        <p key={one.material_id} className="qt-m-note">
          {say(text('缺料', 'Short'))} {one.material_code} {one.material_name}{' '}
          <Quantity value={one.quantity} unit={one.unit_name} />
        </p>
      ))}
    </>
  )
}
const nothingTaken = text('请先扫描物料或填写数量', 'Scan the goods or enter how much')
const notKept = text('没有保存：本机没有空间', 'Not kept: the device has no room')
