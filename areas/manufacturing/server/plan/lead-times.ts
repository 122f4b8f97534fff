import { loadSettings } from '@qitao/access/server'
import { type Quantity, toSteps } from '@qitao/core/quantity.ts'
import { daySeconds, hourSeconds, type Instant } from '@qitao/core/time.ts'
import { bomsInForce, loadCycleTimes } from '@qitao/engineering/server'
import { loadCalendars, loadDevices } from '@qitao/masterdata/server'
import { type LeadTime, leadSeconds } from '@qitao/planning/netting/lead-time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { operationsOf } from '../../model/mo/recipe.rules.ts'
import { leadStepsOf } from '../../model/plan/lead-time.rules.ts'
import { recipeOf } from '../mo/recipes.ts'

export interface LeadTimes {
  readonly of: (material_id: string) => LeadTime
  /** Of so much of it. */
  readonly seconds: (material_id: string, quantity: Quantity) => number
}

/** How long these materials take: what is made by its steps as they are released, what is bought by its lead time. */
export async function leadTimes(
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
  now: number,
  known?: Awaited<ReturnType<typeof bomsInForce>>,
): Promise<LeadTimes> {
  const ids = [...new Set(material_ids)]
  const materials = await rows(
    tx,
    sql<{
      id: string
      unit_precision: number
      supply_lead_time: number
    }>`select m.id, u."precision" as unit_precision, m.supply_lead_time from material m
      join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, ids)}`,
  )
  const missing = known ? ids.filter(id => !known.has(id)) : ids
  const structures = new Map([
    ...(known ?? []),
    ...(missing.length === 0 ? [] : await bomsInForce(tx, org_id, missing, now)),
  ])
  const operations = new Map(
    ids.flatMap(id => {
      const structure = structures.get(id)
      const own = structure ? operationsOf(recipeOf(structure)) : []
      return own.length > 0 ? [[id, own]] : []
    }),
  )
  const processes = [...new Set([...operations.values()].flat().map(({ process_id }) => process_id))]
  const stepsOf =
    processes.length === 0
      ? undefined
      : leadStepsOf({
          devices: await loadDevices(tx, org_id),
          calendars: await loadCalendars(tx, org_id),
          cycle_times: await loadCycleTimes(tx, org_id, processes),
          queue_seconds: (await loadSettings(tx, org_id)).lead_queue_hours * hourSeconds,
        })
  const precisionOf = new Map(materials.map(({ id, unit_precision }) => [id, unit_precision]))
  const times = new Map(
    materials.map(({ id, unit_precision, supply_lead_time }) => {
      const leadSteps = stepsOf?.(id, operations.get(id) ?? [], unit_precision)
      return [id, { leadTimeSeconds: supply_lead_time * daySeconds, ...(leadSteps?.length ? { leadSteps } : {}) }]
    }),
  )
  const of = (material_id: string): LeadTime => times.get(material_id) ?? { leadTimeSeconds: 0 }
  return {
    of,
    seconds: (material_id, quantity) =>
      leadSeconds(of(material_id), toSteps(quantity, precisionOf.get(material_id) ?? 0)),
  }
}

/** When these would begin: when they are planned to, else so long before they are due as they take, not before now. */
export async function startsOf(
  tx: Tx,
  org_id: string,
  orders: readonly {
    readonly material_id: string
    readonly planned_quantity: Quantity
    readonly delivery_date: Instant
    readonly planned_start_time?: Instant | null | undefined
  }[],
  now: number,
): Promise<Instant[]> {
  if (orders.length === 0) return []
  const unplanned = orders.flatMap(({ material_id, planned_start_time }) => (planned_start_time ? [] : material_id))
  const times = unplanned.length === 0 ? undefined : await leadTimes(tx, org_id, unplanned, now)
  return orders.map(
    ({ material_id, planned_quantity, delivery_date, planned_start_time }) =>
      planned_start_time ?? Math.max(now, delivery_date - (times?.seconds(material_id, planned_quantity) ?? 0)),
  )
}

/** Of work orders, by what of them is still to come. */
export async function leadsOfMos(
  tx: Tx,
  org_id: string,
  orders: readonly { readonly id: string; readonly material_id: string; readonly quantity: Quantity }[],
  now: number,
): Promise<{ mo_id: string; lead_seconds: number }[]> {
  if (orders.length === 0) return []
  const times = await leadTimes(
    tx,
    org_id,
    orders.map(({ material_id }) => material_id),
    now,
  )
  return orders.map(({ id, material_id, quantity }) => ({
    mo_id: id,
    lead_seconds: times.seconds(material_id, quantity),
  }))
}
