import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, positiveQuantity } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { qcType } from '../qc-type.status.ts'
import { severities } from '../sampling/iso-2859-1.ts'
import { qcScheme } from './scheme.record.ts'
import { schemeStatus } from './scheme.status.ts'

const path = (name: string) => `/mep_server/biz/quality/${name}`
const records = [qcScheme]
const readers = [pages.qcSchemes, pages.editQcScheme]
const writers = [pages.editQcScheme]
const releasers = [pages.qcSchemes]
const schemeRow = qcScheme.row.extend({
  material_code: z.string().nullable(),
  material_name: z.string().nullable(),
  type_name: z.string().nullable(),
  supplier_name: z.string().nullable(),
  process_name: z.string().nullable(),
  method_name: z.string(),
  /** While it waits for its approval: for whom. */
  waits_for: z.array(z.string()),
})
export type SchemeRow = z.output<typeof schemeRow>

const list = query(path('query_quality_scheme_list'), {
  title: text('查询质检方案', 'List QC plans'),
  grantedBy: readers,
  input: listInput({
    statuses: z.array(codeOf(schemeStatus)).max(3).optional(),
    qc_type: codeOf(qcType).optional(),
    material_id: id.optional(),
    supplier_id: id.optional(),
    method_id: id.optional(),
  }),
  output: listOutput(schemeRow),
  records,
})
const several = (name: string, zh: string, en: string, grantedBy = releasers) =>
  command(path(name), {
    title: text(zh, en),
    grantedBy,
    input: z.strictObject({ ids: ids() }),
    output: bulkOutput,
    records,
  })

export const schemeCalls = {
  list,
  export: exportOf(list, path('export_quality_scheme'), {
    title: text('导出质检方案', 'Export QC plans'),
    grantedBy: readers,
  }),
  detail: query(path('query_quality_scheme_detail'), {
    title: text('查看质检方案', 'Show QC plan'),
    grantedBy: readers,
    input: z.strictObject({ id }),
    output: z.object({ record: schemeRow }),
    records,
  }),
  add: command(path('add_quality_scheme'), {
    title: text('新增质检方案', 'Add QC plan'),
    grantedBy: writers,
    input: qcScheme.input,
    output: z.object({ id }),
    records,
  }),
  alter: command(path('alter_quality_scheme'), {
    title: text('修改质检方案', 'Alter QC plan'),
    grantedBy: writers,
    input: qcScheme.input.extend(idAndVersion),
    output: affected,
    records,
  }),
  drop: several('bulk_drop_quality_scheme', '删除质检方案', 'Delete QC plans'),
  /** In force at once, or where a flow of approval fits as soon as it is approved. */
  release: command(path('release_quality_scheme'), {
    title: text('发布质检方案', 'Release QC plans'),
    grantedBy: releasers,
    input: z.strictObject({ ids: ids() }),
    output: bulkOutput.extend({ waits_for: z.array(z.string()).optional() }),
    records,
  }),
  stop: several('stop_quality_scheme', '停用质检方案', 'Turn off QC plans'),
  /** A draft of the next version, as the one that it is made from. */
  renew: command(path('renew_quality_scheme'), {
    title: text('新建质检方案版本', 'New version of a QC plan'),
    grantedBy: writers,
    input: z.strictObject({ id }),
    output: z.object({ id, version: z.int() }),
    records,
  }),
  /** Which plan would apply to goods, and what would be drawn of them. */
  match: query(path('match_quality_scheme'), {
    title: text('查找适用的质检方案', 'Find the QC plan that applies'),
    grantedBy: readers,
    input: z.strictObject({
      qc_type: codeOf(qcType),
      material_id: id,
      supplier_id: id.optional(),
      process_id: id.optional(),
      quantity: positiveQuantity,
    }),
    output: z.object({
      /** The most specific first: it is the one that is used. */
      schemes: z.array(schemeRow),
      /** Without a plan: whether the material itself asks for an inspection. */
      qc_required: z.boolean(),
      sampling: z
        .object({
          skipped: z.boolean(),
          severity: z.enum(severities).nullable(),
          code_letter: z.string().nullable(),
          sample_size: z.int(),
          accept_number: z.int(),
          reject_number: z.int(),
        })
        .nullable(),
    }),
    records,
  }),
}
