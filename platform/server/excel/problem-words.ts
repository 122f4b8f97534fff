import type { Exchange } from '@qitao/core/exchange.ts'
import { isText, type Language, say, type Text } from '@qitao/core/text.ts'
import type { Problem } from './import-file.ts'
import type { ShownProblem } from './import-steps.ts'
import { columnName } from './read-sheet.ts'

export interface ProblemWords {
  /** Letter of the column; empty when the whole row or file is meant. */
  readonly column: string
  readonly title: string
  readonly what: string
  readonly remedy: string
}

export function problemWords(
  { field, error, data = {} }: Problem,
  of: Exchange,
  columns: ReadonlyMap<string, number>,
  language: Language,
): ProblemWords {
  const at = field === undefined ? undefined : columns.get(field)
  const title: Text | undefined =
    (field === undefined ? undefined : of.fields[field]?.title) ?? (data.field_title as Text | undefined)
  return {
    column: at === undefined ? String(data.column ?? '') : columnName(at),
    title: title?.[language] ?? '',
    what: say(error.text, language, data),
    remedy: isText(data.detail) ? say(data.detail, language, data) : '',
  }
}

export function shownProblem(
  problem: Problem,
  of: Exchange,
  columns: ReadonlyMap<string, number>,
  language: Language,
): ShownProblem {
  const { column, title, what, remedy } = problemWords(problem, of, columns, language)
  const message = [what, remedy].filter(Boolean).join(language === 'zh' ? '。' : '. ')
  return { row: problem.row, column, title, message }
}
