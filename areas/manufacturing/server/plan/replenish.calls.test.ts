import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { someMaterials } from '@qitao/engineering/testing/factories.ts'
import { NettingState } from '@qitao/planning/netting/netting-state.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { submitPurchaseOrders } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { listPurchaseRequests, requestsToPurchaseOrders } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dropMos, listMos, showMo, showMoBom } from '../../model/mo/mo.calls.ts'
import { checkKits, previewReplenishment, replenishMos } from '../../model/plan/material-plan.calls.ts'
import { resultOf } from '../../model/plan/material-result.ts'
import { snapshotOf } from '../../model/plan/material-snapshot.ts'
import { messagesFrom } from '../../model/plan/plan-messages.rules.ts'
import { changesBetween, type ReplenishmentPreview } from '../../model/replenish/replenishment-preview.ts'
import { aMo, inStock } from '../../testing/factories.ts'
import { loadBooks, planSettings } from './load-books.ts'
import { materialPlanJobs } from './material-plan.jobs.ts'
import { savePlanMessages } from './plan-messages.ts'
import { saveMaterialPlan } from './save-material-plan.ts'

const app = await testApp()
const job = materialPlanJobs.find(({ type }) => type === 'replenishment')!

/** A work order of 10 for which 20 of a part are made, of two materials; 5 of the first of those lie in stock. */
async function aShortMo(company: TestCompany) {
  const part = await aMo(company)
  await company.admin.ok(dropMos, { mo_ids: [part.id] })
  const top = await aMo(company, { components: [{ material_id: part.material_id, quantity: '2' }] })
  const [first, second] = part.component_ids as [string, string]
  await inStock(company, [first], '5')
  return { top, part, first, second }
}
/** `beforeEach`: before the job's transaction of that number, from 0. */
async function replenished(
  company: TestCompany,
  mo_ids: readonly string[],
  beforeEach: (transaction: number) => Promise<unknown> = async () => {},
): Promise<unknown> {
  let count = 0
  const transaction: JobContext['transaction'] = async work => {
    await beforeEach(count++)
    return company.as(work)
  }
  return job.work(
    { mo_ids, time_zone: 'Asia/Shanghai' },
    {
      ...{ job_id: newId(), org_id: company.org_id, user_id: company.admin.user_id },
      ...{ transaction, lastTransaction: transaction, progress: async () => {}, cancelled: () => false },
      ...{
        now: () => Math.floor(Date.now() / 1000),
        send: async () => undefined,
        signal: new AbortController().signal,
        tell: async () => {},
      },
    },
  )
}
/** What the planner is shown. */
async function previewed(company: TestCompany, mo_ids: readonly string[]): Promise<ReplenishmentPreview> {
  const { job_id } = await company.admin.ok(previewReplenishment, { mo_ids: [...mo_ids] })
  const ended = await company.jobEnd(job_id)
  expect(ended).toMatchObject({ status: 2 })
  return ended.result as ReplenishmentPreview
}
async function agreed(company: TestCompany, mo_ids: string[], digest: string) {
  const { job_id } = await company.admin.ok(replenishMos, { mo_ids, agreed: digest })
  const ended = await company.jobEnd(job_id)
  expect(ended).toMatchObject({ status: 2 })
  return ended.result as { mo_count: number; request_count: number; changed?: ReplenishmentPreview }
}
const requestsOf = (company: TestCompany) =>
  company.as(tx =>
    rows(
      tx,
      sql<{ material_id: string; quantity: string }>`select material_id, trim_scale(quantity) as quantity
        from purchase_request where org_id = ${company.org_id} order by id`,
    ),
  )
/** A plan of all books, as they are now, changes nothing. */
async function expectPlanned(company: TestCompany) {
  const { org_id } = company
  const now = Math.floor(Date.now() / 1000)
  await company.as(async tx => {
    const books = await loadBooks(tx, { org_id, mo_ids: [], now, settings: await planSettings(tx, org_id) })
    const state = new NettingState(snapshotOf(books))
    const result = resultOf(books, state, [...state.orders.row.keys()])
    expect(await saveMaterialPlan(tx, org_id, result, { held: books.held, now, clock: books.now })).toEqual({
      ...{ gone: [], altered: [], added: [], components: [], orders: [] },
    })
    expect(await savePlanMessages(tx, org_id, messagesFrom(books, state))).toEqual({
      ...{ gone: [], altered: [], added: [] },
    })
  })
}

test('a worker that dies on the way leaves nothing behind, and once more makes all of it once', async () => {
  for (let dies = 0; ; dies++) {
    const company = await app.company()
    const { top, part, first, second } = await aShortMo(company)
    let isOver = true
    await replenished(company, [top.id], async transaction => {
      if (transaction < dies) return
      isOver = false
      throw new Error('the worker died')
    }).catch(() => undefined)
    if (!isOver) {
      expect({ dies, made: (await company.admin.ok(listMos, { parent_mo_id: top.id })).result }).toMatchObject({
        made: [],
      })
      expect(await replenished(company, [top.id])).toMatchObject({ mo_count: 1, request_count: 2 })
    }
    const { result: children } = await company.admin.ok(listMos, { parent_mo_id: top.id })
    expect(children).toMatchObject([
      { material_id: part.material_id, planned_quantity: '20.000000', material_status: expect.any(Number) },
    ])
    expect(await requestsOf(company)).toEqual(
      expect.arrayContaining([
        { material_id: first, quantity: '15' },
        { material_id: second, quantity: '20' },
      ]),
    )
    expect(await requestsOf(company)).toHaveLength(2)
    await expectPlanned(company)
    expect(await replenished(company, [top.id])).toMatchObject({ mo_count: 0, request_count: 0 })
    await expectPlanned(company)
    if (isOver) return
  }
})

test('the preview shows the whole tree, and agreed to it is made as it was shown', async () => {
  const company = await app.company()
  const { top, part, first, second } = await aShortMo(company)
  await company.as(tx => sql`update material set supply_lead_time = 365 where id = ${second}`.execute(tx))
  const { no } = (await company.admin.ok(showMo, { mo_id: top.id })).mo
  const shown = await previewed(company, [top.id])
  expect(shown).toMatchObject({ mo_count: 1, request_count: 2 })
  const row = (material_id: string) => shown.rows.find(one => one.material_id === material_id)
  expect(row(part.material_id)).toMatchObject({ kind: 'make', quantity: '20', into_code: null, mo_no: no })
  const into_code = row(part.material_id)!.material_code
  expect(row(first)).toMatchObject({ kind: 'buy', quantity: '15', into_code, mo_no: no })
  expect(row(second)).toMatchObject({ kind: 'buy', quantity: '20', into_code, mo_no: no })
  expect(row(second)!.by_time).toBe(row(second)!.needed_time - 365 * 86_400)
  expect(shown.late_count).toBe(shown.rows.filter(({ late }) => late).length)
  expect(row(second)).toMatchObject({ late: true })
  expect(await requestsOf(company)).toEqual([])
  expect((await company.admin.ok(listMos, { parent_mo_id: top.id })).result).toEqual([])
  // Looked at twice it is the same.
  expect(await previewed(company, [top.id])).toEqual(shown)

  expect(await agreed(company, [top.id], shown.digest)).toMatchObject({ mo_count: 1, request_count: 2 })
  const { result: children } = await company.admin.ok(listMos, { parent_mo_id: top.id })
  expect(children).toMatchObject([
    {
      ...{ material_id: part.material_id, planned_quantity: '20.000000' },
      delivery_date: row(part.material_id)!.needed_time,
    },
  ])
  const { result: requests } = await company.admin.ok(listPurchaseRequests, {})
  for (const { material_id, quantity, required_date } of requests)
    expect({ quantity: Number(quantity), required_date }).toEqual({
      ...{ quantity: Number(row(material_id)!.quantity), required_date: row(material_id)!.needed_time },
    })
  expect(await previewed(company, [top.id])).toMatchObject({ rows: [], mo_count: 0, request_count: 0, late_count: 0 })
  await expectPlanned(company)
})

test('what is not as it was agreed to is not made: the new preview is the answer', async () => {
  const company = await app.company()
  const { top, first } = await aShortMo(company)
  const shown = await previewed(company, [top.id])
  await inStock(company, [first], '4')
  const refused = await agreed(company, [top.id], shown.digest)
  expect(refused).toMatchObject({ mo_count: 0, request_count: 0, changed: { mo_count: 1, request_count: 2 } })
  expect(await requestsOf(company)).toEqual([])
  const id = shown.rows.find(({ material_id }) => material_id === first)!.id
  expect([...changesBetween(shown, refused.changed!)]).toEqual([[id, 'changed']])
  expect(await agreed(company, [top.id], refused.changed!.digest)).toMatchObject({ mo_count: 1, request_count: 2 })
  expect(await requestsOf(company)).toContainEqual({ material_id: first, quantity: '11' })
})

test('of a purchase that several orders share each gets what it asked for; what the lot adds goes on by priority', async () => {
  const company = await app.company()
  const [part] = await someMaterials(company, 1)
  await company.as(async tx =>
    sql`update material set packaging_size = 7, supplier_id = ${await aSupplier(tx)} where id = ${part!.id}`.execute(
      tx,
    ),
  )
  const anOrder = (quantity: string) =>
    aMo(company, { quantity, components: [{ material_id: part!.id, quantity: '1' }] })
  const [first, second, urgent] = [await anOrder('2'), await anOrder('3'), await anOrder('9')]
  await company.as(tx => sql`update mo set priority = 1 where id = ${urgent.id}`.execute(tx))
  await company.jobEnd((await company.admin.ok(checkKits, { mo_ids: [first.id, second.id, urgent.id] })).job_id)
  expect(await replenished(company, [first.id, second.id])).toMatchObject({ mo_count: 0, request_count: 1 })
  expect(await requestsOf(company)).toEqual([{ material_id: part!.id, quantity: '7' }])
  const { result: requests } = await company.admin.ok(listPurchaseRequests, {})
  const { purchase_order_ids } = await company.admin.ok(requestsToPurchaseOrders, {
    lines: requests.map(({ id }) => ({ request_id: id })),
  })
  await company.admin.ok(submitPurchaseOrders, { ids: purchase_order_ids })
  expect(await replenished(company, [first.id, second.id])).toMatchObject({ mo_count: 0, request_count: 0 })
  const onTheWay = async ({ id }: { id: string }) =>
    (await company.admin.ok(showMoBom, { mo_id: id })).result[0]!.in_transit_quantity
  expect(await onTheWay(first)).toBe('2.000000')
  expect(await onTheWay(second)).toBe('3.000000')
  expect(await onTheWay(urgent)).toBe('2.000000')
  await expectPlanned(company)
})

test('what buyers send on the way is not asked for twice', async () => {
  let isOver = false
  for (let at = 0; !isOver; at++) {
    const company = await app.company()
    const { top, first, second } = await aShortMo(company)
    const supplier_id = await company.as(tx => aSupplier(tx))
    const order = await aPurchaseOrder(company, {
      ...{ supplier_id, submit: false },
      materials: [{ material_id: second, quantity: '20' }],
    })
    isOver = true
    await replenished(company, [top.id], async transaction => {
      if (transaction !== at) return
      isOver = false
      await company.admin.ok(submitPurchaseOrders, { ids: [order.id] })
    })
    expect({ at, requests: await requestsOf(company) }).toEqual({
      at,
      requests: [{ material_id: first, quantity: '15' }],
    })
    await expectPlanned(company)
  }
})

test('what is in transit is not bought again, though it is set not to count', async () => {
  const company = await app.company()
  const { top, second } = await aShortMo(company)
  await company.as(async tx =>
    sql`update material set supplier_id = ${await aSupplier(tx)} where org_id = ${company.org_id}`.execute(tx),
  )
  await company.as(tx =>
    sql`insert into organization_config (config_key, config_value) values ('kitting_use_in_transit', '0')`.execute(tx),
  )
  expect(await replenished(company, [top.id])).toMatchObject({ mo_count: 1, request_count: 2 })
  const { result: requests } = await company.admin.ok(listPurchaseRequests, {})
  const { purchase_order_ids } = await company.admin.ok(requestsToPurchaseOrders, {
    lines: requests.map(({ id }) => ({ request_id: id })),
  })
  await company.admin.ok(submitPurchaseOrders, { ids: purchase_order_ids })
  expect(await previewed(company, [top.id])).toMatchObject({ rows: [], request_count: 0 })
  expect(await replenished(company, [top.id])).toMatchObject({ mo_count: 0, request_count: 0 })
  expect(await requestsOf(company)).toHaveLength(2)
  expect(await requestsOf(company)).toContainEqual({ material_id: second, quantity: '20' })
  await expectPlanned(company)
})

test('what is in production is not made or bought again, though it is set not to count, and no message asks for it', async () => {
  const company = await app.company()
  const { top, part } = await aShortMo(company)
  for (const key of ['kitting_use_in_production', 'kitting_use_in_transit'])
    await company.as(tx =>
      sql`insert into organization_config (config_key, config_value) values (${key}, '0')`.execute(tx),
    )
  expect(await replenished(company, [top.id])).toMatchObject({ mo_count: 1, request_count: 2 })
  expect(await previewed(company, [top.id])).toMatchObject({ rows: [], mo_count: 0, request_count: 0 })
  expect(await replenished(company, [top.id])).toMatchObject({ mo_count: 0, request_count: 0 })
  const { result } = await company.admin.ok(showMoBom, { mo_id: top.id })
  expect(result).toMatchObject([{ short_quantity: '20.000000', in_production_quantity: '0.000000' }])
  const messages = await company.as(tx =>
    rows(tx, sql`select kind from plan_message where material_id = ${part.material_id}`),
  )
  expect(messages).toEqual([])
  await expectPlanned(company)
})

test('a child order takes what its process asks for, also what no material BoM names', async () => {
  const company = await app.company()
  const { top, part } = await aShortMo(company)
  const [other] = await someMaterials(company, 1)
  await inStock(company, [other!.id], '3')
  await company.as(async tx => {
    await sql`update manufacturing_bom set material_bom_id = null where id = ${part.manufacturing_bom_id}`.execute(tx)
    await sql`update manufacturing_bom_node set inputs = inputs || ${JSON.stringify([{ material_id: other!.id, quantity: '1' }])}::jsonb
      where bom_id = ${part.manufacturing_bom_id} and ordering_node = 10`.execute(tx)
  })
  expect(await replenished(company, [top.id])).toMatchObject({ mo_count: 1 })
  const [child] = (await company.admin.ok(listMos, { parent_mo_id: top.id })).result
  const { result: components } = await company.admin.ok(showMoBom, { mo_id: child!.id })
  expect(components.find(({ material_id }) => material_id === other!.id)).toMatchObject({
    ...{ required_quantity: '20.000000', in_stock_quantity: '3.000000' },
  })
  await expectPlanned(company)
})
