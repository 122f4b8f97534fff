import type { AnyCall, Call, In, Out } from '@qitao/core/call.ts'
import type { BulkOutput, bulkOutput } from '@qitao/core/page.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { type Language, say, type Text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { within } from '@qitao/platform/server/database/within.ts'
import { type Context, type Member, type SignedInHandler, Warning } from '@qitao/platform/server/http/handle.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { allPages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import type { z } from 'zod'

/**
 * Does calls of the product inside one transaction, in a member's name: each goes through its own contract and handler, so
 * every rule of every area holds, and all of it is kept or none. A job that a call starts is done at once, in the same
 * transaction.
 */
export interface Clerk {
  /** For what is entered by sets, in the same transaction. */
  readonly tx: Tx
  readonly org_id: string
  readonly user_id: string
  readonly now: Instant
  readonly zone: string
  /** In which the sample is made. */
  readonly language: Language
  /** A word of the sample in the language in which it is made. */
  say(word: Text): string
  run<I extends z.ZodType, O extends z.ZodType>(call: Call<I, O>, input: In<Call<I, O>>): Promise<Out<Call<I, O>>>
  /** A bulk call of which some may be refused: what was done is kept. */
  runInPart<I extends z.ZodType>(
    call: Call<I, typeof bulkOutput>,
    input: In<Call<I, typeof bulkOutput>>,
  ): Promise<BulkOutput>
  /** What may be refused and is then left out: undone alone. */
  attempt<I extends z.ZodType, O extends z.ZodType>(
    call: Call<I, O>,
    input: In<Call<I, O>>,
  ): Promise<Out<Call<I, O>> | undefined>
  /** The same in another member's name. */
  as(user_id: string): Promise<Clerk>
}

interface Desk {
  readonly areas: readonly Area[]
  readonly tx: Tx
  readonly job: JobContext
  readonly now: Instant
  readonly language: Language
}

export async function clerkFor(desk: Desk, user_id: string): Promise<Clerk> {
  const member = await memberOf(desk.tx, desk.job.org_id, user_id)
  /** The answer of its call, as the handler of that call is typed; a warning where it was done in part. */
  const perform = async (call: AnyCall, input: unknown): Promise<Out<AnyCall>> => {
    await sql`select set_config('app.user', ${user_id}, true)`.execute(desk.tx)
    return performAs(desk, member, call, input)
  }
  return {
    ...{ tx: desk.tx, org_id: desk.job.org_id, user_id, now: desk.now },
    zone: member.time_zone,
    language: desk.language,
    say: word => say(word, desk.language),
    async run(call: AnyCall, input: unknown) {
      const answer = await perform(call, input)
      if (answer instanceof Warning) throw new Error(`${call.path} was done in part: ${JSON.stringify(answer.data)}`)
      return answer
    },
    async runInPart(call: AnyCall, input: unknown) {
      const answer = await perform(call, input)
      return (answer instanceof Warning ? answer.data : answer) as BulkOutput
    },
    async attempt(call: AnyCall, input: unknown) {
      try {
        return await within(desk.tx, () => perform(call, input))
      } catch (error) {
        if (error instanceof Refusal) return undefined
        throw error
      }
    },
    as: other => clerkFor(desk, other),
  }
}

async function performAs({ areas, tx, job, now, language }: Desk, member: Member, call: AnyCall, input: unknown) {
  const handler = areas
    .flatMap(area => area.handlers)
    .find((one): one is SignedInHandler => one.audience === 'signed_in' && one.call.path === call.path)
  if (!handler) throw new Error(`no area handles ${call.path}`)
  const started: { type: string; input: unknown }[] = []
  const context: Context = {
    tx,
    member,
    org_id: job.org_id,
    now,
    language,
    token: '',
    address: '',
    network: '',
    agent: '',
    startJob: async wanted => {
      started.push(wanted)
      return newId()
    },
    tell: () => undefined,
    calls: [],
    origin: '',
  }
  const answer: unknown = await handler.work(call.input.parse(input), context)
  const inside: JobContext = {
    ...job,
    now: () => now,
    // Undone alone when it fails, so that the job may try again.
    transaction: work => within(tx, () => work(tx)),
    lastTransaction: work => within(tx, () => work(tx)),
    // The steps of the sample tell how far it is, not the jobs within one of them.
    progress: async () => undefined,
    tell: async () => undefined,
    // Nobody outside hears of a sample.
    send: async () => undefined,
  }
  const jobs = areas.flatMap(area => area.jobs ?? [])
  // What a job reads is what a worker would be handed.
  for (const wanted of started)
    await jobs.find(one => one.type === wanted.type)!.work(JSON.parse(JSON.stringify(wanted.input)), inside)
  return answer
}

/** The member as the areas' handlers know a caller. The pages are all: the calls are the sample's choice, not theirs. */
async function memberOf(tx: Tx, org_id: string, user_id: string): Promise<Member> {
  const [found] = await rows(
    tx,
    sql<Pick<Member, 'account' | 'name' | 'is_admin' | 'time_zone' | 'currency'>>`
      select u.account, u.name, u.is_admin, o.time_zone, o.currency
      from app_user u join org o on o.id = u.org_id where u.org_id = ${org_id} and u.id = ${user_id}`,
  )
  const pages = new Set(allPages.map(({ path }) => path))
  return {
    org_id,
    user_id,
    pages,
    grants: [{ pages, actions: null }],
    own_data_only: false,
    workgroup_only: false,
    ...found!,
  }
}
