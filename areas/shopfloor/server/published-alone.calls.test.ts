import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { aDevice } from '@qitao/masterdata/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listDispatchTasks } from '../model/report.calls.ts'
import { listWorkshopTasks, proposeDispatch } from '../model/workshop/workshop.calls.ts'
import { onTheFloor } from '../testing/factories.ts'

const app = await testApp()

test('a foreman sees the plan that was published: what a planner moves since stands where it was until it is published', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { dispatched: false })
  const [first] = floor.task_ids
  const other = await aDevice(company, { process_ids: floor.process_ids })
  const foreman = await company.member([pages.workshopPlan, pages.dispatch])
  const places = async () => {
    const { result } = await foreman.ok(listWorkshopTasks, {})
    const { result: given } = await foreman.ok(listDispatchTasks, {})
    return [result, given].map(rows => {
      const { machine_no, start_time, end_time } = rows.find(({ id }) => id === first)!
      return { machine_no, start_time, end_time }
    })
  }
  const published = await places()
  expect(published[0]).toEqual(published[1])
  const publish = () =>
    company.as(tx =>
      sql`update production_task set published_start_time = start_time, published_end_time = end_time, published_device_id = device_id
        where mo_id = ${floor.id}`.execute(tx),
    )
  await publish()
  await company.as(tx =>
    sql`update production_task set device_id = ${other.id}, setup_start_time = setup_start_time + 86400, start_time = start_time + 86400,
      end_time = end_time + 86400 where id = ${first}`.execute(tx),
  )
  expect(await places()).toEqual(published)
  const { start_time } = published[0]!
  const { result } = await foreman.ok(proposeDispatch, { timestamp_range: [start_time - 60, start_time + 60] })
  expect(result.map(({ id }) => id)).toContain(first)
  await publish()
  const told = published.map(one => ({
    ...{ machine_no: other.machine_no, start_time: one.start_time + 86400, end_time: one.end_time + 86400 },
  }))
  expect(await places()).toEqual(told)
})
