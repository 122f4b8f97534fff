import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import type { ApprovalDocument } from '@qitao/access/server'
import { updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import type { AnyDocument } from '../model/document.ts'
import type { DocumentBooks, Maker } from './document-books.ts'
import type { DocumentTable } from './document-table.ts'

type Row = Readonly<Record<string, unknown>>
/** What is compared with limits; see `approval` of the declaration. */
interface Approved extends Row, Maker {
  readonly id: string
  readonly no: string
  readonly total_amount: string | null
  readonly currency: string | null
}
const picked = (row: Row, names: readonly string[]) => Object.fromEntries(names.map(name => [name, row[name]]))

/** How a declared document is approved: submitted it waits, and its approval is what moves it on. */
export function documentApproval<D extends AnyDocument, X extends object>(
  of: D,
  { table, lines, approved }: DocumentTable<D, X>,
  books: DocumentBooks<D, X>,
): ApprovalDocument {
  const { head, lines: ofLine } = approved!
  return {
    module_code: of.approval!,
    attached_to: table,
    async load(tx, org_id, ids) {
      // Locked, so that what is compared is what is decided.
      await books.lock(tx, org_id, ids)
      const found = (await books.several(tx, org_id, ids)) as unknown as readonly Approved[]
      const all = Map.groupBy(
        (await books.linesOf(tx, org_id, ids)) as unknown as readonly Row[],
        line => line[lines!.parent],
      )
      return found.map(({ created_by, ...record }) => {
        const { id, no, total_amount, currency } = record
        const own = all.get(id) ?? []
        return {
          ...{ id, no, currency, amount: total_amount, made_by: created_by },
          priced: own.every(line => line.amount !== null),
          document: { record, lines: own },
          content: [picked(record, head), own.map(line => picked(line, ofLine))],
        }
      })
    },
    async settle({ tx, org_id }, ids, outcome) {
      const approval_status = approvalStatus.codes[outcome]
      if (outcome === 'approved') {
        const also = sql`approval_status = ${approval_status}`
        await transition(tx, org_id, { table, statuses: of.statuses }, 'submit', ids, also)
      } else await updateRows(tx, org_id, table, ids.map(id => ({ id, approval_status })) as never)
    },
  }
}
