import { parentPort, workerData } from 'node:worker_threads'
import type { CustomField } from '@qitao/core/custom.ts'
import { type Exchange, withCustomColumns } from '@qitao/core/exchange.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import type { Language } from '@qitao/core/text.ts'
import type { Problem } from './import-file.ts'
import { ImportSession } from './import-session.ts'
import type { RowPiece } from './row-piece.ts'

/** The thread of one import: it answers one question after the other and is ended with its import. */
export interface ImportWork {
  /** The model file that declares the exchange. */
  readonly module: string
  readonly type: string
  /** The company's own fields of the record. */
  readonly custom: readonly CustomField[]
  readonly zone: string
  readonly language: Language
}
export type Question =
  | { readonly ask: 'read'; readonly file: Uint8Array; readonly mostRows: number }
  | { readonly ask: 'found'; readonly referred: string }
  | { readonly ask: 'stored'; readonly records: string }
  | { readonly ask: 'decide' }
  | { readonly ask: 'rows'; readonly what: 'adds' | 'changes'; readonly from: number; readonly count: number }
  | { readonly ask: 'documents'; readonly from: number; readonly count: number }
  | { readonly ask: 'add'; readonly problems: readonly Problem[] }
  | { readonly ask: 'shown'; readonly most: number }
  | { readonly ask: 'errorFile' }

const { module, type, custom, zone, language } = workerData as ImportWork
const { exchanges } = (await import(module)) as { exchanges: readonly Exchange[] }
const session = new ImportSession(withCustomColumns(exchanges.find(one => one.type === type)!, custom), zone, language)

async function answer(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'read':
      return session.read(question.file, question.mostRows)
    case 'found':
      return session.found(JSON.parse(question.referred))
    case 'stored':
      return session.stored(JSON.parse(question.records))
    case 'decide':
      return session.decide()
    case 'rows':
      return session.rows(question.what, question.from, question.count)
    case 'documents':
      return session.documents(question.from, question.count)
    case 'add':
      session.add(question.problems)
      return session.problemCount
    case 'shown':
      return session.shown(question.most)
    case 'errorFile':
      return session.errorFile()
  }
}

const isRowPiece = (value: unknown): value is RowPiece =>
  typeof value === 'object' && value !== null && 'jsonb' in value

parentPort!.on('message', (question: Question) => {
  answer(question).then(
    value => parentPort!.postMessage({ value }, isRowPiece(value) ? [value.jsonb.buffer] : []),
    error =>
      parentPort!.postMessage(
        error instanceof Refusal
          ? { refusal: { definition: error.definition, data: error.data } }
          : { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) },
      ),
  )
})
