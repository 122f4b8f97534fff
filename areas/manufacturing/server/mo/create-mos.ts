import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { sql } from 'kysely'
import { mo } from '../../model/mo/mo.record.ts'
import type { OrderToMake } from '../../model/mo/mo.rules.ts'
import {
  componentsOf,
  hasWay,
  isDated,
  type NewComponent,
  type NewOperation,
  operationsOf,
  type Recipe,
  recipeAt,
} from '../../model/mo/recipe.rules.ts'
import { startsOf } from '../plan/lead-times.ts'
import { recipesFor } from './recipes.ts'

export interface Made {
  readonly id: string
  readonly no: string
}
export interface Clock {
  readonly now: number
  readonly time_zone: string
}

/** A work order as it is going to be made: all but its number. */
export interface MoDraft extends OrderToMake {
  readonly id: string
  readonly recipe: Recipe
  readonly components: readonly (NewComponent & { readonly id: string; readonly mo_id: string })[]
}

/** New work orders with their steps and components, from the BoMs in force; refused with the row whose product has none. */
export const createMos = async (
  tx: Tx,
  org_id: string,
  wanted: readonly OrderToMake[],
  clock: Clock,
  bom_ids?: ReadonlyMap<string, string>,
): Promise<Made[]> => insertMos(tx, await draftMos(tx, org_id, wanted, clock.now, bom_ids), clock)

/**
 * What `createMos` is going to write, refused as there; nothing is written or locked. `bom_ids`: the released material BoM by
 * which a material is made, where it is not the default one. Components are those of the day on which the order begins.
 */
export async function draftMos(
  tx: Tx,
  org_id: string,
  wanted: readonly OrderToMake[],
  now: number,
  bom_ids: ReadonlyMap<string, string> = new Map(),
): Promise<MoDraft[]> {
  const recipes = await recipesFor(
    tx,
    org_id,
    wanted.map(order => order.material_id),
    now,
    bom_ids,
  )
  const precisions = await precisionsOf(tx, org_id, [
    ...wanted.map(order => order.material_id),
    ...[...recipes.values()].flatMap(materialsOf),
  ])
  const codes = await codesOf(
    tx,
    org_id,
    wanted.map(order => order.material_id),
  )
  const dated = wanted.filter(({ material_id }) => isDated(recipes.get(material_id) ?? { lines: [], later: [] }))
  const startOf = new Map(
    (await startsOf(tx, org_id, dated, now)).map((start_time, index) => [dated[index]!, start_time] as const),
  )
  return wanted.map((order, index) => {
    const row = index + 1
    const code = codes.get(order.material_id) ?? refuse(generalErrors.recordNotFound, { row, field: 'material_id' })
    expectPrecision(
      order.planned_quantity,
      precisions.get(order.material_id) ?? 0,
      placeIn(mo, 'planned_quantity', row),
    )
    const released =
      recipes.get(order.material_id) ??
      refuse(engineeringErrors.bomMissing, { row, code, detail: text('产品{code}', 'Product {code}') })
    const start_time = startOf.get(order)
    const recipe = start_time === undefined ? released : recipeAt(released, start_time)
    if (!hasWay(recipe)) {
      const detail = text(
        '产品{code}的BOM和工艺在工单开工之后才生效，请推迟交期，或发布更早生效的版本',
        'BoM and routing of product {code} are valid only after the order begins; make it for a later day, or release a version that begins earlier',
      )
      refuse(engineeringErrors.bomMissing, { row, code, detail })
    }
    const id = newId()
    const components = componentsOf(recipe, order.planned_quantity, precisions).map(component => ({
      ...component,
      id: newId(),
      mo_id: id,
    }))
    return { ...order, id, recipe, components }
  })
}

export async function insertMos(tx: Tx, drafts: readonly MoDraft[], { now, time_zone }: Clock): Promise<Made[]> {
  const unnumbered = drafts.filter(order => !order.no).length
  const serials = await takeSerials(tx, 'MO', unnumbered, now, time_zone)
  const orders = drafts.map(order => ({ ...order, no: order.no || serials.shift()! }))
  await insertHeads(tx, orders)
  await insertSteps(tx, orders)
  await insertComponents(
    tx,
    orders.flatMap(order => order.components),
  )
  return orders.map(({ id, no }) => ({ id, no }))
}

async function insertHeads(tx: Tx, orders: readonly MoDraft[]): Promise<void> {
  const stored = orders.map(({ recipe, components: _, ...order }) => ({
    ...order,
    custom: order.custom ?? {},
    material_bom_id: recipe.material_bom_id,
    manufacturing_bom_id: recipe.manufacturing_bom_id,
    routing_id: recipe.routing_id,
  }))
  await sql`insert into mo (id, no, order_id, order_line_id, parent_mo_id, material_id, planned_quantity, delivery_date, priority,
      material_bom_id, manufacturing_bom_id, routing_id, furnace_code, remark, custom, made_for_quantity)
    select r.* from ${recordset(
      stored,
      sql`id uuid, no text, order_id uuid, order_line_id uuid, parent_mo_id uuid, material_id uuid, planned_quantity numeric, delivery_date bigint,
        priority integer, material_bom_id uuid, manufacturing_bom_id uuid, routing_id uuid, furnace_code text, remark text, custom jsonb, made_for_quantity numeric`,
    )} as r`.execute(tx)
}

const insertSteps = (tx: Tx, orders: readonly MoDraft[]): Promise<void> =>
  insertOperations(
    tx,
    orders.flatMap(({ id: mo_id, recipe }) => operationsOf(recipe).map(step => ({ id: newId(), mo_id, ...step }))),
  )
export async function insertOperations(
  tx: Tx,
  steps: readonly (NewOperation & { readonly id: string; readonly mo_id: string })[],
): Promise<void> {
  await sql`insert into mo_operation (id, mo_id, sequence, next_sequences, process_id, overlap_quantity, wait_seconds)
    select r.id, r.mo_id, r.sequence, array(select jsonb_array_elements_text(r.next_sequences)::integer), r.process_id, r.overlap_quantity, r.wait_seconds
    from ${recordset(steps, sql`id uuid, mo_id uuid, sequence integer, next_sequences jsonb, process_id uuid, overlap_quantity numeric, wait_seconds integer`)} as r`.execute(
    tx,
  )
}

export async function insertComponents(tx: Tx, components: MoDraft['components']): Promise<void> {
  await sql`insert into mo_component (id, mo_id, line_no, operation_sequence, material_id, quantity_per, required_quantity)
    select r.* from ${recordset(
      components,
      sql`id uuid, mo_id uuid, line_no integer, operation_sequence integer, material_id uuid, quantity_per numeric, required_quantity numeric`,
    )} as r`.execute(tx)
}

const materialsOf = (recipe: Recipe): string[] => [
  ...recipe.lines.map(line => line.material_id),
  ...recipe.nodes.flatMap(node => node.inputs.map(input => input.material_id)),
]

export async function precisionsOf(
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
): Promise<Map<string, number>> {
  const found = await rows(
    tx,
    sql<{ id: string; unit_precision: number }>`select m.id, u."precision" as unit_precision from material m
      join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, [...new Set(material_ids)])}`,
  )
  return new Map(found.map(({ id, unit_precision }) => [id, unit_precision]))
}
async function codesOf(tx: Tx, org_id: string, material_ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows(
    tx,
    sql<{
      id: string
      code: string
    }>`select id, code from material where org_id = ${org_id} and ${among(sql`id`, [...new Set(material_ids)])}`,
  )
  return new Map(found.map(({ id, code }) => [id, code]))
}
