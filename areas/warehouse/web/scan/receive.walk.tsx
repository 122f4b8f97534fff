import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { CountedQuantity } from '@qitao/masterdata/web'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ScanInput, type Scanner } from '@qitao/platform/web/form/scan-input.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { proposePutAwayCall } from '@qitao/stock/model/put-away.calls.ts'
import { putReasons } from '@qitao/stock/model/put-away.rules.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { Button, Checkbox, Spin } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { scanForTransfer } from '../../model/moving/moving.calls.ts'
import { inboundCalls } from '../../model/receipt.calls.ts'
import {
  afterReceiveScan,
  byPiece,
  isReceived,
  nothingReceived,
  type ReceiveState,
} from '../../model/scan/receive-scan.rules.ts'
import { listReceiveLines } from '../../model/scan/scan-work.calls.ts'
import { stockAnswers } from '../refreshes.ts'
import { useScansInQuantity } from './scans-in-quantity.ts'

type ToCome = Out<typeof listReceiveLines>
type Place = Out<typeof proposePutAwayCall>['lines'][number]['parts'][number]

/** Goods of one document as they come: what it is, its lot or its pieces, and the bin where it is put; booked with the bin's label. */
export function ReceiveWalk({ kind, id }: { kind: 'inbound' | 'purchase_order'; id: string }) {
  const say = useSay()
  const scanner = useRef<Scanner>(null)
  const [toCome, setToCome] = useState<ToCome>()
  const [pieces, setPieces] = useState(false)
  const [state, setState] = useState<ReceiveState>(nothingReceived)
  const [places, setPlaces] = useState<readonly Place[]>([])
  // The bin it was sent to: it may be booked; until that is known the same is asked again, and nothing else.
  const [unanswered, setUnanswered] = useState<string>()
  // As it is when a label's turn comes, drawn or not.
  const now = useRef({ toCome, state, pieces, unanswered })
  const confirm = useCommand(inboundCalls.confirm, { refreshes: stockAnswers, success: null, pending: null })
  const receive = useCommand(receiveArrivals, { refreshes: stockAnswers, success: null, pending: null })

  const stand = (next: ReceiveState) => {
    now.current.state = next
    // Drawn at once: the next label finds the line as this one left it.
    flushSync(() => setState(next))
  }
  const load = useCallback(async () => {
    const found = await ask(listReceiveLines, { kind, id })
    now.current.toCome = found
    now.current.state = nothingReceived
    flushSync(() => {
      setToCome(found)
      setState(nothingReceived)
      setPlaces([])
    })
  }, [kind, id])
  useEffect(() => void load().catch(toast.failure), [load])

  /** Where it goes is asked when it is known what it is. */
  const begin = async (next: ReceiveState) => {
    const isNew = next.line?.id !== now.current.state.line?.id || next.lot_number !== now.current.state.lot_number
    stand(next)
    const { line, lot_number } = next
    if (!line || !isNew) return
    const { lines } = await ask(proposePutAwayCall, {
      lines: [
        {
          ...{ material_id: line.material_id, lot_number, quantity: line.open_quantity },
          quality_status: line.quality_status,
        },
      ],
    })
    flushSync(() => setPlaces(lines[0]!.parts.filter(({ location_id }) => location_id !== null)))
  }
  const waitFor = (location_id: string | undefined) => {
    now.current.unanswered = location_id
    setUnanswered(location_id)
  }
  /** Books what came into this bin; false: it was refused, or no answer came. */
  const book = async (location_id: string): Promise<boolean> => {
    const { line, quantity, lot_number, serials } = now.current.state
    if (!line || quantity === null) return false
    const part = {
      ...{ quantity, location_id, lot_number, open_quantity: line.open_quantity },
      ...(serials.length > 0 ? { serial_numbers: [...serials] } : {}),
    }
    const answer =
      kind === 'inbound'
        ? await confirm.attempt({ id, lines: [{ ...part, line_id: line.id }] })
        : await receive.attempt({
            arrival_ids: [line.id],
            lines: [{ ...part, arrival_id: line.id, quality_status: judgedQuality.codes.finished }],
          })
    waitFor(!answer.ok && answer.failure?.unanswered !== false ? location_id : undefined)
    beep(answer.ok)
    if (answer.ok) await load()
    scanner.current?.focus()
    return answer.ok
  }
  const take = async (code: string) => {
    const { unanswered: waiting } = now.current
    if (waiting !== undefined) {
      // The label of the bin sends the same again; any other one is read when the answer is known.
      const isBooked = await book(waiting)
      const { bins } = isBooked ? await ask(scanForTransfer, { code }) : { bins: [] }
      if (isBooked && !bins.some(bin => bin.id === waiting)) await take(code)
      return
    }
    const { bins } = await ask(scanForTransfer, { code })
    const step = afterReceiveScan(now.current.toCome?.lines ?? [], now.current.state, code, bins, now.current.pieces)
    if (step.bin) {
      await book(step.bin.id)
      return
    }
    beep(!step.why)
    if (step.why) return toast.error(step.why)
    await begin(step.state)
  }
  const onKey = useScansInQuantity({
    now: () => now.current.state.quantity,
    change: quantity => stand({ ...now.current.state, quantity }),
    onScan: code => scanner.current?.scan(code),
  })

  if (!toCome) return <Spin />
  const { line, lot_number, quantity, serials } = state
  const first: Pick<Place, 'location_id' | 'location_code' | 'why'> | undefined = line?.location_id
    ? { location_id: line.location_id, location_code: line.location_code, why: 'fixed' }
    : places[0]
  const wanted = !line
    ? text('扫描物料', 'Scan the goods')
    : line.lot_managed && !lot_number
      ? text('扫描批号', 'Scan the lot')
      : quantity === null
        ? text('扫描序列号', 'Scan serial numbers')
        : !isReceived(state)
          ? text('扫描物料', 'Scan the goods')
          : text('扫描放入的库位', 'Scan the bin where it is put')
  return (
    <>
      <div className="qt-scan-head">
        <strong>{toCome.no}</strong>
        <span className="qt-secondary">
          {toCome.about} · {say(text('还有 {n} 行', '{n} lines to come'), { n: toCome.lines.length })}
        </span>
      </div>
      {toCome.lines.length === 0 ? (
        <section className="qt-scan-card" role="status">
          <strong>{say(text('已全部收到', 'All of it has come'))}</strong>
        </section>
      ) : (
        <ScanInput scanner={scanner} onScan={take} placeholder={wanted} label={text('扫描', 'Scan')} />
      )}
      {line ? (
        <section className="qt-scan-card" aria-label={say(text('收货', 'Receive'))} onKeyDownCapture={onKey}>
          <div className="qt-scan-place">
            {first?.location_code ?? say(text('任选库位', 'Any bin'))}
            {first ? <small>{say(putReasons[first.why])}</small> : null}
          </div>
          <div>
            <strong>{line.material_code}</strong> {line.material_name}
            <div className="qt-secondary">
              {[line.material_specs, lot_number && say(text(`批号 ${lot_number}`, `Lot ${lot_number}`))]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </div>
          <div className="qt-scan-much">
            {say(text('待收', 'To come'))} <Quantity value={line.open_quantity} unit={line.unit_name} />
          </div>
          {serials.length > 0 ? <div className="qt-secondary">{serials.join(', ')}</div> : null}
          <CountedQuantity
            key={line.material_id}
            material_id={line.material_id}
            decimals={line.unit_precision}
            unit={line.unit_name}
            value={quantity}
            disabled={unanswered !== undefined}
            onChange={much => stand({ ...now.current.state, quantity: much })}
            aria-label={say(text('实收数量', 'Received'))}
          />
          <Checkbox
            checked={pieces}
            disabled={unanswered !== undefined}
            onChange={event => {
              now.current.pieces = event.target.checked
              setPieces(event.target.checked)
              if (event.target.checked) stand(byPiece(now.current.state))
              scanner.current?.focus()
            }}
          >
            {say(text('逐件扫码', 'Each scan is one piece'))}
          </Checkbox>
          <div className="qt-scan-acts">
            {first?.location_id ? (
              <Button
                type="primary"
                loading={confirm.pending || receive.pending}
                disabled={!isReceived(state) || (line.lot_managed && !lot_number)}
                onClick={() => void book(unanswered ?? first.location_id!)}
              >
                {say(text('放入 {bin}', 'Put into {bin}'), { bin: first.location_code ?? '' })}
              </Button>
            ) : null}
            <Button disabled={unanswered !== undefined} onClick={() => stand(nothingReceived)}>
              {say(text('放弃这一行', 'Not this line'))}
            </Button>
          </div>
        </section>
      ) : (
        <ul className="qt-scan-list">
          {toCome.lines.map(one => (
            <li key={one.id}>
              <button type="button" onClick={() => void take(one.material_code).catch(toast.failure)}>
                <strong>{one.material_code}</strong> {one.material_name} ×{' '}
                <Quantity value={one.open_quantity} unit={one.unit_name} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
