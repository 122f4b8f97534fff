import type { Envelope } from '@qitao/core/call.ts'
import { FileAnswer } from '@qitao/core/file.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { Piscina } from 'piscina'
import type { Area } from '../area.ts'
import { openDatabase, type Scope } from '../database/database.ts'
import { log } from '../log.ts'
import {
  type AnswerThreadSetting,
  answersAtOnce,
  answersName,
  type LargeQuestion,
  type ThreadAnswer,
} from './answer-thread.ts'
import { answerEnvelope, refusalEnvelope } from './envelope.ts'
import type { Context, SignedInHandler } from './handle.ts'

const { areasModule, connection, checkAnswers } = Piscina.workerData as AnswerThreadSetting
const { areas } = (await import(areasModule)) as { areas: readonly Area[] }
const handlers = areas.flatMap(area => area.handlers)
const calls = handlers.map(({ call }) => call)
const database = openDatabase({
  config: { ...connection, application_name: answersName },
  log,
  connections: answersAtOnce,
})

const notHere = (): never => {
  throw new Error('a large answer starts no job and tells nobody')
}

export default async function answer(question: LargeQuestion): Promise<ThreadAnswer> {
  const { path, asked } = question
  const handler = handlers.find(one => one.call.path === path) as SignedInHandler
  let found: Envelope
  try {
    found = answerEnvelope(handler.call, await resultOf(handler, question), asked.language, checkAnswers)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    found = refusalEnvelope(error, asked.language)
  }
  const { code, data } = found
  if (!(data instanceof FileAnswer)) return { code, json: Buffer.from(JSON.stringify(found)) }
  return { code, json: new Uint8Array(), file: { name: data.name, mime_type: data.mime_type, bytes: data.bytes } }
}

/** What it reads does not move meanwhile, as it writes nothing: steps are taken once. */
async function resultOf({ work, steps }: SignedInHandler, { input, scope, asked }: LargeQuestion): Promise<unknown> {
  const within = <T>(inside: (context: Context) => Promise<T>, more: Partial<Scope> = {}): Promise<T> =>
    database.as({ ...scope, ...more }, tx => inside({ ...asked, tx, calls, startJob: notHere, tell: notHere }))
  if (!steps) return within(context => work(input, context))
  const read = await within(context => steps.load(input, context), { one_moment: true })
  const decided = await steps.decide(read)
  return within(context => steps.save(input, context, read, decided, Number.POSITIVE_INFINITY))
}
