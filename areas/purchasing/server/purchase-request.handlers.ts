import { addDays, dayOf, startOfDay } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { among } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, expectVersion, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { purchaseRequestStatus } from '../model/purchase.status.ts'
import { ordersFromRequests } from '../model/purchase-order.rules.ts'
import {
  addPurchaseRequest,
  alterPurchaseRequest,
  countPurchaseRequests,
  dropPurchaseRequests,
  listPurchaseRequests,
  requestsToPurchaseOrders,
} from '../model/purchase-request.calls.ts'
import { addRequests, expectRequests } from './add-requests.ts'
import { expectOpen } from './planned-changes.ts'
import { purchaseMaterials, requestCounts, requestsForUpdate, requestsPage } from './purchase.queries.ts'
import { orderBooks } from './purchase-order.books.ts'

const { open, ordered } = purchaseRequestStatus.codes

export const purchaseRequestHandlers: Handler[] = [
  handle(listPurchaseRequests, (input, { tx, org_id }) => requestsPage(tx, org_id, input)),
  handle(countPurchaseRequests, async (input, { tx, org_id }) => {
    const counts = await requestCounts(tx, org_id, input)
    return { open: counts.get(open) ?? 0, ordered: counts.get(ordered) ?? 0 }
  }),

  handle(addPurchaseRequest, async (input, context) => {
    const [made] = await addRequests(context, [input])
    return made!
  }),
  handle(alterPurchaseRequest, async (input, context) => {
    const { tx, org_id } = context
    const request = expectVersion((await requestsForUpdate(tx, org_id, [input.id])).get(input.id), input.row_version)
    expectOpen(request)
    await expectRequests(context, [input])
    await sql`update purchase_request set material_id = ${input.material_id}, demand_quantity = ${input.demand_quantity},
        quantity = ${input.quantity ?? input.demand_quantity}, required_date = ${input.required_date}, supplier_id = ${input.supplier_id},
        mo_ids = ${input.mo_ids},
        mo_quantities = case when mo_ids = ${input.mo_ids}::uuid[] and material_id = ${input.material_id} then mo_quantities else '{}' end, remark = ${input.remark}
      where org_id = ${org_id} and id = ${input.id}`.execute(tx)
    return { affected: 1 }
  }),
  handle(dropPurchaseRequests, async ({ ids }, { tx, org_id, language }) => {
    const { passed_ids, refused } = sortOut(ids, await requestsForUpdate(tx, org_id, ids), expectOpen)
    await sql`delete from purchase_request where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(requestsToPurchaseOrders, async ({ lines }, context) => {
    const { tx, org_id, now, member } = context
    const requests = await requestsForUpdate(
      tx,
      org_id,
      lines.map(line => line.request_id),
    )
    const materials = await purchaseMaterials(
      tx,
      org_id,
      [...requests.values()].map(request => request.material_id),
    )
    const etaAfter = (days: number) => startOfDay(addDays(dayOf(now, member.time_zone), days), member.time_zone)
    const orders = ordersFromRequests(lines, { materials, requests }, etaAfter).map(order => ({
      ...{
        no: null,
        order_date: startOfToday(context),
        eta: null,
        currency: null,
        tax_rate: null,
        remark: null,
        custom: {},
      },
      ...order,
    }))
    const made = await orderBooks.add(context, orders, 'later')
    return { purchase_order_ids: made.map(({ id }) => id), nos: made.map(({ no }) => no) }
  }),
]
