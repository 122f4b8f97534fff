import { createHash } from 'node:crypto'
import { customSettler, handOnAttachments, settledCustom } from '@qitao/access/server'
import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { type Quantity, sum } from '@qitao/core/quantity.ts'
import { explain, Refusal, refuse } from '@qitao/core/refusal.ts'
import { lockMaterials } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { lockPurchaseOrdersOf } from '@qitao/purchasing/server'
import { previewLinesToMo, queryFreeProducts, salesLinesToMo } from '@qitao/sales/model/sales-order.calls.ts'
import { quantityToMake } from '@qitao/sales/model/sales-order.rules.ts'
import { coverFromStock, type LineForChange, seenLines, seenLinesForUpdate } from '@qitao/sales/server'
import type { Occupation } from '@qitao/stock/model/occupation.rules.ts'
import { release } from '@qitao/stock/server'
import { sql } from 'kysely'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { alterMoLite, sendMosToPlanLite } from '../../model/mo/lite.calls.ts'
import {
  addMos,
  alterFurnaceCode,
  alterMo,
  alterMos,
  checkMoActions,
  checkMoNo,
  convertMos,
  countMos,
  createMo,
  dropMos,
  listMos,
  listMosOfOrders,
  mergeOrSplitMos,
  sendMosToPlan,
  showMo,
  showMoBom,
  showMoLog,
} from '../../model/mo/mo.calls.ts'
import { mo } from '../../model/mo/mo.record.ts'
import {
  expectConvertible,
  expectDroppable,
  expectEditable,
  expectFree,
  expectLockable,
  expectMergeable,
  expectNoRework,
  expectNotOrderedOutside,
  expectPublishable,
  expectReturnable,
  expectSendable,
  expectSplittable,
  expectTakesMos,
  linesToMake,
  type MoFacts,
  mergedNotes,
  ordersForLines,
} from '../../model/mo/mo.rules.ts'
import { moStatus } from '../../model/mo/mo.status.ts'
import { matchOrders } from '../plan/match-again.ts'
import { followNeeds } from '../plan/need-dates.ts'
import { heldSources, lockWithHeld, passHolds, passHoldsTo } from '../plan/pass-holds.ts'
import { createMos, precisionsOf } from './create-mos.ts'
import { tellSales } from './follow-mos.ts'
import { makeOutside } from './made-outside.ts'
import {
  componentsOfMo,
  lockMos,
  moCounts,
  moFacts,
  mosByState,
  mosForUpdate,
  mosPage,
  mosWhere,
  type OrderedOutside,
  ofOrders,
} from './mo.queries.ts'
import { freeMaterial, handOnOutput, removeMos, rescaleMos } from './mo-quantities.ts'
import { freeProducts, productsToMake } from './products-to-make.ts'
import { changedMos } from './recipe-change.handlers.ts'

const { codes } = moStatus

/** All lines of the orders, or those that were named. */
const chosen = <L extends { readonly id: string }>(lines: readonly L[], ids: readonly string[] | undefined): L[] =>
  lines.filter(line => ids === undefined || ids.includes(line.id))

export const moHandlers: Handler[] = [
  handle(listMos, async (input, context) =>
    mosPage(context.tx, context.org_id, input, await changedIn(input, context)),
  ),

  handle(countMos, async (input, context) => {
    const counted = await moCounts(context.tx, context.org_id, input, await changedIn(input, context))
    const counts = new Map(counted.map(({ status, count }) => [status, count]))
    return { result: Object.fromEntries(moStatus.list.map(({ code }) => [String(code), counts.get(code) ?? 0])) }
  }),

  handle(previewLinesToMo, async ({ order_ids, line_ids }, context) => {
    const lines = linesToMake(chosen(await seenLines(context.tx, context.org_id, { order_ids }), line_ids))
    return previewOf(context, lines, order_ids)
  }),
  handle(queryFreeProducts, async ({ material_ids, order_id }, { tx, org_id, now }) => {
    const asking = { order_ids: order_id ? [order_id] : [], own: order_id }
    const free = await freeProducts(tx, org_id, now, [...new Set(material_ids)], asking)
    return { result: [...free].map(([material_id, free_quantity]) => ({ material_id, free_quantity })) }
  }),
  handle(salesLinesToMo, async ({ order_ids, line_ids, mos, offsets = [], versions = [], digest }, context) => {
    const { tx, org_id, now, member } = context
    // Whoever takes free stock of the same products comes after, and finds it taken.
    const offset_ids = new Set(offsets.map(offset => offset.line_id))
    const taking = offsets.length === 0 ? [] : await seenLines(tx, org_id, { line_ids: [...offset_ids] })
    const locked_ids = new Set(taking.map(({ material_id }) => material_id))
    await lockMaterials(tx, org_id, [...locked_ids])
    const held = await heldSources(
      tx,
      org_id,
      (await seenLines(tx, org_id, { order_ids })).map(({ id }) => id),
    )
    await lockPurchaseOrdersOf(tx, org_id, held.purchase_line_ids)
    await lockMos(tx, org_id, held.mo_ids)
    const asked = chosen(await seenLinesForUpdate(tx, org_id, { order_ids }), line_ids)
    const wanted = ordersForLines(asked, { mos, offsets })
    if (digest !== undefined && (await previewOf(context, linesToMake(asked), order_ids)).digest !== digest)
      refuse(generalErrors.versionConflict)
    if (offsets.length > 0) {
      const materialOf = new Map(asked.map(line => [line.id, line.material_id]))
      const product_ids = [...new Set(offsets.map(({ line_id }) => materialOf.get(line_id)!))]
      // A line was given another product while its own one was being locked.
      if (product_ids.some(id => !locked_ids.has(id))) refuse(generalErrors.versionConflict)
      expectFree(offsets, id => materialOf.get(id), await freeProducts(tx, org_id, now, product_ids, { order_ids }))
      await coverFromStock(tx, org_id, offsets)
    }
    const bom_ids = new Map(versions.map(one => [one.material_id, one.material_bom_id]))
    const made = await createMos(tx, org_id, wanted, { now, time_zone: member.time_zone }, bom_ids)
    const made_ids = asked.map(line => line.id)
    await tellSales(tx, org_id, made_ids)
    // What they may have beside what was promised is matched at once.
    await matchOrders(context, await passHolds(tx, org_id, made_ids, now))
    return { mo_ids: made.map(({ id }) => id), mo_nos: made.map(({ no }) => no) }
  }),

  handle(createMo, async (input, { tx, org_id, now, member }) => {
    if (input.order_id) await expectTakesMosNow(tx, org_id, input.order_id)
    const custom = await settledCustom(tx, org_id, 'mo', input.custom)
    const [made] = await createMos(tx, org_id, [{ ...input, custom, order_id: input.order_id ?? null }], {
      now,
      time_zone: member.time_zone,
    })
    return made!
  }),
  handle(addMos, async ({ mos }, { tx, org_id, now, member }) => {
    const settle = await customSettler(tx, org_id, 'mo')
    const wanted = mos.map(one => ({ ...one, custom: settle(one.custom) }))
    const made = await createMos(tx, org_id, wanted, { now, time_zone: member.time_zone })
    return { mo_ids: made.map(({ id }) => id) }
  }),

  handle(alterMo, alterOne),
  handle(alterMos, ({ mo_ids, changes }, context) =>
    changeMos(context, mo_ids, expectEditable, async (passed, { tx, org_id }) => {
      await sql`update mo set delivery_date = coalesce(${changes.delivery_date ?? null}, delivery_date), priority = coalesce(${changes.priority ?? null}, priority),
          remark = case when ${changes.remark === undefined} then remark else ${changes.remark ?? null} end
        where org_id = ${org_id} and ${among(sql`id`, idsOf(passed))}`.execute(tx)
      if (changes.delivery_date !== undefined) await followNeeds(tx, org_id, idsOf(passed))
      return undefined
    }),
  ),
  handle(alterFurnaceCode, async ({ mo_ids, furnace_code }, { tx, org_id }) => {
    const found = await mosForUpdate(tx, org_id, mo_ids)
    if (mo_ids.some(id => !found.has(id))) refuse(manufacturingErrors.moMissing)
    await sql`update mo set furnace_code = ${furnace_code || null} where org_id = ${org_id} and ${among(sql`id`, mo_ids)}`.execute(
      tx,
    )
    return { affected: found.size }
  }),

  handle(mergeOrSplitMos, async ({ operation, mo_ids, split_quantities, merged_no }, context) => {
    const { tx, org_id, now, member } = context
    await lockWithHeld(tx, org_id, mo_ids)
    const found = await moFacts(tx, org_id, mo_ids)
    const orders = mo_ids.map(id => found.get(id) ?? refuse(manufacturingErrors.moMissing))
    const clock = { now, time_zone: member.time_zone }
    if (operation === 'split') {
      const [order] = orders
      const precisions = await precisionsOf(tx, org_id, [order!.material_id])
      expectSplittable(order!, split_quantities ?? [], precisions.get(order!.material_id) ?? 0)
      const [kept, ...others] = split_quantities!
      const freed = await rescaleMos(tx, org_id, [{ id: order!.id, planned_quantity: kept! }], now)
      const made = await createMos(
        tx,
        org_id,
        others.map(planned_quantity => ({ ...copied(order!), planned_quantity })),
        clock,
      )
      await sql`update mo set split_from_id = ${order!.id} where org_id = ${org_id} and ${among(
        sql`id`,
        made.map(({ id }) => id),
      )}`.execute(tx)
      await tellSales(tx, org_id, [order!.order_line_id])
      await release(tx, { org_id, occupations: freed })
      await matchOrders(context, await passHoldsTo(tx, org_id, [order!.id], now))
      return { mo_ids: [order!.id, ...made.map(({ id }) => id)] }
    }
    expectMergeable(orders)
    const lines = new Set(orders.map(order => order.order_line_id))
    const parents = new Set(orders.map(order => order.parent_mo_id))
    const served = lines.size === 1 && parents.size === 1 ? [] : await quantitiesByLine(tx, org_id, mo_ids)
    const first = orders[0]!
    const merged = {
      ...copied(first),
      ...mergedNotes(orders),
      no: merged_no || null,
      planned_quantity: sum(orders.map(order => order.planned_quantity)),
      delivery_date: Math.min(...orders.map(order => order.delivery_date)),
      priority: Math.min(...orders.map(order => order.priority)),
      // One line's work orders stay that line's; of several lines the merged order serves all through stock.
      ...(lines.size === 1 ? {} : { order_line_id: null, order_id: null }),
      ...(parents.size === 1 ? {} : { parent_mo_id: null, order_id: null }),
    }
    const freed = await freeMaterial(tx, org_id, mo_ids)
    const children = await rows(
      tx,
      sql<{
        id: string
      }>`update mo set parent_mo_id = null where org_id = ${org_id} and ${among(sql`parent_mo_id`, mo_ids)} returning id`,
    )
    await sql`delete from mo where org_id = ${org_id} and ${among(sql`id`, mo_ids)}`.execute(tx)
    const made = await createMos(tx, org_id, [merged], clock)
    const object_id = made[0]!.id
    await sql`update mo set merged = true, merged_from_ids = ${mo_ids}::uuid[], served_line_ids = ${served.map(({ line_id }) => line_id)}::uuid[],
        served_quantities = ${served.map(({ quantity }) => quantity)}::numeric[]
      where org_id = ${org_id} and id = ${object_id}`.execute(tx)
    await sql`update mo set parent_mo_id = ${object_id} where org_id = ${org_id} and ${among(
      sql`id`,
      children.map(({ id }) => id),
    )}`.execute(tx)
    await handOnOutput(tx, org_id, mo_ids, object_id)
    await handOnAttachments(tx, org_id, { module: 'mo', from_ids: mo_ids, object_id })
    await tellSales(tx, org_id, [...lines])
    await release(tx, { org_id, occupations: freed })
    await matchOrders(context, await passHoldsTo(tx, org_id, [object_id], now))
    return { mo_ids: [made[0]!.id] }
  }),

  handle(sendMosToPlan, ({ mo_ids }, context) => sendToPlan(context, mo_ids, null)),
  handle(sendMosToPlanLite, ({ mo_ids, start_time }, context) => sendToPlan(context, mo_ids, start_time ?? null)),
  handle(alterMoLite, alterOne),
  handle(showMoBom, async ({ mo_id, level }, { tx, org_id }) => {
    const result = await componentsOfMo(tx, org_id, mo_id, level)
    if (result.length === 0 && (await mosWhere(tx, org_id, sql`t.id = ${mo_id}`)).length === 0)
      refuse(manufacturingErrors.moMissing)
    return { result }
  }),
  handle(showMo, async ({ mo_id }, { tx, org_id }) => {
    const found = await mosWhere(tx, org_id, sql`(t.id = ${mo_id} or t.parent_mo_id = ${mo_id})`)
    const mo = found.find(one => one.id === mo_id) ?? refuse(manufacturingErrors.moMissing)
    const operations = await rows(
      tx,
      sql<never>`select x.id, x.sequence, x.process_id, p.code as process_code, p.name as process_name, x.reported_quantity, x.defective_quantity,
        x.status, x.actual_start_time, x.actual_finish_time from mo_operation x join process p on p.org_id = x.org_id and p.id = x.process_id
        where x.org_id = ${org_id} and x.mo_id = ${mo_id} order by x.sequence`,
    )
    const [order] = await rows(
      tx,
      sql<never>`select o.id, o.no, o.status, o.delivery_date, c.name as customer_name from seen_sales_order o
        left join customer c on c.org_id = o.org_id and c.id = o.customer_id where o.org_id = ${org_id} and o.id = ${mo.order_id}`,
    )
    const lines = await rows(
      tx,
      sql<never>`select l.id, l.line_no, m.code as material_code, m.name as material_name, l.quantity, l.shipped_quantity, l.customer_drawing from seen_sales_order_line l
        join material m on m.org_id = l.org_id and m.id = l.material_id where l.org_id = ${org_id} and l.order_id = ${mo.order_id} order by l.line_no`,
    )
    return { mo, operations, order: order ?? null, lines, children: found.filter(one => one.parent_mo_id === mo_id) }
  }),
  handle(listMosOfOrders, async ({ order_ids }, { tx, org_id }) => ({
    result: await mosWhere(tx, org_id, ofOrders(org_id, order_ids)),
  })),

  handle(showMoLog, async ({ mo_id }, { tx, org_id }) => {
    if ((await mosWhere(tx, org_id, sql`t.id = ${mo_id}`)).length === 0) refuse(manufacturingErrors.moMissing)
    const result = await rows(
      tx,
      sql<never>`select l.at as time, u.name as "user", coalesce(l.cause, l.operation) as action,
          (select jsonb_object_agg(key, value) from jsonb_each(l.old_row) where l.new_row -> key is distinct from value and key <> all(${bookKeeping})) as before,
          (select jsonb_object_agg(key, value) from jsonb_each(l.new_row) where l.old_row -> key is distinct from value and key <> all(${bookKeeping})) as after
        from change_log l left join app_user u on u.org_id = l.org_id and u.id = l.user_id
        where l.org_id = ${org_id} and l.table_name = 'mo' and l.row_id = ${mo_id} order by l.id desc limit 200`,
    )
    return { result }
  }),

  handle(checkMoActions, async ({ mo_ids, action }, { tx, org_id, language }) => {
    const found = await moFacts(tx, org_id, mo_ids)
    const { passed_ids, refused } = sortOut(mo_ids, found, order => checks[action](order))
    return {
      allowed_ids: passed_ids,
      refused: refused.map(({ id, definition, data }) => ({
        id,
        code: definition.code,
        message: explain(definition, data ?? {}, language),
      })),
    }
  }),
  handle(checkMoNo, async ({ no }, { tx, org_id }) => {
    if ((await rows(tx, sql`select 1 from mo where org_id = ${org_id} and no = ${no}`)).length > 0)
      refuse(manufacturingErrors.moNoExists)
    return { available: true }
  }),
]

/** Those that take steps of work orders away. */
export const stepRemovingHandlers = (orderedOutside: OrderedOutside): Handler[] => [
  handle(convertMos, async ({ mo_ids, target }, context) => {
    const outside = await lockedOutside(orderedOutside, mo_ids, context)
    return changeMos(
      context,
      mo_ids,
      order => {
        expectConvertible(order, target)
        expectNotOrderedOutside(outside.get(order.id)?.no, manufacturingErrors.moNotEditable)
      },
      async (passed, { tx, org_id, now }) => {
        await makeOutside(tx, org_id, idsOf(passed), target === 'outsource', now)
        return undefined
      },
    )
  }),
  handle(dropMos, async ({ mo_ids }, context) => {
    const outside = await lockedOutside(orderedOutside, mo_ids, context)
    return changeMos(
      context,
      mo_ids,
      order => {
        expectDroppable(order)
        expectNotOrderedOutside(outside.get(order.id)?.no, generalErrors.dataInUse)
      },
      (passed, { tx, org_id, now }) => removeMos(tx, org_id, idsOf(passed), now),
    )
  }),
]
/** Read once they are locked: who orders a step outside locks its work order. */
async function lockedOutside(orderedOutside: OrderedOutside, mo_ids: readonly string[], { tx, org_id }: Context) {
  await lockMos(tx, org_id, mo_ids)
  return orderedOutside(tx, org_id, mo_ids)
}

/** Lines that may become work orders, and the ways to make them, as they are looked at. */
async function previewOf({ tx, org_id, now }: Context, open: readonly LineForChange[], order_ids: readonly string[]) {
  const lines = open.map(line => ({
    ...{ line_id: line.id, order_no: line.order_no, line_no: line.line_no, material_id: line.material_id },
    ...{ to_make_quantity: quantityToMake(line), due_date: line.delivery_date ?? line.order_delivery_date },
  }))
  const material_ids = [...new Set(lines.map(({ material_id }) => material_id))]
  const products = await productsToMake(tx, org_id, now, material_ids, order_ids)
  const seen = [lines, products.map(({ free_quantity: _, ...way }) => way)]
  return { lines, products, digest: createHash('sha256').update(JSON.stringify(seen)).digest('hex') }
}

const changedIn = async ({ recipe_changed }: { recipe_changed?: boolean | undefined }, { tx, org_id, now }: Context) =>
  recipe_changed ? changedMos(tx, org_id, now) : []

const bookKeeping = [
  'row_version',
  'updated_time',
  'updated_by',
  'created_time',
  'created_by',
  'org_id',
  'id',
  'sample',
  'order_id',
  'order_line_id',
  'served_line_ids',
  'served_quantities',
]

const checks: Record<'to_plan' | 'revert' | 'lock' | 'merge' | 'split' | 'drop' | 'publish', (order: MoFacts) => void> =
  {
    to_plan: expectSendable,
    revert: expectReturnable,
    lock: expectLockable,
    merge: order => {
      if (order.merged) throw new Refusal(manufacturingErrors.mergedAgain)
      expectDroppable(order)
    },
    split: order => {
      if (order.merged) throw new Refusal(manufacturingErrors.mergedSplit)
      expectEditable(order)
    },
    drop: expectDroppable,
    publish: expectPublishable,
  }

/** The order that a new work order is for stays as it is until this is made. */
async function expectTakesMosNow(tx: Tx, org_id: string, order_id: string): Promise<void> {
  const [line] = await seenLinesForUpdate(tx, org_id, { order_ids: [order_id] })
  expectTakesMos(line ?? refuse(generalErrors.recordNotFound, { field: 'order_id' }))
}

/** What these orders make for each order line: their own, else those that the orders above them make for, as much for each as of those. */
const quantitiesByLine = (
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
): Promise<{ line_id: string; quantity: Quantity }[]> =>
  rows(
    tx,
    sql`with recursive up as (
        select id, planned_quantity, parent_mo_id, order_line_id, served_line_ids, served_quantities from mo where org_id = ${org_id} and ${among(sql`id`, mo_ids)}
        union all select u.id, u.planned_quantity, p.parent_mo_id, p.order_line_id, p.served_line_ids, p.served_quantities
          from up u join mo p on p.org_id = ${org_id} and p.id = u.parent_mo_id where u.order_line_id is null and u.served_line_ids = '{}'
      ) select s.line_id, sum(u.planned_quantity * s.share) as quantity
      from up u cross join lateral (
        select u.order_line_id as line_id, 1::numeric as share where u.order_line_id is not null
        union all select k.line_id, k.quantity / nullif(sum(k.quantity) over (), 0) from unnest(u.served_line_ids, u.served_quantities) as k(line_id, quantity)
      ) s where s.share is not null group by s.line_id order by s.line_id`,
  )

const idsOf = (orders: readonly MoFacts[]): string[] => orders.map(order => order.id)
const copied = (order: MoFacts) => ({
  material_id: order.material_id,
  delivery_date: order.delivery_date,
  priority: order.priority,
  order_id: order.order_id,
  order_line_id: order.order_line_id,
  parent_mo_id: order.parent_mo_id,
  furnace_code: order.furnace_code,
  remark: order.remark,
  custom: order.custom,
})

async function alterOne(input: Parsed<typeof alterMo>, context: Context): Promise<{ affected: number }> {
  const { tx, org_id, now } = context
  if (input.planned_quantity !== undefined) await lockWithHeld(tx, org_id, [input.id])
  const order = expectVersion(
    (await mosForUpdate(tx, org_id, [input.id])).get(input.id) ?? refuse(manufacturingErrors.moMissing),
    input.row_version,
  )
  expectEditable(order)
  const freed: Occupation[] = []
  if (input.planned_quantity !== undefined) {
    if (order.status !== codes.todo)
      refuse(manufacturingErrors.moNotEditable, { detail: moStatus.whyNot('split', order.status) })
    expectNoRework(order, manufacturingErrors.moNotEditable)
    const precisions = await precisionsOf(tx, org_id, [order.material_id])
    expectPrecision(input.planned_quantity, precisions.get(order.material_id) ?? 0, placeIn(mo, 'planned_quantity'))
    freed.push(...(await rescaleMos(tx, org_id, [{ id: order.id, planned_quantity: input.planned_quantity }], now)))
  }
  await sql`update mo set delivery_date = coalesce(${input.delivery_date ?? null}, delivery_date), priority = coalesce(${input.priority ?? null}, priority),
        furnace_code = case when ${input.furnace_code === undefined} then furnace_code else ${input.furnace_code ?? null} end,
        remark = case when ${input.remark === undefined} then remark else ${input.remark ?? null} end,
        custom = ${JSON.stringify(await settledCustom(tx, org_id, 'mo', input.custom, order.id))}::jsonb
      where org_id = ${org_id} and id = ${order.id}`.execute(tx)
  if (input.delivery_date !== undefined) await followNeeds(tx, org_id, [order.id])
  await tellSales(tx, org_id, [order.order_line_id])
  await release(tx, { org_id, occupations: freed })
  if (input.planned_quantity !== undefined) await matchOrders(context, await passHoldsTo(tx, org_id, [order.id], now))
  return { affected: 1 }
}

const sendToPlan = (context: Context, mo_ids: readonly string[], start_time: number | null) =>
  changeMos(context, mo_ids, expectSendable, async (passed, { tx, org_id }) => {
    const start = sql`planned_start_time = coalesce(${start_time}, t.planned_start_time)`
    await transition(tx, org_id, mosByState, 'to_plan', idsOf(passed), start)
    return undefined
  })

/** A bulk change of work orders; the sales lines they serve follow, then the stock that the change has freed. */
async function changeMos(
  context: Context,
  mo_ids: readonly string[],
  check: (order: MoFacts) => void,
  save: (passed: readonly MoFacts[], context: Context) => Promise<Occupation[] | undefined>,
) {
  const { tx, org_id, language } = context
  const found = await mosForUpdate(tx, org_id, mo_ids)
  const { passed, passed_ids, refused } = sortOut(mo_ids, found, check)
  const freed = passed.length > 0 ? await save(passed, context) : undefined
  await tellSales(
    tx,
    org_id,
    passed.map(order => order.order_line_id),
  )
  await release(tx, { org_id, occupations: freed ?? [] })
  return bulkAnswer(passed_ids, refused, language)
}
