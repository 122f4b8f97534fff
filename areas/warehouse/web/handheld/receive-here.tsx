import { add } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { dayOf, isDay, startOfDay } from '@qitao/core/time.ts'
import { useWedge } from '@qitao/platform/web/form/wedge.ts'
import type { QueuedAction } from '@qitao/platform/web/offline/action.ts'
import { device, take } from '@qitao/platform/web/offline/device.ts'
import { sentMeanwhile } from '@qitao/platform/web/offline/outbox-list.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { oneTap } from '@qitao/shopfloor/web/handheld/one-tap.ts'
import { Pad } from '@qitao/shopfloor/web/handheld/pad.tsx'
import { lotBirthFields } from '@qitao/stock/model/lot-birth.record.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { useRef, useState } from 'react'
import { inboundCalls } from '../../model/receipt.calls.ts'
import {
  afterReceiveScan,
  byPiece,
  isReceived,
  nothingReceived,
  type ReceiveState,
  whyTooMuch,
} from '../../model/scan/receive-scan.rules.ts'
import type { GoodsWork } from './goods.ts'
import { sentLines } from './goods-here.ts'
import { type Birth, birthOf, noBirth, whyNotBorn } from './lot-birth-here.ts'

type Receiving = Extract<GoodsWork, { lines: unknown }>
interface ReceiveHereProps {
  of: Receiving
  bins: readonly { id: string; code: string }[]
  /** What was told before and is told differently now. */
  instead: QueuedAction | undefined
  onChanged: () => void
}
/** As it was told, with what is open of its line by now. */
function stateOf({ lines }: Receiving, instead: QueuedAction | undefined): ReceiveState {
  const [sent] = instead ? sentLines(instead) : []
  const line = lines.find(({ id }) => id === (sent?.line_id ?? sent?.arrival_id))
  if (!sent || !line) return nothingReceived
  const { serial_numbers = [] } = sent
  return {
    line,
    lot_number: sent.lot_number ?? null,
    quantity: String(sent.quantity),
    serials: serial_numbers,
    counts: true,
  }
}

/** Goods of one document as they come: what it is, its lot or its pieces, and the bin where it is put; kept with the bin's label. */
export function ReceiveHere({ of, bins, instead, onChanged }: ReceiveHereProps) {
  const say = useSay()
  const { zone = 'UTC' } = device.use()?.holder ?? {}
  const [state, setState] = useState<ReceiveState>(() => stateOf(of, instead))
  const [pieces, setPieces] = useState(false)
  const [birth, setBirth] = useState<Birth>(() => (instead ? birthOf(sentLines(instead)[0]) : noBirth))
  const [problem, setProblem] = useState<Text>()
  // What is proposed or scanned is no beginning of what is typed.
  const [isTyped, setTyped] = useState(false)
  const [once] = useState(oneTap)
  // As it is when a label's turn comes, drawn or not.
  const now = useRef({ state, pieces, birth })
  const known = (next: Birth) => {
    now.current.birth = next
    setBirth(next)
  }
  const stand = (next: ReceiveState, why?: Text) => {
    if (next.line !== now.current.state.line || next.quantity !== now.current.state.quantity) setTyped(false)
    if (next.line !== now.current.state.line) known(noBirth)
    now.current.state = next
    setState(next)
    setProblem(why)
  }
  const book = async (bin: { id: string; code: string }): Promise<boolean> => {
    const { line, quantity, lot_number, serials } = now.current.state
    const born = now.current.birth
    if (!line || quantity === null) return false
    // At once: the next label finds nothing begun.
    stand(nothingReceived)
    const part = {
      ...{ quantity: add(quantity, '0'), location_id: bin.id, lot_number, open_quantity: line.open_quantity },
      ...(serials.length > 0 ? { serial_numbers: [...serials] } : {}),
      ...(line.lot_managed ? { ...born, supplier_lot: born.supplier_lot?.trim() || null } : {}),
    }
    const what = `${of.no} ${line.material_code} ${lot_number ?? ''} × ${part.quantity} → ${bin.code}`
    const isKept = await take(
      {
        path: of.kind === 'inbound' ? inboundCalls.confirm.path : receiveArrivals.path,
        // Lines do not wait for each other; what came later of one line waits for what came first.
        lane: `goods:${line.id}`,
        title: text(`收货 ${what}`, `Receive ${what}`),
        input:
          of.kind === 'inbound'
            ? { id: of.id, lines: [{ ...part, line_id: line.id }] }
            : {
                arrival_ids: [line.id],
                lines: [{ ...part, arrival_id: line.id, quality_status: judgedQuality.codes.finished }],
              },
      },
      instead,
    )
    beep(isKept === true)
    if (isKept === true) {
      if (instead) onChanged()
      return !instead
    }
    stand(
      { line, quantity, lot_number, serials, counts: now.current.pieces },
      isKept === 'sent' ? sentMeanwhile : notKept,
    )
    known(born)
    return false
  }
  const scan = (code: string) => {
    const found = bins.filter(bin => bin.code === code)
    const step = afterReceiveScan(of.lines, now.current.state, code, found, now.current.pieces)
    const why = step.bin && whyNotBorn(now.current.birth, Date.now() / 1000)
    if (step.bin && !why) return void book(step.bin)
    if (why) {
      setProblem(undefined)
      return beep(false)
    }
    beep(!step.why)
    stand(step.state, step.why)
  }
  useWedge(scan)
  const { line, lot_number, quantity, serials } = state
  const place = line && of.places[line.id]
  const lacksLot = line?.lot_managed && !lot_number
  const tooMuch = whyTooMuch(state)
  const notBorn = line?.lot_managed ? whyNotBorn(birth, Date.now() / 1000) : undefined
  const trouble = problem ?? tooMuch ?? notBorn
  const wanted = !line
    ? text('扫描物料', 'Scan the goods')
    : lacksLot
      ? text('扫描批号', 'Scan the lot')
      : quantity === null
        ? text('扫描序列号', 'Scan serial numbers')
        : !isReceived(state) || tooMuch
          ? text('填写数量', 'Enter how much')
          : text('扫描放入的库位', 'Scan the bin where it is put')
  const whyRests = tooMuch ?? notBorn ?? (lacksLot || !isReceived(state) ? wanted : undefined)
  const day = (name: 'production_time' | 'expire_time') => {
    const at = birth[name]
    return (
      <label className="qt-m-field">
        <span>{say(lotBirthFields[name].title)}</span>
        <input
          type="date"
          value={at === null ? '' : dayOf(at, zone)}
          onChange={({ target: { value } }) =>
            known({ ...birth, [name]: isDay(value) ? startOfDay(value, zone) : null })
          }
        />
      </label>
    )
  }
  return (
    <>
      {trouble ? (
        <p className="qt-m-problem" role="alert">
          {say(trouble)}
        </p>
      ) : null}
      <p className="qt-m-quiet" role="status">
        {say(of.lines.length === 0 ? text('已全部收到', 'All of it has come') : wanted)}
      </p>
      {line ? (
        <section className="qt-m-card qt-m-part" aria-label={say(text('收货', 'Receive'))}>
          <header>
            <strong>{place?.location_code ?? say(text('任选库位', 'Any bin'))}</strong>
            <strong>{quantity ?? '—'}</strong>
          </header>
          <p>
            {line.material_code} {line.material_name} {line.material_specs}
          </p>
          <p className="qt-m-quiet">
            {say(text('待收', 'To come'))} <Quantity value={line.open_quantity} unit={line.unit_name} />
          </p>
          {line.lot_managed ? (
            <label className="qt-m-field">
              <span>{say(text('批号', 'Lot number'))}</span>
              <input
                maxLength={50}
                value={lot_number ?? ''}
                onChange={event => stand({ ...state, lot_number: event.target.value || null })}
              />
            </label>
          ) : null}
          {line.lot_managed ? (
            <details className="qt-m-more" open={Object.values(birth).some(Boolean)}>
              <summary>
                {say(text('供应商批号、生产日期、有效期（可不填）', "Supplier's lot, made on, use by (if known)"))}
              </summary>
              <label className="qt-m-field">
                <span>{say(lotBirthFields.supplier_lot.title)}</span>
                <input
                  maxLength={50}
                  value={birth.supplier_lot ?? ''}
                  onChange={event => known({ ...birth, supplier_lot: event.target.value || null })}
                />
              </label>
              {day('production_time')}
              {day('expire_time')}
            </details>
          ) : null}
          {serials.length > 0 ? (
            <p>{serials.join(', ')}</p>
          ) : (
            <>
              <Pad
                value={isTyped ? (quantity ?? '') : ''}
                decimals={line.unit_precision}
                onChange={next => {
                  stand({ ...state, quantity: next === '' ? null : next })
                  setTyped(true)
                }}
              />
              <label className="qt-m-check">
                <input
                  type="checkbox"
                  checked={pieces}
                  onChange={event => {
                    now.current.pieces = event.target.checked
                    setPieces(event.target.checked)
                    if (event.target.checked) stand(byPiece(now.current.state))
                  }}
                />
                <span>{say(text('逐件扫码', 'Each scan is one piece'))}</span>
              </label>
            </>
          )}
          {whyRests && place ? (
            <p className="qt-m-quiet" id="why-rests">
              {say(whyRests)}
            </p>
          ) : null}
          <div className="qt-m-choices">
            {place ? (
              <button
                type="button"
                className="qt-m-button qt-m-primary"
                disabled={whyRests !== undefined}
                aria-describedby={whyRests ? 'why-rests' : undefined}
                onClick={() =>
                  void once(() => book({ id: place.location_id, code: place.location_code }).then(() => false))
                }
              >
                {say(text('放入 {bin}', 'Put into {bin}'), { bin: place.location_code })}
              </button>
            ) : null}
            <button type="button" className="qt-m-button" onClick={() => stand(nothingReceived)}>
              {say(text('放弃这一行', 'Not this line'))}
            </button>
          </div>
        </section>
      ) : (
        <ul className="qt-m-list" aria-label={say(text('待收明细', 'Lines to come'))}>
          {of.lines.map(one => (
            <li key={one.id}>
              <button type="button" className="qt-m-button qt-m-line" onClick={() => scan(one.material_code)}>
                <strong>{one.material_code}</strong> {one.material_name}{' '}
                <Quantity value={one.open_quantity} unit={one.unit_name} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
const notKept = text('没有保存：本机没有空间', 'Not kept: the device has no room')
