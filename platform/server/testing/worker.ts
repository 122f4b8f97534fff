/**
 * A worker process of its own, for tests that kill it: `node worker.ts '<connection as JSON>'`. It says `works` when it does,
 * and ends with its standard input.
 */
import { openJobs } from '../jobs/jobs.ts'
import { jobKinds } from './job-kinds.ts'

const jobs = await openJobs({
  connection: JSON.parse(process.argv[2]!),
  handlers: jobKinds,
  areasModule: new URL('./job-kinds.ts', import.meta.url).href,
  tell: async () => undefined,
  send: async () => undefined,
})
process.stdin.on('end', () => void jobs.close().then(() => process.exit(0)))
process.stdin.resume()
console.log('works')
