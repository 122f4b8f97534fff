import { query } from '@qitao/core/call.ts'
import {
  choiceField,
  codeOf,
  dayField,
  id,
  instant,
  integerField,
  optional,
  quantityFromZeroField,
  readOnly,
  referenceField,
} from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { comingState } from './coming.status.ts'

/** What is on its way, part by part: what each announced arrival brings of an order line, and what nobody has announced of it. */
const base = '/mep_server/biz/purchase/'
const grantedBy = [pages.arrivalPlan]
export const comingDays = [7, 14, 28] as const
const mostDays = 42

export const comingSupplier = record('coming_supplier', text('到货时间轴', 'Time line of arrivals'), {
  supplier_id: readOnly(referenceField('供应商', 'Supplier', 'supplier')),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  state: readOnly(choiceField('到货状态', 'State', comingState)),
  late_count: readOnly(integerField('逾期', 'Late')),
  later_count: readOnly(integerField('以后', 'Later')),
  undated_count: readOnly(integerField('无日期', 'No day')),
})
const which = {
  supplier_id: id.optional(),
  material_id: id.optional(),
  state: codeOf(comingState).optional(),
}
export const comingRow = z.object({
  /** Of the supplier. */
  id,
  supplier_id: id,
  supplier_code: z.string(),
  supplier_name: z.string(),
  late_count: z.int(),
  later_count: z.int(),
  undated_count: z.int(),
  days: z.array(z.object({ day: instant, announced: z.int(), confirmed: z.int(), ordered: z.int() })),
})
export type ComingRow = z.output<typeof comingRow>
/** Suppliers by name, each with how much comes on which of so many days. */
export const listComing = query(`${base}query_coming_list`, {
  title: comingSupplier.title,
  grantedBy,
  input: listInput({
    ...which,
    /** When the first day begins; today at the earliest, as what is before it is late. */
    from: instant,
    days: z.int().min(1).max(mostDays).default(14),
  }),
  output: listOutput(comingRow),
  records: [comingSupplier],
})

export const comingPart = record('coming_part', text('到货', 'Arrival'), {
  purchase_order_id: readOnly(referenceField('采购订单', 'Purchase order', 'purchase_order')),
  arrival_id: readOnly(optional(referenceField('到货单', 'Arrival', 'arrival'))),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  quantity: readOnly(quantityFromZeroField('数量', 'Quantity')),
  day: readOnly(optional(dayField('到货日期', 'Comes'))),
  state: readOnly(choiceField('到货状态', 'State', comingState)),
  wished_date: readOnly(optional(dayField('希望到货', 'Wanted by'))),
})
export const comingPartRow = z.object({
  /** Of the line, and of the arrival that brings this of it. */
  id: z.string(),
  line_id: id,
  line_no: z.int(),
  purchase_order_id: id,
  purchase_order_no: z.string(),
  arrival_id: id.nullable(),
  arrival_no: z.string().nullable(),
  supplier_id: id,
  material_id: id,
  ...productShown,
  quantity: z.string(),
  day: instant.nullable(),
  state: z.string(),
  wished_date: instant.nullable(),
})
export type ComingPartRow = z.output<typeof comingPartRow>
/** The parts behind a figure of it, the first to come first. */
export const listComingParts = query(`${base}query_coming_part_list`, {
  title: text('到货时间轴明细', 'Parts that come'),
  grantedBy,
  input: listInput({
    ...which,
    /** null: those of which nobody knows the day. */
    range: z.tuple([instant, instant]).nullable(),
  }),
  output: listOutput(comingPartRow),
  records: [comingPart],
})
