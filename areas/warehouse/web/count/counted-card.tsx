import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { type CountLineRow, countCalls } from '../../model/count/count.calls.ts'
import { countLineState } from '../../model/count/count.status.ts'
import { countAnswers } from '../refreshes.ts'

/** One line to count, large enough for a phone: the place always in sight, Enter keeps the figure. */
export function CountedCard({ count_id, line, onDone }: { count_id: string; line: CountLineRow; onDone: () => void }) {
  const say = useSay()
  const enter = useCommand(countCalls.enter, { refreshes: countAnswers, success: null, pending: null, sheet: true })
  // Who counts again does not see what was found before.
  const [quantity, setQuantity] = useState(line.state === countLineState.codes.recount ? null : line.counted_quantity)
  const [remark, setRemark] = useState(line.remark ?? '')
  const save = async () => {
    const entry = {
      line_id: line.id,
      row_version: line.row_version,
      counted_quantity: quantity,
      remark: remark || null,
    }
    if (await enter.run({ id: count_id, entries: [entry] })) onDone()
  }
  return (
    <section className="qt-count-card" aria-label={say(text('盘点', 'Count'))}>
      <div className="qt-count-where">{line.location_code}</div>
      <div>
        <strong>{line.material_code}</strong> {line.material_name}
        <div className="qt-secondary">
          {[line.material_specs, line.lot_number, line.container_code].filter(Boolean).join(' · ')}
        </div>
        {line.book_quantity === null ? null : (
          <div className="qt-secondary">
            {say(text('账面 {book} {unit}', 'Book {book} {unit}'), {
              book: Number(line.book_quantity),
              unit: line.unit_name,
            })}
          </div>
        )}
      </div>
      <NumberInput
        autoFocus
        inCell
        decimals={line.unit_precision}
        unit={line.unit_name}
        value={quantity}
        onChange={setQuantity}
        onPressEnter={() => void save()}
        aria-label={say(text('盘点数量', 'Counted'))}
      />
      <Input
        value={remark}
        maxLength={255}
        placeholder={say(text('备注', 'Remark'))}
        aria-label={say(text('备注', 'Remark'))}
        onChange={event => setRemark(event.target.value)}
        onPressEnter={() => void save()}
      />
      <div className="qt-count-acts">
        <Button type="primary" loading={enter.pending} onClick={() => void save()}>
          {say(text('保存，下一个', 'Save, next'))}
        </Button>
        <Button onClick={onDone}>{say(text('跳过', 'Skip'))}</Button>
      </div>
    </section>
  )
}
