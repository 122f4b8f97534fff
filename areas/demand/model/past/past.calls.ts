import { affected, command } from '@qitao/core/call.ts'
import { exchange } from '@qitao/core/exchange.ts'
import { dayField, quantityFromZeroField, referenceField } from '@qitao/core/field.ts'
import { mostRows } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** What was asked for before orders were kept here. */
export const pastDemand = record('demand_past', text('早期需求', 'Earlier demand'), {
  material_id: referenceField('物料', 'Material', 'material'),
  day: dayField('日期', 'Day'),
  quantity: quantityFromZeroField('数量', 'Quantity'),
})

/** Of a material and a day there is one quantity: given again, it is what is given; 0 takes it away. */
export const savePastDemand = command('/mep_server/biz/supply_demand/save_demand_past', {
  title: text('维护早期需求', 'Save earlier demand'),
  grantedBy: [pages.demandForecast],
  input: z.strictObject({ rows: z.array(pastDemand.input).min(1).max(mostRows) }),
  output: affected,
  records: [pastDemand],
})
export const pastDemandExchange = exchange({
  type: 'demand_past',
  record: pastDemand,
  pages: [pages.demandForecast],
  rows: { kind: 'document', key: [], mostRows, call: savePastDemand, input: given => ({ rows: given }) },
})
