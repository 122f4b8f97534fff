import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { qcType } from '@qitao/quality/model/qc-type.status.ts'
import { blocks } from '@qitao/quality/model/scheme/scheme.status.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addReport, listReportTasks } from '../model/report.calls.ts'
import { onTheFloor } from '../testing/factories.ts'

const app = await testApp()
const migrations = join(import.meta.dirname, '../../quality/server/migrations')
const run = async (file: string) => app.database.pool.query(await readFile(join(migrations, file), 'utf8'))
const coversOf = async (company: TestCompany) =>
  (await company.admin.ok(taskCalls.list, { order_by: 'no' })).result.map(({ covers_from, covers_to }) => [
    Number(covers_from),
    Number(covers_to),
  ])

/** Two pieces went back after 8; the third inspection is of the two that were made again, the first pieces are waited for once more. */
async function withPiecesBack(company: TestCompany) {
  const floor = await onTheFloor(company, { stock: '100' })
  const plan = { process_id: floor.process_ids[0]!, sample_size: 1, blocks: blocks.codes.none }
  await aScheme(company, { qc_type: qcType.codes.in_process, ...plan, every_pieces: 1 })
  const [first, second] = floor.task_ids as [string, string]
  const { steps_before } = (await company.admin.ok(listReportTasks, {})).result.find(({ id }) => id === second)!
  const rework = { rework_quantity: '2', rework_sequence: steps_before[0]!.sequence }
  for (const finished_quantity of ['6', '2']) await company.admin.ok(addReport, { task_id: first, finished_quantity })
  await company.admin.ok(addReport, { task_id: second, finished_quantity: '4', ...rework })
  await aScheme(company, { qc_type: qcType.codes.first_piece, ...plan })
  await company.admin.ok(addReport, { task_id: first, finished_quantity: '2' })
}

test('inspections on the floor count all good pieces once, whether they were made before tasks did so or after', async () => {
  const [after, before] = [await app.company(), await app.company()]
  for (const company of [after, before]) await withPiecesBack(company)
  const right = await coversOf(after)
  expect(right).toEqual(await coversOf(before))
  expect(right).toHaveLength(4)
  // As tasks were written when they counted what is good now.
  await before.as(tx =>
    sql`update qc_task set covers_from = covers_from - 2, covers_to = covers_to - 2
      where id in (select id from qc_task order by no desc limit 2)`.execute(tx),
  )
  const old = await coversOf(before)
  expect(old).not.toEqual(right)
  await run('0010-of-all-good-pieces.sql')
  expect(await coversOf(before)).toEqual(right)
  expect(await coversOf(after)).not.toEqual(right)
  for (const _ of ['once', 'twice']) {
    await run('0011-good-pieces-counted-once.sql')
    expect(await coversOf(before)).toEqual(right)
    expect(await coversOf(after)).toEqual(right)
  }
})
