import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
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
import { moveNow, proposeTransferBins, scanForTransfer } from '../../model/transfer/transfer.calls.ts'
import { afterScan, type ScannedLine, type ScanState } from '../../model/transfer/transfer-scan.rules.ts'
import { stockAnswers } from '../refreshes.ts'
import { CountedQuantity } from './counted-quantity.tsx'
import { useScansInQuantity } from './scans-in-quantity.ts'

/** Goods are put away or moved: where they are, what they are, where they go by the rules of the bins; booked with the second bin's label. */
export function MoveWalk() {
  const say = useSay()
  const scanner = useRef<Scanner>(null)
  const [state, setState] = useState<ScanState>({})
  const [quantity, setQuantity] = useState<string | null>(null)
  const [proposed, setProposed] = useState<string | null>(null)
  const [done, setDone] = useState<readonly (ScannedLine & { quantity: string })[]>([])
  // As it is when a label's turn comes, drawn or not.
  const now = useRef({ state, quantity })
  const move = useCommand(moveNow, { refreshes: stockAnswers, success: null, pending: null })
  const stand = (next: ScanState, much: string | null) => {
    now.current = { state: next, quantity: much }
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
    const moved = await move.run({
      material_id: goods.material_id,
      ...{ lot_number: goods.lot_number, quantity: much, from_location_id: source.id, to_location_id: target.id },
    })
    if (moved) setDone(all => [{ ...line, quantity: much }, ...all].slice(0, shown))
    return moved !== undefined
  }
  const take = async (code: string) => {
    const { state: before } = now.current
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
                onChange={much => stand(now.current.state, much)}
                aria-label={say(text('数量', 'Quantity'))}
              />
            </>
          ) : null}
          <div className="qt-scan-acts">
            <Button
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
