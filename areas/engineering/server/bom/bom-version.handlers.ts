// BoMs in versions: of each product one is the default. What is particular to material and to manufacturing BoMs they say themselves.
import type { AnyCall } from '@qitao/core/call.ts'
import type { Exchange } from '@qitao/core/exchange.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { idsInUse, type Reference } from '@qitao/platform/server/database/usage.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { exportHandler, type LineRow } from '@qitao/platform/server/excel/export.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, type ListQuery, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { bomVersionCalls } from '../../model/bom/bom-version.calls.ts'
import { checkAlterable, checkDroppable, checkMove } from '../../model/bom/bom-version.rules.ts'
import type { BomVersionStatus } from '../../model/bom/bom-version.status.ts'
import {
  lockReleases,
  saveCancelled,
  saveReleased,
  usedByOpenMos,
  type VersionToRelease,
} from './bom-version.queries.ts'

interface LockedVersion extends VersionToRelease {
  readonly row_version: number
  readonly is_default: boolean
  readonly status: BomVersionStatus
}
/** `I`: what a handler is given of one, `L`: its lines, `B`: what is asked of it while it is locked. */
export interface BomVersions<I, L, B extends LockedVersion> {
  readonly calls: Readonly<Record<keyof ReturnType<typeof bomVersionCalls>, AnyCall>>
  readonly record: RecordType
  readonly exchange: Exchange
  readonly exportedLines: (tx: Tx, org_id: string, ids: readonly string[]) => Promise<LineRow[]>
  readonly table: 'material_bom' | 'manufacturing_bom'
  /** The column of an MO that names it, and where else it keeps a version from being deleted. */
  readonly ofMo: 'material_bom_id' | 'manufacturing_bom_id'
  readonly usedIn?: readonly Reference[]
  /** Of a row as it travels; `t` is the version. */
  readonly columns: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  /** Conditions of the filters that only it has. */
  // biome-ignore lint/suspicious/noExplicitAny: the filters of its own list
  readonly where: (filters: any) => ListQuery['where'] & {}
  readonly orders?: ListQuery['orders']
  readonly lock: (tx: Tx, org_id: string, ids: readonly string[]) => Promise<Map<string, B>>
  readonly lineRows: (tx: Tx, org_id: string, id: string) => Promise<readonly object[]>
  readonly linesOf: (tx: Tx, org_id: string, id: string) => Promise<readonly L[]>
  /** Loads what stands around it and refuses a bad one; answers what is stored. `own_id`: of the one that is altered. */
  readonly settle: (
    context: Context,
    input: I & { readonly lines: readonly L[] },
    own_id?: string,
  ) => Promise<{
    readonly head: { readonly code: string; readonly material_id: string; readonly version: string }
    readonly lines: readonly L[]
  }>
  readonly replaceLines: (tx: Tx, org_id: string, id: string, lines: readonly L[]) => Promise<unknown>
  /** Loads what stands around those that are to be released; answers what refuses one of them. */
  readonly release: (context: Context, found: ReadonlyMap<string, B>) => Promise<(version: B) => void>
}

export const todayOf = ({ now, member: { time_zone } }: Pick<Context, 'now' | 'member'>): Instant =>
  startOfDay(dayOf(now, time_zone), time_zone)

/** One as it travels. */
export async function findVersion<T extends object>(
  tx: Tx,
  org_id: string,
  { table, columns, joins }: Pick<BomVersions<never, never, never>, 'table' | 'columns' | 'joins'>,
  id: string,
): Promise<T> {
  const [found] = await rows(
    tx,
    sql<T>`select ${columns} from ${sql.table(table)} t ${joins} where t.org_id = ${org_id} and t.id = ${id}`,
  )
  return found ?? refuse(generalErrors.recordNotFound)
}

export function bomVersionHandlers<I, L, B extends LockedVersion>(of: BomVersions<I, L, B>): Handler[] {
  const { calls, table } = of
  type Given = I & { readonly lines?: readonly L[] | undefined }
  const list = handle(calls.list, async (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        org_id,
        table,
        filterJoins: sql`join material m on m.org_id = t.org_id and m.id = t.material_id`,
        where: [
          contains(input.keyword, sql`t.code`, sql`t.version`, sql`m.code`, sql`m.name`),
          input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
          input.status !== undefined && sql`t.status = ${input.status}`,
          oneOfCodes(sql`t.status`, input.statuses),
          ...of.where(input),
        ],
        columns: of.columns,
        joins: of.joins,
        orders: {
          code: sql`t.code`,
          material_id: sql`m.code`,
          material_code: sql`m.code`,
          version: sql`t.version`,
          status: sql`t.status`,
          valid_from: sql`t.valid_from`,
          expiry_time: sql`t.expiry_time`,
          created_time: sql`t.created_time`,
          updated_time: sql`t.updated_time`,
          ...of.orders,
        },
        defaultOrder: '-updated_time',
      },
      input,
    ),
  )
  return [
    list,
    exportHandler(calls.export, list, of.record, { imports: of.exchange, lines: of.exportedLines }),

    handle(calls.show, async ({ id }, { tx, org_id }) => {
      const record = await findVersion(tx, org_id, of, id)
      return { record, lines: await of.lineRows(tx, org_id, id) }
    }),

    handle(calls.add, async (input: I & { readonly lines: readonly L[] }, context) => {
      const { tx, org_id } = context
      const { head, lines } = await of.settle(context, input)
      const id = newId()
      await insertRows(tx, table, [{ id, ...head }])
      await of.replaceLines(tx, org_id, id, lines)
      return { id }
    }),

    handle(calls.alter, async (input: Given & { readonly id: string; readonly row_version: number }, context) => {
      const { tx, org_id } = context
      const { id } = input
      checkAlterable(expectVersion((await of.lock(tx, org_id, [id])).get(id), input.row_version).status)
      const given = { ...input, lines: input.lines ?? (await of.linesOf(tx, org_id, id)) }
      const { head, lines } = await of.settle(context, given, id)
      await updateRows(tx, org_id, table, [{ id, ...head }])
      // Lines that were not given may follow from the head, and are then others; as they were, they stay.
      if (input.lines || lines !== given.lines) await of.replaceLines(tx, org_id, id, lines)
      return { affected: 1 }
    }),

    handle(calls.drop, async ({ ids }, { tx, org_id, language }) => {
      const found = await of.lock(tx, org_id, ids)
      const used = await idsInUse(tx, org_id, ids, [['mo', of.ofMo], ...(of.usedIn ?? [])])
      const { passed_ids, refused } = sortOut(ids, found, ({ id, status }) => {
        checkDroppable(status)
        if (used.has(id)) refuse(generalErrors.dataInUse)
      })
      await sql`delete from ${sql.table(table)} where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
      return bulkAnswer(passed_ids, refused, language)
    }),

    handle(calls.release, async ({ ids }, context) => {
      const { tx, org_id, language } = context
      await lockReleases(tx, org_id)
      const found = await of.lock(tx, org_id, ids)
      const { passed, passed_ids, refused } = sortOut(ids, found, await of.release(context, found))
      await saveReleased(tx, org_id, table, passed, todayOf(context))
      return bulkAnswer(passed_ids, refused, language)
    }),

    handle(calls.cancel, async ({ ids }, { tx, org_id, language, now }) => {
      await lockReleases(tx, org_id)
      const found = await of.lock(tx, org_id, ids)
      const used = await usedByOpenMos(tx, org_id, of.ofMo, ids)
      const { passed, passed_ids, refused } = sortOut(ids, found, ({ id, status }) => {
        checkMove('cancel', status)
        if (used.has(id)) refuse(generalErrors.dataInUse)
      })
      await saveCancelled(tx, org_id, table, passed, now)
      return bulkAnswer(passed_ids, refused, language)
    }),

    handle(calls.makeDefault, async ({ id }, context) => {
      const { tx, org_id } = context
      await lockReleases(tx, org_id)
      const version = (await of.lock(tx, org_id, [id])).get(id) ?? refuse(generalErrors.recordNotFound)
      checkMove('make_default', version.status)
      await saveReleased(tx, org_id, table, [version], todayOf(context), 'make_default')
      return { affected: 1 }
    }),
  ]
}
