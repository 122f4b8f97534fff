import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { expect, test } from 'vitest'
import { answerConfirmLink, queryConfirmLink } from '../../model/answer/supplier-answer.calls.ts'
import { dropExpedites, expediteLines } from '../../model/line/expedite.calls.ts'
import { alterArrivals, listArrivals, listPurchaseOrders, showPurchaseOrder } from '../../model/purchase-order.calls.ts'
import { purchasingErrors } from '../../model/purchasing.errors.ts'
import { aPurchaseOrder, aSupplier, inDays } from '../../testing/purchasing.factory.ts'

const app = await testApp()

async function set(company: TestCompany) {
  const { supplier_id, material_id } = await company.as(async tx => ({
    supplier_id: await aSupplier(tx),
    material_id: await aMaterial(tx, { precision: 0 }),
  }))
  const materials = [
    { material_id, quantity: '20', eta: inDays(12) },
    { material_id, quantity: '5', eta: inDays(12) },
  ]
  const { id, no, line_ids } = await aPurchaseOrder(company, { supplier_id, materials })
  const draft = await aPurchaseOrder(company, { supplier_id, materials, submit: false })
  return { id, no, line_ids, draft }
}
type Set = Awaited<ReturnType<typeof set>>
const asked = ({ id, line_ids }: Pick<Set, 'id' | 'line_ids'>, more: object = {}) => ({
  ...{ id, line_ids: [line_ids[0]!], wished_date: inDays(5), remark: 'line stops', to: null, language: 'en' as const },
  ...more,
})
/** What stands on the line, on the order, and in the plan of arrivals. */
const wished = async (company: TestCompany, id: string) => {
  const { record, lines } = await company.admin.ok(showPurchaseOrder, { id })
  const plan = await company.admin.ok(listArrivals, { purchase_order_id: id, expedited: true })
  return [lines.map(line => line.wished_date), record.expedited_line_count, plan.result.map(row => row.wished_date)]
}
const nobody = [[null, null], 0, []]

contract(app, expediteLines, {
  set,
  good: of => asked(of),
  check: async ({ job_id }, of, company) => {
    expect(job_id).toBeNull()
    expect(await wished(company, of.id)).toEqual([[inDays(5), null], 1, [inDays(5)]])
    const of_all = await company.admin.ok(listPurchaseOrders, { expedited: true })
    expect(of_all.result.map(row => row.id)).toEqual([of.id])
    // The last wish counts; what the buyer moves to that day himself is wished for no more.
    await company.admin.ok(expediteLines, asked(of, { wished_date: inDays(7) }))
    expect(await wished(company, of.id)).toEqual([[inDays(7), null], 1, [inDays(7)]])
    await company.admin.ok(alterArrivals, {
      ...{ purchase_order_id: of.id, arrivals: [{ id: of.line_ids[0]!, eta: inDays(7) }] },
    })
    expect(await wished(company, of.id)).toEqual(nobody)
  },
  refused: of => [
    ['an order that is not there', asked(of, { id: newId() }), generalErrors.recordNotFound],
    ['a line of another order', asked(of, { line_ids: of.draft.line_ids }), generalErrors.recordNotFound],
    ['a draft', asked(of.draft), purchasingErrors.notEditable],
    ['an old version', asked(of, { row_version: 77 }), generalErrors.versionConflict],
    ['no line', asked(of, { line_ids: [] }), generalErrors.badParameter],
    ['a day that is over', asked(of, { wished_date: inDays(-1) }), generalErrors.badParameter],
    ['the day on which it comes', asked(of, { wished_date: inDays(12) }), generalErrors.badParameter],
    ['no address', asked(of, { to: 'sam' }), generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, dropExpedites, {
  set: async company => {
    const of = await set(company)
    await company.admin.ok(expediteLines, asked(of))
    return of
  },
  good: ({ id, line_ids }) => ({ id, line_ids }),
  check: async (data, of, company) => {
    expect(data).toEqual({ affected: 1 })
    expect(await wished(company, of.id)).toEqual(nobody)
  },
  refused: ({ line_ids }) => [['an order that is not there', { id: newId(), line_ids }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('the supplier reads by mail and link what is wished for; his answer, whatever it is, ends the wish', async () => {
  const company = await app.company()
  const of = await set(company)
  const { job_id } = await company.admin.ok(expediteLines, asked(of, { to: 'sam@rims.example' }))
  expect((await company.jobEnd(job_id!)).status).toBe(2)
  const mail = app.messages.findLast(({ to }) => to === 'sam@rims.example')!
  expect(mail.text).toContain('Please bring these earlier if you can:\n1. ')
  expect(mail.text).toContain('(line stops)')
  const share_key = /share_key=([\w-]+)/.exec(mail.text)![1]!
  const { data } = await app.raw(queryConfirmLink.path, { share_key })
  expect(data).toMatchObject({
    lines: [
      { wished_date: inDays(5), wish_remark: 'line stops' },
      { wished_date: null, wish_remark: null },
    ],
  })
  const lines = of.line_ids.map((line_id, index) => ({
    ...{ line_id, quantity: index === 0 ? '20' : '5', eta: inDays(index === 0 ? 9 : 12) },
  }))
  expect((await app.raw(answerConfirmLink.path, { share_key, name: 'Sam', remark: null, lines })).code).toBe(200)
  expect(await wished(company, of.id)).toEqual(nobody)
  // Asked once more, it is waited for again.
  await company.admin.ok(expediteLines, asked(of))
  expect((await wished(company, of.id))[1]).toBe(1)
})
