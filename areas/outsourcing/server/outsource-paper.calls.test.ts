import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { expect } from 'vitest'
import { mailOutsourceOrder, outsourceOrderCalls, printOutsourceOrders } from '../model/outsource-order.calls.ts'
import { outsourcingErrors } from '../model/outsourcing.errors.ts'
import { anOutsourceOrder, aPlating, orderInput, orderNow } from '../testing/outsourcing.factory.ts'

const app = await testApp()
const set = async (company: TestCompany) => {
  const { id, record } = await anOutsourceOrder(company)
  const draft = await company.admin.ok(outsourceOrderCalls.add, orderInput(await aPlating(company), '1'))
  return { id, no: record.no, draft_id: draft.id }
}

contract(app, printOutsourceOrders, {
  set,
  good: ({ id, draft_id }) => ({ ids: [id, draft_id] }),
  check: data => {
    expect(data.name).toBe('委外单.pdf')
    expect(Buffer.from(data.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  },
  refused: () => [['one that is not there', { ids: [newId()] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, mailOutsourceOrder, {
  set,
  good: ({ id }) => ({ id, to: 'plating@supplier.cn', language: 'en' as const }),
  check: async ({ job_id }, { id, no }, company) => {
    expect((await company.jobEnd(job_id)).status).toBe(2)
    const mail = app.messages.findLast(({ subject }) => subject.includes(no))!
    expect(mail).toMatchObject({ to: 'plating@supplier.cn', attachments: [{ filename: `${no}.pdf` }] })
    expect(mail.text).toContain(`Please find Outsourcing order ${no} attached.`)
    expect((await orderNow(company, id)).record.mailed_to).toBe('plating@supplier.cn')
  },
  refused: ({ id, draft_id }) => [
    ['no address', { id, to: '13800000000', language: 'zh' as const }, generalErrors.badParameter],
    ['a draft', { id: draft_id, to: 'a@b.cn', language: 'zh' as const }, outsourcingErrors.notEditable],
  ],
  foreign: generalErrors.recordNotFound,
})
