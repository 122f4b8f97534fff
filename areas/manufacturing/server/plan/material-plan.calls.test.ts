import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { connectionsUsedAt } from '@qitao/app-server/testing/thread-use.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { largeJobsName } from '@qitao/platform/server/jobs/large-jobs.ts'
import { listPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { available, checkLedger } from '@qitao/stock/server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { listMos, showMo, showMoBom } from '../../model/mo/mo.calls.ts'
import { materialStatus } from '../../model/mo/mo.status.ts'
import {
  assignByHand,
  checkKits,
  countPools,
  listShortages,
  lockMaterial,
  previewReplenishment,
  releaseAssignment,
  releaseAssignments,
  replenishMos,
  showAssignments,
} from '../../model/plan/material-plan.calls.ts'
import { aMo, inStock } from '../../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const { codes } = materialStatus

const checked = async (company: TestCompany, ids: string[]) => {
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: ids })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
}
const show = async (company: TestCompany, id: string) => (await company.admin.ok(showMo, { mo_id: id })).mo
/** A work order of 10 whose two components lie in stock, kitted. */
const kitted = async (company: TestCompany) => {
  const mo = await aMo(company)
  await inStock(company, mo.component_ids, '25')
  await checked(company, [mo.id])
  return mo
}
const edgesOf = async (company: TestCompany, mo_id: string) =>
  (await company.admin.ok(showAssignments, { mo_id })).assignments
/** Stock is what movements say, and occupied what the pegging says. */
const expectBooksInOrder = async (company: TestCompany) => {
  const occupied = sql`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment where org_id = ${company.org_id} and source_type = 1 group by source_id`
  expect(await company.as(tx => checkLedger(tx, company.org_id, occupied))).toEqual([])
}

test('two thousand components are planned in a thread, and so is what changes after that', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  await inStock(company, mo.component_ids, '25')
  await checked(company, [mo.id])
  expect(await connectionsUsedAt(app, largeJobsName)).toBe(0)
  await company.as(tx =>
    sql`insert into mo_component (id, mo_id, line_no, material_id, quantity_per, required_quantity)
      select gen_random_uuid(), mo_id, 1000 * line_no + n, material_id, 0.1, 1 from mo_component c, generate_series(1, 1000) as n
      where org_id = ${company.org_id}`.execute(tx),
  )
  const counted = () =>
    company.as(tx =>
      rows(
        tx,
        sql<object>`select sum(in_stock_quantity)::text as in_stock, sum(short_quantity)::text as short, count(material_status)
          from mo_component where org_id = ${company.org_id}`,
      ),
    )
  await checked(company, [mo.id])
  const first = await connectionsUsedAt(app, largeJobsName)
  expect(first).toBeGreaterThan(0)
  expect(await counted()).toEqual([{ in_stock: '50.000000', short: '1970.000000', count: 2_002 }])
  await inStock(company, mo.component_ids, '1000')
  await checked(company, [mo.id])
  expect(await connectionsUsedAt(app, largeJobsName)).toBeGreaterThan(first)
  expect(await counted()).toEqual([{ in_stock: '2020.000000', short: '0.000000', count: 2_002 }])
  await expectBooksInOrder(company)
})

describe('calls', () => {
  contract(app, checkKits, {
    set: company => aMo(company),
    good: mo => ({ mo_ids: [mo.id] }),
    check: async (data, mo, company) => {
      expect(await company.jobEnd(data.job_id)).toMatchObject({ status: 2, result: { mo_count: 1, short_count: 1 } })
      expect(await show(company, mo.id)).toMatchObject({ material_status: codes.to_be_purchased })
    },
    refused: () => [['no such work order', { mo_ids: [nowhere] }, manufacturingErrors.moMissing]],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, previewReplenishment, {
    set: company => aMo(company),
    good: mo => ({ mo_ids: [mo.id] }),
    check: async (data, mo, company) => {
      const { no } = await show(company, mo.id)
      expect(await company.jobEnd(data.job_id)).toMatchObject({
        status: 2,
        result: {
          ...{ mo_count: 0, request_count: 2 },
          rows: mo.component_ids.map(() => ({ kind: 'buy', quantity: '10', mo_no: no, orders_served: 1 })),
        },
      })
      expect((await company.admin.ok(listPurchaseRequests, {})).result).toEqual([])
    },
    refused: () => [['no such work order', { mo_ids: [nowhere] }, manufacturingErrors.moMissing]],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, replenishMos, {
    set: company => aMo(company),
    good: mo => ({ mo_ids: [mo.id] }),
    check: async (data, mo, company) => {
      expect(await company.jobEnd(data.job_id)).toMatchObject({ status: 2, result: { mo_count: 0, request_count: 2 } })
      const again = await company.admin.ok(replenishMos, { mo_ids: [mo.id] })
      // What buyers already have is not asked for twice.
      expect(await company.jobEnd(again.job_id)).toMatchObject({ status: 2, result: { request_count: 0 } })
    },
    refused: () => [['no such work order', { mo_ids: [nowhere] }, manufacturingErrors.moMissing]],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, lockMaterial, {
    set: async company => ({ ...(await kitted(company)), unchecked: (await aMo(company)).id }),
    good: mo => ({ mo_ids: [mo.id], locked: true }),
    check: async (_data, mo, company) => {
      expect(await show(company, mo.id)).toMatchObject({ material_status: codes.locked, material_locked: true })
      await company.admin.ok(lockMaterial, { mo_ids: [mo.id], locked: false })
      expect(await show(company, mo.id)).toMatchObject({
        material_status: codes.kitting_complete,
        material_locked: false,
      })
    },
    refused: mo => [['nothing assigned', { mo_ids: [mo.unchecked], locked: true }, manufacturingErrors.noneLockable]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, releaseAssignment, {
    set: async company => {
      const mo = await kitted(company)
      return { ...mo, edges: await edgesOf(company, mo.id) }
    },
    good: ({ edges }) => ({ assign_id: edges[0]!.id }),
    check: async (_data, mo, company) => {
      expect(await show(company, mo.id)).toMatchObject({ material_status: codes.to_be_purchased })
      const free = await company.as(tx => available(tx, company.org_id, [mo.edges[0]!.material_id]))
      expect(Number(free.get(mo.edges[0]!.material_id))).toBe(25)
      await expectBooksInOrder(company)
    },
    refused: () => [['no such assignment', { assign_id: nowhere }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, releaseAssignments, {
    set: async company => {
      const mo = await kitted(company)
      return { ...mo, edges: await edgesOf(company, mo.id) }
    },
    good: ({ edges }) => ({ assign_ids: edges.map(edge => edge.id) }),
    check: async (data, mo, company) => {
      expect(data.done_ids).toHaveLength(2)
      expect(await edgesOf(company, mo.id)).toEqual([])
    },
    refused: () => [['no such assignment', { assign_ids: [nowhere] }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, assignByHand, {
    set: async company => {
      const mo = await aMo(company)
      await inStock(company, mo.component_ids, '25')
      const { alternatives } = await company.admin.ok(showAssignments, {
        mo_id: mo.id,
        material_id: mo.component_ids[0]!,
      })
      return { ...mo, supply: alternatives[0]! }
    },
    good: ({ id, component_ids, supply }) => ({
      mo_id: id,
      material_id: component_ids[0]!,
      assigns: [{ source_type: 1 as const, source_id: supply.source_id, quantity: '10' }],
    }),
    check: async (_data, mo, company) => {
      expect(await edgesOf(company, mo.id)).toMatchObject([{ quantity: '10.000000', locked: true, manual: true }])
      await checked(company, [mo.id])
      expect((await edgesOf(company, mo.id)).filter(edge => edge.manual)).toHaveLength(1)
      await expectBooksInOrder(company)
    },
    refused: ({ id, component_ids, supply }) => [
      [
        'more than is free',
        {
          mo_id: id,
          material_id: component_ids[0],
          assigns: [{ source_type: 1, source_id: supply.source_id, quantity: '26' }],
        },
        stockErrors.occupiedOverAvailable,
      ],
      [
        'more than is needed',
        {
          mo_id: id,
          material_id: component_ids[0],
          assigns: [{ source_type: 1, source_id: supply.source_id, quantity: '11' }],
        },
        manufacturingErrors.assignedOverNeeded,
      ],
      [
        'a supply of something else',
        {
          mo_id: id,
          material_id: component_ids[1],
          assigns: [{ source_type: 1, source_id: supply.source_id, quantity: '1' }],
        },
        generalErrors.recordNotFound,
      ],
      [
        'nothing',
        {
          mo_id: id,
          material_id: component_ids[0],
          assigns: [{ source_type: 1, source_id: supply.source_id, quantity: '0' }],
        },
        generalErrors.badParameter,
      ],
    ],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, showAssignments, {
    set: kitted,
    good: mo => ({ mo_id: mo.id, material_id: mo.component_ids[0]! }),
    check: data => {
      expect(data.assignments).toMatchObject([{ source_type: 1, quantity: '10.000000' }])
      expect(data.alternatives).toMatchObject([{ source_type: 1, ratio: '1' }])
    },
    refused: () => [['no such work order', { mo_id: nowhere }, manufacturingErrors.moMissing]],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, countPools, {
    set: async company => {
      await aMo(company)
      return kitted(company)
    },
    good: () => ({}),
    check: data => expect(data).toEqual({ todo_count: 1, pre_kitting_count: 1, planned_count: 0 }),
    refused: () => [['an unknown field', { a: 1 }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toEqual({ todo_count: 0, pre_kitting_count: 0, planned_count: 0 }),
  })
  contract(app, listShortages, {
    set: async company => {
      const mo = await aMo(company)
      await checked(company, [mo.id])
      return mo
    },
    good: mo => ({ mo_ids: [mo.id] }),
    check: (data, mo) =>
      expect(data).toMatchObject({
        total: 2,
        result: [{ mo_no: mo.no, short_quantity: '10.000000', waiting_mo_count: 1 }, {}],
      }),
    refused: () => [['an order by something else', { order_by: 'code' }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data?.total).toBe(0),
  })
})

test('a published order keeps what it has when a more urgent one is checked, and takes nothing from another published one', async () => {
  const company = await app.company()
  const first = await aMo(company)
  await inStock(company, first.component_ids, '15')
  await checked(company, [first.id])
  const asPublished = (id: string) =>
    company.as(tx => sql`update mo set status = 30, publish_status = 1 where id = ${id}`.execute(tx))
  await asPublished(first.id)
  const { createMo } = await import('../../model/mo/mo.calls.ts')
  const second = await company.admin.ok(createMo, {
    ...{ material_id: first.material_id, planned_quantity: '10', delivery_date: 1_900_000_000, priority: 1 },
  })
  await checked(company, [second.id])
  expect(await show(company, first.id)).toMatchObject({ material_status: codes.kitting_complete })
  expect(await show(company, second.id)).toMatchObject({ material_status: codes.to_be_purchased })
  // The second is published with five of ten and asked for itself: it gets what is free, not what the first has.
  await asPublished(second.id)
  await checked(company, [second.id])
  expect(await show(company, first.id)).toMatchObject({ material_status: codes.kitting_complete })
  await inStock(company, first.component_ids, '3')
  await checked(company, [first.id, second.id])
  expect((await edgesOf(company, second.id)).reduce((all, { quantity }) => all + Number(quantity), 0)).toBe(16)
  await expectBooksInOrder(company)
})

test('scarce stock goes to the first by priority, whoever was checked first', async () => {
  const company = await app.company()
  const first = await aMo(company)
  await inStock(company, first.component_ids, '15')
  await checked(company, [first.id])
  expect(await show(company, first.id)).toMatchObject({ material_status: codes.kitting_complete })
  const { createMo, alterMo } = await import('../../model/mo/mo.calls.ts')
  const second = await company.admin.ok(createMo, {
    material_id: first.material_id,
    planned_quantity: '10',
    delivery_date: 1_900_000_000,
    priority: 1,
  })
  await checked(company, [second.id])
  expect(await show(company, second.id)).toMatchObject({ material_status: codes.kitting_complete })
  expect(await show(company, first.id)).toMatchObject({ material_status: codes.to_be_purchased })
  await expectBooksInOrder(company)
  expect(
    (
      await company.admin.send(alterMo, {
        id: second.id,
        row_version: (await show(company, second.id)).row_version,
        planned_quantity: '2',
      })
    ).code,
  ).toBe(200)
  await expectBooksInOrder(company)
})

test('replenishment makes child work orders down the levels and asks for what is bought', async () => {
  const company = await app.company()
  const part = await aMo(company)
  await company.admin.ok((await import('../../model/mo/mo.calls.ts')).dropMos, { mo_ids: [part.id] })
  const top = await aMo(company, { components: [{ material_id: part.material_id, quantity: '2' }] })
  const { job_id } = await company.admin.ok(replenishMos, { mo_ids: [top.id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2, result: { mo_count: 1, request_count: 2 } })
  const { result } = await company.admin.ok(listMos, { parent_mo_id: top.id })
  expect(result).toMatchObject([{ material_id: part.material_id, planned_quantity: '20.000000' }])
  const { result: components } = await company.admin.ok(showMoBom, { mo_id: top.id, level: 2 })
  expect(components.map(component => component.level)).toEqual([1, 2, 2])
  const requests = await company.as(tx =>
    rows(tx, sql<{ quantity: string }>`select quantity from purchase_request where org_id = ${company.org_id}`),
  )
  expect(requests.map(({ quantity }) => Number(quantity))).toEqual([20, 20])
})

test('R-184 config mode 33: an order that is not scheduled is kitted but holds nothing', async () => {
  const company = await app.company()
  await company.as(tx =>
    sql`insert into organization_config (config_key, config_value) values ('material_plan_no_hold_unscheduled', '1')`.execute(
      tx,
    ),
  )
  const mo = await kitted(company)
  expect(await show(company, mo.id)).toMatchObject({ material_status: codes.kitting_complete })
  expect(await edgesOf(company, mo.id)).toEqual([])
  await expectBooksInOrder(company)
})

test('R-185 config mode 32: what a promised order was given is not taken by a later one of higher priority', async () => {
  const { anOrderedMo } = await import('../../testing/factories.ts')
  const { createMo } = await import('../../model/mo/mo.calls.ts')
  const company = await app.company()
  await company.as(tx =>
    sql`insert into organization_config (config_key, config_value) values ('material_plan_performance_guarantee', '1')`.execute(
      tx,
    ),
  )
  const promised = await anOrderedMo(company)
  await inStock(company, promised.component_ids, '10')
  await checked(company, [promised.id])
  const other = await company.admin.ok(createMo, {
    material_id: promised.material_id,
    planned_quantity: '10',
    delivery_date: 1_900_000_000,
    priority: 1,
  })
  await checked(company, [other.id])
  expect(await show(company, promised.id)).toMatchObject({ material_status: codes.kitting_complete })
  expect(await show(company, other.id)).toMatchObject({ material_status: codes.to_be_purchased })
})

test('a request asks for whole lots and says how much of them is needed', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const [first, second] = mo.component_ids as [string, string]
  await company.as(tx =>
    sql`update material set minimum_lot = 500, packaging_size = 200 where id = ${first}`.execute(tx),
  )
  const { job_id } = await company.admin.ok(replenishMos, { mo_ids: [mo.id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  const { result } = await company.admin.ok(listPurchaseRequests, {})
  const asked = new Map(result.map(one => [one.material_id, [Number(one.demand_quantity), Number(one.quantity)]]))
  expect(asked.get(first)).toEqual([10, 600])
  expect(asked.get(second)).toEqual([10, 10])
})

test('what a part of a step was picked of a substitute is not asked for again', async () => {
  const company = await app.company()
  const [bolt, pin] = [(await aMo(company)).component_ids[0]!, (await aMo(company)).component_ids[0]!]
  // Two pins stand for a bolt.
  const mo = await aMo(company, {
    ...{ quantity: '10', components: [{ material_id: bolt, substitutes: [{ material_id: pin, ratio: '2' }] }] },
  })
  await company.as(async tx => {
    await sql`update unit set "precision" = 0 where id in (select unit_id from material where id in (${bolt}, ${pin}))`.execute(
      tx,
    )
    await sql`update mo_component set required_quantity = 10, picked_quantity = 3 where mo_id = ${mo.id}`.execute(tx)
    // Seven of twenty pins are picked: three bolts and a half.
    await sql`insert into mo_component_stand_in (component_id, material_id, ratio, quantity)
      select id, ${pin}, 2, 7 from mo_component where mo_id = ${mo.id}`.execute(tx)
  })
  await inStock(company, [pin], '13')
  await checked(company, [mo.id])
  const [component] = await company.as(tx =>
    rows(tx, sql`select short_quantity, material_status from mo_component where mo_id = ${mo.id}`),
  )
  expect(component).toMatchObject({
    short_quantity: '0.000000',
    material_status: materialStatus.codes.kitting_complete,
  })
  const { assignments } = await company.admin.ok(showAssignments, { mo_id: mo.id })
  expect(assignments).toMatchObject([{ material_id: pin, quantity: '13.000000' }])
})
