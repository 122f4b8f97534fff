import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { typedNumber } from '@qitao/platform/web/form/number-text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import type { KeyboardEvent } from 'react'
import { type Traced, withLot, withoutLot, written } from '../traced.ts'
import { isByPiece, neededFor, piecesIn, piecesOf, thereOf } from './scanned.ts'
import type { Trace } from './shift.ts'

/** A scanner ends each piece with Enter: the next one begins behind a blank, one that is there already goes, and no form is sent. */
const nextPiece = (change: (pieces: string) => void) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const pieces = serialsIn(event.currentTarget.value) ?? []
  const next = [...new Set(pieces)]
  if (next.length < pieces.length) beep(false)
  change(written(next))
}

interface TracesProps {
  of: Trace
  good: string
  /** Good and scrap. */
  total: string
  value: Traced
  onChange: (next: Traced) => void
}
/** Which lots and pieces went in, which came out. */
export function Traces({ of: trace, good, total, value, onChange }: TracesProps) {
  const { product, components } = trace
  const say = useSay()
  const pieces = text('序列号', 'Serial numbers')
  const setUsed = (material_id: string, change: object) =>
    onChange({ ...value, used: { ...value.used, [material_id]: { ...value.used?.[material_id], ...change } } })
  const required = (policy: number) => (policy === serialPolicy.codes.required ? ' *' : '')
  return (
    <div className="qt-m-part">
      {components.map(
        ({ material_id, material_code, material_name, unit_name, unit_precision, quantity, lots, serial_policy }) => {
          const used = value.used?.[material_id]
          const there = thereOf(lots)
          const need = neededFor(total, quantity, trace)
          const named = used?.lots ?? []
          const tap = (lot: string) =>
            setUsed(material_id, {
              lots: named.some(({ lot_number }) => lot_number === lot)
                ? withoutLot(named, lot)
                : withLot(named, lot, need, there),
            })
          const type = (lot: string, typed: string) =>
            setUsed(material_id, {
              lots: named.map(one =>
                one.lot_number === lot ? { ...one, quantity: typedNumber(typed, unit_precision) } : one,
              ),
            })
          return (
            <div key={material_id} className="qt-m-part">
              <span>
                {say(text('用掉', 'Used'))} {material_code} {material_name} <Quantity value={need} unit={unit_name} />
                {required(serial_policy)}
              </span>
              <div className="qt-m-choices">
                {[...new Set(lots.map(({ lot_number }) => lot_number))].map(lot_number => (
                  <button
                    key={lot_number}
                    type="button"
                    className="qt-m-button"
                    aria-pressed={named.some(one => one.lot_number === lot_number)}
                    onClick={() => tap(lot_number)}
                  >
                    {lot_number}{' '}
                    <span className="qt-m-quiet">
                      <Quantity value={there(lot_number)} unit={unit_name} />
                    </span>
                  </button>
                ))}
              </div>
              {named.length > 1
                ? named.map(({ lot_number, quantity: of }) => (
                    <label key={lot_number} className="qt-m-field">
                      <span>{say(text('批次 {lot} 用掉', 'Used of lot {lot}'), { lot: lot_number })}</span>
                      <input
                        inputMode="decimal"
                        autoComplete="off"
                        value={of}
                        onChange={event => type(lot_number, event.target.value)}
                      />
                    </label>
                  ))
                : null}
              {serial_policy === serialPolicy.codes.none ? null : (
                <label className="qt-m-field">
                  <span>
                    {say(pieces)} {material_code}
                  </span>
                  <input
                    value={used?.serials ?? ''}
                    onChange={event => setUsed(material_id, { serials: event.target.value })}
                    onKeyDown={nextPiece(serials => setUsed(material_id, { serials }))}
                  />
                </label>
              )}
            </div>
          )
        },
      )}
      <label className="qt-m-field">
        <span>{say(text('产出批号', 'Lot made'))}</span>
        <input
          maxLength={50}
          placeholder={product.lot_number ?? ''}
          value={value.lot_number ?? ''}
          onChange={event => onChange({ ...value, lot_number: event.target.value })}
        />
      </label>
      {isByPiece(product) ? (
        <>
          <label className="qt-m-field">
            <span>
              {say(text('产出序列号', 'Serial numbers made'))}
              {product.last ? required(product.serial_policy) : ''}
              {isPositive(good) ? ` ${piecesIn(value.serials)}/${piecesOf(good)}` : ''}
            </span>
            <input
              value={value.serials ?? ''}
              onChange={event => onChange({ ...value, serials: event.target.value })}
              onKeyDown={nextPiece(serials => onChange({ ...value, serials }))}
            />
          </label>
          {product.serial_numbers.length > 0 && isPositive(good) ? (
            <button
              type="button"
              className="qt-m-button"
              onClick={() => onChange({ ...value, serials: written(product.serial_numbers.slice(0, piecesOf(good))) })}
            >
              {say(text('按顺序取下一批', 'Take the next ones'))}
            </button>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
