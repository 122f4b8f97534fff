// A receipt is taken back while a part of its inspection is split off: no task is left for goods that are gone.
import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { taskStatus } from '@qitao/quality/model/task/task.status.ts'
import { aHeldLot } from '@qitao/quality/testing/quality.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inboundCalls } from '../model/receipt.calls.ts'

const app = await testApp()

test('whoever takes a receipt back is told of a part that was just split off, and takes it along when he asks again', async () => {
  const company = await app.company()
  const { id, row_version } = await aHeldLot(company)
  const [receipt] = await company.as(tx =>
    rows(
      tx,
      sql<{ id: string; row_version: number }>`select id, row_version from receipt where org_id = ${company.org_id}`,
    ),
  )
  const reverse = () => company.admin.send(inboundCalls.reverse, { id: receipt!.id, row_version: receipt!.row_version })
  const split = () => company.admin.send(taskCalls.split, { id, row_version, quantity: '5' })
  const held = sql`select from qc_task where org_id = ${company.org_id} and id = ${id} for update`
  const answers = await sideBySide<{ code: number }>(app, company, held, [split, reverse])
  expect(answers.map(({ code }) => code)).toEqual([200, generalErrors.dataLocked.code])
  expect((await reverse()).code).toBe(200)
  const { result } = await company.admin.ok(taskCalls.list, {})
  expect(result.map(({ status }) => status)).toEqual([taskStatus.codes.done, taskStatus.codes.done])
})
