import { query } from '@qitao/core/call.ts'
import { codeOf, id, instant } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { andonRow } from '@qitao/shopfloor/model/andon/andon.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { figureKey } from './figure.calls.ts'
import { riskCause } from './figure.status.ts'

const base = '/mep_server/biz/dashboard/'
const value = z.string().nullable()

/** A figure over a range, over the range before it, and week by week. */
const told = z.object({ figure: figureKey, value, before: value, trend: z.array(value) })
export type ToldFigure = z.output<typeof told>
const toldOver = z.object({ timestamp_range: z.tuple([instant, instant]), figures: z.array(told) })
export type ToldOver = z.output<typeof toldOver>

export const riskRow = z.object({
  id,
  order_id: id,
  no: z.string(),
  customer_name: z.string().nullable(),
  material_code: z.string(),
  material_name: z.string(),
  due: instant,
  finish: instant.nullable(),
  days: z.int(),
  amount: value,
  cause: codeOf(riskCause),
  /** The material or the machine that it is about. */
  cause_name: z.string().nullable(),
})
export type RiskRow = z.output<typeof riskRow>

export const showPanorama = query(`${base}query_panorama`, {
  title: text('全局看板', 'Panorama'),
  grantedBy: [pages.panorama],
  input: z.strictObject({}),
  /** A part is null for who may not see the rows that it is made of. */
  output: z.object({
    panorama: z.object({
      updated_time: instant,
      orders: z
        .object({
          funnel: z.array(
            z.object({ status: codeOf(salesOrderStatus), count: z.int(), amount: value, late_count: z.int() }),
          ),
          at_risk: z.array(riskRow),
        })
        .nullable(),
      plan: z
        .object({
          days: z.array(instant),
          load: z.array(z.object({ device_id: id, name: z.string(), rate: value, days: z.array(value) })),
        })
        .nullable(),
      shortages: z.array(z.object({ material_id: id, name: z.string(), waiting: value })).nullable(),
      workshop: z
        .object({
          hours: z.array(z.object({ at: instant, planned: z.string(), made: z.string() })),
        })
        .nullable(),
      /** Calls for help that are not solved, the oldest first. */
      calls: z.array(andonRow).nullable(),
      /** What is measured over the last thirty days, of all that the reader may see. */
      measured: toldOver,
      /** What is due to start in the coming week. */
      coming: toldOver,
      /** As things stand. */
      standing: z.array(z.object({ figure: figureKey, value })),
    }),
  }),
})
export type Panorama = z.output<(typeof showPanorama)['output']>['panorama']
