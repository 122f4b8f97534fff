import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { someMaterials } from '@qitao/engineering/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { showPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { addPurchaseRequest, listPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { alterMo, dropMos, listMos, showMo } from '../../model/mo/mo.calls.ts'
import { checkKits, replenishMos, showAssignments } from '../../model/plan/material-plan.calls.ts'
import {
  applyPlanMessages,
  followNeedDates,
  listPlanMessages,
  refusePlanMessages,
} from '../../model/plan/plan-message.calls.ts'
import type { PlanMessageRow } from '../../model/plan/plan-message.ts'
import { aMo, inStock, type MadeMo } from '../../testing/factories.ts'
import { recordPlan } from './plan-results.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'

const planned = async (company: TestCompany, mo_ids: string[]) => {
  const { job_id } = await company.admin.ok(checkKits, { mo_ids })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
}
/** The plan that applying a message starts by itself. */
const settled = (company: TestCompany) =>
  company.as(async tx => {
    for (let tries = 0; tries < 600; tries++) {
      const open = await rows(tx, sql`select 1 from job where org_id = ${company.org_id} and status < 2`)
      if (open.length === 0) return
      await new Promise(wait => setTimeout(wait, 50))
    }
    throw new Error('a job does not end')
  })
const told = async (company: TestCompany): Promise<PlanMessageRow[]> =>
  (await company.admin.ok(listPlanMessages, { page_size: 20 })).result
const of = (messages: readonly PlanMessageRow[], kind: string, material_id?: string) =>
  messages.filter(
    message => message.kind === kind && (material_id === undefined || message.material_id === material_id),
  )

/** A work order of 10 that starts in 20 days; the first component comes in `days`, the second lies in stock. */
async function waiting(company: TestCompany, days: number, quantity = '10'): Promise<MadeMo & { order_id: string }> {
  const mo = await aMo(company)
  const [late, here] = mo.component_ids as [string, string]
  await inStock(company, [here], '10')
  const supplier_id = await company.as(tx => aSupplier(tx))
  const order = await aPurchaseOrder(company, {
    supplier_id,
    materials: [{ material_id: late, quantity, eta: inDays(days) }],
  })
  await planned(company, [mo.id])
  return { ...mo, order_id: order.id }
}
const apply = async (company: TestCompany, messages: readonly PlanMessageRow[]) =>
  company.admin.ok(applyPlanMessages, { message_ids: messages.map(({ id }) => id) })

describe('calls', () => {
  contract(app, listPlanMessages, {
    set: company => waiting(company, 40),
    good: () => ({ kinds: ['expedite' as const, 'defer' as const], keyword: '' }),
    check: (data, mo) => {
      expect(data.counts).toEqual({ expedite: 1 })
      expect(data.result).toMatchObject([
        {
          kind: 'expedite',
          material_id: mo.component_ids[0],
          mo_id: mo.id,
          mo_no: mo.no,
          mo_count: 1,
          source_type: 2,
          quantity: '10.000000',
          from_time: inDays(40),
          reason: 'needed_earlier',
        },
      ])
    },
    refused: () => [
      ['a kind that is none', { kinds: ['hurry'] }, generalErrors.badParameter],
      ['an order by something else', { order_by: 'code' }, generalErrors.badParameter],
    ],
    foreign: answer => expect(answer.data).toMatchObject({ total: 0, counts: {} }),
  })
  contract(app, refusePlanMessages, {
    set: async company => {
      const mo = await waiting(company, 40)
      return { mo, messages: await told(company) }
    },
    good: ({ messages }) => ({ message_ids: messages.map(({ id }) => id) }),
    check: async (_data, { mo, messages }, company) => {
      expect(await told(company)).toEqual([])
      await planned(company, [mo.id])
      expect((await company.admin.ok(listPlanMessages, { status: 1 })).result).toHaveLength(messages.length)
      await company.admin.ok(refusePlanMessages, { message_ids: messages.map(({ id }) => id), refused: false })
      expect(await told(company)).toHaveLength(messages.length)
    },
    refused: () => [['no such message', { message_ids: [nowhere] }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, applyPlanMessages, {
    set: async company => {
      const mo = await waiting(company, 40)
      return { mo, messages: await told(company) }
    },
    good: ({ messages }) => ({ message_ids: messages.map(({ id }) => id) }),
    check: async (data, { mo }, company) => {
      expect(data.failed).toEqual([])
      const { lines } = await company.admin.ok(showPurchaseOrder, { id: mo.order_id })
      expect(lines[0]!.eta).toBeLessThanOrEqual(inDays(20))
      await settled(company)
      expect(await told(company)).toEqual([])
    },
    refused: () => [['no such message', { message_ids: [nowhere] }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
})

test('defer and cancel: an arrival is moved, an order that nobody needs is cancelled', async () => {
  const company = await app.company()
  const mo = await waiting(company, 1)
  const [defer] = of(await told(company), 'defer')
  expect(defer).toMatchObject({ from_time: inDays(1), mo_no: mo.no })
  await apply(company, [defer!])
  await settled(company)
  const moved = await company.admin.ok(showPurchaseOrder, { id: mo.order_id })
  // The day on which it is needed.
  const { eta } = moved.lines[0]!
  expect(defer!.to_time - eta!).toBeGreaterThanOrEqual(0)
  expect(defer!.to_time - eta!).toBeLessThan(daySeconds)
  await inStock(company, [mo.component_ids[0]!], '10')
  await planned(company, [mo.id])
  const [cancel] = of(await told(company), 'cancel')
  await apply(company, [cancel!])
  expect((await company.admin.ok(showPurchaseOrder, { id: mo.order_id })).record.status).toBe('05')
})

test('who may not change purchase orders there does not change them by a message either', async () => {
  const company = await app.company()
  const mo = await waiting(company, 1)
  const planner = await company.member([pages.materialPlan])
  const [defer] = of(await told(company), 'defer')
  expect((await planner.send(applyPlanMessages, { message_ids: [defer!.id] })).code).toBe(
    generalErrors.noPermission.code,
  )
  await inStock(company, [mo.component_ids[0]!], '10')
  await planned(company, [mo.id])
  const [cancel] = of(await told(company), 'cancel')
  expect((await planner.send(applyPlanMessages, { message_ids: [cancel!.id] })).code).toBe(
    generalErrors.noPermission.code,
  )
  expect((await company.admin.ok(showPurchaseOrder, { id: mo.order_id })).record.status).toBe('15')
  const buyer = await company.member([pages.materialPlan, pages.purchase])
  await buyer.ok(applyPlanMessages, { message_ids: [cancel!.id] })
  expect((await company.admin.ok(showPurchaseOrder, { id: mo.order_id })).record.status).toBe('05')
})

test('a message that somebody has refused is not carried out', async () => {
  const company = await app.company()
  await waiting(company, 1)
  const [defer] = of(await told(company), 'defer')
  await company.admin.ok(refusePlanMessages, { message_ids: [defer!.id] })
  expect((await company.admin.send(applyPlanMessages, { message_ids: [defer!.id] })).code).toBe(
    generalErrors.versionConflict.code,
  )
})

test('an order with other lines is not cancelled for one of them; the rest of the messages is applied', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const other = await aMo(company)
  await inStock(company, [mo.component_ids[0]!], '10')
  const supplier_id = await company.as(tx => aSupplier(tx))
  await aPurchaseOrder(company, {
    supplier_id,
    materials: [mo.component_ids[0]!, other.component_ids[0]!].map(material_id => ({ material_id, quantity: '10' })),
  })
  await planned(company, [mo.id])
  const messages = await told(company)
  const [cancel] = of(messages, 'cancel')
  const [buy] = of(messages, 'buy', mo.component_ids[1])
  expect([cancel?.quantity, buy?.quantity]).toEqual(['10.000000', '10.000000'])
  expect([cancel, buy].map(message => [message?.order_line_count, message?.order_received])).toEqual([
    [2, false],
    [0, false],
  ])
  expect((await company.admin.send(applyPlanMessages, { message_ids: [cancel!.id] })).code).toBe(
    purchasingErrors.notEditable.code,
  )
  const answer = await company.admin.send(applyPlanMessages, { message_ids: [cancel!.id, buy!.id] })
  expect(answer).toMatchObject({ code: 5056, data: { done_ids: [buy!.id], failed: [{ id: cancel!.id }] } })
  expect((await company.admin.ok(listPurchaseRequests, {})).result).toMatchObject([{ material_id: buy!.material_id }])
})

test('what comes for orders that are not checked yet is not told to be cancelled', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  await inStock(company, mo.component_ids, '10')
  const twin = await company.admin.ok((await import('../../model/mo/mo.calls.ts')).createMo, {
    material_id: mo.material_id,
    planned_quantity: '10',
    delivery_date: inDays(6),
  })
  const supplier_id = await company.as(tx => aSupplier(tx))
  await aPurchaseOrder(company, { supplier_id, materials: [{ material_id: mo.component_ids[0]!, quantity: '10' }] })
  await planned(company, [mo.id])
  expect(await told(company)).toEqual([])
  await company.admin.ok(dropMos, { mo_ids: [twin.id] })
  await planned(company, [mo.id])
  expect((await told(company)).map(({ kind }) => kind)).toEqual(['cancel'])
})

test('child work orders: made, then decreased and increased as their parent changes; stock that comes does not take their place', async () => {
  const company = await app.company()
  const part = await aMo(company)
  await company.admin.ok(dropMos, { mo_ids: [part.id] })
  const top = await aMo(company, { components: [{ material_id: part.material_id, quantity: '2' }] })
  await planned(company, [top.id])
  const [make] = of(await told(company), 'make')
  expect(make).toMatchObject({ material_id: part.material_id, quantity: '20.000000', mo_no: top.no })
  await apply(company, [make!])
  await settled(company)
  const children = async () => (await company.admin.ok(listMos, { parent_mo_id: top.id })).result
  expect(await children()).toMatchObject([{ planned_quantity: '20.000000' }])

  const resize = async (planned_quantity: string) => {
    const { mo } = await company.admin.ok(showMo, { mo_id: top.id })
    await company.admin.ok(alterMo, { id: top.id, row_version: mo.row_version, planned_quantity })
    await planned(company, [top.id])
  }
  await resize('8')
  const [decrease] = of(await told(company), 'decrease')
  expect(decrease).toMatchObject({ from_quantity: '20.000000', to_quantity: '16.000000' })
  await resize('9')
  const [other] = of(await told(company), 'decrease')
  expect(other).toMatchObject({ id: decrease!.id, to_quantity: '18.000000' })
  await apply(company, [other!])
  await settled(company)
  expect(await children()).toMatchObject([{ planned_quantity: '18.000000' }])

  await inStock(company, [part.material_id], '18')
  await planned(company, [top.id])
  // What was made for an order covers it first, as long as it is wanted (docs/decisions/0021).
  expect(of(await told(company), 'cancel', part.material_id)).toEqual([])
  expect(await children()).toMatchObject([{ planned_quantity: '18.000000' }])
})

test('buy: what buyers have been asked for already is not asked for again, whoever asked', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const [screw, plate] = mo.component_ids as [string, string]
  await inStock(company, [plate], '10')
  await planned(company, [mo.id])
  const buys = async () => of(await told(company), 'buy', screw)
  const [first] = await buys()
  expect(first).toMatchObject({ quantity: '10.000000' })
  const ask = (quantity: string) =>
    company.admin.ok(addPurchaseRequest, { material_id: screw, demand_quantity: quantity, required_date: inDays(9) })
  await ask('4')
  expect(await buys()).toMatchObject([{ id: first!.id, quantity: '6.000000' }])
  await ask('6')
  expect(await buys()).toEqual([])
  expect((await company.admin.ok(listPlanMessages, {})).counts).not.toHaveProperty('buy')
  // Who had it on the page is told that it is another now.
  expect(await company.admin.send(applyPlanMessages, { message_ids: [first!.id] })).toMatchObject({
    code: generalErrors.versionConflict.code,
  })
  expect((await company.admin.ok(listPurchaseRequests, {})).result).toHaveLength(2)
})

test('replenished: nothing is to be bought that a request is there for, and no need has a request to move and a purchase to make', async () => {
  const company = await app.company()
  const { due } = await replenished(company)
  expect(of(await told(company), 'buy')).toEqual([])
  await due(30)
  const all = await told(company)
  expect(of(all, 'defer')).toHaveLength(4)
  expect(of(all, 'buy')).toEqual([])
})

/** Replenished: a child order, a request for the parent, and two for the child. */
async function replenished(company: TestCompany) {
  const part = await aMo(company)
  await company.admin.ok(dropMos, { mo_ids: [part.id] })
  const [screw] = await someMaterials(company, 1)
  const top = await aMo(company, {
    components: [{ material_id: part.material_id, quantity: '2' }, { material_id: screw!.id }],
  })
  const { job_id } = await company.admin.ok(replenishMos, { mo_ids: [top.id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  const child = async () => (await company.admin.ok(listMos, { parent_mo_id: top.id })).result[0]!
  const requests = async () => (await company.admin.ok(listPurchaseRequests, {})).result
  const due = async (days: number) => {
    const { mo } = await company.admin.ok(showMo, { mo_id: top.id })
    await company.admin.ok(alterMo, { id: top.id, row_version: mo.row_version, delivery_date: inDays(days) })
    await settled(company)
  }
  return { top, child, requests, due }
}
const moves = ({ kind, source_type, to_time }: PlanMessageRow) =>
  `${kind} ${source_type} ${to_time === inDays(30) ? 'to day 30' : to_time}`

test('no message asks for a day that is past: it says since when it is due, and it is carried out for today', async () => {
  const company = await app.company()
  const { child, due } = await replenished(company)
  await due(30)
  await company.as(tx =>
    sql`update plan_message set to_time = ${inDays(-3)}, by_time = ${inDays(-5)} where org_id = ${company.org_id} and source_type = 4`.execute(
      tx,
    ),
  )
  const all = await told(company)
  for (const { to_time, by_time } of all)
    expect(Math.min(to_time, by_time ?? inDays(0))).toBeGreaterThanOrEqual(inDays(0))
  const message = all.find(one => one.source_type === 4)!
  expect(message).toMatchObject({ to_overdue_days: 3, by_overdue_days: 5, to_time: inDays(0), by_time: inDays(0) })
  expect(all.filter(one => one !== message).every(one => one.to_overdue_days === 0)).toBe(true)
  await apply(company, [message])
  expect((await child()).delivery_date).toBe(inDays(0))
})

describe('what follows a parent', () => {
  contract(app, followNeedDates, {
    set: async company => {
      const made = await replenished(company)
      expect(of(await told(company), 'defer')).toEqual([])
      await made.due(30)
      return made
    },
    good: () => ({}),
    check: async (data, { child, requests }, company) => {
      expect(data.done_ids).toHaveLength(4)
      expect((await child()).delivery_date).toBe(inDays(30))
      expect(new Set((await requests()).map(({ required_date }) => required_date))).toEqual(new Set([inDays(30)]))
      await settled(company)
      expect(await company.admin.ok(listPlanMessages, {})).toMatchObject({ need_date_count: 0 })
    },
    refused: () => [['something beside', { mo_ids: [] }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toMatchObject({ done_ids: [], failed: [] }),
  })

  test('is told with the parent, for whom and why, and taken one by one; what was overtaken is refused', async () => {
    const company = await app.company()
    const { top, child, requests, due } = await replenished(company)
    await due(30)
    const all = of(await told(company), 'defer')
    expect(all.map(moves).sort()).toEqual(['defer 4 to day 30', ...Array(3).fill('defer 5 to day 30')])
    const { no } = await child()
    expect(all.find(one => one.source_type === 4)).toMatchObject({
      source_no: no,
      mo_no: top.no,
      reason: 'parent_later',
    })
    expect(new Set(all.filter(one => one.source_type === 5).map(one => one.mo_no))).toEqual(new Set([top.no, no]))
    const [asked] = await requests()
    const message = all.find(one => one.source_id === asked!.id)!
    expect(message.by_time).toBe(message.to_time - asked!.supply_lead_time * daySeconds)
    await apply(company, [message])
    expect((await requests()).find(({ id }) => id === asked!.id)).toMatchObject({ required_date: message.to_time })
    await settled(company)
    const left = of(await told(company), 'defer')
    expect(left.map(moves).sort()).toEqual(['defer 4 to day 30', ...Array(2).fill('defer 5 to day 30')])

    await company.as(tx =>
      sql`update mo set delivery_date = ${inDays(25)} where org_id = ${company.org_id} and parent_mo_id = ${top.id}`.execute(
        tx,
      ),
    )
    const old = left.find(({ source_type }) => source_type === 4)!
    expect((await company.admin.send(applyPlanMessages, { message_ids: [old.id] })).code).toBe(
      generalErrors.versionConflict.code,
    )
  })

  test('what another desk has followed at the same moment is done, not missing', async () => {
    const company = await app.company()
    const { due } = await replenished(company)
    await due(30)
    const answer = await company.as(async tx => {
      await sql`delete from plan_message where org_id = ${company.org_id}`.execute(tx)
      const asked = company.admin.send(followNeedDates, {})
      const isWaiting = () =>
        rows(tx, sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`)
      while ((await isWaiting()).length === 0) await new Promise(wait => setTimeout(wait, 20))
      return { asked }
    })
    expect((await answer.asked).code).toBe(200)
  })

  test('follows where the plan puts the parent, and what comes too late says so', async () => {
    const company = await app.company()
    const { top, child } = await replenished(company)
    const start = inDays(3)
    await company.as(async tx => {
      const plan = { planned_start_time: start, planned_finish_time: inDays(4), unplanned: null }
      await recordPlan(
        tx,
        company.org_id,
        [{ mo_id: top.id, ...plan }],
        sql`select null::uuid as mo_id, null::integer as sequence, null::bigint as start_time where false`,
      )
    })
    await settled(company)
    const all = of(await told(company), 'expedite')
    expect(all.find(one => one.source_type === 4)).toMatchObject({ to_time: start, reason: 'parent_earlier' })
    expect(all).toHaveLength(4)
    // Nobody moves an order that somebody has locked.
    await company.as(tx =>
      sql`update mo set capacity_locked = true where org_id = ${company.org_id} and parent_mo_id = ${top.id}`.execute(
        tx,
      ),
    )
    const one = all.find(({ source_type }) => source_type === 4)!
    expect((await company.admin.send(applyPlanMessages, { message_ids: [one.id] })).code).toBe(
      manufacturingErrors.moNotEditable.code,
    )
    expect((await child()).delivery_date).toBe(one.from_time)
    await planned(company, [top.id])
    expect(of(await told(company), 'expedite').map(({ source_type }) => source_type)).toEqual([5])
  })
})

test('a message that was overtaken is refused, and nothing is changed', async () => {
  const company = await app.company()
  const part = await aMo(company)
  await company.admin.ok(dropMos, { mo_ids: [part.id] })
  const top = await aMo(company, { components: [{ material_id: part.material_id, quantity: '2' }] })
  const { job_id } = await company.admin.ok(replenishMos, { mo_ids: [top.id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  const { mo } = await company.admin.ok(showMo, { mo_id: top.id })
  await company.admin.ok(alterMo, { id: top.id, row_version: mo.row_version, planned_quantity: '8' })
  await planned(company, [top.id])
  const [decrease] = of(await told(company), 'decrease')
  const [child] = (await company.admin.ok(listMos, { parent_mo_id: top.id })).result
  await company.admin.ok(alterMo, { id: child!.id, row_version: child!.row_version, planned_quantity: '30' })
  expect((await company.admin.send(applyPlanMessages, { message_ids: [decrease!.id] })).code).toBe(
    generalErrors.versionConflict.code,
  )
})

test('substitute: what stands in is fixed for the order', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const [main, other] = mo.component_ids as [string, string]
  await company.as(tx =>
    sql`update material_bom_line l set substitutes = ${JSON.stringify([{ material_id: other, ratio: '1' }])}::jsonb
      from mo m where m.id = ${mo.id} and l.bom_id = m.material_bom_id and l.material_id = ${main}`.execute(tx),
  )
  await inStock(company, [other], '30')
  await planned(company, [mo.id])
  const [substitute] = of(await told(company), 'substitute')
  expect(substitute).toMatchObject({ material_id: other, quantity: '10.000000', mo_no: mo.no })
  expect(substitute!.instead_of_code).not.toBeNull()
  await apply(company, [substitute!])
  await settled(company)
  expect(of(await told(company), 'substitute')).toEqual([])
  const { assignments } = await company.admin.ok(showAssignments, { mo_id: mo.id, material_id: main })
  expect(assignments).toMatchObject([{ material_id: other, locked: true, manual: true }])
})

test.each([
  ['kitting_use_in_transit', 6],
  ['kitting_use_substitutes', 4],
])('%s off changes what kits', async (config_key, material_status) => {
  const company = await app.company()
  const mo = await waiting(company, 5)
  expect((await company.admin.ok(showMo, { mo_id: mo.id })).mo.material_status).toBe(4)
  await company.as(tx =>
    sql`insert into organization_config (config_key, config_value) values (${config_key}, '0')`.execute(tx),
  )
  await planned(company, [mo.id])
  expect((await company.admin.ok(showMo, { mo_id: mo.id })).mo.material_status).toBe(material_status)
})

test('buy: a request for whole lots says how much of them is needed', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const [part] = mo.component_ids as [string]
  await company.as(tx => sql`update material set minimum_lot = 500 where id = ${part}`.execute(tx))
  await planned(company, [mo.id])
  const [buy] = of(await told(company), 'buy', part)
  expect(buy).toMatchObject({ quantity: '500.000000' })
  await apply(company, [buy!])
  const { result } = await company.admin.ok(listPurchaseRequests, {})
  expect(result).toMatchObject([{ demand_quantity: '10.000000', quantity: '500.000000' }])
})
