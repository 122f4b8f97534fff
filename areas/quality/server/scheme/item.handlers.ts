import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { bulkAnswer, expectVersion, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { sql } from 'kysely'
import { qualityErrors } from '../../model/quality.errors.ts'
import { itemCalls } from '../../model/scheme/method.calls.ts'
import { qcMethodItem } from '../../model/scheme/method.record.ts'
import { checkItem } from '../../model/scheme/method.rules.ts'
import { lockMethods } from './method.handlers.ts'

const plain = plainHandlers(qcMethodItem, itemCalls, {
  ...{ table: 'qc_item', keyword: ['name', 'standard', 'tool'], orders: ['name', 'kind', 'defect_class'] },
  defaultOrder: 'name',
  shows: {
    columns: sql`trim_scale(t.lower_limit) as lower_limit, trim_scale(t.upper_limit) as upper_limit, q.name as method_name`,
    joins: sql`join qc_method q on q.org_id = t.org_id and q.id = t.method_id`,
  },
})
const written: readonly unknown[] = [itemCalls.add, itemCalls.alter, itemCalls.drop]

interface ItemFacts {
  readonly id: string
  readonly row_version: number
  readonly method_id: string
  readonly name: string
  readonly line_no: number
}
const itemsWhere = (tx: Tx, org_id: string, column: 'id' | 'method_id', ids: readonly string[]): Promise<ItemFacts[]> =>
  rows(
    tx,
    sql<ItemFacts>`select id, row_version, method_id, name, line_no from qc_item
      where org_id = ${org_id} and ${among(sql.ref(column), ids)} order by method_id, line_no`,
  )
/** Methods that nothing released goes by, locked, with all their items. */
async function lockItems(tx: Tx, org_id: string, method_ids: readonly string[]): Promise<Map<string, ItemFacts[]>> {
  const methods = await lockMethods(tx, org_id, method_ids)
  for (const id of method_ids) {
    const { released } = methods.get(id) ?? refuse(generalErrors.recordNotFound, placeOfMethod)
    if (released) refuse(qualityErrors.itemInUse)
  }
  return Map.groupBy(await itemsWhere(tx, org_id, 'method_id', method_ids), ({ method_id }) => method_id)
}
/** Another item is another version of its method: who has it open as it was does not write over it. */
const renewMethods = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`update qc_method set updated_time = epoch_now() where org_id = ${org_id} and ${among(sql`id`, [...new Set(ids)])}`.execute(
    tx,
  )
const placeOfMethod = { field: 'method_id', field_title: qcMethodItem.fields.method_id.title }
const namesOf = (items: readonly ItemFacts[]): Set<string> => new Set(items.map(({ name }) => name))
const lastOf = (items: readonly ItemFacts[]): number => items.at(-1)?.line_no ?? 0

export const itemHandlers: Handler[] = [
  ...plain.filter(({ call }) => !written.includes(call)),
  handle(itemCalls.add, async (given, { tx, org_id }) => {
    const others = (await lockItems(tx, org_id, [given.method_id])).get(given.method_id) ?? []
    checkItem(given, namesOf(others))
    const id = newId()
    await insertRows(tx, 'qc_item', [{ ...given, id, line_no: lastOf(others) + 1 }])
    await renewMethods(tx, org_id, [given.method_id])
    return { id }
  }),
  handle(itemCalls.alter, async ({ id, row_version, ...given }, { tx, org_id }) => {
    const [seen] = await itemsWhere(tx, org_id, 'id', [id])
    const from = seen?.method_id ?? refuse(generalErrors.recordNotFound)
    const methods = await lockItems(tx, org_id, [...new Set([from, given.method_id])].sort())
    const item = (methods.get(from) ?? []).find(one => one.id === id)
    const { line_no } = expectVersion(item, row_version)
    const others = (methods.get(given.method_id) ?? []).filter(one => one.id !== id)
    checkItem(given, namesOf(others))
    if (from !== given.method_id) {
      if (methods.get(from)!.length === 1) refuse(qualityErrors.noItems)
      await updateRows(tx, org_id, 'qc_item', [{ id, ...given, line_no: lastOf(others) + 1 }])
    } else await updateRows(tx, org_id, 'qc_item', [{ id, ...given, line_no }])
    await renewMethods(tx, org_id, [from, given.method_id])
    return { affected: 1 }
  }),
  handle(itemCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    const method_ids = [...new Set((await itemsWhere(tx, org_id, 'id', ids)).map(({ method_id }) => method_id))].sort()
    const methods = await lockMethods(tx, org_id, method_ids)
    const all = await itemsWhere(tx, org_id, 'method_id', method_ids)
    const left = new Map([...Map.groupBy(all, ({ method_id }) => method_id)].map(([id, of]) => [id, of.length]))
    const { passed_ids, refused } = sortOut(ids, new Map(all.map(item => [item.id, item])), ({ method_id }) => {
      if (methods.get(method_id)!.released) refuse(qualityErrors.itemInUse)
      const rest = left.get(method_id)! - 1
      if (rest === 0) refuse(qualityErrors.noItems)
      left.set(method_id, rest)
    })
    await sql`delete from qc_item where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    const gone = new Set(passed_ids)
    await renewMethods(
      tx,
      org_id,
      all.flatMap(({ id, method_id }) => (gone.has(id) ? [method_id] : [])),
    )
    return bulkAnswer(passed_ids, refused, language)
  }),
]
