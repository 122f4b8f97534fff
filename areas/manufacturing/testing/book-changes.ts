import type { TestApp, TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { alterMo, createMo, dropMos, showMo } from '../model/mo/mo.calls.ts'
import { assignByHand, lockMaterial, releaseAssignment, showAssignments } from '../model/plan/material-plan.calls.ts'
import { aMo, inStock } from './factories.ts'

/**
 * `child` makes a part of `first` and `second`, the other part of which may be replaced; `unchecked` is of the same product,
 * `far` has nothing to do with them. The first is promised to a customer.
 */
export async function booksToChange(company: TestCompany) {
  const child = await aMo(company)
  const spare = await aMo(company, { components: 1 })
  const [raw, late] = child.component_ids as [string, string]
  const far = await aMo(company)
  const bought = far.component_ids[0]!
  const other = await aMo(company, { components: 1 })
  const part = other.component_ids[0]!
  const first = await aMo(company, {
    components: [
      { material_id: child.material_id, quantity: '2' },
      { material_id: part, substitutes: [{ material_id: spare.component_ids[0]!, ratio: '1' }] },
    ],
  })
  await company.admin.ok(dropMos, { mo_ids: [spare.id, other.id] })
  const another = async () =>
    (
      await company.admin.ok(createMo, {
        ...{ material_id: first.material_id, planned_quantity: '6', delivery_date: inDays(12) },
      })
    ).id
  const second = await another()
  const unchecked = await another()
  await inStock(company, [raw, part], '9')
  await inStock(company, [spare.component_ids[0]!], '5')
  await inStock(company, [bought], '100')
  const supplier_id = await company.as(tx => aSupplier(tx))
  const { line_ids } = await aPurchaseOrder(company, {
    supplier_id,
    materials: [
      { material_id: late, quantity: '20', eta: inDays(8) },
      { material_id: part, quantity: '4', eta: inDays(30) },
    ],
  })
  const { id: order_id } = await anOrder(company, { material_id: first.material_id, quantity: '1' })
  await company.as(async tx => {
    await sql`update mo set order_id = ${order_id} where id = ${first.id}`.execute(tx)
    await sql`update material set safety_stock = 12 where id = any(${[part, raw]}::uuid[])`.execute(tx)
  })
  return {
    ...{ child, first, far, second, unchecked, raw, late, part, spare: spare.component_ids[0]!, another, supplier_id },
    ...{ late_line: line_ids[0]!, part_line: line_ids[1]!, order_id, all: [child.id, first.id, second, far.id] },
  }
}
export type BooksToChange = Awaited<ReturnType<typeof booksToChange>>

/** Answers ids of work orders when those are to be checked. */
export type Change = (one: BooksToChange, company: TestCompany, app: TestApp) => Promise<unknown>
const by =
  (statement: (one: BooksToChange) => RawBuilder<unknown>): Change =>
  async (one, company) => {
    const { numAffectedRows } = await company.as(tx => statement(one).execute(tx))
    expect(Number(numAffectedRows ?? 0)).toBeGreaterThan(0)
  }
const altered = async (company: TestCompany, id: string, changes: object) => {
  const { mo } = await company.admin.ok(showMo, { mo_id: id })
  await company.admin.ok(alterMo, { id, row_version: mo.row_version, ...changes })
}
export const setting =
  (key: string, value: string): Change =>
  async (_one, company) => {
    await company.as(tx =>
      sql`insert into organization_config (config_key, config_value) values (${key}, ${value})
        on conflict (org_id, config_key) do update set config_value = ${value}`.execute(tx),
    )
  }
/** As time does it: no transaction notes it. */
async function passed(app: TestApp, statement: string, about: string): Promise<void> {
  const client = await app.database.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    const { rowCount } = await client.query(statement, [about])
    expect({ statement, changed: rowCount }).toEqual({ statement, changed: 1 })
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}

/** Those that can be made again and again come first. */
export const repeatableChanges: readonly (readonly [string, Change])[] = [
  ['nothing', async () => {}],
  ['a new order is checked', async one => [await one.another()]],
  ['a new order is not checked', one => one.another()],
  ['an order of another quantity', (one, company) => altered(company, one.second, { planned_quantity: '7' })],
  ['an order goes first', (one, company) => altered(company, one.second, { priority: 1 })],
  ['an order goes last', (one, company) => altered(company, one.second, { priority: 900 })],
  ['an order is due earlier', (one, company) => altered(company, one.first.id, { delivery_date: inDays(4) })],
  ['an order is due later', (one, company) => altered(company, one.first.id, { delivery_date: inDays(40) })],
  [
    'an unchecked order of another quantity',
    by(one => sql`update mo_component set required_quantity = required_quantity + 3 where mo_id = ${one.unchecked}`),
  ],
  [
    'an order is scheduled',
    by(
      one =>
        sql`update mo set planned_start_time = ${inDays(6)}, planned_finish_time = ${inDays(7)} where id = ${one.first.id}`,
    ),
  ],
  [
    'what makes a part is scheduled',
    by(
      one =>
        sql`update mo set planned_start_time = ${inDays(9)}, planned_finish_time = ${inDays(10)} where id = ${one.child.id}`,
    ),
  ],
  [
    'it is scheduled no more',
    by(one => sql`update mo set planned_start_time = null, planned_finish_time = null where id = ${one.child.id}`),
  ],
  [
    'what makes a part is published, or is so no more',
    by(one => sql`update mo set status = case status when 30 then 20 else 30 end where id = ${one.child.id}`),
  ],
  [
    'some of a part comes in',
    by(
      one =>
        sql`update mo set inbound_quantity = least(planned_quantity - 1, inbound_quantity + 1) where id = ${one.child.id}`,
    ),
  ],
  [
    'some is picked',
    by(
      one =>
        sql`update mo_component set picked_quantity = least(required_quantity, picked_quantity + 1) where mo_id = ${one.second}`,
    ),
  ],
  [
    'a receipt comes later',
    by(one => sql`update purchase_order_line set eta = eta + ${daySeconds} where id = ${one.late_line}`),
  ],
  [
    'a receipt comes today',
    by(one => sql`update purchase_order_line set eta = ${inDays(0)} where id = ${one.part_line}`),
  ],
  [
    'a receipt is greater',
    by(one => sql`update purchase_order_line set quantity = quantity + 5 where id = ${one.part_line}`),
  ],
  [
    'some of it is received',
    by(
      one => sql`update purchase_order_line set received_quantity = received_quantity + 1 where id = ${one.part_line}`,
    ),
  ],
  ['stock comes in', (one, company) => inStock(company, [one.part, one.raw], '3')],
  [
    'stock is counted less',
    by(
      one =>
        sql`update inventory set occupied_quantity = 0, quantity = ceil(quantity / 2) where material_id = ${one.part}`,
    ),
  ],
  [
    'stock is blocked',
    by(
      one =>
        sql`update inventory set quality_status = case quality_status when 0 then 1 else 0 end where material_id = ${one.spare}`,
    ),
  ],
  [
    'stock is soon to expire',
    by(one => sql`update inventory set expire_time = ${inDays(3)} where material_id = ${one.raw}`),
  ],
  [
    'a promise holds stock',
    by(
      one => sql`insert into supply_hold (id, inquiry_id, order_line_id, material_id, source_type, source_id, quantity, is_product, kept_until)
    select ${newId()}, ${newId()}, l.id, i.material_id, 1, i.id, 2, false, ${inDays(1)} from inventory i, sales_order_line l
    where i.material_id = ${one.raw} and l.order_id = ${one.order_id} order by i.id limit 1`,
    ),
  ],
  [
    'another writes into the plan',
    by(
      one =>
        sql`update mo_component set short_quantity = short_quantity + 1, material_status = 6 where mo_id = ${one.first.id}`,
    ),
  ],
  [
    'another forgets when it is kitted',
    by(
      one =>
        sql`update mo set kitting_time = null, kitting_days = 77 where id = any(${[one.child.id, one.first.id, one.second]}::uuid[])`,
    ),
  ],
  [
    'what was assigned is gone',
    (one, company) =>
      company.as(tx =>
        sql`delete from mo_assignment where mo_id = any(${[one.child.id, one.first.id, one.second]}::uuid[])`.execute(
          tx,
        ),
      ),
  ],
  [
    'material of an order is locked',
    (one, company) => company.admin.send(lockMaterial, { mo_ids: [one.first.id], locked: true }),
  ],
  ['and is so no more', (one, company) => company.admin.send(lockMaterial, { mo_ids: [one.first.id], locked: false })],
]
// Once only, in this order; the last column: what is to be read.
export const changesOnce: readonly (readonly [string, Change, 'some' | 'all'])[] = [
  [
    'by hand',
    async (one, company) => {
      await company.as(tx => sql`delete from mo_assignment where mo_id = ${one.second}`.execute(tx))
      await company.as(tx =>
        sql`update inventory set occupied_quantity = 0, quality_status = 0 where material_id = ${one.spare}`.execute(
          tx,
        ),
      )
      const asked = { mo_id: one.second, material_id: one.part }
      const { alternatives } = await company.admin.ok(showAssignments, asked)
      const [supply] = alternatives.filter(({ material_id }) => material_id === one.spare)
      const assigns = [{ source_type: 1 as const, source_id: supply!.source_id, quantity: '4' }]
      await company.admin.ok(assignByHand, { ...asked, assigns })
    },
    'some',
  ],
  [
    'stock that is locked shrinks',
    by(one => sql`update inventory set occupied_quantity = 0, quantity = 1 where material_id = ${one.spare}`),
    'some',
  ],
  ['it grows again', by(one => sql`update inventory set quantity = 8 where material_id = ${one.spare}`), 'some'],
  [
    'stock that is locked is blocked',
    by(one => sql`update inventory set quality_status = 1 where material_id = ${one.spare}`),
    'some',
  ],
  [
    'it is free again',
    by(one => sql`update inventory set quality_status = 0 where material_id = ${one.spare}`),
    'some',
  ],
  [
    'what was assigned by hand is released',
    async (one, company) => {
      const { assignments } = await company.admin.ok(showAssignments, { mo_id: one.first.id })
      await company.admin.ok(releaseAssignment, { assign_id: assignments[0]!.id })
    },
    'some',
  ],
  [
    'a purchase order is sent back',
    by(
      one =>
        sql`update purchase_order set status = '10' where id = (select order_id from purchase_order_line where id = ${one.late_line})`,
    ),
    'some',
  ],
  [
    'and sent',
    by(
      one =>
        sql`update purchase_order set status = '15' where id = (select order_id from purchase_order_line where id = ${one.late_line})`,
    ),
    'some',
  ],
  [
    'another purchase order',
    (one, company) =>
      aPurchaseOrder(company, { supplier_id: one.supplier_id, materials: [{ material_id: one.raw, quantity: '30' }] }),
    'some',
  ],
  [
    'more is learnt of a supplier',
    by(
      one =>
        sql`insert into supplier_delay (supplier_id, line_count, on_time_count, p50_days, p90_days) values (${one.supplier_id}, 9, 3, 1, 4)`,
    ),
    'some',
  ],
  [
    'an arrival announces a part of a receipt',
    (one, company) =>
      company.as(async tx => {
        const id = newId()
        await sql`insert into arrival (id, no, status, supplier_id, planned_date) values (${id}, ${`DH-${id}`}, '15', ${one.supplier_id}, ${inDays(2)})`.execute(
          tx,
        )
        await sql`insert into arrival_line (id, arrival_id, line_no, order_line_id, material_id, quantity)
        values (${newId()}, ${id}, 1, ${one.part_line}, ${one.part}, 3)`.execute(tx)
      }),
    'some',
  ],
  [
    'an arrival comes another day',
    by(one => sql`update arrival set planned_date = ${inDays(9)} where supplier_id = ${one.supplier_id}`),
    'some',
  ],
  [
    'an arrival is cancelled',
    by(one => sql`update arrival set status = '05' where supplier_id = ${one.supplier_id}`),
    'some',
  ],
  [
    'an arrival brings nothing of it',
    by(one => sql`delete from arrival_line where order_line_id = ${one.part_line}`),
    'some',
  ],
  ['a receipt is deleted', by(one => sql`delete from purchase_order_line where id = ${one.part_line}`), 'some'],
  [
    'time passes: stock expires',
    (one, _company, app) =>
      passed(
        app,
        'update inventory set expire_time = epoch_now() where id = (select source_id from mo_assignment where material_id = $1 and source_type = 1 order by quantity desc limit 1)',
        one.part,
      ),
    'some',
  ],
  [
    'time passes: a promise ends',
    (one, _company, app) =>
      passed(
        app,
        'update supply_hold set kept_until = 1 where id = (select min(id::text)::uuid from supply_hold where material_id = $1)',
        one.raw,
      ),
    'some',
  ],
  ['an order is on hold', by(one => sql`update mo set status = 90 where id = ${one.second}`), 'some'],
  ['and goes on', by(one => sql`update mo set status = 10 where id = ${one.second}`), 'some'],
  [
    'an order needs another material',
    by(
      one =>
        sql`update mo_component set material_id = ${one.raw} where mo_id = ${one.second} and material_id = ${one.part}`,
    ),
    'some',
  ],
  [
    'an order needs what nobody needed',
    by(
      one =>
        sql`update mo_component set material_id = ${one.first.material_id} where mo_id = ${one.second} and material_id = ${one.raw}`,
    ),
    'all',
  ],
  [
    'nobody needs it any more',
    by(
      one =>
        sql`update mo_component set material_id = ${one.raw} where mo_id = ${one.second} and material_id = ${one.first.material_id}`,
    ),
    'all',
  ],
  ['an order is deleted', by(one => sql`delete from mo where id = ${one.second}`), 'some'],
  ['an unchecked order is on hold', by(one => sql`update mo set status = 90 where id = ${one.unchecked}`), 'some'],
  ['and goes on', by(one => sql`update mo set status = 10 where id = ${one.unchecked}`), 'some'],
  ['an order is checked that was not', async one => [one.unchecked], 'some'],
  ['it is deleted', (one, company) => company.admin.ok(dropMos, { mo_ids: [one.unchecked] }), 'some'],
  ['in transit does not count', setting('kitting_use_in_transit', '0'), 'all'],
  ['in transit counts', setting('kitting_use_in_transit', '1'), 'all'],
  ['substitutes do not count', setting('kitting_use_substitutes', '0'), 'all'],
  ['what is made does not count', setting('kitting_use_in_production', '0'), 'all'],
  ['it counts', setting('kitting_use_in_production', '1'), 'all'],
  ['only what is scheduled holds', setting('material_plan_no_hold_unscheduled', '1'), 'all'],
  [
    'substitutes of a BoM',
    by(one => sql`update material_bom_line set substitutes = '[]' where material_id = ${one.part}`),
    'all',
  ],
  [
    'the quantity of a BoM',
    by(one => sql`update material_bom_line set quantity = 3 where material_id = ${one.raw}`),
    'all',
  ],
  ['a lead time', by(one => sql`update material set supply_lead_time = 9 where id = ${one.part}`), 'all'],
  ['a safety stock', by(one => sql`update material set safety_stock = 40 where id = ${one.part}`), 'all'],
  [
    'the precision of a unit',
    by(one => sql`update unit set "precision" = 2 where id = (select unit_id from material where id = ${one.part})`),
    'all',
  ],
  [
    'time passes: a BoM expires',
    (one, _company, app) =>
      passed(app, 'update material_bom set expiry_time = epoch_now() where material_id = $1', one.child.material_id),
    'all',
  ],
  ['what was promised is kept', setting('material_plan_performance_guarantee', '1'), 'all'],
]
