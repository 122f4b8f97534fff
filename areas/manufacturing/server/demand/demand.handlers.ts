import { textField } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { amountOf, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { dayOf, startOfDay } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { productFields, productInstead } from '@qitao/masterdata/model/material/product.fields.ts'
import { loadReceiving, lockMaterials, materialsByIds } from '@qitao/masterdata/server'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { listRows } from '@qitao/platform/server/list/list.ts'
import {
  countPurchaseDemands,
  exportPurchaseDemands,
  listPurchaseDemands,
  orderDemands,
  requestDemands,
  showPurchaseDemand,
} from '@qitao/purchasing/model/purchase-demand.calls.ts'
import {
  demandUrgency,
  type PurchaseDemandRow,
  purchaseDemand,
} from '@qitao/purchasing/model/purchase-demand.record.ts'
import { advisedLot, urgencyOf } from '@qitao/purchasing/model/purchase-demand.rules.ts'
import { insertPurchaseRequests, orderRequests } from '@qitao/purchasing/server'
import { sql } from 'kysely'
import { type DemandToBuy, openNeeds, requestsForDemands } from '../../model/demand/demand.rules.ts'
import {
  countUnmade,
  coverOf,
  type DemandSum,
  demandFacts,
  demandRows,
  demandSearch,
  demandSums,
  needsOf,
  type ReadDemand,
  type Reading,
  readingOf,
  sourcesOf,
} from './demand.queries.ts'

/** What is advised for it, and what that costs. */
function advised({ demand_quantity, minimum_lot, packaging_size, price }: Omit<DemandSum, 'latest_order_date'>) {
  const lot = advisedLot(demand_quantity, minimum_lot, packaging_size)
  return { ...lot, amount: price === null ? null : amountOf(lot.quantity, price) }
}
const shown = (row: ReadDemand, { days }: Reading): PurchaseDemandRow => ({
  ...row,
  ...advised(row),
  urgency: urgencyOf(row.latest_order_date, days),
})

const list = handle(listPurchaseDemands, async (input, context) => {
  const { tx, org_id } = context
  const reading = await readingOf(context, null)
  const { joins, where } = demandSearch(reading, input)
  const page = await listRows<{ id: string }>(
    tx,
    {
      ...{ org_id, table: 'material', filterJoins: joins, where, columns: sql`t.id` },
      orders: {
        latest_order_date: sql`d.latest_order_date`,
        required_date: sql`d.required_date`,
        demand_quantity: sql`d.demand_quantity`,
        material_id: sql`t.code`,
      },
      defaultOrder: 'latest_order_date',
    },
    input,
  )
  const ids = page.result.map(({ id }) => id)
  const found = new Map((await demandRows(tx, reading, ids)).map(row => [row.id, row]))
  return { ...page, result: ids.flatMap(id => (found.has(id) ? [shown(found.get(id)!, reading)] : [])) }
})

/** Requests for these demands. Whoever buys of the same material at the same time comes after, and finds it covered. */
async function asked(context: Context, lines: readonly DemandToBuy[]): Promise<{ id: string; no: string }[]> {
  const { tx, org_id, now, member } = context
  const ids = lines.map(({ material_id }) => material_id)
  await lockMaterials(tx, org_id, ids)
  const reading = await readingOf(context, ids)
  const known = await demandFacts(tx, reading, ids)
  const precisions = new Map([...known].map(([id, { unit_precision }]) => [id, unit_precision]))
  const needs = openNeeds(await needsOf(tx, reading, ids), await coverOf(tx, reading, ids), precisions)
  const dayIn = (at: number) => startOfDay(dayOf(at, member.time_zone), member.time_zone)
  const { latest } = await loadReceiving(tx, org_id)
  const requests = requestsForDemands(lines, known, needs).map(request => ({
    ...request,
    required_date: Math.max(startOfToday(context), dayIn(latest(request.required_date))),
  }))
  return insertPurchaseRequests(tx, { now, time_zone: member.time_zone, requests })
}

export const demandHandlers: Handler[] = [
  list,
  exportHandler(exportPurchaseDemands, list, {
    title: purchaseDemand.title,
    fields: {
      ...purchaseDemand.fields,
      ...productFields,
      supplier_name: textField('供应商', 'Supplier'),
      buyer_name: textField('采购员', 'Buyer'),
    },
    instead: { ...productInstead, supplier_id: ['supplier_name'], buyer_id: ['buyer_name'] },
  }),
  handle(countPurchaseDemands, async (filters, context) => {
    const reading = await readingOf(context, null)
    const found = await demandSums(context.tx, reading, filters)
    const amounts = found.map(one => advised(one).amount)
    const urgencies = Map.groupBy(found, one => urgencyOf(one.latest_order_date, reading.days))
    const count = (code: number) => urgencies.get(code)?.length ?? 0
    const { past, this_week, later } = demandUrgency.codes
    return {
      ...{ past: count(past), this_week: count(this_week), later: count(later) },
      amount: sum(amounts.flatMap(amount => amount ?? [])),
      unpriced_count: amounts.filter(amount => amount === null).length,
      unmade_count: await countUnmade(context.tx, reading),
    }
  }),
  handle(showPurchaseDemand, async ({ material_id }, context) => {
    const { tx, org_id } = context
    const material = (await materialsByIds(tx, org_id, [material_id])).get(material_id)
    if (!material) refuse(generalErrors.recordNotFound)
    const reading = await readingOf(context, [material_id])
    const needs = await needsOf(tx, reading, [material_id])
    const cover = await coverOf(tx, reading, [material_id])
    return {
      needs: openNeeds(needs, cover, new Map([[material_id, material.precision]])),
      sources: await sourcesOf(tx, reading, [material_id]),
    }
  }),
  handle(requestDemands, async ({ lines }, context) => {
    const made = await asked(context, lines)
    return { purchase_request_ids: made.map(({ id }) => id), nos: made.map(({ no }) => no) }
  }),
  /** Through requests, so that what comes is for those who asked (decision 0034). */
  handle(orderDemands, async ({ lines }, context) => {
    const made = await asked(context, lines)
    return orderRequests(
      context,
      lines.map(({ supplier_id, quantity, price, eta }, index) => ({
        ...{ request_id: made[index]!.id, quantity },
        ...(supplier_id ? { supplier_id } : {}),
        ...(price === undefined ? {} : { price }),
        ...(eta ? { eta } : {}),
      })),
    )
  }),
]
