import type { TestCompany, TestMember } from '@qitao/app-server/testing/test-app.ts'
import { aReleasedProduct, type ReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { addMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { inStock } from '@qitao/manufacturing/testing/factories.ts'
import { aDevice, aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { salesLinesToMo } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder, inDays } from '@qitao/sales/testing/factories.ts'
import { allPages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { addDispatch } from '../model/report.calls.ts'

export interface FloorWanted {
  quantity?: string
  /** On hand of each component; none when absent. */
  stock?: string
  /** For a sales order. */
  ordered?: boolean
  /** The tasks are given to the administrator. */
  dispatched?: boolean
}
export interface OnTheFloor extends ReleasedProduct {
  readonly id: string
  readonly order_id: string | null
  /** One a step, in their order. */
  readonly task_ids: readonly string[]
  readonly device_id: string
  readonly machine_no: string
}

/** A work order of two components and two steps, both components used at the first; its tasks are published. */
export async function onTheFloor(
  company: TestCompany,
  { quantity = '10', stock, ordered = false, dispatched = true }: FloorWanted = {},
): Promise<OnTheFloor> {
  const product = await aReleasedProduct(company)
  const order = ordered ? await anOrder(company, { material_id: product.material_id, quantity }) : undefined
  const { mo_ids } = order
    ? await company.admin.ok(salesLinesToMo, { order_ids: [order.id] })
    : await company.admin.ok(addMos, {
        mos: [{ material_id: product.material_id, planned_quantity: quantity, delivery_date: inDays(20) }],
      })
  const id = mo_ids[0]!
  if (stock) await inStock(company, product.component_ids, stock)
  const device = await aDevice(company, { process_ids: product.process_ids })
  const task_ids = await publish(company, id, device.id)
  if (dispatched) await company.admin.ok(addDispatch, { task_ids: [...task_ids], user_ids: [company.admin.user_id] })
  return { ...product, id, order_id: order?.id ?? null, task_ids, device_id: device.id, machine_no: device.machine_no }
}

/** One task a step, an hour each from tomorrow, as a published plan has them. */
export async function publish(company: TestCompany, mo_id: string, device_id: string): Promise<string[]> {
  return company.as(async tx => {
    const operations = await rows(
      tx,
      sql<{ id: string; sequence: number; process_id: string; quantity: string; no: string }>`
        select o.id, o.sequence, o.process_id, m.planned_quantity as quantity, m.no from mo_operation o
          join mo m on m.org_id = o.org_id and m.id = o.mo_id where o.org_id = ${company.org_id} and o.mo_id = ${mo_id} order by o.sequence`,
    )
    const start = inDays(1)
    const tasks = operations.map(({ id, no, ...operation }, index) => ({
      id: newId(),
      task_no: `${no}-${operation.sequence}`,
      mo_id,
      operation_id: id,
      ...operation,
      device_id,
      setup_start_time: start + index * 3600,
      start_time: start + index * 3600,
      end_time: start + (index + 1) * 3600,
      publish_status: 1,
    }))
    await tx.insertInto('production_task').values(tasks).execute()
    await sql`update mo set status = 30, publish_status = 1, planned_start_time = ${start}, planned_finish_time = ${start + tasks.length * 3600}
      where org_id = ${company.org_id} and id = ${mo_id}`.execute(tx)
    return tasks.map(task => task.id)
  })
}

/** The planner takes a part off a task of the published plan and it is given away likewise; the new task. */
export const aPart = (company: TestCompany, task_id: string, quantity: string): Promise<string> =>
  company.as(async tx => {
    const id = newId()
    await sql`insert into operation_part (id, operation_id, part_no, quantity)
      select operation_id, operation_id, 1, quantity - ${quantity}::numeric from production_task where id = ${task_id}`.execute(
      tx,
    )
    await sql`insert into operation_part (id, operation_id, part_no, quantity)
      select ${id}, operation_id, 2, ${quantity} from production_task where id = ${task_id}`.execute(tx)
    await sql`insert into production_task (id, task_no, mo_id, operation_id, part_id, sequence, process_id, device_id, setup_start_time, start_time,
        end_time, quantity, publish_status, dispatch_status)
      select ${id}, task_no || '#2', mo_id, operation_id, ${id}, sequence, process_id, device_id, setup_start_time, start_time, end_time, ${quantity},
        publish_status, dispatch_status from production_task where id = ${task_id}`.execute(tx)
    await sql`insert into task_assignee (task_id, user_id) select ${id}, user_id from task_assignee where task_id = ${task_id}`.execute(
      tx,
    )
    await sql`update production_task set quantity = quantity - ${quantity}::numeric where id = ${task_id}`.execute(tx)
    return id
  })

/** Who leads a group, opens every page and sees the work of the own workgroups. */
export async function aLeader(
  company: TestCompany,
  member_ids: readonly string[] = [],
): Promise<{ leader: TestMember; workgroup_id: string }> {
  const leader = await company.member(allPages)
  await company.as(tx =>
    sql`update app_permission p set data_scope = 20 from user_role r where r.role_id = p.role_id and r.user_id = ${leader.user_id}`.execute(
      tx,
    ),
  )
  const { id } = await aWorkgroup(company, { leader_id: leader.user_id, member_ids })
  return { leader, workgroup_id: id }
}
/** The machine belongs to the group from now on. */
export const ofGroup = (company: TestCompany, device_id: string, workgroup_id: string): Promise<unknown> =>
  company.as(tx => sql`update device set workgroup_id = ${workgroup_id} where id = ${device_id}`.execute(tx))
