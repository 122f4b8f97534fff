import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import { type Changeover, traitOf } from '../../model/time/change-line.rules.ts'
import type { missingCycleTimeRow } from '../../model/time/cycle-time.calls.ts'
import type { CycleTime } from '../../model/time/cycle-time.rules.ts'

/** Enabled cycle times, of all processes or of some, for `closestTimeOf`. */
export const loadCycleTimes = (tx: Tx, org_id: string, process_ids?: readonly string[]): Promise<CycleTime[]> =>
  rows(
    tx,
    sql<CycleTime>`select material_id, process_id, device_id, trim_scale(cycle_seconds) as cycle_seconds,
        trim_scale(batch_quantity) as batch_quantity, setup_seconds, employees, trim_scale(charge_load) as charge_load,
        trim_scale(expected_oee) as expected_oee
      from cycle_time where org_id = ${org_id} and status = ${enabledStatus.codes.enabled}
      ${process_ids === undefined ? sql`` : sql`and ${among(sql`process_id`, process_ids)}`}
      order by id`,
  )

/** The whole changeover matrix of the company, for `changeoverSeconds`: what holds for a workgroup, for each of its machines. */
export const loadChangeovers = (tx: Tx, org_id: string): Promise<Changeover[]> =>
  rows(
    tx,
    sql<Changeover>`select coalesce(c.device_id, d.id) as device_id, c.workgroup_id is not null as by_workgroup, c.from_material_id, c.to_material_id,
        c.from_series, c.to_series, c.attribute, c.from_value, c.to_value, c.change_seconds
      from change_line c left join device d on d.org_id = c.org_id and d.workgroup_id = c.workgroup_id
      where c.org_id = ${org_id} and (c.workgroup_id is null or d.id is not null) order by c.id, d.id`,
  )

/** Of products: their values of the attributes that changeovers go by. */
export async function loadTraits(
  tx: Tx,
  org_id: string,
  changeovers: readonly Changeover[],
): Promise<Record<string, string[]>> {
  const attributes = [...new Set(changeovers.flatMap(({ attribute }) => attribute ?? []))]
  if (attributes.length === 0) return {}
  const found = await rows(
    tx,
    sql<{
      material_id: string
      attribute: string
      value: string
    }>`select m.id as material_id, a.attribute, m.custom ->> a.attribute as value
      from material m, unnest(${attributes}::text[]) as a(attribute) where m.org_id = ${org_id} and m.custom ->> a.attribute is not null order by 1, 2`,
  )
  const traits: Record<string, string[]> = {}
  for (const { material_id, attribute, value } of found) {
    traits[material_id] = [...(traits[material_id] ?? []), traitOf(attribute, value)]
  }
  return traits
}

/** Pairs of product and process without any cycle time, from bound routings, drafts too, and released manufacturing BoMs. */
export const loadMissingCycleTimes = (tx: Tx, org_id: string, most: number) =>
  rows(
    tx,
    sql<z.output<typeof missingCycleTimeRow>>`
      with used as (
        select r.material_id, s.process_id from routing r join routing_step s on s.org_id = r.org_id and s.routing_id = r.id
          where r.org_id = ${org_id} and r.material_id is not null and r.status <> ${bomVersionStatus.codes.cancelled}
        union
        select b.material_id, n.process_id from manufacturing_bom b
          join manufacturing_bom_node n on n.org_id = b.org_id and n.bom_id = b.id
          where b.org_id = ${org_id} and b.status = ${bomVersionStatus.codes.released}
      )
      select m.id || ':' || p.id as id, m.id as material_id, m.code as material_code, m.name as material_name,
        p.id as process_id, p.code as process_code, p.name as process_name
      from used join material m on m.org_id = ${org_id} and m.id = used.material_id
      join process p on p.org_id = ${org_id} and p.id = used.process_id
      where not p.outsourced and not exists (select from cycle_time c where c.org_id = ${org_id} and c.process_id = used.process_id
        and c.status = ${enabledStatus.codes.enabled} and (c.material_id is null or c.material_id = used.material_id))
      order by m.code, p.code limit ${most}`,
  )
