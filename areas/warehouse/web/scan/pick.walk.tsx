import type { Out } from '@qitao/core/call.ts'
import { isLess, isPositive } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { CountedQuantity } from '@qitao/masterdata/web'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ScanInput, type Scanner } from '@qitao/platform/web/form/scan-input.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, Checkbox, Spin } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countCalls } from '../../model/count/count.calls.ts'
import { outboundCalls } from '../../model/receipt.calls.ts'
import { afterPickScan, nothingPicked, type PickState, whyNotPicked } from '../../model/wave/pick-scan.rules.ts'
import { pickWaveCalls } from '../../model/wave/pick-wave.calls.ts'
import type { WalkStop } from '../../model/wave/pick-wave.record.ts'
import { heldText } from '../held-text.ts'
import { stockAnswers } from '../refreshes.ts'
import { type Booking, bookingsOf } from './bookings.ts'
import { useScansInQuantity } from './scans-in-quantity.ts'

type Walk = Out<typeof pickWaveCalls.walk>
/** Where the goods of a stop were not found, or not enough of them. */
interface Missing {
  readonly stop: WalkStop
  readonly found: string
}
const without = ({ material_id, location_id }: WalkStop) => ({ material_id, location_id })

/**
 * One walk for a wave or a receipt, one stop a screen: the bin is scanned, then the goods; what was taken is booked to its documents at
 * once, so that nothing is lost with the phone. What is short is looked for elsewhere, left open, or counted.
 */
export function PickWalk({ wave_id, receipt_id }: { wave_id?: string; receipt_id?: string }) {
  const say = useSay()
  const scanner = useRef<Scanner>(null)
  const [walk, setWalk] = useState<Walk>()
  const [pieces, setPieces] = useState(false)
  const [state, setState] = useState<PickState>(nothingPicked)
  const [missing, setMissing] = useState<Missing>()
  // It may be booked: until that is known the same is asked again, and nothing else.
  const [unanswered, setUnanswered] = useState<readonly Booking[]>([])
  // As it is when a label's turn comes, drawn or not.
  const now = useRef({
    walk,
    state,
    pieces,
    unanswered,
    passed: [] as ReturnType<typeof without>[],
    left: new Set<string>(),
    bin: '',
  })
  const confirm = useCommand(outboundCalls.confirm, { refreshes: stockAnswers, success: null, pending: null })
  const count = useCommand(countCalls.add)

  const stand = (next: PickState) => {
    now.current.state = next
    // Drawn at once: the next label finds the stop as this one left it.
    flushSync(() => setState(next))
  }
  const load = useCallback(async () => {
    const found = await ask(pickWaveCalls.walk, {
      ...(wave_id ? { wave_id } : { receipt_id: receipt_id! }),
      without: now.current.passed,
    })
    const stops = found.stops.filter(({ material_id }) => !now.current.left.has(material_id))
    now.current.walk = { ...found, stops }
    // Who stands there already does not scan the bin again.
    now.current.state = { ...nothingPicked, at_bin: stops[0]?.location_id === now.current.bin }
    flushSync(() => {
      setWalk(now.current.walk)
      setState(now.current.state)
    })
  }, [wave_id, receipt_id])
  useEffect(() => void load().catch(toast.failure), [load])

  const waitFor = (rest: readonly Booking[]) => {
    now.current.unanswered = rest
    setUnanswered(rest)
  }
  /** Books what was taken; false: it is too much; something was refused, and the stop stays as the books have it now; or no answer came. */
  const book = async (stop: WalkStop, picked: PickState): Promise<boolean> => {
    const { unanswered: before } = now.current
    const why = whyNotPicked(stop, picked.quantity ?? '0')
    if (why) {
      toast.error(why)
      beep(false)
      return false
    }
    const asked = before.length > 0 ? before : bookingsOf(stop, picked)
    now.current.bin = stop.location_id
    let isBooked = true
    for (const [index, booking] of asked.entries()) {
      const answer = await confirm.attempt(booking)
      isBooked = answer.ok
      if (!answer.ok) {
        if (answer.failure?.unanswered === false) break
        waitFor(asked.slice(index))
        beep(false)
        return false
      }
      const held = heldText(answer.output.record.no, answer.output.inspections)
      if (!held) continue
      // It is on no walk until it has passed.
      now.current.left.add(stop.material_id)
      toast.warning(held)
    }
    waitFor([])
    await load()
    beep(isBooked)
    return isBooked
  }
  /** Of the stop at which it was pressed: a label that came before may have gone on already. */
  const done = async (at: WalkStop) => {
    const stop = now.current.walk?.stops[0]
    const { state: picked } = now.current
    if (stop !== at) return scanner.current?.focus()
    if (picked.quantity === null) return toast.error(text('请先扫描物料', 'Scan the goods first'))
    const isShort = isLess(picked.quantity, stop.quantity)
    const isBooked = !isPositive(picked.quantity) || (await book(stop, picked))
    if (isBooked && isShort) setMissing({ stop, found: picked.quantity })
    scanner.current?.focus()
  }
  const take = async (code: string) => {
    const stop = now.current.walk?.stops[0]
    if (!stop) return
    if (now.current.unanswered.length > 0) {
      if (await book(stop, now.current.state)) await take(code)
      return
    }
    const step = afterPickScan(stop, now.current.state, code, now.current.pieces)
    if (step.goesOn) {
      if (await book(stop, now.current.state)) await take(code)
      return
    }
    beep(!step.why)
    if (step.why) return toast.error(step.why)
    stand(step.state)
  }
  const onKey = useScansInQuantity({
    now: () => now.current.state.quantity,
    change: quantity => stand({ ...now.current.state, quantity }),
    onScan: code => scanner.current?.scan(code),
  })
  const goOn = async (how: (stop: WalkStop) => void) => {
    if (missing) how(missing.stop)
    setMissing(undefined)
    await load().catch(toast.failure)
    scanner.current?.focus()
  }

  if (!walk) return <Spin />
  const [stop] = walk.stops
  return (
    <>
      <div className="qt-scan-head">
        <strong>{walk.no}</strong>
        <span className="qt-secondary">
          {say(text('已拣 {done}/{lines} 行，还有 {stops} 站', '{done}/{lines} lines picked, {stops} stops left'), {
            done: walk.done_count,
            lines: walk.line_count,
            stops: walk.stops.length,
          })}
        </span>
      </div>
      {missing ? (
        <Short
          of={missing}
          onOther={() => void goOn(at => now.current.passed.push(without(at)))}
          onLeave={() => void goOn(({ material_id }) => now.current.left.add(material_id))}
          count={
            <ActButton
              act={{
                title: text('换库位，并盘点此库位', 'Another bin, and have this one counted'),
                run: needing(countCalls.add, async () => {
                  const made = await count.run({
                    warehouse_id: missing.stop.warehouse_id,
                    location_ids: [missing.stop.location_id],
                  })
                  if (made) await goOn(at => now.current.passed.push(without(at)))
                }),
              }}
            />
          }
        />
      ) : stop ? (
        <>
          <ScanInput scanner={scanner} onScan={take} placeholder={wanted(stop, state)} label={text('扫描', 'Scan')} />
          <section className="qt-scan-card" aria-label={say(text('拣货', 'Pick'))} onKeyDownCapture={onKey}>
            <div className="qt-scan-place">
              {stop.location_code}
              {state.at_bin ? <small>{say(text('已到位', 'You are there'))}</small> : null}
            </div>
            <div>
              <strong>{stop.material_code}</strong> {stop.material_name}
              <div className="qt-secondary">
                {[
                  stop.material_specs,
                  stop.lot_number && say(text(`批号 ${stop.lot_number}`, `Lot ${stop.lot_number}`)),
                  stop.supplier_lot &&
                    say(text(`供应商批号 ${stop.supplier_lot}`, `Supplier's lot ${stop.supplier_lot}`)),
                  stop.container_code && say(text(`容器 ${stop.container_code}`, `Container ${stop.container_code}`)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </div>
            <div className="qt-scan-much">
              <Quantity value={stop.quantity} unit={stop.unit_name} />
            </div>
            <div className="qt-secondary">
              {stop.parts.map(part => (
                <div key={part.line_id}>
                  {part.source_no ?? part.receipt_no} × <Quantity value={part.quantity} />
                </div>
              ))}
            </div>
            {state.serials.length > 0 ? <div className="qt-secondary">{state.serials.join(', ')}</div> : null}
            <CountedQuantity
              key={stop.material_id}
              material_id={stop.material_id}
              disabled={!state.at_bin || unanswered.length > 0}
              decimals={stop.unit_precision}
              unit={stop.unit_name}
              value={state.quantity}
              onChange={quantity => stand({ ...now.current.state, quantity })}
              onPressEnter={() => scanner.current?.inTurn(() => done(stop))}
              aria-label={say(text('实拣数量', 'Picked'))}
            />
            <Checkbox
              checked={pieces}
              onChange={event => {
                now.current.pieces = event.target.checked
                setPieces(event.target.checked)
                scanner.current?.focus()
              }}
            >
              {say(text('逐件扫码', 'Each scan is one piece'))}
            </Checkbox>
            <div className="qt-scan-acts">
              <Button
                type="primary"
                disabled={state.quantity === null}
                loading={confirm.pending}
                onClick={() => scanner.current?.inTurn(() => done(stop))}
              >
                {say(text('确认，下一站', 'Confirm, next stop'))}
              </Button>
              <Button disabled={unanswered.length > 0} onClick={() => setMissing({ stop, found: '0' })}>
                {say(text('缺货', 'It is not there'))}
              </Button>
            </div>
          </section>
        </>
      ) : (
        <section className="qt-scan-card" role="status">
          <strong>{say(text('没有待拣的了', 'Nothing is left to pick'))}</strong>
        </section>
      )}
      {walk.short.length > 0 ? (
        <section className="qt-scan-card">
          <strong>{say(text('缺料', 'Short'))}</strong>
          {walk.short.map(one => (
            <div key={one.material_id}>
              {one.material_code} {one.material_name} <Quantity value={one.quantity} unit={one.unit_name} />
              {one.frozen_bins.length > 0 ? (
                <span className="qt-secondary">
                  {' '}
                  {say(text('库位{bins}盘点中', 'bins {bins} are counted'), { bins: one.frozen_bins.join(', ') })}
                </span>
              ) : null}
            </div>
          ))}
        </section>
      ) : null}
      {walk.stops.length > 1 && !missing ? (
        <ol className="qt-secondary" aria-label={say(text('接下来', 'Then'))}>
          {walk.stops.slice(1, shown).map(next => (
            <li key={`${next.location_id}${next.material_id}${next.lot_number}${next.container_code}`}>
              {next.location_code} · {next.material_code} × <Quantity value={next.quantity} />
            </li>
          ))}
        </ol>
      ) : null}
    </>
  )
}
const shown = 6

const wanted = (stop: WalkStop, { at_bin }: PickState): Text =>
  !at_bin
    ? text(`扫描库位 ${stop.location_code}`, `Scan bin ${stop.location_code}`)
    : stop.lot_number
      ? text(`扫描批号 ${stop.lot_number}`, `Scan lot ${stop.lot_number}`)
      : text(`扫描物料 ${stop.material_code}`, `Scan ${stop.material_code}`)

/** What becomes of what was not found. */
function Short({
  of: { stop, found },
  onOther,
  onLeave,
  count,
}: {
  of: Missing
  onOther: () => void
  onLeave: () => void
  count: React.ReactNode
}) {
  const say = useSay()
  return (
    <section className="qt-scan-card" aria-label={say(text('缺货', 'Short'))}>
      <div className="qt-scan-place">{stop.location_code}</div>
      <div>
        <strong>{stop.material_code}</strong> {stop.material_name} {stop.lot_number}
        <div>
          {say(text('需要', 'Wanted'))} <Quantity value={stop.quantity} unit={stop.unit_name} /> ·
          {say(text('取到', 'found'))} <Quantity value={found} unit={stop.unit_name} />
        </div>
      </div>
      <div className="qt-scan-acts">
        <Button type="primary" onClick={onOther}>
          {say(text('换其他库位', 'Another bin'))}
        </Button>
        {count}
        <Button onClick={onLeave}>{say(text('其余不拣', 'Leave the rest open'))}</Button>
      </div>
    </section>
  )
}
