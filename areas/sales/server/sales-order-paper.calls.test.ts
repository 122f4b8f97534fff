import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { salesErrors } from '../model/sales.errors.ts'
import { cancelSalesOrders, deleteSalesOrders, showSalesOrder } from '../model/sales-order.calls.ts'
import { mailSalesOrder, printSalesOrders } from '../model/sales-order-paper.calls.ts'
import { queryOrderLink } from '../model/share.calls.ts'
import { anOrder, aProduct } from '../testing/factories.ts'

const app = await testApp({ mailTo: to => to !== 'nobody@example.com' })
async function set(company: TestCompany) {
  const material_id = await aProduct(company)
  const draft = await anOrder(company, { material_id, submit: false })
  const cancelled = await anOrder(company, { material_id })
  await company.admin.ok(cancelSalesOrders, { ids: [cancelled.id] })
  const dropped = await anOrder(company, { material_id, submit: false })
  await company.admin.ok(deleteSalesOrders, { ids: [dropped.id] })
  return { draft, cancelled, dropped, order: await anOrder(company, { material_id }) }
}

contract(app, printSalesOrders, {
  set,
  good: ({ draft, order }) => ({ ids: [order.id, draft.id], language: 'en' as const }),
  check: data => {
    expect(data.name).toBe('Sales order.pdf')
    expect(Buffer.from(data.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  },
  refused: () => [
    ['one that is not there', { ids: [newId()] }, salesErrors.orderMissing],
    ['too many', { ids: Array.from({ length: 11 }, newId) }, generalErrors.badParameter],
  ],
  foreign: salesErrors.orderMissing,
})

contract(app, mailSalesOrder, {
  set,
  good: ({ order }) => ({ id: order.id, to: 'buyer@customer.cn', language: 'zh' as const, words: '请确认' }),
  check: async ({ job_id }, { order }, company) => {
    expect((await company.jobEnd(job_id)).status).toBe(2)
    const mail = app.messages.findLast(({ subject }) => subject.includes(order.no))!
    expect(mail).toMatchObject({ to: 'buyer@customer.cn' })
    expect(mail.subject).toContain('订单确认')
    expect(mail.text).toContain('请确认')
    expect(mail.attachments![0]!.filename).toBe(`${order.no}.pdf`)
    const { record } = await company.admin.ok(showSalesOrder, { id: order.id })
    expect(record).toMatchObject({ mailed_to: 'buyer@customer.cn', mailed_time: expect.any(Number) })
    // The link in it is the order's, to be answered.
    const share_key = /share_key=([\w-]+)/.exec(mail.text)![1]!
    const asked = await app.raw(queryOrderLink.path, { share_key })
    expect(asked.data).toMatchObject({ order: { no: order.no, total_amount: null }, editable: true })
  },
  refused: ({ order, cancelled, dropped }) => [
    ['no address', { id: order.id, to: 'buyer', language: 'zh' as const }, generalErrors.badParameter],
    ['a cancelled one', { id: cancelled.id, to: 'a@b.cn', language: 'zh' as const }, generalErrors.statusNotAllowed],
    ['one in the bin', { id: dropped.id, to: 'a@b.cn', language: 'zh' as const }, salesErrors.orderMissing],
    ['one that is not there', { id: newId(), to: 'a@b.cn', language: 'zh' as const }, salesErrors.orderMissing],
  ],
  foreign: salesErrors.orderMissing,
})

test('a draft goes out as a quotation; what does not go out leaves no trace; the key of its link stands in the mail alone', async () => {
  const company = await app.company()
  const { draft } = await set(company)
  const mail = { id: draft.id, language: 'en' as const }
  const lost = await company.admin.ok(mailSalesOrder, { ...mail, to: 'nobody@example.com' })
  expect(await company.jobEnd(lost.job_id)).toMatchObject({ status: 3, error_code: generalErrors.mailFailed.code })
  expect((await company.admin.ok(showSalesOrder, { id: draft.id })).record.mailed_to).toBeNull()
  // Its link was made, and leads nowhere.
  const links = await company.as(tx =>
    sql<{ revoked: boolean }>`select revoked from share_link where object_id = ${draft.id}`.execute(tx),
  )
  expect(links.rows).toEqual([{ revoked: true }])
  const sent = await company.admin.ok(mailSalesOrder, { ...mail, to: 'a@b.cn' })
  expect((await company.jobEnd(sent.job_id)).status).toBe(2)
  const message = app.messages.findLast(({ to }) => to === 'a@b.cn')!
  expect(message.subject).toContain('Quotation')
  const [, key] = /share_key=([\w-]+)/.exec(message.text)!
  const found = await company.as(tx =>
    sql`select 1 from job where input::text like ${`%${key}%`} or result::text like ${`%${key}%`}`.execute(tx),
  )
  expect(found.rows).toEqual([])
  const plain = await company.admin.ok(mailSalesOrder, { ...mail, to: 'c@d.cn', asks: false })
  await company.jobEnd(plain.job_id)
  expect(app.messages.findLast(({ to }) => to === 'c@d.cn')!.text).not.toContain('share_key')
})

test('whoever may mail an order may put a link into the mail: it opens', async () => {
  const company = await app.company()
  const { order } = await set(company)
  const editor = await company.member([pages.editSalesOrder])
  const to = 'reader@customer.cn'
  const { job_id } = await editor.ok(mailSalesOrder, { id: order.id, to, language: 'zh' })
  await company.jobEnd(job_id)
  const { text: told } = app.messages.findLast(mail => mail.to === to)!
  const share_key = /share_key=([\w-]+)/.exec(told)![1]!
  expect((await app.raw(queryOrderLink.path, { share_key })).code).toBe(200)
})
