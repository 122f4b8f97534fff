import type { Quantity } from '@qitao/core/quantity.ts'
import { among, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { TaskRow } from '../../model/task.record.ts'
import { dropTasks } from '../publish/plan-versions.ts'

/** A part is taken off a task, which keeps the rest. An operation that was whole becomes the first part of itself. */
export async function addPart(
  tx: Tx,
  org_id: string,
  { id, quantity, operation_id }: TaskRow,
  part: { readonly id: string; readonly quantity: Quantity; readonly rest: Quantity },
): Promise<void> {
  await sql`insert into operation_part (id, operation_id, part_no, quantity) select operation_id, operation_id, 1, ${quantity}
    from production_task where org_id = ${org_id} and id = ${id} on conflict do nothing`.execute(tx)
  await sql`insert into operation_part (id, operation_id, part_no, quantity)
    select ${part.id}, operation_id, max(part_no) + 1, ${part.quantity} from operation_part where org_id = ${org_id}
      and operation_id = (select operation_id from production_task where org_id = ${org_id} and id = ${id}) group by operation_id`.execute(
    tx,
  )
  await giveQuantity(tx, org_id, { id, operation_id }, part.rest)
}

/** The first of these parts of an operation is to make all; the others are gone, and with the last of them the division. */
export async function joinParts(
  tx: Tx,
  org_id: string,
  [kept, ...others]: readonly TaskRow[],
  quantity: Quantity,
): Promise<void> {
  const ids = others.map(({ id }) => id)
  const steps = others.map(({ operation_id }) => operation_id)
  await dropTasks(tx, org_id, ids)
  await sql`delete from operation_part where org_id = ${org_id} and ${among(sql`id`, steps)}`.execute(tx)
  await giveQuantity(tx, org_id, kept!, quantity)
  await sql`delete from operation_part k where k.org_id = ${org_id} and k.id = ${kept!.operation_id} and not exists (
    select 1 from operation_part o where o.org_id = k.org_id and o.operation_id = k.operation_id and o.id <> k.id)`.execute(
    tx,
  )
}

async function giveQuantity(
  tx: Tx,
  org_id: string,
  { id, operation_id }: Pick<TaskRow, 'id' | 'operation_id'>,
  quantity: Quantity,
): Promise<void> {
  await sql`update operation_part set quantity = ${quantity} where org_id = ${org_id} and id = ${operation_id}`.execute(
    tx,
  )
  await sql`update production_task set quantity = ${quantity} where org_id = ${org_id} and id = ${id}`.execute(tx)
}

/** Orders that leave the plan are whole again. */
export const forgetParts = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<unknown> =>
  sql`delete from operation_part k using mo_operation x where k.org_id = ${org_id} and x.org_id = k.org_id and x.id = k.operation_id
    and ${among(sql`x.mo_id`, mo_ids)}`.execute(tx)
