/** What every row of a document has. */
export type AnyRow = {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly status: number | string
  /** Of a document that is approved. */
  readonly approval_status?: 1 | 2 | 3 | 4 | null
  readonly waits_for?: readonly string[]
  /** Of one that lies in the bin. */
  readonly deleted?: boolean
}
/** A row of a document of which nothing else is known. */
export const rowOf = (row: unknown): AnyRow => row as AnyRow
