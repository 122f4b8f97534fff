import { dropAttachmentsOf } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { defaultPriority } from '../../model/mo/mo.record.ts'
import { expectTakenBack } from '../../model/mo/mo.rules.ts'
import { pickingStatus } from '../../model/mo/mo.status.ts'
import { componentsOf } from '../../model/mo/recipe.rules.ts'
import { reworkRecipe } from '../../model/mo/rework.rules.ts'
import { type Clock, insertMos, type Made } from './create-mos.ts'
import { mosForUpdate } from './mo.queries.ts'

export interface ToRework {
  /** The QC task whose goods failed. */
  readonly task: { readonly id: string; readonly no: string }
  readonly material_id: string
  readonly quantity: Quantity
  /** One after the other. */
  readonly process_ids: readonly string[]
  readonly delivery_date: number
}
/**
 * A work order whose one component are the goods that failed, and whose product they are again. It has them from the start: the
 * caller takes them out of stock for it in the same transaction, so that no plan looks for them.
 */
export async function makeRework(tx: Tx, org_id: string, of: ToRework, clock: Clock): Promise<Made> {
  const { task, material_id, quantity, process_ids, delivery_date } = of
  await expectProcesses(tx, org_id, process_ids)
  const id = newId()
  const recipe = reworkRecipe(material_id, process_ids)
  const components = componentsOf(recipe, quantity, new Map()).map(one => ({ ...one, id: newId(), mo_id: id }))
  const order = { id, material_id, planned_quantity: quantity, delivery_date, priority: defaultPriority }
  const [made] = await insertMos(tx, [{ ...order, recipe, components }], clock)
  await sql`update mo set rework_task_id = ${task.id}, rework_task_no = ${task.no}, picking_status = ${pickingStatus.codes.picked}
    where org_id = ${org_id} and id = ${id}`.execute(tx)
  await sql`update mo_component set picked_quantity = required_quantity where org_id = ${org_id} and mo_id = ${id}`.execute(
    tx,
  )
  return made!
}

/** It is not to be worked on again after all: the order is gone, the caller puts its goods back. */
export async function dropRework(tx: Tx, org_id: string, mo_id: string): Promise<void> {
  const order = (await mosForUpdate(tx, org_id, [mo_id])).get(mo_id) ?? refuse(manufacturingErrors.moMissing)
  expectTakenBack(order)
  await dropAttachmentsOf(tx, org_id, 'mo', [mo_id])
  await sql`delete from mo where org_id = ${org_id} and id = ${mo_id}`.execute(tx)
}

async function expectProcesses(tx: Tx, org_id: string, ids: readonly string[]): Promise<void> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from process where org_id = ${org_id} and ${among(sql`id`, ids)}`,
  )
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.findIndex(id => !known.has(id))
  if (missing >= 0) refuse(generalErrors.recordNotFound, { field: 'process_ids', row: missing + 1 })
}
