import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { listReports } from '@qitao/shopfloor/model/report.calls.ts'
import { aLeader, ofGroup, onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { expect, test } from 'vitest'
import { wageRateCalls } from '../model/wage-rate.calls.ts'
import { addWagePeriod, listWageLines, listWages, recalculateWages } from '../model/wage-sheet.calls.ts'
import { aReport } from '../testing/wages.factory.ts'

const app = await testApp()

test('work at the machine of another group is seen by who did it and by the leader, with what it pays; no other report of that group is', async () => {
  const company = await app.company()
  const { admin } = company
  const mate = await company.member()
  const stranger = await company.member()
  const { leader } = await aLeader(company, [mate.user_id])
  const others = await aLeader(company, [stranger.user_id])
  const floor = await onTheFloor(company, { quantity: '20', stock: '40' })
  await ofGroup(company, floor.device_id, others.workgroup_id)
  const [task_id] = floor.task_ids as [string]
  const reported = (good: string, user_ids: string[]) => aReport(company, task_id, { good, user_ids })
  const ofLeader = await reported('1', [leader.user_id])
  const ofMate = await reported('2', [mate.user_id])
  const ofStranger = await reported('3', [stranger.user_id])
  await admin.ok(wageRateCalls.add, { process_id: floor.process_ids[0]!, rate: '1.5', valid_from: inDays(-30) })
  const { id: period_id } = await admin.ok(addWagePeriod, {
    ...{ no: 'P1', start_time: inDays(-10), end_time: inDays(-1) },
  })
  await admin.ok(recalculateWages, { period_id })

  const all = await admin.ok(listReports, { order_by: 'report_no' })
  expect(all.result.map(({ id }) => id)).toEqual([ofLeader, ofMate, ofStranger])
  const seen = await leader.ok(listReports, { order_by: 'report_no' })
  expect(seen).toMatchObject({ total: 2, result: [{ id: ofLeader }, { id: ofMate }] })
  expect(seen.result.map(({ task_no }) => task_no)).toEqual(all.result.slice(0, 2).map(({ task_no }) => task_no))

  const sheets = (await leader.ok(listWages, { period_id })).result
  expect(sheets.map(({ user_id }) => user_id).sort()).toEqual([leader.user_id, mate.user_id].sort())
  const line = { mo_no: all.result[0]!.mo_no, process_name: all.result[0]!.process_name }
  const paid = [
    [leader.user_id, all.result[0]!.report_no, '1.50'],
    [mate.user_id, all.result[1]!.report_no, '3.00'],
  ]
  for (const [user_id, source_no, amount] of paid) {
    const sheet_id = sheets.find(sheet => sheet.user_id === user_id)!.id
    expect((await leader.ok(listWageLines, { sheet_id })).result).toMatchObject([{ ...line, source_no, amount }])
  }
})
