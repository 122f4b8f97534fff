import { parentPort, workerData } from 'node:worker_threads'
import type { Area } from '../area.ts'
import { openDatabase } from '../database/database.ts'
import { log } from '../log.ts'
import { jobLimits } from './job.ts'
import type { ThreadWork } from './job-thread.ts'
import { endOfJob } from './thread-messages.ts'

// The thread of one job: it works with a connection of its own, and is ended with its job, so none is ever cancelled here.
const { areasModule, connection, ...wanted } = workerData as ThreadWork
const { areas } = (await import(areasModule)) as { areas: readonly Area[] }
const handler = areas.flatMap(area => area.jobs ?? []).find(({ type }) => type === wanted.type)!
const database = openDatabase({ config: connection, log, connections: 1, limits: jobLimits })
const say = parentPort!.postMessage.bind(parentPort)
const end = await endOfJob(handler, wanted, database, say, new AbortController().signal)
await database.close()
say(end)
