import type { Envelope } from '@qitao/core/call.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { Piscina } from 'piscina'
import type { Area } from '../area.ts'
import { openDatabase } from '../database/database.ts'
import { log } from '../log.ts'
import {
  type AnswerThreadSetting,
  answersAtOnce,
  answersName,
  type LargeQuestion,
  type WrittenAnswer,
} from './answer-thread.ts'
import { answerEnvelope, refusalEnvelope } from './envelope.ts'
import type { SignedInHandler } from './handle.ts'

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

export default async function answer({
  path,
  input,
  scope,
  asked,
}: LargeQuestion): Promise<Pick<WrittenAnswer, 'code' | 'json'>> {
  const { call, work } = handlers.find(one => one.call.path === path) as SignedInHandler
  let found: Envelope
  try {
    const result = await database.as(scope, tx =>
      work(input, { ...asked, tx, calls, startJob: notHere, tell: notHere }),
    )
    found = answerEnvelope(call, result, asked.language, checkAnswers)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    found = refusalEnvelope(error, asked.language)
  }
  return { code: found.code, json: Buffer.from(JSON.stringify(found)) }
}
