import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { createMo, sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { aCalendar, aDevice, type MadeCode, processes } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { askInquiry } from '@qitao/promising/model/inquiry.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { previewOrderChange } from '@qitao/sales/model/order-change.calls.ts'
import { addSalesOrder, salesLinesToMo } from '@qitao/sales/model/sales-order.calls.ts'
import { inDays, today } from '@qitao/sales/testing/factories.ts'
import { publishPlan } from '@qitao/scheduling/model/publish/publish.calls.ts'
import { at } from '@qitao/scheduling/testing/plant.ts'
import { addDispatch, addReport, finishMos } from '@qitao/shopfloor/model/report.calls.ts'
import { aLocation, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { pickMaterial } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { sql } from 'kysely'
import { type RacingApp, racingCompany, runJob } from './plant.ts'

/**
 * One factory in which every command of a race has rows in common with the others. A product P (of r1, which s may replace, and
 * two r2; cut and welded) and a product Q (of a P and an r1; cut). Stock is short, the rest is on a purchase order.
 *
 * Work orders: `running` (P, half picked, begun, with a report), `planned` (Q, on the plan), `other` (Q, on the plan),
 * `published` (P, told to the floor, nothing picked), `done` (P, finished, not in stock yet), `todo` and `twin` (P, to do),
 * `unchecked` and `unchecked2` (P, to do, never matched). Sales orders: `order` (on work orders, one P may be shipped), `open` (not yet on work
 * orders, with an inquiry that is answered).
 */
export type Scene = Awaited<ReturnType<typeof makeScene>>

/** When plans begin: no race depends on the hour at which it runs. */
export const planStart = at(3, 8)

export async function makeScene(app: RacingApp) {
  const company = await racingCompany(app)
  const { admin, org_id } = company
  const both = [app.first.user_id, app.second.user_id]
  await aCalendar(company, { is_default: true })
  const [cut, weld] = (await processes(company, [{ name: 'Cut' }, { name: 'Weld' }])) as [MadeCode, MadeCode]
  const [r1, r2, s] = (await someMaterials(company, 3)).map(({ id }) => id) as [string, string, string]
  const p = await aReleasedProduct(company, {
    components: [
      { material_id: r1, substitutes: [{ material_id: s, ratio: '1' }] },
      { material_id: r2, quantity: '2' },
    ],
    steps: [{ process_id: cut.id }, { process_id: weld.id }],
  })
  const q = await aReleasedProduct(company, {
    components: [{ material_id: p.material_id }, { material_id: r1 }],
    steps: [{ process_id: cut.id }],
  })
  const saw = await aDevice(company, { process_ids: [cut.id], sequence: 1 })
  const saw2 = await aDevice(company, { process_ids: [cut.id], sequence: 2 })
  await aDevice(company, { process_ids: [weld.id], sequence: 3 })

  const location_id = await company.as(tx => aLocation(tx))
  const put = (material_id: string, quantity: string) =>
    company.as(tx => putIn(tx, { org_id, material_id, location_id, quantity }))
  await put(r1, '34')
  await put(r2, '60')
  const s_bin = await put(s, '6')
  await put(p.material_id, '3')
  await company.as(tx =>
    sql`update material set supply_lead_time = 5 where id = any(${[r1, r2, s]}::uuid[])`.execute(tx),
  )
  const supplier_id = await company.as(tx => aSupplier(tx))
  const bought = await aPurchaseOrder(company, {
    supplier_id,
    materials: [
      { material_id: r1, quantity: '5', eta: inDays(2) },
      { material_id: r2, quantity: '60', eta: inDays(2) },
    ],
  })

  const orderOf = (lines: { material_id: string; quantity: string }[]) =>
    admin.ok(addSalesOrder, { order_date: today, delivery_date: inDays(30), submit: true, lines })
  const order = await orderOf([
    { material_id: p.material_id, quantity: '10' },
    { material_id: q.material_id, quantity: '5' },
  ])
  const open = await orderOf([{ material_id: p.material_id, quantity: '6' }])
  const made = await admin.ok(salesLinesToMo, { order_ids: [order.id] })
  const [running, planned] = made.mo_ids as [string, string]
  const anMo = async (material_id: string, planned_quantity: string) =>
    (await admin.ok(createMo, { material_id, planned_quantity, delivery_date: inDays(25) })).id
  const other = await anMo(q.material_id, '3')
  const published = await anMo(p.material_id, '4')
  const done = await anMo(p.material_id, '2')
  const todo = await anMo(p.material_id, '8')
  const twin = await anMo(p.material_id, '4')
  const unchecked = await anMo(p.material_id, '5')
  const unchecked2 = await anMo(p.material_id, '5')

  const me = { org_id, user_id: app.first.user_id }
  const mustRun = async (type: string, input: object) => {
    const { code, message } = await runJob(app, me, type, input)
    if (code !== 200) throw new Error(`${type}: ${code} ${message}`)
  }
  const scheduled = [running, planned, other, published, done]
  await admin.ok(sendMosToPlan, { mo_ids: scheduled })
  await mustRun('material_plan', { mo_ids: [running, done, published] })
  await mustRun('schedule', { ...scheduleInput, mo_ids: scheduled, start_time: planStart })
  const onFloor = [running, published, done]
  await admin.ok(publishPlan, { mo_ids: onFloor })
  const tasks = await company.as(tx =>
    rows(
      tx,
      sql<{
        id: string
        mo_id: string
        sequence: number
        device_id: string
        row_version: number
        start_time: number
        end_time: number
      }>`
        select id, mo_id, sequence, device_id, row_version, start_time, end_time from production_task where org_id = ${org_id} order by sequence`,
    ),
  )
  const tasksOf = (mo_id: string) => tasks.filter(task => task.mo_id === mo_id)
  await admin.ok(addDispatch, {
    task_ids: [...tasksOf(running), ...tasksOf(done)].map(({ id }) => id),
    user_ids: both,
  })
  await admin.ok(finishMos, { mo_ids: [done] })
  await admin.ok(pickMaterial, {
    mo_id: running,
    lines: [
      { material_id: r1, quantity: '4' },
      { material_id: r2, quantity: '8' },
    ],
  })
  const task = tasksOf(running)[0]!
  const report = await admin.ok(addReport, { task_id: task.id, finished_quantity: '2' })
  await mustRun('material_plan', { mo_ids: [planned, other, todo, twin] })
  await put(p.material_id, '4')
  const { inquiry } = await admin.ok(askInquiry, { order_id: open.id, mode: 'full', hold_minutes: 60 })

  const facts = await company.as(async tx => {
    const edges = await rows(
      tx,
      sql<{
        id: string
        mo_id: string
        component_id: string
        source_type: number
        source_id: string
        material_id: string
        quantity: string
      }>`select id, mo_id, component_id, source_type, source_id, material_id, quantity from mo_assignment where org_id = ${org_id} order by id`,
    )
    const components = await rows(
      tx,
      sql<{ id: string; mo_id: string; material_id: string }>`
        select id, mo_id, material_id from mo_component where org_id = ${org_id} order by line_no`,
    )
    const versions = await rows(
      tx,
      sql<{ id: string; row_version: number }>`select id, row_version from mo where org_id = ${org_id}
        union all select id, row_version from sales_order where org_id = ${org_id}
        union all select id, row_version from production_task where org_id = ${org_id}`,
    )
    const lines = await rows(
      tx,
      sql<{ id: string; order_id: string; line_no: number; material_id: string }>`
        select id, order_id, line_no, material_id from sales_order_line where org_id = ${org_id} order by line_no`,
    )
    return { edges, components, versions: new Map(versions.map(one => [one.id, one.row_version])), lines }
  })
  // The order on work orders, halved in its first line: as somebody has seen what follows, and agreed to all of it.
  const wanted = {
    ...{ id: order.id, row_version: facts.versions.get(order.id)!, order_type: '1' as const },
    ...{ order_date: today, delivery_date: inDays(28), currency: null },
    lines: facts.lines
      .filter(line => line.order_id === order.id)
      .map(({ id, material_id }) => ({ id, material_id, quantity: '5' })),
  }
  const seen = await admin.ok(previewOrderChange, wanted)
  const change = {
    ...{ ...wanted, digest: seen.digest },
    accepted: seen.effects.filter(({ is_choice }) => is_choice).map(({ key }) => key),
  }
  return {
    ...{ org_id, r1, r2, s, p: p.material_id, q: q.material_id, saw, saw2, location_id, s_bin, bought },
    ...{
      order,
      open,
      running,
      planned,
      other,
      published,
      done,
      todo,
      twin,
      unchecked,
      unchecked2,
      task,
      tasksOf,
      report,
      inquiry,
      change,
    },
    ...facts,
  }
}

/** Seconds for improving are few: the plants are tiny, and what is raced is reading and saving. */
export const scheduleInput = {
  ...{ objective: 'delivery', seconds: 0.05, time_zone: 'Asia/Shanghai', reason: 'schedule_delivery' },
}
