import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, most, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { stockErrors } from './stock.errors.ts'

const place = (row: number | undefined) => ({
  ...(row === undefined ? {} : { row }),
  field: 'serial_numbers',
  field_title: text('序列号', 'Serial numbers'),
})

/**
 * The serial numbers of so much of a material, each once and no more than pieces. `expected`: its policy asks for one of each piece
 * here, where it asks for them at all.
 */
export function checkPieces(
  given: readonly string[] | undefined,
  {
    quantity,
    material,
    row,
    expected,
  }: {
    quantity: Quantity
    material: { readonly code: string; readonly serial_policy: number }
    row?: number
    expected: boolean
  },
): string[] {
  const numbers = (given ?? []).map(number => number.trim())
  const twice = numbers.findIndex((number, index) => number === '' || numbers.indexOf(number) !== index)
  if (twice >= 0) {
    refuse(generalErrors.badParameter, {
      ...place(row),
      serial_no: numbers[twice]!,
      detail: text('序列号{serial_no}为空或重复', 'Serial number {serial_no} is empty or stands twice'),
    })
  }
  const count = String(numbers.length)
  const facts = { ...place(row), material_code: material.code, count, quantity }
  if (isMore(count, quantity)) {
    const detail = text(
      '{material_code}：数量{quantity}，却有{count}个序列号',
      '{material_code}: {count} serial numbers for a quantity of {quantity}',
    )
    refuse(generalErrors.badParameter, { ...facts, detail })
  }
  if (expected && material.serial_policy === serialPolicy.codes.required && isMore(quantity, count)) {
    const detail = text(
      '{material_code}：数量{quantity}，只有{count}个序列号，请逐件扫描',
      '{material_code}: {count} serial numbers for a quantity of {quantity}; scan each piece',
    )
    refuse(stockErrors.serialRequired, { ...facts, detail })
  }
  return numbers
}

/** Where a piece is, as the last thing recorded of it says. */
export type PiecePlace = 'unseen' | 'made' | 'in_stock' | 'at_line' | 'gone' | 'used'
export type PieceStep = 'in' | 'out' | 'made' | 'used'
const places = {
  unseen: text('尚无出入记录', 'not seen yet'),
  made: text('已报工产出', 'made'),
  in_stock: text('在库', 'in stock'),
  at_line: text('已领到产线', 'at the line'),
  gone: text('已出库', 'gone'),
  used: text('已装入产品', 'used in a product'),
} satisfies Record<PiecePlace, unknown>
/** From where a piece may take a step. Where its way in was not recorded it is taken all the same: the trace tells the gap. */
const from: Readonly<Record<PieceStep, readonly PiecePlace[]>> = {
  in: ['unseen', 'made', 'at_line', 'gone'],
  out: ['unseen', 'made', 'in_stock'],
  made: ['unseen', 'made'],
  used: ['unseen', 'made', 'in_stock', 'at_line'],
}

export interface LastEntry {
  readonly source_type: string
  readonly mo_id: string | null
  readonly quantity: Quantity
}
export function placeOfPiece(last: LastEntry | undefined): PiecePlace {
  if (last === undefined) return 'unseen'
  const comesOut = isMore(last.quantity, '0')
  if (last.source_type === 'report') return comesOut ? 'made' : 'used'
  return comesOut ? 'in_stock' : last.mo_id === null ? 'gone' : 'at_line'
}

/** A piece that somebody names, with what is known of it; undefined: nothing is. */
export interface NamedPiece {
  readonly serial_no: string
  readonly material_id: string
  readonly step: PieceStep
  /** A report makes pieces of its own work order only. */
  readonly mo_id?: string
  /** The lot that its document says it is of, where it says one. */
  readonly of_lot?: string | undefined
  /** It comes back from the line: of the lot it went out of. What a customer gives back may be of another. */
  readonly keeps_lot?: boolean
  /** It may have left without being named: what is recorded as in stock comes in all the same. */
  readonly left_unseen?: boolean
}
export interface KnownPiece {
  readonly serial_no: string
  readonly material_id: string
  readonly mo_id: string | null
  readonly lot_number: string
  readonly place: PiecePlace
  readonly serial_policy: number
}
/** Ours to make, and each piece of it is recorded: its way in would be known, had it been made. */
const isYetToBeMade = ({ mo_id, place: now, serial_policy }: KnownPiece): boolean =>
  mo_id !== null && now === 'unseen' && serial_policy === serialPolicy.codes.required

export function expectPieceThere(named: NamedPiece, known: KnownPiece | undefined): KnownPiece {
  const { serial_no, material_id, step, mo_id, of_lot, left_unseen } = named
  if (known === undefined || known.material_id !== material_id || (mo_id !== undefined && known.mo_id !== mo_id)) {
    const detail = text(
      '序列号{serial_no}不属于该物料或工单，请先生成序列号',
      'Serial number {serial_no} is not of this material or work order; make it there first',
    )
    return refuse(generalErrors.recordNotFound, { ...place(undefined), serial_no, detail })
  }
  if (!from[step].includes(known.place) && !(left_unseen && step === 'in' && known.place === 'in_stock')) {
    refuse(stockErrors.serialElsewhere, {
      ...place(undefined),
      serial_no,
      now: places[known.place],
      detail: text('序列号{serial_no}{now}', 'Serial number {serial_no} is {now}'),
    })
  }
  if ((step === 'out' || step === 'used') && isYetToBeMade(known)) {
    const detail = text(
      '序列号{serial_no}已登记在工单上，但尚未报工产出：请先报工或以该序列号办理完工入库',
      'Serial number {serial_no} is of a work order and was never made: report it as made, or put it into stock with its number first',
    )
    refuse(stockErrors.serialElsewhere, { ...place(undefined), serial_no, detail })
  }
  const keeps = named.keeps_lot || known.place === 'made' || known.place === 'in_stock'
  if (of_lot && keeps && known.lot_number !== '' && known.lot_number !== of_lot) {
    const detail = text(
      '序列号{serial_no}属于批号{lot_number}，不是{of_lot}：请改批号或换序列号',
      'Serial number {serial_no} is of lot {lot_number}, not of {of_lot}: name its lot, or another piece',
    )
    refuse(stockErrors.serialElsewhere, {
      ...place(undefined),
      serial_no,
      lot_number: known.lot_number,
      of_lot,
      detail,
    })
  }
  return known
}

/** Pieces that nobody saw leaving come back only as far as as many of their material left without a number (5919). */
export function expectLeftUnnamed(
  unseen: readonly { readonly serial_no: string; readonly material_id: string }[],
  room: ReadonlyMap<string, Quantity>,
): void {
  for (const [material_id, pieces] of Map.groupBy(unseen, piece => piece.material_id)) {
    const left = room.get(material_id) ?? '0'
    const over = pieces.find((_, index) => isMore(String(index + 1), left))
    if (over)
      refuse(stockErrors.serialElsewhere, {
        ...place(undefined),
        serial_no: over.serial_no,
        left: most('0', left),
        detail: text(
          '序列号{serial_no}没有出库记录；未登记序列号而出库的只有{left}件，请填写当时领出或发出的序列号',
          'Serial number {serial_no} was not seen leaving, and only {left} left without a number: name the pieces that left',
        ),
      })
  }
}
