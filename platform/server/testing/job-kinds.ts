import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Area } from '../area.ts'
import { type JobContext, type JobHandler, job } from '../jobs/job.ts'

/** Kinds of jobs that tests give to workers, in this process and in others. Each notes what it did in the table `deed`. */
const done = (context: JobContext, input: unknown) =>
  context.lastTransaction(tx =>
    sql`insert into deed (job_id, input) values (${context.job_id}, ${JSON.stringify(input)}::jsonb)`
      .execute(tx)
      .then(() => null),
  )

export const jobKinds: readonly JobHandler[] = [
  job('press', 'interactive', (input, context) => done(context, input), { repeatable: true }),
  job<{ ms?: number }>(
    'solve',
    'planning',
    async (input, context) => {
      await wait(input.ms ?? 5)
      return done(context, input)
    },
    { repeatable: true },
  ),
  job('write', 'planning', (input, context) => done(context, input), { serial: 'one', repeatable: true }),
  job('once', 'bulk', (input, context) => done(context, input)),
  // Goes on until it is told to end, without a word to the database.
  job(
    'hold',
    'planning',
    (_, { signal }) => new Promise((_end, stop) => signal.addEventListener('abort', () => stop(signal.reason))),
    {
      repeatable: true,
    },
  ),
]
/** As the module of areas that a worker is told of. */
export const areas: readonly Area[] = [{ name: 'test', handlers: [], jobs: jobKinds }]
export const deedTable = `create table deed (job_id uuid not null, input jsonb, pid integer not null default pg_backend_pid());
  grant select, insert on deed to qitao_app`
