import type { DocumentRows } from '@qitao/core/exchange.ts'
import type { Refusal } from '@qitao/core/refusal.ts'
import type { Problem } from './import-file.ts'

/** What is refused of a document, at the row and column of the file that it stands in. `rows`: of the document. */
export function documentProblem(
  { lineColumns }: DocumentRows,
  { definition, data: told }: Refusal,
  rows: readonly number[],
): Problem {
  const { field: named, row: line, ...data } = told
  const field = named !== undefined && line !== undefined ? (lineColumns?.[named] ?? named) : named
  return {
    row: rows[(line ?? 1) - 1] ?? rows[0]!,
    ...(field === undefined ? {} : { field }),
    error: definition,
    data,
  }
}
