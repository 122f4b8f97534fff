/** What the checker finds: which rule is broken, by what. */
export interface Violation {
  readonly rule: Rule
  /** Operation or order it is about. */
  readonly subject: string
  /** What it collides with: another operation, a machine, a resource, a cause. */
  readonly object: string
  /** For a person who has to find it. */
  readonly detail: string
}

export type Rule =
  /** Neither planned nor unplanned, or more than once, or unknown. */
  | 'complete'
  /** An order is planned in part. */
  | 'whole_order'
  /** The named cause does not hold. */
  | 'cause'
  | 'fixed'
  | 'eligible'
  | 'time'
  | 'not_before'
  | 'kitting'
  | 'calendar'
  | 'duration'
  | 'minimum'
  | 'break'
  | 'frozen'
  | 'setup'
  /** Tasks of one charge differ, or load the furnace with more than it takes. */
  | 'charge'
  | 'capacity'
  | 'resource'
  | 'precedence'
  | 'conflict'
  | 'outcome'
  | 'reason'

export type Report = (rule: Rule, subject: string, object: string, detail: string) => void
