import { createHash } from 'node:crypto'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { bulkAnswer, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { release } from '@qitao/stock/server'
import { sql } from 'kysely'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { expectNotOrderedOutside, type MoFacts } from '../../model/mo/mo.rules.ts'
import { moStatus } from '../../model/mo/mo.status.ts'
import { componentsOf, hasWay, isDated, operationsOf, type Recipe, recipeAt } from '../../model/mo/recipe.rules.ts'
import { followRecipe, queryRecipeChanges, type RecipeChange } from '../../model/mo/recipe-change.calls.ts'
import {
  differencesOf,
  expectFollowsRecipe,
  type RecipeDifference,
  type WayToMake,
  wayToday,
} from '../../model/mo/recipe-change.rules.ts'
import { startsOf } from '../plan/lead-times.ts'
import { matchOrders } from '../plan/match-again.ts'
import { lockWithHeld, passHoldsTo } from '../plan/pass-holds.ts'
import { insertComponents, insertOperations, precisionsOf } from './create-mos.ts'
import { moFacts, type OrderedOutside } from './mo.queries.ts'
import { freeMaterial } from './mo-quantities.ts'
import { recipesFor } from './recipes.ts'

const { todo, planned, to_be_produced, in_production } = moStatus.codes
const open = sql.join([todo, planned, to_be_produced, in_production])

interface MadeOtherwise extends WayToMake {
  readonly material_id: string
  readonly outsourced: boolean
  readonly mo_ids: readonly string[]
}
/** Open work orders by the way they are made: there are few ways, however many orders. */
const waysOf = (tx: Tx, org_id: string, mo_ids: readonly string[] | null) =>
  rows(
    tx,
    sql<MadeOtherwise>`select w.material_id, w.outsourced, w.operations, w.components, array_agg(w.id::text order by w.id) as mo_ids
      from (select o.id, o.material_id, o.outsourced,
          (select coalesce(jsonb_agg(jsonb_build_object('sequence', x.sequence, 'next_sequences', to_jsonb(x.next_sequences), 'process_id', x.process_id,
              'overlap_quantity', trim_scale(x.overlap_quantity)::text, 'wait_seconds', x.wait_seconds) order by x.sequence), '[]')
            from mo_operation x where x.org_id = o.org_id and x.mo_id = o.id) as operations,
          (select coalesce(jsonb_agg(jsonb_build_object('operation_sequence', c.operation_sequence, 'material_id', c.material_id,
              'quantity_per', trim_scale(c.quantity_per)::text) order by c.line_no), '[]')
            from mo_component c where c.org_id = o.org_id and c.mo_id = o.id) as components
        from mo o where o.org_id = ${org_id} and o.status in (${open}) and o.rework_task_id is null
          ${mo_ids === null ? sql`` : sql`and ${among(sql`o.id`, mo_ids)}`}) w
      group by w.material_id, w.outsourced, w.operations, w.components`,
  )

interface Changed {
  readonly recipe: Recipe
  /** When the first of them begins, where that decides what they use. */
  readonly start_time: Instant | null
  readonly differences: readonly RecipeDifference[]
  readonly mo_ids: readonly string[]
}
/** Ways of open work orders that are not those of the recipes in force; a product that has none is not compared. */
async function changedWays(tx: Tx, org_id: string, now: number, mo_ids: readonly string[] | null): Promise<Changed[]> {
  const ways = await waysOf(tx, org_id, mo_ids)
  const recipes = await recipesFor(
    tx,
    org_id,
    ways.map(({ material_id }) => material_id),
    now,
  )
  const known = ways.flatMap(way => {
    const recipe = recipes.get(way.material_id)
    return recipe ? [{ way, recipe }] : []
  })
  const starts = await startsOfMos(
    tx,
    org_id,
    known.flatMap(({ way, recipe }) => (isDated(recipe) ? way.mo_ids : [])),
    now,
  )
  return known.flatMap(({ way, recipe }) =>
    byStart(recipe, way.mo_ids, starts).flatMap(({ recipe, start_time, mo_ids }) => {
      if (!hasWay(recipe)) return []
      const differences = differencesOf(way, wayToday(recipe, way, way.outsourced))
      return differences.length === 0 ? [] : [{ recipe, start_time, differences, mo_ids }]
    }),
  )
}

/** When these work orders begin, by their ids. */
async function startsOfMos(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
  now: number,
): Promise<Map<string, Instant>> {
  const orders = await rows(
    tx,
    sql<
      Parameters<typeof startsOf>[2][number] & { id: string }
    >`select id, material_id, greatest(planned_quantity - inbound_quantity, 0) as planned_quantity, delivery_date, planned_start_time
      from mo where org_id = ${org_id} and ${among(sql`id`, mo_ids)}`,
  )
  const starts = await startsOf(tx, org_id, orders, now)
  return new Map(orders.map(({ id }, index) => [id, starts[index]!]))
}

/** Those that begin within the same days of its versions and of all components are made alike. */
function byStart(
  recipe: Recipe,
  mo_ids: readonly string[],
  starts: ReadonlyMap<string, Instant>,
): Pick<Changed, 'recipe' | 'start_time' | 'mo_ids'>[] {
  if (!isDated(recipe)) return [{ recipe, start_time: null, mo_ids }]
  const alike = Map.groupBy(mo_ids, id => {
    const { material_bom_id, manufacturing_bom_id, routing_id, lines } = recipeAt(recipe, starts.get(id)!)
    return [material_bom_id, manufacturing_bom_id, routing_id, ...lines.map(line => line.material_id)].join()
  })
  return [...alike.values()].map(ids => {
    const start_time = Math.min(...ids.map(id => starts.get(id)!))
    return { recipe: recipeAt(recipe, start_time), start_time, mo_ids: ids }
  })
}

/** Open work orders that are made otherwise than the recipe in force says. */
export const changedMos = async (tx: Tx, org_id: string, now: number): Promise<string[]> =>
  (await changedWays(tx, org_id, now, null)).flatMap(({ mo_ids }) => mo_ids)

type Told = RecipeChange & { readonly recipe: Recipe }
async function changesOf(tx: Tx, org_id: string, now: number, mo_ids: readonly string[]): Promise<Map<string, Told>> {
  const changed = await changedWays(tx, org_id, now, mo_ids)
  const sides = changed.flatMap(({ differences }) => differences.flatMap(({ before, after }) => [before, after]))
  const processes = new Map(
    (
      await rows(
        tx,
        sql<{ id: string; name: string }>`select id, name from process where org_id = ${org_id} and ${among(
          sql`id`,
          sides.flatMap(side => (side && 'process_id' in side ? side.process_id : [])),
        )}`,
      )
    ).map(({ id, name }) => [id, name]),
  )
  const materials = new Map(
    (
      await rows(
        tx,
        sql<{
          id: string
          material_code: string
          material_name: string
          unit_name: string
        }>`select m.id, m.code as material_code, m.name as material_name, u.name as unit_name
          from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(
            sql`m.id`,
            sides.flatMap(side => (side && 'material_id' in side ? side.material_id : [])),
          )}`,
      )
    ).map(({ id, ...material }) => [id, material]),
  )
  const heads = await rows(
    tx,
    sql<Pick<RecipeChange, 'mo_id' | 'mo_no' | 'status'>>`select id as mo_id, no as mo_no, status from mo
      where org_id = ${org_id} and ${among(
        sql`id`,
        changed.flatMap(one => one.mo_ids),
      )} order by delivery_date, no`,
  )
  const wayOf = new Map(changed.flatMap(way => way.mo_ids.map(mo_id => [mo_id, way] as const)))
  return new Map(
    heads.map(head => {
      const { differences, recipe, start_time } = wayOf.get(head.mo_id)!
      const steps: RecipeChange['steps'] = []
      const components: RecipeChange['components'] = []
      for (const { before, after } of differences) {
        const one = (before ?? after)!
        if ('process_id' in one) steps.push({ sequence: one.sequence, before: stepOf(before), after: stepOf(after) })
        else
          components.push({
            material_id: one.material_id,
            ...materials.get(one.material_id)!,
            ...{ before: useOf(before), after: useOf(after) },
          })
      }
      const digest = createHash('sha256')
        .update(JSON.stringify([differences, recipe]))
        .digest('hex')
      return [head.mo_id, { ...head, start_time, steps, components, digest, recipe }]
    }),
  )

  function stepOf(side: RecipeDifference['before']) {
    if (!side || !('process_id' in side)) return null
    const { process_id, next_sequences, overlap_quantity, wait_seconds } = side
    const process_name = processes.get(process_id)!
    return { process_name, next_sequences: [...next_sequences], overlap_quantity, wait_seconds }
  }
  function useOf(side: RecipeDifference['before']) {
    if (!side || 'process_id' in side) return null
    return { sequence: side.operation_sequence, quantity_per: side.quantity_per }
  }
}

export const recipeChangeHandlers = (orderedOutside: OrderedOutside): Handler[] => [
  handle(queryRecipeChanges, async ({ mo_ids }, { tx, org_id, now }) => ({
    result: [...(await changesOf(tx, org_id, now, mo_ids)).values()].map(({ recipe: _, ...change }) => change),
  })),
  handle(followRecipe, async ({ mos }, context) => {
    const { tx, org_id, now, language } = context
    const agreed = new Map(mos.map(({ id, digest }) => [id, digest]))
    const mo_ids = [...agreed.keys()]
    await lockWithHeld(tx, org_id, mo_ids)
    const found = await moFacts(tx, org_id, mo_ids)
    const changes = await changesOf(tx, org_id, now, mo_ids)
    const outside = await orderedOutside(tx, org_id, mo_ids)
    const { passed, passed_ids, refused } = sortOut(mo_ids, found, order => {
      expectFollowsRecipe(order)
      // What a supplier makes whole keeps its one step.
      if (!order.outsourced) expectNotOrderedOutside(outside.get(order.id)?.no, manufacturingErrors.moNotEditable)
      if (changes.get(order.id)?.digest !== agreed.get(order.id)) refuse(generalErrors.versionConflict)
    })
    if (passed.length > 0) {
      const freed = await freeMaterial(tx, org_id, passed_ids)
      await makeAnew(
        tx,
        org_id,
        passed.map(order => ({ order, recipe: changes.get(order.id)!.recipe })),
      )
      await release(tx, { org_id, occupations: freed })
      await matchOrders(context, await passHoldsTo(tx, org_id, passed_ids, now))
    }
    return bulkAnswer(passed_ids, refused, language)
  }),
]

/** Steps and components by another recipe; what these orders held is given back. */
async function makeAnew(
  tx: Tx,
  org_id: string,
  orders: readonly { readonly order: MoFacts; readonly recipe: Recipe }[],
): Promise<void> {
  const recipes = orders.map(({ order: { id }, recipe: { material_bom_id, manufacturing_bom_id, routing_id } }) => ({
    ...{ id, material_bom_id, manufacturing_bom_id, routing_id },
  }))
  await sql`update mo set material_bom_id = r.material_bom_id, manufacturing_bom_id = r.manufacturing_bom_id, routing_id = r.routing_id
    from ${recordset(recipes, sql`id uuid, material_bom_id uuid, manufacturing_bom_id uuid, routing_id uuid`)} as r
    where mo.org_id = ${org_id} and mo.id = r.id`.execute(tx)
  const mo_ids = orders.map(({ order }) => order.id)
  const inHouse = orders.filter(({ order }) => !order.outsourced)
  await sql`delete from mo_operation where org_id = ${org_id} and ${among(
    sql`mo_id`,
    inHouse.map(({ order }) => order.id),
  )}`.execute(tx)
  await insertOperations(
    tx,
    inHouse.flatMap(({ order, recipe }) =>
      operationsOf(recipe).map(step => ({ id: newId(), mo_id: order.id, ...step })),
    ),
  )
  const lines = orders.flatMap(({ recipe }) => [...recipe.lines, ...recipe.nodes.flatMap(({ inputs }) => inputs)])
  const precisions = await precisionsOf(
    tx,
    org_id,
    lines.map(({ material_id }) => material_id),
  )
  await sql`delete from mo_component where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)}`.execute(tx)
  await insertComponents(
    tx,
    orders.flatMap(({ order, recipe }) =>
      componentsOf(recipe, order.planned_quantity, precisions).map(one => ({ ...one, id: newId(), mo_id: order.id })),
    ),
  )
  // The one step of a supplier uses all of it.
  await sql`update mo_component c set operation_sequence = (select min(x.sequence) from mo_operation x where x.org_id = c.org_id and x.mo_id = c.mo_id)
    where c.org_id = ${org_id} and ${among(
      sql`c.mo_id`,
      orders.flatMap(({ order }) => (order.outsourced ? order.id : [])),
    )}`.execute(tx)
}
