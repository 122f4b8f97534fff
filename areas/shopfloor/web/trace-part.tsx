import { type Quantity as Amount, add, isPositive, sum } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { typedNumber } from '@qitao/platform/web/form/number-text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Button, Input, Select } from 'antd'
import { proposeReportTrace, type TaskRow } from '../model/report.calls.ts'
import { type Traced, type UsedPart, whyNotLots, withLot, withoutLot } from './traced.ts'

interface TracePartProps {
  task: TaskRow
  /** Good and bad pieces of this report. */
  total: Amount
  good: Amount
  value: Traced
  onChange: (next: Traced) => void
}
/** Which lots and pieces went in, which came out: proposed as picked for the order, then as they expire. */
export function TracePart({ task, total, good, value, onChange }: TracePartProps) {
  const say = useSay()
  const quantity = isPositive(total) ? total : '1'
  const { data } = useCall(proposeReportTrace, { task_id: task.id, quantity })
  if (!data) return null
  const { product, components } = data
  const pieces = say(text('序列号，逐件扫描或用空格分开', 'Serial numbers, scanned or with blanks between them'))
  const setUsed = (material_id: string, of: UsedPart) =>
    onChange({ ...value, used: { ...value.used, [material_id]: of } })
  return (
    <div className="qt-report-more">
      {components.map(component => {
        const { material_id, material_code, material_name, unit_name, lots } = component
        const used = value.used?.[material_id] ?? {}
        const named = used.lots ?? []
        const there = (lot: string) => sum(lots.flatMap(one => (one.lot_number === lot ? [one.quantity] : [])))
        const choose = (next: readonly string[]) => {
          const kept = named.filter(({ lot_number }) => next.includes(lot_number))
          const left = kept.length < named.length && kept.length === 1 ? withoutLot(kept, '') : kept
          setUsed(material_id, {
            ...used,
            lots: next.reduce((all, lot) => withLot(all, lot, component.quantity, there), left),
          })
        }
        const whyNot = whyNotLots(named, component.quantity)
        const isByPiece = component.serial_policy !== serialPolicy.codes.none
        return (
          <div key={material_id}>
            <span className="qt-secondary">
              {say(text('用掉', 'Used'))} {material_code} {material_name}{' '}
              <Quantity value={component.quantity} unit={unit_name} />
              {component.serial_policy === serialPolicy.codes.required ? ' *' : ''}
            </span>
            {lots.length > 0 ? (
              <Select
                className="qt-touch qt-wide"
                mode="multiple"
                allowClear
                aria-label={`${say(text('批号', 'Lot number'))} ${material_code}`}
                placeholder={proposalText(lots) || say(text('批号', 'Lot number'))}
                value={named.map(({ lot_number }) => lot_number)}
                options={[...new Map(lots.map(lot => [lot.lot_number, lot])).values()].map(
                  ({ lot_number, picked }) => ({
                    value: lot_number,
                    label: picked ? `${lot_number} · ${say(text('已领', 'picked'))}` : lot_number,
                  }),
                )}
                onChange={(next: string[]) => choose(next)}
              />
            ) : null}
            {named.length > 1
              ? named.map(({ lot_number, quantity: of }) => (
                  <label key={lot_number} className="qt-reason-field">
                    <span>{say(text('批次 {lot} 用掉', 'Used of lot {lot}'), { lot: lot_number })}</span>
                    <input
                      inputMode="decimal"
                      autoComplete="off"
                      value={of}
                      onChange={event =>
                        setUsed(material_id, {
                          ...used,
                          lots: named.map(one =>
                            one.lot_number === lot_number
                              ? { ...one, quantity: typedNumber(event.target.value, component.unit_precision) }
                              : one,
                          ),
                        })
                      }
                    />
                  </label>
                ))
              : null}
            {whyNot ? (
              <p className="qt-floor-problem" role="alert">
                {say(whyNot)}
              </p>
            ) : null}
            {isByPiece ? (
              <Input
                className="qt-touch"
                aria-label={`${say(text('序列号', 'Serial numbers'))} ${material_code}`}
                placeholder={pieces}
                value={used.serials ?? ''}
                onChange={event => setUsed(material_id, { ...used, serials: event.target.value })}
              />
            ) : null}
          </div>
        )
      })}
      <div>
        <label className="qt-secondary" htmlFor="qt-made-lot">
          {say(text('产出批号', 'Lot made'))}
        </label>
        <Input
          id="qt-made-lot"
          className="qt-touch"
          maxLength={50}
          placeholder={product.lot_number ?? ''}
          value={value.lot_number ?? ''}
          onChange={event => onChange({ ...value, lot_number: event.target.value })}
        />
      </div>
      {product.serial_policy !== serialPolicy.codes.none || product.serial_numbers.length > 0 ? (
        <div>
          <label className="qt-secondary" htmlFor="qt-made-serials">
            {say(text('产出序列号', 'Serial numbers made'))}
            {product.last && product.serial_policy === serialPolicy.codes.required ? ' *' : ''}
          </label>
          <Input
            id="qt-made-serials"
            className="qt-touch"
            placeholder={pieces}
            value={value.serials ?? ''}
            onChange={event => onChange({ ...value, serials: event.target.value })}
          />
          {product.serial_numbers.length > 0 && isPositive(good) ? (
            <Button
              className="qt-touch"
              onClick={() =>
                onChange({ ...value, serials: product.serial_numbers.slice(0, Math.floor(Number(good))).join(' ') })
              }
            >
              {say(text('按顺序取下一批', 'Take the next ones'))}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
const proposalText = (lots: readonly { lot_number: string; quantity: string }[]): string =>
  lots
    .filter(({ quantity }) => isPositive(quantity))
    .map(({ lot_number, quantity }) => `${lot_number} × ${add(quantity, '0')}`)
    .join(', ')
