import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { countSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { showPanorama } from '../model/dashboard.calls.ts'
import { showReport } from '../model/figure.calls.ts'
import { figureOf } from '../model/figures.ts'
import { reportKeys, reportOf } from '../model/report/reports.ts'
import { someBooks } from '../testing/books.ts'

const app = await testApp()

contract(app, showPanorama, {
  set: someBooks,
  good: () => ({}),
  check: async ({ panorama }, _, company) => {
    const { orders, measured, coming, standing, plan, workshop, shortages } = panorama
    // The funnel counts what the list of orders counts.
    const counts = await company.admin.ok(countSalesOrders, {})
    expect(orders!.funnel.map(({ count }) => count)).toEqual(Object.values(counts))
    // A figure here is the figure of the report.
    for (const { timestamp_range, figures } of [measured, coming]) {
      for (const { figure, value, before } of figures) {
        const report_type = reportKeys.find(key => reportOf(key).figures.includes(figure))!
        const { total } = await company.admin.ok(showReport, {
          report_type,
          figures: [figure],
          timestamp_range,
          compared: ['previous'],
        })
        expect([total.values[figure], total.before.previous?.[figure] ?? null], figureOf(figure).title.en).toEqual([
          value,
          before,
        ])
      }
    }
    expect(measured.figures.filter(({ value }) => value !== null).length).toBeGreaterThan(4)
    expect(standing.map(({ value }) => Number(value)).every(value => value > 0)).toBe(true)
    expect(plan!.load.length).toBeGreaterThan(2)
    expect(plan!.days).toHaveLength(14)
    expect(workshop!.hours).toHaveLength(24)
    expect(shortages!.length).toBeGreaterThan(0)
    const waiting = shortages!.map(row => Number(row.waiting))
    expect(waiting).toEqual(waiting.toSorted((a, b) => b - a))
  },
  refused: () => [['a field nobody knows', { of: 'all' }, generalErrors.badParameter]],
  foreign: ({ data }) => {
    expect(data!.panorama.orders!.at_risk).toEqual([])
    expect(data!.panorama.plan!.load).toEqual([])
  },
})

test('orders at risk are the late ones and those that the plan finishes late, most money times days first, with their cause', async () => {
  const company = await app.company()
  await someBooks(company)
  const { at_risk } = (await company.admin.ok(showPanorama, {})).panorama.orders!
  const { rows: expected } = await app.database.pool.query<{ id: string; days: number; weight: string }>(
    `select * from (select l.id, ceil((greatest(l.planned_finish_time, $3) - due) / 86400.0) - 1 as days, case when coalesce(o.currency, 'CNY') = 'CNY' then (l.quantity - l.shipped_quantity) * l.price else 0 end
        * (ceil((greatest(l.planned_finish_time, $3) - due) / 86400.0) - 1) as weight, due
      from sales_order_line l join sales_order o on o.id = l.order_id cross join lateral (select coalesce(l.delivery_date, o.delivery_date) as due) d
      where l.org_id = $1 and o.order_type = '1' and not o.deleted and o.status not in (0, 50, 90) and l.shipped_quantity < l.quantity
        and (due < $2 or l.planned_finish_time > due + 86400)) x order by weight desc, due, id limit 10`,
    [company.org_id, at(0, 0), Math.floor(Date.now() / 1000)],
  )
  // A day that is not over is none: what was due yesterday is a day late.
  expect(at_risk.map(({ id, days }) => [id, days])).toEqual(expected.map(({ id, days }) => [id, Number(days)]))
  const worst = at_risk[0]!
  // The work order of the line says why: without a plan, or waiting for a material that comes too late, or late in the plan.
  await company.as(async tx => {
    await tx.deleteFrom('mo_component').execute()
    await tx
      .updateTable('mo')
      .set({ order_line_id: worst.id, planned_finish_time: null, actual_finish_time: null })
      .where('no', '=', 'MO1')
      .execute()
  })
  const cause = async () => {
    const found = (await company.admin.ok(showPanorama, {})).panorama.orders!.at_risk.find(({ id }) => id === worst.id)!
    return [found.cause, found.cause_name]
  }
  expect((await cause())[0]).toBe('not_planned')
  const [component] = await company.as(tx =>
    tx.selectFrom('material').select(['id', 'code', 'name']).limit(1).execute(),
  )
  const set = (deciding_material_id: string | null) =>
    company.as(tx =>
      tx
        .updateTable('mo')
        .set({
          planned_finish_time: worst.due + 9 * daySeconds,
          deciding_material_id,
          kitting_time: worst.due + daySeconds,
        })
        .where('order_line_id', '=', worst.id)
        .execute(),
    )
  await set(component!.id)
  expect(await cause()).toEqual(['material', `${component!.code} ${component!.name}`])
  await set(null)
  // The last step stands right behind the one before it, which has waited for its saw.
  const [saw] = await company.as(async tx => {
    const devices = await rows(
      tx,
      sql<{
        id: string
        name: string
      }>`select id, machine_no || ' ' || name as name from device order by machine_no limit 2`,
    )
    await sql`delete from production_task where mo_id = (select id from mo where no = 'MO1')`.execute(tx)
    for (const [index, { id }] of devices.entries()) {
      const start = at(9 + index, 8)
      await sql`insert into production_task (id, task_no, mo_id, operation_id, sequence, process_id, device_id, setup_start_time, start_time, end_time, quantity)
        select gen_random_uuid(), 'T' || o.sequence, o.mo_id, o.id, o.sequence, o.process_id, ${id}, ${start}, ${start}, ${start + daySeconds}, 50
        from mo_operation o where o.sequence = ${(index + 1) * 10} and o.mo_id = (select id from mo where no = 'MO1')`.execute(
        tx,
      )
    }
    return devices.map(({ name }) => name)
  })
  expect(await cause()).toEqual(['capacity', saw])
  // What is finished in the course of a day is late by the days between, and not by one more.
  await company.as(tx =>
    tx
      .updateTable('sales_order_line')
      .set({ planned_finish_time: at(5, 10) })
      .where('id', '=', worst.id)
      .execute(),
  )
  const again = (await company.admin.ok(showPanorama, {})).panorama.orders!.at_risk.find(({ id }) => id === worst.id)!
  expect(again.days).toBe((at(5, 0) - worst.due) / daySeconds)
})

test('who may see little sees little', async () => {
  const company = await app.company()
  await someBooks(company)
  const buyer = await company.member([pages.panorama, pages.purchase])
  const { panorama } = await buyer.ok(showPanorama, {})
  expect(panorama).toMatchObject({ orders: null, plan: null, shortages: null, workshop: null })
  expect(panorama.measured.figures.map(({ figure }) => figure)).toEqual(['supplier_on_time'])
  expect(panorama.standing.map(({ figure }) => figure)).toEqual(['open_purchase_value'])
})
