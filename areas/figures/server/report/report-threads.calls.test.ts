import { setTimeout as wait } from 'node:timers/promises'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setReportMailing } from '../../model/report/report-mailing.calls.ts'
import { addSavedReport } from '../../model/report/saved-report.calls.ts'
import { someBooks } from '../../testing/books.ts'
import { reportLettersJob } from './report-letters.job.ts'

const app = await testApp({ jobThreads: true })

test('what is computed of machines is computed in a thread, and goes out all the same', async () => {
  const company = await app.company()
  await someBooks(company)
  const { user_id } = company.admin
  await company.as(tx => sql`update app_user set email = 'machines@example.com' where id = ${user_id}`.execute(tx))
  const { id } = await company.admin.ok(addSavedReport, {
    name: 'Machines',
    definition: { report_type: 'equipment', by: ['device'], period: 'days_90', compared: ['previous'] },
  })
  await company.admin.ok(setReportMailing, {
    ...{ report_id: id, rhythm: 1, hour: 8, user_ids: [user_id], language: 'zh' },
  })
  await company.as(tx => sql`update report_clock set next_time = 0`.execute(tx))
  await app.database.system(tx => startJobOfCompanies(tx, reportLettersJob, [company.org_id]))
  const sent = () => app.messages.filter(({ to }) => to === 'machines@example.com')
  for (const end = Date.now() + 150_000; Date.now() < end && sent().length === 0; ) await wait(50)
  expect(sent()).toHaveLength(1)
  expect(sent()[0]!.text).toContain('设备综合效率OEE')
  expect(sent()[0]!.attachments).toHaveLength(1)
}, 180_000)
