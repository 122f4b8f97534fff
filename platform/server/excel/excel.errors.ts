import { errors } from '@qitao/core/refusal.ts'

/** Refusals of files (spec/errors.json: 1101, 5016, 5017). */
export const excelErrors = errors({
  importFailed: [1101, '导入失败，请下载错误文件查看', 'Import failed, download the error file'],
  tooManyRows: [5016, '单个Excel文件导入行数不能超过限制', 'The Excel file exceeds the configured number of rows'],
  exportLimit: [5017, '一次最多导出2000条数据', 'At most 2000 entries can be exported'],
})
