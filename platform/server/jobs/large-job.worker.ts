import { Piscina } from 'piscina'
import type { Area } from '../area.ts'
import { openDatabase } from '../database/database.ts'
import { log } from '../log.ts'
import { jobLimits } from './job.ts'
import { type LargeJob, type LargeJobsSetting, largeJobsName } from './large-jobs.ts'
import { endOfJob } from './thread-messages.ts'

const { areasModule, connection, atOnce } = Piscina.workerData as LargeJobsSetting
const { areas } = (await import(areasModule)) as { areas: readonly Area[] }
const handlers = new Map(areas.flatMap(area => area.jobs ?? []).map(handler => [handler.type, handler]))
// One for each job, and one for those who look whether they should end.
const database = openDatabase({
  config: { ...connection, application_name: largeJobsName },
  log,
  connections: atOnce + 1,
  limits: jobLimits,
})

export default async function work({ port, ...wanted }: LargeJob): Promise<void> {
  const wish = new AbortController()
  port.on('message', () => wish.abort())
  const handler = handlers.get(wanted.type)!
  port.postMessage(await endOfJob(handler, wanted, database, words => port.postMessage(words), wish.signal))
}
