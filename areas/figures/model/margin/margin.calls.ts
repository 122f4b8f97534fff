import { command, exportOf, query } from '@qitao/core/call.ts'
import {
  choiceField,
  codeOf,
  dayField,
  flagField,
  id,
  instant,
  integerField,
  optional,
  plainString,
  readOnly,
  referenceField,
  rowVersion,
  signedMoneyField,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { marginGap, marginGroup } from './margin.status.ts'
import { costElements, missingKinds } from './planned-cost.rules.ts'

/** Without a period: what was shipped within so many days up to today. */
export const marginDays = 90

/** What was earned by what was shipped, by order, line, product or customer. Money is in the currency of the company. */
export const grossMargin = record('gross_margin', text('毛利', 'Gross margin'), {
  group_by: readOnly(choiceField('汇总方式', 'By', marginGroup)),
  group_name: readOnly(textField('名称', 'Name')),
  subject: readOnly(optional(textField('说明', 'What'))),
  customer_id: readOnly(optional(referenceField('客户', 'Customer', 'customer'))),
  material_id: readOnly(optional(referenceField('物料', 'Material', 'material'))),
  unmeasured: readOnly(flagField('无法计算', 'Without a margin')),
  at: readOnly(dayField('最近发货', 'Last shipped')),
  line_count: readOnly(integerField('明细数', 'Lines')),
  unmeasured_count: readOnly(integerField('未计明细', 'Lines without a margin')),
  revenue: readOnly(optional(signedMoneyField('收入', 'Revenue'))),
  material_cost: readOnly(optional(signedMoneyField('材料', 'Material'))),
  labour_cost: readOnly(optional(signedMoneyField('人工', 'Labour'))),
  other_cost: readOnly(optional(signedMoneyField('设备', 'Machines'))),
  outsource_cost: readOnly(optional(signedMoneyField('委外', 'Outsourcing'))),
  overhead_cost: readOnly(optional(signedMoneyField('制造费用', 'Overhead'))),
  cost: readOnly(optional(signedMoneyField('成本', 'Cost'))),
  margin: readOnly(optional(signedMoneyField('毛利', 'Margin'))),
  margin_rate: readOnly(optional(signedQuantityField('毛利率', 'Margin rate', { unit: text('%', '%') }))),
  unknown: readOnly(textField('缺价', 'Without a price')),
})

const value = z.string().nullable()
const money = {
  line_count: z.int(),
  unmeasured_count: z.int(),
  revenue: value,
  material_cost: value,
  labour_cost: value,
  other_cost: value,
  outsource_cost: value,
  overhead_cost: value,
  cost: value,
  margin: value,
  margin_rate: value,
}
/** Sums are of the lines that have a margin; the others are counted, with the reasons. */
export const marginRow = z.object({
  /** Of what the row is: an order, a line, a material or a customer. */
  id,
  group_key: id,
  group_name: z.string(),
  subject: value,
  /** The order, material or customer that it opens; null: those without one. */
  opens_id: id.nullable(),
  at: instant,
  ...money,
  gaps: z.array(z.object({ gap: codeOf(marginGap), count: z.int() })),
  /** Materials and outsourcing orders that nobody has a price for. */
  unknown: z.string(),
  /** Work of it is in no computed wage period, or on machines without a rate: that part is not in its cost. */
  labour_open: z.boolean(),
  machine_open: z.boolean(),
})
export type MarginRow = z.output<typeof marginRow>
const summary = z.object(money)
export type MarginSummary = z.output<typeof summary>

const base = '/mep_server/biz/cost/'
const grantedBy = [pages.grossMargin]
const records = [grossMargin]
const filters = {
  group_by: codeOf(marginGroup).default(marginGroup.codes.order),
  timestamp_range: timestampRange.optional(),
  order_id: id.optional(),
  customer_id: id.optional(),
  material_id: id.optional(),
  /** Only lines that have no margin. */
  unmeasured: z.boolean().optional(),
}
export const listGrossMargins = query(`${base}query_gross_margin_list`, {
  title: text('查询毛利', 'List gross margins'),
  grantedBy,
  input: listInput(filters),
  output: listOutput(marginRow).extend({
    summary,
    group_by: codeOf(marginGroup),
    timestamp_range: z.tuple([instant, instant]),
  }),
  records,
})
export const exportGrossMargins = exportOf(listGrossMargins, `${base}export_gross_margin`, {
  title: text('导出毛利', 'Export gross margins'),
  grantedBy,
})

const partRow = z.object({
  id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  /** For what was shipped of the line. */
  quantity: z.string(),
  made: z.boolean(),
  /** Of one unit, all elements; null without a price, or for who may not see prices. */
  unit_cost: value,
  cost: value,
  unknown: value,
})
const workRow = z.object({
  id,
  no: z.string(),
  made_quantity: z.string(),
  labour_cost: value,
  other_cost: value,
  outsource_cost: value,
  labour_open: z.boolean(),
  machine_open: z.boolean(),
})
/** Ours: what the margin of a line is made of. */
export const showGrossMargin = query(`${base}query_gross_margin_detail`, {
  title: text('查看毛利构成', 'Show what a margin is made of'),
  grantedBy,
  input: z.strictObject({ line_id: id }),
  output: z.object({
    record: marginRow,
    order_id: id,
    shipped_quantity: z.string(),
    unit_name: z.string(),
    /** Costed by its own finished work orders; otherwise by what a piece costs on average. */
    own: z.boolean(),
    parts: z.array(partRow),
    works: z.array(workRow),
    /** Prices are shown to who sees them elsewhere, wages likewise. */
    prices_hidden: z.boolean(),
    wages_hidden: z.boolean(),
  }),
  records,
})

const elementSums = z.object({
  revenue: z.string(),
  material: value,
  labour: value,
  machine: z.string(),
  outside: value,
  overhead: value,
  cost: z.string(),
  margin: z.string(),
})
export type ElementSums = z.output<typeof elementSums>
const missing = z.object({ kind: z.enum(missingKinds), of: z.string() })
/**
 * Ours. What an order, or what was shipped in a period, is planned to earn, and what it has: by BoM, routing and rates of today.
 * Variances are of lines and quantities that have both.
 */
export const showPlannedMargin = query(`${base}query_planned_margin`, {
  title: text('查看计划毛利', 'Show the planned margin'),
  grantedBy,
  /** Of an order all that was ordered; of a period, 90 days up to today when absent, what was shipped in it. */
  input: z.strictObject({ order_id: id.optional(), timestamp_range: timestampRange.optional() }),
  output: z.object({
    line_count: z.int(),
    /** All lines with a planned margin. */
    planned: elementSums,
    /** Of what was shipped of lines that have both. */
    compared_count: z.int(),
    compared: elementSums,
    actual: elementSums,
    variances: z.array(z.object({ element: z.enum(['revenue', ...costElements, 'margin']), amount: value })),
    /** Lines without a planned margin, and what of them has no price. */
    unmeasured: z.array(z.object({ id, name: z.string(), without_price: z.boolean(), missing: z.array(missing) })),
    unmeasured_count: z.int(),
    prices_hidden: z.boolean(),
    wages_hidden: z.boolean(),
  }),
  records,
})
export type PlannedMargin = z.output<NonNullable<typeof showPlannedMargin.output>>

/** Days up to which margins are closed. */
export const marginPeriod = record('margin_period', text('毛利关账', 'Closed period'), {
  from_time: readOnly(dayField('起', 'From')),
  until_day: readOnly(dayField('止', 'To')),
  line_count: readOnly(integerField('明细数', 'Lines')),
  unmeasured_count: readOnly(integerField('未计明细', 'Lines without a margin')),
  revenue: readOnly(signedMoneyField('收入', 'Revenue')),
  cost: readOnly(signedMoneyField('成本', 'Cost')),
  remark: optional(textField('备注', 'Remark')),
})
const periodRow = z.object({
  id,
  row_version: rowVersion,
  from_time: instant.nullable(),
  /** Begin of its last day. */
  until_day: instant,
  line_count: z.int(),
  unmeasured_count: z.int(),
  revenue: z.string(),
  cost: z.string(),
  remark: value,
  author_name: value,
  created_time: instant,
})
export const listMarginPeriods = query(`${base}query_margin_period_list`, {
  title: text('查询毛利关账', 'List closed periods'),
  grantedBy,
  input: z.strictObject({}),
  /** The last one first. */
  output: z.object({ result: z.array(periodRow) }),
  records: [marginPeriod],
})
/**
 * Ours. Figures of what was shipped up to the end of this day stay as they are now. Returns, sales prices that are put right and lines that
 * get their missing price later count for the first open day; costs that were counted stay.
 */
export const closeMarginPeriod = command(`${base}close_margin_period`, {
  title: text('毛利关账', 'Close a period'),
  grantedBy,
  input: z.strictObject({ until_day: instant, remark: plainString(255).optional() }),
  output: z.object({ id, line_count: z.int() }),
  records: [marginPeriod],
})
/** Ours. The last one only: its figures follow the books again. */
export const reopenMarginPeriod = command(`${base}reopen_margin_period`, {
  title: text('取消关账', 'Reopen a period'),
  grantedBy,
  input: z.strictObject({ id, row_version: rowVersion }),
  output: z.object({ id }),
  records: [marginPeriod],
})
