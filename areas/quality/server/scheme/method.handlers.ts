import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertLines, insertRows, replaceLines, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { bulkAnswer, expectVersion, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, isWritten, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { qualityErrors } from '../../model/quality.errors.ts'
import { methodCalls } from '../../model/scheme/method.calls.ts'
import type { QcItemRow, QcMethodRow } from '../../model/scheme/method.record.ts'
import { checkItems } from '../../model/scheme/method.rules.ts'
import { schemeStatus } from '../../model/scheme/scheme.status.ts'

const columns = sql`t.*, (select count(*) from qc_item i where i.org_id = t.org_id and i.method_id = t.id) as item_count,
  (select count(*) from qc_scheme s where s.org_id = t.org_id and s.method_id = t.id) as scheme_count`
const itemsOf = { table: 'qc_item', parent: 'method_id' } as const

export const itemsOfMethod = (tx: Tx, org_id: string, method_id: string | null): Promise<QcItemRow[]> =>
  rows(
    tx,
    sql<QcItemRow>`select i.*, trim_scale(i.lower_limit) as lower_limit, trim_scale(i.upper_limit) as upper_limit from qc_item i
      where i.org_id = ${org_id} and i.method_id = ${method_id} order by i.line_no`,
  )

interface MethodFacts {
  readonly id: string
  readonly row_version: number
  /** A plan by it is released or was: what inspectors have gone by stays. */
  readonly released: boolean
  readonly planned: boolean
}
export async function lockMethods(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, MethodFacts>> {
  const which = sql`t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by t.id`
  await sql`select from qc_method t where ${which} for update`.execute(tx)
  const used = sql`select from qc_scheme s where s.org_id = t.org_id and s.method_id = t.id`
  const found = await rows(
    tx,
    sql<MethodFacts>`select t.id, t.row_version, exists (${used} and s.status <> ${schemeStatus.codes.draft}) as released, exists (${used}) as planned
      from qc_method t where ${which}`,
  )
  return new Map(found.map(method => [method.id, method]))
}

export const methodHandlers: Handler[] = [
  handle(methodCalls.list, (input, { tx, org_id }) =>
    listRows<QcMethodRow>(
      tx,
      {
        ...{ org_id, table: 'qc_method', columns, defaultOrder: 'code' },
        where: [contains(input.keyword, sql`t.code`, sql`t.name`), isWritten(input.written, sql`t.code`, sql`t.name`)],
        orders: { code: sql`t.code`, name: sql`t.name`, updated_time: sql`t.updated_time` },
      },
      input,
    ),
  ),
  handle(methodCalls.detail, async ({ id }, { tx, org_id }) => {
    const [record] = await rows(
      tx,
      sql<QcMethodRow>`select ${columns} from qc_method t where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: record ?? refuse(generalErrors.recordNotFound), lines: await itemsOfMethod(tx, org_id, id) }
  }),
  handle(methodCalls.add, async ({ lines, ...values }, { tx }) => {
    checkItems(lines)
    const id = newId()
    await insertRows(tx, 'qc_method', [{ id, ...values }])
    await insertLines(tx, itemsOf, [{ id, lines }])
    return { id }
  }),
  handle(methodCalls.alter, async ({ id, row_version, lines, ...values }, { tx, org_id }) => {
    const { released } = expectVersion((await lockMethods(tx, org_id, [id])).get(id), row_version)
    if (released) refuse(qualityErrors.itemInUse)
    checkItems(lines)
    await updateRows(tx, org_id, 'qc_method', [{ id, ...values }])
    await replaceLines(tx, org_id, itemsOf, id, lines)
    return { affected: 1 }
  }),
  handle(methodCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    const { passed_ids, refused } = sortOut(ids, await lockMethods(tx, org_id, ids), ({ planned }) => {
      if (planned) refuse(qualityErrors.itemInUse)
    })
    await sql`delete from qc_method where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
]
