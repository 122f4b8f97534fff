export * from '@qitao/promising/model/inquiry.calls.ts'
export * from '@qitao/promising/model/promising.errors.ts'
