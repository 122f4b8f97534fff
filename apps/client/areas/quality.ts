export * from '@qitao/quality/model/quality.errors.ts'
export * from '@qitao/quality/model/scheme/method.calls.ts'
export * from '@qitao/quality/model/scheme/scheme.calls.ts'
export * from '@qitao/quality/model/task/task.calls.ts'
