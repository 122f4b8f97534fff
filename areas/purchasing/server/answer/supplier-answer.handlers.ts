import {
  addressTries,
  answerShareLink,
  notify,
  objectOfShareLink,
  openShareLink,
  recordShareView,
  revokeShareLinks,
  type ShareLink,
  shareLinksOf,
  wouldWait,
} from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { workgroupsOf } from '@qitao/masterdata/server'
import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { expectVersion, type Handler, handle, handlePublic } from '@qitao/platform/server/http/handle.ts'
import { transitions } from '@qitao/platform/server/list/transition.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import {
  answerConfirmLink,
  type ConfirmLinkAnswer,
  decideSupplierAnswers,
  dropConfirmLinks,
  listConfirmLinks,
  listSupplierAnswers,
  makeConfirmLink,
  queryConfirmLink,
} from '../../model/answer/supplier-answer.calls.ts'
import { acceptedOf, answersOf, expectOpenAnswer, refuseGrown } from '../../model/answer/supplier-answer.rules.ts'
import { answerStatus } from '../../model/answer/supplier-answer.status.ts'
import { arrivalsMoved, type MovedArrivals } from '../../model/purchase-order.calls.ts'
import { expectEditable } from '../../model/purchase-order.rules.ts'
import { answerWishes, wishesOf } from '../line/wishes.ts'
import { moveLines } from '../planned-changes.ts'
import { orderBooks, purchaseOrderApproval } from '../purchase-order.books.ts'
import { newConfirmLink, object_type, withdrawConfirmLinks } from './confirm-links.ts'
import { answersTo, answersToDecide, keepAnswers } from './supplier-answer.queries.ts'

const shared = { object_types: [object_type], madeBy: makeConfirmLink }

/** The order of a link, as it stands. One that is not on its way any more says so; one that is gone is not found. */
async function orderOf(tx: Tx, link: ShareLink, now: number) {
  const today = startOfToday({ now, member: link.sharer })
  const order = await orderBooks.find(tx, link.org_id, { id: link.object_id }, today)
  if (!order) return refuse(generalErrors.recordNotFound)
  expectEditable(order, 'receive')
  const lines = await orderBooks.linesOf(tx, link.org_id, [order.id])
  return { order, today, lines: lines.map(line => ({ ...line, eta: line.eta ?? order.eta })) }
}

export const supplierAnswerHandlers: Handler[] = [
  handle(makeConfirmLink, async ({ id, expire_days, shows_prices }, context) => {
    const { tx, org_id } = context
    const order = (await orderBooks.lock(tx, org_id, [id])).get(id) ?? refuse(generalErrors.recordNotFound)
    expectEditable(order, 'receive')
    return newConfirmLink(tx, context, { id, expire_days, shows_prices })
  }),
  handle(listConfirmLinks, async ({ id }, context) => {
    await orderBooks.one(context, { id })
    const found = await shareLinksOf(context.tx, context.org_id, object_type, id)
    return { result: found.map(link => ({ ...link, answer: link.answer as ConfirmLinkAnswer | null })) }
  }),
  handle(dropConfirmLinks, async ({ ids }, { tx, org_id }) => ({
    affected: await revokeShareLinks(tx, org_id, object_type, ids),
  })),

  handlePublic(queryConfirmLink, ({ share_key }, context) =>
    addressTries(context, 'link', async tx => {
      const link = await openShareLink(tx, shared, share_key, context.now)
      const { order, today, lines } = await orderOf(tx, link, context.now)
      await recordShareView(tx, link, context.now)
      const wishes = new Map((await wishesOf(tx, link.org_id, order.id)).map(wish => [wish.line_id, wish]))
      const { no, status, order_date, supplier_name, currency } = order
      const total_amount = link.shows_prices ? order.total_amount : null
      return {
        order: { no, status, order_date, supplier_name, currency, total_amount },
        lines: lines.map(line => ({
          line_id: line.id,
          line_no: line.line_no,
          material_code: line.material_code,
          material_name: line.material_name,
          material_specs: line.material_specs,
          unit_name: line.unit_name,
          unit_precision: line.unit_precision,
          quantity: line.quantity,
          received_quantity: line.received_quantity,
          eta: line.eta,
          wished_date: wishes.get(line.id)?.wished_date ?? null,
          wish_remark: wishes.get(line.id)?.remark ?? null,
          price: link.shows_prices ? line.price : null,
        })),
        company_name: link.company_name,
        sharer_name: link.sharer.name,
        time_zone: link.sharer.time_zone,
        today,
        expire_time: link.expire_time,
        answer: link.answer as ConfirmLinkAnswer | null,
        answer_time: link.answer_time,
      }
    }),
  ),
  handlePublic(answerConfirmLink, async ({ share_key, name, remark, lines: given }, context) => {
    const { now } = context
    const told = await addressTries(context, 'link', async tx => {
      // The order before its link, as all do: what he answers to is what it says until this is over.
      const at = await objectOfShareLink(tx, shared, share_key)
      if (at) await orderBooks.lock(tx, at.org_id, [at.object_id])
      const link = await openShareLink(tx, shared, share_key, now)
      const { order, today, lines } = await orderOf(tx, link, now)
      const answers = answersOf(given, lines, today)
      const differing = answers.filter(({ status }) => status === answerStatus.codes.open).length
      const accepted = differing === 0
      const answered_by = name.trim()
      await answerShareLink(tx, link, { accepted, name: answered_by, remark } satisfies ConfirmLinkAnswer, now)
      await keepAnswers(tx, { org_id: link.org_id, order_id: order.id, answered_by, now }, answers)
      await answerWishes(
        tx,
        link.org_id,
        answers.map(({ line_id }) => line_id),
        now,
      )
      const user_ids = [...new Set([link.sharer.user_id, ...(order.operator_id ? [order.operator_id] : [])])]
      await notify({ tx, org_id: link.org_id }, user_ids, {
        sign: `share:${link.id}`,
        type: accepted ? 'success' : 'warning',
        text: accepted
          ? {
              zh: `${order.supplier_name}已照单确认采购订单 ${order.no}`,
              en: `${order.supplier_name} confirmed order ${order.no} as ordered`,
            }
          : {
              zh: `${order.supplier_name}答复了采购订单 ${order.no}：${differing}行与订单不同，待处理`,
              en: `${order.supplier_name} answered order ${order.no}: ${differing} lines differ, to decide`,
            },
        href: `${pages.purchase.path}?tab=orders&keyword=${encodeURIComponent(order.no)}`,
        href_title: pages.purchase.title,
      })
      return { org_id: link.org_id, user_ids }
    })
    for (const user_id of told.user_ids) await context.tell(told.org_id, { channel_type: 'notice' }, { user_id })
    return { answer_time: now }
  }),

  handle(listSupplierAnswers, async ({ id }, context) => {
    await orderBooks.one(context, { id })
    return { result: await answersTo(context.tx, context.org_id, id) }
  }),
  handle(decideSupplierAnswers, async ({ id, decisions }, context) => {
    const { tx, org_id, startJob } = context
    const order = (await orderBooks.lock(tx, org_id, [id])).get(id) ?? refuse(generalErrors.recordNotFound)
    expectEditable(order, 'change_eta')
    const asked = new Map(decisions.map(decision => [decision.id, decision]))
    const found = await answersToDecide(tx, org_id, id, [...asked.keys()])
    if (found.length !== decisions.length) refuse(generalErrors.recordNotFound)
    const action = (answer: { readonly id: string }) => (asked.get(answer.id)!.accepted ? 'accept' : 'decline')
    for (const answer of found)
      expectOpenAnswer(expectVersion(answer, asked.get(answer.id)!.row_version), action(answer))
    const taken = found.filter(answer => action(answer) === 'accept')
    const { moves, quantities } = acceptedOf(taken, order)

    const moved = found.map(answer => ({ id: answer.id, action: action(answer) }) as const)
    await transitions(tx, org_id, { table: 'supplier_answer', statuses: answerStatus }, moved)
    await moveLines(tx, org_id, moves)
    if (quantities.length > 0) {
      await sql`update purchase_order_line l set quantity = r.quantity, amount = r.amount
        from ${recordset(quantities, sql`id uuid, quantity numeric, amount numeric`)} r where l.org_id = ${org_id} and l.id = r.id`.execute(
        tx,
      )
      await sql`update purchase_order o set total_amount = (select coalesce(sum(l.amount), 0) from purchase_order_line l where l.org_id = o.org_id and l.order_id = o.id)
        where o.org_id = ${org_id} and o.id = ${id}`.execute(tx)
      // Whoever ordered may have answered, too: no answer takes an order past its approvers.
      const grown = taken.find(({ quantity, ordered_quantity }) => isMore(quantity, ordered_quantity))
      if (grown && (await wouldWait(context, purchaseOrderApproval, [id], workgroupsOf)).has(id)) refuseGrown(grown)
    }
    await withdrawConfirmLinks(tx, org_id, [id])
    const input: MovedArrivals = { line_ids: [...new Set([...moves, ...quantities].map(line => line.id))] }
    if (input.line_ids.length > 0) await startJob({ type: arrivalsMoved, input, coalesce: arrivalsMoved })
    return { affected: moved.length }
  }),
]
