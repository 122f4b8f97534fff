import { isPositive, isZero, type Quantity, sum } from '@qitao/core/quantity.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import { followDifference } from '../../model/task/follow-count.rules.ts'
import { taskResult, taskStatus } from '../../model/task/task.status.ts'
import { usualHours } from './hold-for-inspection.ts'

/** Goods to inspect of which a count finds more or less than the books have. */
interface Counted {
  readonly material_id: string
  readonly location_id: string
  readonly lot_number: string
  readonly difference: Quantity
}
const living = { table: 'qc_task', statuses: taskStatus } as const
const placeColumns = sql`material_id uuid, location_id uuid, lot_number text`
const keyOf = (of: Place): string => `${of.material_id}|${of.location_id}|${of.lot_number}`

/**
 * What waits for its inspection is what was counted: the tasks of these goods follow, and what was found where none is open gets one
 * like the last there was. Before stock is posted. Answers when what was found is expected to be released.
 */
export async function followCount(
  { tx, org_id, now, member }: Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>,
  counted: readonly Counted[],
): Promise<Instant | null> {
  if (counted.length === 0) return null
  const places = [...Map.groupBy(counted, keyOf)].map(([, [first, ...rest]]) => ({
    ...first!,
    difference: sum([first!, ...rest].map(({ difference }) => difference)),
  }))
  const open = await lockOpenTasks(tx, org_id, places)
  const followed = places.map(place => ({ place, ...followDifference(open.get(keyOf(place)) ?? [], place.difference) }))
  const changed = followed.flatMap(one => one.changed)
  await sql`update qc_task t set quantity = r.quantity from ${recordset(
    changed.filter(({ quantity }) => isPositive(quantity)),
    sql`id uuid, quantity numeric`,
  )} r where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
  const gone = changed.filter(({ quantity }) => isZero(quantity)).map(({ id }) => id)
  await transition(
    tx,
    org_id,
    living,
    'lose',
    gone,
    sql`result = ${taskResult.codes.gone}::smallint, judged_time = ${now}::bigint, inspector_id = coalesce(t.inspector_id, ${member.user_id}::uuid)`,
  )
  const found = followed.filter(one => isPositive(one.found))
  if (found.length === 0) return null
  const release_time = now + usualHours * hourSeconds
  const nos = await takeSerials(tx, 'ZJ', found.length, now, member.time_zone)
  const made = found.map(({ place, found: quantity }, index) => ({ ...place, quantity, id: newId(), no: nos[index]! }))
  await sql`insert into qc_task (id, no, qc_type, status, material_id, quantity, lot_number, location_id, supplier_id, source_id, source_no, scheme_id,
      severity, code_letter, sample_size, accept_number, reject_number, due_time)
    select r.id, r.no, t.qc_type, ${taskStatus.codes.pending}, t.material_id, r.quantity, t.lot_number, t.location_id, t.supplier_id, t.source_id, t.source_no,
      t.scheme_id, t.severity, t.code_letter, t.sample_size, t.accept_number, t.reject_number, ${release_time}::bigint
    from ${recordset(made, sql`${placeColumns}, id uuid, no text, quantity numeric`)} r
      join lateral (select * from qc_task o where o.org_id = ${org_id} and o.material_id = r.material_id and o.location_id = r.location_id
        and o.lot_number = r.lot_number order by o.created_time desc, o.id desc limit 1) t on true`.execute(tx)
  return release_time
}

type Place = Pick<Counted, 'material_id' | 'location_id' | 'lot_number'>
const openAt = (org_id: string, places: readonly Place[]) =>
  sql`t.org_id = ${org_id} and t.status <> ${taskStatus.codes.done} and exists (select from ${recordset(places, placeColumns)} r
    where r.material_id = t.material_id and r.location_id = t.location_id and r.lot_number = t.lot_number)`

/** Locks the open tasks of goods that are counted, in the order of their ids: for who locks containers before tasks follow. */
export async function lockTasksOf(tx: Tx, org_id: string, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  await sql`select from qc_task t where ${openAt(org_id, places)} order by t.id for no key update`.execute(tx)
}

/** Open tasks of goods that lie there, by place, the oldest first; locked. */
async function lockOpenTasks(
  tx: Tx,
  org_id: string,
  places: readonly Counted[],
): Promise<Map<string, (Place & { id: string; quantity: Quantity })[]>> {
  await lockTasksOf(tx, org_id, places)
  const found = await rows(
    tx,
    sql<Place & { id: string; quantity: Quantity }>`select t.id, t.quantity, t.material_id, t.location_id, t.lot_number
      from qc_task t where ${openAt(org_id, places)} order by t.created_time, t.id`,
  )
  return Map.groupBy(found, keyOf)
}
