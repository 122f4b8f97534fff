import { text } from '@qitao/core/text.ts'
import { listMosOfOrders } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { deliveryStatus, moExecStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { listInquiries } from '@qitao/promising/model/inquiry.calls.ts'
import { inquiryStatus } from '@qitao/promising/model/inquiry.status.ts'
import {
  countSalesOrders,
  listOrderLines,
  listSalesOrders,
  type SalesOrderRow,
} from '@qitao/sales/model/sales-order.calls.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { listShipments } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { type Asked, type Column, listed, nameOf, type Question, quantity, stateIn, tableOf } from '../question.ts'

const { approved, planning, to_produce, producing, finished } = salesOrderStatus.codes
const open = [approved, planning, to_produce, producing, finished]
const orderColumns: readonly Column<SalesOrderRow>[] = [
  [text('销售订单', 'Sales order'), row => row.no],
  [text('客户', 'Customer'), row => row.customer_name],
  [text('交期', 'Due'), (row, asked) => asked.day(row.delivery_date)],
  [text('状态', 'State'), (row, asked) => stateIn(salesOrderStatus, row.status, asked)],
  [text('数量', 'Quantity'), row => quantity(row.quantity), 'number'],
  [text('已发货', 'Shipped'), row => quantity(row.shipped_quantity), 'number'],
]
const orders = {
  call: listSalesOrders,
  title: text('销售订单', 'Sales orders'),
  columns: orderColumns,
  link: (row: SalesOrderRow, asked: Asked) => asked.linkTo('sales_order', row),
}

export const orderQuestions: readonly Question[] = [
  listed({
    ...orders,
    key: 'orders_due_today',
    example: text('今天要交的订单有哪些？', 'Which orders are due today?'),
    words: [/今[天日].*(要交|到期|交期|交货).*|.*今[天日].*交.*订单/, /orders?.*\b(due|to deliver)\b.*today/i],
    input: ({ days }) => ({
      ...{ timestamp_range: days(0, 1), date_field: 'delivery_date' as const, statuses: open },
      order_by: 'delivery_date',
    }),
    some: text('今天到期且未完成的销售订单有 {total} 张。', '{total} open sales orders are due today.'),
    none: text('今天没有到期而未完成的销售订单。', 'No open sales order is due today.'),
  }),
  listed({
    ...orders,
    key: 'orders_due_soon',
    example: text('未来7天要交的订单有哪些？', 'Which orders are due in the next 7 days?'),
    also: ['本周要交的订单', 'orders due this week'],
    words: [
      /(本周|这周|未来|近期|最近|7\s*天|七天).*(要交|到期|交期|交货)/,
      /orders?.*\bdue\b.*(week|next|soon|7 days)/i,
    ],
    input: ({ days }) => ({
      ...{ timestamp_range: days(0, 7), date_field: 'delivery_date' as const, statuses: open },
      order_by: 'delivery_date',
    }),
    some: text('未来7天到期且未完成的销售订单有 {total} 张。', '{total} open sales orders are due within 7 days.'),
    none: text('未来7天没有到期而未完成的销售订单。', 'No open sales order is due within 7 days.'),
  }),
  listed({
    ...orders,
    key: 'orders_overdue',
    example: text('哪些订单已经过了交期？', 'Which sales orders are past their due date?'),
    also: ['过期的订单', 'overdue sales orders'],
    words: [
      /订单.*(过了交期|过期|超期|逾期)|(过期|超期|逾期).*(销售)?订单/,
      /sales orders?.*(past|overdue)|overdue (sales )?orders/i,
    ],
    input: ({ days }) => ({
      ...{ timestamp_range: days(-365, 365), date_field: 'delivery_date' as const, statuses: open },
      order_by: 'delivery_date',
    }),
    some: text(
      '一年内过了交期而未完成的销售订单有 {total} 张，最早的在前。',
      '{total} open sales orders of the last year are past their due date, the oldest first.',
    ),
    none: text('一年内没有过了交期而未完成的销售订单。', 'No open sales order of the last year is past its due date.'),
  }),
  listed({
    ...orders,
    key: 'orders_new_today',
    example: text('今天新来了哪些订单？', 'Which orders came in today?'),
    words: [
      /今[天日].*(新|收到|下|来).*(订单|单)/,
      /(new )?orders?.*(came in|entered|received).*today|new orders today/i,
    ],
    input: ({ days }) => ({
      timestamp_range: days(0, 1),
      date_field: 'order_date' as const,
    }),
    some: text('今天的销售订单有 {total} 张。', '{total} sales orders are dated today.'),
    none: text('今天没有销售订单。', 'No sales order is dated today.'),
  }),
  {
    key: 'orders_by_state',
    example: text('各状态的订单各有多少？', 'How many sales orders are in each state?'),
    also: ['有多少销售订单', 'how many sales orders'],
    words: [/(各状态|多少(张|个)?).*(销售)?订单|订单.*(各有|一共|总共)?多少/, /how many (sales )?orders/i],
    calls: [countSalesOrders],
    async answer(asked) {
      const counts = await asked.ask(countSalesOrders, {})
      const states = [
        [salesOrderStatus.states.init, counts.init_count],
        [salesOrderStatus.states.approved, counts.approved_count],
        [salesOrderStatus.states.planning, counts.planning_count],
        [salesOrderStatus.states.to_produce, counts.to_produce_count],
        [salesOrderStatus.states.producing, counts.producing_count],
        [salesOrderStatus.states.finished, counts.finished_count],
        [salesOrderStatus.states.delivered, counts.delivered_count],
      ] as const
      const total = states.reduce((sum, [, count]) => sum + count, 0)
      return {
        text: asked.say(text('共有 {total} 张销售订单。', 'Sales orders: {total}.'), { total }),
        tables: [
          tableOf(asked, text('销售订单', 'Sales orders'), { result: states, total: states.length }, [
            [text('状态', 'State'), ([state], { say }) => say(state)],
            [text('数量', 'Count'), ([, count]) => count, 'number'],
          ]),
        ],
      }
    },
  },
  {
    key: 'order_standing',
    example: text('订单…怎么样了？', 'How is order …?'),
    also: [],
    words: [
      /^(?:销售)?订单?(?<what>.+?)(?:怎么样|进展|进度|情况|状态|到哪)/,
      /how is (?:the )?(?:sales )?order (?<what>.+)|status of (?:sales )?order (?<what2>.+)/i,
    ],
    subjects: ['sales_order'],
    calls: [listOrderLines, listMosOfOrders],
    async answer(asked) {
      const { id } = asked.subject
      const { result: lines } = await asked.ask(listOrderLines, { order_id: id })
      const { result: mos } = await asked.ask(listMosOfOrders, { order_ids: [id] })
      const late = mos.filter(mo => mo.delivery_status === deliveryStatus.codes.deadline_missed)
      return {
        text: asked.say(
          text(
            '{what}：{lines} 行，{mos} 张工单，其中计划晚于交期的 {late} 张。',
            '{what}: {lines} lines, {mos} work orders, {late} of them planned later than due.',
          ),
          { what: nameOf(asked.subject), lines: lines.length, mos: mos.length, late: late.length },
        ),
        tables: [
          tableOf(asked, text('订单明细', 'Lines'), { result: lines, total: lines.length }, [
            [text('产品', 'Product'), row => `${row.material_code} ${row.material_name}`],
            [text('数量', 'Quantity'), row => quantity(row.quantity, row.unit_name), 'number'],
            [text('已完工', 'Made'), row => quantity(row.produced_quantity), 'number'],
            [text('已发货', 'Shipped'), row => quantity(row.shipped_quantity), 'number'],
            [text('交期', 'Due'), (row, { day }) => day(row.delivery_date)],
            [text('状态', 'State'), (row, of) => stateIn(salesOrderStatus, row.status, of)],
          ]),
          tableOf(
            asked,
            text('工单', 'Work orders'),
            { result: mos, total: mos.length },
            [
              [text('工单', 'Work order'), row => row.no],
              [text('产品', 'Product'), row => `${row.material_code} ${row.material_name}`],
              [text('执行状态', 'Execution'), (row, of) => stateIn(moExecStatus, row.exec_status, of)],
              [text('计划完工', 'Planned finish'), (row, { time }) => time(row.planned_finish_time)],
              [text('交期', 'Due'), (row, { day }) => day(row.delivery_date)],
            ],
            row => asked.linkTo('mo', row),
          ),
        ],
      }
    },
  },
  listed({
    ...orders,
    key: 'orders_of_customer',
    example: text('客户…有哪些订单？', 'Which orders does customer … have?'),
    words: [
      /客户(?<what>.+?)(?:有|的).*订单/,
      /orders? (?:does|of|from) (?:the )?customer (?<what>.+?)(?: have)?\??$/i,
    ],
    subjects: ['customer'],
    input: ({ subject }) => ({ customer_id: subject.id, statuses: open, order_by: 'delivery_date' }),
    some: text('客户 {what} 未完成的销售订单有 {total} 张。', 'Customer {what} has {total} open sales orders.'),
    none: text('客户 {what} 没有未完成的销售订单。', 'Customer {what} has no open sales order.'),
  }),
  listed({
    key: 'ready_to_ship',
    example: text('哪些订单可以发货？', 'What is ready to ship?'),
    also: ['可以发货的有哪些', 'ready to ship'],
    words: [/(可以|能|可)发货|待发货/, /ready to (ship|be shipped)|can be shipped/i],
    call: listShipments,
    input: () => ({ ready: true }),
    title: text('待发货明细', 'Lines to ship'),
    some: text('{total} 行订单明细有货可发。', '{total} order lines have goods to ship.'),
    none: text('没有可以发货的订单明细。', 'No order line has goods to ship.'),
    columns: [
      [text('销售订单', 'Sales order'), row => row.order_no],
      [text('客户', 'Customer'), row => row.customer_name],
      [text('产品', 'Product'), row => `${row.material_code} ${row.material_name}`],
      [text('未发', 'Open'), row => quantity(row.open_quantity, row.unit_name), 'number'],
      [text('可发', 'Ready'), row => quantity(row.ready_quantity), 'number'],
      [text('交期', 'Due'), (row, { day }) => day(row.delivery_date)],
    ],
    link: (row, asked) => asked.linkTo('sales_order', { id: row.order_id, no: row.order_no }),
  }),
  listed({
    key: 'inquiries_open',
    example: text('有哪些询单还没有答复？', 'Which inquiries wait for an answer?'),
    also: ['待答复的询单', 'open inquiries'],
    words: [/询单|询价.*(没有|未|待)/, /inquir(y|ies)/i],
    call: listInquiries,
    input: () => ({ pool: 'pending' as const }),
    title: text('询单', 'Inquiries'),
    some: text('{total} 张询单待确认。', '{total} inquiries wait to be confirmed.'),
    none: text('没有待确认的询单。', 'No inquiry waits to be confirmed.'),
    columns: [
      [text('询单', 'Inquiry'), row => row.no],
      [text('客户', 'Customer'), row => row.customer_name],
      [text('状态', 'State'), (row, of) => stateIn(inquiryStatus, row.status, of)],
      [text('要求', 'Requested'), (row, { day }) => day(row.requested_date)],
      [text('可承诺', 'Possible'), (row, { day }) => day(row.promise_date)],
    ],
    link: (row, asked) => asked.linkTo('inquiry', row),
  }),
]
