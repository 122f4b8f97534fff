/** What the plan is to be put right for: the number of a purchase order whose receipt moved, or of a work order (`outside`: of which a supplier brings a step later). */
export const repairCauses = ['receipt', 'due_earlier', 'late', 'outside'] as const
export interface RepairCause {
  readonly kind: (typeof repairCauses)[number]
  readonly no: string
}
