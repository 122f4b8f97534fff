import type { DocumentRows } from '@qitao/core/exchange.ts'
import { type ErrorDefinition, Refusal, type RefusalData } from '@qitao/core/refusal.ts'
import { asksAgain } from '../database.ts'
import { databaseRefusal } from '../database-refusal.ts'
import { type Context, type SignedInHandler, Warning } from '../handle.ts'
import { inputRefusal } from '../input-refusal.ts'
import type { Problem } from './import-file.ts'
import type { Piece } from './import-steps.ts'
import { within } from './save-rows.ts'

/**
 * Adds documents by the call of their area, one after the other: every rule of the call holds, and what is refused is undone
 * alone and answered as a problem of its rows.
 */
export async function saveDocuments(
  how: DocumentRows,
  handler: SignedInHandler,
  piece: Piece,
  context: Context,
  constraints: ReadonlyMap<string, ErrorDefinition>,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [index, input] of (JSON.parse(piece.json) as unknown[]).entries()) {
    const rows = piece.rows[index]!
    try {
      const parsed = how.call.input.safeParse(input, { reportInput: true })
      if (!parsed.success) throw inputRefusal(how.call, parsed.error)
      const answer: unknown = await within(context.tx, () => handler.work(parsed.data, context))
      if (answer instanceof Warning) throw new Refusal(answer.definition, answer.data as RefusalData)
    } catch (error) {
      const refusal =
        error instanceof Refusal ? error : asksAgain(error) ? undefined : databaseRefusal(error, constraints)
      if (!refusal) throw error
      const { field, row: line, ...data } = refusal.data
      problems.push({
        row: rows[(line ?? 1) - 1] ?? rows[0]!,
        ...(field === undefined ? {} : { field }),
        error: refusal.definition,
        data,
      })
    }
  }
  return problems
}
