import { type Text, text } from '@qitao/core/text.ts'
import type { FigureKey } from '../figures.ts'

interface ReportType {
  readonly title: Text
  readonly figures: readonly FigureKey[]
}
/** The catalogue of reports: figures that are read side by side. */
export const reports = {
  orders: {
    title: text('订单', 'Orders'),
    figures: [
      'order_count',
      'order_value',
      'on_time_delivery',
      'otif',
      'fill_rate',
      'order_lead_time',
      'shipped_value',
    ],
  },
  margin: {
    title: text('毛利', 'Gross margin'),
    figures: ['shipped_revenue', 'shipped_cost', 'gross_margin', 'gross_margin_rate'],
  },
  backlog: { title: text('在手订单', 'Orders in hand'), figures: ['backlog_lines', 'backlog_value'] },
  promises: {
    title: text('询单和承诺', 'Inquiries and promises'),
    figures: ['conversion', 'promise_lead_time', 'promise_reliability'],
  },
  production: {
    title: text('生产', 'Production'),
    figures: ['output', 'work_hours', 'first_pass_yield', 'defect_rate', 'labour_efficiency'],
  },
  plan: {
    title: text('计划执行', 'Keeping to the plan'),
    figures: ['adherence', 'mo_on_time', 'kitting_rate'],
  },
  equipment: {
    title: text('设备', 'Equipment'),
    figures: ['oee', 'availability', 'performance', 'planned_load'],
  },
  andon: { title: text('安灯', 'Calls for help'), figures: ['andon_calls', 'andon_response', 'andon_solved'] },
  pauses: { title: text('暂停', 'Rests of tasks'), figures: ['pause_count', 'pause_hours'] },
  quality: {
    title: text('质量', 'Quality'),
    figures: ['first_pass_yield', 'scrap_quantity', 'defect_rate', 'scrap_rate', 'rework_rate'],
  },
  material: {
    title: text('物料', 'Material'),
    figures: ['stock_turns', 'stock_days', 'issued_value', 'count_accuracy'],
  },
  stock: { title: text('库存金额', 'Stock value'), figures: ['stock_value'] },
  shortage: { title: text('缺料', 'Shortages'), figures: ['short_materials', 'shortage_exposure'] },
  procurement: {
    title: text('采购', 'Procurement'),
    figures: ['supplier_on_time', 'supplier_quality'],
  },
  open_purchase: { title: text('未到货采购', 'Open purchase orders'), figures: ['open_purchase_value'] },
} as const satisfies Record<string, ReportType>
export type ReportKey = keyof typeof reports
export const reportKeys = Object.keys(reports) as [ReportKey, ...ReportKey[]]
export const reportOf = (key: ReportKey): ReportType => reports[key]
