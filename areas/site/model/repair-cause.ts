/** What the plan is to be put right for: the number of a purchase order whose receipt moved, or of a work order. */
export const repairCauses = ['receipt', 'due_earlier', 'late'] as const
export interface RepairCause {
  readonly kind: (typeof repairCauses)[number]
  readonly no: string
}
