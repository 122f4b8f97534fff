import type { State } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { orderType } from '@qitao/sales/model/sales-order.status.ts'
import { pauseReason } from '@qitao/shopfloor/model/pause/pause.status.ts'
import { type Page, pages } from '@qitao/site/model/pages.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { standing } from './figure.status.ts'

/** What figures are split by. `states`: its values are codes with words; others are names that people gave. */
interface DimensionType {
  readonly title: Text
  readonly states?: readonly State[]
}
export const dimensions = {
  customer: { title: text('客户', 'Customer') },
  owner: { title: text('业务员', 'Salesperson') },
  product: { title: text('物料', 'Material') },
  series: { title: text('系列', 'Series') },
  order_type: { title: text('订单类型', 'Order type'), states: orderType.list },
  standing: { title: text('交期状态', 'Against its day'), states: standing.list },
  process: { title: text('工序', 'Process') },
  device: { title: text('设备', 'Machine') },
  workgroup: { title: text('班组', 'Workgroup') },
  reason: { title: text('不良原因', 'Reason of defects') },
  reason_group: { title: text('不良类别', 'Group of reasons') },
  pause_reason: { title: text('暂停原因', 'Why tasks rest'), states: pauseReason.list },
  warehouse: { title: text('仓库', 'Warehouse') },
  quality: { title: text('质量状态', 'Quality'), states: qualityStatus.list },
  supplier: { title: text('供应商', 'Supplier') },
} as const satisfies Record<string, DimensionType>
export type DimensionKey = keyof typeof dimensions
export const dimensionKeys = Object.keys(dimensions) as [DimensionKey, ...DimensionKey[]]
export const dimensionOf = (key: DimensionKey): DimensionType => dimensions[key]

interface FactsType {
  /** What one row is. */
  readonly title: Text
  /** Kind of record that a row opens (insight/model/record-kinds.ts). */
  readonly opens: string
  /** Who has one of these pages may see the figures: they show the same rows. */
  readonly pages: readonly Page[]
  readonly by: readonly DimensionKey[]
  /** Sums of the rows; a figure is made of them. */
  readonly sums: readonly string[]
  /** As things stand now, whatever period is asked for. */
  readonly now?: boolean
  /** Averages over the period that is asked for: its parts do not add up to it. */
  readonly averaged?: boolean
  /** Not read by a statement alone. */
  readonly computed?: boolean
  /** Its sums are stock at purchase prices: amounts are for who sees those, and shares of them for all. */
  readonly worth?: boolean
}
const factsOf = <const F extends FactsType>(of: F): F => of
const ofOrders = ['customer', 'owner', 'product', 'series'] as const

/** Rows that figures are made of; how each is read stands in `server/facts`. */
export const facts = {
  entered: factsOf({
    title: text('已提交订单的明细（按下单日期）', 'Lines of submitted orders, by order date'),
    opens: 'sales_order',
    pages: [pages.salesOrders],
    by: [...ofOrders, 'order_type'],
    sums: ['orders', 'lines', 'amount'],
  }),
  due: factsOf({
    title: text('到期的订单明细（按承诺日期）', 'Lines of orders that were due, by promised day'),
    opens: 'sales_order',
    pages: [pages.salesOrders],
    by: ofOrders,
    sums: ['lines', 'on_time', 'as_asked', 'quantity', 'quantity_in_time'],
  }),
  shipped: factsOf({
    title: text('已发完的订单明细（按发货日期）', 'Lines of orders that were shipped whole, by that day'),
    opens: 'sales_order',
    pages: [pages.salesOrders],
    by: ofOrders,
    sums: ['lines', 'lead_days', 'amount'],
  }),
  margins: factsOf({
    title: text(
      '已发货的订单明细（按最近发货日期）',
      'Order lines of which something was shipped, by the last day of it',
    ),
    opens: 'sales_order',
    pages: [pages.grossMargin],
    by: ofOrders,
    sums: ['margin', 'measured_revenue', 'measured_cost'],
  }),
  backlog: factsOf({
    title: text('未发完的订单明细', 'Lines of orders that are not shipped whole'),
    opens: 'sales_order',
    pages: [pages.salesOrders],
    by: [...ofOrders, 'standing'],
    sums: ['lines', 'amount'],
    now: true,
  }),
  inquiries: factsOf({
    title: text('询单（按询单日期）', 'Inquiries, by the day they were asked'),
    opens: 'inquiry',
    pages: [pages.orderPromise],
    by: ['customer'],
    sums: ['answered', 'lead_days'],
  }),
  new_inquiries: factsOf({
    title: text(
      '询单（按询单日期，不含已有订单的询交期）',
      'Inquiries, by the day they were asked; without dates asked for orders that stood already',
    ),
    opens: 'inquiry',
    pages: [pages.orderPromise],
    by: ['customer'],
    sums: ['answered', 'confirmed'],
  }),
  promises: factsOf({
    title: text('到期的承诺（按承诺日期）', 'Promises that were due, by promised day'),
    opens: 'inquiry',
    pages: [pages.orderPromise],
    by: ['customer'],
    sums: ['promises', 'kept'],
  }),
  starts: factsOf({
    title: text('应开工的工单（按计划开工）', 'Work orders that are due to start, by planned start'),
    opens: 'mo',
    pages: [pages.materialPlan, pages.manufacturingOrders],
    by: ['product', 'series'],
    sums: ['orders', 'kitted'],
  }),
  finishes: factsOf({
    title: text('应完工的工单（按计划完工）', 'Work orders that were due to finish, by planned finish'),
    opens: 'mo',
    pages: [pages.manufacturingOrders],
    by: ['product', 'series'],
    sums: ['orders', 'on_time'],
  }),
  tasks: factsOf({
    title: text('应完成的已发布任务（按发布的完工）', 'Published tasks that were due, by published finish'),
    opens: 'mo',
    pages: [pages.productionPlan, pages.dispatch],
    by: ['process', 'device', 'workgroup', 'product'],
    sums: ['tasks', 'adhered'],
  }),
  reports: factsOf({
    title: text('报工记录（按报工时间）', 'Reports, by time of the report'),
    opens: 'mo',
    pages: [pages.productionReport, pages.progress],
    by: ['process', 'device', 'workgroup', 'product', 'series', 'reason', 'reason_group'],
    sums: ['good', 'made', 'defective', 'first_good', 'first_made', 'hours', 'measured_hours', 'earned_hours'],
  }),
  losses: factsOf({
    title: text('报工和不合格处置', 'Reports, and what became of what failed'),
    opens: 'mo',
    pages: [pages.productionReport, pages.qcTasks],
    by: ['product', 'process'],
    sums: ['made', 'scrapped', 'reworked'],
  }),
  andon: factsOf({
    title: text('安灯呼叫（按呼叫时间）', 'Calls for help, by time of the call'),
    opens: 'mo',
    pages: [pages.workshopPlan, pages.dispatch],
    by: ['process', 'device', 'workgroup'],
    sums: ['calls', 'answered', 'answer_minutes', 'closed', 'close_minutes'],
  }),
  pauses: factsOf({
    title: text('任务的暂停（按开始时间）', 'Rests of tasks, by their beginning'),
    opens: 'mo',
    pages: [pages.workshopPlan, pages.dispatch],
    by: ['process', 'device', 'workgroup', 'pause_reason'],
    sums: ['pauses', 'hours'],
  }),
  machines: factsOf({
    title: text('设备在各周期的工时', 'Hours of machines in each period'),
    opens: 'device',
    pages: [pages.productionPlan],
    by: ['device', 'workgroup'],
    sums: ['available_hours', 'planned_hours', 'open_hours', 'run_hours', 'ideal_hours', 'good', 'made'],
    computed: true,
  }),
  turns: factsOf({
    title: text(
      '有采购价的物料在各周期的出库和平均库存',
      'Issues and average stock of materials with a price, by period',
    ),
    opens: 'material',
    pages: [pages.stock],
    by: ['product', 'series', 'warehouse'],
    averaged: true,
    worth: true,
    sums: ['issued', 'issued_a_year', 'average_value', 'average_value_days'],
  }),
  stock: factsOf({
    title: text('现有库存', 'Stock on hand'),
    opens: 'material',
    pages: [pages.stock],
    by: ['product', 'series', 'warehouse', 'quality'],
    sums: ['value', 'unpriced'],
    now: true,
    worth: true,
  }),
  counts: factsOf({
    title: text('已盘点的行（按盘点结束）', 'Lines that were counted, by end of the count'),
    opens: 'stock_count',
    pages: [pages.stockCounts],
    by: ['product', 'warehouse'],
    sums: ['lines', 'equal'],
  }),
  purchases: factsOf({
    title: text('到期的采购明细（按承诺到货日）', 'Purchase lines that were due, by ETA'),
    opens: 'purchase_order',
    pages: [pages.purchase],
    by: ['supplier', 'product'],
    sums: ['lines', 'on_time', 'received', 'accepted'],
  }),
  open_purchases: factsOf({
    title: text('未到齐的采购明细', 'Purchase lines that have not come whole'),
    opens: 'purchase_order',
    pages: [pages.purchase],
    by: ['supplier', 'product'],
    sums: ['lines', 'amount'],
    now: true,
  }),
  shortages: factsOf({
    title: text('缺料及等待它的订单', 'Short materials and the order lines that wait for them'),
    opens: 'material',
    pages: [pages.materialPlan],
    by: ['product', 'customer'],
    sums: ['materials'],
    now: true,
  }),
  waiting: factsOf({
    title: text('等待缺料的订单明细', 'Order lines that wait for short materials'),
    opens: 'sales_order',
    pages: [pages.materialPlan],
    by: ['product', 'customer'],
    sums: ['amount'],
    now: true,
  }),
} as const
export type FactsKey = keyof typeof facts
export const factsAt = (key: FactsKey): FactsType => facts[key]
