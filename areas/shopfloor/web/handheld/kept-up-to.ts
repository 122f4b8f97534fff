/** Keeps one after the other, up to the first that is not kept; answers it and those after it. */
export async function keptUpTo<T>(all: readonly T[], keep: (one: T) => Promise<boolean>): Promise<readonly T[]> {
  for (const [index, one] of all.entries()) if (!(await keep(one))) return all.slice(index)
  return []
}
