import { generalErrors } from '@qitao/core/general.errors.ts'
import { add } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { CountedQuantity } from '@qitao/masterdata/web'
import { isFailure } from '@qitao/platform/web/call/failures.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button, Input } from 'antd'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { type CountLineRow, countCalls } from '../../model/count/count.calls.ts'
import { countLineState } from '../../model/count/count.status.ts'
import { countAnswers } from '../refreshes.ts'
import { useScansInQuantity } from '../scan/scans-in-quantity.ts'

/** What the sheet does with the card when the next label is scanned. */
export interface Card {
  /** It was scanned once more. */
  more(): unknown
  /** Keeps the figure, if one stands there; false: it was refused, and the card stays. */
  save(): Promise<boolean>
  /** Keeps what stands there, also that nothing does. */
  put(): Promise<boolean>
}
interface CountedCardProps {
  readonly count_id: string
  readonly line: CountLineRow
  readonly card: Ref<Card>
  /** Each scan is one piece: the one that brought the line up is the first. */
  readonly pieces: boolean
  /** A label was scanned while the quantity had the focus. */
  readonly onScan: (code: string) => void
  /** The figure is to be kept, in its turn among the labels. */
  readonly onSave: () => void
  /** Somebody else has counted the line meanwhile. */
  readonly onOld: () => Promise<unknown>
  readonly onSkip: () => void
}

/**
 * One line to count, large enough for a phone: the place always in sight, Enter keeps the figure. The keys of a scanner are no figure:
 * what stood there before comes back.
 */
export function CountedCard({ count_id, line, card, pieces, onScan, onSave, onOld, onSkip }: CountedCardProps) {
  const say = useSay()
  const enter = useCommand(countCalls.enter, { refreshes: countAnswers, success: null, pending: null, sheet: true })
  // Who counts again does not see what was found before.
  const isAgain = line.state === countLineState.codes.recount
  const found = isAgain ? null : line.counted_quantity
  const [quantity, setQuantity] = useState(pieces ? add(found ?? '0', '1') : found)
  const [remark, setRemark] = useState(line.remark ?? '')
  // What somebody else has remarked meanwhile stays, unless it is written over.
  const [before] = useState(remark)
  // As it is when a label's turn comes, drawn or not.
  const now = useRef(quantity)
  const change = (next: string | null) => {
    now.current = next
    setQuantity(next)
  }
  useImperativeHandle(card, () => ({
    more: () => pieces && change(add(now.current ?? '0', '1')),
    save: async () => now.current === null || (await send()),
    put: () => send(),
  }))
  const onKey = useScansInQuantity({ now: () => now.current, change, onScan })
  const send = async (): Promise<boolean> => {
    const entry = {
      line_id: line.id,
      row_version: line.row_version,
      counted_quantity: now.current,
      ...(remark === before ? {} : { remark: remark || null }),
    }
    const done = await enter.attempt({ id: count_id, entries: [entry] })
    if (!done.ok && isFailure(done.failure, generalErrors.versionConflict)) await onOld()
    return done.ok
  }
  return (
    <section className="qt-count-card" aria-label={say(text('盘点', 'Count'))} onKeyDownCapture={onKey}>
      <div className="qt-count-where">{line.location_code}</div>
      <div>
        <strong>{line.material_code}</strong> {line.material_name}
        <div className="qt-secondary">
          {[line.material_specs, line.lot_number, line.supplier_lot, line.container_code].filter(Boolean).join(' · ')}
        </div>
        {/* Nor does whoever counts again see the books. */}
        {line.book_quantity === null || isAgain ? null : (
          <div className="qt-secondary">
            {say(text('账面 {book} {unit}', 'Book {book} {unit}'), {
              book: Number(line.book_quantity),
              unit: line.unit_name,
            })}
          </div>
        )}
      </div>
      <CountedQuantity
        material_id={line.material_id}
        // Who scans piece after piece stays in the field for labels.
        autoFocus={!pieces}
        decimals={line.unit_precision}
        unit={line.unit_name}
        value={quantity}
        onChange={change}
        onPressEnter={onSave}
        aria-label={say(text('盘点数量', 'Counted'))}
      />
      <Input
        value={remark}
        maxLength={255}
        placeholder={say(text('备注', 'Remark'))}
        aria-label={say(text('备注', 'Remark'))}
        onChange={event => setRemark(event.target.value)}
        onPressEnter={onSave}
      />
      <div className="qt-count-acts">
        <Button type="primary" loading={enter.pending} onClick={onSave}>
          {say(text('保存，下一个', 'Save, next'))}
        </Button>
        <Button onClick={onSkip}>{say(text('跳过', 'Skip'))}</Button>
      </div>
    </section>
  )
}
