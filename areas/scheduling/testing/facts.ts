import { endOfDay, hourSeconds, instantAt } from '@qitao/core/time.ts'
import type {
  ComponentOfPlan,
  DeviceOfPlan,
  OperationOfPlan,
  OrderOfPlan,
  ScheduleFacts,
  TaskOfPlan,
} from '../model/problem/facts.ts'

/** Facts for unit tests: what a test does not name gets a plain value. Thursday 2026-01-01 00:00 in UTC is now. */
export const zone = 'UTC'
export const monday = '2026-01-05'
export const clock = (day: string, hour: number): number => instantAt(day, hour * hourSeconds, zone)
export const now = clock('2026-01-01', 0)
export const due = (day: string): number => endOfDay(day, zone)

export const anOrder = (id: string, more: Partial<OrderOfPlan> = {}): OrderOfPlan => ({
  id,
  no: `MO-${id}`,
  row_version: 0,
  status: 20,
  parent_mo_id: null,
  material_id: 'product',
  material_code: 'P',
  series: null,
  furnace_code: null,
  unit_precision: 0,
  delivery_date: clock('2026-01-20', 0),
  priority: 100,
  promised: false,
  capacity_locked: false,
  publish_status: 0,
  material_status: null,
  ...more,
})
export const anOperation = (id: string, mo_id: string, more: Partial<OperationOfPlan> = {}): OperationOfPlan => ({
  id,
  mo_id,
  sequence: 10,
  next_sequences: [],
  process_id: 'cut',
  process_name: 'Cutting',
  may_pause: true,
  skill_level: 0,
  charge_by: 1,
  outside: false,
  planned_quantity: '120',
  reported_quantity: '0',
  defective_quantity: '0',
  only_again: null,
  overlap_quantity: null,
  wait_seconds: 0,
  status: 0,
  ...more,
})
export const aDevice = (id: string, more: Partial<DeviceOfPlan> = {}): DeviceOfPlan => ({
  id,
  machine_no: id,
  name: id,
  workgroup_id: null,
  process_ids: ['cut'],
  calendar_id: 'day',
  supplier_id: null,
  lead_days: null,
  capacity: 1,
  efficiency: '1',
  status: 1,
  freezes: [],
  charge_capacity: null,
  mould_change_seconds: 0,
  last_material_id: null,
  last_process_id: null,
  last_series: null,
  ...more,
})
export const aComponent = (id: string, mo_id: string, more: Partial<ComponentOfPlan> = {}): ComponentOfPlan => ({
  id,
  mo_id,
  operation_sequence: null,
  material_id: `material-${id}`,
  material_code: `M-${id}`,
  short_quantity: '0',
  material_status: 1,
  available_time: null,
  ...more,
})
export const aTask = (
  operation_id: string,
  mo_id: string,
  device_id: string,
  start_time: number,
  more: Partial<TaskOfPlan> = {},
): TaskOfPlan => ({
  id: `task-${operation_id}`,
  mo_id,
  operation_id,
  device_id,
  setup_seconds: 0,
  setup_start_time: start_time,
  start_time,
  end_time: start_time + 2 * hourSeconds,
  quantity: '120',
  reported_quantity: '0',
  status: 0,
  publish_status: 0,
  dispatch_status: 0,
  capacity_locked: false,
  actual_start_time: null,
  ...more,
})

/** One saw that works Monday to Friday from 8 to 16, a minute a piece. */
export const facts = (more: Partial<ScheduleFacts> = {}): ScheduleFacts => ({
  now,
  time_zone: zone,
  calendars: [
    {
      id: 'day',
      name: 'Day',
      weekly: { zone, shifts: [{ days: [1, 2, 3, 4, 5], fromSecond: 8 * hourSeconds, toSecond: 16 * hourSeconds }] },
    },
  ],
  devices: [aDevice('saw')],
  workgroups: [],
  cycle_times: [
    {
      material_id: null,
      process_id: 'cut',
      device_id: null,
      cycle_seconds: '60',
      batch_quantity: '1',
      setup_seconds: 600,
      employees: 1,
      charge_load: '1',
      expected_oee: '1',
    },
  ],
  changeovers: [],
  traits: {},
  moulds: [],
  skills: [],
  orders: [anOrder('a')],
  operations: [anOperation('a1', 'a')],
  components: [],
  pegs: [],
  tasks: [],
  ...more,
})
