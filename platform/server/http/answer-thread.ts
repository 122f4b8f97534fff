import type { Envelope } from '@qitao/core/call.ts'
import { FileAnswer } from '@qitao/core/file.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import type pg from 'pg'
import type { Scope } from '../database/database.ts'
import { jobErrors } from '../jobs/job.errors.ts'
import { log } from '../log.ts'
import { stayingThread } from '../threads/staying-thread.ts'
import { envelope, refusalEnvelope } from './envelope.ts'
import type { Context } from './handle.ts'

/** What the thread is told at its start. */
export interface AnswerThreadSetting {
  /** The module that exports `areas`, where the handlers stand. */
  readonly areasModule: string
  readonly connection: pg.PoolConfig
  readonly checkAnswers: boolean
}
export interface LargeQuestion {
  readonly path: string
  readonly input: unknown
  readonly scope: Scope
  readonly asked: Omit<Context, 'tx' | 'startJob' | 'tell' | 'calls'>
}

/** An envelope as it travels. */
export class WrittenAnswer {
  readonly code: number
  readonly json: Buffer
  constructor(code: number, json: Uint8Array) {
    this.code = code
    this.json = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  }
}

/** What the thread answers: JSON, or a file in pieces that travel. */
export interface ThreadAnswer {
  readonly code: number
  readonly json: Uint8Array
  readonly file?: Pick<FileAnswer, 'name' | 'mime_type' | 'bytes'>
}

export interface AnswerThread {
  answer(question: LargeQuestion): Promise<WrittenAnswer | Envelope>
  close(): Promise<void>
}

/** Answers that are made at a time, each with a connection. */
export const answersAtOnce = 2
/** What its connections are called in the database. */
export const answersName = 'qitao answers'

/**
 * Reading calls with large answers run in a thread with connections of its own: rows become objects, figures and JSON beside
 * the event loop, which passes on bytes. `waits`: the thread is there before it is first asked, as somebody waits for the answer.
 */
export function openAnswerThread(setting: AnswerThreadSetting, waits: boolean): AnswerThread {
  const threads = stayingThread(new URL('./answer.worker.ts', import.meta.url), setting, answersAtOnce, waits ? 1 : 0)
  return {
    async answer(question) {
      try {
        const { code, json, file } = (await threads.run(question)) as ThreadAnswer
        return file
          ? envelope(code, '', new FileAnswer(file.name, file.mime_type, file.bytes))
          : new WrittenAnswer(code, json)
      } catch (error) {
        log.error({ err: error, call: question.path }, 'call failed in its thread')
        const refused = refusalEnvelope(new Refusal(jobErrors.serverStopped), question.asked.language)
        return new WrittenAnswer(refused.code, Buffer.from(JSON.stringify(refused)))
      }
    },
    close: () => threads.destroy(),
  }
}
