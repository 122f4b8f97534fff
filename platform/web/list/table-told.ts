/** What a table is told of its rows, whether they stand as lines or as cards. */
export interface Selection {
  readonly ids: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  /** Why a row cannot be chosen. */
  readonly locked?: (id: string) => boolean
}
export interface Sort {
  /** A field name; a leading minus turns the order round. */
  readonly by: string | undefined
  readonly onChange: (by: string | undefined) => void
}
