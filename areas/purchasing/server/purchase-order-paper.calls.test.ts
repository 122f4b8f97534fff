import { accessErrors } from '@qitao/access/model/access.errors.ts'
import { cancelJob } from '@qitao/access/model/job/job.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { queryConfirmLink } from '../model/answer/supplier-answer.calls.ts'
import { alterArrivals, showPurchaseOrder } from '../model/purchase-order.calls.ts'
import { mailPurchaseOrder, printPurchaseOrders } from '../model/purchase-order-paper.calls.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { aPurchaseOrder, aSupplier, inDays } from '../testing/purchasing.factory.ts'

/** What happens while a mail is on its way. */
let onItsWay = async (): Promise<unknown> => undefined
const app = await testApp({
  async mailTo(to) {
    await onItsWay()
    return to !== 'nobody@example.com'
  },
})
const keyIn = (to: string): string =>
  /share_key=([\w-]+)/.exec(app.messages.findLast(mail => mail.to === to)!.text)![1]!
async function set(company: TestCompany) {
  const { supplier_id, material_id } = await company.as(async tx => ({
    supplier_id: await aSupplier(tx),
    material_id: await aMaterial(tx),
  }))
  const materials = [{ material_id, quantity: '3' }]
  const draft = await aPurchaseOrder(company, { supplier_id, materials, submit: false })
  return { supplier_id, draft, sent: await aPurchaseOrder(company, { supplier_id, materials }) }
}

contract(app, printPurchaseOrders, {
  set,
  good: ({ draft, sent }) => ({ ids: [sent.id, draft.id], language: 'en' as const }),
  check: data => {
    expect(data.name).toBe('Purchase order.pdf')
    expect(Buffer.from(data.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  },
  refused: () => [
    ['one that is not there', { ids: [newId()] }, generalErrors.recordNotFound],
    ['too many', { ids: Array.from({ length: 11 }, newId) }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, mailPurchaseOrder, {
  set,
  good: ({ sent }) => ({ id: sent.id, to: 'sales@supplier.cn', language: 'zh' as const, words: '请尽快' }),
  check: async ({ job_id }, { sent }, company) => {
    expect((await company.jobEnd(job_id)).status).toBe(2)
    const mail = app.messages.findLast(({ subject }) => subject.includes(sent.no))!
    expect(mail.to).toBe('sales@supplier.cn')
    expect(mail.text).toContain('请尽快')
    expect(mail.attachments![0]!.filename).toBe(`${sent.no}.pdf`)
    const { record } = await company.admin.ok(showPurchaseOrder, { id: sent.id })
    expect(record).toMatchObject({ mailed_to: 'sales@supplier.cn', mailed_time: expect.any(Number) })
    // The link in it is the order's: the supplier reads what he is asked.
    const share_key = /share_key=([\w-]+)/.exec(mail.text)![1]!
    const asked = await app.raw(queryConfirmLink.path, { share_key })
    expect(asked.data).toMatchObject({ order: { no: sent.no, total_amount: null } })
  },
  refused: ({ draft, sent }) => [
    ['no address', { id: sent.id, to: 'sales', language: 'zh' as const }, generalErrors.badParameter],
    ['a draft', { id: draft.id, to: 'a@b.cn', language: 'zh' as const }, purchasingErrors.notEditable],
    ['one that is not there', { id: newId(), to: 'a@b.cn', language: 'zh' as const }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('without a question the mail has no link; what does not go out says so and leaves no trace at the order', async () => {
  const company = await app.company()
  const { sent } = await set(company)
  const mail = { id: sent.id, language: 'en' as const, asks: false }
  const { job_id } = await company.admin.ok(mailPurchaseOrder, { ...mail, to: 'nobody@example.com' })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 3, error_code: generalErrors.mailFailed.code })
  const { record } = await company.admin.ok(showPurchaseOrder, { id: sent.id })
  expect(record.mailed_to).toBeNull()
  const second = await company.admin.ok(mailPurchaseOrder, { ...mail, to: 'a@b.cn' })
  expect((await company.jobEnd(second.job_id)).status).toBe(2)
  const sentMail = app.messages.findLast(({ to }) => to === 'a@b.cn')!
  expect(sentMail.text).not.toContain('share_key')
  expect(sentMail.subject).toContain('Purchase order')
  // The key of a link stands in the mail and nowhere in the books.
  await company.admin
    .ok(mailPurchaseOrder, { ...mail, asks: true, to: 'c@d.cn' })
    .then(({ job_id }) => company.jobEnd(job_id))
  const [, key] = /share_key=([\w-]+)/.exec(app.messages.findLast(({ to }) => to === 'c@d.cn')!.text)!
  const found = await company.as(tx =>
    sql`select 1 from job where input::text like ${`%${key}%`} or result::text like ${`%${key}%`}`.execute(tx),
  )
  expect(found.rows).toEqual([])
})

test('the supplier has his link until the next one is out: a mail that fails takes none away', async () => {
  const company = await app.company()
  const { sent } = await set(company)
  const mail = async (to: string) => {
    const { job_id } = await company.admin.ok(mailPurchaseOrder, { id: sent.id, language: 'en' as const, to })
    return company.jobEnd(job_id)
  }
  const readCode = async (share_key: string) => (await app.raw(queryConfirmLink.path, { share_key })).code
  await mail('first@supplier.cn')
  const first = keyIn('first@supplier.cn')
  expect((await mail('nobody@example.com')).status).toBe(3)
  expect(await readCode(first)).toBe(200)
  const alive = await company.as(tx =>
    sql`select 1 from share_link where object_id = ${sent.id} and not revoked`.execute(tx),
  )
  expect(alive.rows).toHaveLength(1)
  await mail('second@supplier.cn')
  expect(await readCode(first)).toBe(accessErrors.linkWrong.code)
  expect(await readCode(keyIn('second@supplier.cn'))).toBe(200)
  // The order changes while the third is on its way: what it asks is not so any more.
  onItsWay = () =>
    company.admin.ok(alterArrivals, {
      purchase_order_id: sent.id,
      arrivals: [{ id: sent.line_ids[0]!, eta: inDays(9) }],
    })
  await mail('third@supplier.cn')
  onItsWay = async () => undefined
  expect(await readCode(keyIn('third@supplier.cn'))).toBe(accessErrors.linkWrong.code)
})

test('a mail that is cancelled while it goes out has gone out, and the order says so', async () => {
  const company = await app.company()
  const { sent } = await set(company)
  const job = Promise.withResolvers<string>()
  onItsWay = async () => company.admin.ok(cancelJob, { job_id: await job.promise })
  const { job_id } = await company.admin.ok(mailPurchaseOrder, { id: sent.id, language: 'en' as const, to: 'x@y.cn' })
  job.resolve(job_id)
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2, result: { to: 'x@y.cn' } })
  onItsWay = async () => undefined
  expect((await company.admin.ok(showPurchaseOrder, { id: sent.id })).record).toMatchObject({ mailed_to: 'x@y.cn' })
  expect((await app.raw(queryConfirmLink.path, { share_key: keyIn('x@y.cn') })).code).toBe(200)
})
