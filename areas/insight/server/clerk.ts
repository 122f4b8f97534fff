import type { AnyCall, Call, In, Out } from '@qitao/core/call.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { rows, type Tx } from '@qitao/platform/server/database.ts'
import { type Context, type Member, type SignedInHandler, Warning } from '@qitao/platform/server/handle.ts'
import type { JobContext } from '@qitao/platform/server/jobs.ts'
import { newId } from '@qitao/platform/server/new-id.ts'
import { sql } from 'kysely'
import type { z } from 'zod'

/**
 * Does calls of the product inside one transaction, as the member who wants the sample data: each goes through its own
 * contract and handler, so every rule of every area holds, and all of it is kept or none. A job that a call starts is done
 * at once, in the same transaction.
 */
export interface Clerk {
  readonly now: Instant
  readonly zone: string
  readonly user_id: string
  run<I extends z.ZodType, O extends z.ZodType>(
    call: Call<I, O>,
    input: In<Call<I, O>>,
  ): Promise<Out<Call<I, O>>>
}

interface Setting {
  readonly areas: readonly Area[]
  readonly tx: Tx
  readonly job: JobContext
  readonly member: Member
  readonly now: Instant
}

export function clerk({ areas, tx, job, member, now }: Setting): Clerk {
  const handlers = new Map(
    areas
      .flatMap(area => area.handlers)
      .filter((handler): handler is SignedInHandler => handler.audience === 'signed_in')
      .map(handler => [handler.call.path, handler]),
  )
  const jobs = new Map(areas.flatMap(area => area.jobs ?? []).map(one => [one.type, one]))

  const inside: JobContext = {
    ...job,
    now: () => now,
    transaction: work => nested(tx, work),
    // The steps of the sample tell how far it is, not the jobs within one of them.
    progress: async () => undefined,
    tell: async () => undefined,
  }
  return {
    now,
    zone: member.time_zone,
    user_id: member.user_id,
    async run(call: AnyCall, input: unknown) {
      const handler = handlers.get(call.path)
      if (!handler) throw new Error(`no area handles ${call.path}`)
      const started: { type: string; input: unknown }[] = []
      const context: Context = {
        tx,
        member,
        org_id: job.org_id,
        now,
        language: 'zh',
        token: '',
        startJob: async wanted => {
          started.push(wanted)
          return newId()
        },
        tell: () => undefined,
      }
      const answer = await handler.work(call.input.parse(input), context)
      if (answer instanceof Warning) throw new Error(`${call.path} was done in part: ${JSON.stringify(answer.data)}`)
      for (const { type, input: wanted } of started) {
        // What a job reads is what a worker would be handed.
        await jobs.get(type)!.work(JSON.parse(JSON.stringify(wanted)), inside)
      }
      return answer
    },
  }
}

/** A job's own transaction within ours: undone alone when it fails, so that the job may try again. */
async function nested<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`savepoint clerk`.execute(tx)
  try {
    const done = await work(tx)
    await sql`release savepoint clerk`.execute(tx)
    return done
  } catch (error) {
    await sql`rollback to savepoint clerk`.execute(tx)
    throw error
  }
}

/** The member who started a job, as the areas' handlers know a caller; the pages of an administrator are all. */
export async function memberOf(tx: Tx, org_id: string, user_id: string, paths: readonly string[]): Promise<Member> {
  const [found] = await rows(
    tx,
    sql<Pick<Member, 'account' | 'name' | 'is_admin' | 'time_zone' | 'currency'>>`
      select u.account, u.name, u.is_admin, o.time_zone, o.currency
      from app_user u join org o on o.id = u.org_id where u.org_id = ${org_id} and u.id = ${user_id}`,
  )
  return { org_id, user_id, pages: new Set(paths), ...found! }
}
