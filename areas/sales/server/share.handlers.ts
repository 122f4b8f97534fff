import { createHash } from 'node:crypto'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import {
  addressTries,
  answerShareLink,
  companyLogo,
  newShareLink,
  notify,
  openAnswersOf,
  openShareLink,
  recordShareView,
  revokeShareLinks,
  type ShareLink,
  settleAnswers,
  shareLinksOf,
} from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle, handlePublic } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { salesErrors } from '../model/sales.errors.ts'
import type { SalesOrderLineRow, SalesOrderRow } from '../model/sales-order.calls.ts'

import { expectNotPending, quantityToMake } from '../model/sales-order.rules.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import {
  answerOrderLink,
  dropOrderLinks,
  listOrderLinks,
  makeOrderLink,
  queryOrderLink,
  queryOrderWishes,
  type ShareAnswer,
  settleOrderWishes,
} from '../model/share.calls.ts'
import { orderBooks } from './sales-order.books.ts'
import { asSeenBy } from './scope.ts'

const object_type = 'order'
const shared = { object_types: [object_type], madeBy: makeOrderLink }

/** The order of a link, as its sharer sees it; one that was deleted is as gone as a withdrawn link. */
async function orderOf(tx: Tx, link: ShareLink) {
  const order = await asSeenBy(tx, link.sharer, () => orderBooks.find(tx, link.org_id, { id: link.object_id }, 0))
  return order && !order.deleted ? order : undefined
}

const linesShown = (lines: readonly SalesOrderLineRow[], priced: boolean) =>
  lines.map(line => ({
    line_id: line.id,
    line_no: line.line_no,
    material_code: line.material_code,
    material_name: line.material_name,
    material_specs: line.material_specs,
    unit_name: line.unit_name,
    quantity: line.quantity,
    delivery_date: line.delivery_date,
    promised_date: line.promised_date,
    price: priced ? line.price : null,
    amount: priced ? line.amount : null,
    status: line.status as number,
  }))
/** How far it has come changes by the hour and is nothing that a reader agrees to. */
const digestOf = ({ delivery_date, currency }: SalesOrderRow, lines: ReturnType<typeof linesShown>): string =>
  createHash('sha256')
    .update(JSON.stringify([delivery_date, currency, lines.map(({ status: _, ...line }) => line)]))
    .digest('hex')

export const shareHandlers: Handler[] = [
  handle(makeOrderLink, async ({ object_id, expire_days, editable, shows_prices }, context) => {
    if ((await orderBooks.one(context, { id: object_id })).deleted) refuse(salesErrors.orderMissing)
    const path = editable ? '/onlineEdit' : '/read-order'
    return newShareLink(context.tx, context, { object_type, object_id, path, expire_days, editable, shows_prices })
  }),
  handle(listOrderLinks, async ({ object_id }, context) => {
    await orderBooks.one(context, { id: object_id })
    const found = await shareLinksOf(context.tx, context.org_id, object_type, object_id)
    return { result: found.map(link => ({ ...link, answer: link.answer as ShareAnswer | null })) }
  }),
  handle(queryOrderWishes, async ({ order_id, no }, context) => {
    const { id } = await orderBooks.one(context, { id: order_id, no })
    const found = await openAnswersOf(context.tx, context.org_id, object_type, id)
    return { order_id: id, result: found.map(one => ({ ...one, answer: one.answer as ShareAnswer })) }
  }),
  handle(settleOrderWishes, async ({ order_id, ids }, context) => {
    const { tx, org_id, now, member } = context
    const { id: object_id } = await orderBooks.one(context, { id: order_id })
    return { affected: await settleAnswers(tx, org_id, { object_type, object_id, ids, by: member.user_id, now }) }
  }),
  handle(dropOrderLinks, async ({ ids }, { tx, org_id }) => {
    const seen = await rows(
      tx,
      sql<{
        id: string
      }>`select l.id from share_link l join seen_sales_order o on o.org_id = l.org_id and o.id = l.object_id
        where l.org_id = ${org_id} and l.object_type = ${object_type} and ${among(sql`l.id`, ids)}`,
    )
    const own = seen.map(({ id }) => id)
    return { affected: await revokeShareLinks(tx, org_id, object_type, own) }
  }),

  handlePublic(queryOrderLink, ({ share_key }, context) =>
    addressTries(context, 'link', async tx => {
      const link = await openShareLink(tx, shared, share_key, context.now)
      const order = (await orderOf(tx, link)) ?? refuse(salesErrors.orderMissing)
      const lines = await orderBooks.linesOf(tx, link.org_id, [order.id])
      await recordShareView(tx, link, context.now)
      const priced = link.shows_prices
      const shown = linesShown(lines, priced)
      return {
        order: {
          no: order.no,
          customer_name: order.customer_name,
          customer_order_no: order.customer_order_no,
          order_date: order.order_date,
          delivery_date: order.delivery_date,
          promised_date: order.promised_date,
          // What is on no work order is finished by no plan.
          planned_finish_time: lines.some(line => isPositive(quantityToMake(line))) ? null : order.planned_finish_time,
          status: order.status,
          currency: order.currency,
          total_amount: priced ? order.total_amount : null,
        },
        lines: shown,
        progress: lines.map(({ id, planned_quantity, produced_quantity, inbound_quantity, shipped_quantity }) => ({
          line_id: id,
          planned_quantity,
          produced_quantity,
          inbound_quantity,
          shipped_quantity,
        })),
        company_name: link.company_name,
        company_logo_url: await companyLogo(tx, link.org_id),
        sharer_name: link.sharer.name,
        time_zone: link.sharer.time_zone,
        expire_time: link.expire_time,
        editable:
          link.editable &&
          salesOrderStatus.can('answer', order.status) &&
          order.approval_status !== approvalStatus.codes.pending,
        answer: link.answer as ShareAnswer | null,
        answer_time: link.answer_time,
        digest: digestOf(order, shown),
      }
    }),
  ),
  handlePublic(answerOrderLink, async ({ share_key, digest, accepted, name, remark, lines }, context) => {
    const { now } = context
    const told = await addressTries(context, 'link', async tx => {
      const link = await openShareLink(tx, shared, share_key, now)
      // Nobody changes it between what is compared here and the answer.
      await sql`select from sales_order where org_id = ${link.org_id} and id = ${link.object_id} for no key update`.execute(
        tx,
      )
      const order = (await orderOf(tx, link)) ?? refuse(salesErrors.orderMissing)
      const stands = await orderBooks.linesOf(tx, link.org_id, [order.id])
      const detail = salesOrderStatus.whyNot('answer', order.status)
      if (detail) refuse(generalErrors.statusNotAllowed, { detail })
      // A change that waits for its approval is nobody's to agree to.
      if (link.answer_time === null) expectNotPending(order)
      // Only once: what was said already is told, whatever has become of the order since.
      if (
        link.editable &&
        link.answer_time === null &&
        digestOf(order, linesShown(stands, link.shows_prices)) !== digest
      )
        refuse(generalErrors.versionConflict)
      const known = new Set(stands.map(line => line.id))
      if (lines.some(line => !known.has(line.line_id))) refuse(generalErrors.badParameter, { field: 'lines' })
      const answer: ShareAnswer = {
        accepted,
        name: name.trim(),
        remark,
        lines: lines.map(line => ({
          line_id: line.line_id,
          wished_date: line.wished_date ?? null,
          remark: line.remark ?? null,
        })),
      }
      await answerShareLink(tx, link, answer, now)
      const wished = answer.lines.filter(line => line.wished_date !== null || line.remark !== null).length
      await notify({ tx, org_id: link.org_id }, [link.sharer.user_id], {
        sign: `share:${link.id}`,
        type: accepted ? 'success' : 'warning',
        text: {
          zh: `${answer.name}${accepted ? '确认了' : '拒绝了'}订单 ${order.no}${wished > 0 ? `，${wished}行有意见` : ''}`,
          en: `${answer.name} ${accepted ? 'confirmed' : 'refused'} order ${order.no}${wished > 0 ? `; wishes for lines: ${wished}` : ''}`,
        },
        // Where the wishes can be taken over.
        href: `${pages.editSalesOrder.path}?type=edit&no=${encodeURIComponent(order.no)}`,
        href_title: pages.editSalesOrder.title,
      })
      return link
    })
    await context.tell(told.org_id, { channel_type: 'notice' }, { user_id: told.sharer.user_id })
    return { answer_time: now }
  }),
]
