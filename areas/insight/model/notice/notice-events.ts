import type { State } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { RecordKindName } from '../record-kinds.ts'

/** What a matter is about, as it stands now. */
export interface Fact {
  readonly object_id: string
  readonly no: string
  /** Customer, product or supplier. */
  readonly subject: string | null
  readonly measure: number
  /** In the currency of the company. */
  readonly value: string | null
  readonly owner_ids: readonly string[]
}
interface NoticeEvent {
  readonly title: Text
  readonly kind: RecordKindName
  /** What the measure counts, and its unit. */
  readonly counts: Text
  readonly unit: Text
  /** Told when it is so much or more, or when it is so much or less. */
  readonly from: boolean
  readonly usual: number
  readonly hasValue: boolean
  /** Its documents have a data scope: who sees the own only does not see those of others. */
  readonly hasScope: boolean
  readonly says: (measure: number) => Text
}
const days = text('天', 'days')
const hours = text('小时', 'hours')

/** Matters that members can be told of; the only list of them. How each is found: `areas/insight/server/notice/notice-facts.ts`. */
export const noticeEvents = {
  order_at_risk: {
    title: text('订单将延期', 'Order will be late'),
    kind: 'sales_order',
    hasScope: true,
    ...{ counts: text('计划晚于交期', 'Planned after its date by'), unit: days, from: true, usual: 1, hasValue: true },
    says: n => text(`按计划将晚于交期${n}天`, `by the plan it is ${n} days after its date`),
  },
  order_late: {
    title: text('订单已逾期', 'Order is late'),
    kind: 'sales_order',
    hasScope: true,
    ...{ counts: text('已逾期', 'Late by'), unit: days, from: true, usual: 1, hasValue: true },
    says: n => text(`已逾期${n}天`, `it is ${n} days late`),
  },
  promise_in_danger: {
    title: text('承诺有风险', 'Promise in danger'),
    kind: 'sales_order',
    hasScope: true,
    ...{
      counts: text('计划晚于承诺', 'Planned after the promise by'),
      unit: days,
      from: true,
      usual: 1,
      hasValue: true,
    },
    says: n => text(`按计划将晚于承诺日期${n}天`, `by the plan it is ${n} days after what was promised`),
  },
  abnormal_demand: {
    title: text('需求异常', 'Abnormal demand'),
    kind: 'sales_order',
    hasScope: true,
    ...{ counts: text('为平常的', 'Against the usual'), unit: text('%', '%'), from: true, usual: 150, hasValue: true },
    says: n => text(`需求为平常的${n}%`, `it asks for ${n} % of what is usual`),
  },
  shortage: {
    title: text('工单缺料', 'Work order is short'),
    kind: 'mo',
    hasScope: false,
    ...{ counts: text('距计划开工', 'Until its planned start'), unit: days, from: false, usual: 3, hasValue: false },
    says: n => text(`缺料，距计划开工${n}天`, `material is short, it starts in ${n} days`),
  },
  mo_late: {
    title: text('工单逾期', 'Work order is late'),
    kind: 'mo',
    hasScope: false,
    ...{
      counts: text('晚于计划完工', 'After its planned finish by'),
      unit: days,
      from: true,
      usual: 1,
      hasValue: false,
    },
    says: n => text(`晚于计划完工${n}天`, `it is ${n} days after its planned finish`),
  },
  machine_down: {
    title: text('设备停机', 'Machine is down'),
    kind: 'device',
    hasScope: false,
    ...{ counts: text('已停', 'Down for'), unit: hours, from: true, usual: 1, hasValue: false },
    says: n => text(`已停机${n}小时`, `it is down for ${n} hours`),
  },
  inspection_overdue: {
    title: text('质检超期', 'Inspection is overdue'),
    kind: 'qc_task',
    hasScope: false,
    ...{ counts: text('已超期', 'Overdue by'), unit: hours, from: true, usual: 4, hasValue: false },
    says: n => text(`质检超期${n}小时`, `the inspection is ${n} hours overdue`),
  },
  purchase_late: {
    title: text('采购逾期', 'Purchase is late'),
    kind: 'purchase_order',
    hasScope: false,
    ...{ counts: text('晚于到货日期', 'After its arrival date by'), unit: days, from: true, usual: 1, hasValue: true },
    says: n => text(`晚于到货日期${n}天`, `it is ${n} days after its arrival date`),
  },
  stock_low: {
    title: text('库存低于下限', 'Stock below its lower bound'),
    kind: 'material',
    hasScope: false,
    ...{ counts: text('已低于下限', 'Below it for'), unit: days, from: true, usual: 0, hasValue: false },
    says: n => text(`库存低于下限已${n}天`, `its stock is below the lower bound for ${n} days`),
  },
} as const satisfies Readonly<Record<string, NoticeEvent>>
export type NoticeEventName = keyof typeof noticeEvents
export const noticeEventNames = Object.keys(noticeEvents) as NoticeEventName[]
export const noticeEventOf = (name: NoticeEventName): NoticeEvent => noticeEvents[name]
/** For choices and columns. */
export const noticeEventStates: { readonly list: readonly State<NoticeEventName>[] } = {
  list: noticeEventNames.map(code => ({ code, ...noticeEvents[code].title, colour: 'neutral' })),
}
