import { hasAttachments } from '@qitao/access/model/record/attachment.rules.ts'
import { claimAttachments, customFieldsFor } from '@qitao/access/server'
import type { Exchange } from '@qitao/core/exchange.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { firstProductFields } from '@qitao/masterdata/model/material/product.fields.ts'
import { referencesTo, usersOf } from '@qitao/platform/server/database/usage.ts'
import { exportHandler, type LineRow } from '@qitao/platform/server/excel/export.ts'
import {
  bulkAnswer,
  type Context,
  expectGranted,
  expectVersion,
  type Handler,
  handle,
  sortOut,
  Warning,
} from '@qitao/platform/server/http/handle.ts'
import { type ActionOf, type AnyDocument, actionCall, type DocumentInput, stillReferred } from '../model/document.ts'
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
  const approval = of.approval === undefined ? undefined : documentApproval(of, table, books)
  type Facts = DocumentFacts & X

  const expectAllowed = (action: ActionOf<D>) => (facts: Facts) => books.expectAllowed(action, facts)
  const change = async (
    context: Context,
    ids: readonly string[],
    expect: (facts: Facts) => void,
    save: (passed: readonly Facts[]) => Promise<unknown>,
  ) => {
    const { tx, org_id, language } = context
    const found = await books.lock(tx, org_id, ids)
    const { passed, passed_ids, refused } = sortOut(ids, found, expect)
    if (passed.length > 0) await save(passed)
    return bulkAnswer(passed_ids, refused, language)
  }
  const act = async (action: string, context: Context, ids: readonly string[], seen: readonly number[] = []) => {
    let waits_for: string[] = []
    await table.before?.[action]?.(context, ids)
    const versions = new Map(ids.map((id, index) => [id, seen[index]]))
    const expect = (facts: Facts) =>
      expectAllowed(action)(expectVersion(facts, versions.get(facts.id) ?? facts.row_version))
    const answer = await change(context, ids, expect, async passed => {
      const moved = passed.map(({ id }) => id)
      if (action === 'submit' && approval) waits_for = await approval.submit(context, moved)
      else await books.move(context.tx, context.org_id, action, moved)
      await table.acts?.[action]?.(context, passed)
    })
    return waits_for.length > 0 && !(answer instanceof Warning) ? { ...answer, waits_for } : answer
  }
  const expectInBin = ({ deleted }: Facts) => {
    if (!deleted) refuse(of.notNow)
  }
  /** Into the bin, where the document has one, and for good where it has none. */
  const drop = ({ tx, org_id, now, member }: Context, ids: readonly string[]) =>
    of.bin
      ? books.write(tx, org_id, ids, { deleted: true, deleted_time: now, deleted_by: member.user_id })
      : books.drop(tx, org_id, ids)
  const restore = ({ tx, org_id }: Context, ids: readonly string[]) =>
    books.write(tx, org_id, ids, { deleted: false, deleted_time: null, deleted_by: null })
  const users = async ({ tx, org_id }: Context, ids: readonly string[]) =>
    usersOf(tx, org_id, ids, await referencesTo(tx, table.table))
  const several = (
    name: string,
    expect: (facts: Facts) => void,
    save: (context: Context, ids: readonly string[]) => Promise<void>,
  ) =>
    handle(actionCall(of, name), ({ ids }, context) =>
      change(context, ids, expect, async passed => {
        await save(
          context,
          passed.map(({ id }) => id),
        )
        await table.acts?.[name]?.(context, passed)
      }),
    )

  /** For good, but for what others refer to: it is told what that is. */
  const forget = () =>
    handle(actionCall(of, 'forget'), async ({ ids }, context) => {
      const { tx, org_id, language } = context
      const found = await books.lock(tx, org_id, ids)
      const kept = await users(context, ids)
      const { passed, passed_ids, refused } = sortOut(ids, found, document => {
        expectInBin(document)
        const nos = kept.get(document.id)
        if (nos) refuse(generalErrors.dataInUse, { nos: nos.join(', '), detail: stillReferred })
      })
      await books.drop(tx, org_id, passed_ids)
      await table.acts?.forget?.(context, passed)
      return bulkAnswer(passed_ids, refused, language)
    })

  const list = handle(calls.list, async (input, context) => {
    const found = await books.page(input, context)
    if (!of.bin || !('deleted' in input && input.deleted)) return found
    const kept = await users(
      context,
      found.result.map(({ id }) => id as string),
    )
    return { ...found, result: found.result.map(row => ({ ...row, kept_by: kept.get(row.id as string) ?? [] })) }
  })
  return [
    list,
    handle(calls.count, (input, context) => books.counts(input, context)),
    ...(calls.totals ? [handle(calls.totals, (input, context) => books.totals(input, context))] : []),
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
          handle(calls.detail, async (key, context) => {
            const record = await books.one(context, key)
            return { record, lines: await books.linesOf(context.tx, context.org_id, [record.id as string]) }
          }),
        ]
      : []),
    handle(calls.add, async (given: DocumentInput<D> & { submit?: boolean; attachment_ids?: string[] }, context) => {
      const submits = given.submit && of.bulk.includes('submit')
      if (submits) expectGranted(context.member, actionCall(of, 'submit'))
      const [made] = await books.add(context, [given])
      const { id } = made!
      const { attachment_ids } = given
      if (hasAttachments(table.table))
        await claimAttachments(context.tx, context, { module: table.table, object_id: id, attachment_ids })
      const answer = submits ? await act('submit', context, [id]) : {}
      return { ...made!, ...('waits_for' in answer ? { waits_for: answer.waits_for } : {}) }
    }),
    handle(calls.alter, async (given: DocumentInput<D> & { id: string; row_version: number }, context) => {
      await table.before?.alter?.(context, [given.id])
      const found = await books.take(context, 'alter', given)
      const { lines } = given as { readonly lines?: readonly unknown[] }
      const isSubmitted = found.status !== statuses.list[0]!.code
      if (isSubmitted && lines?.length === 0) refuse(of.noLines!)
      const save = () => books.replace(context, found, given)
      await (approval && isSubmitted ? approval.anew(context, given.id, save) : save())
      return { affected: 1 }
    }),
    several('drop', expectAllowed('drop'), drop),
    ...(of.bin ? [several('restore', expectInBin, restore), forget()] : []),
    ...of.bulk.map(action =>
      handle(actionCall(of, action), ({ ids, row_versions }, context) => act(action, context, ids, row_versions)),
    ),
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
