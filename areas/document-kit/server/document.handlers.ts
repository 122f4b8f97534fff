import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { attachmentOwners } from '@qitao/access/model/record/attachment.rules.ts'
import { claimAttachments, customFieldsFor, dropAttachmentsOf, startApprovals } from '@qitao/access/server'
import type { Exchange } from '@qitao/core/exchange.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { firstProductFields } from '@qitao/masterdata/model/product.fields.ts'
import { workgroupsOf } from '@qitao/masterdata/server'
import { updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { exportHandler, type LineRow } from '@qitao/platform/server/excel/export.ts'
import {
  bulkAnswer,
  type Context,
  expectGranted,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import { type AnyDocument, actionCall, type DocumentInput } from '../model/document.ts'
import { documentApproval } from './document-approval.ts'
import type { DocumentBooks } from './document-books.ts'
import type { DocumentFacts, DocumentTable } from './document-table.ts'

/** The calls of a declared document. */
export function documentHandlers<D extends AnyDocument, X extends object>(
  of: D,
  table: DocumentTable<D, X>,
  books: DocumentBooks<D, X>,
): Handler[] {
  const { calls, statuses, record, exchange } = of
  const hasFiles = Object.hasOwn(attachmentOwners, table.table)
  const living = { table: table.table, statuses }
  const approval = of.approval === undefined ? undefined : documentApproval(of, table, books)
  type Facts = DocumentFacts & X

  const expectAllowed = (action: string) => (facts: Facts) => {
    table.checks?.[action]?.(facts)
    // What is approved stays as it was submitted.
    if (facts.approval_status === approvalStatus.codes.pending)
      refuse(of.notNow, { detail: text(`${record.title.zh}审批中`, 'Its approval is pending') })
    const detail = statuses.whyNot(action, facts.status)
    if (detail) refuse(of.notNow, { detail })
  }
  const change = async (
    context: Context,
    ids: readonly string[],
    action: string,
    save: (passed: readonly Facts[]) => Promise<unknown>,
  ) => {
    const { tx, org_id, language } = context
    const found = await books.lock(tx, org_id, ids)
    const { passed, passed_ids, refused } = sortOut(ids, found, expectAllowed(action))
    if (passed.length > 0) await save(passed)
    return bulkAnswer(passed_ids, refused, language)
  }
  const act = (action: string, context: Context, ids: readonly string[]) =>
    change(context, ids, action, async passed => {
      const moved = passed.map(({ id }) => id)
      if (action === 'submit' && approval) await submit(context, moved)
      else await transition(context.tx, context.org_id, living, action, moved)
      await table.acts?.[action]?.(context, passed)
    })
  /** Documents that a flow applies to wait for their approval; the others move on at once. */
  const submit = async (context: Context, ids: readonly string[]) => {
    const { tx, org_id } = context
    const waiting = await startApprovals(context, approval!, ids, workgroupsOf)
    const others = ids.filter(id => !waiting.has(id))
    await transition(tx, org_id, living, 'submit', others, sql`approval_status = null`)
    const approval_status = approvalStatus.codes.pending
    await updateRows(tx, org_id, table.table, [...waiting].map(id => ({ id, approval_status })) as never)
  }

  const list = handle(calls.list, (input, context) => books.page(input, context))
  return [
    list,
    handle(calls.count, (input, context) => books.counts(input, context)),
    exportHandler(
      calls.export,
      list,
      {
        title: record.title,
        fields: { ...record.fields, ...(table.exported?.fields ?? firstProductFields) },
        instead: table.exported?.instead ?? { first_material_name: Object.keys(firstProductFields) },
      },
      {
        ...(exchange
          ? { imports: exchange, ...(table.lines ? { lines: linesFor(exchange, table.lines.parent, books) } : {}) }
          : {}),
        ...('custom' in record.fields ? { custom: customFieldsFor(table.table) } : {}),
      },
    ),
    ...(calls.detail
      ? [
          handle(calls.detail, async ({ id }, context) => {
            const { tx, org_id } = context
            return { record: await books.one(context, id), lines: await books.linesOf(tx, org_id, [id]) }
          }),
        ]
      : []),
    handle(calls.add, async (given: DocumentInput<D> & { submit?: boolean; attachment_ids?: string[] }, context) => {
      const submits = given.submit && of.bulk.includes('submit')
      if (submits) expectGranted(context.member, actionCall(of, 'submit'))
      const [made] = await books.add(context, [given])
      const { id } = made!
      const { attachment_ids } = given
      if (hasFiles) await claimAttachments(context.tx, context, { module: table.table, object_id: id, attachment_ids })
      if (submits) await act('submit', context, [id])
      return made!
    }),
    handle(calls.alter, async (given: DocumentInput<D> & { id: string; row_version: number }, context) => {
      const found = (await books.lock(context.tx, context.org_id, [given.id])).get(given.id)
      expectAllowed('alter')(expectVersion(found, given.row_version))
      await books.replace(context, found!, given)
      return { affected: 1 }
    }),
    handle(calls.drop, ({ ids }, context) =>
      change(context, ids, 'drop', async passed => {
        const { tx, org_id } = context
        const dropped = passed.map(({ id }) => id)
        if (hasFiles) await dropAttachmentsOf(tx, org_id, table.table, dropped)
        await books.drop(context, passed)
      }),
    ),
    ...of.bulk.map(action => handle(actionCall(of, action), ({ ids }, context) => act(action, context, ids))),
  ]
}

/** Lines as an export has them that can be imported again. */
const linesFor =
  <D extends AnyDocument, X extends object>({ rows }: Exchange, parent: string, books: DocumentBooks<D, X>) =>
  async (...asked: Parameters<typeof books.linesOf>): Promise<LineRow[]> => {
    const columns = Object.entries((rows.kind === 'document' && rows.lineColumns) || {})
    const found = (await books.linesOf(...asked)) as unknown as readonly Readonly<Record<string, unknown>>[]
    return found.map(line => ({
      document_id: line[parent] as string,
      material_code: line.material_code,
      material_name: line.material_name,
      ...Object.fromEntries(
        columns.filter(([name]) => name !== 'material_id').map(([name, column]) => [column, line[name]]),
      ),
    }))
  }
