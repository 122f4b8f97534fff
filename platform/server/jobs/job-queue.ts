import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import type { Text } from '@qitao/core/text.ts'
import { type RawBuilder, sql } from 'kysely'
import { recordset, rows, sqlState, type Tx } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { jobErrors } from './job.errors.ts'
import { type JobHandler, type JobWanted, type Lane, lanes } from './job.ts'

/** All that is written of a job's life: each statement moves it from one state to the next, or does nothing. */

/** Workers listen here: '' is work, else the id of a job that somebody has cancelled. It is heard at the commit. */
export const jobChannel = 'qitao_jobs'
/** Each worker holds the advisory lock (this, its number) as long as its session lasts. */
export const workerLock = 735_100_102
/** Who takes work holds this for the moment, so that what runs is counted right. */
const takingLock = 735_100_103
/** The company of jobs that belong to none. */
export const installation = '00000000-0000-0000-0000-000000000000'
const mostAttempts = 3

const { codes } = jobStatus
// Literals, so that the planner knows the indexes over waiting and running jobs to fit.
const queued = sql.lit(codes.queued)
const running = sql.lit(codes.running)
type Move = keyof typeof jobStatus.actions
const mayGo = (move: Move): RawBuilder<unknown> => sql.join(jobStatus.from(move).map(code => sql.lit(code)))
const goes = (move: Move): RawBuilder<unknown> => sql.lit(jobStatus.after(move, jobStatus.from(move)[0]!))
const json = (value: unknown): RawBuilder<unknown> =>
  sql`${value === undefined || value === null ? null : JSON.stringify(value)}::jsonb`

/** A job in the hands of a worker. */
export interface JobInHand {
  readonly org_id: string
  readonly job_id: string
  readonly worker: number
}
const inHand = ({ org_id, job_id, worker }: JobInHand): RawBuilder<unknown> =>
  sql`org_id = ${org_id} and id = ${job_id} and worker = ${worker}`

/** Writes the job into the caller's transaction; with its commit the workers hear of it. */
export async function startJob(tx: Tx, { type, input, singleton, coalesce }: JobWanted): Promise<string> {
  try {
    const [started] = await rows(
      tx,
      sql<{ id: string }>`with started as (
          insert into job (id, job_type, input, singleton, coalesce_key)
          values (${newId()}, ${type}, ${json(input)}, ${singleton ?? null}, ${coalesce ?? null})
          on conflict (org_id, coalesce_key) where status = ${queued} and coalesce_key is not null
            do update set input = joined_inputs(job.input, excluded.input)
          returning id)
        select id, pg_notify(${jobChannel}, '') from started`,
    )
    return started!.id
  } catch (error) {
    const isSecond =
      sqlState(error) === '23505' && (error as { constraint?: string }).constraint === 'job_one_at_a_time'
    throw isSecond ? new Refusal(generalErrors.programLocked) : error
  }
}

/** Of each of these companies one, unless it waits or runs already; of nobody. For jobs on a clock. */
export async function startJobOfCompanies(
  tx: Tx,
  type: string,
  org_ids: readonly string[],
  inputOf: (org_id: string) => object = () => ({}),
): Promise<void> {
  const wanted = org_ids.map(org_id => ({ org_id, id: newId(), input: inputOf(org_id) }))
  await sql`with started as (
      insert into job (org_id, id, job_type, input, singleton)
      select c.org_id, c.id, ${type}, c.input, ${type} from ${recordset(wanted, sql`org_id uuid, id uuid, input jsonb`)} as c
      on conflict (org_id, singleton) where status in (${queued}, ${running}) and singleton is not null do nothing returning id)
    select pg_notify(${jobChannel}, '') from started limit 1`.execute(tx)
}

/** A waiting job is over; whoever runs one hears that it is to end. */
export async function cancelJob(tx: Tx, org_id: string, job_id: string): Promise<void> {
  await sql`with wanted as (
      update job set cancel_wanted = true, status = case when status = ${queued} then ${goes('cancel')}::smallint else status end,
        finished_time = case when status = ${queued} then epoch_now() else finished_time end
      where org_id = ${org_id} and id = ${job_id} and status in (${mayGo('cancel')}) returning id)
    select pg_notify(${jobChannel}, id::text) from wanted`.execute(tx)
}

export interface TakenJob {
  readonly org_id: string
  readonly id: string
  readonly job_type: string
  readonly input: unknown
  readonly created_by: string | null
}

/**
 * Takes what may run now into the free places of a worker. In each lane the company of which the fewest run is the first,
 * then the oldest job; a company has its share of a lane at most, and of the same serial word one at a time. The last free place
 * is for a company of which none runs. The companies that wait are found by steps in the index, so that it matters little how
 * many jobs wait.
 */
export async function takeJobs(
  tx: Tx,
  worker: number,
  handlers: readonly JobHandler[],
  free: ReadonlyMap<Lane, number>,
): Promise<TakenJob[]> {
  const kinds = handlers.map(({ type, lane, serial = null }) => ({ type, lane, serial }))
  const places = [...free].map(([lane, slots]) => ({ lane, free: slots, most: lanes[lane].of_company }))
  // Two who take at a time would count the same jobs: one after the other, each with a look of its own.
  await sql`select pg_advisory_xact_lock(${takingLock})`.execute(tx)
  return rows(
    tx,
    sql<TakenJob>`with recursive
      kind as materialized (select * from ${recordset(kinds, sql`type text, lane text, serial text`)} as k),
      place as materialized (select * from ${recordset(places, sql`lane text, free integer, most integer`)} as p where free > 0),
      active as materialized (select j.org_id, k.lane, k.serial from job j join kind k on k.type = j.job_type where j.status = ${running}),
      busy as (select org_id, lane, count(*)::integer as count from active group by org_id, lane),
      waiting as (
        select k.type, first.org_id from kind k join place using (lane) cross join lateral (
          select org_id from job where status = ${queued} and job_type = k.type order by org_id limit 1) first
        union all
        select w.type, next.org_id from waiting w cross join lateral (
          select org_id from job where status = ${queued} and job_type = w.type and org_id > w.org_id order by org_id limit 1) next
      ),
      candidate as (
        select k.lane, p.free, p.most, coalesce(b.count, 0) as count, w.org_id, j.id, j.due_time,
          row_number() over (partition by w.org_id, coalesce(k.serial, j.id::text) order by j.due_time, j.id) as turn
        from waiting w join kind k using (type) join place p using (lane) left join busy b on b.org_id = w.org_id and b.lane = k.lane
          cross join lateral (
            select id, due_time from job where status = ${queued} and job_type = w.type and org_id = w.org_id and due_time <= epoch_now()
            order by due_time, id limit greatest(0, p.most - coalesce(b.count, 0))) j
        where k.serial is null or not exists (select from active a where a.org_id = w.org_id and a.serial = k.serial)
      ),
      ranked as (
        select *, count + row_number() over (partition by lane, org_id order by due_time, id) as rank from candidate where turn = 1
      ),
      chosen as (
        select *, row_number() over (partition by lane order by rank, due_time, id) as place from ranked where rank <= most
      ),
      free as (
        select j.org_id, j.id from chosen c join job j on j.org_id = c.org_id and j.id = c.id
        where c.place <= c.free - case when c.rank > 1 then 1 else 0 end and j.status in (${mayGo('take')}) for update of j skip locked
      )
      update job set status = ${goes('take')}, worker = ${worker}, attempts = attempts + 1, started_time = epoch_now(), progress = 0, message = null
        from free where job.org_id = free.org_id and job.id = free.id
        returning job.org_id, job.id, job.job_type, job.input, job.created_by`,
  )
}

/** Whoever works on without knowing that the job was given to another finds out here, before anything is done. */
export class JobTakenAway extends Error {}
/** Until the transaction ends nobody else takes the job. */
export async function keepInHand(tx: Tx, job: JobInHand): Promise<void> {
  const [mine] = await rows(tx, sql`select 1 from job where ${inHand(job)} and status = ${running} for key share`)
  if (!mine) throw new JobTakenAway('the job is no longer this worker’s')
}

export async function noteProgress(tx: Tx, job: JobInHand, percent: number, message: Text | undefined): Promise<void> {
  await sql`update job set progress = ${percent}, message = ${json(message)} where ${inHand(job)} and status = ${running}`.execute(
    tx,
  )
}

export interface JobEnd {
  readonly status: number
  readonly error_code: number | null
  readonly message: Text | null
}
const end = sql`status, error_code, message`

/** False when it is cancelled, or somebody else's. */
export async function finishUnlessCancelled(tx: Tx, job: JobInHand, result: unknown): Promise<boolean> {
  const finished = await rows(
    tx,
    sql`update job set status = ${goes('finish')}, progress = 100, result = ${json(result)}, message = null, finished_time = epoch_now()
      where ${inHand(job)} and status in (${mayGo('finish')}) and not cancel_wanted returning id`,
  )
  return finished.length > 0
}

/** Work that has come to its end is done, even when somebody wished meanwhile that it ended before. What is true of the job now. */
export const finishJob = (tx: Tx, job: JobInHand, result: unknown): Promise<JobEnd | undefined> =>
  endOf(
    tx,
    job,
    sql`update job set status = ${goes('finish')}, progress = 100, result = ${json(result)}, message = null, finished_time = epoch_now()
      where ${inHand(job)} and status in (${mayGo('finish')})`,
  )

/** What was cancelled is told as cancelled, whatever it died of. What is true of the job now. */
export const failJob = (
  tx: Tx,
  job: JobInHand,
  { code, text, data }: { readonly code: number; readonly text: Text; readonly data?: unknown },
): Promise<JobEnd | undefined> =>
  endOf(
    tx,
    job,
    sql`update job set status = case when cancel_wanted then ${goes('cancel')} else ${goes('fail')} end::smallint,
        error_code = case when cancel_wanted then null else ${code}::integer end, message = case when cancel_wanted then null else ${json(text)} end,
        result = case when cancel_wanted then null else ${json(data)} end, finished_time = epoch_now()
      where ${inHand(job)} and status in (${mayGo('fail')})`,
  )

/** A worker that stops leaves what may be repeated to the others. */
export const giveBack = (tx: Tx, job: JobInHand): Promise<JobEnd | undefined> =>
  endOf(
    tx,
    job,
    sql`with back as (
        update job set status = case when cancel_wanted then ${goes('cancel')} else ${goes('give_back')} end::smallint,
          finished_time = case when cancel_wanted then epoch_now() end, worker = null, attempts = attempts - 1, coalesce_key = null
        where ${inHand(job)} and status in (${mayGo('give_back')}) returning id)
      select pg_notify(${jobChannel}, '') from back`,
  )

async function endOf(tx: Tx, { org_id, job_id }: JobInHand, change: RawBuilder<unknown>): Promise<JobEnd | undefined> {
  await change.execute(tx)
  const [now] = await rows(tx, sql<JobEnd>`select ${end} from job where org_id = ${org_id} and id = ${job_id}`)
  return now
}

/** A job that its worker has taken is among those it runs by then. */
const takenSeconds = 30
/** A worker, and the jobs that it knows to run. */
export interface Worker {
  readonly number: number
  readonly job_ids: readonly string[]
}
/**
 * Jobs of workers whose session is gone, and those of this worker that it does not run: what it took without hearing so, and
 * what has ended without being written down. Those that may be repeated wait again, three times at most; the others say that
 * the service stopped. Not while a transaction of theirs is still open.
 */
export function rescueJobs(
  tx: Tx,
  handlers: readonly JobHandler[],
  { number, job_ids }: Worker,
): Promise<(TakenJob & JobEnd)[]> {
  const repeatable = handlers.filter(one => one.repeatable).map(({ type }) => type)
  const { code, text } = jobErrors.serverStopped
  return rows(
    tx,
    sql<TakenJob & JobEnd>`with lost as (
        select org_id, id, case when cancel_wanted then ${goes('cancel')}
          when job_type = any(${repeatable}::text[]) and attempts < ${mostAttempts} then ${goes('give_back')} else ${goes('fail')} end as next
        from job where status = ${running} and (worker not in (
            select l.objid::bigint from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
            where l.locktype = 'advisory' and l.classid = ${sql.lit(workerLock)} and l.objsubid = 2 and l.granted)
          or worker = ${number} and started_time < epoch_now() - ${takenSeconds} and not id = any(${job_ids}::uuid[]))
        for update skip locked
      ), rescued as (
        update job set status = next::smallint, worker = null,
          -- beside a younger one that waits with the same word, it waits for itself
          coalesce_key = null,
          error_code = case when next = ${goes('fail')} then ${code}::integer end,
          message = case when next = ${goes('fail')} then ${json(text)} end,
          finished_time = case when next <> ${goes('give_back')} then epoch_now() end
        from lost where job.org_id = lost.org_id and job.id = lost.id returning job.*
      )
      select org_id, id, job_type, input, created_by, ${end}, pg_notify(${jobChannel}, '') from rescued`,
  )
}

/** Of these, which somebody has cancelled: in case that the notification was not heard. */
export async function cancelledAmong(tx: Tx, worker: number): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from job where status = ${running} and worker = ${worker} and cancel_wanted`,
  )
  return found.map(({ id }) => id)
}

/** Jobs on a clock: of each one waits for its time, whichever worker writes it down. */
export async function setClocks(tx: Tx, handlers: readonly JobHandler[]): Promise<void> {
  const clocks = handlers.flatMap(({ type, every_seconds }) =>
    every_seconds === undefined ? [] : [{ id: newId(), type, every_seconds }],
  )
  await sql`insert into job (org_id, id, job_type, input, singleton, due_time)
    select ${installation}, c.id, c.type, '{}', c.type, coalesce(
      (select finished_time + c.every_seconds from job where org_id = ${installation} and job_type = c.type and finished_time is not null
        order by created_time desc, id desc limit 1), epoch_now() + c.every_seconds)
    from ${recordset(clocks, sql`id uuid, type text, every_seconds integer`)} as c
    on conflict (org_id, singleton) where status in (${queued}, ${running}) and singleton is not null do nothing`.execute(
    tx,
  )
}

export interface LaneCount {
  readonly lane: Lane
  readonly queued: number
  readonly running: number
  readonly oldest_seconds: number
}
export function countLanes(tx: Tx, handlers: readonly JobHandler[]): Promise<LaneCount[]> {
  const kinds = handlers.map(({ type, lane }) => ({ type, lane }))
  return rows(
    tx,
    sql<LaneCount>`select k.lane, count(*) filter (where j.status = ${queued} and j.due_time <= epoch_now()) as queued,
        count(*) filter (where j.status = ${running}) as running,
        coalesce(greatest(0, epoch_now() - min(j.due_time) filter (where j.status = ${queued})), 0) as oldest_seconds
      from ${recordset(kinds, sql`type text, lane text`)} as k
        left join job j on j.job_type = k.type and (j.status = ${queued} or j.status = ${running}) group by k.lane`,
  )
}
