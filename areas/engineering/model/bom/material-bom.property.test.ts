import { Refusal } from '@qitao/core/refusal.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bomVersionStatus } from './bom-version.status.ts'
import { checkRelease, type Edge } from './material-bom.rules.ts'

/** Whether someone stands below himself, by walking from everyone: slow, and sharing nothing with the rule. */
function hasCycle(edges: readonly Edge[]): boolean {
  const below = (from: string): Set<string> => {
    const seen = new Set<string>()
    for (const queue = [from]; queue.length > 0; ) {
      const at = queue.pop()!
      for (const edge of edges) {
        if (edge.from === at && !seen.has(edge.to)) {
          seen.add(edge.to)
          queue.push(edge.to)
        }
      }
    }
    return seen
  }
  return edges.some(({ from }) => below(from).has(from))
}

const place = fc.integer({ min: 0, max: 5 }).map(number => `m${number}`)
const boms = fc.array(
  fc
    .tuple(place, fc.uniqueArray(place, { minLength: 1, maxLength: 3 }))
    .map(([from, parts]) => parts.map(to => ({ from, to }))),
  { maxLength: 12 },
)

test('no released set of BoMs contains a cycle, and none is refused without one', () => {
  let refusals = 0
  fc.assert(
    fc.property(boms, drafts => {
      const released: Edge[] = []
      for (const edges of drafts) {
        try {
          checkRelease(
            { status: bomVersionStatus.codes.draft, valid_from: null, expiry_time: null, edges },
            { releasedEdges: released, codes: new Map(), now: 0 },
          )
          released.push(...edges)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          refusals++
          expect(hasCycle([...released, ...edges])).toBe(true)
        }
        expect(hasCycle(released)).toBe(false)
      }
    }),
  )
  expect(refusals).toBeGreaterThan(0)
})
