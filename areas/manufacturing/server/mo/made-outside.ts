import { wholeOrderProcess } from '@qitao/masterdata/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { componentsOf, type NewOperation, operationsOf } from '../../model/mo/recipe.rules.ts'
import { insertOperations } from './create-mos.ts'
import { recipesFor } from './recipes.ts'

/** The one step of an order that is made outside. */
const wholeStep = 10

/**
 * Work orders are made outside whole, as one step of a supplier that uses all their material, or here again by the recipe that is
 * in force. They are locked, and none of their steps is on the plan.
 */
export async function makeOutside(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
  outside: boolean,
  now: number,
): Promise<void> {
  const orders = await rows(
    tx,
    sql<{
      id: string
      material_id: string
    }>`update mo set outsourced = ${outside} where org_id = ${org_id} and ${among(sql`id`, mo_ids)}
      returning id, material_id`,
  )
  await sql`delete from mo_operation where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)}`.execute(tx)
  if (outside) {
    const process_id = await wholeOrderProcess(tx, org_id)
    const whole: NewOperation = {
      sequence: wholeStep,
      next_sequences: [],
      process_id,
      overlap_quantity: null,
      wait_seconds: 0,
    }
    await insertOperations(
      tx,
      orders.map(({ id: mo_id }) => ({ id: newId(), mo_id, ...whole })),
    )
    await sql`update mo_component set operation_sequence = ${wholeStep} where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)}`.execute(
      tx,
    )
    return
  }
  const recipes = await recipesFor(
    tx,
    org_id,
    orders.map(({ material_id }) => material_id),
    now,
  )
  const made = orders.flatMap(({ id: mo_id, material_id }) => {
    const recipe = recipes.get(material_id)
    return recipe ? { mo_id, recipe } : []
  })
  await insertOperations(
    tx,
    made.flatMap(({ mo_id, recipe }) => operationsOf(recipe).map(step => ({ id: newId(), mo_id, ...step }))),
  )
  const places = made.flatMap(({ mo_id, recipe }) =>
    componentsOf(recipe, '1', new Map()).map(({ material_id, operation_sequence }) => ({
      mo_id,
      material_id,
      operation_sequence,
    })),
  )
  await sql`update mo_component c set operation_sequence = (select min(r.operation_sequence)
      from ${recordset(places, sql`mo_id uuid, material_id uuid, operation_sequence integer`)} r where r.mo_id = c.mo_id and r.material_id = c.material_id)
    where c.org_id = ${org_id} and ${among(sql`c.mo_id`, mo_ids)}`.execute(tx)
}
