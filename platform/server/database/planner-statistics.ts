import type { KyselyPlugin } from 'kysely'

/** Fewer rows than these do not mislead the planner for long. */
const firstLook = 50

/**
 * Counts what one transaction writes, and lets `analyze` look when it has become much: at 50 rows, and each time it has
 * doubled. See `analyze_what_grew()` for why.
 */
export function watchGrowth(analyze: () => Promise<unknown>): KyselyPlugin {
  let written = 0
  let nextLook = firstLook
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      written += Number(result.numAffectedRows ?? 0)
      if (written >= nextLook) {
        nextLook = written * 2
        await analyze()
      }
      return result
    },
  }
}
