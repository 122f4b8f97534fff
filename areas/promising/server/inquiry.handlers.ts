import { isDeepStrictEqual } from 'node:util'
import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { extendHolds, firstHeldStart, keepHolds } from '@qitao/manufacturing/server'
import { lockMaterials } from '@qitao/masterdata/server'
import { type Context, type Handler, handle, handleInSteps, Moved } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import {
  confirmInquiryOrder,
  insertInquiryOrder,
  type NewInquiryOrder,
  newInquiryOrder,
  seenLines,
  seenLinesForUpdate,
} from '@qitao/sales/server'
import { lockHead, planChanged } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import { answeredLines, expectPossible, namesOf, summaryOf } from '../model/answer.rules.ts'
import { displacedOf } from '../model/displace.rules.ts'
import {
  askInquiry,
  cancelInquiry,
  confirmInquiry,
  extendInquiry,
  listInquiries,
  showInquiry,
} from '../model/inquiry.calls.ts'
import {
  allToAsk,
  expectAgreed,
  expectCancellable,
  expectConfirmable,
  extendedUntil,
  linesToAsk,
} from '../model/inquiry.rules.ts'
import { inquiryType } from '../model/inquiry.status.ts'
import { promisingErrors } from '../model/promising.errors.ts'
import { displace, lockLosers } from './displace.ts'
import { inquiriesPage, inquiryById, inquiryForUpdate, linesOf } from './inquiry.queries.ts'
import { levelOf } from './losers.queries.ts'
import type { PromiseWork } from './promise.worker.ts'
import { loadPromiseFacts, loadPromiseStructure, type PromiseStructure } from './promise-facts.queries.ts'
import { brokenHolds, endInquiries, inquiriesByState, insertInquiry, pendingOf } from './save-inquiry.ts'
import { promiseInThread } from './thread.ts'

export const inquiryHandlers: Handler[] = [
  handle(listInquiries, (input, { tx, org_id, now }) => inquiriesPage(tx, org_id, input, now)),
  handle(showInquiry, ({ inquiry_id }, context) =>
    answerOf(context, inquiry_id).then(({ inquiry, lines }) => ({ record: inquiry, lines })),
  ),

  handleInSteps(askInquiry, {
    load: (input, context) => toPromise(input, context, seenLines),
    decide: answersTo,
    /** One inquiry after the other, under the head of the plan, so that what the first one holds the next one sees. */
    async save(input, context, read, decided, tries) {
      const { tx, org_id, now, member } = context
      const { mode, may_displace, hold_minutes } = input
      const { time_zone, user_id } = member
      // Whoever takes free stock of these materials for an order comes after, and finds it promised.
      await lockMaterials(
        tx,
        org_id,
        read.structure.materials.map(({ id }) => id),
      )
      await lockHead(tx, org_id)
      // What is made of what is not read again while the others wait: who changes it now does so after this promise.
      const found = await toPromise(input, context, seenLinesForUpdate, read)
      const stands = isDeepStrictEqual(whatCounts(found), whatCounts(read))
      // On a plan that never rests the second answer is computed while the others wait.
      if (!stands && tries === 1) throw new Moved()
      const { order, order_id, asked, facts, starts_from } = stands ? read : found
      const answer = stands ? decided : await answersTo(found)
      const { answers } = answer
      if (order) await insertInquiryOrder(tx, order, { now, time_zone, owner_id: user_id })
      // Asked again: what the former answer held is free for the new one.
      await endInquiries(tx, org_id, await pendingOf(tx, org_id, order_id, sql`for update`), null)
      const names = namesOf(facts)
      expectPossible(answers, names)
      const answered = answeredLines(asked, answer, mode, names, time_zone)
      const displaced = displacedOf(answer.losses, facts, names, now)
      const inquiry_id = await insertInquiry(context, {
        ...{ order_id, mode, may_displace, displaced, hold_minutes, asked_time: facts.now, kept_until: starts_from },
        ...{ answered, answers, names, summary: summaryOf(answered, now) },
      })
      // A plan that is being computed has to look again: hours are taken that were free.
      if (answers.some(({ takes }) => takes.tasks.length > 0)) await planChanged(context)
      return answerOf(context, inquiry_id)
    },
  }),

  handle(confirmInquiry, async ({ inquiry_id, promise_date, displaces }, context) => {
    const { tx, org_id, now } = context
    const found = await inquiryById(tx, org_id, inquiry_id, now)
    if (!found) refuse(generalErrors.recordNotFound)
    await lockHead(tx, org_id)
    await lockLosers(context, inquiry_id, found.order_id)
    const orderLines = await seenLinesForUpdate(tx, org_id, { order_ids: [found.order_id] })
    const inquiry = (await inquiryForUpdate(tx, org_id, inquiry_id)) ?? refuse(generalErrors.recordNotFound)
    expectConfirmable(inquiry, now, promise_date)
    // The order may have been changed, deleted or put on work orders since.
    linesToAsk(orderLines, undefined)
    const broken = await brokenHolds(context, inquiry)
    if (broken) refuse(promisingErrors.inquiryExpired, { detail: broken })
    expectAgreed(found.displaced, displaces)
    await displace(context, inquiry, found.order_no)
    const lines = await linesOf(tx, org_id, inquiry_id)
    const order = await confirmInquiryOrder(
      context,
      inquiry.order_id,
      lines.map(({ line_id, answer }) => {
        const promised = inquiry.mode === 'full' && answer.full ? [answer.full] : answer.parts
        return {
          line_id,
          deliveries: promised.map(({ quantity, date, from_supply }, index) => ({
            quantity,
            delivery_date: index === promised.length - 1 ? Math.max(date, promise_date ?? date) : date,
            offset_quantity: isPositive(from_supply) ? from_supply : '0',
          })),
        }
      }),
    )
    await keepHolds(
      tx,
      org_id,
      inquiry_id,
      order.lines.map(({ line_id, part, becomes }) => ({ order_line_id: line_id, part, becomes })),
    )
    await transition(
      tx,
      org_id,
      inquiriesByState,
      'confirm',
      [inquiry_id],
      sql`order_type = ${inquiryType.codes.inquiry_record}, confirmed_time = ${now},
        promise_date = ${promise_date ?? inquiry.promise_date}`,
    )
    return { order_id: inquiry.order_id, no: order.no }
  }),

  handle(extendInquiry, async ({ inquiry_id, minutes }, context) => {
    const { tx, org_id, now } = context
    // Who plans meanwhile sees either the old hold or the new one.
    await lockHead(tx, org_id)
    const inquiry = (await inquiryForUpdate(tx, org_id, inquiry_id)) ?? refuse(generalErrors.recordNotFound)
    const first_start = await firstHeldStart(tx, org_id, inquiry_id)
    const until = extendedUntil(inquiry, { now, minutes, first_start })
    const broken = await brokenHolds(context, inquiry)
    if (broken) refuse(promisingErrors.inquiryExpired, { detail: broken })
    await transition(tx, org_id, inquiriesByState, 'extend', [inquiry_id], sql`result_kept_until = ${until}`)
    await extendHolds(tx, org_id, inquiry_id, until)
    return { result_kept_until: until }
  }),
  handle(cancelInquiry, async ({ inquiry_id, reason }, { tx, org_id, now }) => {
    const inquiry = (await inquiryForUpdate(tx, org_id, inquiry_id)) ?? refuse(generalErrors.recordNotFound)
    expectCancellable(inquiry, now)
    await endInquiries(tx, org_id, [inquiry_id], reason ?? null)
    return { affected: 1 }
  }),
]

/** An order that is asked for, stored or to be stored, and what its promise must know. */
interface ToPromise extends PromiseWork {
  readonly org_id: string
  readonly structure: PromiseStructure
  readonly order: NewInquiryOrder | undefined
  readonly order_id: string
}
function answersTo({ org_id, facts, asked, mode, starts_from }: ToPromise) {
  return promiseInThread(org_id, { facts, asked, mode, starts_from })
}
/** A new order gets its ids anew. */
const whatCounts = ({ order, asked, facts }: ToPromise) => ({
  facts,
  asked: order ? asked.map(line => ({ ...line, line_id: null })) : asked,
})

async function toPromise(
  { order_id, order, lines, mode, may_displace, hold_minutes }: Parsed<typeof askInquiry>,
  context: Context,
  linesOfOrder: typeof seenLines,
  before?: ToPromise,
): Promise<ToPromise> {
  const { tx, org_id, now, member } = context
  const made = order && (await newInquiryOrder(context, order))
  const id = made?.id ?? order_id!
  const asked = made ? allToAsk(made) : linesToAsk(await linesOfOrder(tx, org_id, { order_ids: [id] }), lines)
  if (asked.length === 0) refuse(salesErrors.noLines)
  const material_ids = [...new Set(asked.map(line => line.material_id))]
  const isKnown = before && material_ids.every(id => before.asked.some(({ material_id }) => material_id === id))
  const structure = isKnown ? before.structure : await loadPromiseStructure(tx, org_id, material_ids, now)
  const inquiry_ids = await pendingOf(tx, org_id, id)
  const level = may_displace ? { level: await levelOf(tx, org_id, made ?? { order_id: id }) } : {}
  const facts = await loadPromiseFacts(
    tx,
    org_id,
    structure,
    { order_id: id, inquiry_ids, ...level },
    { now, ...member },
  )
  const starts_from = now + hold_minutes * minuteSeconds
  return { org_id, structure, order: made, order_id: id, asked, facts, mode, starts_from }
}

async function answerOf({ tx, org_id, now }: Context, id: string) {
  const inquiry = (await inquiryById(tx, org_id, id, now)) ?? refuse(salesErrors.orderMissing)
  return { inquiry, lines: await linesOf(tx, org_id, id) }
}
