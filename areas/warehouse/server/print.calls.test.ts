import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { FileAnswer } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { printLabel } from '@qitao/masterdata/model/material/label.calls.ts'
import { aMaterial } from '@qitao/masterdata/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { mailShippingOrder, printJobCards, printShippingOrders } from '@qitao/sales/model/print.calls.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { containerCalls, containerTypeCalls } from '@qitao/stock/model/container.calls.ts'
import { expect, test } from 'vitest'
import { outboundCalls } from '../model/receipt.calls.ts'
import { aReleasedMo } from '../testing/warehouse.factory.ts'

const app = await testApp()
const nobody = '018f0000-0000-7000-8000-000000000000'
const eleven = Array.from({ length: 11 }, newId)

/** Boxes of the pages in points, as the file says them. */
const pagesOf = ({ bytes }: FileAnswer): string[] =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g),
  ].map(([, width, height]) => `${Math.round((Number(width) * 25.4) / 72)}x${Math.round((Number(height) * 25.4) / 72)}`)

contract(app, printLabel, {
  set: async company => [
    await aMaterial(company, { code: 'FK-K20', name: '儿童前叉20 黑' }),
    await aMaterial(company, { code: 'Ü-Ω', name: '中文' }),
  ],
  good: ([one]) => ({ label_type: 1 as const, object_key: 44 as const, object_ids: [one!.id], copies: 3 }),
  check: async (data, [, chinese], company) => {
    expect(data.name).toBe('打印标签.pdf')
    expect(pagesOf(data)).toEqual(['90x45', '90x45', '90x45'])
    const qr = await company.admin.ok(printLabel, { label_type: 2, object_key: 44, object_ids: [chinese!.id] })
    expect(pagesOf(qr)).toEqual(['90x90'])
    expect(qr.bytes.byteLength).toBeLessThan(100_000)
    const type = await company.admin.ok(containerTypeCalls.add, { code: 'T1', name: '周转箱' })
    const box = await company.admin.ok(containerCalls.add, { code: 'BOX-1', container_type_id: type.id })
    const container = { object_key: 45 as const, object_ids: [box.id] }
    expect(pagesOf(await company.admin.ok(printLabel, { ...container, label_type: 1, copies: 2 }))).toEqual([
      '90x45',
      '90x45',
    ])
    expect(pagesOf(await company.admin.ok(printLabel, { ...container, label_type: 2 }))).toEqual(['90x90'])
  },
  refused: ([one, chinese]) => [
    ['an object without labels', { label_type: 1, object_key: 47, object_ids: [one!.id] }, generalErrors.badParameter],
    ['a type that is none', { label_type: 3, object_key: 44, object_ids: [one!.id] }, generalErrors.badParameter],
    [
      'a code that no bar code has',
      { label_type: 1, object_key: 44, object_ids: [chinese!.id] },
      generalErrors.badParameter,
    ],
    ['nothing there', { label_type: 1, object_key: 30, object_ids: [nobody] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, printJobCards, {
  set: aReleasedMo,
  good: ({ id }) => ({ mo_ids: [id] }),
  check: data => expect(pagesOf(data)).toEqual(['210x297']),
  refused: () => [
    ['eleven', { mo_ids: eleven }, salesErrors.printLimit],
    ['an order that is none', { mo_ids: [nobody] }, manufacturingErrors.moMissing],
  ],
  foreign: manufacturingErrors.moMissing,
})
async function aShipping(company: TestCompany): Promise<string> {
  const { id } = await aMaterial(company, { code: 'P-1', kind: 2 })
  const made = await company.admin.ok(outboundCalls.add, {
    lines: [{ material_id: id, quantity: '3' }],
  })
  return made.id
}
contract(app, printShippingOrders, {
  set: aShipping,
  good: id => ({ receipt_ids: [id] }),
  check: data => expect(pagesOf(data)).toEqual(['210x297']),
  refused: () => [
    ['eleven', { receipt_ids: eleven }, salesErrors.printLimit],
    ['a receipt that is none', { receipt_ids: [nobody] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, mailShippingOrder, {
  set: async company => {
    const draft = await aShipping(company)
    const { id } = await aMaterial(company, { code: 'P-2', kind: 2 })
    const lines = [{ material_id: id, quantity: '3' }]
    return { draft, ...(await company.admin.ok(outboundCalls.add, { lines, submit: true })) }
  },
  good: ({ id }) => ({ id, to: 'buyer@customer.cn', language: 'en' as const }),
  check: async ({ job_id }, { id, no }, company) => {
    expect((await company.jobEnd(job_id)).status).toBe(2)
    const mail = app.messages.findLast(({ subject }) => subject.includes(no))!
    expect(mail).toMatchObject({ to: 'buyer@customer.cn', attachments: [{ filename: `${no}.pdf` }] })
    expect(mail.subject).toContain('Shipping order')
    const { record } = await company.admin.ok(outboundCalls.detail, { id })
    expect(record).toMatchObject({ mailed_to: 'buyer@customer.cn', mailed_time: expect.any(Number) })
  },
  refused: ({ id, draft }) => [
    ['no address', { id, to: 'buyer', language: 'en' }, generalErrors.badParameter],
    ['a draft', { id: draft, to: 'a@b.cn', language: 'en' }, generalErrors.statusNotAllowed],
    ['a receipt that is none', { id: nobody, to: 'a@b.cn', language: 'en' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('of one person sixty mails leave within an hour, of the company three hundred', async () => {
  const company = await app.company()
  const { id } = await aMaterial(company, { code: 'P-3', kind: 2 })
  const lines = [{ material_id: id, quantity: '3' }]
  const order = await company.admin.ok(outboundCalls.add, { lines, submit: true })
  const mail = () => company.admin.send(mailShippingOrder, { id: order.id, to: 'a@b.cn', language: 'en' })
  const sent = (user_id: string | null, times: number, ago: number) =>
    app.database.pool.query(
      `insert into job (org_id, id, job_type, status, created_by, created_time)
        select $1, gen_random_uuid(), 'mail_sales_order', 2, $2, epoch_now() - $4 from generate_series(1, $3)`,
      [company.org_id, user_id, times, ago],
    )
  await sent(company.admin.user_id, 59, 60)
  await sent(company.admin.user_id, 300, 3_700)
  expect((await mail()).code).toBe(200)
  expect(await mail()).toMatchObject({
    code: generalErrors.mailsTooMany.code,
    message: expect.stringContaining('每人60封'),
  })
  const other = await app.company()
  expect((await other.admin.send(mailShippingOrder, { id: order.id, to: 'a@b.cn', language: 'en' })).code).toBe(
    generalErrors.recordNotFound.code,
  )
  await app.database.pool.query('delete from job where org_id = $1', [company.org_id])
  await sent((await company.member([])).user_id, 300, 60)
  expect((await mail()).code).toBe(generalErrors.mailsTooMany.code)
})
