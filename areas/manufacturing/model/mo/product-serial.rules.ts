import { generalErrors } from '@qitao/core/general.errors.ts'
import { type Quantity, roundDown } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'

/** Most numbers under one prefix, and most that are made at once (specification section 5). */
export const mostSerials = 9999
const digits = 4

/** `count` numbers under a prefix after the last that is in use: A-0001, A-0002 ... Undefined: it would pass 9999. */
export function serialsAfter(prefix: string, last: number, count: number): string[] | undefined {
  if (last + count > mostSerials) return undefined
  return Array.from({ length: count }, (_, index) => prefix + String(last + 1 + index).padStart(digits, '0'))
}

/** A work order has no more numbers than it makes pieces: what it plans, or what it made where that is more. */
export function expectPieces(pieces: Quantity, given: number, count: number): void {
  const whole = Number(roundDown(pieces, 0))
  const room = Math.max(0, whole - given)
  if (count <= room) return
  refuse(generalErrors.badParameter, {
    ...{ field: 'count', pieces: whole, given, room },
    detail: text(
      '工单数量为{pieces}，已有{given}个序列号，最多还能生成{room}个',
      'The MO makes {pieces} and has {given} numbers: at most {room} more',
    ),
  })
}

/** Numbers that somebody wrote, one for each piece: as many as are asked for, each once. */
export function checkOwnSerials(given: readonly string[], count: number): string[] {
  const numbers = given.map(number => number.trim())
  if (numbers.length !== count) {
    refuse(generalErrors.badParameter, {
      field: 'serial_nos',
      count: numbers.length,
      detail: text('填写了{count}个序列号，与数量不符', '{count} numbers are given, which is not the count'),
    })
  }
  const twice = numbers.findIndex((number, index) => number === '' || numbers.indexOf(number) !== index)
  if (twice >= 0) {
    refuse(generalErrors.badParameter, {
      row: twice + 1,
      field: 'serial_nos',
      detail: text('序列号为空或重复', 'A number is empty or stands twice'),
    })
  }
  return numbers
}
