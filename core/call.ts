import { z } from 'zod'
import { customFilter } from './custom.ts'
import { id, ids, rowVersion } from './field.ts'
import { fileOutput } from './file.ts'
import { bulkOutput, listInput, listOutput, mostRows, written } from './page.ts'
import type { Fields, RecordOf, RecordType } from './record.ts'
import type { ErrorDefinition } from './refusal.ts'
import { type Text, text, withinSentence } from './text.ts'

/** A page of the site map (areas/site); rights hang on its path. */
export interface GrantingPage {
  readonly path: string
}

/** Who may use a call: everybody, any member who is signed in, or a member with one of these pages. */
export type GrantedBy = 'public' | 'signed_in' | readonly GrantingPage[]

export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly path: string
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly title: Text
  readonly grantedBy: GrantedBy
  /** A call that writes leaves an audit row, may be repeated with its idempotency key, and refreshes what it names. */
  readonly writes: boolean
  readonly input: I
  readonly output: O
  /** Records whose field titles the call's refusals name. */
  readonly records: readonly RecordType[]
  /** What a member without the right is told; 5011 when absent. */
  readonly withoutRight?: ErrorDefinition
  /** The answer holds a key or token: it is not kept for a repeated request. */
  readonly answersSecret?: boolean
  /** A writing call that is open to who looks on as another member: of that session, not of the member. */
  readonly whileViewing?: boolean
  /** Open to a member who still has to set up the second factor that the company asks for. */
  readonly beforeSecondFactor?: boolean
  /** Open to API tokens though no page grants it; all other calls of who is signed in are a person's. */
  readonly forTokens?: boolean
  /** Open to who has signed in by PIN at a shared terminal though no page grants it; as tokens, such a session does nothing of the own account. */
  readonly atTerminals?: boolean
  /** Where it is about the work of all workgroups: what becomes of it for a member who sees that of the own ones alone. */
  readonly acrossWorkgroups?: AcrossWorkgroups
}
/**
 * `refused`: it plans, publishes or closes what all do. `whole`: a part of the answer would be a wrong one, so it is read whole,
 * as are the dates of an order and the trace of a lot.
 */
export type AcrossWorkgroups = 'refused' | 'whole'
// biome-ignore lint/suspicious/noExplicitAny: a list of calls of all kinds
export type AnyCall = Call<any, any>
/** How rights name a writing call: its address without the server's prefix. */
export const actionKey = (call: Pick<AnyCall, 'path'>): string => call.path.replace(/^\/(mep_server\/)?/, '')

/** What a page sends. */
export type In<C> = C extends Call<infer I, z.ZodType> ? z.input<I> : never
/** What a handler receives: checked, with defaults. */
export type Parsed<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never
export type Out<C> = C extends Call<z.ZodType, infer O> ? z.output<O> : never

interface Declaration<I extends z.ZodType, O extends z.ZodType> {
  title: Text
  grantedBy: GrantedBy
  input: I
  output: O
  method?: Call['method']
  records?: readonly RecordType[]
  withoutRight?: ErrorDefinition
  answersSecret?: boolean
  whileViewing?: boolean
  beforeSecondFactor?: boolean
  forTokens?: boolean
  atTerminals?: boolean
  acrossWorkgroups?: AcrossWorkgroups
}

const declare =
  (writes: boolean) =>
  <I extends z.ZodType, O extends z.ZodType>(path: string, declaration: Declaration<I, O>): Call<I, O> => ({
    method: 'POST',
    records: [],
    ...declaration,
    path,
    writes,
  })

/** A call that only reads. */
export const query = declare(false)
/** A call that changes something. */
export const command = declare(true)

export interface Envelope<T = unknown> {
  code: number
  message: string
  data: T | null
}

export const nothing = z.strictObject({})

/** Longest list of columns that an export is asked for. */
const mostColumns = 100

/** Exports what a list shows: the list's own filters and order, the rows that are chosen, the columns that are shown. `rowId`: when ids of rows are none of ours. */
export const exportOf = <I extends z.ZodType, R extends string | number = string>(
  list: Call<I, z.ZodType>,
  path: string,
  { title, grantedBy, rowId }: { title: Text; grantedBy: GrantedBy; rowId?: z.ZodType<R> },
) =>
  query(path, {
    title,
    grantedBy,
    input: (list.input as unknown as z.ZodObject<Record<string, z.ZodType>>).extend({
      ids: (rowId ? z.array(rowId).min(1).max(mostRows) : ids()).optional(),
      columns: z.array(z.string().max(60)).max(mostColumns).optional(),
    }) as unknown as z.ZodType<
      z.output<I> & { ids?: R[]; columns?: string[] },
      z.input<I> & { ids?: R[]; columns?: string[] }
    >,
    output: fileOutput,
    records: list.records,
    ...(list.acrossWorkgroups ? { acrossWorkgroups: list.acrossWorkgroups } : {}),
  })
export const affected = z.object({ affected: z.int() })
export const idAndVersion = { id, row_version: rowVersion }

/** A record's writable fields with the id and the version that the caller has read. */
export const alterInput = <F extends Fields>(of: RecordOf<F>) => of.input.extend(idAndVersion)

/**
 * The calls of simple master data, named as spec/calls-proposed.json does: query_<noun>_list, query_<noun>_detail,
 * add_<noun>, alter_<noun>, bulk_drop_<noun>.
 */
export function plainCalls<F extends Fields>(
  of: RecordOf<F>,
  where: { prefix: string; noun: string; lists: GrantedBy; changes: readonly GrantingPage[] },
) {
  const path = (verb: string, suffix = '') => `${where.prefix}${verb}_${where.noun}${suffix}`
  const records = [of as RecordType]
  const title = (zh: string, en: string) => text(`${zh}${of.title.zh}`, `${en} ${withinSentence(of.title.en)}`)
  return {
    list: query(path('query', '_list'), {
      title: title('查询', 'List'),
      grantedBy: where.lists,
      input: listInput({
        statuses: z.array(z.int()).max(20).optional(),
        ...('name' in of.fields ? { written } : ({} as { written: typeof written })),
        ...('custom' in of.fields ? { custom: customFilter } : ({} as { custom: typeof customFilter })),
      }),
      output: listOutput(of.row),
      records,
    }),
    detail: query(path('query', '_detail'), {
      title: title('查看', 'Show'),
      grantedBy: where.lists,
      input: z.strictObject({ id }),
      output: z.object({ record: of.row }),
      records,
    }),
    add: command(path('add'), {
      title: title('新增', 'Add'),
      grantedBy: where.changes,
      input: of.input,
      output: z.object({ id }),
      records,
    }),
    alter: command(path('alter'), {
      title: title('修改', 'Alter'),
      grantedBy: where.changes,
      input: alterInput(of),
      output: affected,
      records,
    }),
    drop: command(path('bulk_drop'), {
      title: title('删除', 'Delete'),
      grantedBy: where.changes,
      input: z.strictObject({ ids: ids() }),
      output: bulkOutput,
      records,
    }),
  }
}
/** The calls of a record with the export of its list; whoever may list may export. */
export const withExport = <C extends { readonly list: AnyCall }>(
  calls: C,
  of: Pick<RecordType, 'title'>,
  path: string,
) => ({
  ...calls,
  export: exportOf(calls.list as C['list'] & Call, path, {
    title: text(`导出${of.title.zh}`, `Export ${withinSentence(of.title.en)}`),
    grantedBy: calls.list.grantedBy,
  }),
})
export type PlainCalls<F extends Fields = Fields> = ReturnType<typeof plainCalls<F>>
