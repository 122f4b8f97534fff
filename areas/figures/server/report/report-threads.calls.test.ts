import { setTimeout as wait } from 'node:timers/promises'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import type { In } from '@qitao/core/call.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { at } from '@qitao/scheduling/testing/plant.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportReport, showReport } from '../../model/figure.calls.ts'
import { setReportMailing } from '../../model/report/report-mailing.calls.ts'
import { addSavedReport } from '../../model/report/saved-report.calls.ts'
import { someBooks } from '../../testing/books.ts'
import { readers } from './receivers.ts'
import { isLargeReport } from './report.ts'
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

test('a file of many rows is put together in a thread, by hand and by mail; a short one is not', async () => {
  const company = await app.company()
  await someBooks(company)
  const short = { figures: ['stock_value' as const], by: ['product' as const], by_time: false }
  const long = {
    figures: ['open_purchase_value' as const],
    by: ['product' as const, 'supplier' as const],
    by_time: false,
  }
  // Each line of purchase orders on a material of its own.
  await company.as(async tx => {
    await sql`insert into material (id, code, name, unit_id, kind)
      select gen_random_uuid(), 'LONG' || i, 'Part ' || i, (select unit_id from material limit 1), 0 from generate_series(1, 1500) i`.execute(
      tx,
    )
    await sql`insert into purchase_order_line (id, order_id, line_no, material_id, quantity, received_quantity, price)
      select gen_random_uuid(), (select id from purchase_order where status = '15' and coalesce(currency, 'CNY') = 'CNY' order by no limit 1), 100 + row_number() over (), m.id, 5, 0, 2
      from material m where m.code like 'LONG%'`.execute(tx)
  })
  const [reader] = await company.as(tx => readers(tx, company.org_id)).then(all => [...all.values()])
  const isLarge = (asked: In<typeof showReport>) =>
    company.as(tx =>
      isLargeReport(showReport.input.parse(asked), {
        ...{ tx, org_id: company.org_id, member: reader!, now: at(0, 0) },
      }),
    )
  expect(await isLarge(short)).toBe(false)
  expect(await isLarge(long)).toBe(true)
  const file = await company.admin.ok(exportReport, long)
  expect(file.bytes.byteLength).toBeGreaterThan(30_000)
  const { id } = await company.admin.ok(addSavedReport, { name: 'Long', definition: long })
  const { user_id } = company.admin
  await company.as(tx => sql`update app_user set email = 'long@example.com' where id = ${user_id}`.execute(tx))
  await company.admin.ok(setReportMailing, { report_id: id, rhythm: 1, hour: 8, user_ids: [user_id], language: 'en' })
  await company.as(tx => sql`update report_clock set next_time = 0`.execute(tx))
  await app.database.system(tx => startJobOfCompanies(tx, reportLettersJob, [company.org_id]))
  const sent = () => app.messages.filter(({ to }) => to === 'long@example.com')
  for (const end = Date.now() + 150_000; Date.now() < end && sent().length === 0; ) await wait(50)
  expect(sent()[0]!.attachments).toHaveLength(1)
}, 180_000)
