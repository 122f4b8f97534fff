import { commonUpload, downloadAttachment } from '@qitao/access/model/record/attachment.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { drawingCalls } from '@qitao/engineering/model/document/drawing.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listTaskDrawings } from '../../model/drawing/task-drawing.calls.ts'
import { onTheFloor } from '../../testing/factories.ts'

const app = await testApp()

/** A version that is valid, of the number and what it belongs to; answers its file. */
async function aDrawing(company: TestCompany, drawing_no: string, version: string, of: object): Promise<string> {
  const file = new FileGiven('a.pdf', new TextEncoder().encode(`%PDF-1.7 ${drawing_no}${version}`), '')
  const { attachment } = await company.admin.ok(commonUpload, { file, module: 'drawing' })
  const attachment_id = attachment.id
  const { id } = await company.admin.ok(drawingCalls.add, { drawing_no, name: 'Frame', version, attachment_id, ...of })
  await company.admin.ok(drawingCalls.release, { ids: [id] })
  return attachment_id
}
async function set(company: TestCompany) {
  const floor = await onTheFloor(company)
  const [first, second] = floor.process_ids
  await aDrawing(company, 'D-1', 'A', { material_id: floor.material_id })
  await aDrawing(company, 'W-1', 'A', { process_id: first })
  await aDrawing(company, 'W-2', 'A', { process_id: second })
  return floor
}
const shown = async (company: TestCompany, task_id: string) =>
  (await company.admin.ok(listTaskDrawings, { task_ids: [task_id] })).result.map(one => [
    one.drawing_no,
    one.version,
    one.is_instruction,
    one.newer_version,
  ])

contract(app, listTaskDrawings, {
  set,
  good: ({ task_ids }) => ({ task_ids: [...task_ids] }),
  check: ({ result }, { task_ids }) => {
    const of = (task_id: string) => result.filter(one => one.task_id === task_id).map(one => one.drawing_no)
    expect([of(task_ids[0]!), of(task_ids[1]!)]).toEqual([
      ['D-1', 'W-1'],
      ['D-1', 'W-2'],
    ])
  },
  refused: () => [['no task', { task_ids: [] }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ result: [] }),
})

test('a task is worked by what was valid when it was published, and a newer version is named', async () => {
  const company = await app.company()
  const { task_ids, id, material_id } = await set(company)
  const [task_id] = task_ids as [string]
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  // Published an hour ago; version A was valid since the day before.
  await company.as(async tx => {
    await sql`update mo set publish_time = ${hourAgo} where id = ${id}`.execute(tx)
    await sql`update drawing set released_time = ${hourAgo - 86_400} where drawing_no = 'D-1'`.execute(tx)
  })
  await aDrawing(company, 'D-1', 'B', { material_id })
  expect(await shown(company, task_id)).toEqual([
    ['D-1', 'A', false, 'B'],
    // Nothing of it was valid then: as it is now.
    ['W-1', 'A', true, null],
  ])
  // Who may only report reads its file, though it is obsolete by now.
  const worker = await company.member([pages.productionReport])
  const [first] = (await worker.ok(listTaskDrawings, { task_ids: [task_id] })).result
  expect((await worker.send(downloadAttachment, { attachment_id: first!.attachment_id })).code).toBe(200)
  // Published anew, the newer one holds.
  await company.as(tx => sql`update mo set publish_time = ${hourAgo + 7200} where id = ${id}`.execute(tx))
  expect((await shown(company, task_id))[0]).toEqual(['D-1', 'B', false, null])
})
