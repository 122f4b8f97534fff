import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { hasAttachments } from '@qitao/access/model/record/attachment.rules.ts'
import { customSettler, dropAttachmentsOf, settledCustom, waitsFor } from '@qitao/access/server'
import type { CustomValues } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ListInput, Rows } from '@qitao/core/page.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import {
  insertLines,
  insertRows,
  type LineToSave,
  replaceLines,
  updateRows,
} from '@qitao/platform/server/database/write-rows.ts'
import { type Context, expectVersion } from '@qitao/platform/server/http/handle.ts'
import { contains, customContains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  type ActionOf,
  type AnyDocument,
  countedStates,
  type DocumentInput,
  type DocumentLineRow,
  type DocumentRow,
  type DocumentTotals,
  inBin,
  mostTotalled,
  wordOf,
} from '../model/document.ts'
import type { Conditions, DocumentFacts, DocumentTable } from './document-table.ts'

/** The books of a declared document: its lists, one of it, its lines; how it is locked, added and replaced. */
export interface DocumentBooks<D extends AnyDocument, X extends object = Record<never, never>> {
  page(input: ListInput, context: Context): Promise<Rows<DocumentRow<D>>>
  counts(filters: object, context: Context): Promise<Record<string, number>>
  /** Quantities of the lines of all that is found, by unit. */
  totals(filters: object, context: Context): Promise<DocumentTotals>
  /** By its id or its number; undefined where the member sees none. `today`: when the day began. */
  find(tx: Tx, org_id: string, key: DocumentKey, today: Instant): Promise<DocumentRow<D> | undefined>
  /** Refused when there is none. */
  one(context: Context, key: DocumentKey): Promise<DocumentRow<D>>
  /** Refused unless the member sees all of them. */
  expectSeen(tx: Tx, org_id: string, ids: readonly string[]): Promise<void>
  /** Several by their ids, each with who made it, whoever sees them. */
  several(tx: Tx, org_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, DocumentRow<D> & Maker>>
  linesOf(tx: Tx, org_id: string, ids: readonly string[]): Promise<DocumentLineRow<D>[]>
  /** The same, by the ids of their documents. */
  linesByDocument(tx: Tx, org_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, DocumentLineRow<D>[]>>
  /** Locked in the order of their ids, then read: what their rules ask is of the time of the lock. */
  lock(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, DocumentFacts & X>>
  /** Refused where the state of one, or what its table checks, does not allow the action. */
  expectAllowed(action: ActionOf<D>, facts: DocumentFacts & X): void
  /** The one that something is done to: locked, of the version that was seen, in a state that allows it. */
  take(context: Context, action: ActionOf<D>, seen: SeenDocument): Promise<DocumentFacts & X>
  /** New documents, as many as there are in the same few statements. `later`: the company's own fields are filled in later. */
  add(context: Context, inputs: readonly DocumentInput<D>[], custom?: 'later'): Promise<{ id: string; no: string }[]>
  /** Of one that is locked and may be altered. */
  replace(context: Context, document: DocumentFacts, input: DocumentInput<D>): Promise<void>
  /** Adds to figures of lines of documents that are locked, all that is said of a line together: its document is of a new version. */
  countLines(tx: Tx, org_id: string, more: readonly CountedLine<D>[]): Promise<void>
  /** What belongs to it has changed, and nothing of its own: it is of a new version, too. */
  touch(tx: Tx, org_id: string, id: string): Promise<void>
  /** Columns of documents that are locked, the same of each; lines with a state of their own follow. */
  write(tx: Tx, org_id: string, ids: readonly string[], columns: Readonly<Record<string, unknown>>): Promise<void>
  /** Locked and checked before; lines with a state of their own follow. */
  move(tx: Tx, org_id: string, action: string, ids: readonly string[], also?: RawBuilder<unknown>): Promise<void>
  /** With lines and files. */
  drop(tx: Tx, org_id: string, ids: readonly string[]): Promise<void>
}
type Figures<D> = D extends { readonly line: { readonly fields: infer F } } ? keyof F & `${string}_quantity` : never
export type CountedLine<D> = { readonly id: string } & { readonly [F in Figures<D>]?: Quantity }
export interface SeenDocument {
  readonly id: string
  readonly row_version: number
}
/** How one document is asked for. */
export interface DocumentKey {
  readonly id?: string | undefined
  readonly no?: string | undefined
}
export interface Maker {
  readonly created_by: string | null
}

/** A day is over when the next has begun in the organisation's zone. */
export const startOfToday = ({ now, member }: Pick<Context, 'now' | 'member'>): Instant =>
  startOfDay(dayOf(now, member.time_zone), member.time_zone)

interface Filters {
  keyword?: string
  deleted?: boolean
  deleted_by?: string
  statuses?: readonly (string | number)[]
  material_id?: string
  custom?: Parameters<typeof customContains>[1]
  timestamp_range?: readonly [number, number]
  date_field: string
  /** Fields of its head, and those of the declaration. */
  readonly [field: string]: unknown
}
interface Given {
  /** Of one whose number people may type. */
  no?: string | null
  custom?: CustomValues | undefined
  lines?: readonly LineToSave[]
}

/** As the call has checked them. */
const filtersOf = (given: object) => given as Filters

/** Words of the call are not the document's. */
const ofDocument = <I extends object>(input: I): I => {
  const {
    id: _,
    row_version: __,
    submit: ___,
    attachment_ids: ____,
    ...own
  } = input as Readonly<Record<string, unknown>>
  return own as I
}

/** A day that a row does not have comes after all others. */
const never = 9_007_199_254_740_991

export function documentBooks<D extends AnyDocument, X extends object>(
  of: D,
  table: DocumentTable<D, X>,
): DocumentBooks<D, X> {
  const name = sql.table(table.table)
  const seen = sql.table(table.seen ?? table.table)
  const lines = table.lines && { name: sql.table(table.lines.table), parent: sql.ref(table.lines.parent) }
  const first = of.statuses.list[0]!.code
  const { fields } = of.record
  const hasCustom = 'custom' in fields
  const named = (of.named ?? []).map(reference => {
    const { refersTo } = fields[reference]!
    const word = wordOf(reference)
    return {
      ...{ column: sql.ref(`t.${reference}`), table: sql.table(refersTo === 'user' ? 'app_user' : refersTo!) },
      ...{ alias: sql.table(word), name: sql.ref(`${word}.name`), shown: sql.ref(`${word}_name`) },
      isPartner: refersTo === 'supplier' || refersTo === 'customer',
    }
  })
  const byKeyword = (keyword: string | undefined, org_id: string) => {
    const found = (...those: RawBuilder<unknown>[]) => contains(keyword, ...those)!
    if (!contains(keyword, sql`t.no`)) return undefined
    return sql`(${sql.join(
      [
        found(sql`t.no`),
        ...named.flatMap(one =>
          one.isPartner
            ? sql`${one.column} in (select k.id from ${one.table} k where k.org_id = ${org_id} and ${found(sql`k.code`, sql`k.name`)})`
            : [],
        ),
        ...(table.keyword ? [table.keyword(found, org_id)] : []),
      ],
      sql` or `,
    )})`
  }

  const conditions = (filters: Filters, context: Context): Conditions => [
    byKeyword(filters.keyword, context.org_id),
    filters.material_id !== undefined &&
      (lines
        ? sql`t.id in (select l.${lines.parent} from ${lines.name} l where l.org_id = ${context.org_id} and l.material_id = ${filters.material_id})`
        : sql`t.material_id = ${filters.material_id}`),
    hasCustom && customContains(sql`t.custom`, filters.custom),
    withinRange(sql.ref(`t.${filters.date_field}`), filters.timestamp_range),
    ...(of.bin
      ? [
          sql`t.deleted = ${filters.deleted ?? false}`,
          filters.deleted_by !== undefined && sql`t.deleted_by = ${filters.deleted_by}`,
        ]
      : []),
    ...(of.filtered ?? []).map(field => {
      const wanted = filters[field]
      return wanted !== undefined && sql`${sql.ref(`t.${field}`)} = ${wanted}`
    }),
    ...(table.where?.(filters, context) ?? []),
  ]
  const columns = (today: Instant) =>
    sql`t.*${
      lines ? sql`, coalesce(l.line_count, 0) as line_count, l.first_material_code, l.first_material_name` : sql``
    }${
      of.approval ? sql`, ${waitsFor(of.approval, sql`t.id`)} as waits_for` : sql``
    }${of.bin ? sql`, b.name as deleted_by_name` : sql``}${
      named.length > 0 ? sql`, ${sql.join(named.map(one => sql`${one.name} as ${one.shown}`))}` : sql``
    }${table.shows ? sql`, ${table.shows(today).columns}` : sql``}`
  const ofLines =
    lines &&
    sql`left join lateral (
      select count(*) as line_count, (array_agg(m.code order by l.line_no))[1] as first_material_code,
        (array_agg(m.name order by l.line_no))[1] as first_material_name${
          table.lines?.counted ? sql`, ${table.lines.counted}` : sql``
        }
      from ${lines.name} l join material m on m.org_id = l.org_id and m.id = l.material_id
      where l.org_id = t.org_id and l.${lines.parent} = t.id
    ) l on true`
  const joins = (today: Instant) =>
    sql`${ofLines ?? sql``} ${
      of.bin ? sql`left join app_user b on b.org_id = t.org_id and b.id = t.deleted_by` : sql``
    } ${sql.join(
      named.map(
        one =>
          sql`left join ${one.table} ${one.alias} on ${one.alias}.org_id = t.org_id and ${one.alias}.id = ${one.column}`,
      ),
      sql` `,
    )} ${table.shows?.(today).joins ?? sql``}`
  // A day that every row has is ordered by as it is: its index answers.
  const dates = Object.fromEntries(
    of.dates.map(day => {
      const column = sql.ref(`t.${day}`)
      return [day, fields[day]?.required ? column : sql`coalesce(${column}, ${sql.lit(never)})`]
    }),
  )
  const find: DocumentBooks<D, X>['find'] = async (tx, org_id, { id, no }, today) => {
    const which = id === undefined ? sql`t.no = ${no ?? ''}` : sql`t.id = ${id}`
    const [found] = await rows(
      tx,
      sql<
        DocumentRow<D>
      >`select ${columns(today)} from ${seen} t ${joins(today)} where t.org_id = ${org_id} and ${which}`,
    )
    return found
  }
  const linesOf: DocumentBooks<D, X>['linesOf'] = async (tx, org_id, ids) => {
    if (!lines) return []
    return rows(
      tx,
      sql<DocumentLineRow<D>>`select l.*, m.code as material_code, m.name as material_name, m.specs as material_specs,
          u.name as unit_name, u.precision as unit_precision${table.lineShows ? sql`, ${table.lineShows.columns}` : sql``}
        from ${lines.name} l join material m on m.org_id = l.org_id and m.id = l.material_id
        join unit u on u.org_id = m.org_id and u.id = m.unit_id ${table.lineShows?.joins ?? sql``}
        where l.org_id = ${org_id} and ${among(sql`l.${lines.parent}`, ids)} order by l.${lines.parent}, l.line_no`,
    )
  }
  const follow = async (tx: Tx, org_id: string, ids: readonly string[]) => {
    if (!lines || !table.lines?.live || ids.length === 0) return
    await sql`update ${lines.name} l set status = t.status from ${name} t
      where l.org_id = ${org_id} and t.org_id = l.org_id and t.id = l.${lines.parent} and ${among(sql`t.id`, ids)}
        and l.status <> t.status`.execute(tx)
  }
  const givenNames = new Set(Object.keys(of.record.input.shape).filter(field => field !== 'no' && field !== 'custom'))
  /** Fields of the head as they are given; number and own fields are stored in their own way. */
  const givenHead = (input: object) =>
    Object.fromEntries(Object.entries(input).filter(([field]) => givenNames.has(field)))
  const living = (own: readonly LineToSave[], status: unknown) =>
    table.lines?.live ? own.map(line => ({ ...line, status })) : own

  const facts = sql.join(
    [
      sql`t.id, t.no, t.row_version, t.status`,
      of.approval && sql`t.approval_status`,
      of.bin && sql`t.deleted`,
      of.noLines &&
        lines &&
        sql`(select count(*) from ${lines.name} l where l.org_id = t.org_id and l.${lines.parent} = t.id) as line_count`,
      table.facts,
    ].filter(one => one !== undefined),
    sql`, `,
  )

  const lock: DocumentBooks<D, X>['lock'] = async (tx, org_id, ids) => {
    if (ids.length === 0) return new Map()
    const which = sql`t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by t.id`
    await sql`select from ${seen} t where ${which} for no key update`.execute(tx)
    const found = await rows(tx, sql<DocumentFacts & X>`select ${facts} from ${seen} t where ${which}`)
    return new Map(found.map(document => [document.id, document]))
  }
  const expectAllowed: DocumentBooks<D, X>['expectAllowed'] = (action, document) => {
    table.checks?.[action]?.(document)
    // What is approved stays as it was submitted.
    if (document.approval_status === approvalStatus.codes.pending)
      refuse(of.notNow, { detail: text(`${of.record.title.zh}审批中`, 'Its approval is pending') })
    if (document.deleted) refuse(of.notNow, { detail: inBin })
    const detail = of.statuses.whyNot(action, document.status)
    if (detail) refuse(of.notNow, { detail })
    if (action === 'submit' && document.line_count === 0) refuse(of.noLines!)
  }

  const touch = async (tx: Tx, org_id: string, those: RawBuilder<unknown>) => {
    await sql`update ${name} t set row_version = t.row_version where t.org_id = ${org_id} and t.id in ${those}`.execute(
      tx,
    )
  }

  return {
    page: (input, context) =>
      listRows<DocumentRow<D>>(
        context.tx,
        {
          org_id: context.org_id,
          table: table.seen ?? table.table,
          where: [oneOfCodes(sql`t.status`, filtersOf(input).statuses), ...conditions(filtersOf(input), context)],
          columns: columns(startOfToday(context)),
          joins: joins(startOfToday(context)),
          orders: {
            no: sql`t.no`,
            status: sql`t.status`,
            created_time: sql`t.created_time`,
            ...dates,
            ...Object.fromEntries((of.sorted ?? []).map(field => [field, sql.ref(`t.${field}`)])),
            ...table.orders,
          },
          defaultOrder: filtersOf(input).deleted ? '-deleted_time' : (table.defaultOrder ?? '-created_time'),
          ...(table.filterJoins ? { filterJoins: table.filterJoins } : {}),
        },
        input,
      ),

    async counts(filters, context) {
      const where = [sql`t.org_id = ${context.org_id}`, ...conditions(filtersOf(filters), context)]
      const found = await rows(
        context.tx,
        sql<{ status: string | number; count: number }>`select t.status, count(*) as count from ${seen} t
          where ${sql.join(where.filter(Boolean), sql` and `)} group by t.status`,
      )
      const counted = new Map(found.map(({ status, count }) => [status, count]))
      return Object.fromEntries(Object.entries(countedStates(of)).map(([key, code]) => [key, counted.get(code) ?? 0]))
    },

    async totals(filters, context) {
      if (!lines) return { result: [], is_complete: true }
      const where = [
        sql`t.org_id = ${context.org_id}`,
        oneOfCodes(sql`t.status`, filtersOf(filters).statuses),
        ...conditions(filtersOf(filters), context),
      ]
      const [found] = await rows(
        context.tx,
        sql<{ count: number; result: DocumentTotals['result'] | null }>`with found as (
            select t.id from ${seen} t where ${sql.join(where.filter(Boolean), sql` and `)} limit ${mostTotalled + 1}
          ), known as (select count(*) as count from found)
          select k.count, (select jsonb_agg(s order by s.unit_name) from (
              select u.name as unit_name, trim_scale(sum(l.quantity))::text as quantity
              from found f join ${lines.name} l on l.org_id = ${context.org_id} and l.${lines.parent} = f.id
                join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
              where k.count <= ${mostTotalled} group by u.name
            ) s) as result from known k`,
      )
      return { result: found!.result ?? [], is_complete: found!.count <= mostTotalled }
    },

    find,
    one: async (context, key) =>
      (await find(context.tx, context.org_id, key, startOfToday(context))) ??
      refuse(of.missing ?? generalErrors.recordNotFound),

    async expectSeen(tx, org_id, ids) {
      const wanted = [...new Set(ids)]
      const found = await rows(
        tx,
        sql<{ id: string }>`select t.id from ${seen} t where t.org_id = ${org_id} and ${among(sql`t.id`, wanted)}`,
      )
      if (found.length < wanted.length) refuse(of.missing ?? generalErrors.recordNotFound)
    },

    async several(tx, org_id, ids) {
      const found = await rows(
        tx,
        sql<DocumentRow<D> & Maker>`select ${columns(0)} from ${name} t ${joins(0)}
          where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
      )
      return new Map(found.map(head => [head.id as string, head]))
    },

    linesOf,
    async linesByDocument(tx, org_id, ids) {
      const parentOf = (line: unknown) => (line as Readonly<Record<string, string>>)[table.lines!.parent]!
      return Map.groupBy(await linesOf(tx, org_id, ids), parentOf)
    },

    lock,
    expectAllowed,
    async take({ tx, org_id }, action, { id, row_version }) {
      const found = (await lock(tx, org_id, [id])).get(id) ?? refuse(of.missing ?? generalErrors.recordNotFound)
      expectAllowed(action, expectVersion(found, row_version))
      return found
    },

    async add(context, asked, custom) {
      const { tx, org_id, now, member } = context
      const inputs = asked.map(ofDocument)
      const given = inputs as unknown as readonly Given[]
      await expectFree(tx, org_id, given, undefined)
      const stored = await table.settle(context, inputs)
      const settle = hasCustom && custom !== 'later' ? await customSettler(tx, org_id, table.table) : undefined
      const unnumbered = given.filter(({ no }) => !no).length
      const serials = await takeSerials(tx, table.serial, unnumbered, now, member.time_zone)
      const made = stored.map(({ head, lines: own }, index) => ({
        id: newId(),
        no: given[index]!.no ?? serials.shift()!,
        head: {
          ...table.begins?.(context, inputs[index]!),
          ...givenHead(inputs[index]!),
          ...head,
          ...(settle ? { custom: settle(given[index]!.custom) } : {}),
        },
        lines: living(own ?? given[index]!.lines ?? [], first),
      }))
      await insertRows(
        tx,
        table.table,
        made.map(({ id, no, head }) => ({ id, no, status: first, ...head })),
      )
      if (table.lines) await insertLines(tx, table.lines, made)
      const numbered = made.map(({ id, no }) => ({ id, no }))
      await table.acts?.add?.(context, numbered)
      return numbered
    },

    async replace(context, document, altered) {
      const { tx, org_id } = context
      const { id } = document
      const input = ofDocument(altered)
      await expectFree(tx, org_id, [input], id)
      const [stored] = await table.settle(context, [input], id)
      const custom = hasCustom ? { custom: await settledCustom(tx, org_id, table.table, input.custom, id) } : {}
      const no = input.no ? { no: input.no } : {}
      await updateRows(tx, org_id, table.table, [{ id, ...no, ...givenHead(input), ...stored!.head, ...custom }])
      const own = stored!.lines ?? (input as Given).lines ?? []
      if (table.lines) await replaceLines(tx, org_id, table.lines, id, living(own, document.status))
      await table.acts?.alter?.(context, [document])
    },

    async countLines(tx, org_id, more) {
      const { name: own, parent } = lines!
      const figures = [...new Set(more.flatMap(line => Object.keys(line)))].filter(field => field !== 'id')
      if (figures.length === 0) return
      const each = (of: (figure: RawBuilder<unknown>) => RawBuilder<unknown>) =>
        sql.join(figures.map(figure => of(sql.ref(figure))))
      const told = recordset(more, sql`id uuid, ${each(figure => sql`${figure} numeric`)}`)
      await sql`update ${own} l set ${each(figure => sql`${figure} = l.${figure} + r.${figure}`)}
        from (select x.id, ${each(figure => sql`coalesce(sum(x.${figure}), 0) as ${figure}`)} from ${told} x group by x.id) r
        where l.org_id = ${org_id} and l.id = r.id`.execute(tx)
      const ids = more.map(({ id }) => id)
      await touch(
        tx,
        org_id,
        sql`(select l.${parent} from ${own} l where l.org_id = ${org_id} and ${among(sql`l.id`, ids)})`,
      )
    },

    touch: (tx, org_id, id) => touch(tx, org_id, sql`(${id})`),

    async write(tx, org_id, ids, written) {
      await updateRows(
        tx,
        org_id,
        table.table,
        ids.map(id => ({ id, ...written })),
      )
      if ('status' in written) await follow(tx, org_id, ids)
    },

    async move(tx, org_id, action, ids, also) {
      await transition(tx, org_id, { table: table.table, statuses: of.statuses }, action, ids, also)
      await follow(tx, org_id, ids)
    },

    async drop(tx, org_id, ids) {
      if (hasAttachments(table.table)) await dropAttachmentsOf(tx, org_id, table.table, ids)
      if (lines)
        await sql`delete from ${lines.name} where org_id = ${org_id} and ${among(lines.parent, ids)}`.execute(tx)
      await sql`delete from ${name} where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
    },
  }

  /** A number that somebody typed and another document has is refused at its field. */
  async function expectFree(
    tx: Tx,
    org_id: string,
    given: readonly Given[],
    own_id: string | undefined,
  ): Promise<void> {
    const wanted = given.flatMap(({ no }) => no ?? [])
    if (wanted.length === 0) return
    const taken = await rows(
      tx,
      sql`select 1 from ${name} where org_id = ${org_id} and no = any(${wanted}::text[]) and id is distinct from ${own_id ?? null} limit 1`,
    )
    if (taken.length > 0) refuse(of.numberTaken!, { field: 'no', field_title: fields.no!.title })
  }
}
