import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { type ApprovalDocument, digestsNow, startApprovals, waitsFor } from '@qitao/access/server'
import type { RecordType } from '@qitao/core/record.ts'
import { workgroupsOf } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { AnyDocument } from '../model/document.ts'
import type { DocumentBooks, Maker } from './document-books.ts'
import type { DocumentTable } from './document-table.ts'

/** How a declared document is approved: submitted it waits, and its approval is what moves it on. */
export interface DocumentApproval extends ApprovalDocument {
  /** Documents that a flow applies to wait for their approval; the others move on at once. Answers for whom they wait. */
  submit(context: Context, ids: readonly string[]): Promise<string[]>
  /**
   * A change of one that was submitted. What was approved, or was free of it, stands only as it was: when it is no longer the
   * same it is submitted anew. `stays`: its state does, as work has begun on it; it only waits.
   */
  anew<T>(context: Context, id: string, change: () => Promise<T>, stays?: 'stays'): Promise<T>
}

type Row = Readonly<Record<string, unknown>>
/** What is compared with limits; see `approval` of the declaration. */
interface Approved extends Row, Maker {
  readonly id: string
  readonly no: string
  readonly total_amount: string | null
  readonly currency: string | null
}
/** What stays as it was submitted while an approval is open: what people write of it, and its amounts. */
const writtenOf = ({ fields }: RecordType): string[] =>
  Object.entries(fields).flatMap(([name, { readOnly, kind }]) =>
    (!readOnly && kind !== 'references') || amounts.has(name) ? [name] : [],
  )
const amounts = new Set(['total_amount', 'amount'])
const picked = (row: Row, names: readonly string[]) => Object.fromEntries(names.map(name => [name, row[name]]))

export function documentApproval<D extends AnyDocument, X extends object>(
  of: D,
  { table, lines }: DocumentTable<D, X>,
  books: DocumentBooks<D, X>,
): DocumentApproval {
  const head = writtenOf(of.record)
  const ofLine = (of.line ? writtenOf(of.line) : []).filter(name => !of.followed?.includes(name))
  const approval: ApprovalDocument = {
    module_code: of.approval!,
    attached_to: table,
    async load(tx, org_id, ids) {
      // Locked, so that what is compared is what is decided; for whoever is asked, also of what others made.
      await sql`select from ${sql.table(table)} where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`.execute(
        tx,
      )
      const found = [...(await books.several(tx, org_id, ids)).values()] as unknown as readonly Approved[]
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
      const begun = await begunOf(tx, org_id, ids)
      const moves = outcome === 'approved' ? ids.filter(id => !begun.has(id)) : []
      await books.move(tx, org_id, 'submit', moves, sql`approval_status = ${approval_status}`)
      await books.write(
        tx,
        org_id,
        ids.filter(id => !moves.includes(id)),
        { approval_status },
      )
    },
  }
  const first = of.statuses.list[0]!.code
  /** Those that were changed while work was done on them, and have stayed where they were. */
  const begunOf = async (tx: Tx, org_id: string, ids: readonly string[]): Promise<Set<string>> => {
    const found = await rows(
      tx,
      sql<{
        id: string
      }>`select id from ${sql.table(table)} where org_id = ${org_id} and ${among(sql`id`, ids)} and status <> ${first}`,
    )
    return new Set(found.map(({ id }) => id))
  }
  /** Those that a flow applies to wait, not submitted yet; answers the others. */
  const ask = async (context: Context, ids: readonly string[], stays?: 'stays'): Promise<string[]> => {
    const waiting = await startApprovals(context, approval, ids, workgroupsOf)
    await books.write(context.tx, context.org_id, [...waiting], {
      ...(stays ? {} : { status: first }),
      approval_status: approvalStatus.codes.pending,
    })
    return ids.filter(id => !waiting.has(id))
  }
  return {
    ...approval,
    async submit(context, ids) {
      const { tx, org_id } = context
      const free = await ask(context, ids)
      await books.move(tx, org_id, 'submit', free, sql`approval_status = null`)
      if (free.length === ids.length) return []
      const waiting = await rows(
        tx,
        sql<{
          name: string
        }>`select distinct w as name from ${sql.table(table)} t, unnest(${waitsFor(of.approval!, sql`t.id`)}) w
          where t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by w`,
      )
      return waiting.map(({ name }) => name)
    },
    async anew(context, id, change, stays) {
      const { tx, org_id } = context
      const digest = async () => (await digestsNow(tx, org_id, approval, [id])).get(id)
      const before = await digest()
      const changed = await change()
      if ((await digest()) !== before)
        await books.write(tx, org_id, await ask(context, [id], stays), { approval_status: null })
      return changed
    },
  }
}
