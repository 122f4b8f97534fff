import { text } from '@qitao/core/text.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { listPurchaseDemands } from '@qitao/purchasing/model/purchase-demand.calls.ts'
import { listArrivals, purchaseOrders } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { listSupplierScores } from '@qitao/purchasing/model/score/supplier-score.calls.ts'
import { type Asked, type Column, listed, type Question, quantity, type RowOf, stateIn } from '../question.ts'

const { list: listPurchaseOrders } = purchaseOrders.calls
type OrderRow = RowOf<typeof listPurchaseOrders>
const orderColumns: readonly Column<OrderRow>[] = [
  [text('采购订单', 'Purchase order'), row => row.no],
  [text('供应商', 'Supplier'), row => row.supplier_name],
  [text('首行物料', 'First material'), row => row.first_material_name],
  [text('预计到货', 'Expected'), (row, { day }) => day(row.eta)],
  [text('状态', 'State'), (row, of) => stateIn(purchaseStatus, row.status, of)],
]
type ArrivalRow = RowOf<typeof listArrivals>
const arrivalColumns: readonly Column<ArrivalRow>[] = [
  [text('采购订单', 'Purchase order'), row => row.purchase_order_no],
  [text('供应商', 'Supplier'), row => row.supplier_name],
  [text('物料', 'Material'), row => `${row.material_code} ${row.material_name}`],
  [text('未到', 'Open'), row => quantity(row.open_quantity, row.unit_name), 'number'],
  [text('预计到货', 'Expected'), (row, { day }) => day(row.eta)],
  [text('等待的工单', 'Orders waiting'), row => row.mo_count, 'number'],
]
const arrivals = {
  call: listArrivals,
  title: text('到货', 'Arrivals'),
  columns: arrivalColumns,
  link: (row: ArrivalRow, asked: Asked) =>
    asked.linkTo('purchase_order', { id: row.purchase_order_id, no: row.purchase_order_no }),
}

export const supplyQuestions: readonly Question[] = [
  listed({
    ...arrivals,
    key: 'when_comes',
    example: text('物料…什么时候到？', 'When does material … come?'),
    words: [
      /^(?:物料)?(?<what>.+?)(?:什么时候|何时|几时|哪天)(?:会|能)?(?:到|来)/,
      /when (?:does|will) (?:material )?(?<what>.+?) (?:come|arrive)/i,
    ],
    subjects: ['material'],
    input: ({ subject }) => ({ material_id: subject.id }),
    some: text(
      '{what} 有 {total} 行采购未到，最早的在前。',
      '{total} purchased lines of {what} are still to come, the earliest first.',
    ),
    none: text('{what} 没有在途的采购。', 'Nothing of {what} has been ordered that is still to come.'),
  }),
  listed({
    ...arrivals,
    key: 'arrivals_overdue',
    example: text('哪些到货逾期了？', 'Which arrivals are overdue?'),
    also: ['逾期的采购', 'overdue purchase orders'],
    words: [
      /(到货|采购|来料).*(逾期|晚|过期|超期|没到)|(逾期|晚|超期).*(到货|采购)/,
      /(arrivals?|purchase orders?|deliveries).*overdue|overdue (arrivals?|purchase|deliver)/i,
    ],
    input: () => ({ overdue: true }),
    some: text('{total} 行采购逾期未到。', '{total} purchased lines are overdue.'),
    none: text('没有逾期未到的采购。', 'No purchase is overdue.'),
  }),
  listed({
    ...arrivals,
    key: 'arrivals_soon',
    example: text('未来7天有哪些到货？', 'What arrives in the next 7 days?'),
    also: ['本周到货', 'arrivals this week', '今天到什么货'],
    words: [/(到货|来料|到什么货)/, /(what )?arriv(es|als?)/i],
    input: ({ days }) => ({ timestamp_range: days(0, 7) }),
    some: text('未来7天有 {total} 行采购到货。', '{total} purchased lines arrive within 7 days.'),
    none: text('未来7天没有到货。', 'Nothing arrives within 7 days.'),
  }),
  listed({
    key: 'orders_of_supplier',
    example: text('供应商…有哪些采购订单？', 'Which purchase orders does supplier … have?'),
    words: [
      /供应商(?<what>.+?)(?:有|的).*采购/,
      /purchase orders? (?:does|of|from|with) (?:the )?supplier (?<what>.+?)(?: have)?\??$/i,
    ],
    subjects: ['supplier'],
    call: listPurchaseOrders,
    input: ({ subject }) => ({ supplier_id: subject.id }),
    title: text('采购订单', 'Purchase orders'),
    some: text('{what} 有 {total} 张采购订单。', '{what} has {total} purchase orders.'),
    none: text('{what} 没有采购订单。', '{what} has no purchase order.'),
    columns: orderColumns,
    link: (row, asked) => asked.linkTo('purchase_order', row),
  }),
  listed({
    key: 'supplier_scores',
    example: text('供应商的准时率如何？', 'How punctual are the suppliers?'),
    also: ['供应商评分', 'supplier scores'],
    words: [/供应商.*(准时|评分|表现|交期率)/, /supplier scores?|punctual|on.time rate/i],
    call: listSupplierScores,
    input: ({ days }) => ({ timestamp_range: days(-90, 91) }),
    title: text('供应商评分', 'Supplier scores'),
    some: text('近90天有 {total} 家供应商到过货。', '{total} suppliers have delivered within 90 days.'),
    none: text('近90天没有供应商到过货。', 'No supplier has delivered within 90 days.'),
    columns: [
      [text('供应商', 'Supplier'), row => `${row.supplier_code} ${row.supplier_name}`],
      [text('到期行', 'Lines due'), row => row.due_count, 'number'],
      [text('准时行', 'On time'), row => row.on_time_count, 'number'],
      [text('准时率', 'On-time rate'), row => percent(row.on_time_rate), 'number'],
      [text('合格率', 'Accepted'), row => percent(row.accepted_rate), 'number'],
    ],
    link: (row, asked) => asked.linkTo('supplier', { id: row.id, no: row.supplier_code }),
  }),
  listed({
    key: 'must_buy',
    example: text('现在要买什么？', 'What must be bought?'),
    also: ['采购需求', 'purchase demand'],
    words: [/(要|该|需要)(买|采购)|采购需求/, /(must|should) (be bought|we buy|i buy)|what to buy|purchase demand/i],
    call: listPurchaseDemands,
    input: () => ({}),
    title: text('采购需求', 'What must be bought'),
    some: text('要采购 {total} 种物料。', '{total} materials must be bought.'),
    none: text('没有要采购的物料。', 'Nothing must be bought.'),
    columns: [
      [text('物料', 'Material'), row => `${row.material_code} ${row.material_name}`],
      [text('数量', 'Quantity'), row => quantity(row.quantity, row.unit_name), 'number'],
      [text('需用', 'Needed'), (row, { day }) => day(row.required_date)],
      [text('最晚下单', 'Order by'), (row, { day }) => day(row.latest_order_date)],
      [text('供应商', 'Supplier'), row => row.supplier_name],
      [text('工单', 'Work orders'), row => row.mo_count, 'number'],
    ],
  }),
]

/** A share of 1 that the call answers as text. */
function percent(share: string | number | null): string {
  return share === null ? '—' : `${Math.round(Number(share) * 1000) / 10} %`
}
