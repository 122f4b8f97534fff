import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { CountedQuantity } from '@qitao/masterdata/web'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ScanInput, type Scanner } from '@qitao/platform/web/form/scan-input.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterScan, type ScannedLine, type ScanState } from '../../model/moving/move-scan.rules.ts'
import { moveNow, proposeTransferBins, scanForTransfer } from '../../model/moving/moving.calls.ts'
import { stockAnswers } from '../refreshes.ts'
import { useScansInQuantity } from './scans-in-quantity.ts'

/** Goods are put away or moved: where they are, what they are, where they go by the rules of the bins; booked with the second bin's label. */
export function MoveWalk() {
  const say = useSay()
  const scanner = useRef<Scanner>(null)
  const [state, setState] = useState<ScanState>({})
  const [quantity, setQuantity] = useState<string | null>(null)
  const [proposed, setProposed] = useState<string | null>(null)
  const [done, setDone] = useState<readonly (ScannedLine & { quantity: string })[]>([])
  // It may be booked: until that is known the same is asked again, and nothing else.
  const [unanswered, setUnanswered] = useState<ScannedLine>()
  // As it is when a label's turn comes, drawn or not.
  const now = useRef({ state, quantity, unanswered })
  const move = useCommand(moveNow, { refreshes: stockAnswers, success: null, pending: null })
  const stand = (next: ScanState, much: string | null) => {
    now.current = { ...now.current, state: next, quantity: much }
    flushSync(() => {
      setState(next)
      setQuantity(much)
    })
  }
  const book = async (line: ScannedLine): Promise<boolean> => {
    const { quantity: much } = now.current
    if (!much || !isPositive(much)) {
      toast.error(text('请填写数量', 'Enter the quantity'))
      return false
    }
    const { goods, source, target } = line
    const answer = await move.attempt({
      material_id: goods.material_id,
      ...{ lot_number: goods.lot_number, quantity: much, from_location_id: source.id, to_location_id: target.id },
    })
    const waiting = !answer.ok && answer.failure?.unanswered !== false ? line : undefined
    now.current.unanswered = waiting
    setUnanswered(waiting)
    if (answer.ok) setDone(all => [{ ...line, quantity: much }, ...all].slice(0, shown))
    return answer.ok
  }
  /** What may be booked is sent again as it was; booked, the walk goes on at the bin where the goods were. */
  const again = async (waiting: ScannedLine): Promise<boolean> => {
    const isBooked = await book(waiting)
    beep(isBooked)
    if (!isBooked) return false
    stand({ source: waiting.source }, null)
    setProposed(null)
    return true
  }
  const take = async (code: string) => {
    const { state: before, unanswered: waiting } = now.current
    if (waiting) {
      // The label of the target sends the same again; any other one is read when the answer is known.
      if (!(await again(waiting))) return
      const { bins } = await ask(scanForTransfer, { code, from_location_id: null })
      if (!bins.some(({ id }) => id === waiting.target.id)) await take(code)
      return
    }
    const found = await ask(scanForTransfer, { code, from_location_id: before.source?.id ?? null })
    const { state: next, line, why } = afterScan(before, code, found)
    const isTaken = !why && (!line || (await book(line)))
    beep(isTaken)
    if (why) return toast.error(why)
    if (!isTaken) return
    stand(next, next.goods ? next.goods.available_quantity : null)
    setProposed(null)
    if (!next.goods || !next.source) return
    const { material_id, lot_number, available_quantity } = next.goods
    if (!isPositive(available_quantity)) return
    const { lines } = await ask(proposeTransferBins, {
      lines: [{ material_id, lot_number, quantity: available_quantity, from_location_id: next.source.id }],
    })
    flushSync(() => setProposed(lines[0]?.to_location_code ?? null))
  }
  const onKey = useScansInQuantity({
    now: () => now.current.quantity,
    change: much => stand(now.current.state, much),
    onScan: code => scanner.current?.scan(code),
  })
  const { source, goods } = state
  return (
    <>
      <ScanInput
        scanner={scanner}
        onScan={take}
        placeholder={
          goods
            ? text('扫描放入的库位', 'Scan the bin where they go')
            : source
              ? text('扫描物料、批号或容器', 'Scan material, lot or container')
              : text('扫描货物所在库位', 'Scan the bin where they are')
        }
        label={text('扫描', 'Scan')}
      />
      {source ? (
        <section
          className="qt-scan-card"
          aria-label={say(text('上架与移库', 'Put away or move'))}
          onKeyDownCapture={onKey}
        >
          <div className="qt-scan-place">
            <span>
              {source.code}
              {goods ? ` → ${proposed ?? '?'}` : ''}
            </span>
            {goods && proposed ? <small>{say(text('建议库位', 'Proposed'))}</small> : null}
          </div>
          {goods ? (
            <>
              <div>
                <strong>{goods.material_code}</strong> {goods.material_name} {goods.lot_number}
                <div className="qt-secondary">
                  {say(text('可移', 'Available'))} <Quantity value={goods.available_quantity} unit={goods.unit_name} />
                </div>
              </div>
              <CountedQuantity
                key={goods.material_id}
                material_id={goods.material_id}
                decimals={goods.unit_precision}
                unit={goods.unit_name}
                value={quantity}
                disabled={unanswered !== undefined}
                onChange={much => stand(now.current.state, much)}
                aria-label={say(text('数量', 'Quantity'))}
              />
            </>
          ) : null}
          <div className="qt-scan-acts">
            {unanswered ? (
              <Button
                type="primary"
                loading={move.pending}
                onClick={() => scanner.current?.inTurn(() => again(unanswered))}
              >
                {say(text('再发一次', 'Send again'))}
              </Button>
            ) : null}
            <Button
              disabled={unanswered !== undefined}
              onClick={() => {
                stand(goods ? { source } : {}, null)
                scanner.current?.focus()
              }}
            >
              {say(goods ? text('换物料', 'Other goods') : text('换库位', 'Another bin'))}
            </Button>
          </div>
        </section>
      ) : null}
      {done.length > 0 ? (
        <ul className="qt-secondary" aria-label={say(text('已移动', 'Moved'))}>
          {done.map((one, index) => (
            <li key={index}>
              {one.source.code} → {one.target.code} · {one.goods.material_code} × <Quantity value={one.quantity} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
const shown = 8
