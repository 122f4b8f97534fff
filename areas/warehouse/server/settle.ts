import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive, negate, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { expectNoRework } from '@qitao/manufacturing/model/mo/mo.rules.ts'
import { type MoStatusCode, moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import {
  followReceipts,
  heldToPick,
  lockWaiting,
  matchAgain,
  ownPicked,
  type Picking,
  recordInbound,
  recordPicking,
  standInsOf,
  substitutesOf,
} from '@qitao/manufacturing/server'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import {
  expectArrivalsHeld,
  lockArrivalsOf,
  lockPurchaseOrdersOf,
  recordArrived,
  recordReceipt,
  recordSentBack,
} from '@qitao/purchasing/server'
import {
  expectOfPassedLots,
  holdForInspection,
  inspectOutgoing,
  type Outgoing,
  openOutgoing,
  recordShipped,
} from '@qitao/quality/server'
import { lockSalesOrdersOf, recordDelivery, recordReturned } from '@qitao/sales/server'
import { returnableQuantity } from '@qitao/shopfloor/server'
import type { Movement } from '@qitao/stock/model/ledger.rules.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import {
  issueFor,
  lineMaterials,
  outOfBins,
  post,
  putElsewhere,
  recordLots,
  recordTrace,
  refuseShort,
  type TraceEntry,
} from '@qitao/stock/server'
import { sql } from 'kysely'
import type { ConfirmedLine } from '../model/receipt.record.ts'
import {
  type ComponentFacts,
  checkPicking,
  confirmLines,
  expectAction,
  expectAsShown,
  expectInbound,
  type LineToConfirm,
  needsMo,
  openOf,
  type Part,
} from '../model/receipt.rules.ts'
import { type Direction, inboundType, movementOf, outboundType } from '../model/receipt.status.ts'
import { holdingsOfMos } from './receipt.queries.ts'
import { byLotOfPieces, piecesOf } from './receipt-pieces.ts'

export interface ReceiptToSettle {
  id: string
  no: string
  status: string
  receipt_type: number
  supplier_id: string | null
  mo_id: string | null
  /** The arrival document that bought goods came with, where it is known. */
  came_with?: string | null | undefined
}

/**
 * Puts lines of a receipt into stock or takes them out, in part or in full: the receipt, the ledger, and the order or MO
 * it belongs to move in one transaction. Stock is locked last. `shown`: what a page showed as open of the order behind each
 * asked part, where it says so. Goods that are to be inspected before they are shipped are held instead: the tasks that were made for
 * them are answered, and nothing of the receipt moves until they are judged.
 */
export async function settle(
  context: Pick<Context, 'tx' | 'org_id' | 'now' | 'startJob' | 'member'>,
  direction: Direction,
  receipt: ReceiptToSettle,
  lines: ReadonlyMap<string, LineToConfirm>,
  asked: readonly ConfirmedLine[],
  shown: readonly (Quantity | undefined)[] = [],
): Promise<string[]> {
  const { tx, org_id, now } = context
  expectAction(direction, 'confirm', receipt.status)
  const materials = await lineMaterials(tx, org_id, [...lines.values()])
  const { parts, done, status } = confirmLines(direction, lines, asked, materials, now)
  const asShown = (openOf: (part: Part) => Quantity) =>
    expectAsShown(
      parts.map((part, index) => ({
        material_code: materials.get(part.line.material_id)!.code,
        shown: shown[index],
        open: openOf(part),
      })),
    )
  const isSold = direction === 'outbound' && receipt.receipt_type === outboundType.codes.sales
  const outgoing = isSold ? await inspectOutgoing(context, receipt, parts.map(toShip)) : undefined
  if (outgoing?.toHold.some(isPositive)) return holdShipment(context, receipt, parts, outgoing)
  if (outgoing) await recordShipped(tx, org_id, outgoing)
  const inspects = await tellOrders(tx, org_id, direction, receipt, parts, now, asShown)
  const completion = direction === 'inbound' && receipt.receipt_type === inboundType.codes.completion
  const isBought = direction === 'inbound' && receipt.receipt_type === inboundType.codes.purchase
  const sourceOf = ({ line }: Part) => (completion ? receipt.mo_id : isBought ? line.source_line_id : null)
  const source_ids = parts.flatMap(part => sourceOf(part) ?? [])
  const waiting = completion || isBought ? await lockWaiting(tx, org_id, source_ids, completion ? source_ids : []) : []
  const mo = needsMo(direction, receipt.receipt_type) ? await lockMo(tx, org_id, receipt.mo_id) : undefined
  if (mo && completion) {
    const foreign = parts.findIndex(part => part.line.material_id !== mo.material_id)
    if (foreign >= 0) refuse(generalErrors.recordNotFound, { row: foreign + 1, field: 'material_id' })
    asShown(() => subtract(mo.completed_quantity, mo.inbound_quantity))
    expectInbound(mo, sum(parts.map(part => part.quantity)))
  } else if (mo) {
    if (direction === 'inbound') expectNoRework(mo, generalErrors.statusNotAllowed)
    const returned = direction === 'inbound'
    const components = await componentsToPick(tx, org_id, mo.id, now)
    const picked = parts.map(({ line: { material_id }, quantity }) => ({
      ...{ material_id, quantity, material_code: materials.get(material_id)!.code },
    }))
    asShown(part => openOf(components, part.line.material_id, returned))
    checkPicking(components, picked, returned)
  }
  if (mo && completion)
    await recordInbound(tx, org_id, [{ mo_id: mo.id, quantity: sum(parts.map(part => part.quantity)) }])
  const pieces = await piecesOf(tx, org_id, direction, receipt, parts)
  const born = parts.flatMap(({ line: { material_id }, lot_number, birth }) =>
    birth ? [{ ...birth, material_id, lot_number: lot_number ?? '' }] : [],
  )
  await recordLots(tx, org_id, born)
  const movements =
    direction === 'inbound'
      ? await inspected(context, { ...receipt, always: mo?.rework_task_no != null }, putIn(receipt, parts), inspects)
      : await takeOut(tx, org_id, receipt, fromPassed(parts, pieces, outgoing), mo?.id)
  const posted = await post(tx, { org_id, movements })
  await recordTrace(tx, pieces)
  const arrivals = parts.flatMap((part, index) => {
    const source_id = sourceOf(part)
    const { quality_status, release_time } = movements[index]!
    if (source_id === null || quality_status === qualityStatus.codes.defective) return []
    const { material_id } = part.line
    const { inventory_id } = posted[index]!
    return [{ source_id, material_id, inventory_id, quantity: part.quantity, release_time }]
  })
  await followReceipts(tx, org_id, waiting, arrivals, now)
  if (mo && !completion) {
    const pickings = movements.map(
      ({ material_id, quantity, from_occupied = '0' }, index): Picking => ({
        ...{ mo_id: mo.id, material_id, quantity: negate(quantity), from_occupied },
        inventory_id: posted[index]!.inventory_id,
      }),
    )
    await recordPicking(tx, org_id, pickings)
  }
  await sql`update receipt_line l set done_quantity = r.done_quantity from ${recordset(done, sql`id uuid, done_quantity numeric`)} r
    where l.org_id = ${org_id} and l.id = r.id and l.done_quantity <> r.done_quantity`.execute(tx)
  await sql`update receipt set status = ${status} where org_id = ${org_id} and id = ${receipt.id}`.execute(tx)
  if (direction === 'outbound') {
    const sentBack = receipt.receipt_type === outboundType.codes.purchase_return
    const again = sentBack ? parts.flatMap(({ line }) => (line.source_line_id === null ? [] : [line])) : []
    if (again.length > 0)
      await matchAgain(context, {
        source_ids: again.map(({ source_line_id }) => source_line_id!),
        ...{ mo_ids: [], material_ids: again.map(({ material_id }) => material_id) },
      })
    return []
  }
  await matchAgain(context, {
    source_ids,
    mo_ids: waiting,
    material_ids: parts.map(part => part.line.material_id),
  })
  return []
}

const toShip = ({ line, quantity, location_id, lot_number }: Part) => ({
  ...{ material_id: line.material_id, quantity, location_id, lot_number },
})
/** Parts of which something has passed leave from where that lies. */
function fromPassed(parts: readonly Part[], pieces: readonly TraceEntry[], outgoing: Outgoing | undefined): Part[] {
  return parts.flatMap((part, index) => {
    const passed = outgoing?.places[index]
    if (!passed) return byLotOfPieces([part], pieces)
    const own = new Set(part.serial_numbers)
    expectOfPassedLots(
      passed,
      pieces.filter(({ serial_no }) => own.has(serial_no)),
    )
    const rest = subtract(part.quantity, sum(passed.map(({ quantity }) => quantity)))
    const named = passed.map(({ location_id, lot_number, quantity }) => ({
      ...part,
      location_id,
      lot_number,
      quantity,
    }))
    return isPositive(rest) ? [...named, { ...part, quantity: rest }] : named
  })
}

/** Goods that are to be shipped wait for their inspection where they lie: they are free of others' claims, and nobody else gets them. */
async function holdShipment(
  context: Pick<Context, 'tx' | 'org_id' | 'now' | 'startJob' | 'member'>,
  receipt: ReceiptToSettle,
  parts: readonly Part[],
  { toHold }: Outgoing,
): Promise<string[]> {
  const { tx, org_id } = context
  const wanted = parts.flatMap((part, index) =>
    isPositive(toHold[index]!) ? [{ ...part, quantity: toHold[index]! }] : [],
  )
  const movement_type = movementType.codes.inspection
  const taken = (await takeOut(tx, org_id, receipt, wanted, undefined)).map(one => ({ ...one, movement_type }))
  const held = await holdForInspection(
    context,
    'outgoing',
    { ...receipt, supplier_id: null, always: true },
    taken.map(({ material_id, location_id, lot_number = '', quantity }) => ({
      ...{ material_id, location_id, lot_number, quantity: negate(quantity) },
    })),
  )
  const byMovement = new Map(taken.map((movement, index) => [movement, held[index]!]))
  const movements = await putElsewhere(tx, org_id, taken, movement => ({
    ...byMovement.get(movement as (typeof taken)[number]),
    ...{ movement_type, location_id: movement.location_id, container_id: movement.container_id ?? null },
  }))
  await post(tx, { org_id, movements })
  await matchAgain(context, { material_ids: [...new Set(taken.map(({ material_id }) => material_id))] })
  return openOutgoing(tx, org_id, receipt.id)
}

/**
 * Purchase and sales order lines behind the parts follow, and those of returns; what is more than open is refused there (5909, 5908, 5416).
 * Of goods that come back it answers which are to be inspected.
 */
async function tellOrders(
  tx: Tx,
  org_id: string,
  direction: Direction,
  { receipt_type, came_with }: ReceiptToSettle,
  parts: readonly Part[],
  now: number,
  asShown: (openOf: (part: Part) => Quantity) => void,
): Promise<readonly boolean[] | undefined> {
  const told = parts.map(({ line, quantity }) => ({ line_id: line.source_line_id ?? '', quantity }))
  const line_ids = parts.flatMap(({ line }) => line.source_line_id ?? [])
  if (direction === 'inbound' && receipt_type === inboundType.codes.purchase) {
    const arrival_ids = await lockArrivalsOf(tx, org_id, line_ids)
    await lockPurchaseOrdersOf(tx, org_id, line_ids)
    await expectArrivalsHeld(tx, org_id, line_ids, arrival_ids)
    const open = await openOfLines(tx, org_id, 'purchase_order_line', 'received_quantity', parts)
    asShown(part => open.get(part.line.source_line_id!)!)
    await recordReceipt(tx, org_id, told, now)
    await recordArrived(tx, org_id, { arrival_ids, received: told, came_with })
  }
  if (direction === 'outbound' && receipt_type === outboundType.codes.purchase_return) {
    const sent = parts.map(({ line, quantity }) => ({ line_id: line.source_line_id, quantity }))
    await recordSentBack(tx, org_id, sent)
  }
  if (direction === 'outbound' && receipt_type === outboundType.codes.sales) {
    await lockSalesOrdersOf(tx, org_id, { line_ids })
    const open = await openOfLines(tx, org_id, 'sales_order_line', 'shipped_quantity', parts)
    asShown(part => open.get(part.line.source_line_id!)!)
    await recordDelivery(tx, org_id, told)
  }
  if (direction === 'inbound' && receipt_type === inboundType.codes.sales_return && line_ids.length > 0) {
    const open = await openOfLines(tx, org_id, 'sales_return_line', 'received_quantity', parts)
    asShown(part => open.get(part.line.source_line_id!)!)
    return recordReturned(tx, org_id, told)
  }
  return undefined
}

/** What is open of the order lines behind the parts, now that they are locked. The material of a line is that of its order line. */
async function openOfLines(
  tx: Tx,
  org_id: string,
  table: 'purchase_order_line' | 'sales_order_line' | 'sales_return_line',
  done: 'received_quantity' | 'shipped_quantity',
  parts: readonly Part[],
): Promise<Map<string, Quantity>> {
  const found = await rows(
    tx,
    sql<{
      id: string
      material_id: string
      open: Quantity
    }>`select id, material_id, greatest(0, quantity - ${sql.ref(done)}) as open from ${sql.table(table)}
      where org_id = ${org_id} and id = any(${parts.map(part => part.line.source_line_id)}::uuid[])`,
  )
  const materials = new Map(found.map(({ id, material_id }) => [id, material_id]))
  parts.forEach(({ line }, index) => {
    if (materials.get(line.source_line_id ?? '') !== line.material_id) {
      refuse(generalErrors.recordNotFound, { row: index + 1, field: 'source_line_id' })
    }
  })
  return new Map(found.map(line => [line.id, line.open]))
}

interface MoForReceipt {
  id: string
  no: string
  rework_task_no: string | null
  material_id: string
  status: MoStatusCode
  completed_quantity: string
  inbound_quantity: string
}
const { to_be_produced, in_production, completed, in_warehouse } = moStatus.codes
const served: number[] = [to_be_produced, in_production, completed, in_warehouse]

async function lockMo(tx: Tx, org_id: string, mo_id: string | null): Promise<MoForReceipt> {
  const [mo] = await rows(
    tx,
    sql<MoForReceipt>`select id, no, rework_task_no, material_id, status, completed_quantity, inbound_quantity from mo
      where org_id = ${org_id} and id = ${mo_id} for no key update`,
  )
  if (!mo) return refuse(manufacturingErrors.moMissing)
  if (!served.includes(mo.status)) {
    const now = moStatus.stateOf(mo.status)
    refuse(generalErrors.statusNotAllowed, {
      detail: {
        zh: `工单为「${now.zh}」，发布后才能领料和入库`,
        en: `The MO is "${now.en}"; material moves once it is published`,
      },
    })
  }
  return mo
}

const componentsToPick = (tx: Tx, org_id: string, mo_id: string, now: number): Promise<ComponentFacts[]> =>
  rows(
    tx,
    sql<ComponentFacts>`select t.material_id, u."precision" as unit_precision, t.required_quantity, ${ownPicked('t')} as own_quantity,
        ${standInsOf('t')} as stand_ins, ${returnableQuantity} as returnable_quantity,
        x.code as material_code, ${substitutesOf('t', now)} as substitutes, ${heldToPick('t')} as held
      from mo_component t join mo m on m.org_id = t.org_id and m.id = t.mo_id join material x on x.org_id = t.org_id and x.id = t.material_id
        join unit u on u.org_id = x.org_id and u.id = x.unit_id
      where t.org_id = ${org_id} and t.mo_id = ${mo_id} order by t.operation_sequence, t.line_no`,
  )

const movementSource = ({ id, no, mo_id }: ReceiptToSettle) => ({
  ...{ receipt_no: no, source_type: 'receipt', source_id: id, mo_id },
})

function putIn(receipt: ReceiptToSettle, parts: readonly Part[]): Movement[] {
  return parts.map(({ line, quantity, location_id, lot_number, birth }) => ({
    ...movementSource(receipt),
    expire_time: birth?.expire_time ?? null,
    movement_type: movementOf('inbound', receipt.receipt_type),
    material_id: line.material_id,
    location_id: location_id!,
    lot_number: lot_number ?? '',
    quality_status: line.quality_status,
    quantity,
    supplier_id: receipt.supplier_id,
  }))
}

/** What is bought, made or given back and is to be inspected is held until then; `inspects`: of goods that come back, which it was asked for. */
async function inspected(
  context: Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>,
  receipt: ReceiptToSettle & { always: boolean },
  movements: readonly Movement[],
  inspects: readonly boolean[] | undefined,
): Promise<Movement[]> {
  const kind = inspects ? 'final' : inspectedAs[receipt.receipt_type]
  if (kind === undefined) return [...movements]
  const good = movements.filter(
    ({ quality_status }, index) => quality_status === qualityStatus.codes.finished && inspects?.[index] !== false,
  )
  const held = await holdForInspection(
    context,
    kind,
    { ...receipt, always: receipt.always || inspects !== undefined },
    good.map(({ material_id, quantity, location_id, lot_number = '' }) => ({
      ...{ material_id, quantity, location_id, lot_number },
    })),
  )
  const byMovement = new Map(good.map((movement, index) => [movement, held[index]!]))
  return movements.map(movement => ({ ...movement, ...byMovement.get(movement) }))
}
const inspectedAs: Readonly<Record<number, 'incoming' | 'final'>> = {
  [inboundType.codes.purchase]: 'incoming',
  [inboundType.codes.completion]: 'final',
}

/**
 * A part that names bin and lot is taken from there, whatever its age; others, and all that is picked for an MO, are
 * chosen by the ledger.
 */
async function takeOut(
  tx: Tx,
  org_id: string,
  receipt: ReceiptToSettle,
  parts: readonly Part[],
  mo_id: string | undefined,
): Promise<Movement[]> {
  const movement_type = movementOf('outbound', receipt.receipt_type)
  const isNamed = ({ line, location_id, lot_number }: Part) =>
    mo_id === undefined &&
    location_id !== null &&
    (lot_number !== null || line.quality_status !== qualityStatus.codes.finished)
  const named = parts.filter(isNamed).map(
    ({ line, quantity, location_id, lot_number }): Movement => ({
      ...movementSource(receipt),
      movement_type,
      material_id: line.material_id,
      location_id: location_id!,
      lot_number: lot_number ?? '',
      quality_status: line.quality_status,
      quantity: negate(quantity),
    }),
  )
  const holdings = mo_id === undefined ? [] : ((await holdingsOfMos(tx, org_id, [mo_id])).get(mo_id) ?? [])
  const issues = parts
    .filter(part => !isNamed(part))
    .map(({ line, quantity, location_id, lot_number }) => ({
      ...movementSource(receipt),
      material_id: line.material_id,
      quantity,
      holdings,
      location_id,
      lot_number,
    }))
  const { movements, short } = await issueFor(tx, { org_id, movement_type, issues })
  await refuseShort(tx, org_id, short)
  return [...(await outOfBins(tx, org_id, named)), ...movements]
}
