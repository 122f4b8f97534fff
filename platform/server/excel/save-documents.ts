import type { DocumentRows } from '@qitao/core/exchange.ts'
import { type ErrorDefinition, Refusal, type RefusalData } from '@qitao/core/refusal.ts'
import { asksAgain } from '../database/database.ts'
import { databaseRefusal } from '../database/database-refusal.ts'
import { within } from '../database/within.ts'
import { type Context, type SignedInHandler, Warning } from '../http/handle.ts'
import type { AreaExchanges } from './area-exchanges.ts'
import { documentProblem } from './document-problem.ts'
import type { Problem } from './import-file.ts'
import type { DocumentPiece } from './import-steps.ts'

interface Adding {
  readonly how: DocumentRows
  readonly handler: SignedInHandler
  readonly addMany: NonNullable<AreaExchanges['addMany']>[string] | undefined
  readonly context: Context
  readonly constraints: ReadonlyMap<string, ErrorDefinition>
  /** Is told for whom a document waits. */
  readonly waits: (names: readonly string[]) => void
}
interface Wanted {
  readonly input: unknown
  /** Its rows in the file. */
  readonly rows: readonly number[]
}

/**
 * Adds a piece of the documents: at once where their area can, else by its call one after the other; every rule of the call
 * holds. What is refused at once is halved until the refused ones stand alone; each is undone alone and answered as a
 * problem of its rows.
 */
export async function saveDocuments(adding: Adding, piece: DocumentPiece): Promise<Problem[]> {
  return addAll(
    adding,
    piece.inputs.map((input, index) => ({ input, rows: piece.rows[index]! })),
  )
}

async function addAll(adding: Adding, wanted: readonly Wanted[]): Promise<Problem[]> {
  const { addMany, context } = adding
  if (wanted.length === 0) return []
  if (!addMany || wanted.length === 1) {
    const problems: Problem[] = []
    for (const one of wanted) problems.push(...(await addOne(adding, one)))
    return problems
  }
  const inputs = wanted.map(({ input }) => input)
  try {
    await within(context.tx, () => addMany(inputs, context))
    return []
  } catch (error) {
    if (!refusalOf(error, adding.constraints)) throw error
    const middle = Math.ceil(wanted.length / 2)
    const first = await addAll(adding, wanted.slice(0, middle))
    return [...first, ...(await addAll(adding, wanted.slice(middle)))]
  }
}

async function addOne(
  { how, handler, context, constraints, waits }: Adding,
  { input, rows }: Wanted,
): Promise<Problem[]> {
  try {
    const answer: unknown = await within(context.tx, () => handler.work(input, context))
    if (answer instanceof Warning) throw new Refusal(answer.definition, answer.data as RefusalData)
    const names = waitsForOf(answer)
    if (names.length > 0) waits(names)
    return []
  } catch (error) {
    const refusal = refusalOf(error, constraints)
    if (!refusal) throw error
    return [documentProblem(how, refusal, rows)]
  }
}

/** The names in the answer of a call whose documents may wait for their approval. */
function waitsForOf(answer: unknown): readonly string[] {
  const names: unknown = typeof answer === 'object' && answer !== null && 'waits_for' in answer ? answer.waits_for : []
  return Array.isArray(names) ? names.map(String) : []
}

const refusalOf = (error: unknown, constraints: Adding['constraints']): Refusal | undefined =>
  error instanceof Refusal ? error : asksAgain(error) ? undefined : databaseRefusal(error, constraints)
