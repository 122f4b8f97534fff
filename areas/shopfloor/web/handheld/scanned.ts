import { convert, sum } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import { type Traced, whyNotLots, withLot, written } from '../traced.ts'
import type { Trace } from './shift.ts'

/** What a scanned label adds to a report, or why it adds nothing; undefined: it is no label of the report. */
interface Scanned {
  readonly next?: Traced
  readonly whyNot?: Text
}

const none = serialPolicy.codes.none
/** Whether pieces that come out have numbers. */
export const isByPiece = ({ serial_policy, serial_numbers }: Trace['product']): boolean =>
  serial_policy !== none || serial_numbers.length > 0
/** One number for each good piece. */
export const piecesOf = (good: string): number => Math.floor(Number(good))
export const piecesIn = (serials: string | undefined): number => serialsIn(serials)?.length ?? 0

/** A piece behind those that are there; undefined: it is there. */
function withPiece(serials: string | undefined, code: string): string | undefined {
  const pieces = serialsIn(serials) ?? []
  return pieces.includes(code) ? undefined : written([...pieces, code])
}

/**
 * A lot that may go in, a piece that is to come out, a piece of the one part that goes in by pieces; and while good pieces are to be
 * reported any other label is the number of one that comes out, unless it is that of a task.
 */
export function scanned(
  value: Traced,
  code: string,
  trace: Trace,
  { good, total, isTask }: { good: string; total: string; isTask: boolean },
): Scanned | undefined {
  const { product, components } = trace
  const ofLot = components.find(({ lots }) => lots.some(({ lot_number }) => lot_number === code))
  const used = (material_id: string, change: object) => ({
    next: { ...value, used: { ...value.used, [material_id]: { ...value.used?.[material_id], ...change } } },
  })
  const isPlanned = product.serial_numbers.includes(code)
  if (ofLot && !isPlanned) {
    const { material_id, lots } = ofLot
    const need = neededFor(total, ofLot.quantity, trace)
    return used(material_id, { lots: withLot(value.used?.[material_id]?.lots ?? [], code, need, thereOf(lots)) })
  }
  if (isTask) return undefined
  const most = piecesOf(good)
  const byPiece = components.filter(({ serial_policy }) => serial_policy !== none)
  const isNew = isByPiece(product) && product.last && most > 0
  if (isPlanned || (isNew && byPiece.length === 0)) {
    const serials = withPiece(value.serials, code)
    if (serials === undefined) return { whyNot: isThere(code) }
    return most > 0 && piecesIn(serials) > most ? { whyNot: allThere(most) } : { next: { ...value, serials } }
  }
  const [part] = byPiece
  if (!part || byPiece.length > 1) return undefined
  // Both have numbers of their own and nothing tells which one this is.
  if (isNew && product.serial_numbers.length === 0) return { whyNot: inOrOut(code) }
  const serials = withPiece(value.used?.[part.material_id]?.serials, code)
  return serials === undefined ? { whyNot: isThere(code) } : used(part.material_id, { serials })
}

/** How much there is of a lot. */
export const thereOf =
  (lots: Trace['components'][number]['lots']) =>
  (lot_number: string): string =>
    sum(lots.flatMap(lot => (lot.lot_number === lot_number ? [lot.quantity] : [])))

/** What so many pieces need of a component of which `trace` tells for the pieces it was asked for. */
export const neededFor = (total: string, quantity: string, { asked }: Pick<Trace, 'asked'>): string =>
  asked === undefined ? quantity : convert(quantity, total, asked)

/** Why a report cannot be sent yet: pieces whose numbers are required have none. */
export function lackingPieces(
  trace: Trace,
  { serials, used }: Traced,
  { good, total }: { good: string; total: string },
): Text | undefined {
  const { product, components } = trace
  for (const { material_id, quantity } of components) {
    const whyNot = whyNotLots(used?.[material_id]?.lots ?? [], neededFor(total, quantity, trace))
    if (whyNot) return whyNot
  }
  // What is needed of each is not known for these pieces: the server says.
  if (trace.asked === undefined) return undefined
  const lacks = [
    ...components.map(({ material_id, material_code, serial_policy, quantity }) => ({
      ...{ material_code, serial_policy },
      ...{ wanted: piecesOf(neededFor(total, quantity, trace)), named: piecesIn(used?.[material_id]?.serials) },
    })),
    ...(product.last ? [{ ...product, wanted: piecesOf(good), named: piecesIn(serials) }] : []),
  ].find(({ serial_policy, wanted, named }) => serial_policy === serialPolicy.codes.required && named < wanted)
  if (!lacks) return undefined
  const { material_code, named, wanted } = lacks
  return text(
    `${material_code} 每件都要序列号：已扫 ${named}/${wanted}`,
    `Each piece of ${material_code} needs its serial number: ${named}/${wanted} scanned`,
  )
}

const isThere = (code: string): Text => text(`「${code}」已经扫过`, `"${code}" is scanned already`)
const allThere = (most: number): Text =>
  text(
    `${most} 件良品已各有序列号：请先改数量`,
    `Each of the ${most} good pieces has its number: change the quantity first`,
  )
const inOrOut = (code: string): Text =>
  text(
    `「${code}」可能是用掉的，也可能是产出的：请先点进对应的序列号栏再扫`,
    `"${code}" may have gone in or come out: tap the field of its serial numbers, then scan`,
  )
