import { mostRelated } from './find.calls.ts'
import type { DocumentKind } from './record-kinds.ts'

/** One way by which a document is reached, from the one that stands nearer to the document that was asked for. */
export interface WayToDocument {
  readonly kind: DocumentKind
  readonly id: string
  readonly level: number
  readonly by_kind: DocumentKind | null
  readonly by_id: string | null
}
export interface ReachedDocument {
  readonly key: string
  readonly kind: DocumentKind
  readonly id: string
  readonly level: number
}
export const keyOf = (kind: string, id: string): string => `${kind}:${id}`

/** Each document once, as far away as its longest way, so that what follows stands after all that it follows from; the nearest first. */
export function reached(ways: readonly WayToDocument[]): { documents: readonly ReachedDocument[]; is_cut: boolean } {
  const found = new Map<string, ReachedDocument>()
  for (const { kind, id, level } of ways) {
    const key = keyOf(kind, id)
    const known = found.get(key)
    if (!known || Math.abs(level) > Math.abs(known.level)) found.set(key, { key, kind, id, level })
  }
  const nearest = [...found.values()].sort((a, b) => Math.abs(a.level) - Math.abs(b.level) || (a.key < b.key ? -1 : 1))
  return { documents: nearest.slice(0, mostRelated), is_cut: nearest.length > mostRelated }
}

/** The steps between documents that are shown, each once, from what was first to what came of it. */
export function stepsAmong(ways: readonly WayToDocument[], shown: ReadonlySet<string>): { from: string; to: string }[] {
  const steps = new Map<string, { from: string; to: string }>()
  for (const { kind, id, level, by_kind, by_id } of ways) {
    if (by_kind === null || by_id === null) continue
    const [here, nearer] = [keyOf(kind, id), keyOf(by_kind, by_id)]
    if (!shown.has(here) || !shown.has(nearer)) continue
    const step = level > 0 ? { from: nearer, to: here } : { from: here, to: nearer }
    steps.set(`${step.from}>${step.to}`, step)
  }
  return [...steps.values()]
}
