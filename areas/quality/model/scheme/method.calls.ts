import { affected, command, idAndVersion, plainCalls, query } from '@qitao/core/call.ts'
import { id, ids } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, written } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { qcItem, qcMethod, qcMethodItem } from './method.record.ts'

const path = (name: string) => `/mep_server/biz/quality/${name}`
const records = [qcMethod, qcItem]
const readers = [pages.qcSchemes, pages.editQcScheme]
const writers = [pages.qcSchemes]
const lines = z.array(qcItem.input.extend({ id: id.optional() })).max(200)

/** Characteristics one by one, over all methods. */
export const itemCalls = plainCalls(qcMethodItem, {
  ...{ prefix: path(''), noun: 'qc_item' },
  lists: readers,
  changes: writers,
})
/** The library of methods. */
export const methodCalls = {
  list: query(path('query_qc_method_list'), {
    title: text('查询质检方法', 'List QC methods'),
    grantedBy: readers,
    input: listInput({ written }),
    output: listOutput(qcMethod.row),
    records,
  }),
  detail: query(path('query_qc_method_detail'), {
    title: text('查看质检方法', 'Show QC method'),
    grantedBy: readers,
    input: z.strictObject({ id }),
    output: z.object({ record: qcMethod.row, lines: z.array(qcItem.row) }),
    records,
  }),
  add: command(path('add_qc_method'), {
    title: text('新增质检方法', 'Add QC method'),
    grantedBy: writers,
    input: qcMethod.input.extend({ lines }),
    output: z.object({ id }),
    records,
  }),
  alter: command(path('alter_qc_method'), {
    title: text('修改质检方法', 'Alter QC method'),
    grantedBy: writers,
    input: qcMethod.input.extend({ ...idAndVersion, lines }),
    output: affected,
    records,
  }),
  drop: command(path('bulk_drop_qc_method'), {
    title: text('删除质检方法', 'Delete QC methods'),
    grantedBy: writers,
    input: z.strictObject({ ids: ids() }),
    output: bulkOutput,
    records,
  }),
}
