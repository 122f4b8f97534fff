import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { type BomRing, expectNoRing } from '@qitao/engineering/model/bom/bom-ring.rules.ts'
import { mostProposals } from '@qitao/planning/netting/replenish.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { type AskThread, FairThreads } from '@qitao/platform/server/threads/fair-threads.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { sql } from 'kysely'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { planClock } from '../../model/plan/material-snapshot.ts'
import { lockPlanned, stillStands } from './books-changes.queries.ts'
import { keepBooks, keepUnsaved, knownBooks } from './known-books.ts'
import { saveNeedDates } from './need-dates.ts'
import type {
  MaterialOutcome,
  MaterialWork,
  ReallocationOutcome,
  ReallocationWork,
  TooLarge,
} from './plan-material.worker.ts'
import { savePlanMessages } from './plan-messages.ts'
import { saveMaterialPlan } from './save-material-plan.ts'

/** They keep what they know of a plan from one to the next. */
const threads = new FairThreads(new URL('./plan-material.worker.ts', import.meta.url), 600_000, 2)

/** 'unknown': the thread does not have the books that this is a change of, and nothing is kept; all are to be read. */
export type Match = (work: Omit<MaterialWork, 'org_id'>) => Promise<MaterialOutcome | 'unknown'>
/** The turn of a company in a thread, which knows from one matching what the next one starts from. */
export const inThread = <T>(org_id: string, signal: AbortSignal, work: (match: Match) => Promise<T>): Promise<T> =>
  threads.turn(org_id, ask =>
    work(books =>
      made<MaterialOutcome | 'unknown'>(ask, 'planMaterial', { org_id, ...books } satisfies MaterialWork, signal),
    ),
  )

/** What a reallocation would do, computed in the same threads. */
export const reallocationInThread = (
  org_id: string,
  signal: AbortSignal,
  work: ReallocationWork,
): Promise<ReallocationOutcome> =>
  threads.turn(org_id, ask => made<ReallocationOutcome>(ask, 'planReallocation', work, signal))

async function made<T>(ask: AskThread, name: string, work: unknown, signal: AbortSignal): Promise<T> {
  const answer = expectNoRing(await ask<T | TooLarge | BomRing>(name, work, signal))
  if (!isTooLarge(answer)) return answer
  return refuse(manufacturingErrors.tooManyProposals, { most: mostProposals, material_code: answer.too_many_of })
}
const isTooLarge = (answer: unknown): answer is TooLarge =>
  typeof answer === 'object' && answer !== null && 'too_many_of' in answer

/** Rounds in which nothing at all may have changed since the reading; after them only what people have decided counts. */
export const strictRounds = 3
export const mostRounds = 20

/**
 * Reads what has changed, plans that in a thread, and saves what differs if it still stands: what came in between is planned in
 * another round, which is about that alone. Neither locks nor connections are held while it is planned.
 */
export async function planAndSave(
  { transaction, org_id, progress, signal, now }: JobContext,
  { mo_ids }: { mo_ids: readonly string[] },
): Promise<MaterialOutcome> {
  for (let round = 1; round <= mostRounds; round++) {
    await progress(5, text('读取库存与工单', 'Reading stock and work orders'))
    const [books, read_by] = await transaction(
      async tx => [await knownBooks(tx, { org_id, mo_ids, now: now() }), await transactionOf(tx)] as const,
    )
    await progress(33, text('计算齐套', 'Matching supply to need'))
    const { known, state, unsaved } = books
    const outcome = await inThread(org_id, signal, match => match({ known, state, unsaved, mo_ids }))
    if (outcome === 'unknown') continue
    await progress(70, text('保存结果', 'Saving'))
    const { result, messages, locked_ids } = outcome
    try {
      const saved_by = await transaction(async tx => {
        await lockPlanned(tx, org_id, result)
        const strictly = round <= strictRounds
        if (!(await stillStands(tx, org_id, books.reading, result, { strictly, now: books.now }))) return null
        await saveMaterialPlan(tx, org_id, result, { ...books, clock: planClock(books.now) })
        await savePlanMessages(tx, org_id, messages)
        await saveNeedDates(tx, org_id, books.now)
        return transactionOf(tx)
      })
      if (saved_by !== null) {
        // Within one transaction (sample data) what changes next would look like what this plan has stored: then all is read anew.
        if (saved_by !== read_by)
          keepBooks(org_id, books, { saved_by, again: { mo_ids: locked_ids, material_ids: [] } })
        return outcome
      }
    } catch (error) {
      if (!isStockTaken(error)) throw error
    }
    keepUnsaved(
      org_id,
      books,
      result.orders.map(({ id }) => id),
    )
  }
  throw new Refusal(generalErrors.dataLocked)
}

/** Others were given the stock since it was read. */
export const isStockTaken = (error: unknown): boolean =>
  error instanceof Refusal && error.definition.code === stockErrors.occupiedOverAvailable.code

export const transactionOf = async (tx: Tx): Promise<string> =>
  (await rows(tx, sql<{ id: string }>`select coalesce(pg_current_xact_id_if_assigned(), '0')::text as id`))[0]!.id
