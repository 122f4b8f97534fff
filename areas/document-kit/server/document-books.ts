import { serialColumns } from '@qitao/access/model/record/serial-number.rules.ts'
import { customSettler, settledCustom, waitsFor } from '@qitao/access/server'
import type { CustomValues } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ListInput, Rows } from '@qitao/core/page.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertLines, insertRows, replaceLines, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { contains, customContains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import type { AnyDocument, DocumentInput, DocumentLineRow, DocumentRow } from '../model/document.ts'
import type { Conditions, DocumentFacts, DocumentNumber, DocumentTable } from './document-table.ts'

/** The books of a declared document: its lists, one of it, its lines; how it is locked, added and replaced. */
export interface DocumentBooks<D extends AnyDocument, X extends object = Record<never, never>> {
  page(input: ListInput, context: Context): Promise<Rows<DocumentRow<D>>>
  counts(filters: object, context: Context): Promise<Record<string, number>>
  /** 5010 when there is none. */
  one(context: Context, id: string): Promise<DocumentRow<D>>
  /** Several, each with who made it. */
  several(tx: Tx, org_id: string, ids: readonly string[]): Promise<(DocumentRow<D> & Maker)[]>
  linesOf(tx: Tx, org_id: string, ids: readonly string[]): Promise<DocumentLineRow<D>[]>
  /** Locked in the order of their ids, then read: what their rules ask is of the time of the lock. */
  lock(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, DocumentFacts & X>>
  /** New documents, as many as there are in the same few statements. `later`: the company's own fields are filled in later. */
  add(context: Context, inputs: readonly DocumentInput<D>[], custom?: 'later'): Promise<{ id: string; no: string }[]>
  /** Of one that is locked and may be altered. */
  replace(context: Context, document: DocumentNumber, input: DocumentInput<D>): Promise<void>
  drop(context: Context, documents: readonly DocumentNumber[]): Promise<void>
}
export interface Maker {
  readonly created_by: string | null
}

/** A day is over when the next has begun in the organisation's zone. */
export const startOfToday = ({ now, member }: Pick<Context, 'now' | 'member'>): Instant =>
  startOfDay(dayOf(now, member.time_zone), member.time_zone)

interface Filters {
  keyword?: string
  statuses?: readonly (string | number)[]
  material_id?: string
  custom?: Parameters<typeof customContains>[1]
  timestamp_range?: readonly [number, number]
  date_field: string
}
interface Given {
  /** Of one whose number people may type. */
  no?: string | null
  custom?: CustomValues | undefined
}

/** A day that a row does not have comes after all others. */
const never = 9_007_199_254_740_991

export function documentBooks<D extends AnyDocument, X extends object>(
  of: D,
  table: DocumentTable<D, X>,
): DocumentBooks<D, X> {
  const name = sql.table(table.table)
  const lines = table.lines && { name: sql.table(table.lines.table), parent: sql.ref(table.lines.parent) }
  const { fields } = of.record
  const hasCustom = 'custom' in fields
  const byKeyword = (keyword: string | undefined, org_id: string) => {
    const byNumber = contains(keyword, sql`t.no`)
    if (!byNumber || !table.keyword) return byNumber
    return sql`(${byNumber} or ${table.keyword((...columns) => contains(keyword, ...columns)!, org_id)})`
  }

  const conditions = (filters: Filters, context: Context): Conditions => [
    byKeyword(filters.keyword, context.org_id),
    filters.material_id !== undefined &&
      (lines
        ? sql`t.id in (select l.${lines.parent} from ${lines.name} l where l.org_id = ${context.org_id} and l.material_id = ${filters.material_id})`
        : sql`t.material_id = ${filters.material_id}`),
    hasCustom && customContains(sql`t.custom`, filters.custom),
    withinRange(sql.ref(`t.${filters.date_field}`), filters.timestamp_range),
    ...(table.where?.(filters, context) ?? []),
  ]
  const columns = (today: Instant) =>
    sql`t.*${
      lines ? sql`, coalesce(l.line_count, 0) as line_count, l.first_material_code, l.first_material_name` : sql``
    }${
      of.approval ? sql`, ${waitsFor(of.approval, sql`t.id`)} as waits_for` : sql``
    }${table.shows ? sql`, ${table.shows(today).columns}` : sql``}`
  const ofLines =
    lines &&
    sql`left join lateral (
      select count(*) as line_count, (array_agg(m.code order by l.line_no))[1] as first_material_code,
        (array_agg(m.name order by l.line_no))[1] as first_material_name
      from ${lines.name} l join material m on m.org_id = l.org_id and m.id = l.material_id
      where l.org_id = t.org_id and l.${lines.parent} = t.id
    ) l on true`
  const joins = (today: Instant) => sql`${ofLines ?? sql``} ${table.shows?.(today).joins ?? sql``}`
  const dates = Object.fromEntries(of.dates.map(day => [day, sql`coalesce(${sql.ref(`t.${day}`)}, ${sql.lit(never)})`]))

  return {
    page: (input, context) =>
      listRows<DocumentRow<D>>(
        context.tx,
        {
          org_id: context.org_id,
          table: table.table,
          where: [
            oneOfCodes(sql`t.status`, (input as Partial<Filters>).statuses),
            ...conditions(input as Filters & ListInput, context),
          ],
          columns: columns(startOfToday(context)),
          joins: joins(startOfToday(context)),
          orders: {
            no: sql`t.no`,
            status: sql`t.status`,
            created_time: sql`t.created_time`,
            ...dates,
            ...table.orders,
          },
          defaultOrder: table.defaultOrder ?? '-created_time',
          ...(table.filterJoins ? { filterJoins: table.filterJoins } : {}),
        },
        input,
      ),

    async counts(filters, context) {
      const where = [sql`t.org_id = ${context.org_id}`, ...conditions(filters as Filters, context)]
      const found = await rows(
        context.tx,
        sql<{ status: string | number; count: number }>`select t.status, count(*) as count from ${name} t
          where ${sql.join(where.filter(Boolean), sql` and `)} group by t.status`,
      )
      const counted = new Map(found.map(({ status, count }) => [status, count]))
      return Object.fromEntries(of.statuses.list.map(({ key, code }) => [key, counted.get(code) ?? 0]))
    },

    async one(context, id) {
      const { tx, org_id } = context
      const today = startOfToday(context)
      const [found] = await rows(
        tx,
        sql<
          DocumentRow<D>
        >`select ${columns(today)} from ${name} t ${joins(today)} where t.org_id = ${org_id} and t.id = ${id}`,
      )
      return found ?? refuse(generalErrors.recordNotFound)
    },

    several: (tx, org_id, ids) =>
      rows(
        tx,
        sql<DocumentRow<D> & Maker>`select ${columns(0)} from ${name} t ${joins(0)}
          where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
      ),

    async linesOf(tx, org_id, ids) {
      if (!lines) return []
      return rows(
        tx,
        sql<DocumentLineRow<D>>`select l.*, m.code as material_code, m.name as material_name, m.specs as material_specs,
            u.name as unit_name, u.precision as unit_precision${table.lineShows ? sql`, ${table.lineShows.columns}` : sql``}
          from ${lines.name} l join material m on m.org_id = l.org_id and m.id = l.material_id
          join unit u on u.org_id = m.org_id and u.id = m.unit_id ${table.lineShows?.joins ?? sql``}
          where l.org_id = ${org_id} and ${among(sql`l.${lines.parent}`, ids)} order by l.${lines.parent}, l.line_no`,
      )
    },

    async lock(tx, org_id, ids) {
      if (ids.length === 0) return new Map()
      const which = sql`t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by t.id`
      await sql`select from ${name} t where ${which} for no key update`.execute(tx)
      const found = await rows(
        tx,
        sql<
          DocumentFacts & X
        >`select t.id, t.no, t.row_version, t.status${of.approval ? sql`, t.approval_status` : sql``}${table.facts ? sql`, ${table.facts}` : sql``}
          from ${name} t where ${which}`,
      )
      return new Map(found.map(document => [document.id, document]))
    },

    async add(context, inputs, custom) {
      const { tx, org_id, now, member } = context
      const given = inputs as unknown as readonly Given[]
      await expectFree(tx, org_id, given, undefined)
      const stored = await table.settle(context, inputs)
      const settle = hasCustom && custom !== 'later' ? await customSettler(tx, org_id, table.table) : undefined
      const column = (serialColumns as Readonly<Record<string, { table: string; column: string } | undefined>>)[
        table.serial
      ]
      const unnumbered = given.filter(({ no }) => !no).length
      const serials = await takeSerials(tx, table.serial, unnumbered, now, member.time_zone, column)
      const begins = table.begins?.(context)
      const made = stored.map(({ head, lines: own = [] }, index) => ({
        id: newId(),
        no: given[index]!.no ?? serials.shift()!,
        head: { ...begins, ...head, ...(settle ? { custom: settle(given[index]!.custom) } : {}) },
        lines: own,
      }))
      const status = of.statuses.list[0]!.code
      await insertRows(tx, table.table, made.map(({ id, no, head }) => ({ id, no, status, ...head })) as never)
      if (table.lines) await insertLines(tx, table.lines, made)
      const numbered = made.map(({ id, no }) => ({ id, no }))
      await table.acts?.add?.(context, numbered)
      return numbered
    },

    async replace(context, document, input) {
      const { tx, org_id } = context
      const { id } = document
      const given = input as unknown as Given
      await expectFree(tx, org_id, [given], id)
      const [stored] = await table.settle(context, [input], id)
      const custom = hasCustom ? { custom: await settledCustom(tx, org_id, table.table, given.custom, id) } : {}
      const no = given.no ? { no: given.no } : {}
      await updateRows(tx, org_id, table.table, [{ id, ...no, ...stored!.head, ...custom }] as never)
      if (table.lines) await replaceLines(tx, org_id, table.lines, id, stored!.lines ?? [])
      await table.acts?.alter?.(context, [document])
    },

    async drop(context, documents) {
      const { tx, org_id } = context
      const ids = documents.map(({ id }) => id)
      if (lines)
        await sql`delete from ${lines.name} where org_id = ${org_id} and ${among(lines.parent, ids)}`.execute(tx)
      await sql`delete from ${name} where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
      await table.acts?.drop?.(context, documents)
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
