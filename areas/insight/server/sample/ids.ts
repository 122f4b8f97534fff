/** Ids of what was made, by the code that people see; an unknown code is a mistake in the sample's own tables. */
export interface Ids {
  readonly of: (code: string) => string
  readonly set: (code: string, id: string) => void
}
export function idsOf(known: Iterable<readonly [string, string]> = []): Ids {
  const ids = new Map(known)
  return {
    of: code => {
      const id = ids.get(code)
      if (id === undefined) throw new Error(`the sample has no ${code}`)
      return id
    },
    set: (code, id) => {
      ids.set(code, id)
    },
  }
}
