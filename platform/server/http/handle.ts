import type { AnyCall, Call, Out, Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { beyondWorkgroups, type Grant, isBeyondWorkgroups, isGranted } from '@qitao/core/grant.ts'
import type { LiveMessage } from '@qitao/core/live.ts'
import type { BulkOutput } from '@qitao/core/page.ts'
import type { ErrorDefinition, RefusalData } from '@qitao/core/refusal.ts'
import { explain, Refusal } from '@qitao/core/refusal.ts'
import type { Language } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { z } from 'zod'
import type { Tx } from '../database/database.ts'
import type { StartJob } from '../jobs/job.ts'
import type { Messenger } from './message.ts'

/** Who is calling, as the session says; never from the input. */
export interface Member {
  readonly org_id: string
  readonly user_id: string
  readonly account: string
  readonly name: string
  readonly is_admin: boolean
  /** Paths of the pages that the member's roles open; an administrator has all. */
  readonly pages: ReadonlySet<string>
  readonly grants: readonly Grant[]
  /** Sees only the documents that the member made. */
  readonly own_data_only: boolean
  /** Of the floor, sees what the member's workgroups do, and changes nothing else. */
  readonly workgroup_only: boolean
  readonly time_zone: string
  readonly currency: string
  /** An administrator who looks on as this member, and changes nothing. */
  readonly viewed_by?: string | undefined
  /** Of the API token that calls; absent: a person does. */
  readonly api_token_id?: string | undefined
  /** Has not set up the second factor that the company asks for: may do that, and nothing else. */
  readonly must_enrol?: boolean
  /** A shared device at which the member signed in by a PIN; the rights are cut to what is done there. */
  readonly terminal_id?: string | undefined
}

/** With a request: from where its token came, and what the device is known by. */
export interface CameWith {
  readonly address: string
  readonly device_secret: string | undefined
}
/** The device of a caller, as far as it was registered. */
export interface Device {
  /** What its cookie holds. */
  readonly secret: string | undefined
  /** The browser keeps it from this answer on; scripts do not see it. */
  readonly keep: (secret: string) => void
  /** The browser has come over plain HTTP to a product that is under TLS: it keeps nothing that is sent as secure. */
  readonly losesIt: boolean
}

/** What a handler of a signed-in call works with: one transaction, which ends with the call. */
export interface Context {
  readonly tx: Tx
  readonly member: Member
  /** Company of the member; every query names it, row-level security is the second wall. */
  readonly org_id: string
  readonly now: Instant
  readonly language: Language
  /** Session token of this call; sign-out ends it. */
  readonly token: string
  /** Where the call comes from, and what the browser says it is. */
  readonly address: string
  /** What limits count by: of many addresses of one household or plant there is one. */
  readonly network: string
  readonly agent: string
  /** Absent: no browser calls. */
  readonly device?: Device
  /** Starts background work when the transaction has committed; refused with 5004 when one of its kind is running. */
  readonly startJob: StartJob
  /** Tells the members of the company (or one user of it) when the transaction has committed. */
  readonly tell: (message: LiveMessage, to?: { user_id: string }) => void
  /** Every call of the product: what rights can be given for. */
  readonly calls: readonly AnyCall[]
  /** Address under which the caller reaches the product, such as https://plan.example.com: for links that leave it; null when it may be forged. */
  readonly origin: string | null
}

/**
 * What a public call works with. Its transactions see all companies: it must look after the walls itself. They are short and
 * its own, so that a failed sign-in is kept although it is refused, and that no connection waits for a password check.
 */
export interface PublicContext {
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly now: Instant
  readonly language: Language
  readonly address: string
  /** As in `Context`. */
  readonly network: string
  readonly agent: string
  /** Of the session that the caller is still in; empty for most. */
  readonly token: string
  readonly device: Device
  readonly messenger: Messenger
  /** As in `Context`. */
  readonly origin: string | null
  readonly calls: readonly AnyCall[]
  /** Folder with the mobile app, when the installation offers one. */
  readonly downloads: string | undefined
  /** Tells members of a company; after the transaction that it is about. */
  readonly tell: (org_id: string, message: LiveMessage, to?: { user_id: string }) => Promise<void>
}

/** A result that is done in part, or with a hint: its code stands in the envelope beside the data (5056, 5326). */
export class Warning<T> {
  readonly definition: ErrorDefinition
  readonly data: T
  constructor(definition: ErrorDefinition, data: T) {
    this.definition = definition
    this.data = data
  }
}

export interface SignedInHandler {
  readonly audience: 'signed_in'
  // biome-ignore lint/suspicious/noExplicitAny: handlers of all calls stand in one list
  readonly call: Call<any, any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly work: (input: any, context: Context) => Promise<any>
  /** Of a reading call: so much is asked for that the answer is made in a thread, beside the event loop. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly isLarge?: (input: any, context: Context) => Promise<boolean>
  /** Of a call that computes for long: `work` cut where no transaction may be open. */
  readonly steps?: Steps
}
/** What was read does not stand any more when it is to be saved: it is read and computed again. */
export class Moved extends Error {}

/**
 * A call that computes. `load` reads one moment, locks nothing and writes nothing; `decide` computes while no transaction is
 * open, so that nobody waits for a lock or a connection; `save` locks, asks whether what was read still stands (`Moved` when
 * not: it is read anew, so many times) and writes.
 */
// biome-ignore lint/suspicious/noExplicitAny: handlers of all calls stand in one list
export interface Steps<I = any, R = any, D = any, O = any> {
  readonly load: (input: I, context: Context) => Promise<R>
  readonly decide: (read: R) => Promise<D>
  readonly save: (input: I, context: Context, read: R, decided: D, tries: number) => Promise<O>
}
export interface PublicHandler {
  readonly audience: 'public'
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly call: Call<any, any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly work: (input: any, context: PublicContext) => Promise<any>
}
export type Handler = SignedInHandler | PublicHandler

/** A refusal that is returned, not thrown, keeps what was written before it: a wrong guess is counted. */
export const handle = <I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  work: (input: Parsed<Call<I, O>>, context: Context) => Promise<z.input<O> | Warning<z.input<O>> | Refusal>,
): SignedInHandler => ({ audience: 'signed_in', call, work })

/** A reading call whose answer may be large; then its work has neither jobs nor messages to start. */
export const handleLarge = <I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  isLarge: (input: Parsed<Call<I, O>>, context: Context) => Promise<boolean>,
  work: (input: Parsed<Call<I, O>>, context: Context) => Promise<z.input<O>>,
): SignedInHandler => ({ audience: 'signed_in', call, work, isLarge })

/** In steps when it is called; whole in the transaction of a caller that has one. `isLarge` as in `handleLarge`. */
export const handleInSteps = <I extends z.ZodType, O extends z.ZodType, R, D>(
  call: Call<I, O>,
  steps: Steps<Parsed<Call<I, O>>, R, D, z.input<O> | Warning<z.input<O>> | Refusal>,
  isLarge?: (input: Parsed<Call<I, O>>, context: Context) => Promise<boolean>,
): SignedInHandler => ({
  audience: 'signed_in',
  call,
  steps,
  ...(isLarge ? { isLarge } : {}),
  async work(input, context) {
    const read = await steps.load(input, context)
    return steps.save(input, context, read, await steps.decide(read), Number.POSITIVE_INFINITY)
  },
})

export const handlePublic = <I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  work: (input: Parsed<Call<I, O>>, context: PublicContext) => Promise<z.input<O>>,
): PublicHandler => ({ audience: 'public', call, work })

export type { Out }

/** One record's fate in a bulk call. */
export interface Refused {
  readonly id: string
  readonly definition: ErrorDefinition
  readonly data?: RefusalData
  /** What people call the record. */
  readonly name?: string | undefined
}

/**
 * The answer of a bulk call: all done is a plain success, some done is 5056 with the list of the refused, none done is
 * the first record's own refusal (spec/calls.json, conventions.bulk).
 */
export function bulkAnswer(
  done_ids: string[],
  refused: readonly Refused[],
  language: Language,
): BulkOutput | Warning<BulkOutput> {
  const first = refused[0]
  if (!first) return { done_ids, failed: [] }
  if (done_ids.length === 0) throw new Refusal(first.definition, first.data)
  const failed = refused.map(({ id, definition, data, name }) => ({
    id,
    code: definition.code,
    message: explain(definition, data ?? {}, language),
    ...(name === undefined ? {} : { name }),
  }))
  return new Warning(generalErrors.partlyDone, { done_ids, failed })
}

/** Splits ids into those whose check passes and the refused ones; a check throws a refusal. */
export function sortOut<T>(
  ids: readonly string[],
  found: ReadonlyMap<string, T>,
  check: (one: T) => void,
): { passed: T[]; passed_ids: string[]; refused: Refused[] } {
  const passed: T[] = []
  const passed_ids: string[] = []
  const refused: Refused[] = []
  for (const id of new Set(ids)) {
    const one = found.get(id)
    try {
      if (one === undefined) throw new Refusal(generalErrors.recordNotFound)
      check(one)
      passed.push(one)
      passed_ids.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ id, definition: error.definition, data: error.data, name: nameOf(one) })
    }
  }
  return { passed, passed_ids, refused }
}

/** The number or code of a loaded record, when it was loaded with one. */
function nameOf(one: unknown): string | undefined {
  const row = (one ?? {}) as Readonly<Record<string, unknown>>
  return ['no', 'mo_no', 'code', 'machine_no', 'name'].map(key => row[key]).find(value => typeof value === 'string')
}

/** The right to a call. 5011, or as the call says. */
export function expectGranted(
  { grants, workgroup_only }: Pick<Member, 'grants' | 'workgroup_only'>,
  call: AnyCall,
): void {
  if (!isGranted(call, grants)) throw new Refusal(call.withoutRight ?? generalErrors.noPermission)
  if (isBeyondWorkgroups(call, workgroup_only))
    throw new Refusal(generalErrors.noPermission, { detail: beyondWorkgroups })
}

/** Refuses when the record is gone (5010) or was changed since the caller read it (5023). */
export function expectVersion<T extends { row_version: number }>(found: T | undefined, row_version: number): T {
  if (!found) throw new Refusal(generalErrors.recordNotFound)
  if (found.row_version !== row_version) throw new Refusal(generalErrors.versionConflict)
  return found
}
