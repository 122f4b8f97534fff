import { approveApproval, approveApprovals } from '@qitao/access/model/approval/approval.calls.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskResult, taskStatus } from '@qitao/quality/model/task/task.status.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { inboundStatus } from '@qitao/warehouse/model/receipt.status.ts'

/** A row that was written, as its history has it. */
export interface Change {
  /** The state before it; null: the row is new. */
  readonly was: unknown
  /** Nothing but its version has changed. */
  readonly is_touched: boolean
  /** The call or job that did it. */
  readonly cause: string | null
  readonly row: Readonly<Record<string, unknown>>
}
type Told = readonly [plain: readonly string[], quantities?: readonly string[]]

/** Of the rows that events are seen in, what is told, under the names that the calls use. Quantities are decimal texts, as everywhere. */
export const hookTables = {
  sales_order: [['id', 'no', 'status', 'customer_id', 'customer_order_no', 'order_date', 'delivery_date']],
  // An order that waits for its approval is that approval.
  approval: [['object_id', 'object_no', 'module_code']],
  mo: [
    ['id', 'no', 'status', 'order_id', 'material_id', 'planned_start_time', 'planned_finish_time', 'delivery_date'],
    ['planned_quantity', 'completed_quantity', 'defective_quantity'],
  ],
  receipt: [['id', 'no', 'status', 'receipts_type', 'receipt_type', 'order_id', 'purchase_order_id', 'mo_id']],
  qc_task: [
    ['id', 'no', 'status', 'result', 'qc_type', 'material_id', 'lot_number', 'source_no', 'judged_time'],
    ['quantity', 'passed_quantity', 'concession_quantity', 'failed_quantity'],
  ],
  /** Without a history: what they tell of is read when it is told. */
  plan_version: [[]],
  stock_bound_told: [[]],
  material_bound_told: [[]],
  notice_case: [[]],
} as const satisfies Readonly<Record<string, Told>>
export type HookTable = keyof typeof hookTables
export const isHookTable = (name: string): name is HookTable => Object.hasOwn(hookTables, name)

interface HookEvent {
  readonly title: Text
  /** Where it is seen, and when a change there is it. */
  readonly seen: Readonly<Partial<Record<HookTable, (change: Change) => boolean>>>
}
const order = salesOrderStatus.codes
const mo = moStatus.codes
const receipt = inboundStatus.codes
const entersForce = ({ was, row }: Change) => row.status === order.approved && (was === null || was === order.init)
const decisions: readonly unknown[] = [approveApproval.path, approveApprovals.path]
const one = (of: readonly unknown[], value: unknown): boolean => of.includes(value)
const made = [mo.completed, mo.in_warehouse]

/** What other systems may be told of; the only list of it. */
export const hookEvents = {
  sales_order_submitted: {
    title: text('销售订单提交', 'Sales order submitted'),
    seen: {
      approval: ({ was, row }) => was === null && row.module_code === 'SO',
      sales_order: change => entersForce(change) && !decisions.includes(change.cause),
    },
  },
  sales_order_approved: {
    title: text('销售订单生效', 'Sales order approved'),
    seen: { sales_order: entersForce },
  },
  sales_order_cancelled: {
    title: text('销售订单取消', 'Sales order cancelled'),
    seen: { sales_order: ({ was, row }) => row.status === order.cancelled && was !== order.cancelled },
  },
  mo_released: {
    title: text('工单发布', 'Work order released'),
    seen: { mo: ({ was, row }) => row.status === mo.to_be_produced && one([mo.todo, mo.planned], was) },
  },
  mo_finished: {
    title: text('工单完工', 'Work order finished'),
    seen: { mo: ({ was, row }) => one(made, row.status) && was !== null && !one(made, was) },
  },
  receipt_posted: {
    title: text('出入库过账', 'Receipt posted'),
    seen: {
      receipt: ({ was, row, is_touched }) =>
        one([receipt.partly, receipt.completed], row.status) && (was !== row.status || is_touched),
    },
  },
  stock_below_safety: {
    title: text('库存低于下限', 'Stock below its lower bound'),
    seen: { stock_bound_told: () => true, material_bound_told: () => true },
  },
  plan_published: {
    title: text('计划发布', 'Plan published'),
    seen: { plan_version: ({ was, row }) => was === null && row.reason === 'publish' },
  },
  inspection_judged: {
    title: text('质检判定', 'Inspection judged'),
    seen: {
      qc_task: ({ was, row }) =>
        row.status === taskStatus.codes.done &&
        was !== null &&
        was !== taskStatus.codes.done &&
        row.result !== taskResult.codes.gone,
    },
  },
  notice_raised: {
    title: text('提醒规则触发', 'A notice rule tells of something'),
    seen: { notice_case: ({ row }) => row.by_hook === true },
  },
} as const satisfies Readonly<Record<string, HookEvent>>
export type HookKind = keyof typeof hookEvents
export const hookKinds = Object.keys(hookEvents) as HookKind[]
/** Of a press on the test button: it tells that the way is open. */
export const testKind = 'test'
export const hookKindTitle = (kind: string): Text =>
  kind === testKind
    ? text('测试', 'Test')
    : ((hookEvents as Readonly<Record<string, HookEvent>>)[kind]?.title ?? text(kind, kind))

const seenIn = (kind: HookKind): HookEvent['seen'] => hookEvents[kind].seen
/** Whose changes have to be looked at for these kinds. */
export const tablesOf = (kinds: readonly HookKind[]): HookTable[] => [
  ...new Set(kinds.flatMap(kind => Object.keys(seenIn(kind)).filter(isHookTable))),
]
/** Which events a change is. */
export const eventsIn = (table: HookTable, change: Change): HookKind[] =>
  hookKinds.filter(kind => seenIn(kind)[table]?.(change))
