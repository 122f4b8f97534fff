import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'

/** Modules whose documents have numbers of their own (specification section 3; from MO on ours). */
export const serialModules = {
  SO: text('销售订单', 'Sales order'),
  CKQT: text('其他出库', 'Outbound'),
  RKQT: text('其他入库', 'Inbound'),
  MO: text('工单', 'Work order'),
  CG: text('采购订单', 'Purchase order'),
  CGSQ: text('采购申请', 'Purchase request'),
  DH: text('到货单', 'Arrival'),
  WW: text('委外单', 'Outsourcing order'),
  DB: text('调拨单', 'Transfer'),
  PD: text('盘点单', 'Stock count'),
  TZ: text('库存调整', 'Stock adjustment'),
  BC: text('拣货波次', 'Pick wave'),
  ZJ: text('质检任务', 'QC task'),
  BG: text('报工单', 'Report'),
  BD: text('补报单', 'Supplement sheet'),
  XD: text('询单', 'Inquiry'),
  XL: text('产品序列号', 'Product serial number'),
  WD: text('文档', 'Document'),
  XT: text('销售退货单', 'Sales return'),
  ZH: text('召回案例', 'Recall case'),
  TJ: text('调价申请', 'Price proposal'),
  BJ: text('报价单', 'Quotation'),
  JHBG: text('计划变更申请', 'Plan change request'),
} as const satisfies Record<string, Text>
export type ModuleCode = keyof typeof serialModules
export const moduleCodes = Object.keys(serialModules) as [ModuleCode, ...ModuleCode[]]

/** What of the day stands in a number, and after which the count begins again. */
export const dateParts = {
  day: text('年月日，每天从0001开始', 'Day; from 0001 every day'),
  month: text('年月，每月从0001开始', 'Month; from 0001 every month'),
  year: text('年，每年从0001开始', 'Year; from 0001 every year'),
  none: text('无日期，连续编号', 'No date; one sequence'),
} as const satisfies Record<string, Text>

export interface SerialRule {
  readonly module_code: ModuleCode
  readonly prefix: string
}
/** 5001 for a module that stands twice or a prefix with other signs, 5021 for two modules with one prefix. `after`: all rules. */
export function checkSerialRules(wanted: readonly SerialRule[], after: ReadonlyMap<string, string>): void {
  wanted.forEach(({ module_code, prefix }, index) => {
    const place = { row: index + 1, field: 'prefix', field_title: serialModules[module_code] }
    if (!/^[A-Za-z0-9_-]{1,10}$/.test(prefix)) {
      const detail = text('1到10个字母、数字、-或_', '1 to 10 letters, digits, - or _')
      refuse(generalErrors.badParameter, { ...place, detail })
    }
    if ([...after.values()].filter(other => other === prefix).length > 1) {
      const detail = text('前缀{prefix}重复', 'The prefix {prefix} stands twice')
      refuse(generalErrors.duplicateCode, { ...place, prefix, detail })
    }
  })
}
