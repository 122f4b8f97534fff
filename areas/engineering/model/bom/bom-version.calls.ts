import { affected, alterInput, command, exportOf, type GrantingPage, query } from '@qitao/core/call.ts'
import { codeOf, id, ids } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import type { Fields, RecordOf, RecordType } from '@qitao/core/record.ts'
import { text, withinSentence } from '@qitao/core/text.ts'
import { z } from 'zod'
import { bomVersionStatus } from './bom-version.status.ts'

const prefix = '/mep_server/biz/bom/'
const status = codeOf(bomVersionStatus)

/** The calls of BoMs in versions, named `query_<noun>_list`, `release_<noun>` and so on: those of material and of manufacturing BoMs. */
export function bomVersionCalls<
  F extends Fields,
  L extends z.ZodArray,
  R extends z.ZodType,
  const S extends z.ZodRawShape,
>(
  of: RecordOf<F>,
  {
    noun,
    line,
    lines,
    lineRow,
    filters,
    reads,
    changes,
  }: {
    noun: string
    line: RecordType
    lines: L
    lineRow: R
    filters: S
    reads: readonly GrantingPage[]
    changes: readonly GrantingPage[]
  },
) {
  const records = [of as RecordType, line]
  const one = withinSentence(of.title.en)
  const several = { grantedBy: changes, input: z.strictObject({ ids: ids() }), output: bulkOutput, records }
  const list = query(`${prefix}query_${noun}_list`, {
    title: text(`查询${of.title.zh}`, `List ${one}s`),
    grantedBy: reads,
    input: listInput({
      material_id: id.optional(),
      status: status.optional(),
      statuses: z.array(status).max(3).optional(),
      ...filters,
    }),
    output: listOutput(of.row),
    records,
  })
  return {
    list,
    export: exportOf(list, `${prefix}export_${noun}`, {
      title: text(`导出${of.title.zh}`, `Export ${one}s`),
      grantedBy: reads,
    }),
    show: query(`${prefix}query_${noun}_detail`, {
      title: text(`查看${of.title.zh}`, `Show ${one}`),
      grantedBy: reads,
      input: z.strictObject({ id }),
      output: z.object({ record: of.row, lines: z.array(lineRow) }),
      records,
    }),
    add: command(`${prefix}add_${noun}`, {
      title: text(`新增${of.title.zh}`, `Add ${one}`),
      grantedBy: changes,
      input: of.input.extend({ lines }),
      output: z.object({ id }),
      records,
    }),
    /** Drafts only. Without `lines` they stay as they are. */
    alter: command(`${prefix}alter_${noun}`, {
      title: text(`修改${of.title.zh}`, `Alter ${one}`),
      grantedBy: changes,
      input: alterInput(of).extend({ lines: lines.optional() }),
      output: affected,
      records,
    }),
    drop: command(`${prefix}bulk_drop_${noun}`, { title: text(`删除${of.title.zh}`, `Delete ${one}s`), ...several }),
    /** A released version becomes the default of its product; of several in one call the last one does. */
    release: command(`${prefix}release_${noun}`, { title: text(`发布${of.title.zh}`, `Release ${one}s`), ...several }),
    cancel: command(`${prefix}cancel_${noun}`, { title: text(`取消${of.title.zh}`, `Cancel ${one}s`), ...several }),
    makeDefault: command(`${prefix}default_${noun}`, {
      title: text(`设为默认${of.title.zh}`, `Make ${one} the default`),
      grantedBy: changes,
      input: z.strictObject({ id }),
      output: affected,
      records,
    }),
  }
}
