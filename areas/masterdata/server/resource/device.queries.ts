import type { CodeOf } from '@qitao/core/status.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { freezeKind } from '../../model/resource/device-freeze.status.ts'

export const deviceJoins = sql`left join workgroup w on w.org_id = t.org_id and w.id = t.workgroup_id
  left join supplier os on os.org_id = t.org_id and os.id = t.supplier_id
  left join calendar c on c.org_id = t.org_id and c.id = t.calendar_id
  left join calendar wc on wc.org_id = t.org_id and wc.id = w.calendar_id
  left join calendar dc on dc.org_id = t.org_id and dc.is_default`

const processIds = sql`coalesce((select array_agg(dp.process_id order by dp.process_id) from device_process dp
  where dp.org_id = t.org_id and dp.device_id = t.id), '{}')`

/** The next that is planned; else the last one's end, or when the machine was entered, and its interval. */
const nextMaintenance = (now: Instant) => sql`coalesce(
  (select min(f.start_time) from device_freeze f where f.org_id = t.org_id and f.device_id = t.id
    and f.kind = ${freezeKind.codes.maintenance} and f.end_time > ${now}::bigint),
  coalesce((select max(f.end_time) from device_freeze f where f.org_id = t.org_id and f.device_id = t.id
    and f.kind = ${freezeKind.codes.maintenance}), t.created_time) + t.maintenance_days * ${daySeconds}::bigint)`

/** A device as its list shows it; whether it is frozen, and which freezes are to come, is a question of `now`. */
export const deviceColumns = (
  now: Instant,
): RawBuilder<unknown> => sql`t.*, w.name as workgroup_name, os.name as supplier_name, c.name as calendar_name,
  coalesce(c.name, wc.name, dc.name) as working_calendar_name,
  ${processIds} as process_ids,
  coalesce((select array_agg(p.name order by p.id) from device_process dp join process p on p.org_id = dp.org_id and p.id = dp.process_id
    where dp.org_id = t.org_id and dp.device_id = t.id), '{}') as process_names,
  trim_scale(t.hourly_rate) as hourly_rate, ${nextMaintenance(now)} as next_maintenance,
  (exists (select 1 from device_freeze f where f.org_id = t.org_id and f.device_id = t.id
    and f.start_time <= ${now}::bigint and f.end_time > ${now}::bigint))::int as freeze_status,
  coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'start_time', f.start_time, 'end_time', f.end_time, 'kind', f.kind, 'reason', f.reason)
    order by f.start_time) from device_freeze f where f.org_id = t.org_id and f.device_id = t.id and f.end_time > ${now}::bigint), '[]') as freezes`
export const machineColumns = sql`t.id, t.machine_no, t.name, t.workgroup_id, w.name as workgroup_name, ${processIds} as process_ids, t.status`

export const doesProcess = (process_id: string | undefined): RawBuilder<unknown> | false =>
  process_id !== undefined &&
  sql`exists (select 1 from device_process dp where dp.org_id = t.org_id and dp.device_id = t.id and dp.process_id = ${process_id})`

/** A device as planning needs it. */
export interface DeviceFacts {
  readonly id: string
  readonly machine_no: string
  readonly name: string
  readonly workgroup_id: string | null
  readonly workgroup_name: string | null
  readonly process_ids: readonly string[]
  /** Its own calendar, else its workgroup's, else the default one; null when there is none at all. */
  readonly calendar_id: string | null
  /** Who does its work; null: we do. */
  readonly supplier_id: string | null
  /** Working days that a task takes there; null: it is ours, and cycle times say. */
  readonly lead_days: number | null
  /** Tasks at a time. */
  readonly capacity: number
  /** Decimal string; 1 is the speed that cycle times are given for. */
  readonly efficiency: string
  /** A furnace: what it takes in one charge; null: it is none. */
  readonly charge_capacity: string | null
  /** What it takes to put on another mould. */
  readonly mould_change_seconds: number
  readonly sequence: number
  /** 1 enabled; a disabled device takes no new task. */
  readonly status: 0 | 1
  /** Half-open times in which it takes no task, in order. */
  readonly freezes: readonly {
    readonly id: string
    readonly start_time: Instant
    readonly end_time: Instant
    readonly kind: CodeOf<typeof freezeKind>
  }[]
}

/** M2 stands before M11. */
const { compare: compareNumbers } = new Intl.Collator('en', { numeric: true })

/** All devices of the company, in their sequence. */
export async function loadDevices(tx: Tx, org_id: string): Promise<DeviceFacts[]> {
  const found = await rows(
    tx,
    sql<DeviceFacts>`select t.id, t.machine_no, t.name, t.workgroup_id, w.name as workgroup_name, ${processIds} as process_ids,
        coalesce(t.calendar_id, w.calendar_id, (select d.id from calendar d where d.org_id = t.org_id and d.is_default)) as calendar_id,
        t.supplier_id, case when t.supplier_id is not null then greatest(coalesce(t.lead_days, os.lead_time), 1) end as lead_days,
        t.capacity, t.efficiency, t.mould_change_seconds, trim_scale(t.charge_capacity) as charge_capacity, t.sequence, t.status,
        coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'start_time', f.start_time, 'end_time', f.end_time, 'kind', f.kind) order by f.start_time)
          from device_freeze f where f.org_id = t.org_id and f.device_id = t.id), '[]') as freezes
      from device t left join workgroup w on w.org_id = t.org_id and w.id = t.workgroup_id
        left join supplier os on os.org_id = t.org_id and os.id = t.supplier_id
      where t.org_id = ${org_id} order by t.machine_no`,
  )
  return found.sort((a, b) => a.sequence - b.sequence || compareNumbers(a.machine_no, b.machine_no))
}
