import { withCustomInside } from '@qitao/core/custom.ts'
import type { DocumentRows, Exchange, FileRow, TableRows } from '@qitao/core/exchange.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isEqual } from '@qitao/core/quantity.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import type { Language } from '@qitao/core/text.ts'
import { text } from '@qitao/core/text.ts'
import { newId } from '../database/new-id.ts'
import { inputRefusal } from '../http/input-refusal.ts'
import { documentProblem } from './document-problem.ts'
import { errorFile } from './error-file.ts'
import { FileReader, isReference, missingColumns, type Problem, type ReadFile, type ReadRow } from './import-file.ts'
import type {
  Decided,
  DocumentPiece,
  LockedChange,
  PieceRow,
  ReadAnswer,
  Referred,
  ShownProblem,
} from './import-steps.ts'
import { shownProblem } from './problem-words.ts'
import { readRows, readSheet } from './read-sheet.ts'
import { Resolved } from './resolved.ts'

/** One file on its way in: read, resolved, checked, cut into pieces to save; and the file of its errors. */
export class ImportSession {
  readonly #of: Exchange
  readonly #zone: string
  readonly #language: Language
  #bytes: Uint8Array = new Uint8Array()
  #mostRows = 0
  #file: ReadFile = { rows: [], columns: new Map(), problems: [] }
  /** Of the file, and of what was decided and saved since. */
  #problems: Problem[] = []
  #resolved: Resolved | undefined
  /** By their key in words. */
  readonly #stored = new Map<string, FileRow>()
  #adds: PieceRow[] = []
  #changes: PieceRow[] = []
  #documents: ReadRow[][] = []
  /** Of the columns that the file lacks. */
  #defaults: FileRow = {}

  constructor(of: Exchange, zone: string, language: Language) {
    this.#of = of
    this.#zone = zone
    this.#language = language
  }

  /** Reads the file; answers the words that name other records, and the keys of its rows. */
  async read(file: Uint8Array, mostRows: number): Promise<ReadAnswer> {
    this.#bytes = file
    this.#mostRows = mostRows
    const reader = new FileReader(this.#of, this.#zone)
    await readRows(file, mostRows, (row, { since1904 }) => reader.take(row, since1904))
    this.#file = reader.end()
    this.#defaults = defaultsOf(this.#of, this.#file.columns)
    const { rows, columns, problems } = this.#file
    this.#problems = problems
    const wanted: Record<string, Set<string>> = {}
    for (const [name, field] of Object.entries(this.#of.fields)) {
      if (!isReference(field) || !columns.has(name)) continue
      wanted[field.refersTo!] ??= new Set()
      for (const { values } of rows) for (const word of wordsOf(values[name])) wanted[field.refersTo!]!.add(word)
    }
    const { rows: how } = this.#of
    const [first = ''] = knownBy(how)
    const keys = rows.map(({ values }) => values[first] ?? null).filter(one => typeof one === 'string')
    return {
      rows: rows.length,
      problems: problems.length,
      wanted: JSON.stringify(Object.fromEntries(Object.entries(wanted).map(([record, words]) => [record, [...words]]))),
      keys: JSON.stringify(keys),
      pieces: inPieces(keys, keysAtOnce).map(piece => JSON.stringify(piece)),
    }
  }

  /** Begins with what the words of the file name; again, when a transaction is repeated. */
  found(referred: Referred): void {
    this.#resolved = new Resolved(referred)
    this.#stored.clear()
  }
  /** Records with keys of the file, so many at a time. */
  stored(records: readonly FileRow[]): void {
    const names = knownBy(this.#of.rows)
    for (const one of records) this.#stored.set(keyOf(names, one), one)
  }

  /** Resolves references and decides of each row what is to be done. */
  decide(): Decided {
    this.#problems = [...this.#file.problems]
    this.#adds = []
    this.#changes = []
    this.#documents = []
    const resolved = this.#file.rows.map(row => this.#resolve(row))
    const bad = new Set(this.#problems.map(({ row }) => row))
    const good = resolved.filter(({ row }) => !bad.has(row))
    const { rows: how } = this.#of
    if (how.kind === 'document') return this.#decideDocuments(how, good)
    return this.#decideRows(how, good)
  }

  #problem(problem: Problem): void {
    this.#problems.push(problem)
  }

  #resolve({ row, values: written }: ReadRow): ReadRow {
    const values = { ...written }
    for (const [name, field] of Object.entries(this.#of.fields)) {
      if (!isReference(field) || !this.#file.columns.has(name)) continue
      const ids: string[] = []
      for (const word of wordsOf(values[name])) {
        const matches = this.#resolved!.idsOf(field.refersTo!, word)
        if (matches.length === 1) ids.push(matches[0]!)
        else {
          const detail =
            matches.length === 0
              ? text(
                  '「{word}」不存在，请先新增，或改为已有的编号或名称',
                  '"{word}" is not there: add it first, or use a code or name that exists',
                )
              : text('有多个「{word}」，请改用编号', 'There are several "{word}": use the code')
          this.#problem({ row, field: name, error: generalErrors.recordNotFound, data: { detail, word } })
        }
      }
      values[name] = field.kind === 'references' ? ids : (ids[0] ?? null)
    }
    return { row, values }
  }

  #decideRows(how: TableRows, rows: readonly ReadRow[]): Decided {
    const seen = new Map<string, number>()
    const lacking = missingColumns(this.#of, this.#file.columns)
    const locked: LockedChange[] = []
    let unchanged = 0
    for (const { row, values } of rows) {
      const key = keyOf(how.key, values)
      const before = seen.get(key)
      if (before !== undefined) {
        const detail = text('与第{before}行重复', 'The same as row {before}')
        this.#problem({ row, field: how.key[0]!, error: generalErrors.duplicateCode, data: { detail, before } })
        continue
      }
      seen.set(key, row)
      const known = this.#stored.get(key)
      if (!known && lacking.length > 0) {
        for (const field of lacking)
          this.#problem({
            row,
            field,
            error: generalErrors.fieldRequired,
            data: { detail: text('新增的行需要此列', 'A new row needs this column') },
          })
        continue
      }
      const whole = known
        ? { ...known, ...values, id: known.id as string, row }
        : { ...this.#defaults, ...values, id: newId(), row }
      if (!this.#passes(row, () => how.check?.(whole, this.#resolved!.found))) continue
      if (!known) this.#adds.push(whole)
      else if (this.#isSame(known, whole)) unchanged += 1
      else {
        if (how.fixed?.isChange(known, whole)) locked.push({ row, id: whole.id })
        this.#changes.push(whole)
      }
    }
    return {
      problems: this.#problems.length,
      adds: this.#adds.length,
      changes: this.#changes.length,
      unchanged,
      documents: 0,
      locked,
    }
  }

  #decideDocuments(how: DocumentRows, rows: readonly ReadRow[]): Decided {
    const most = how.mostRows ?? Number.POSITIVE_INFINITY
    const open = new Map<string, ReadRow[]>()
    let unnamed = 0
    for (const one of rows) {
      const parts = how.key.map(name => one.values[name])
      // Rows without any key are documents of their own.
      const key = how.key.length > 0 && parts.every(part => part === null) ? `row ${unnamed++}` : JSON.stringify(parts)
      const group = open.get(key)
      if (group && group.length < most) group.push(one)
      else {
        const fresh = [one]
        open.set(key, fresh)
        this.#documents.push(fresh)
      }
    }
    const { number } = how
    if (number) {
      this.#documents = this.#documents.filter(([first]) => {
        const isFree = !this.#stored.has(keyOf([number.field], first!.values))
        if (!isFree) this.#problem({ row: first!.row, field: number.field, error: number.error })
        return isFree
      })
    }
    return {
      problems: this.#problems.length,
      adds: this.#documents.length,
      changes: 0,
      unchanged: 0,
      documents: this.#documents.length,
      locked: [],
    }
  }

  #passes(row: number, check: () => void): boolean {
    try {
      check()
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { field, ...data } = error.data
      this.#problem({ row, ...(field === undefined ? {} : { field }), error: error.definition, data })
      return false
    }
  }

  #isSame(before: FileRow, after: FileRow): boolean {
    return [...this.#file.columns.keys()].every(name => {
      const [a, b] = [before[name] ?? null, after[name] ?? null]
      const { kind } = this.#of.fields[name]!
      if (a === null || b === null) return a === b
      if (kind === 'quantity' || kind === 'money') return isEqual(String(a), String(b))
      if (Array.isArray(a) && Array.isArray(b)) return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort())
      return a === b
    })
  }

  /** A piece of what is to be saved. */
  rows(what: 'adds' | 'changes', from: number, count: number): PieceRow[] {
    return (what === 'adds' ? this.#adds : this.#changes).slice(from, from + count)
  }
  documents(from: number, count: number): DocumentPiece {
    const how = this.#of.rows as DocumentRows
    const inputs: unknown[] = []
    const rows: number[][] = []
    for (const group of this.#documents.slice(from, from + count)) {
      const values = group.map(one => withCustomInside({ ...this.#defaults, ...one.values }))
      const own = group.map(({ row }) => row)
      try {
        const parsed = how.call.input.safeParse(how.input(values, this.#resolved!.found, this.#zone), {
          reportInput: true,
        })
        if (!parsed.success) throw inputRefusal(how.call, parsed.error)
        inputs.push(parsed.data)
        rows.push(own)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.#problem(documentProblem(how, error, own))
      }
    }
    return { inputs, rows }
  }

  /** Problems that only the saving found; how many there are then. */
  add(problems: readonly Problem[]): number {
    this.#problems.push(...problems)
    return this.#problems.length
  }
  get problemCount(): number {
    return this.#problems.length
  }
  shown(most: number): ShownProblem[] {
    return this.#sorted()
      .slice(0, most)
      .map(problem => shownProblem(problem, this.#of, this.#file.columns, this.#language))
  }
  /** The cells are read once more: only a file with errors needs them again. */
  async errorFile(): Promise<Buffer> {
    const sheet = await readSheet(this.#bytes, this.#mostRows)
    return errorFile(sheet, this.#of, this.#file.columns, this.#sorted(), this.#language)
  }
  #sorted(): Problem[] {
    const place = ({ field }: Problem) => (field === undefined ? 0 : (this.#file.columns.get(field) ?? 0))
    return this.#problems.toSorted((a, b) => a.row - b.row || place(a) - place(b))
  }
}

function defaultsOf({ fields }: Exchange, columns: ReadFile['columns']): FileRow {
  const lacking = Object.entries(fields).filter(([name]) => !columns.has(name))
  return Object.fromEntries(
    lacking.map(([name, { schema }]) => {
      const empty = schema.safeParse(undefined)
      return [name, empty.success ? empty.data : null]
    }),
  )
}

/** Stored records that are handed over at once: larger texts would hold up the event loop on their way. */
const keysAtOnce = 500
const inPieces = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

/** Fields that stored records are found by. */
const knownBy = (how: TableRows | DocumentRows): readonly string[] =>
  how.kind === 'table' ? how.key : how.number ? [how.number.field] : []
const keyOf = (names: readonly string[], one: FileRow): string => JSON.stringify(names.map(name => one[name] ?? null))

const wordsOf = (value: unknown): readonly string[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? (value as string[]) : [value as string]
