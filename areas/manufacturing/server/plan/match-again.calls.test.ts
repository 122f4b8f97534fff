import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { startJob } from '@qitao/platform/server/jobs/job-queue.ts'
import { expect, test } from 'vitest'
import { matchAgainType, matchOrders } from './match-again.ts'

const app = await testApp()

test('many receipts make one material plan of all their orders', async () => {
  const company = await app.company()
  const [first, second, third] = [newId(), newId(), newId()]
  // In one transaction, so that no worker takes the first before the last has come.
  const waiting = await company.as(async tx => {
    const context = { startJob: (wanted: Parameters<typeof startJob>[1]) => startJob(tx, wanted) }
    for (const mo_ids of [[first, second], [second], [third], []]) await matchOrders(context, mo_ids)
    return tx.selectFrom('job').select(['id', 'input']).where('job_type', '=', matchAgainType).execute()
  })
  expect(waiting).toEqual([{ id: waiting[0]!.id, input: { mo_ids: [first, second, third].sort() } }])
  // Orders that are gone by then do it no harm.
  expect(await company.jobEnd(waiting[0]!.id)).toMatchObject({ status: 2 })
})
