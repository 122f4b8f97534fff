import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { type ApprovalDocument, startApprovals, waitsFor } from '@qitao/access/server'
import { workgroupsOf } from '@qitao/masterdata/server'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { updateRows } from '@qitao/platform/server/database/write-rows.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { lastPrices } from '@qitao/purchasing/server'
import { giveBins } from '@qitao/stock/server'
import { sql } from 'kysely'
import { valueOfDifferences } from '../../model/count/count.rules.ts'
import { countStatus } from '../../model/count/count.status.ts'
import { countModule } from './count.queries.ts'
import { checkDifferences, postDifferences } from './post-differences.ts'

/** Lines that an approver reads; the digest of what he decides is of all. */
const mostShown = 200

/** A line as an approver reads it. */
interface Differing {
  readonly id: string
  readonly count_id: string
  readonly counted_quantity: string
  readonly difference: string
}
/** A count is approved by what its differences are worth; while it waits nobody writes anything down. */
export const countApproval: ApprovalDocument = {
  module_code: countModule,
  attached_to: 'inventory_count',
  async load(tx, org_id, ids) {
    const which = sql`t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`
    await sql`select from inventory_count t where ${which} order by t.id for no key update`.execute(tx)
    const found = await rows(
      tx,
      sql<{
        id: string
        no: string
        created_by: string | null
        difference_value: string | null
      }>`select t.*, w.name as warehouse_name
        from inventory_count t join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id where ${which} order by t.id`,
    )
    const lines = Map.groupBy(
      await rows(
        tx,
        sql<Differing>`select t.id, t.count_id, t.material_id, t.location_id, nullif(t.lot_number, '') as lot_number, t.quality_status,
            coalesce(t.second_book, t.first_book, t.book_quantity) as book_quantity, t.counted_quantity, t.difference, t.remark, m.code as material_code, m.name as material_name,
            o.code as location_code, u.name as unit_name
          from count_line t join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
            join location o on o.org_id = t.org_id and o.id = t.location_id
          where t.org_id = ${org_id} and ${among(sql`t.count_id`, ids)} and t.difference <> 0 order by t.count_id, t.line_no`,
      ),
      ({ count_id }) => count_id,
    )
    return found.map(({ created_by, ...record }) => {
      const { id, no, difference_value } = record
      const own = lines.get(id) ?? []
      return {
        ...{ id, no, made_by: created_by, amount: difference_value, priced: difference_value !== null, currency: null },
        document: { record, lines: own.slice(0, mostShown).map(line => ({ ...line })) },
        content: own.map(line => [line.id, line.counted_quantity, line.difference]),
      }
    })
  },
  async settle(context, ids, outcome) {
    const { tx, org_id } = context
    await updateRows(
      tx,
      org_id,
      'inventory_count',
      ids.map(id => ({ id, approval_status: approvalStatus.codes[outcome] })),
    )
    if (outcome === 'approved') await endCounts(context, ids)
  },
}

/** What differs is posted, and the bins are free again. Stock is locked by it: last. */
async function endCounts(context: Context, ids: readonly string[]): Promise<void> {
  const { tx, org_id, now } = context
  await giveBins(tx, org_id, ids)
  await transition(
    tx,
    org_id,
    { table: 'inventory_count', statuses: countStatus },
    'confirm',
    ids,
    sql`ended_time = ${now}`,
  )
  await postDifferences(context, ids)
}

/** A count that is complete is posted, or waits where a flow of approval fits what its differences are worth: answers for whom. */
export async function confirmCount(
  context: Context,
  id: string,
): Promise<{ difference_lines: number; waits_for: string[] }> {
  const { tx, org_id, member } = context
  const different = await checkDifferences(context, [id])
  const material_ids = [...new Set(different.map(({ material_id }) => material_id))]
  const difference_value = valueOfDifferences(different, await lastPrices(tx, org_id, material_ids, member.currency))
  await updateRows(tx, org_id, 'inventory_count', [{ id, difference_value, approval_status: null }])
  const waiting = await startApprovals(context, countApproval, [id], workgroupsOf)
  if (waiting.size === 0) {
    await endCounts(context, [id])
    return { difference_lines: different.length, waits_for: [] }
  }
  await updateRows(tx, org_id, 'inventory_count', [{ id, approval_status: approvalStatus.codes.pending }])
  const [waits] = await rows(
    tx,
    sql<{ waits_for: string[] }>`select ${waitsFor(countModule, sql`t.id`)} as waits_for from inventory_count t
      where t.org_id = ${org_id} and t.id = ${id}`,
  )
  return { difference_lines: different.length, waits_for: waits!.waits_for }
}
