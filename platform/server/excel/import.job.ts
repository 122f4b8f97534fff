import { buffer } from 'node:stream/consumers'
import { type Exchange, exchangeFor, withCustomColumns } from '@qitao/core/exchange.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { LiveMessage } from '@qitao/core/live.ts'
import { type ErrorDefinition, Refusal, refuse } from '@qitao/core/refusal.ts'
import { type Language, text } from '@qitao/core/text.ts'
import type { Tx } from '../database/database.ts'
import { idsInUse, referencesTo } from '../database/usage.ts'
import type { Context, SignedInHandler } from '../http/handle.ts'
import { jobErrors } from '../jobs/job.errors.ts'
import type { ThreadLimits } from '../jobs/job.ts'
import { type JobContext, type JobHandler, job } from '../jobs/job.ts'
import { startJob } from '../jobs/job-queue.ts'
import type { AreaExchanges, Lookup } from './area-exchanges.ts'
import type { CustomFieldsOf } from './custom-columns.ts'
import { excelErrors } from './excel.errors.ts'
import { dropFile, findFile, keepFile, openFile } from './excel-file.ts'
import { ImportSession } from './import-session.ts'
import type { Decided, ReadAnswer } from './import-steps.ts'
import { loadReferred, loadStored, lockStored } from './load-found.ts'
import { type PackedMember, unpacked } from './packed-member.ts'
import { saveDocuments } from './save-documents.ts'
import { saveRows } from './save-rows.ts'

/** What a job of an import is handed. */
export interface ImportInput {
  readonly file_id: string
  readonly import_type: string
  readonly dry_run: boolean
  readonly row_limit: number
  readonly language: Language
  readonly member: PackedMember
}
export interface ImportResult {
  readonly import_type: string
  readonly dry_run: boolean
  readonly rows: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  /** Of documents: so many were submitted and are in force only when these agree; none of them is among the added. */
  readonly waiting: number
  readonly waits_for: readonly string[]
}
/** All that imports need to know of the areas. */
export interface Importing {
  readonly exchanges: ReadonlyMap<string, { readonly exchange: Exchange; readonly of: AreaExchanges }>
  readonly lookups: Readonly<Record<string, Lookup>>
  readonly constraints: ReadonlyMap<string, ErrorDefinition>
  readonly handlerOf: (path: string) => SignedInHandler | undefined
  readonly customFields: CustomFieldsOf
  readonly errorFileAddress: (file_id: string) => string
}

export const importJobType = 'import'
/** Rows of a statement, documents of a piece: between two words of how far it is. */
const rowsAtOnce = 500
const documentsAtOnce = { together: 100, alone: 20 }
/** Problems that the page shows; the file has them all. */
const mostShown = 100
const channel = 'import'

/** Ends the transaction of a dry run: everything was done, nothing is kept. */
class DryRun extends Error {}

/** Memory of an import, and what a file says that needs more. */
const thread: ThreadLimits = {
  heapMb: 256,
  tooMuch: new Refusal(generalErrors.fileInvalid, {
    field: 'file',
    detail: text(
      '文件内容过大或过于复杂，请拆分后再导入',
      'The file is too large or too complex: split it and import again',
    ),
  }),
}

/**
 * All rows are imported or none. The file is read and checked; then one transaction looks up, decides, saves and notes the
 * job as done: whatever dies on the way, a job that is not done has left nothing.
 */
export const importJob = (importing: Importing): JobHandler =>
  job<ImportInput>(
    importJobType,
    'bulk',
    async (input, context) => {
      const { exchange: whole, of } = importing.exchanges.get(input.import_type) ?? refuse(generalErrors.fileInvalid)
      const declared = exchangeFor(whole, unpacked(input.member).pages)
      const { org_id } = context
      const { file, custom } = await context.transaction(async tx => ({
        file: await findFile(tx, org_id, input.file_id),
        custom: declared.custom === undefined ? [] : await importing.customFields(tx, org_id, declared.custom),
      }))
      if (!file) refuse(jobErrors.serverStopped)
      const exchange = withCustomColumns(declared, custom)
      const run = new ImportRun(importing, input, exchange, of, context)
      try {
        await run.read(await buffer(openFile(context.transaction, org_id, input.file_id)))
        const result = await run.save()
        if (!input.dry_run) await run.tell({ channel_type: channel, code: 200 })
        return result
      } catch (error) {
        if (error instanceof Refusal && error.definition === excelErrors.importFailed) throw await run.failed(file.name)
        throw error
      }
    },
    {
      thread,
      repeatable: true,
      // However it ended, and whatever became of its thread.
      ended: ({ file_id }, { transaction, org_id }) => transaction(tx => dropFile(tx, org_id, file_id)),
    },
  )

class ImportRun {
  readonly #importing: Importing
  readonly #input: ImportInput
  readonly #exchange: Exchange
  readonly #of: AreaExchanges
  readonly #context: JobContext
  readonly #session: ImportSession
  #read: ReadAnswer = { rows: 0, problems: 0, wanted: '', keys: '', pieces: [] }
  #waiting = 0
  readonly #waitsFor = new Set<string>()
  #messages: { message: LiveMessage; to: { user_id: string } | undefined }[] = []

  constructor(importing: Importing, input: ImportInput, exchange: Exchange, of: AreaExchanges, context: JobContext) {
    this.#importing = importing
    this.#input = input
    this.#exchange = exchange
    this.#of = of
    this.#context = context
    this.#session = new ImportSession(exchange, input.member.time_zone, input.language)
  }

  async read(content: Uint8Array): Promise<void> {
    await this.#context.progress(5, text('读取文件', 'Reading the file'))
    this.#read = await this.#session.read(content, this.#input.row_limit)
    await this.#context.progress(25, text('检查数据', 'Checking the rows'))
  }

  async save(): Promise<ImportResult> {
    const { lastTransaction, org_id } = this.#context
    let result: ImportResult | undefined
    try {
      await lastTransaction(async tx => {
        this.#messages = []
        this.#waiting = 0
        this.#waitsFor.clear()
        const decided = await this.#decide(tx)
        await this.#saveAll(tx, decided)
        const { import_type, dry_run } = this.#input
        const { adds, changes: changed, unchanged } = decided
        const waiting = this.#waiting
        result = {
          ...{ import_type, dry_run, rows: this.#read.rows, added: adds - waiting, changed, unchanged },
          ...{ waiting, waits_for: [...this.#waitsFor].sort() },
        }
        if (dry_run) throw new DryRun()
        await dropFile(tx, org_id, this.#input.file_id)
        return result
      })
    } catch (error) {
      if (!(error instanceof DryRun)) throw error
    }
    for (const { message, to } of this.#input.dry_run ? [] : this.#messages) await this.#context.tell(message, to)
    return result!
  }

  async #decide(tx: Tx): Promise<Decided> {
    const { org_id } = this.#context
    const { lookups } = this.#importing
    await lockStored(tx, org_id, this.#exchange, this.#read)
    this.#session.found(JSON.parse(await loadReferred(tx, org_id, this.#exchange, lookups, this.#read)))
    for await (const records of loadStored(tx, org_id, this.#exchange, this.#read))
      this.#session.stored(JSON.parse(records))
    const decided = this.#session.decide()
    await this.#context.progress(40, text('保存', 'Saving'))
    return decided
  }

  async #saveAll(tx: Tx, decided: Decided): Promise<void> {
    const { org_id } = this.#context
    const { constraints } = this.#importing
    const how = this.#exchange.rows
    let problems = decided.problems
    let done = 0
    const all = decided.documents > 0 ? decided.documents : decided.adds + decided.changes
    const step = async (count: number) => {
      done += count
      await this.#context.progress(40 + (55 * done) / Math.max(1, all), text('保存', 'Saving'))
    }
    if (how.kind === 'document') {
      const handler = this.#importing.handlerOf(how.call.path)
      if (!handler) throw new Error(`no area handles ${how.call.path}`)
      const context = this.#callContext(tx)
      const addMany = this.#of.addMany?.[this.#exchange.type]
      const waits = (names: readonly string[]) => {
        this.#waiting += 1
        for (const name of names) this.#waitsFor.add(name)
      }
      const atOnce = addMany ? documentsAtOnce.together : documentsAtOnce.alone
      for (let from = 0; from < decided.documents; from += atOnce) {
        const piece = this.#session.documents(from, atOnce)
        const found = await saveDocuments({ how, handler, addMany, context, constraints, waits }, piece)
        problems = this.#session.add(found)
        await step(atOnce)
      }
    } else {
      for (const what of ['adds', 'changes'] as const) {
        for (let from = 0; from < decided[what]; from += rowsAtOnce) {
          const piece = this.#session.rows(what, from, rowsAtOnce)
          const found = await saveRows(tx, org_id, this.#exchange, what, piece, constraints)
          if (found.length > 0) problems = this.#session.add(found)
          else
            await this.#of.after?.[this.#exchange.type]?.(
              tx,
              org_id,
              piece.map(({ id }) => id),
            )
          await step(rowsAtOnce)
        }
      }
      problems = await this.#checkFixed(tx, decided, problems)
    }
    if (problems > 0) refuse(excelErrors.importFailed)
  }

  /** Changes that a record in use does not take. */
  async #checkFixed(tx: Tx, { locked }: Decided, problems: number): Promise<number> {
    const how = this.#exchange.rows
    if (locked.length === 0 || how.kind !== 'table' || !how.fixed) return problems
    const { error } = how.fixed
    const ids = locked.map(({ id }) => id)
    const used = await idsInUse(tx, this.#context.org_id, ids, await referencesTo(tx, how.table))
    return this.#session.add(locked.filter(({ id }) => used.has(id)).map(({ row }) => ({ row, error })))
  }

  #callContext(tx: Tx): Context {
    const { member, language } = this.#input
    return {
      tx,
      member: unpacked(member),
      org_id: this.#context.org_id,
      now: this.#context.now(),
      language,
      token: '',
      address: '',
      network: '',
      agent: '',
      startJob: wanted => startJob(tx, wanted),
      tell: (message, to) => this.#messages.push({ message, to }),
      calls: [],
      origin: null,
    }
  }

  /** Keeps the error file, and answers the refusal that names it. */
  async failed(name: string): Promise<Refusal> {
    const { transaction } = this.#context
    const content = await this.#session.errorFile()
    const errors = this.#session.shown(mostShown)
    const error_count = this.#session.problemCount
    const wrongName = name.replace(/(\.xlsx)?$/i, this.#input.language === 'zh' ? '-错误.xlsx' : '-errors.xlsx')
    const file_id = await transaction(tx => keepFile(tx, { name: wrongName, pieces: [content] }))
    const excel_path = this.#importing.errorFileAddress(file_id)
    const { import_type, dry_run } = this.#input
    const data = { import_type, dry_run, rows: this.#read.rows, error_count, excel_path, errors }
    if (!dry_run) {
      await this.tell({
        channel_type: channel,
        code: excelErrors.importFailed.code,
        message: excelErrors.importFailed.text[this.#input.language],
        data: { excel_path },
      })
    }
    return new Refusal(excelErrors.importFailed, data)
  }

  async tell(message: LiveMessage): Promise<void> {
    await this.#context.tell(message, { user_id: this.#context.user_id })
  }
}
