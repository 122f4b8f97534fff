/** What people decide about material while others decide, or while a plan is made that does not know it. */
import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { checkLedger, occupyExactly } from '@qitao/stock/server'
import { pickMaterial } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { checkMoActions, createMo, dropMos, mergeOrSplitMos, showMo } from '../../model/mo/mo.calls.ts'
import { moStatus, supplySource } from '../../model/mo/mo.status.ts'
import {
  assignByHand,
  checkKits,
  lockMaterial,
  releaseAssignments,
  showAssignments,
} from '../../model/plan/material-plan.calls.ts'
import { aMo, anOrderedMo, inStock } from '../../testing/factories.ts'
import { mosForUpdate } from '../mo/mo.queries.ts'
import { planAndSave } from './plan-and-save.ts'

const app = await testApp()
const { codes: source } = supplySource
const now = Math.floor(Date.now() / 1000)

const checked = async (company: TestCompany, mo_ids: string[]) => {
  const { job_id } = await company.admin.ok(checkKits, { mo_ids })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
}
const show = async (company: TestCompany, mo_id: string) => (await company.admin.ok(showMo, { mo_id })).mo
const edgesOf = async (company: TestCompany, mo_id: string, material_id?: string) => {
  const { assignments } = await company.admin.ok(showAssignments, { mo_id })
  return assignments.filter(edge => material_id === undefined || edge.material_id === material_id)
}
const published = (company: TestCompany, mo_ids: string[]) =>
  company.as(tx =>
    sql`update mo set status = ${moStatus.codes.to_be_produced} where id = any(${mo_ids}::uuid[])`.execute(tx),
  )
/** Another work order of the same product. */
const another = async (company: TestCompany, { id }: { id: string }, planned_quantity = '10') => {
  const { material_id, delivery_date } = await show(company, id)
  return company.admin.ok(createMo, { material_id, planned_quantity, delivery_date })
}
/** Stock is what movements say, and occupied what the pegging says. */
const expectBooksInOrder = async (company: TestCompany) => {
  const occupied = sql`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment where org_id = ${company.org_id} and source_type = 1 group by source_id`
  expect(await company.as(tx => checkLedger(tx, company.org_id, occupied))).toEqual([])
}
const stockRow = async (company: TestCompany, material_id: string) =>
  (
    await company.as(tx => rows(tx, sql<{ id: string }>`select id from inventory where material_id = ${material_id}`))
  )[0]!.id
const assignedOf = async (company: TestCompany, source_id: string) =>
  Number(
    (
      await company.as(tx =>
        rows(
          tx,
          sql<{
            sum: string
          }>`select coalesce(sum(quantity), 0) as sum from mo_assignment where source_id = ${source_id}`,
        ),
      )
    )[0]!.sum,
  )

/** A material plan that stops between reading and saving: `decide` runs there, once. */
async function plannedMeanwhile(company: TestCompany, mo_ids: readonly string[], decide: () => Promise<unknown>) {
  let decided = false
  return planAndSave(
    {
      ...{ job_id: newId(), org_id: company.org_id, user_id: company.admin.user_id, now: () => now },
      transaction: work => company.as(work),
      lastTransaction: work => company.as(work),
      progress: async (percent: number) => {
        if (percent < 60 || decided) return
        decided = true
        await decide()
      },
      ...{
        cancelled: () => false,
        send: async () => undefined,
        signal: new AbortController().signal,
        tell: async () => {},
      },
    },
    { mo_ids },
  )
}

describe('a material plan that did not know what a person has decided meanwhile', () => {
  /** Two orders of which stock covers one; a person's doings come while the plan of both is made. */
  const scarce = async (company: TestCompany) => {
    const first = await aMo(company, { components: 1 })
    const second = await another(company, first)
    const material_id = first.component_ids[0]!
    await inStock(company, [material_id], '12')
    await checked(company, [first.id])
    return { first, second, material_id, supply: await stockRow(company, material_id) }
  }

  test('keeps a lock', async () => {
    const company = await app.company()
    const { first, second } = await scarce(company)
    await plannedMeanwhile(company, [first.id, second.id], () =>
      company.admin.ok(lockMaterial, { mo_ids: [first.id], locked: true }),
    )
    expect(await show(company, first.id)).toMatchObject({ material_locked: true })
    const edges = await edgesOf(company, first.id)
    expect(edges.length).toBeGreaterThan(0)
    expect(edges.every(edge => edge.locked)).toBe(true)
    await expectBooksInOrder(company)
  })

  test('keeps an assignment by hand of stock, though others went first', async () => {
    const company = await app.company()
    const { first, second, material_id, supply } = await scarce(company)
    await plannedMeanwhile(company, [first.id, second.id], async () => {
      const held = await edgesOf(company, first.id)
      await company.admin.ok(releaseAssignments, { assign_ids: held.map(({ id }) => id) })
      await company.admin.ok(assignByHand, {
        ...{ mo_id: second.id, material_id },
        assigns: [{ source_type: 1, source_id: supply, quantity: '9' }],
      })
    })
    expect(await edgesOf(company, second.id)).toContainEqual(
      expect.objectContaining({ source_id: supply, quantity: '9.000000', locked: true, manual: true }),
    )
    await expectBooksInOrder(company)
  })

  test('gives nobody what a person has taken of a purchase for an order outside of the plan', async () => {
    const company = await app.company()
    const first = await aMo(company, { components: 1 })
    const second = await another(company, first)
    const material_id = first.component_ids[0]!
    const supplier_id = await company.as(tx => aSupplier(tx))
    const { line_ids } = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '10' }] })
    await plannedMeanwhile(company, [first.id], () =>
      company.admin.ok(assignByHand, {
        ...{ mo_id: second.id, material_id },
        assigns: [{ source_type: 2, source_id: line_ids[0]!, quantity: '10' }],
      }),
    )
    expect(await edgesOf(company, second.id)).toMatchObject([{ quantity: '10.000000', manual: true }])
    expect(await assignedOf(company, line_ids[0]!)).toBe(10)
  })

  test('waits for a decision that is being made, and then knows it', async () => {
    const company = await app.company()
    const { first, second } = await scarce(company)
    const [plan] = await sideBySide(
      app,
      company,
      async tx => {
        await sql`update mo set material_locked = true where id = ${first.id}`.execute(tx)
        await sql`update mo_assignment set locked = true where mo_id = ${first.id}`.execute(tx)
      },
      [() => plannedMeanwhile(company, [first.id, second.id], async () => {})],
    )
    expect(plan!.result.orders.map(({ id }) => id)).toContain(first.id)
    expect((await edgesOf(company, first.id)).every(edge => edge.locked)).toBe(true)
    await expectBooksInOrder(company)
  })

  test('occupies what is assigned, though a pick was posted while it was saved', async () => {
    const company = await app.company()
    const first = await aMo(company, { components: 1 })
    const material_id = first.component_ids[0]!
    await inStock(company, [material_id], '400')
    const supply = await stockRow(company, material_id)
    await published(company, [first.id])
    await plannedMeanwhile(company, [first.id], async () => {})
    // From here on a plan is about what has changed alone: it does not know of the first order, which holds of the same stock.
    const third = await another(company, first)
    const pick = () => company.admin.send(pickMaterial, { mo_id: first.id, lines: [{ material_id, quantity: '5' }] })
    const [, plan] = await sideBySide<unknown>(
      app,
      company,
      sql`select from inventory where id = ${supply} for update`,
      [pick, () => plannedMeanwhile(company, [third.id], async () => {})],
    )
    expect(plan).toMatchObject({ kits: { mo_count: 1 } })
    await expectBooksInOrder(company)
  })
})

describe('two at once', () => {
  const held = async (company: TestCompany) => {
    const mo = await aMo(company, { components: 1 })
    const other = await another(company, mo)
    const material_id = mo.component_ids[0]!
    await inStock(company, [material_id], '40')
    await checked(company, [mo.id, other.id])
    await published(company, [mo.id])
    return { mo, other, material_id, supply: await stockRow(company, material_id) }
  }

  test('what is picked while it is released is freed once', async () => {
    const company = await app.company()
    const { mo, material_id, supply } = await held(company)
    const assign_ids = (await edgesOf(company, mo.id)).map(({ id }) => id)
    const quantity = String(Number((await edgesOf(company, mo.id))[0]!.quantity))
    const [picked, released] = await sideBySide<{ code: number }>(
      app,
      company,
      sql`select from inventory where id = ${supply} for update`,
      [
        () => company.admin.send(pickMaterial, { mo_id: mo.id, lines: [{ material_id, quantity }] }),
        () => company.admin.send(releaseAssignments, { assign_ids }),
      ],
    )
    expect(picked!.code).toBe(200)
    expect(released!.code).not.toBe(200)
    await expectBooksInOrder(company)
  })

  test('two releases of the same assignment free it once', async () => {
    const company = await app.company()
    const { mo, supply } = await held(company)
    const assign_ids = (await edgesOf(company, mo.id)).map(({ id }) => id)
    const release = () => company.admin.send(releaseAssignments, { assign_ids })
    const answers = await sideBySide<{ code: number }>(
      app,
      company,
      sql`select from inventory where id = ${supply} for update`,
      [release, release],
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    await expectBooksInOrder(company)
  })

  test('what is held of a row is asked when the row is locked', async () => {
    const company = await app.company()
    const { mo, supply } = await held(company)
    await sideBySide(
      app,
      company,
      async tx => {
        await sql`update inventory t set occupied_quantity = t.occupied_quantity - a.quantity
          from mo_assignment a where a.mo_id = ${mo.id} and t.id = a.source_id`.execute(tx)
        await sql`delete from mo_assignment where mo_id = ${mo.id}`.execute(tx)
      },
      [
        () =>
          company.as(tx =>
            occupyExactly(tx, {
              ...{ org_id: company.org_id, inventory_ids: [supply] },
              holders: sql`select source_id as inventory_id, quantity from mo_assignment`,
            }),
          ),
      ],
    )
    await expectBooksInOrder(company)
  })

  test('an order of which all is released is not locked any more', async () => {
    const company = await app.company()
    const { mo } = await held(company)
    await company.admin.ok(lockMaterial, { mo_ids: [mo.id], locked: true })
    const assign_ids = (await edgesOf(company, mo.id)).map(({ id }) => id)
    await company.admin.ok(releaseAssignments, { assign_ids })
    expect(await show(company, mo.id)).toMatchObject({ material_locked: false })
  })

  test('of a purchase no more is assigned by hand than is coming', async () => {
    const company = await app.company()
    const first = await aMo(company, { components: 1 })
    const second = await another(company, first)
    const material_id = first.component_ids[0]!
    const supplier_id = await company.as(tx => aSupplier(tx))
    const { line_ids } = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '10' }] })
    const [source_id] = line_ids
    const assign = (mo_id: string) => () =>
      company.admin.send(assignByHand, {
        ...{ mo_id, material_id },
        assigns: [{ source_type: source.in_transit as 2, source_id: source_id!, quantity: '8' }],
      })
    // Both are stopped after they have read: each waits for its own order.
    const answers = await sideBySide<{ code: number }>(
      app,
      company,
      sql`update mo_component set line_no = line_no where mo_id = any(${[first.id, second.id]}::uuid[])`,
      [assign(first.id), assign(second.id)],
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, stockErrors.occupiedOverAvailable.code])
    expect(await assignedOf(company, source_id!)).toBe(8)
  })

  test('what a rule asks of an order is of the time when its lock is held', async () => {
    const company = await app.company()
    const { mo } = await held(company)
    const [found] = await sideBySide(
      app,
      company,
      async tx => {
        await sql`select from mo where id = ${mo.id} for update`.execute(tx)
        await sql`update mo_component set picked_quantity = 5 where mo_id = ${mo.id}`.execute(tx)
      },
      [() => company.as(tx => mosForUpdate(tx, company.org_id, [mo.id]))],
    )
    expect(Number(found!.get(mo.id)!.picked_quantity)).toBe(5)
  })

  test('two orders of one sales line that go at once: the line is told of both', async () => {
    const company = await app.company()
    const { id, order_id } = await anOrderedMo(company, '10')
    const { mo_ids } = await company.admin.ok(mergeOrSplitMos, {
      ...{ operation: 'split', mo_ids: [id], split_quantities: ['3', '3', '4'] },
    })
    const drop = (mo_id: string) => () => company.admin.send(dropMos, { mo_ids: [mo_id] })
    const answers = await sideBySide<{ code: number }>(
      app,
      company,
      sql`select from sales_order where id = ${order_id} for update`,
      [drop(mo_ids[0]!), drop(mo_ids[1]!)],
    )
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    const lines = await company.as(tx =>
      rows(
        tx,
        sql<{
          planned: number
        }>`select planned_quantity::float as planned from sales_order_line where order_id = ${order_id}`,
      ),
    )
    expect(lines).toEqual([{ planned: 4 }])
  })

  test('to look at what may be done waits for nobody', async () => {
    const company = await app.company()
    const { mo } = await held(company)
    await company.as(async tx => {
      await sql`select from mo where id = ${mo.id} for update`.execute(tx)
      const asked = await company.admin.ok(checkMoActions, { mo_ids: [mo.id], action: 'lock' })
      expect(asked.allowed_ids).toEqual([mo.id])
    })
  })
})

describe('merged', () => {
  test('what people have written and attached stays, children have their parent', async () => {
    const company = await app.company()
    const first = await aMo(company)
    const second = await another(company, first)
    const child = await another(company, first)
    const attachment = newId()
    await company.as(async tx => {
      await sql`update mo set remark = '加急', furnace_code = 'F7', custom = '{"color": "red"}' where id = ${first.id}`.execute(
        tx,
      )
      await sql`update mo set remark = '分批', custom = '{"size": 4}' where id = ${second.id}`.execute(tx)
      await sql`update mo set parent_mo_id = ${second.id} where id = ${child.id}`.execute(tx)
      await sql`insert into file_content (sha256, size) values (${'a'.repeat(64)}, 1)
        on conflict do nothing`.execute(tx)
      await sql`insert into attachment (id, module, object_id, file_name, file_size, mime_type, sha256)
        values (${attachment}, 'mo', ${second.id}, 'a.txt', 1, 'text/plain', ${'a'.repeat(64)})`.execute(tx)
    })
    const merge = () => company.admin.send(mergeOrSplitMos, { operation: 'merge', mo_ids: [first.id, second.id] })
    const { data } = (await merge()) as { data: { mo_ids: string[] } }
    const merged = data.mo_ids[0]!
    expect(await show(company, merged)).toMatchObject({
      ...{ remark: '加急；分批', furnace_code: 'F7', custom: { color: 'red', size: 4 } },
    })
    expect(await show(company, child.id)).toMatchObject({ parent_mo_id: merged })
    const files = await company.as(tx =>
      rows(tx, sql`select id from attachment where module = 'mo' and object_id = ${merged}`),
    )
    expect(files).toEqual([{ id: attachment }])
  })

  test.each([
    ['furnace code', sql`furnace_code = 'F1'`, sql`furnace_code = 'F2'`, '炉号'],
    ['a custom field', sql`custom = '{"color": "red"}'`, sql`custom = '{"color": "blue"}'`, 'color'],
  ])('what contradicts each other is named, and nothing is merged: %s', async (_name, one, other, word) => {
    const company = await app.company()
    const first = await aMo(company)
    const second = await another(company, first)
    await company.as(async tx => {
      await sql`update mo set ${one} where id = ${first.id}`.execute(tx)
      await sql`update mo set ${other} where id = ${second.id}`.execute(tx)
    })
    const answer = await company.admin.send(mergeOrSplitMos, { operation: 'merge', mo_ids: [first.id, second.id] })
    expect(answer).toMatchObject({ code: 5514, message: expect.stringContaining(word) })
    expect(await show(company, first.id)).toMatchObject({ merged: false })
  })
})

describe('assigned by hand', () => {
  test('one purchase named twice is counted as a whole', async () => {
    const company = await app.company()
    const mo = await aMo(company, { components: 1, quantity: '30' })
    const material_id = mo.component_ids[0]!
    const supplier_id = await company.as(tx => aSupplier(tx))
    const { line_ids } = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '10' }] })
    const part = { source_type: 2 as const, source_id: line_ids[0]!, quantity: '8' }
    const answer = await company.admin.send(assignByHand, { mo_id: mo.id, material_id, assigns: [part, part] })
    expect(answer.code).toBe(stockErrors.occupiedOverAvailable.code)
    expect(await assignedOf(company, line_ids[0]!)).toBe(0)
  })

  test('what comes into a bin of which one has locked twice is added once', async () => {
    const company = await app.company()
    const mo = await aMo(company, { components: 1, quantity: '30' })
    const material_id = mo.component_ids[0]!
    await inStock(company, [material_id], '10')
    const bin = await stockRow(company, material_id)
    const supplier_id = await company.as(tx => aSupplier(tx))
    const { line_ids } = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '5' }] })
    const [line] = line_ids
    const assign = (source_type: 1 | 2, source_id: string, quantity: string) =>
      company.admin.ok(assignByHand, {
        mo_id: mo.id,
        material_id,
        assigns: [{ source_type, source_id, quantity }],
      })
    await assign(1, bin, '2')
    await assign(1, bin, '3')
    await assign(2, line!, '5')
    const [{ location_id }] = (await company.as(tx =>
      rows(tx, sql<{ location_id: string }>`select location_id from inventory where id = ${bin}`),
    )) as [{ location_id: string }]
    await company.admin.ok(receiveArrivals, {
      arrival_ids: line_ids,
      lines: [{ arrival_id: line!, quantity: '5', location_id }],
    })
    expect(await assignedOf(company, bin)).toBe(10)
    await expectBooksInOrder(company)
  })

  test('with substitutes no more is assigned than the component needs', async () => {
    const company = await app.company()
    const spare = await aMo(company, { components: 1 })
    const substitute = spare.component_ids[0]!
    const base = await aMo(company, { components: 1 })
    const material_id = base.component_ids[0]!
    // Two of the substitute stand for one of the component.
    const mo = await aMo(company, {
      components: [{ material_id, substitutes: [{ material_id: substitute, ratio: '2' }] }],
    })
    await inStock(company, [material_id, substitute], '1000')
    const [own, other] = [await stockRow(company, material_id), await stockRow(company, substitute)]
    const { required_quantity } = (
      await company.as(tx =>
        rows(tx, sql<{ required_quantity: string }>`select required_quantity from mo_component where mo_id = ${mo.id}`),
      )
    )[0]!
    const needed = Number(required_quantity)
    const assign = (assigns: { source_id: string; quantity: string }[]) =>
      company.admin.send(assignByHand, {
        ...{ mo_id: mo.id, material_id },
        assigns: assigns.map(one => ({ source_type: 1 as const, ...one })),
      })
    const over = manufacturingErrors.assignedOverNeeded.code
    expect((await assign([{ source_id: own, quantity: String(needed + 1) }])).code).toBe(over)
    expect((await assign([{ source_id: other, quantity: String(2 * needed + 1) }])).code).toBe(over)
    const both = [
      { source_id: own, quantity: String(needed - 1) },
      { source_id: other, quantity: '2' },
    ]
    expect((await assign([...both, { source_id: other, quantity: '1' }])).code).toBe(over)
    expect((await assign(both)).code).toBe(200)
    await expectBooksInOrder(company)
  })
})
