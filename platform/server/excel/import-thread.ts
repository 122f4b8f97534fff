import { Worker } from 'node:worker_threads'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, Refusal, type RefusalData } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { jobErrors } from '../jobs.ts'
import { log } from '../log.ts'
import type { ImportWork, Question } from './import-answers.ts'
import type { Problem } from './import-file.ts'
import type { Decided, DocumentPiece, ReadAnswer, ShownProblem } from './import-steps.ts'
import type { RowPiece } from './row-piece.ts'

/** Memory of the thread: a file that needs more is refused. */
const mostHeapMb = 256
/** CPU time that one step may take: that the machine is busy is no fault of the file. */
const mostStepCpuMs = 30_000
const lookEveryMs = 1_000
/** Whatever stands still is given up. */
const longestStepMs = 300_000

type Reply =
  | { readonly value: unknown }
  | { readonly refusal: { readonly definition: ErrorDefinition; readonly data: RefusalData } }
  | { readonly failure: string }

/** The thread of one import, as the job sees it. One question at a time. */
export class ImportThread {
  readonly #worker: Worker
  #settle: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined
  #ended: Error | undefined

  constructor(work: ImportWork, signal: AbortSignal) {
    this.#worker = new Worker(new URL('./import.worker.ts', import.meta.url), {
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMb, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
    })
    this.#worker.on('message', reply => this.#settle?.resolve(reply as Reply))
    this.#worker.on('error', error => this.#end(refusalOf(error)))
    this.#worker.on('exit', () => this.#end(new Refusal(jobErrors.serverStopped)))
    signal.addEventListener('abort', () => {
      this.#end(new Refusal(jobErrors.serverStopped))
      void this.#worker.terminate()
    })
  }

  #end(error: Error): void {
    this.#ended ??= error
    this.#settle?.reject(this.#ended)
  }

  #giveUp(): void {
    this.#end(new Refusal(generalErrors.fileInvalid, { detail: tooComplex }))
    void this.#worker.terminate()
  }
  /** 0 when the thread is gone. */
  async #cpuMs(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    return (user + system) / 1000
  }

  async #ask(question: Question, transfer: ArrayBuffer[] = []): Promise<unknown> {
    if (this.#ended) throw this.#ended
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    this.#settle = { resolve, reject }
    const timer = setTimeout(() => this.#giveUp(), longestStepMs)
    const before = this.#cpuMs()
    const watch = setInterval(async () => {
      if ((await this.#cpuMs()) - (await before) > mostStepCpuMs) this.#giveUp()
    }, lookEveryMs)
    try {
      this.#worker.postMessage(question, transfer)
      const reply = await promise
      if ('value' in reply) return reply.value
      if ('refusal' in reply) throw new Refusal(reply.refusal.definition, reply.refusal.data)
      throw new Error(reply.failure)
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      this.#settle = undefined
    }
  }

  read(file: Uint8Array, mostRows: number): Promise<ReadAnswer> {
    const own = new Uint8Array(file)
    return this.#ask({ ask: 'read', file: own, mostRows }, [own.buffer]) as Promise<ReadAnswer>
  }
  /** The records that the words of the file name, as JSON; then `stored` for those with its keys, then `decide`. */
  async found(referred: string): Promise<void> {
    await this.#ask({ ask: 'found', referred })
  }
  async stored(records: string): Promise<void> {
    await this.#ask({ ask: 'stored', records })
  }
  decide(): Promise<Decided> {
    return this.#ask({ ask: 'decide' }) as Promise<Decided>
  }
  rows(what: 'adds' | 'changes', from: number, count: number): Promise<RowPiece> {
    return this.#ask({ ask: 'rows', what, from, count }) as Promise<RowPiece>
  }
  documents(from: number, count: number): Promise<DocumentPiece> {
    return this.#ask({ ask: 'documents', from, count }) as Promise<DocumentPiece>
  }
  /** Answers how many problems there are now. */
  add(problems: readonly Problem[]): Promise<number> {
    return this.#ask({ ask: 'add', problems }) as Promise<number>
  }
  shown(most: number): Promise<ShownProblem[]> {
    return this.#ask({ ask: 'shown', most }) as Promise<ShownProblem[]>
  }
  errorFile(): Promise<Uint8Array> {
    return this.#ask({ ask: 'errorFile' }) as Promise<Uint8Array>
  }
  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

const tooComplex = text(
  '文件内容过大或过于复杂，请拆分后再导入',
  'The file is too large or too complex: split it and import again',
)
function refusalOf(error: unknown): Error {
  if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new Refusal(generalErrors.fileInvalid, { field: 'file', detail: tooComplex })
  log.error({ err: error }, 'import thread')
  return new Refusal(jobErrors.serverStopped)
}
