import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { type MaterialBooks, planClock } from '../../model/plan/material-snapshot.ts'
import { type Before, changesSince, type Reading } from './books-changes.queries.ts'
import { type Asked, loadBooks, loadChange, type PlanSettings, planSettings } from './load-books.ts'
import type { MaterialWork } from './plan-material.worker.ts'

/** Books as the thread is to be told of them, and what makes them the known ones once their plan is stored. */
export interface KnownBooks extends Pick<MaterialWork, 'known' | 'state' | 'unsaved'> {
  /** What promises held when they were read, and when that was. */
  readonly held: MaterialBooks['held']
  readonly now: Instant
  readonly settings: PlanSettings
  readonly reading: Reading
}
interface ToRead {
  readonly mo_ids: readonly string[]
  readonly material_ids: readonly string[]
}
interface Kept extends Before {
  readonly state: number
  readonly clock: Instant
  readonly settings: string
  /** To be read again whatever is noted: what the thread cannot know as it is stored. */
  readonly again: ToRead
  /** Orders of which the thread's plan says something that is not stored. */
  readonly unsaved: readonly string[]
}

/** The state in the thread by company: of the plan that was made last. */
const kept = new Map<string, Kept>()
let lastState = 0

/**
 * The books of a company: what has changed since they were read last, or all of them whenever that is in doubt. Until their
 * plan is stored (`keepBooks`), or known to be stored later, the next reader reads all.
 */
export async function knownBooks(
  tx: Tx,
  { org_id, mo_ids, now, also = [] }: Omit<Asked, 'settings'>,
): Promise<KnownBooks> {
  const settings = await planSettings(tx, org_id)
  const before = kept.get(org_id)
  kept.delete(org_id)
  const usable = before?.clock === planClock(now) && before.settings === JSON.stringify(settings) ? before : undefined
  const { reading, since } = await changesSince(tx, org_id, usable, mo_ids, now)
  const asked = { org_id, settings, mo_ids, now, also }
  const read = { now, settings, reading, state: ++lastState }
  if (usable && since) {
    const { again } = usable
    const changed = {
      mo_ids: [...new Set([...since.mo_ids, ...again.mo_ids])],
      material_ids: [...new Set([...since.material_ids, ...again.material_ids])],
    }
    const change = await loadChange(tx, asked, changed)
    return { ...read, known: { state: usable.state, change }, unsaved: usable.unsaved, held: change.held }
  }
  const books = await loadBooks(tx, asked)
  return { ...read, known: { books }, unsaved: [], held: books.held }
}

/** Their plan is stored by this transaction. */
export function keepBooks(
  org_id: string,
  books: KnownBooks,
  { saved_by, again }: Pick<Kept, 'saved_by' | 'again'>,
): void {
  kept.set(org_id, {
    ...ofBooks(books),
    again,
    unsaved: [],
    // Mode 32: what a plan gives to promised orders is kept for them in the next one, so it is read like what others write.
    saved_by: books.settings.guarantees ? nobody : saved_by,
  })
}
/** Their plan could not be stored: what it says of these orders goes with the next one. */
export function keepUnsaved(
  org_id: string,
  books: KnownBooks,
  unsaved: readonly string[],
  again: ToRead = { mo_ids: [], material_ids: [] },
): void {
  kept.set(org_id, { ...ofBooks(books), again, unsaved, saved_by: nobody })
}
const nobody = '0'
const ofBooks = ({ now, settings, reading, state }: KnownBooks) => ({
  state,
  clock: planClock(now),
  settings: JSON.stringify(settings),
  reading,
})
