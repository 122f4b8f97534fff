import { add, isPositive, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useFormLines } from '@qitao/document-kit/web'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { ScanInput, type Scanner } from '@qitao/platform/web/form/scan-input.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { afterScan, type ScannedLine, type ScanState } from '../../model/moving/move-scan.rules.ts'
import { scanForTransfer } from '../../model/moving/moving.calls.ts'
import type { transfer } from '../../model/transfer/transfer.calls.ts'
import type { Line } from './fill-lines.ts'

type Added = ScannedLine & { readonly quantity: string }

/**
 * Lines by scanning: the bin where goods are, the goods, the bin where they go. What was scanned so far stays in sight. Labels are
 * taken one after the other, however fast they come, and the last one can be taken back.
 */
export function ScanLines() {
  const say = useSay()
  const { head, lines, put } = useFormLines<typeof transfer>()
  const input = useRef<Scanner>(null)
  const [state, setState] = useState<ScanState>({})
  const [quantity, setQuantity] = useState<string | null>(null)
  const [added, setAdded] = useState<readonly Added[]>([])
  // Read by labels that still wait when the page has not been drawn anew.
  const now = useRef({ state, quantity })
  const move = (next: ScanState, much: string | null) => {
    now.current = { state: next, quantity: much }
    setState(next)
    setQuantity(much)
  }
  /** So much more of a line, or less. */
  const change = ({ goods, source, target, quantity: much }: Added, how: typeof add) => {
    const isSame = (line: Line) =>
      line.material_id === goods.material_id &&
      (line.lot_number || null) === goods.lot_number &&
      line.from_location_id === source.id &&
      line.to_location_id === target.id
    const own = lines().filter(({ material_id }) => material_id)
    const known = own.some(isSame)
    const next = own.flatMap(line => {
      if (!isSame(line)) return [line]
      const left = how(String(line.quantity ?? '0'), much)
      return isPositive(left) ? [{ ...line, quantity: left }] : []
    })
    put(known ? next : [...own, lineOf({ goods, source, target, quantity: much })])
  }
  const take = async (code: string) => {
    const { state: before } = now.current
    const { from_warehouse_id = null, to_warehouse_id = null } = head()
    const warehouse_id = before.goods ? to_warehouse_id : from_warehouse_id
    const found = await ask(scanForTransfer, { code, from_location_id: before.source?.id ?? null, warehouse_id })
    const { state: next, line, why } = afterScan(before, code, found)
    beep(!why)
    if (why) return toast.error(why)
    if (line) {
      const much = now.current.quantity
      if (!much || !isPositive(much)) return toast.error(text('请填写数量', 'Enter the quantity'))
      const one = { ...line, quantity: much }
      change(one, add)
      setAdded(all => [...all, one])
    }
    move(next, next.goods ? next.goods.available_quantity : null)
  }
  const undo = () => {
    const last = added.at(-1)
    if (state.goods) move({ source: state.source }, null)
    else if (last) {
      change(last, subtract)
      setAdded(added.slice(0, -1))
    } else move({}, null)
    input.current?.focus()
  }
  const { source, goods } = state
  const wanted = goods
    ? text('扫描调入库位', 'Scan the bin where they go')
    : source
      ? text('扫描物料、批号或容器', 'Scan material, lot or container')
      : text('扫描调出库位', 'Scan the bin where they are')
  return (
    <section className="qt-moving-scan" aria-label={say(text('扫码', 'Scan'))}>
      <ScanInput scanner={input} onScan={take} placeholder={wanted} label={text('扫码', 'Scan')} />
      <Button disabled={!source && added.length === 0} onClick={undo}>
        {say(text('撤销上一步', 'Undo last'))}
      </Button>
      {source ? (
        <div className="qt-moving-scanned">
          <strong>{source.code}</strong>
          {goods ? (
            <>
              <span>
                {goods.material_code} {goods.material_name} {goods.lot_number}
              </span>
              <NumberInput
                decimals={goods.unit_precision}
                unit={goods.unit_name}
                value={quantity}
                onChange={much => move(state, much)}
                aria-label={say(text('数量', 'Quantity'))}
              />
              <span className="qt-secondary">
                {say(text('可调', 'Available'))} <Quantity value={goods.available_quantity} />
              </span>
            </>
          ) : null}
          <span>{say(wanted)}</span>
        </div>
      ) : null}
    </section>
  )
}

const lineOf = ({ goods, source, target, quantity }: Added) => ({
  ...goods,
  ...{ material_name: `${goods.material_code} ${goods.material_name}`, quantity },
  ...{ from_location_id: source.id, from_location_name: source.code },
  ...{ to_location_id: target.id, to_location_name: target.code },
})
