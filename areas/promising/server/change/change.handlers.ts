import { createHash } from 'node:crypto'
import { membersWhoMay, notify } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isZero } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import {
  createMos,
  followOrder,
  heldSources,
  lockMos,
  matchAgain,
  mosPromisedTo,
  passHolds,
  releaseHoldsOfLines,
  tellSales,
} from '@qitao/manufacturing/server'
import { type Context, expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { alterPurchaseRequest } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { lockPurchaseOrdersOf, reduceRequests, requestsForUpdate } from '@qitao/purchasing/server'
import {
  cancelWithFollowers,
  changeSalesOrder,
  type OrderEffect,
  previewOrderCancel,
  previewOrderChange,
} from '@qitao/sales/model/order-change.calls.ts'
import { cancelStanding, lockOrder, type StandingOrder, saveChange } from '@qitao/sales/server'
import { repairPlan } from '@qitao/scheduling/model/schedule.calls.ts'
import { finishesWith, followOnPlan, lockHead, tasksToFollow } from '@qitao/scheduling/server'
import { addDispatch } from '@qitao/shopfloor/model/report.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { release } from '@qitao/stock/server'
import { type Effect, effectsOf, followed, type OrderAfter } from '../../model/change/change-effects.rules.ts'
import type { ChangeFacts, MoOfOrder } from '../../model/change/change-facts.ts'
import { loadChange } from './change.queries.ts'

export const orderChangeHandlers: Handler[] = [
  handle(previewOrderChange, async ({ id, row_version, ...after }, context) => {
    const { order, facts } = await loadChange(context, id, after)
    expectVersion(order, row_version)
    const effects = effectsOf(facts, after)
    const digest = digestOf(effects, facts, after)
    return { effects: (await withFinishes(context, facts, effects)).map(shown), digest }
  }),

  handle(previewOrderCancel, async ({ id, row_version }, context) => {
    const { order, facts } = await loadChange(context, id, null)
    expectVersion(order, row_version)
    const after = nothingOf(order)
    const effects = effectsOf(facts, after)
    return { effects: effects.map(shown), digest: digestOf(effects, facts, after) }
  }),

  handle(changeSalesOrder, async ({ id, row_version, digest, accepted, ...after }, context) => {
    const { tx, org_id, now, member } = context
    const plan = await lockAll(context, id, (await loadChange(context, id, after)).facts)
    const { order, facts } = await loadChange(context, id, after)
    expectVersion(order, row_version)
    const effects = agreedEffects(facts, after, { digest, accepted })
    const { done, ...following } = await follow(context, plan, facts, after, effects, accepted)
    const lines = await saveChange(context, order, after)
    const made = await createMos(
      tx,
      org_id,
      done
        .filter(({ kind }) => kind === 'add')
        .map(({ row, to_quantity }) => ({
          material_id: after.lines[row!]!.material_id,
          planned_quantity: to_quantity!,
          delivery_date: after.lines[row!]!.delivery_date ?? after.delivery_date,
          priority: after.priority,
          order_id: id,
          order_line_id: lines[row!]!.id,
        })),
      { now, time_zone: member.time_zone },
    )
    const line_ids = lines.map(line => line.id)
    await settle(context, line_ids, facts, following)
    await matchAgain(context, { material_ids: [], mo_ids: await passHolds(tx, org_id, line_ids, now) })
    const counts = countsOf(effects, done)
    await tellOthers(context, order, counts, done, facts.mos)
    return { ...counts, mo_nos: made.map(({ no }) => no) }
  }),

  handle(cancelWithFollowers, async ({ id, row_version, digest, accepted }, context) => {
    const { tx, org_id } = context
    const plan = await lockAll(context, id, (await loadChange(context, id, null)).facts)
    const { order, facts } = await loadChange(context, id, null)
    expectVersion(order, row_version)
    const after = nothingOf(order)
    const effects = agreedEffects(facts, after, { digest, accepted })
    const { done, ...following } = await follow(context, plan, facts, after, effects, accepted)
    const line_ids = facts.lines.map(line => line.id)
    await releaseHoldsOfLines(tx, org_id, line_ids)
    await settle(context, line_ids, facts, following)
    await cancelStanding(tx, org_id, id)
    const counts = countsOf(effects, done)
    await tellOthers(context, order, counts, done, facts.mos, { zh: '已取消', en: 'was cancelled' })
    return counts
  }),
]

const nothingOf = ({ delivery_date, priority }: StandingOrder): OrderAfter => ({ delivery_date, priority, lines: [] })

/** What is held of what comes, the head of the plan, work orders, requests and the order, in this order; answers the tasks that may have to follow. */
async function lockAll(context: Context, id: string, { lines, mos, requests }: ChangeFacts) {
  const { tx, org_id } = context
  const mo_ids = mos.map(mo => mo.id)
  const line_ids = lines.map(line => line.id)
  const held = await heldSources(tx, org_id, line_ids)
  await lockPurchaseOrdersOf(tx, org_id, held.purchase_line_ids)
  await lockHead(tx, org_id)
  await lockMos(tx, org_id, [...mo_ids, ...held.mo_ids, ...(await mosPromisedTo(tx, org_id, line_ids))])
  const plan = await tasksToFollow(context, mo_ids)
  await requestsForUpdate(
    tx,
    org_id,
    requests.map(request => request.id),
  )
  await lockOrder(tx, org_id, id)
  return plan
}
/** Refused where something else follows than was shown, or what was not offered is accepted. */
function agreedEffects(
  facts: ChangeFacts,
  after: OrderAfter,
  { digest, accepted }: { readonly digest: string; readonly accepted: readonly string[] },
): Effect[] {
  const effects = effectsOf(facts, after)
  if (digestOf(effects, facts, after) !== digest) refuse(generalErrors.versionConflict)
  expectOffered(effects, accepted)
  return effects
}

/** Tasks, work orders and requests follow as far as it was accepted; a work order that stays of a line that goes is made for stock. */
async function follow(
  context: Context,
  plan: Awaited<ReturnType<typeof tasksToFollow>>,
  facts: ChangeFacts,
  after: OrderAfter,
  effects: readonly Effect[],
  accepted: readonly string[],
) {
  const { tx, org_id, now } = context
  const done = followed(effects, new Set(accepted))
  const of = (...kinds: Effect['kind'][]) => done.filter(({ kind }) => kinds.includes(kind))
  const kept = new Set(after.lines.map(line => line.id))
  const dropped = new Set(facts.lines.filter(line => !kept.has(line.id)).map(line => line.id))
  const removed = of('cancel').map(({ object }) => object!.id)
  const resized = of('quantity', 'raise').map(({ object, to_quantity }) => ({
    id: object!.id,
    planned_quantity: to_quantity!,
  }))
  const released = facts.mos
    .filter(mo => mo.order_line_id !== null && dropped.has(mo.order_line_id) && !removed.includes(mo.id))
    .map(mo => mo.id)
  await followOnPlan(context, plan, {
    resized: new Map(of('quantity').map(({ object, to_quantity }) => [object!.id, to_quantity!])),
    removed: new Set(removed),
  })
  const moved = of('date').map(({ object, to_time }) => ({ id: object!.id, delivery_date: to_time! }))
  const ranked = of('priority').map(({ object, to_priority }) => ({ id: object!.id, priority: to_priority! }))
  const dropped_line_ids = [...dropped]
  const freed = await followOrder(tx, org_id, { removed, resized, released, moved, ranked, dropped_line_ids }, now)
  await reduceRequests(
    tx,
    org_id,
    of('request').map(({ object, mo_id, less }) => ({ id: object!.id, mo_id: mo_id!, less: less! })),
  )
  return { done, freed, changed_ids: [...resized, ...moved].map(one => one.id) }
}
/** Sales is told of the lines; stock is released last, and matched anew. */
async function settle(
  context: Context,
  line_ids: readonly string[],
  { components }: ChangeFacts,
  { freed, changed_ids }: Pick<Awaited<ReturnType<typeof follow>>, 'freed' | 'changed_ids'>,
): Promise<void> {
  const { tx, org_id } = context
  await tellSales(tx, org_id, line_ids)
  await release(tx, { org_id, occupations: freed })
  await matchAgain(context, {
    mo_ids: changed_ids,
    material_ids: [...new Set(components.map(({ material_id }) => material_id))],
  })
}
function countsOf(effects: readonly Effect[], done: readonly Effect[]) {
  const choices = effects.filter(({ is_choice }) => is_choice)
  const accepted_count = choices.filter(effect => done.includes(effect)).length
  return { accepted_count, left_count: choices.length - accepted_count }
}

/** A line that the plan finishes late is told when it is finished with smaller work orders: each ends as it would be saved. */
async function withFinishes(context: Context, { lines, mos }: ChangeFacts, effects: Effect[]): Promise<Effect[]> {
  const late = effects.filter(({ kind, is_late }) => kind === 'finish' && is_late)
  const smaller = new Map(
    effects.flatMap(({ kind, object, to_quantity, key }) =>
      object && (kind === 'cancel' || kind === 'quantity') ? [[object.id, { key, to: to_quantity! }]] : [],
    ),
  )
  const lineOf = new Map(lines.map(line => [`finish:${line.id}`, line.id]))
  const own = (key: string) => mos.filter(mo => mo.order_line_id === lineOf.get(key))
  const asked = late.filter(({ key }) => own(key).some(({ id }) => smaller.has(id)))
  if (asked.length === 0) return effects
  const told = await finishesWith(
    context,
    asked.flatMap(({ key }) => own(key).map(({ id }) => id)),
    new Map([...smaller].map(([id, { to }]) => [id, to])),
  )
  return effects.map(effect =>
    asked.includes(effect)
      ? {
          ...effect,
          finishes: own(effect.key).flatMap(({ id }) => {
            const finish = told.get(id)
            const by = smaller.get(id)
            return finish
              ? [
                  {
                    effect_key: by?.key ?? null,
                    from_time: finish.planned,
                    to_time: by && isZero(by.to) ? null : finish.smaller,
                  },
                ]
              : []
          }),
        }
      : effect,
  )
}

const shown = ({ row: _, mo_id: __, less: ___, ...effect }: Effect): OrderEffect => effect

/** Of what was shown and of what it is to be done to, as it was then. */
function digestOf(
  effects: readonly Effect[],
  { order, mos, requests }: Parameters<typeof effectsOf>[0],
  after: OrderAfter,
): string {
  const versions = [order, ...mos, ...requests].map(({ id, row_version }) => [id, row_version])
  return createHash('sha256')
    .update(JSON.stringify([effects, versions, after]))
    .digest('hex')
}

function expectOffered(effects: readonly Effect[], accepted: readonly string[]): void {
  const offered = new Set(effects.filter(({ is_choice }) => is_choice).map(({ key }) => key))
  const unknown = accepted.find(key => !offered.has(key))
  if (unknown !== undefined)
    refuse(generalErrors.badParameter, {
      ...{ field: 'accepted', key: unknown },
      detail: text('没有可选择的影响{key}', 'There is no effect {key} to choose'),
    })
}

/** Planners, buyers and the floor hear what has changed for them. */
async function tellOthers(
  context: Context,
  { no }: StandingOrder,
  { accepted_count, left_count }: { accepted_count: number; left_count: number },
  done: readonly Effect[],
  mos: readonly MoOfOrder[],
  is: { readonly zh: string; readonly en: string } = { zh: '已变更', en: 'was changed' },
): Promise<void> {
  const { tx, org_id, member } = context
  const tellWho = async (
    call: Parameters<typeof membersWhoMay>[2],
    notice: Omit<Parameters<typeof notify>[2], 'sign' | 'type'>,
    to: string,
  ) => {
    const who = await membersWhoMay(tx, org_id, call)
    const ids = who.map(({ user_id }) => user_id).filter(id => id !== member.user_id)
    await notify(context, ids, { ...notice, sign: `order_change_${to}_${no}`, type: 'warning' })
  }
  await tellWho(
    repairPlan,
    {
      text: text(
        `订单${no}${is.zh}：${accepted_count}项影响已跟随，${left_count}项保留不变。请重排计划。`,
        `Order ${no} ${is.en}: effects that followed: ${accepted_count}, left as they were: ${left_count}. Plan again.`,
      ),
      btn: text('打开生产计划', 'Open the plan'),
      href: pages.productionPlan.path,
      href_title: pages.productionPlan.title,
    },
    'plan',
  )
  const bought = done.filter(({ kind }) => kind === 'request' || kind === 'purchase')
  if (bought.length > 0)
    await tellWho(
      alterPurchaseRequest,
      {
        text: text(
          `订单${no}${is.zh}，采购需求减少：${noList(bought, '、')}`,
          `Order ${no} ${is.en}, and less is to be bought: ${noList(bought, ', ')}`,
        ),
        btn: text('打开采购', 'Open procurement'),
        href: pages.purchase.path,
        href_title: pages.purchase.title,
      },
      'purchase',
    )
  const onFloor = new Set(mos.filter(mo => mo.status >= moStatus.codes.to_be_produced).map(mo => mo.id))
  const floor = done.filter(
    ({ kind, object }) =>
      (kind === 'cancel' || kind === 'quantity' || kind === 'drawing') && object !== null && onFloor.has(object.id),
  )
  if (floor.length > 0)
    await tellWho(
      addDispatch,
      {
        text: text(
          `订单${no}${is.zh}，已发布的工单随之改变：${noList(floor, '、')}`,
          `Order ${no} ${is.en}, and with it work orders on the floor: ${noList(floor, ', ')}`,
        ),
        btn: text('打开派工', 'Open dispatch'),
        href: pages.dispatch.path,
        href_title: pages.dispatch.title,
      },
      'floor',
    )
}
const noList = (effects: readonly Effect[], comma: string): string =>
  [...new Set(effects.map(({ object }) => object!.no))].slice(0, 5).join(comma)
