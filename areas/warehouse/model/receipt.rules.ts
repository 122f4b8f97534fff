import { generalErrors } from '@qitao/core/general.errors.ts'
import {
  add,
  isEqual,
  isMore,
  isPositive,
  least,
  most,
  negate,
  type Quantity,
  subtract,
  sum,
} from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import {
  type ComponentInHand,
  coversOf,
  pickedOf,
  returnableOf,
  roomFor,
  servingOf,
  withPicked,
} from '@qitao/manufacturing/model/mo/picked.rules.ts'
import { refuseSubstitute } from '@qitao/manufacturing/model/mo/substitute.rules.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import type { LotBirth } from '@qitao/stock/model/lot-birth.record.ts'
import { lotBirth } from '@qitao/stock/model/lot-birth.rules.ts'
import { checkPieces } from '@qitao/stock/model/piece.rules.ts'
import { expectLineQuantity, expectLot, type LineMaterial } from '@qitao/stock/model/stock-line.rules.ts'
import type { ReceiptInput } from './receipt.calls.ts'
import { type ConfirmedLine, inboundReceipt, type ReceiptLineInput, receiptLine } from './receipt.record.ts'
import {
  type Direction,
  inboundType,
  outboundType,
  type ReceiptAction,
  type ReceiptStatusCode,
  statusOf,
} from './receipt.status.ts'
import { warehouseErrors } from './warehouse.errors.ts'

const inTypes = inboundType.codes
const outTypes = outboundType.codes

export function expectAction(direction: Direction, action: ReceiptAction, status: string): void {
  const why = statusOf[direction].whyNot(action, status as ReceiptStatusCode)
  if (why) refuse(warehouseErrors.receiptNotEditable, { detail: why })
}
export interface ReceiptFacts {
  readonly status: string
  readonly done_quantity: Quantity
}
export function expectCancellable(direction: Direction, receipt: ReceiptFacts): void {
  if (isPositive(receipt.done_quantity)) refuse(warehouseErrors.cancelNotAllowed)
  expectAction(direction, 'cancel', receipt.status)
}
export function expectForceClosable(direction: Direction, receipt: ReceiptFacts): void {
  const why = statusOf[direction].whyNot('force_close', receipt.status as ReceiptStatusCode)
  if (why) refuse(purchasingErrors.forceCloseNotAllowed, { detail: why })
}

interface Posted {
  readonly status: string
  readonly receipt_type: number
}
/** Goods of a work order go back by the document of the other direction: its operations say how much of them is used. */
export function whyNotReversed(direction: Direction, { receipt_type }: Pick<Posted, 'receipt_type'>): Text | undefined {
  if (!needsMo(direction, receipt_type)) return undefined
  if (direction === 'outbound') return text('领料用退料退回', 'What was picked comes back by returning it')
  return receipt_type === inTypes.completion
    ? text('完工入库请先用其他出库取出', 'Finished goods leave by a goods issue')
    : text('退料用领料重新领出', 'What was returned is picked again')
}
export function expectReversible(direction: Direction, receipt: Posted): void {
  expectAction(direction, 'reverse', receipt.status)
  const detail = whyNotReversed(direction, receipt)
  if (detail) refuse(warehouseErrors.receiptNotEditable, { detail })
}

/** What the type of a receipt asks for: the MO it belongs to, or the order line behind each line. */
export const needsMo = (direction: Direction, receipt_type: number): boolean =>
  direction === 'inbound'
    ? receipt_type === inTypes.completion || receipt_type === inTypes.return_from_picking
    : receipt_type === outTypes.picking
export const needsSourceLine = (direction: Direction, receipt_type: number): boolean =>
  direction === 'inbound' ? receipt_type === inTypes.purchase : receipt_type === outTypes.sales

const place = (row: number, field: keyof typeof receiptLine.fields) => ({
  row,
  field,
  field_title: receiptLine.fields[field].title,
})

export function checkReceipt(
  direction: Direction,
  receipt: Pick<ReceiptInput, 'receipt_type' | 'mo_id'> & { lines: readonly ReceiptLineInput[] },
  materials: ReadonlyMap<string, LineMaterial>,
): void {
  if (!statusCodes(direction).includes(receipt.receipt_type)) {
    refuse(generalErrors.badParameter, { field: 'receipt_type', field_title: inboundReceipt.fields.receipt_type.title })
  }
  if (needsMo(direction, receipt.receipt_type) && receipt.mo_id === null) {
    refuse(generalErrors.fieldRequired, { field: 'mo_id', field_title: inboundReceipt.fields.mo_id.title })
  }
  receipt.lines.forEach((line, index) => {
    const row = index + 1
    const material = expectLineQuantity(line, materials, row)
    if (direction === 'inbound') expectLot(line, material, row)
    if (needsSourceLine(direction, receipt.receipt_type) && line.source_line_id === null) {
      refuse(generalErrors.fieldRequired, place(row, 'source_line_id'))
    }
  })
}
const statusCodes = (direction: Direction): number[] =>
  (direction === 'inbound' ? inboundType : outboundType).list.map(({ code }) => code)

export interface LineToConfirm {
  readonly id: string
  readonly line_no: number
  readonly material_id: string
  readonly quantity: Quantity
  readonly done_quantity: Quantity
  readonly location_id: string | null
  readonly lot_number: string | null
  readonly quality_status: number
  readonly source_line_id: string | null
}
/** A part of a line that moves now, with the place it goes to or comes from as far as it is known. */
export interface Part {
  readonly line: LineToConfirm
  readonly quantity: Quantity
  readonly location_id: string | null
  readonly lot_number: string | null
  readonly serial_numbers: readonly string[]
  /** Of what comes in. */
  readonly birth?: LotBirth
}
/**
 * What a page showed as open is open still. Else somebody was there before, or this was done already and its answer was lost:
 * nothing is booked, so that nothing is booked twice.
 */
export function expectAsShown(
  lines: readonly { material_code: string; shown: Quantity | undefined; open: Quantity }[],
): void {
  lines.forEach(({ material_code, shown, open }, index) => {
    if (shown === undefined || isEqual(shown, open)) return
    refuse(generalErrors.versionConflict, {
      ...place(index + 1, 'quantity'),
      ...{ material_code, open: add(open, '0'), shown: add(shown, '0') },
      detail: text(
        '{material_code}：现在未完成的是{open}，页面上显示的是{shown}。请重新载入后再填',
        '{material_code}: {open} is open now, the page showed {shown}. Load it again',
      ),
    })
  })
}

const overText = { inbound: purchasingErrors.inboundOverPending, outbound: generalErrors.badParameter } as const
const overOutbound: Text = text(
  '出库数量超过待出库数量{open}',
  'The outbound quantity exceeds the pending quantity {open}',
)
const overInbound: Text = text('待入库数量为{open}', 'The pending quantity is {open}')

const noBin: Text = text(
  '物料{material_code}没有默认库位，请填写库位',
  'Material {material_code} has no default bin: name a bin',
)

/**
 * The asked parts, checked against what is open (several parts of one line are counted together), with the receipt's
 * status and done quantities after them.
 */
export function confirmLines(
  direction: Direction,
  lines: ReadonlyMap<string, LineToConfirm>,
  asked: readonly ConfirmedLine[],
  materials: ReadonlyMap<string, LineMaterial>,
  now: Instant,
): { parts: Part[]; done: { id: string; done_quantity: Quantity }[]; status: ReceiptStatusCode } {
  const done = new Map([...lines.values()].map(line => [line.id, line.done_quantity]))
  expectAsShown(
    asked.map(({ line_id, open_quantity }) => {
      const line = lines.get(line_id)
      const open = line ? subtract(line.quantity, line.done_quantity) : '0'
      return { material_code: materials.get(line?.material_id ?? '')?.code ?? '', shown: line && open_quantity, open }
    }),
  )
  const parts = asked.map((given, index): Part => {
    const row = index + 1
    const line = lines.get(given.line_id) ?? refuse(generalErrors.recordNotFound, { row })
    const material = expectLineQuantity({ material_id: line.material_id, quantity: given.quantity }, materials, row)
    const open = subtract(line.quantity, done.get(line.id)!)
    if (isMore(given.quantity, open)) {
      const detail = direction === 'inbound' ? overInbound : overOutbound
      refuse(overText[direction], { ...place(row, 'quantity'), open, detail })
    }
    done.set(line.id, add(done.get(line.id)!, given.quantity))
    const location_id = given.location_id ?? line.location_id
    const birth = direction === 'inbound' ? lotBirth(given, material, row, now) : undefined
    const lot_number = given.lot_number ?? line.lot_number ?? birth?.supplier_lot ?? null
    const serial_numbers = checkPieces(given.serial_numbers, {
      ...{ quantity: given.quantity, material, row },
      // Also what goes to the line and back: who uses it names it from there.
      expected: true,
    })
    if (direction === 'inbound') {
      expectLot({ lot_number }, material, row)
      if (location_id === null && material.default_location_id === null) {
        refuse(generalErrors.fieldRequired, {
          ...place(row, 'location_id'),
          material_code: material.code,
          detail: noBin,
        })
      }
      return {
        line,
        quantity: given.quantity,
        location_id: location_id ?? material.default_location_id,
        lot_number,
        serial_numbers,
        ...(birth ? { birth } : {}),
      }
    }
    return { line, quantity: given.quantity, location_id, lot_number, serial_numbers }
  })
  const { completed, partly } = statusOf[direction].codes
  const all = [...lines.values()].every(line => isEqual(done.get(line.id)!, line.quantity))
  return {
    parts,
    done: [...done].map(([id, done_quantity]) => ({ id, done_quantity })),
    status: all ? completed : partly,
  }
}

export interface ComponentFacts extends ComponentInHand {
  readonly material_code: string
  /** What it holds in stock, by material: so much of a substitute is picked though it may not be taken any more. */
  readonly held: Readonly<Record<string, Quantity>>
  /** What of it no report has used. */
  readonly returnable_quantity: Quantity
}
const mayTake = (component: ComponentFacts, material_id: string): boolean =>
  component.material_id === material_id ||
  component.substitutes.some(one => one.material_id === material_id && one.may_take)
const servesOut = (component: ComponentFacts, material_id: string): boolean =>
  mayTake(component, material_id) || component.held[material_id] !== undefined
/** What of the material may be picked for the component, or may come back of it. */
function freeOf(component: ComponentFacts, material_id: string, returned: boolean): Quantity {
  const serving = servingOf(component, material_id)
  if (!serving) return '0'
  if (returned) return returnableOf(component, serving, component.returnable_quantity)
  const room = roomFor(component, serving)
  return mayTake(component, material_id) ? room : least(room, component.held[material_id] ?? '0')
}
function afterPart(component: ComponentFacts, material_id: string, part: Quantity, returned: boolean): ComponentFacts {
  const serving = servingOf(component, material_id)
  if (!serving) return component
  if (!returned) {
    const held = { ...component.held, [material_id]: subtract(component.held[material_id] ?? '0', part) }
    return { ...withPicked(component, serving, part), held }
  }
  const untouched = isEqual(component.returnable_quantity, pickedOf(component))
  const after = withPicked(component, serving, negate(part))
  const rest = most('0', subtract(component.returnable_quantity, coversOf(part, serving.ratio)))
  return { ...after, returnable_quantity: untouched ? pickedOf(after) : rest }
}
/**
 * What is picked of a material for an MO stays within what its components still need, what comes back within what was
 * picked of it and not used. A substitute is picked in place of its component, by its ratio; one that may not be taken any more as far as
 * it is held.
 */
export function checkPicking(
  components: readonly ComponentFacts[],
  asked: readonly { material_id: string; material_code: string; quantity: Quantity }[],
  returned: boolean,
): void {
  const now = [...components]
  for (const [index, { material_id, material_code, quantity }] of asked.entries()) {
    const named =
      now.find(component => servingOf(component, material_id)) ??
      refuse(generalErrors.recordNotFound, place(index + 1, 'material_id'))
    if (!returned && !now.some(component => servesOut(component, material_id)))
      refuseSubstitute(place(index + 1, 'material_id'), { material_code, component_code: named.material_code })
    let left = quantity
    let room = '0'
    for (const [at, component] of now.entries()) {
      const free = freeOf(component, material_id, returned)
      room = add(room, free)
      const part = least(left, free)
      if (!isPositive(part)) continue
      now[at] = afterPart(component, material_id, part, returned)
      left = subtract(left, part)
    }
    if (isPositive(left)) {
      const detail = returned
        ? text(
            '最多可退{room}，其余已被报工用掉或未领',
            'At most {room} can be returned; the rest is used by reports or was not picked',
          )
        : text('最多可领{room}', 'At most {room} can be picked')
      refuse(warehouseErrors.pickingOverRequired, { ...place(index + 1, 'quantity'), room, detail })
    }
  }
}

/** What is still to be picked of a material for an MO, or can be returned: of all components that it serves. */
export function openOf(components: readonly ComponentFacts[], material_id: string, returned: boolean): Quantity {
  const own = components.filter(component => component.material_id === material_id)
  const served = own.length > 0 ? own : components.filter(component => servingOf(component, material_id))
  return sum(served.map(component => freeOf(component, material_id, returned)))
}

/** What of an MO's finished quantity is not in stock yet. */
export function expectInbound(
  mo: { completed_quantity: Quantity; inbound_quantity: Quantity },
  quantity: Quantity,
): void {
  const open = subtract(mo.completed_quantity, mo.inbound_quantity)
  if (isMore(quantity, open)) {
    refuse(purchasingErrors.inboundOverPending, {
      ...place(1, 'quantity'),
      open,
      detail: text('已完工未入库数量为{open}', 'The finished quantity that is not in stock yet is {open}'),
    })
  }
}

/** Of which lines of orders goods go back that came by them, the first first; what none of them has is of no order. */
export function linesToReturn(
  bought: readonly { readonly id: string; readonly quantity: Quantity }[],
  quantity: Quantity,
): { source_line_id: string | null; quantity: Quantity }[] {
  let left = quantity
  const parts = bought.flatMap(({ id, quantity: there }) => {
    const part = isMore(left, there) ? there : left
    if (!isPositive(part)) return []
    left = subtract(left, part)
    return [{ source_line_id: id, quantity: part }]
  })
  return isPositive(left) ? [...parts, { source_line_id: null, quantity: left }] : parts
}

/** A line of an order or a return that a line of a receipt was taken over from. */
export interface KnownSource {
  readonly id: string
  readonly material_id: string
  readonly source_no: string
  readonly partner_id: string | null
  /** It may be received, shipped or sent back now. */
  readonly takes: boolean
  readonly open: Quantity
  /** So much more than that may come in. */
  readonly over?: Quantity
}
/** Lines are of open sources, the same goods, no more than is open (lines of one source together) and one partner, which is answered. */
export function checkSources(
  sources: ReadonlyMap<string, KnownSource>,
  lines: readonly Pick<ReceiptLineInput, 'source_line_id' | 'material_id' | 'quantity'>[],
  partner_id: string | null,
): string | null {
  const left = new Map([...sources].map(([id, { open, over = '0' }]) => [id, add(open, over)]))
  let partner = partner_id
  for (const [index, { source_line_id, material_id, quantity }] of lines.entries()) {
    if (source_line_id === null) continue
    const row = index + 1
    const at = place(row, 'source_line_id')
    const source = sources.get(source_line_id)
    if (source?.material_id !== material_id) return refuse(generalErrors.recordNotFound, at)
    const { source_no, takes } = source
    if (!takes) {
      const detail = text(
        '{source_no}现在不能再收发货，请删除该行',
        '{source_no} takes no more goods now: remove the line',
      )
      refuse(generalErrors.statusNotAllowed, { ...at, source_no, detail })
    }
    partner ??= source.partner_id
    if (source.partner_id !== null && source.partner_id !== partner) {
      const detail = text(
        '{source_no}属于另一往来单位：一张单据只能是同一往来单位的，请分开做单',
        '{source_no} is of another partner: a receipt is of one alone, make another for it',
      )
      refuse(generalErrors.badParameter, { ...at, source_no, detail })
    }
    const open = left.get(source_line_id)!
    if (isMore(quantity, open)) {
      const detail = text(
        '{source_no}还有{open}未完成且不在其他单据上，请改数量',
        'Of {source_no} {open} is open and on no other receipt: change the quantity',
      )
      refuse(generalErrors.badParameter, { ...place(row, 'quantity'), source_no, open: most('0', open), detail })
    }
    left.set(source_line_id, subtract(open, quantity))
  }
  return partner
}
