import type { KyselyPlugin } from 'kysely'

/** Fewer rows than these do not mislead the planner for long. */
const firstLook = 50
const growth = 1.25
/** A statement that brings so many may fill a table that was empty, however much there is beside it. */
const many = 200

/**
 * Counts what one transaction writes, and lets `analyze` look when it has become much: at 50 rows, and each time it has
 * grown by a quarter, so that what comes late in a long one is seen too. See `analyze_what_grew()` for why.
 */
export function watchGrowth(analyze: () => Promise<unknown>): KyselyPlugin {
  let written = 0
  let nextLook = firstLook
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const brought = Number(result.numAffectedRows ?? 0)
      written += brought
      if (written >= nextLook || brought >= many) {
        nextLook = Math.ceil(written * growth)
        await analyze()
      }
      return result
    },
  }
}
