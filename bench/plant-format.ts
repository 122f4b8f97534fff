/** A whole plant and its plan as the plant bench has them on file: times in seconds, quantities in the material's unit. */

export interface PlantFile {
  readonly name: string
  readonly timeZone: string
  readonly horizon: { readonly start: number; readonly end: number; readonly limit: number }
  readonly calendars: readonly PlantCalendar[]
  readonly machineTypes: readonly {
    readonly id: string
    readonly families?: readonly string[]
    readonly changeover?: readonly (readonly number[])[]
    readonly mouldChange?: number
  }[]
  readonly machines: readonly {
    readonly id: string
    readonly type: string
    readonly calendar: string
    readonly capacity?: number
    readonly family?: string | null
    readonly mould?: string | null
    readonly frozen?: readonly (readonly [number, number])[]
    readonly batch?: { readonly capacity: number } | null
  }[]
  readonly workgroups?: readonly { readonly id: string; readonly calendar: string; readonly headcount: number }[]
  readonly moulds?: readonly { readonly id: string; readonly quantity?: number }[]
  readonly materials: readonly {
    readonly id: string
    readonly kind: 'bought' | 'made'
    readonly leadTime?: number
    readonly lotMin?: number
    readonly lotMultiple?: number
    readonly routing?: string
  }[]
  readonly routings: readonly { readonly id: string; readonly operations: readonly PlantOperation[] }[]
  readonly stock: readonly { readonly id: string; readonly material: string; readonly quantity: number }[]
  readonly receipts?: readonly {
    readonly id: string
    readonly material: string
    readonly quantity: number
    readonly eta: number
  }[]
  readonly orders: readonly PlantOrder[]
  readonly fixed?: readonly {
    readonly order: string
    readonly op: number
    readonly machine: string
    readonly setupStart: number
    readonly start: number
    readonly end: number
    readonly why?: string
  }[]
}

export interface PlantCalendar {
  readonly id: string
  readonly shifts: readonly ClockSpan[]
  readonly breaks?: readonly ClockSpan[]
  readonly exceptions?: readonly { readonly date: string; readonly shifts: readonly Omit<ClockSpan, 'days'>[] }[]
}

export interface ClockSpan {
  readonly days: readonly number[]
  /** HH:MM */
  readonly from: string
  readonly to: string
}

export interface PlantOperation {
  readonly op: number
  readonly mayPause?: boolean
  readonly transfer?: number
  readonly workgroup?: string
  readonly heads?: number
  readonly mould?: string
  readonly components?: readonly { readonly material: string; readonly per: number }[]
  readonly machines: readonly {
    readonly machine: string
    readonly family?: string
    readonly setup?: number
    /** Seconds per unit, on a furnace per charge. */
    readonly run: number
    readonly load?: number
  }[]
}

export interface PlantOrder {
  readonly id: string
  readonly material: string
  readonly routing?: string
  readonly quantity: number
  readonly release?: number
  readonly due: number
  readonly priority?: number
  readonly weight: number
  readonly done?: readonly number[]
}

export interface PlanFile {
  readonly plant: string
  readonly planner: string
  readonly tasks: readonly {
    readonly order: string
    readonly op: number
    readonly machine: string
    readonly setupStart: number
    readonly start: number
    readonly end: number
    readonly batch?: string
  }[]
  readonly purchases: readonly Purchase[]
  readonly orders: readonly never[]
  readonly allocations: readonly Allocation[]
  readonly unplanned: readonly { readonly order: string; readonly cause: string; readonly ref?: string }[]
}

export interface Purchase {
  readonly id: string
  readonly material: string
  readonly quantity: number
  readonly eta: number
}

export interface Allocation {
  readonly supply: string
  readonly order: string
  readonly op: number
  readonly material: string
  readonly quantity: number
}
