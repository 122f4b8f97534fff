import type { CustomValues } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import {
  add,
  fitsPrecision,
  isEqual,
  isLess,
  isMore,
  isPositive,
  least,
  type Quantity,
  subtract,
  sum,
} from '@qitao/core/quantity.ts'
import { type ErrorDefinition, refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { mostToMake } from '@qitao/sales/model/sales-order.calls.ts'
import { salesOrderLine } from '@qitao/sales/model/sales-order.record.ts'
import {
  expectNotPending,
  isFullyOffset,
  type MakingStage,
  quantityToMake,
} from '@qitao/sales/model/sales-order.rules.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { manufacturingErrors } from '../manufacturing.errors.ts'
import { mo } from './mo.record.ts'
import { inboundProgress, type MoAction, type MoStatusCode, moStatus } from './mo.status.ts'

const { codes } = moStatus

/** What the rules of a work order ask for. */
export interface MoFacts {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly status: MoStatusCode
  readonly material_id: string
  readonly planned_quantity: Quantity
  readonly completed_quantity: Quantity
  readonly inbound_quantity: Quantity
  readonly delivery_date: number
  readonly priority: number
  readonly merged: boolean
  readonly capacity_locked: boolean
  readonly material_locked: boolean
  readonly outsourced: boolean
  readonly order_line_id: string | null
  readonly order_id: string | null
  readonly parent_mo_id: string | null
  readonly manufacturing_bom_id: string | null
  readonly material_bom_id: string | null
  readonly furnace_code: string | null
  readonly remark: string | null
  readonly custom: CustomValues
  readonly operation_count: number
  readonly picked_quantity: Quantity
  /** Of its output, held by other work orders' locks. */
  readonly occupied_output: Quantity
  /** Of goods that are worked on again: the QC task that refused them. */
  readonly rework_task_no: string | null
}

export function expectAction(action: MoAction, status: MoStatusCode, error: ErrorDefinition): void {
  const why = moStatus.whyNot(action, status)
  if (why) refuse(error, { detail: why })
}
export const expectEditable = (order: MoFacts): void =>
  expectAction('edit', order.status, manufacturingErrors.moNotEditable)
/** Goods that are worked on again are with their order: it is as large as they are, and goes only as its QC task takes them back. */
export function expectNoRework(
  { no, rework_task_no }: Pick<MoFacts, 'no' | 'rework_task_no'>,
  error: ErrorDefinition,
): void {
  if (rework_task_no === null) return
  refuse(error, {
    ...{ no, task_no: rework_task_no },
    detail: text(
      '{no} 是返工工单，不良品已领出：请在质检任务 {task_no} 中撤回返工',
      '{no} is a rework order that has the refused goods: take the rework back in QC task {task_no}',
    ),
  })
}
export function expectDroppable(order: MoFacts): void {
  expectAction('drop', order.status, manufacturingErrors.moNotDeletable)
  expectNoRework(order, manufacturingErrors.moNotDeletable)
}
/** A rework order whose goods its QC task takes back: nothing of it is planned yet. */
export const expectTakenBack = (order: MoFacts): void =>
  expectAction('drop', order.status, manufacturingErrors.moNotDeletable)
export const expectLockable = (order: MoFacts): void =>
  expectAction('lock', order.status, manufacturingErrors.noneLockable)
/** Made outside or made here: before it is planned. Every stored work order is a formal one already. */
export function expectConvertible(order: MoFacts, target: 'outsource' | 'inhouse' | 'formal'): void {
  expectAction('convert', order.status, manufacturingErrors.moNotEditable)
  expectNoRework(order, manufacturingErrors.moNotEditable)
  if (target === 'formal')
    refuse(manufacturingErrors.moNotEditable, {
      detail: text('该工单已是正式工单', 'It is a formal work order already'),
    })
  if (order.outsourced === (target === 'outsource'))
    refuse(manufacturingErrors.moNotEditable, {
      detail: order.outsourced
        ? text('该工单已是委外工单', 'It is outsourced already')
        : text('该工单已是自制工单', 'It is made in house already'),
    })
}
/** Its steps stay while a supplier's order is about one of them: `no`, by the order's number. */
export function expectNotOrderedOutside(no: string | undefined, error: ErrorDefinition): void {
  if (no !== undefined)
    refuse(error, {
      detail: text(
        `其工序在委外单 ${no} 上，请先取消并删除该委外单`,
        `Outsourcing order ${no} is about a step of it: cancel and delete that first`,
      ),
    })
}
export const expectPublishable = (order: MoFacts): void =>
  expectAction('publish', order.status, generalErrors.statusNotAllowed)

export function expectSendable(order: MoFacts): void {
  expectAction('to_plan', order.status, manufacturingErrors.noneSendable)
  if (order.operation_count === 0) {
    refuse(manufacturingErrors.noneSendable, {
      detail: text(
        '没有工序：请先发布工艺路线或制造BOM',
        'It has no operations: release a routing or a manufacturing BoM first',
      ),
    })
  }
}
/** Not with outbound records, not while others hold its output (specification section 4). */
export function expectReturnable(order: MoFacts): void {
  expectAction('revert', order.status, manufacturingErrors.noneReturnable)
  if (order.rework_task_no === null && isPositive(order.picked_quantity)) refuse(manufacturingErrors.returnHasOutbound)
  if (isPositive(order.occupied_output)) refuse(manufacturingErrors.returnOccupied)
  if (order.capacity_locked)
    refuse(manufacturingErrors.moNotEditable, { detail: text('请先解锁产能', 'Unlock its capacity first') })
}

export function expectMergeable(orders: readonly MoFacts[]): void {
  const [first, ...others] = orders
  if (!first || others.length === 0)
    refuse(manufacturingErrors.mergeMismatch, { detail: text('请选择至少两个工单', 'Choose at least two work orders') })
  for (const order of orders) {
    if (order.merged)
      refuse(manufacturingErrors.mergedAgain, { detail: text('工单{no}', 'Work order {no}'), no: order.no })
    expectAction('merge', order.status, manufacturingErrors.mergeMismatch)
    expectNoRework(order, manufacturingErrors.mergeMismatch)
  }
  const same = (a: MoFacts, b: MoFacts) =>
    a.material_id === b.material_id && a.status === b.status && a.material_bom_id === b.material_bom_id
  if (others.some(order => !same(first, order))) refuse(manufacturingErrors.mergeMismatch)
}
/**
 * What people have written on work orders that become one: every remark, and furnace code and own fields where the orders that
 * have one agree. Refused otherwise, with what differs: none of it is lost unsaid.
 */
export function mergedNotes(orders: readonly MoFacts[]): Pick<OrderToMake, 'furnace_code' | 'remark' | 'custom'> {
  const differs = (what: Text): never =>
    refuse(manufacturingErrors.mergeMismatch, {
      detail: text(`${what.zh}不同，请先改为一致`, `They differ in ${what.en}; make it the same first`),
    })
  const furnaces = new Set(orders.flatMap(({ furnace_code }) => furnace_code || []))
  if (furnaces.size > 1) differs(mo.fields.furnace_code.title)
  const custom: Record<string, CustomValues[string]> = {}
  for (const order of orders)
    for (const [key, value] of Object.entries(order.custom)) {
      if (value === null || value === '') continue
      if (Object.hasOwn(custom, key) && JSON.stringify(custom[key]) !== JSON.stringify(value))
        differs(text(`自定义字段（${key}）`, `the custom field (${key})`))
      custom[key] = value
    }
  const remark = [...new Set(orders.flatMap(order => order.remark?.trim() || []))].join('；')
  if (!mo.fields.remark.schema.safeParse(remark).success) refuse(manufacturingErrors.moRemarkTooLong)
  return { furnace_code: [...furnaces][0] ?? null, remark: remark || null, custom }
}
export function expectSplittable(order: MoFacts, quantities: readonly Quantity[], precision: number): void {
  if (order.merged) refuse(manufacturingErrors.mergedSplit)
  expectAction('split', order.status, manufacturingErrors.moNotEditable)
  expectNoRework(order, manufacturingErrors.moNotEditable)
  const wrong =
    quantities.length < 2 ||
    !isEqual(sum(quantities), order.planned_quantity) ||
    quantities.some(one => !fitsPrecision(one, precision))
  if (wrong) {
    refuse(manufacturingErrors.splitQuantity, {
      planned: order.planned_quantity,
      detail: text('各数量之和应等于计划数量{planned}', 'The quantities must add up to the planned {planned}'),
    })
  }
}

const { codes: orderCodes } = salesOrderStatus

/** A sales order line as `so_to_mo` sees it. */
export interface LineToMake {
  readonly id: string
  readonly order_id: string
  readonly order_no: string
  readonly order_status: number
  readonly order_deleted: boolean
  readonly order_approval_status: number | null
  readonly order_delivery_date: number
  readonly order_priority: number
  readonly offset_flag: number
  readonly main_product_num: Quantity | null
  readonly material_id: string
  readonly quantity: Quantity
  readonly offset_quantity: Quantity
  readonly planned_quantity: Quantity
  readonly shipped_quantity: Quantity
  readonly delivery_date: number | null
}
export interface OrderToMake {
  readonly material_id: string
  readonly planned_quantity: Quantity
  readonly delivery_date: number
  readonly priority: number
  readonly order_id?: string | null
  readonly order_line_id?: string | null
  readonly parent_mo_id?: string | null
  /** So much of it the parent asked for; absent: as much as it needs. */
  readonly made_for_quantity?: Quantity | null
  readonly no?: string | null
  readonly furnace_code?: string | null
  readonly remark?: string | null
  readonly custom?: CustomValues | undefined
}
/** A sales order that is not submitted, cancelled or in the recycle bin takes no work orders, nor does one that has all its own. */
export function expectTakesMos({
  order_no,
  order_status,
  order_deleted,
  order_approval_status: approval_status,
}: Pick<LineToMake, 'order_no' | 'order_status' | 'order_deleted' | 'order_approval_status'>): void {
  if (order_deleted) refuse(salesErrors.orderMissing, { detail: text('{no}', '{no}'), no: order_no })
  expectNotPending({ approval_status })
  const detail = salesOrderStatus.whyNot('to_mo', order_status as CodeOf<typeof salesOrderStatus>)
  if (!detail) return
  const hasMos = order_status > orderCodes.planning && order_status !== orderCodes.cancelled
  refuse(hasMos ? salesErrors.orderHasMo : generalErrors.statusNotAllowed, { detail })
}
/** What somebody has looked at before lines become work orders. */
export interface LinesWish {
  readonly mos?:
    | readonly { readonly line_id: string; readonly planned_quantity: Quantity; readonly delivery_date: number }[]
    | undefined
  readonly offsets?: readonly { readonly line_id: string; readonly quantity: Quantity }[] | undefined
}
/** Lines that may become work orders now; refused with the first order that may not. */
export function linesToMake<L extends LineToMake>(lines: readonly L[]): L[] {
  if (lines.length === 0) refuse(salesErrors.orderMissing)
  for (const line of lines) {
    expectTakesMos(line)
    if (isFullyOffset(line)) refuse(salesErrors.fullyOffset)
  }
  const open = lines.filter(line => isPositive(quantityToMake(line)))
  if (open.length === 0) refuse(salesErrors.orderHasMo)
  if (open.length > mostToMake)
    refuse(generalErrors.badParameter, {
      ...{ field: 'order_ids', open: open.length, limit: mostToMake },
      detail: text(
        '共{open}行未转工单，一次最多{limit}行，请分次选择订单',
        '{open} lines are to be made and {limit} at once at most: choose fewer orders',
      ),
    })
  return open
}
/** One work order a line, of what is still open, or those that were looked at; a line is never made beyond that. */
export function ordersForLines(lines: readonly LineToMake[], { mos, offsets = [] }: LinesWish = {}): OrderToMake[] {
  const open = linesToMake(lines)
  const byId = new Map(open.map(line => [line.id, line]))
  const left = new Map(open.map(line => [line.id, quantityToMake(line)]))
  const take = (
    line_id: string,
    quantity: Quantity,
    row: number,
    field: 'planned_quantity' | 'quantity',
  ): LineToMake => {
    const line = byId.get(line_id) ?? refuse(generalErrors.recordNotFound, { row, field: 'line_id' })
    const rest = left.get(line_id)!
    if (isMore(quantity, rest))
      refuse(generalErrors.badParameter, {
        ...{ row, field, field_title: mo.fields.planned_quantity.title, open: rest },
        detail: text('该明细只剩{open}未转工单，请改小', 'Only {open} of the line are on no work order: enter no more'),
      })
    left.set(line_id, subtract(rest, quantity))
    return line
  }
  for (const [index, { line_id, quantity }] of offsets.entries()) take(line_id, quantity, index + 1, 'quantity')
  const due = (line: LineToMake) => line.delivery_date ?? line.order_delivery_date
  const wanted =
    mos ??
    open.flatMap(line => {
      const planned_quantity = left.get(line.id)!
      return isPositive(planned_quantity) ? [{ line_id: line.id, planned_quantity, delivery_date: due(line) }] : []
    })
  return wanted.map(({ line_id, planned_quantity, delivery_date }, index) => {
    const line = take(line_id, planned_quantity, index + 1, 'planned_quantity')
    if (delivery_date > due(line))
      refuse(salesErrors.lineDeliveryAfterOrder, {
        ...{ row: index + 1, field: 'delivery_date', field_title: mo.fields.delivery_date.title },
      })
    return {
      ...{ material_id: line.material_id, planned_quantity, delivery_date, priority: line.order_priority },
      ...{ order_id: line.order_id, order_line_id: line.id },
    }
  })
}

/** Stock that covers lines is there: neither taken nor meant for others. */
export function expectFree(
  offsets: readonly { readonly line_id: string; readonly quantity: Quantity }[],
  materialOf: (line_id: string) => string | undefined,
  free: ReadonlyMap<string, Quantity>,
): void {
  const taken = new Map<string, Quantity>()
  offsets.forEach(({ line_id, quantity }, index) => {
    const material_id = materialOf(line_id) ?? ''
    const all = add(taken.get(material_id) ?? '0', quantity)
    taken.set(material_id, all)
    const there = free.get(material_id) ?? '0'
    if (isMore(all, there))
      refuse(generalErrors.badParameter, {
        ...{ row: index + 1, field: 'quantity', free: there },
        field_title: salesOrderLine.fields.offset_quantity.title,
        detail: text('可用库存只有{free}，请改小', 'Only {free} are free in stock: enter no more'),
      })
  })
}

/** How far the work orders of a sales line are, from the least advanced of them; begun work shows. */
export function makingStage(statuses: readonly number[]): MakingStage {
  if (statuses.length === 0) return 'none'
  if (statuses.every(status => status >= codes.completed)) return 'finished'
  if (statuses.some(status => status >= codes.in_production)) return 'producing'
  if (statuses.every(status => status >= codes.to_be_produced)) return 'to_produce'
  return 'planning'
}

/** What a work order brings: what is planned; once it is finished, what of that has been made. */
export const willBeMade = (
  mo: Pick<MoFacts, 'planned_quantity' | 'completed_quantity'> & { readonly status: number },
): Quantity => (mo.status >= codes.completed ? least(mo.planned_quantity, mo.completed_quantity) : mo.planned_quantity)

/** After goods of a work order have come into stock. */
export function afterInbound(order: Pick<MoFacts, 'status' | 'completed_quantity' | 'inbound_quantity'>): {
  action: MoAction
  inbound_progress: number
} {
  const all = !isLess(order.inbound_quantity, order.completed_quantity) && moStatus.can('store_all', order.status)
  if (all) return { action: 'store_all', inbound_progress: inboundProgress.codes.done }
  const begun = isPositive(order.inbound_quantity)
  return {
    action: 'serve',
    inbound_progress: begun ? inboundProgress.codes.partial : inboundProgress.codes.pending,
  }
}
