import { attachmentOwners } from '@qitao/access/model/record/attachment.rules.ts'
import { claimAttachments, customFieldsFor, dropAttachmentsOf } from '@qitao/access/server'
import { refuse } from '@qitao/core/refusal.ts'
import { firstProductFields } from '@qitao/masterdata/model/product.fields.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
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
import { type AnyDocument, actionCall, type DocumentInput } from '../model/document.ts'
import type { DocumentBooks } from './document-books.ts'
import type { DocumentFacts, DocumentTable } from './document-table.ts'

/** The calls of a declared document. */
export function documentHandlers<D extends AnyDocument, X extends object>(
  of: D,
  table: DocumentTable<D, X>,
  books: DocumentBooks<D, X>,
): Handler[] {
  const { calls, statuses, record } = of
  const hasFiles = Object.hasOwn(attachmentOwners, table.table)
  type Facts = DocumentFacts & X

  const expectAllowed = (action: string) => (facts: Facts) => {
    const detail = statuses.whyNot(action, facts.status)
    if (detail) refuse(table.notNow, { detail })
    table.checks?.[action]?.(facts)
  }
  const change = async (
    context: Context,
    ids: readonly string[],
    action: string,
    save: (passed: Facts[]) => unknown,
  ) => {
    const { tx, org_id, language } = context
    const found = await books.lock(tx, org_id, ids)
    const { passed, passed_ids, refused } = sortOut(ids, found, expectAllowed(action))
    if (passed.length > 0) {
      await table.acts?.[action]?.(context, passed)
      await save(passed)
    }
    return bulkAnswer(passed_ids, refused, language)
  }
  const act = (action: string, context: Context, ids: readonly string[]) =>
    change(context, ids, action, passed => {
      const moved = passed.map(({ id }) => id)
      return transition(context.tx, context.org_id, { table: table.table, statuses }, action, moved)
    })

  const list = handle(calls.list, (input, context) => books.page(input, context))
  return [
    list,
    handle(calls.count, (input, context) => books.counts(input, context)),
    exportHandler(
      calls.export,
      list,
      {
        title: record.title,
        fields: { ...record.fields, ...firstProductFields },
        instead: { first_material_name: Object.keys(firstProductFields) },
      },
      {
        ...(table.imports ? { imports: table.imports } : {}),
        ...('custom' in record.fields ? { custom: customFieldsFor(table.table) } : {}),
      },
    ),
    handle(calls.detail, async ({ id }, context) => {
      const { tx, org_id } = context
      return { record: await books.one(context, id), lines: await books.linesOf(tx, org_id, [id]) }
    }),
    handle(calls.add, async (given: DocumentInput<D> & { submit: boolean; attachment_ids?: string[] }, context) => {
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
      await books.replace(context, given.id, given)
      return { affected: 1 }
    }),
    handle(calls.drop, ({ ids }, context) =>
      change(context, ids, 'drop', async passed => {
        const { tx, org_id } = context
        const dropped = passed.map(({ id }) => id)
        if (hasFiles) await dropAttachmentsOf(tx, org_id, table.table, dropped)
        await books.drop(tx, org_id, dropped)
      }),
    ),
    ...of.bulk.map(action => handle(actionCall(of, action), ({ ids }, context) => act(action, context, ids))),
  ]
}
