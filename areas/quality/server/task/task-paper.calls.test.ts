import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { FileAnswer } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { expect, test } from 'vitest'
import { qualityErrors } from '../../model/quality.errors.ts'
import { taskCalls } from '../../model/task/task.calls.ts'
import { disposal } from '../../model/task/task.status.ts'
import { aHeldLot } from '../../testing/quality.factory.ts'

const app = await testApp()

/** Boxes of the pages in millimetres, as the file says them. */
const pagesOf = ({ bytes }: FileAnswer): string[] =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g),
  ].map(([, width, height]) => `${Math.round((Number(width) * 25.4) / 72)}x${Math.round((Number(height) * 25.4) / 72)}`)

/** A lot of 20 of which a sample of five was measured, three failed and one is gone to scrap. */
async function judged(company: TestCompany) {
  const lot = await aHeldLot(company)
  const version = async () => (await company.admin.ok(taskCalls.detail, { id: lot.id })).record.row_version
  await company.admin.ok(taskCalls.alter, {
    ...{ id: lot.id, row_version: lot.row_version },
    results: [1, 2, 3, 4, 5].map(sample_no => ({
      item_id: lot.item_ids[0],
      sample_no,
      value: sample_no === 2 ? '11' : '10',
    })),
    samples: [{ sample_no: 2, serial_no: 'S-2' }],
  })
  await company.admin.ok(taskCalls.submit, {
    ...{ id: lot.id, row_version: await version(), nonconforming: 1, reason: 'Urgent', remark: null },
    ...{ passed_quantity: '0', concession_quantity: '17', failed_quantity: '3' },
  })
  await company.admin.ok(taskCalls.dispose, {
    ...{ id: lot.id, row_version: await version(), disposal: disposal.codes.scrap, quantity: '1', reason: 'Bent' },
  })
  return lot
}

contract(app, taskCalls.print, {
  set: judged,
  good: ({ id }) => ({ ids: [id] }),
  check: async (data, _, company) => {
    expect(data.name).toBe('检验报告.pdf')
    expect(pagesOf(data)).toEqual(['210x297'])
    // Before it is judged it is a sheet to be written on.
    const open = await aHeldLot(company)
    expect(pagesOf(await company.admin.ok(taskCalls.print, { ids: [open.id] }))).toEqual(['210x297'])
  },
  refused: () => [
    ['one that is not there', { ids: [newId()] }, qualityErrors.taskMissing],
    ['eleven', { ids: Array.from({ length: 11 }, newId) }, generalErrors.badParameter],
  ],
  foreign: qualityErrors.taskMissing,
})
contract(app, taskCalls.labels, {
  set: judged,
  good: ({ id }) => ({ ids: [id], label_type: 1 as const, copies: 2 }),
  // By concession and refused, each twice.
  check: data => expect(pagesOf(data)).toEqual(Array.from({ length: 4 }, () => '90x45')),
  refused: ({ id }) => [
    ['one that is not there', { ids: [newId()], label_type: 1 }, qualityErrors.taskMissing],
    ['a type that is none', { ids: [id], label_type: 3 }, generalErrors.badParameter],
  ],
  foreign: qualityErrors.taskMissing,
})
test('a lot that waits has a label that holds it, and one of which nothing is left has none', async () => {
  const company = await app.company()
  const lot = await aHeldLot(company)
  expect(pagesOf(await company.admin.ok(taskCalls.labels, { ids: [lot.id], label_type: 2 }))).toEqual(['90x90'])
  await company.admin.ok(taskCalls.alter, {
    ...{ id: lot.id, row_version: lot.row_version },
    results: [{ item_id: lot.item_ids[0], sample_no: 1, value: '11' }],
  })
  const version = async () => (await company.admin.ok(taskCalls.detail, { id: lot.id })).record.row_version
  await company.admin.ok(taskCalls.submit, {
    ...{ id: lot.id, row_version: await version(), nonconforming: 1, reason: null, remark: null },
    ...{ passed_quantity: '0', concession_quantity: '0', failed_quantity: '20' },
  })
  await company.admin.ok(taskCalls.dispose, {
    ...{ id: lot.id, row_version: await version(), disposal: disposal.codes.return, quantity: '20', reason: 'Bent' },
  })
  const none = await company.admin.send(taskCalls.labels, { ids: [lot.id], label_type: 1 })
  expect(none.code).toBe(generalErrors.statusNotAllowed.code)
})
