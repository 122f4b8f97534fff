import { affected, command, type GrantingPage, idAndVersion, type Out, query } from '@qitao/core/call.ts'
import { customFilter } from '@qitao/core/custom.ts'
import { id, ids, plainString } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { bulkOutput, listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import type { RecordOf, RecordType } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import type { FileVersionFields } from './file-version.record.ts'

/** Files in one zip. */
export const mostInZip = 100

/**
 * The calls of files in versions, named as those of plain records, with their life: release, withdraw, the recycle bin.
 * Members who may not add versions read the valid ones only.
 */
export function fileVersionCalls<F extends FileVersionFields>(
  of: RecordOf<F>,
  where: { prefix: string; noun: string; reads: readonly GrantingPage[]; changes: readonly GrantingPage[] },
) {
  const path = (verb: string, suffix = '') => `${where.prefix}${verb}_${where.noun}${suffix}`
  const records = [of as RecordType]
  const title = (zh: string, en: string) => text(`${zh}${of.title.zh}`, `${en} ${of.title.en.toLowerCase()}`)
  const { reads, changes } = where
  const row = of.row.and(z.object({ attachment_id: id }))
  const several = (verb: string, zh: string, en: string, suffix = '') =>
    command(path(verb, suffix), {
      title: title(zh, en),
      grantedBy: changes,
      input: z.strictObject({ ids: ids() }),
      output: bulkOutput,
      records,
    })
  return {
    list: query(path('query', '_list'), {
      title: title('查询', 'List'),
      grantedBy: reads,
      input: listInput({
        /** All versions of this number. */
        no: plainString(50).optional(),
        material_id: id.optional(),
        process_id: id.optional(),
        routing_id: id.optional(),
        folder_id: id.optional(),
        statuses: z.array(z.int()).max(20).optional(),
        /** When they were uploaded. */
        timestamp_range: timestampRange.optional(),
        /** Those in the recycle bin. */
        deleted: z.boolean().default(false),
        custom: customFilter,
      }),
      output: listOutput(row),
      records,
    }),
    detail: query(path('query', '_detail'), {
      title: title('查看', 'Show'),
      grantedBy: reads,
      input: z.strictObject({ id }),
      output: z.object({ record: row }),
      records,
    }),
    /** The file was uploaded before, by the same member, and belongs to nothing yet. */
    add: command(path('add'), {
      title: title('新增', 'Add'),
      grantedBy: changes,
      input: of.input.extend({ attachment_id: id }),
      output: z.object({ id, no: z.string() }),
      records,
    }),
    alter: command(path('alter'), {
      title: title('修改', 'Alter'),
      grantedBy: changes,
      input: of.input.extend({ ...idAndVersion, attachment_id: id.optional() }),
      output: affected,
      records,
    }),
    release: several('release', '发布', 'Release'),
    withdraw: several('withdraw', '作废', 'Withdraw'),
    /** Into the recycle bin. */
    drop: several('bulk_drop', '删除', 'Delete'),
    restore: several('restore', '恢复', 'Restore'),
    /** The files of these versions as one zip. */
    download: query(path('download'), {
      title: title('打包下载', 'Download'),
      grantedBy: reads,
      input: z.strictObject({ ids: ids(mostInZip) }),
      output: fileOutput,
      records,
    }),
    dropForever: several('drop', '彻底删除', 'Delete for good', '_forever'),
  }
}
/** Those of drawings as of documents: what both know of a version. */
export type FileVersionCalls = ReturnType<typeof fileVersionCalls<FileVersionFields>>
/** A version of either, as lists answer it. */
export type VersionRow = Out<FileVersionCalls['detail']>['record'] & {
  readonly drawing_no?: string
  readonly document_no?: string | null
}
