import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { evenParts } from '@qitao/core/even-parts.ts'
import { fitsPrecision, isEqual, isPositive, isQuantity, subtract, sum } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { countMos, listMos, mergeOrSplitMos, showMo } from '../../model/mo/mo.calls.ts'
import type { MoRow } from '../../model/mo/mo.record.ts'
import '../manufacturing.css'

const mostParts = 100

/** One order becomes several; their quantities add up to what was planned. */
export function SplitDialog({ order, onClose }: { order: MoRow; onClose: () => void }) {
  const say = useSay()
  const { planned_quantity, unit_name, unit_precision } = order
  const [parts, setParts] = useState<readonly { key: number; quantity: string | null }[]>(() =>
    numbered(evenParts(planned_quantity, 2, unit_precision)),
  )
  const split = useCommand(mergeOrSplitMos, { sheet: true, refreshes: [listMos, countMos, showMo] })
  const quantities = parts.map(({ quantity }) => quantity ?? '')
  const filled = quantities.filter(isQuantity)
  const left = subtract(planned_quantity, sum(filled))
  const whyNot = ((): Text | undefined => {
    if (filled.length < parts.length || filled.some(one => !isPositive(one)))
      return text('每份数量都应大于0', 'Each part must be above 0')
    if (filled.some(one => !fitsPrecision(one, unit_precision)))
      return text('小数位数超过单位精度', 'More decimals than the unit has')
    return isEqual(left, '0')
      ? undefined
      : text('各份之和应等于计划数量', 'The parts must add up to the planned quantity')
  })()
  const save = async () => {
    const done = await split.run({ operation: 'split', mo_ids: [order.id], split_quantities: [...filled] })
    if (done) onClose()
  }
  return (
    <Modal
      open
      title={`${say(text('拆分工单', 'Split work order'))} ${order.no}`}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <div className="qt-foot">
          <ActButton
            primary
            loading={split.pending}
            act={{ title: text('拆分', 'Split'), run: needing(split.call, save), whyNot }}
          />
          <Button onClick={onClose}>{say(text('取消', 'Cancel'))}</Button>
        </div>
      }
    >
      {parts.map(({ key, quantity }, index) => (
        <div key={key} className="qt-split-row">
          <span className="qt-number">{index + 1}</span>
          <NumberInput
            value={quantity}
            decimals={unit_precision}
            unit={unit_name}
            autoFocus={index === 0}
            aria-label={say(text('第{n}份数量', 'Quantity of part {n}'), { n: index + 1 })}
            onChange={next => setParts(parts.map(part => (part.key === key ? { ...part, quantity: next } : part)))}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={say(text('去掉第{n}份', 'Remove part {n}'), { n: index + 1 })}
            disabled={parts.length <= 2}
            onClick={() => setParts(parts.filter(part => part.key !== key))}
          />
        </div>
      ))}
      <div className="qt-foot">
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={parts.length >= mostParts}
          onClick={() =>
            setParts([
              ...parts,
              { key: Math.max(...parts.map(part => part.key)) + 1, quantity: isPositive(left) ? left : null },
            ])
          }
        >
          {say(text('加一份', 'Add a part'))}
        </Button>
        <Button onClick={() => setParts(numbered(evenParts(planned_quantity, parts.length, unit_precision)))}>
          {say(text('平均分配', 'Even parts'))}
        </Button>
      </div>
      <p className="qt-sum" aria-live="polite">
        <span>
          {say(text('计划数量', 'Planned quantity'))} <Quantity value={planned_quantity} unit={unit_name} />
        </span>
        <span className={isEqual(left, '0') ? 'qt-secondary' : 'qt-late'}>
          {say(text('还差', 'Left'))} <Quantity value={left} unit={unit_name} />
        </span>
      </p>
    </Modal>
  )
}
const numbered = (quantities: readonly string[]) => quantities.map((quantity, key) => ({ key, quantity }))
