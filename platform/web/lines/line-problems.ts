import type { Language } from '@qitao/core/text.ts'
import { useMemo, useRef } from 'react'
import { problemOf } from '../form/field-check.ts'
import { useFormFailure } from '../form/use-form-save.ts'
import type { LineCellSpec } from './line-columns.ts'
import type { Line } from './line-marks.ts'

type Problems = Readonly<Record<string, string>>
const noProblems = new WeakMap<Line, Map<string, Problems | undefined>>()
/** Problems of a line, the same object as long as they are the same, so that its row need not be drawn again. */
export function problemsOf(
  line: Line,
  cells: readonly LineCellSpec<Line>[],
  checked: boolean,
  language: Language,
  given: Problems,
): Problems | undefined {
  const key = JSON.stringify([checked, language, given])
  const kept = noProblems.get(line) ?? new Map<string, Problems | undefined>()
  noProblems.set(line, kept)
  if (kept.has(key)) return kept.get(key)
  const all: Record<string, string> = {}
  if (checked) {
    for (const { field, name, editable } of cells) {
      const problem = field && editable(line) ? problemOf(field, line[name], language) : undefined
      if (problem) all[name] = problem
    }
  }
  Object.assign(all, given)
  const made = Object.keys(all).length > 0 ? all : undefined
  kept.set(key, made)
  return made
}

/** The cell that the server refused, until its line is changed. */
export function useRefusedCell(lines: readonly Line[]) {
  const failure = useFormFailure()
  const latest = useRef(lines)
  latest.current = lines
  return useMemo(() => {
    const { row, field } = failure?.data ?? {}
    const line = row === undefined ? undefined : latest.current[row - 1]
    return failure && line && field ? { failure, line, name: field } : undefined
  }, [failure])
}
