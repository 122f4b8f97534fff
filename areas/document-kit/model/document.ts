import { type AttachmentIds, attachmentIds } from '@qitao/access/model/record/attachment.calls.ts'
import {
  type AnyCall,
  affected,
  alterInput,
  type Call,
  command,
  exportOf,
  type GrantingPage,
  idAndVersion,
  query,
} from '@qitao/core/call.ts'
import { customFilter } from '@qitao/core/custom.ts'
import type { Exchange } from '@qitao/core/exchange.ts'
import { because, codeOf, type Field, id, ids, instant, plainString, rowVersion } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { bulkOutput, listInput, listOutput, type Rows, timestampRange } from '@qitao/core/page.ts'
import type { Fields, RecordOf, RecordType, ValuesOf } from '@qitao/core/record.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import type { Statuses } from '@qitao/core/status.ts'
import { type Text, text, withinSentence } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import type { Page } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { documentExchange } from './document-exchange.ts'

/**
 * A document, declared: what it is (its record), how it lives (its states and the actions that lead from one to the next), and
 * on which pages it is read and changed. Calls, handlers, list and edit page follow from the declaration; what is particular to
 * a document is code of its area.
 */
interface Declaration<
  H extends Fields,
  S extends string,
  A extends string,
  C extends number | string,
  B extends A,
  SH extends z.ZodRawShape,
  F extends z.ZodRawShape,
  N extends string,
  BIN extends Bin,
  W extends Names<H>,
  Q extends Names<H>,
> {
  readonly record: RecordOf<H>
  readonly statuses: Statuses<S, A, C>
  /** Addresses are `<prefix>query_<noun>_list`, `<prefix>add_<noun>` and so on. */
  readonly prefix: string
  readonly noun: string
  /** Addresses that are named otherwise, behind the prefix. */
  readonly paths?: Readonly<Partial<Record<CallName | B, string>>>
  readonly reads: readonly GrantingPage[]
  readonly changes: readonly GrantingPage[]
  /** Pages of single calls, where they are not those of all that read or of all that change. */
  readonly grants?: Readonly<Partial<Record<CallName | B, readonly GrantingPage[]>>>
  /** The refusal of a number that is taken, where people may type one. */
  readonly numberTaken?: ErrorDefinition
  /** The refusal of what its state does not allow. */
  readonly notNow: ErrorDefinition
  /** The refusal of one that is not there; 5010 when it has none of its own. */
  readonly missing?: ErrorDefinition
  /** States that the status bar counts, with the names of their counts; all by their keys when it is absent. */
  readonly counted?: Readonly<Record<N, C>>
  /** What rows show beside their fields: words of what they refer to, figures that are counted. */
  readonly shown?: SH
  /**
   * References of its head that rows show by name (`supplier_name` of `supplier_id`). In its SQL the row that one points to is
   * called as the field is (`supplier`); a partner is found by the keyword, too.
   */
  readonly named?: readonly W[]
  /** Fields of its head that the list is filtered by, besides keyword, statuses, material, own fields and time. */
  readonly filtered?: readonly Q[]
  /** Further filters, whose conditions the table has. */
  readonly filters?: F
  /** Fields of its head that the list may be ordered by, besides number, state, creation and its days. */
  readonly sorted?: readonly Names<H>[]
  /** Days that the list is searched by; the first is meant when none is named. */
  readonly dates: readonly [string, ...string[]]
  /** Actions that are done to several documents at once; each is a call. `submit` is offered with saving, too. */
  readonly bulk: readonly B[]
  /** Those of them that take away: they are asked about, with what follows, and stand apart. */
  readonly grave?: Readonly<Partial<Record<B, Text | null>>>
  /**
   * The code under which `submit` may need an approval (`approvalModules`). Its record then has `approval_status`, its rows have
   * `approvalShown`, and it has `total_amount`, `currency` and an `amount` on each line, which are compared with limits.
   */
  readonly approval?: string
  /** Fields of its lines that follow from the work on it: nobody approves them. */
  readonly followed?: readonly string[]
  /** It comes from files, too: rows with one number, or alike in these columns, are the lines of one document; without lines each row is one. */
  readonly imports?: boolean | readonly string[]
  /**
   * The page of the bin into which `drop` puts it, to be restored or forgotten for good. Its table then has `deleted`,
   * `deleted_time` and `deleted_by`, its rows have `binShown` and its filters `binFilters`.
   */
  readonly bin?: BIN
}
type Bin = Page | undefined
type Names<H extends Fields> = keyof H & string
/** Calls that documents have, besides their actions. */
type CallName = 'list' | 'count' | 'totals' | 'export' | 'detail' | 'add' | 'alter' | 'drop' | 'restore' | 'forget'
/** A document with lines: the record of these as well. */
export interface DocumentDeclaration<
  H extends Fields,
  L extends Fields,
  S extends string,
  A extends string,
  C extends number | string,
  B extends A,
  SH extends z.ZodRawShape,
  SL extends z.ZodRawShape,
  F extends z.ZodRawShape,
  N extends string,
  BIN extends Bin,
  W extends Names<H>,
  Q extends Names<H>,
  G extends z.ZodRawShape,
> extends Declaration<H, S, A, C, B, SH, F, N, BIN, W, Q> {
  readonly line: RecordOf<L>
  readonly numberTaken: ErrorDefinition
  readonly lineShown?: SL
  /** It may be without lines until it is submitted; it is refused with this then. */
  readonly noLines?: ErrorDefinition
  /** What is given with a new one and not stored as it is. */
  readonly givenNew?: G
  /** Lines at most. */
  readonly most?: number
}

/** For whom a document waits: names of those whose turn it is. */
export const approvalShown = { waits_for: z.array(z.string()) }
/** For whom what was just submitted waits; absent when it waits for nobody. */
const nowWaits = { waits_for: z.array(z.string()).optional() }
/** Of one that is in the bin: who threw it away, and when. */
export const binShown = {
  deleted: z.boolean(),
  deleted_time: instant.nullable(),
  deleted_by_name: z.string().nullable(),
  /** Numbers of what refers to it, the first of them: as long as it does, it stays in the bin. Only in the list of the bin. */
  kept_by: z.array(z.string()).optional(),
}
/** Why it does not go for good. */
export const stillReferred = text('仍被{nos}引用', 'It is still referred to by {nos}')
/** Why nothing is done to it there. */
export const inBin = text('在回收站中，恢复后才能操作', 'It is in the recycle bin; restore it first')
export const binFilters = { deleted: z.boolean().default(false), deleted_by: id.optional() }
/** What a stored document always has. */
const alwaysShown = { no: z.string() }
/** What the list says of its lines. */
const linesShown = {
  line_count: z.int(),
  first_material_code: z.string().nullable(),
  first_material_name: z.string().nullable(),
}
/** What a reference is called where it is not its id: `supplier` of `supplier_id`. */
export type Word<K> = K extends `${infer W}_id` ? W : K & string
export const wordOf = (reference: string): string => reference.replace(/_id$/, '')
interface Naming<H extends Fields, W extends Names<H>, Q extends Names<H>> {
  readonly record: RecordOf<H>
  readonly named?: readonly W[]
  readonly filtered?: readonly Q[]
}
type Name<F> = F extends { readonly required: true } ? string : F extends Field<infer T> ? NameOf<T> : never
type NameOf<T> = null extends T ? string | null : string
type NamesShown<H extends Fields, W extends Names<H>> = { [K in W as `${Word<K>}_name`]: z.ZodType<Name<H[K]>> }
function namesShown<H extends Fields, W extends Names<H>, Q extends Names<H>>({
  record,
  named = [],
}: Naming<H, W, Q>): NamesShown<H, W> {
  const shown: Record<string, z.ZodType> = Object.fromEntries(
    named.map(name => {
      const { required } = record.fields[name]!
      return [`${wordOf(name)}_name`, required ? z.string() : z.string().nullable()]
    }),
  )
  return shown as NamesShown<H, W>
}
type Wanted<T> = z.ZodOptional<z.ZodType<NonNullable<T>, NonNullable<T>>>
type FilteredBy<H extends Fields, Q extends Names<H>> = { [K in Q]: Wanted<ValuesOf<H>[K]> }
function filteredBy<H extends Fields, W extends Names<H>, Q extends Names<H>>({
  record,
  filtered = [],
}: Naming<H, W, Q>): FilteredBy<H, Q> {
  const by: Record<string, z.ZodOptional<z.ZodType>> = Object.fromEntries(
    filtered.map(name => {
      const { options, schema, kind } = record.fields[name]!
      return [name, (kind === 'reference' ? id : options ? codeOf({ list: options }) : schema).optional()]
    }),
  )
  return by as FilteredBy<H, Q>
}
/** Documents of which quantities are added up at most: the sum is exact, or there is none. */
export const mostTotalled = 20_000
/** Quantities of all documents that filters find: pieces of one thing are not added to metres of another. */
const documentTotals = z.object({
  result: z.array(z.object({ unit_name: z.string(), quantity: z.string() })),
  /** False: there are more than are added up, and no sums. */
  is_complete: z.boolean(),
})
export type DocumentTotals = z.output<typeof documentTotals>
/** Lines of a document at most, where it does not say so itself. */
const usualMost = 500

export function documentOf<
  H extends Fields,
  L extends Fields,
  S extends string,
  A extends string,
  C extends number | string,
  const B extends A,
  SH extends z.ZodRawShape = Record<never, never>,
  SL extends z.ZodRawShape = Record<never, never>,
  F extends z.ZodRawShape = Record<never, never>,
  N extends string = S,
  const BIN extends Bin = undefined,
  const W extends Names<H> = never,
  const Q extends Names<H> = never,
  G extends z.ZodRawShape = Record<never, never>,
>(of: DocumentDeclaration<H, L, S, A, C, B, SH, SL, F, N, BIN, W, Q, G>) {
  const { record, line, most = usualMost } = of
  const records = [record, line]
  const row = record.row.extend({ ...alwaysShown, ...linesShown, ...namesShown(of), ...(of.shown ?? ({} as SH)) })
  const lineRow = line.row.extend({ ...productShown, ...(of.lineShown ?? ({} as SL)) })
  const lines = z
    .array(line.input.extend({ id: id.optional() }))
    .refine(
      given => given.length > 0 || of.noLines !== undefined,
      because(generalErrors.fieldRequired, { field_title: line.title }),
    )
    .max(most)
  const { path, title, grantedBy, common, filters } = commonCalls(of, row, records)
  const calls = {
    ...common,
    totals: query(path('totals', `query_${of.noun}_list/totals`), {
      title: title('合计', 'Totals of'),
      grantedBy: grantedBy('list', of.reads),
      input: z.strictObject({
        keyword: plainString(100).optional(),
        ...filters,
        statuses: z.array(codeOf(of.statuses)).max(20).optional(),
      }),
      output: documentTotals,
      records,
    }),
    detail: query(path('detail', `query_${of.noun}_detail`), {
      title: title('查看', 'Show'),
      grantedBy: grantedBy('detail', of.reads),
      input: z.strictObject({ id: id.optional(), no: plainString(50).optional() }),
      output: z.object({ record: row, lines: z.array(lineRow) }),
      records,
    }),
    add: command(path('add'), {
      title: title('新增', 'Add'),
      grantedBy: grantedBy('add'),
      input: record.input.extend({
        ...(of.givenNew ?? ({} as G)),
        lines,
        submit: z.boolean().default(false),
        attachment_ids: attachmentIds,
      }),
      output: z.object({ id, no: z.string(), ...nowWaits }),
      records,
    }),
    alter: command(path('alter'), {
      title: title('修改', 'Alter'),
      grantedBy: grantedBy('alter'),
      input: record.input.extend({ ...idAndVersion, lines }),
      output: affected,
      records,
    }),
  }
  return { ...of, grave: graveOf(of), most, row, lineRow, calls, exchange: exchangeFor(of, calls.add, line) }
}

/** A document without lines, written in a form beside its list. */
export function singleOf<
  H extends Fields,
  S extends string,
  A extends string,
  C extends number | string,
  const B extends A = never,
  SH extends z.ZodRawShape = Record<never, never>,
  F extends z.ZodRawShape = Record<never, never>,
  N extends string = S,
  const BIN extends Bin = undefined,
  const W extends Names<H> = never,
  const Q extends Names<H> = never,
>(of: Declaration<H, S, A, C, B, SH, F, N, BIN, W, Q>) {
  const { record } = of
  const records = [record]
  const row = record.row.extend({ ...alwaysShown, ...namesShown(of), ...(of.shown ?? ({} as SH)) })
  const { path, title, grantedBy, common } = commonCalls(of, row, records)
  const calls = {
    ...common,
    add: command(path('add'), {
      title: title('新增', 'Add'),
      grantedBy: grantedBy('add'),
      input: record.input,
      output: z.object({ id, no: z.string() }),
      records,
    }),
    alter: command(path('alter'), {
      title: title('修改', 'Alter'),
      grantedBy: grantedBy('alter'),
      input: alterInput(record),
      output: affected,
      records,
    }),
  }
  return { ...of, grave: graveOf(of), row, calls, exchange: exchangeFor(of, calls.add) }
}

const graveOf = (of: { readonly grave?: Readonly<Partial<Record<string, Text | null>>> }) =>
  of.grave ?? { cancel: null }
const exchangeFor = (
  {
    imports,
    record,
    changes,
    numberTaken,
  }: Pick<AnyDocument, 'record' | 'numberTaken'> & {
    readonly imports?: boolean | readonly string[]
    readonly changes: readonly GrantingPage[]
  },
  call: AnyCall,
  line?: RecordType,
): Exchange | undefined =>
  imports
    ? documentExchange({ record, line, pages: changes, call, numberTaken, key: imports === true ? ['no'] : imports })
    : undefined

/** The calls of any document. */
function commonCalls<
  H extends Fields,
  S extends string,
  A extends string,
  C extends number | string,
  B extends A,
  SH extends z.ZodRawShape,
  F extends z.ZodRawShape,
  N extends string,
  BIN extends Bin,
  W extends Names<H>,
  Q extends Names<H>,
  R extends z.ZodObject,
>(of: Declaration<H, S, A, C, B, SH, F, N, BIN, W, Q>, row: R, records: readonly RecordType[]) {
  const { record, statuses, prefix, noun, reads, changes, bulk, bin } = of
  const path = (name: CallName | B, usual = `${name}_${noun}`) => `${prefix}${of.paths?.[name] ?? usual}`
  const grantedBy = (name: CallName | B, usual = changes) => of.grants?.[name] ?? usual
  const title = (zh: string, en: string): Text =>
    text(`${zh}${record.title.zh}`, `${en} ${withinSentence(record.title.en)}`)
  const filters = {
    material_id: id.optional(),
    custom: customFilter,
    timestamp_range: timestampRange.optional(),
    date_field: z.enum(of.dates).default(of.dates[0]),
    ...filteredBy(of),
    ...(of.filters ?? ({} as F)),
  }
  const list = query(path('list', `query_${noun}_list`), {
    title: title('查询', 'List'),
    grantedBy: grantedBy('list', reads),
    input: listInput({ ...filters, statuses: z.array(codeOf(statuses)).max(20).optional() }),
    output: listOutput(row),
    records,
  })
  const several = (name: CallName | B, words: Text, by: readonly GrantingPage[], usual?: string) =>
    command(path(name, usual), {
      title: title(words.zh, sentence(words.en)),
      grantedBy: by,
      input: z.strictObject({ ids: ids() }),
      output: bulkOutput,
    })
  const action = (name: B) => {
    const call = several(name, statuses.actions[name], grantedBy(name))
    return {
      ...call,
      input: call.input.extend({
        reason: plainString(255).optional(),
        /** As they were seen, in the order of `ids`: one that was altered since is refused (5023). */
        row_versions: z.array(rowVersion).optional(),
      }),
      output: call.output.extend(nowWaits),
    }
  }
  const counted = Object.keys(countedStates(of)) as N[]
  const common = {
    list,
    count: query(path('count', `query_${noun}_list/count`), {
      title: title('统计', 'Count'),
      grantedBy: grantedBy('count', reads),
      input: z.strictObject({ keyword: plainString(100).optional(), ...filters }),
      output: z.object(Object.fromEntries(counted.map(name => [name, z.int()])) as Record<N, z.ZodInt>),
      records,
    }),
    export: exportOf(list, path('export'), { title: title('导出', 'Export'), grantedBy: grantedBy('export', reads) }),
    drop: several('drop', text('删除', 'Delete'), grantedBy('drop'), `bulk_drop_${noun}`),
    ...(Object.fromEntries(bulk.map(name => [name, action(name)])) as Record<B, ReturnType<typeof action>>),
    ...((bin
      ? {
          restore: several('restore', text('恢复', 'Restore'), grantedBy('restore', [bin])),
          forget: several('forget', text('彻底删除', 'Delete for good'), grantedBy('forget', [bin])),
        }
      : {}) as BIN extends Page ? Record<'restore' | 'forget', ReturnType<typeof several>> : Record<never, never>),
  }
  return { path, title, grantedBy, common, filters }
}

/** The states that are counted, by the names of their counts. */
export const countedStates = ({
  counted,
  statuses,
}: {
  readonly counted?: Readonly<Record<string, number | string>>
  readonly statuses: Pick<AnyDocument['statuses'], 'codes'>
}): Readonly<Record<string, number | string>> => counted ?? statuses.codes

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Any declared document: what is known of one whose fields and states are not. */
export interface AnyDocument {
  readonly record: RecordType
  // biome-ignore lint/suspicious/noExplicitAny: states of any document
  readonly statuses: Statuses<any, any, any>
  readonly named?: readonly string[]
  readonly filtered?: readonly string[]
  readonly sorted?: readonly string[]
  readonly dates: readonly string[]
  readonly bulk: readonly string[]
  readonly grave: Readonly<Partial<Record<string, Text | null>>>
  readonly numberTaken?: ErrorDefinition
  readonly notNow: ErrorDefinition
  readonly missing?: ErrorDefinition
  readonly noLines?: ErrorDefinition
  readonly counted?: Readonly<Record<string, number | string>>
  readonly bin?: Bin
  readonly approval?: string
  readonly followed?: readonly string[]
  readonly exchange: Exchange | undefined
  readonly row: z.ZodObject
  readonly line?: RecordType
  readonly lineRow?: z.ZodObject
  readonly calls: Readonly<Record<'count' | 'export' | 'add' | 'alter' | 'drop', AnyCall>> & {
    // biome-ignore lint/suspicious/noExplicitAny: rows of any document
    readonly list: Call<any, z.ZodType<Rows<any>>>
    readonly detail?: AnyCall
    readonly totals?: AnyCall
  }
}
/** One that has lines. */
export interface LinedDocument extends AnyDocument {
  readonly line: RecordType
  readonly lineRow: z.ZodObject
  readonly numberTaken: ErrorDefinition
  readonly most: number
  readonly calls: AnyDocument['calls'] & { readonly detail: AnyCall; readonly totals: AnyCall }
}
/** The actions of a document's states. */
export type ActionOf<D extends Pick<AnyDocument, 'statuses'>> = keyof D['statuses']['actions'] & string
/** The call of an action of `bulk`. */
export const actionCall = (of: AnyDocument, action: string): AnyCall =>
  (of.calls as Readonly<Record<string, AnyCall>>)[action]!

export type DocumentRow<D extends { readonly row: z.ZodType }> = z.output<D['row']>
export type DocumentLineRow<D extends object> = D extends { readonly lineRow: infer L extends z.ZodType }
  ? z.output<L>
  : never
/** A document as it is given, checked: the input of adding and altering. */
export type DocumentInput<D extends { readonly calls: { readonly add: { readonly input: z.ZodType } } }> = Omit<
  z.output<D['calls']['add']['input']>,
  'submit' | keyof AttachmentIds
>
export type DocumentLineInput<D extends { readonly calls: { readonly add: { readonly input: z.ZodType } } }> =
  DocumentInput<D> extends { lines: readonly (infer L)[] } ? L : never
