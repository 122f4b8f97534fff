import type { ReadyRoleKey } from '@qitao/access/model/member/ready-roles.ts'
import type { InputOf } from '@qitao/core/record.ts'
import type { Text } from '@qitao/core/text.ts'
import type { cycleTime } from '@qitao/engineering/model/time/cycle-time.record.ts'
import type { WeeklyShift } from '@qitao/masterdata/model/calendar/calendar.record.ts'

/**
 * A factory as data: everything that tells one sample factory from another. One maker (`server/sample`) makes any of them, and one
 * simulation (`past.ts`) tells what it did before today. Codes refer to each other; days count from today.
 */
export interface Factory {
  /** Code, names, and the bin in which such material lies. */
  readonly materialTypes: readonly (readonly [code: string, name: Text, bin: string])[]
  readonly finished: readonly Made[]
  readonly semiFinished: readonly Made[]
  readonly bought: readonly Bought[]
  /** Bought in another unit than they are counted in: 1 of the first is so many of the second, of this material. */
  readonly packUnits: readonly (readonly [material: string, from_unit: string, to_unit: string, quantity: string])[]
  /** Components before what is made of them, so that each BoM is released on released ones. */
  readonly recipes: readonly Recipe[]
  readonly substitutes: readonly Substitute[]
  readonly processes: readonly (readonly [code: string, name: Text, may_pause: boolean])[]
  readonly calendars: readonly SampleCalendar[]
  readonly exceptionDays: readonly SampleDay[]
  /** Accounts begin with `demo.`; nobody knows their passwords until an administrator sets them. */
  readonly people: readonly (readonly [account: string, name: Text, job_number: string, role: SampleRole])[]
  readonly workgroups: readonly SampleWorkgroup[]
  readonly devices: readonly SampleDevice[]
  /** For any product at a process, and what differs for a product or a machine. */
  readonly cycleTimes: readonly SampleTime[]
  /** For each product its own, or for all that go through the process. */
  readonly moulds: readonly SampleMould[]
  /** Processes that ask for a skill: those who work at their machines have it. */
  readonly skills: readonly SampleSkill[]
  /** Processes in furnaces: so many pieces stand in one together, for the time of all of them one by one. */
  readonly furnaces: readonly { readonly process: string; readonly pieces: number }[]
  readonly changeovers: readonly { machine?: string; from: Text; to: Text; minutes: number }[]
  readonly suppliers: readonly (readonly [...Partner, lead_time_days: number])[]
  readonly customers: readonly (readonly [...Partner, level: string])[]
  readonly warehouses: readonly (readonly [code: string, name: Text, type: 'normal' | 'defective' | 'line_side'])[]
  readonly bins: readonly (readonly [warehouse: string, code: string, name: Text, area: string])[]
  readonly containerTypes: readonly (readonly [code: string, name: Text, specs: string, capacity: string])[]
  /** Each in its bin, and what of the opening stock is in it. */
  readonly containers: readonly (readonly [
    code: string,
    type: string,
    bin: string,
    packed?: readonly [material: string, quantity: string],
  ])[]
  /** Opening stock of what is made. */
  readonly madeStock: Readonly<Record<string, string>>
  /** Opening stock of what is bought: so many times its safety stock, but of some things too little. */
  readonly boughtStock: { readonly timesSafetyStock: string; readonly short: Readonly<Record<string, string>> }
  /** Purchase orders on their way: due in so many days (below 0: late). */
  readonly purchases: readonly {
    readonly supplier: string
    readonly ordered_days_ago: number
    readonly due_in_days: number
    readonly submitted: boolean
    readonly lines: readonly Line[]
  }[]
  /** Orders: stage, customer, ordered so many days ago, wanted in so many days, priority (small first), lines. */
  readonly orders: readonly SampleOrder[]
  readonly past: FactoryPast
}

/** What a factory's past follows from. */
export interface FactoryPast {
  /** Sold a week at the end of the past, the share by which it grows in a year, how strong its season is and in which week it peaks. */
  readonly sold: Readonly<Record<string, readonly [weekly: number, growth: number, season: number, peakWeek: number]>>
  /** Pieces for so many days are made in one lot. */
  readonly lotDays: number
  /** And no lot keeps a machine for longer. */
  readonly lotHours: number
  /** Days by which a supplier is late, at most; the others keep their word but for a day. */
  readonly lateDays: Readonly<Record<string, number>>
  /** Of each process: share that goes to scrap, why, what a good piece pays and a scrap one takes. */
  readonly processes: Readonly<Record<string, readonly [scrap: number, reason: Text, rate: string, deduction: string]>>
  /** Why machines stand. */
  readonly stops: readonly [Text, ...Text[]]
  readonly inspections: readonly Inspection[]
}
/** A released QC plan with its method, and the lots of the past that were inspected by it. */
export interface Inspection {
  readonly code: string
  readonly name: Text
  /** Lots of bought goods of a type, pieces at a process, finished goods of a type. */
  readonly of: { readonly incoming: string } | { readonly process: string } | { readonly final: string }
  readonly sample_size: number
  /** With a nominal value and how far from it is good; without: pass or fail. */
  readonly items: readonly (readonly [name: Text, measured?: readonly [nominal: number, off: number, unit: string]])[]
}

/** What is made: code, names, specs, type, series (change-overs hang on it), unit, sales price. */
export type Made = readonly [
  code: string,
  name: Text,
  specs: Text | string,
  type: string,
  series: Text | null,
  unit: string,
  sales_price: string | null,
]
/** What is bought: code, names, specs, type, unit, supplier, lead time in days, price, minimum lot, safety stock. */
export type Bought = readonly [
  code: string,
  name: Text,
  specs: Text | string,
  type: string,
  unit: string,
  supplier: string,
  lead_time_days: number,
  price: string,
  minimum_lot: string,
  safety_stock: string,
]
/** A material BoM for one piece, and the steps with what goes in where. A component stands at the step that uses it. */
export type Use = readonly [material: string, quantity: string, scrap_rate?: string]
export interface Step {
  readonly process: string
  readonly uses: readonly Use[]
  /** Pieces handed on at a time; absent: the next step waits for all. */
  readonly overlap?: string
  /** Drying and cooling before the next step. */
  readonly wait_seconds?: number
}
export interface Recipe {
  readonly product: string
  readonly steps: readonly Step[]
}
export interface Substitute {
  readonly product: string
  readonly component: string
  readonly by: string
  readonly ratio: string
}
export type Partner = readonly [code: string, name: Text, contact: Text, phone: string, address: Text]

export type SampleShift = Omit<WeeklyShift, 'name'> & { readonly name: Text }
export interface SampleCalendar {
  readonly key: string
  readonly name: Text
  readonly is_default: boolean
  readonly shifts: readonly SampleShift[]
}
export interface SampleDay {
  readonly calendar: string
  /** The first such weekday (1 Monday to 7 Sunday) that comes at least so many days after today. */
  readonly after_days: number
  readonly week_day: number
  /** 3 holiday, 4 overtime */
  readonly day_type: 3 | 4
  readonly shift?: readonly [name: Text, start: number, end: number]
  readonly remark: Text
}
export interface SampleWorkgroup {
  readonly code: string
  readonly name: Text
  readonly leader: string
  readonly members: readonly string[]
  readonly calendar: string
}
/** Without a calendar of its own a machine works as its workgroup does. */
export interface SampleDevice {
  readonly no: string
  readonly name: Text
  readonly model: string
  readonly processes: readonly string[]
  readonly workgroup: string
  readonly calendar?: string
  readonly efficiency: string
  /** Who works at it. */
  readonly operator: string
  readonly hourly_rate: string
  readonly maintenance_days: number
}
export interface SampleMould {
  readonly code: string
  readonly name: Text
  readonly kind: 'mould' | 'tool'
  readonly process: string
  readonly product?: string
  readonly quantity: number
}
export interface SampleSkill {
  readonly process: string
  readonly level: number
  readonly certificate?: Text
}
/** A mould is changed in so long, on machines whose process has any. */
export const mouldChangeSeconds = 1800

export type SampleTime = Pick<
  InputOf<typeof cycleTime>,
  'cycle_seconds' | 'setup_seconds' | 'employees' | 'expected_oee'
> & { readonly process: string; readonly product?: string; readonly machine?: string }

/** How far an order goes when the sample is made. */
export type Stage = 'shipped' | 'draft' | 'to_do' | 'planning' | 'scheduled' | 'published'
export type Line = readonly [material: string, quantity: string]
export type SampleOrder = readonly [
  stage: Stage,
  customer: string,
  ordered_days_ago: number,
  due_in_days: number,
  priority: number,
  ...lines: Line[],
]

/** The ready-made roles that people of a sample have. */
export const sampleRoles = ['planner', 'storekeeper', 'foreman', 'operator'] as const satisfies readonly ReadyRoleKey[]
export type SampleRole = (typeof sampleRoles)[number]
