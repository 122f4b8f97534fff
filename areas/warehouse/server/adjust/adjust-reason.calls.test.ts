import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { adjustReasonCalls } from '@qitao/stock/model/adjust/adjust-reason.calls.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { expect } from 'vitest'

const app = await testApp()
const absent = '01900000-0000-7000-8000-000000000000'

const aReason = (company: TestCompany) => company.admin.ok(adjustReasonCalls.add, { name: 'Damaged' })
contract(app, adjustReasonCalls.list, {
  set: aReason,
  good: () => ({ keyword: 'dam' }),
  check: ({ result }) => expect(result).toMatchObject([{ name: 'Damaged' }]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, adjustReasonCalls.detail, {
  set: aReason,
  good: ({ id }) => ({ id }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, adjustReasonCalls.add, {
  set: aReason,
  good: () => ({ name: 'Lost' }),
  refused: () => [
    ['one that is there', { name: 'Damaged' }, stockErrors.adjustReasonExists],
    ['no name', { name: '' }, generalErrors.fieldRequired],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, adjustReasonCalls.alter, {
  set: aReason,
  good: ({ id }) => ({ id, row_version: 0, name: 'Broken' }),
  refused: ({ id }) => [['stale', { id, row_version: 9, name: 'Broken' }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})
contract(app, adjustReasonCalls.drop, {
  set: aReason,
  good: ({ id }) => ({ ids: [id] }),
  refused: () => [['absent', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
