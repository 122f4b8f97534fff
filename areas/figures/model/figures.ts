import { type Text, text } from '@qitao/core/text.ts'
import type { FactsKey, facts } from './facts.ts'

export type FigureUnit = 'percent' | 'count' | 'days' | 'hours' | 'minutes' | 'quantity' | 'money' | 'turns'
const units: Readonly<Partial<Record<FigureUnit, Text>>> = {
  percent: text('%', '%'),
  days: text('天', 'd'),
  hours: text('小时', 'h'),
  minutes: text('分钟', 'min'),
  turns: text('次/年', '/ year'),
}
/** What stands behind a number; money has the currency of the company. */
export const unitWords = (unit: FigureUnit): Text | undefined => units[unit]
export interface FigureType {
  /** As the dictionary of figures numbers it. */
  readonly k: string | null
  readonly title: Text
  readonly formula: Text
  readonly unit: FigureUnit
  /** Which way is better; null where neither is. */
  readonly better: 'more' | 'less' | null
  readonly facts: FactsKey
  /** The product of these parts, each a sum over a sum or, without a second one, a sum. */
  readonly of: readonly (readonly [part: string, whole?: string])[]
}
const figure = <K extends FactsKey>(
  key: K,
  of: readonly (readonly [(typeof facts)[K]['sums'][number], (typeof facts)[K]['sums'][number]?])[],
  more: Omit<FigureType, 'facts' | 'of'>,
): FigureType => ({ ...more, facts: key, of: of as FigureType['of'] })

/** Every figure of the product, declared once: pages, dashboards, reports and comparisons read it here. */
export const figures = {
  order_count: figure('entered', [['orders']], {
    ...{ k: null, unit: 'count', better: 'more', title: text('订单数', 'Orders entered') },
    formula: text('已提交且未取消的销售订单数', 'Submitted orders that are not cancelled'),
  }),
  order_value: figure('entered', [['amount']], {
    ...{ k: null, unit: 'money', better: 'more', title: text('订单金额', 'Value of orders entered') },
    formula: text(
      '上述订单的明细金额合计（仅本位币订单）',
      'Sum of their lines; orders in the currency of the company only',
    ),
  }),
  on_time_delivery: figure('due', [['on_time', 'lines']], {
    ...{ k: 'K3', unit: 'percent', better: 'more', title: text('准时交付率', 'On-time delivery') },
    formula: text(
      '承诺日或之前发完的明细 ÷ 到期的明细',
      'Lines shipped whole on or before the promised day ÷ lines that were due',
    ),
  }),
  otif: figure('due', [['as_asked', 'lines']], {
    ...{ k: 'K4', unit: 'percent', better: 'more', title: text('准时足量交付率', 'OTIF') },
    formula: text(
      '客户要求日或之前足量发出的明细 ÷ 到期的明细',
      'Lines shipped in full on or before the day the customer asked for ÷ lines that were due',
    ),
  }),
  fill_rate: figure('due', [['quantity_in_time', 'quantity']], {
    ...{ k: 'K5', unit: 'percent', better: 'more', title: text('数量满足率', 'Fill rate') },
    formula: text('到期日前发出的数量 ÷ 到期的数量', 'Units shipped by the promised day ÷ units that were due'),
  }),
  order_lead_time: figure('shipped', [['lead_days', 'lines']], {
    ...{ k: 'K20', unit: 'days', better: 'less', title: text('订单交付周期', 'Order lead time') },
    formula: text('从下单到发完的天数，按明细平均', 'Days from order to the last shipment, averaged over lines'),
  }),
  shipped_value: figure('shipped', [['amount']], {
    ...{ k: null, unit: 'money', better: 'more', title: text('发完明细金额', 'Value of lines shipped whole') },
    formula: text(
      '发完的明细金额合计，减退回部分（仅本位币订单）',
      'Sum of the lines that were shipped whole, less what came back; currency of the company only',
    ),
  }),
  backlog_lines: figure('backlog', [['lines']], {
    ...{ k: null, unit: 'count', better: null, title: text('在手明细', 'Lines in hand') },
    formula: text('已提交、未发完的明细数', 'Lines of submitted orders that are not shipped whole'),
  }),
  backlog_value: figure('backlog', [['amount']], {
    ...{ k: null, unit: 'money', better: null, title: text('在手订单金额', 'Value in hand') },
    formula: text('未发数量 × 单价（仅本位币订单）', 'Quantity not yet shipped × price; currency of the company only'),
  }),
  shipped_revenue: figure('margins', [['measured_revenue']], {
    ...{ k: null, unit: 'money', better: 'more', title: text('收入（已发货）', 'Revenue (shipped)') },
    formula: text(
      '已发数量（减退回）× 单价，含部分发货；与毛利是同一批明细：外币、无单价或缺成本价的不计',
      'Quantity shipped, less what came back, × price, part shipments too; of the same lines as the gross margin: without other currencies, without a price, or with a cost that is not known',
    ),
  }),
  shipped_cost: figure('margins', [['measured_cost']], {
    ...{ k: null, unit: 'money', better: null, title: text('成本（已发货）', 'Cost (shipped)') },
    formula: text(
      '同一批明细的材料、人工、设备、委外和制造费用',
      'Material, labour, machines, outsourcing and overhead of the same lines',
    ),
  }),
  gross_margin: figure('margins', [['margin']], {
    ...{ k: 'K16', unit: 'money', better: 'more', title: text('毛利', 'Gross margin') },
    formula: text(
      '收入（已发货）− 成本（已发货）；外币、无单价或缺成本价的明细不计',
      'Revenue (shipped) − cost (shipped); without lines in other currencies, without a price, or with a cost that is not known',
    ),
  }),
  gross_margin_rate: figure('margins', [['margin', 'measured_revenue']], {
    ...{ k: 'K16', unit: 'percent', better: 'more', title: text('毛利率', 'Gross margin rate') },
    formula: text('毛利 ÷ 同一批明细的收入', 'Gross margin ÷ revenue of the same lines'),
  }),
  promise_lead_time: figure('inquiries', [['lead_days', 'answered']], {
    ...{ k: 'K20', unit: 'days', better: 'less', title: text('承诺周期', 'Promise lead time') },
    formula: text(
      '从询单到承诺日的天数，按有答复的询单平均',
      'Days from the inquiry to the promised day, averaged over those answered',
    ),
  }),
  conversion: figure('new_inquiries', [['confirmed', 'answered']], {
    ...{ k: 'K21', unit: 'percent', better: 'more', title: text('询单转化率', 'Conversion of inquiries') },
    formula: text(
      '已确认的询单 ÷ 有答复的询单，不含已有订单的询交期',
      'Inquiries confirmed ÷ inquiries answered, without dates asked for orders that stood already',
    ),
  }),
  promise_reliability: figure('promises', [['kept', 'promises']], {
    ...{ k: 'K21', unit: 'percent', better: 'more', title: text('承诺兑现率', 'Promises kept') },
    formula: text(
      '承诺日前整单发完的承诺 ÷ 到期的承诺',
      'Promises whose whole order was shipped by their day ÷ promises that were due',
    ),
  }),
  kitting_rate: figure('starts', [['kitted', 'orders']], {
    ...{ k: 'K6', unit: 'percent', better: 'more', title: text('齐套率', 'Kitting rate') },
    formula: text(
      '计划开工时已齐套或已锁定的工单 ÷ 应开工的工单（未到开工时间的按现状）',
      'Work orders that were kitted or locked at their planned start ÷ those due to start; those still to start as they stand',
    ),
  }),
  mo_on_time: figure('finishes', [['on_time', 'orders']], {
    ...{ k: 'K8', unit: 'percent', better: 'more', title: text('工单按期完工率', 'Work orders on time') },
    formula: text(
      '计划完工时间前完工的工单 ÷ 应完工的工单',
      'Work orders finished by their planned finish ÷ those that were due',
    ),
  }),
  adherence: figure('tasks', [['adhered', 'tasks']], {
    ...{ k: 'K7', unit: 'percent', better: 'more', title: text('计划达成率', 'Schedule adherence') },
    formula: text(
      '开工和完工都在发布计划前后4小时内的任务 ÷ 应完成的任务',
      'Tasks begun and finished within 4 hours of the published plan ÷ tasks that were due',
    ),
  }),
  output: figure('reports', [['good']], {
    ...{ k: null, unit: 'quantity', better: 'more', title: text('合格数量', 'Good output') },
    formula: text('有效报工的合格数量合计', 'Sum of good quantities of valid reports'),
  }),
  work_hours: figure('reports', [['hours']], {
    ...{ k: null, unit: 'hours', better: null, title: text('报工工时', 'Hours reported') },
    formula: text('有效报工的工时合计', 'Sum of hours of valid reports'),
  }),
  first_pass_yield: figure('reports', [['first_good', 'first_made']], {
    ...{ k: 'K10', unit: 'percent', better: 'more', title: text('一次合格率', 'First pass yield') },
    formula: text(
      '首次加工即合格的数量 ÷ 首次加工的数量，不含返工工单；报返工的、再加工的不算首次合格',
      'Good at the first pass ÷ all that passed for the first time, without orders of rework; what is sent to rework and comes back is not good at first',
    ),
  }),
  scrap_quantity: figure('reports', [['defective']], {
    ...{ k: null, unit: 'quantity', better: 'less', title: text('不良数量', 'Scrap') },
    formula: text('有效报工的不良数量合计，按原因各计各的', 'Sum of scrap of valid reports; of each reason its own'),
  }),
  defect_rate: figure('reports', [['defective', 'made']], {
    ...{ k: null, unit: 'percent', better: 'less', title: text('不良率', 'Defect rate') },
    formula: text('不良数量 ÷ 报工数量', 'Defective ÷ reported quantity'),
  }),
  labour_efficiency: figure('reports', [['earned_hours', 'measured_hours']], {
    ...{ k: 'K17', unit: 'percent', better: 'more', title: text('工时效率', 'Labour efficiency') },
    formula: text(
      '合格数量的标准工时 ÷ 报工工时，仅计有工时且有标准的报工',
      'Standard hours of good quantity ÷ hours reported, of reports that have both',
    ),
  }),
  andon_calls: figure('andon', [['calls']], {
    ...{ k: null, unit: 'count', better: 'less', title: text('安灯呼叫次数', 'Calls for help') },
    formula: text('从任务发出的呼叫数', 'Calls from tasks'),
  }),
  andon_response: figure('andon', [['answer_minutes', 'answered']], {
    ...{ k: null, unit: 'minutes', better: 'less', title: text('安灯响应时间', 'Time to answer a call') },
    formula: text(
      '从呼叫到响应的分钟数，按已响应的呼叫平均',
      'Minutes from the call to its answer, averaged over those answered',
    ),
  }),
  andon_solved: figure('andon', [['close_minutes', 'closed']], {
    ...{ k: null, unit: 'minutes', better: 'less', title: text('安灯解决时间', 'Time to solve a call') },
    formula: text(
      '从呼叫到解决的分钟数，按已解决的呼叫平均',
      'Minutes from the call to its end, averaged over those solved',
    ),
  }),
  pause_count: figure('pauses', [['pauses']], {
    ...{ k: null, unit: 'count', better: 'less', title: text('暂停次数', 'Rests of tasks') },
    formula: text('任务暂停的次数', 'How often tasks rested'),
  }),
  pause_hours: figure('pauses', [['hours']], {
    ...{ k: null, unit: 'hours', better: 'less', title: text('暂停时间', 'Time that tasks rested') },
    formula: text(
      '从暂停到继续的小时数；仍在暂停的计到现在',
      'Hours from pause to going on; of those that still rest up to now',
    ),
  }),
  scrap_rate: figure('losses', [['scrapped', 'made']], {
    ...{ k: 'K11', unit: 'percent', better: 'less', title: text('报废率', 'Scrap rate') },
    formula: text('判定报废的数量 ÷ 报工数量', 'Quantity that was scrapped ÷ reported quantity'),
  }),
  rework_rate: figure('losses', [['reworked', 'made']], {
    ...{ k: 'K11', unit: 'percent', better: 'less', title: text('返工率', 'Rework rate') },
    formula: text(
      '报工和质检判定返工的数量 ÷ 报工数量',
      'Quantity that reports and inspections send to be worked on again ÷ reported quantity',
    ),
  }),
  oee: figure(
    'machines',
    [
      ['run_hours', 'open_hours'],
      ['ideal_hours', 'run_hours'],
      ['good', 'made'],
    ],
    {
      ...{ k: 'K1', unit: 'percent', better: 'more', title: text('设备综合效率OEE', 'OEE') },
      formula: text('时间开动率 × 性能开动率 × 合格率', 'Availability × performance × quality'),
    },
  ),
  availability: figure('machines', [['run_hours', 'open_hours']], {
    ...{ k: 'K1', unit: 'percent', better: 'more', title: text('时间开动率', 'Availability') },
    formula: text('运行时间 ÷ 开放时间', 'Run time ÷ time that machines were open'),
  }),
  performance: figure('machines', [['ideal_hours', 'run_hours']], {
    ...{ k: 'K1', unit: 'percent', better: 'more', title: text('性能开动率', 'Performance') },
    formula: text('全速时的理论时间 ÷ 运行时间', 'Time at full speed ÷ run time'),
  }),
  planned_load: figure('machines', [['planned_hours', 'available_hours']], {
    ...{ k: 'K2', unit: 'percent', better: null, title: text('计划负荷率', 'Planned utilisation') },
    formula: text('计划工时 ÷ 日历可用工时', 'Hours planned ÷ hours of the calendar'),
  }),
  stock_turns: figure('turns', [['issued_a_year', 'average_value']], {
    ...{ k: 'K12', unit: 'turns', better: 'more', title: text('库存周转次数', 'Inventory turns a year') },
    formula: text(
      '领料和销售出库金额折合一年 ÷ 平均库存金额，按物料采购价，无价物料不计',
      'Issues to production and customers, as of a year ÷ average stock value, at purchase prices; without those that have none',
    ),
  }),
  issued_value: figure('turns', [['issued']], {
    ...{ k: null, unit: 'money', better: null, title: text('出库金额', 'Value issued') },
    formula: text(
      '领料和销售出库数量（减退回）× 采购价，无价物料不计',
      'Quantity issued to production and customers, less what came back, × purchase price; without materials that have none',
    ),
  }),
  stock_days: figure('turns', [['average_value_days', 'issued_a_year']], {
    ...{ k: 'K12', unit: 'days', better: 'less', title: text('库存天数', 'Days of stock') },
    formula: text('365 ÷ 周转次数', '365 ÷ turns'),
  }),
  stock_value: figure('stock', [['value']], {
    ...{ k: null, unit: 'money', better: null, title: text('库存金额', 'Stock value') },
    formula: text(
      '现有数量 × 采购价，无价物料不计',
      'Quantity on hand × purchase price; without materials that have none',
    ),
  }),
  count_accuracy: figure('counts', [['equal', 'lines']], {
    ...{ k: 'K13', unit: 'percent', better: 'more', title: text('库存准确率', 'Stock accuracy') },
    formula: text('盘点无差异的行 ÷ 已盘点的行', 'Lines without a difference ÷ lines counted'),
  }),
  supplier_on_time: figure('purchases', [['on_time', 'lines']], {
    ...{ k: 'K14', unit: 'percent', better: 'more', title: text('供应商准时率', 'Supplier on-time delivery') },
    formula: text(
      '承诺到货日或之前到齐的明细 ÷ 到期的明细',
      'Lines that came whole by their ETA ÷ lines that were due',
    ),
  }),
  supplier_quality: figure('purchases', [['accepted', 'received']], {
    ...{ k: 'K14', unit: 'percent', better: 'more', title: text('来料合格率', 'Accepted of received') },
    formula: text('入库为良品的数量 ÷ 入库数量', 'Quantity received as good ÷ quantity received'),
  }),
  open_purchase_value: figure('open_purchases', [['amount']], {
    ...{ k: null, unit: 'money', better: null, title: text('未到货采购金额', 'Open purchase orders') },
    formula: text(
      '未到数量 × 单价（仅本位币订单）',
      'Quantity that has not come × price; currency of the company only',
    ),
  }),
  short_materials: figure('shortages', [['materials']], {
    ...{ k: 'K22', unit: 'count', better: 'less', title: text('缺料种数', 'Short materials') },
    formula: text('有工单缺用的物料数', 'Materials that work orders are short of'),
  }),
  shortage_exposure: figure('waiting', [['amount']], {
    ...{ k: 'K22', unit: 'money', better: 'less', title: text('缺料影响金额', 'Shortage exposure') },
    formula: text(
      '缺料工单的订单明细未发金额，缺多种物料的明细只计一次（仅本位币订单）',
      'Value not yet shipped of order lines whose work orders are short, each line once however many materials lack; currency of the company only',
    ),
  }),
} as const satisfies Record<string, FigureType>
export type FigureKey = keyof typeof figures
export const figureKeys = Object.keys(figures) as [FigureKey, ...FigureKey[]]
export const figureOf = (key: FigureKey): FigureType => figures[key]
