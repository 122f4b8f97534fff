import { command, query } from '@qitao/core/call.ts'
import { id, plainString } from '@qitao/core/field.ts'
import { fileInput, fileOutput } from '@qitao/core/file.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

const base = '/mep_server/factory/'
/** What is imported: an exchange of some area, by its type. Its own pages grant it. */
const exchangeType = plainString(50)
/** 3 month, 2 week; for files whose columns are periods. */
const time_dimension = z.union([z.literal(2), z.literal(3)])

export const exportTemplate = query(`${base}export_template`, {
  title: text('下载导入模板', 'Download an import template'),
  grantedBy: 'signed_in',
  input: z.strictObject({ template_type: exchangeType, time_dimension: time_dimension.optional() }),
  output: fileOutput,
})
/** All rows are imported or none. The result is the job's, and arrives on the live connection. */
export const importFile = command(`${base}import`, {
  title: text('导入Excel', 'Import Excel'),
  grantedBy: 'signed_in',
  input: z.strictObject({
    file: fileInput,
    import_type: exchangeType,
    time_dimension: z.coerce.number().pipe(time_dimension).optional(),
    /** `true`: everything is checked and nothing is kept. */
    dry_run: z.enum(['true', 'false']).default('false'),
  }),
  output: z.object({ job_id: id }),
})
/** Ours: the error file behind `excel_path` of a failed import. Whoever imported may have it, and an administrator. */
export const downloadErrorFile = query(`${base}import_error_file`, {
  title: text('下载错误文件', 'Download an error file'),
  grantedBy: 'signed_in',
  method: 'GET',
  input: z.strictObject({ file_id: id }),
  output: fileOutput,
})
