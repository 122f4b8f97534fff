import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aProcess } from '@qitao/masterdata/testing/factories.ts'
import { expect } from 'vitest'
import { scrapReasonCalls } from '../../model/reason/scrap-reason.calls.ts'
import { shopfloorErrors } from '../../model/shopfloor.errors.ts'

const app = await testApp()
const absent = '01900000-0000-7000-8000-000000000000'

async function aReason(company: TestCompany) {
  const process = await aProcess(company)
  const reason = { group_name: 'Casting', name: 'Pore', process_id: process.id }
  return { reason, process, ...(await company.admin.ok(scrapReasonCalls.add, reason)) }
}
contract(app, scrapReasonCalls.list, {
  set: aReason,
  good: () => ({ keyword: 'por' }),
  check: ({ result }, { process }) =>
    expect(result).toMatchObject([{ group_name: 'Casting', name: 'Pore', process_id: process.id }]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, scrapReasonCalls.detail, {
  set: aReason,
  good: ({ id }) => ({ id }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, scrapReasonCalls.add, {
  set: aReason,
  good: ({ reason }) => ({ ...reason, name: 'Crack' }),
  refused: ({ reason }) => [
    ['the same at the same process', { ...reason, group_name: 'Other' }, shopfloorErrors.scrapReasonExists],
    ['no name', { ...reason, name: '' }, generalErrors.fieldRequired],
    ['no such process', { ...reason, process_id: absent }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, scrapReasonCalls.alter, {
  set: aReason,
  good: ({ id, reason }) => ({ ...reason, id, row_version: 0, name: 'Crack' }),
  refused: ({ id, reason }) => [['stale', { ...reason, id, row_version: 9 }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})
contract(app, scrapReasonCalls.drop, {
  set: aReason,
  good: ({ id }) => ({ ids: [id] }),
  refused: () => [['absent', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
