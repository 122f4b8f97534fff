import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '@qitao/core/refusal.ts'
import type { Area } from './area.ts'
import { openDatabase } from './database.ts'
import type { ThreadEnd, ThreadWords, ThreadWork } from './job-thread.ts'
import { log } from './log.ts'

// The thread of one job: it works as in the event loop, with a connection of its own, and is ended with its job.
const { areasModule, connection, scope, type, job_id, input } = workerData as ThreadWork
const say = (words: ThreadWords): void => parentPort!.postMessage(words)

async function work(): Promise<ThreadEnd> {
  const { areas } = (await import(areasModule)) as { areas: readonly Area[] }
  const handler = areas.flatMap(area => area.jobs ?? []).find(one => one.type === type)!
  const database = openDatabase({ config: connection, log, connections: 1 })
  try {
    const value = await handler.work(input, {
      job_id,
      org_id: scope.org_id,
      user_id: scope.user_id,
      now: () => Math.floor(Date.now() / 1000),
      transaction: (work, { sample = false } = {}) => database.as({ ...scope, sample }, work),
      progress: async (percent, message, data) => say({ percent, message, data }),
      tell: async (told, to) => say({ told, to }),
      // A job that is cancelled has no thread any more.
      cancelled: () => false,
      signal: new AbortController().signal,
    })
    return { value }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { definition: error.definition, data: error.data } }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    await database.close()
  }
}

say(await work())
