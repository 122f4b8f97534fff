import type { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Changeover } from '@qitao/engineering/model/time/change-line.rules.ts'
import type { CycleTime } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import type { Mould } from '@qitao/engineering/model/time/mould.rules.ts'
import type {
  dispatchStatus,
  materialStatus,
  moStatus,
  publishStatus,
} from '@qitao/manufacturing/model/mo/mo.status.ts'
import type { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { chargeBy } from '@qitao/masterdata/model/process/charge-by.status.ts'
import type { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import type { Skill } from '@qitao/masterdata/model/resource/skill.rules.ts'
import type { WeeklyCalendar } from '@qitao/planning/calendar/weekly-calendar.ts'

/** Everything that planning reads of a company, as its tables hold it. `problem.rules.ts` makes the engine's problem of it. */
export interface ScheduleFacts {
  readonly now: Instant
  readonly time_zone: string
  readonly calendars: readonly { readonly id: string; readonly name: string; readonly weekly: WeeklyCalendar }[]
  readonly devices: readonly DeviceOfPlan[]
  readonly workgroups: readonly WorkgroupOfPlan[]
  readonly cycle_times: readonly CycleTime[]
  readonly changeovers: readonly Changeover[]
  /** Of products: their values of the attributes that changeovers go by. */
  readonly traits: Readonly<Record<string, readonly string[]>>
  readonly moulds: readonly Mould[]
  readonly skills: readonly Skill[]
  readonly orders: readonly OrderOfPlan[]
  readonly operations: readonly OperationOfPlan[]
  readonly components: readonly ComponentOfPlan[]
  /** Which work orders make what others consume. */
  readonly pegs: readonly { readonly component_id: string; readonly mo_id: string }[]
  /** The plan in force. */
  readonly tasks: readonly TaskOfPlan[]
}

/** What the facts hold of work orders. */
export type OrderFacts = Pick<ScheduleFacts, 'orders' | 'operations' | 'components' | 'pegs' | 'tasks'>

export interface DeviceOfPlan {
  readonly id: string
  readonly machine_no: string
  readonly name: string
  readonly workgroup_id: string | null
  readonly process_ids: readonly string[]
  /** Its own, its workgroup's or the default calendar; null: none is maintained. */
  readonly calendar_id: string | null
  /** Who does its work; null: we do. */
  readonly supplier_id: string | null
  /** Working days that a task takes there, whatever its quantity. */
  readonly lead_days: number | null
  /** Tasks at a time. */
  readonly capacity: number
  readonly efficiency: Quantity
  /** 1 enabled. */
  readonly status: CodeOf<typeof enabledStatus>
  readonly freezes: readonly {
    readonly id: string
    readonly start_time: Instant
    readonly end_time: Instant
    readonly kind: CodeOf<typeof freezeKind>
  }[]
  /** A furnace: what it takes in one charge; null: it is none. */
  readonly charge_capacity: Quantity | null
  /** What it takes to put on another mould. */
  readonly mould_change_seconds: number
  /** What its last finished task made, and by what process. */
  readonly last_material_id: string | null
  readonly last_process_id: string | null
  readonly last_series: string | null
}
export interface WorkgroupOfPlan {
  readonly id: string
  readonly name: string
  readonly calendar_id: string | null
  readonly member_count: number
}

/** A work order that is planned, published or in production. */
export interface OrderOfPlan {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly status: CodeOf<typeof moStatus>
  readonly parent_mo_id: string | null
  readonly material_id: string
  readonly material_code: string
  readonly series: string | null
  readonly furnace_code: string | null
  readonly unit_precision: number
  /** Local midnight of the day on which it is due. */
  readonly delivery_date: Instant
  readonly priority: number
  /** A customer was promised it: it has a sales order. */
  readonly promised: boolean
  readonly capacity_locked: boolean
  readonly publish_status: CodeOf<typeof publishStatus>
  readonly material_status: CodeOf<typeof materialStatus> | null
}

/** An operation, or a part of one. */
export interface OperationOfPlan {
  readonly id: string
  readonly mo_id: string
  readonly sequence: number
  readonly next_sequences: readonly number[]
  readonly process_id: string
  readonly process_name: string
  readonly may_pause: boolean
  /** Of who does it; 0: anybody may. */
  readonly skill_level: number
  /** What it may share a charge with, in a furnace. */
  readonly charge_by: CodeOf<typeof chargeBy>
  /** A supplier does it. */
  readonly outside: boolean
  /** Of the whole order, or the part. */
  readonly planned_quantity: Quantity
  /** Good pieces. */
  readonly reported_quantity: Quantity
  readonly defective_quantity: Quantity
  /** It was finished and is open for what came back to it alone: that. Null: it is open for all that is planned. */
  readonly only_again: Quantity | null
  /** As much comes yet from the steps before; absent: all that is planned. */
  readonly still_comes?: Quantity
  readonly overlap_quantity: Quantity | null
  readonly wait_seconds: number
  /** Task status: 0, 1, 2. */
  readonly status: CodeOf<typeof taskStatus>
}

export interface ComponentOfPlan {
  readonly id: string
  readonly mo_id: string
  /** The step that consumes it; null: the first one. */
  readonly operation_sequence: number | null
  readonly material_id: string
  readonly material_code: string
  readonly short_quantity: Quantity
  /** Null while no material plan has looked at it. */
  readonly material_status: CodeOf<typeof materialStatus> | null
  /** When all of it is there, short quantities as expected, apart from what other planned work orders make; null: now, or not known. */
  readonly available_time: Instant | null
}

export interface TaskOfPlan {
  readonly id: string
  readonly mo_id: string
  readonly operation_id: string
  readonly device_id: string
  readonly setup_seconds: number
  readonly setup_start_time: Instant
  readonly start_time: Instant
  readonly end_time: Instant
  readonly quantity: Quantity
  readonly reported_quantity: Quantity
  readonly status: CodeOf<typeof taskStatus>
  readonly publish_status: CodeOf<typeof publishStatus>
  readonly dispatch_status: CodeOf<typeof dispatchStatus>
  readonly capacity_locked: boolean
  readonly actual_start_time: Instant | null
}
