import { errors } from '@qitao/core/refusal.ts'

export const sampleErrors = errors({
  sampleExists: [6301, '示例数据已存在', 'Sample data already exists'],
  industryUnknown: [6302, '行业不存在', 'The industry does not exist'],
  importFailed: [6303, '示例数据导入失败', 'The sample data import failed'],
  importing: [6304, '示例数据导入中', 'The sample data is being imported'],
  sampleMissing: [6305, '没有示例数据', 'There is no sample data'],
})
