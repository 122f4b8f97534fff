import { setTimeout as pause } from 'node:timers/promises'
import { setApprovalFlow } from '@qitao/access/model/approval/approval.calls.ts'
import { dropUser } from '@qitao/access/model/member/user.calls.ts'
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { expectNotAnnounced } from '@qitao/app-server/testing/announced.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  answerConfirmLink,
  decideSupplierAnswers,
  dropConfirmLinks,
  listConfirmLinks,
  listSupplierAnswers,
  makeConfirmLink,
  queryConfirmLink,
} from '../../model/answer/supplier-answer.calls.ts'
import {
  alterArrivals,
  cancelPurchaseOrders,
  listPurchaseOrders,
  showPurchaseOrder,
} from '../../model/purchase-order.calls.ts'
import { purchasingErrors } from '../../model/purchasing.errors.ts'
import { aPurchaseOrder, aSupplier, inDays } from '../../testing/purchasing.factory.ts'

const app = await testApp()
beforeEach(() => app.database.pool.query('delete from sign_in_failure'))
const nowhere = '01900000-0000-7000-8000-000000000000'

/** An order of two lines, sent, for the fifth day; and one that is not. */
async function set(company: TestCompany) {
  const made = await company.as(async tx => ({
    supplier_id: await aSupplier(tx),
    material_id: await aMaterial(tx, { precision: 0 }),
  }))
  const { supplier_id, material_id } = made
  const materials = [
    { material_id, quantity: '100' },
    { material_id, quantity: '40' },
  ]
  const order = await aPurchaseOrder(company, { supplier_id, materials })
  const draft = await aPurchaseOrder(company, { supplier_id, materials, submit: false })
  return { ...made, id: order.id, no: order.no, line_ids: order.line_ids, draft: draft.id }
}
type Set = Awaited<ReturnType<typeof set>>
const asked = async (company: TestCompany, more: object = {}) => {
  const of = await set(company)
  const { share_key } = await company.admin.ok(makeConfirmLink, { id: of.id, ...more })
  return { ...of, share_key }
}
const read = (share_key: string) => app.raw(queryConfirmLink.path, { share_key })
const answer = (
  share_key: string,
  { line_ids }: Pick<Set, 'line_ids'>,
  lines: object[] = [{}, {}],
  more: object = {},
) =>
  app.raw(answerConfirmLink.path, {
    ...{ share_key, name: 'Sam', remark: null },
    lines: lines.map((line, index) => ({
      ...{ line_id: line_ids[index], quantity: index === 0 ? '100' : '40', eta: inDays(5) },
      ...line,
    })),
    ...more,
  })
/** The first line comes in part and later, the second as it was ordered. */
const answered = async (company: TestCompany) => {
  const of = await asked(company)
  expect((await answer(of.share_key, of, [{ quantity: '80', eta: inDays(9), remark: 'fewer' }, {}])).code).toBe(200)
  const { result } = await company.admin.ok(listSupplierAnswers, { id: of.id })
  const [open, as_ordered] = result
  return { ...of, open: open!, as_ordered: as_ordered! }
}
const shown = async (company: TestCompany, id: string) => {
  const { record, lines } = await company.admin.ok(showPurchaseOrder, { id })
  return { ...record, lines }
}

contract(app, makeConfirmLink, {
  set,
  good: ({ id }) => ({ id }),
  check: async (data, { id }, company) => {
    expect(data.url).toMatch(/\/confirm-purchase\?share_key=.{20}/)
    expect(data.expire_time - Date.now() / 1000).toBeGreaterThan(7 * 86_400 - 60)
    const stored = await app.database.pool.query('select * from share_link where org_id = $1', [company.org_id])
    expect(JSON.stringify(stored.rows)).not.toContain(data.share_key)
    expect((await shown(company, id)).confirmation).toBe(1)
    // A second link ends the first.
    await company.admin.ok(makeConfirmLink, { id })
    expect((await read(data.share_key)).code).toBe(7705)
  },
  refused: ({ id, draft }) => [
    ['an order that does not exist', { id: nowhere }, generalErrors.recordNotFound],
    ['an order that is not sent', { id: draft }, purchasingErrors.notEditable],
    ['longer than 30 days', { id, expire_days: 31 }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, listConfirmLinks, {
  set: asked,
  good: ({ id }) => ({ id }),
  check: ({ result }) =>
    expect(result).toMatchObject([{ created_by_name: 'Admin', editable: true, revoked: false, opened_count: 0 }]),
  refused: () => [['an order that does not exist', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropConfirmLinks, {
  set: async company => {
    const of = await asked(company)
    const { result } = await company.admin.ok(listConfirmLinks, { id: of.id })
    return { ...of, ids: result.map(link => link.id) }
  },
  good: ({ ids }) => ({ ids }),
  check: async (data, { share_key }) => {
    expect(data).toEqual({ affected: 1 })
    expect((await read(share_key)).code).toBe(7705)
  },
  refused: () => [['none', { ids: [] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ affected: 0 }),
})
contract(app, listSupplierAnswers, {
  set: answered,
  good: ({ id }) => ({ id }),
  check: ({ result }) =>
    expect(result).toMatchObject([
      { line_no: 1, status: 0, quantity: '80.000000', eta: inDays(9), answered_by: 'Sam', remark: 'fewer' },
      { line_no: 2, status: 1, outdated: false },
    ]),
  refused: () => [['an order that does not exist', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
const decision = ({ open }: { open: { id: string; row_version: number } }, accepted: boolean, more: object = {}) => ({
  ...{ id: open.id, row_version: open.row_version, accepted },
  ...more,
})
contract(app, decideSupplierAnswers, {
  set: answered,
  good: of => ({ id: of.id, decisions: [decision(of, true)] }),
  check: async (_, of, company) => {
    const { lines, ...order } = await shown(company, of.id)
    expect(lines.map(line => [Number(line.quantity), line.eta])).toEqual([
      [80, inDays(9)],
      [40, inDays(5)],
    ])
    expect([order.eta, order.confirmation, order.status]).toEqual([inDays(9), 3, '15'])
    expect((await read(of.share_key)).code).toBe(7705)
    const again = await company.admin.send(decideSupplierAnswers, { id: of.id, decisions: [decision(of, true)] })
    expect(again.code).toBe(generalErrors.versionConflict.code)
  },
  refused: of => [
    [
      'an answer that he has given anew since',
      { id: of.id, decisions: [decision(of, true, { row_version: 9 })] },
      generalErrors.versionConflict,
    ],
    [
      'one that was as ordered',
      { id: of.id, decisions: [decision({ open: of.as_ordered }, true)] },
      generalErrors.statusNotAllowed,
    ],
    ['an answer to another order', { id: of.draft, decisions: [decision(of, true)] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test(`${queryConfirmLink.path}: without sign-in, the order and nothing else`, async () => {
  const company = await app.company()
  const of = await asked(company)
  const found = await read(of.share_key)
  expect(found).toMatchObject({
    code: 200,
    data: {
      order: { no: of.no, total_amount: null },
      lines: [
        { line_no: 1, quantity: '100.000000', eta: inDays(5), price: null },
        { line_no: 2, quantity: '40.000000' },
      ],
      answer: null,
    },
  })
  for (const hidden of [company.org_id, of.id, of.supplier_id, of.material_id])
    expect(JSON.stringify(found.data)).not.toContain(hidden)
  const priced = await company.admin.ok(makeConfirmLink, { id: of.id, shows_prices: true })
  expect((await read(priced.share_key)).data).toMatchObject({ order: { total_amount: '0.0000' } })
})

test('a link that is wrong or expired, or whose order is over, opens nothing; guessing is slowed down', async () => {
  const company = await app.company()
  const of = await asked(company)
  for (const language of ['zh', 'en'] as const) {
    const wrong = await app.raw(queryConfirmLink.path, { share_key: 'wrong' }, undefined, 'POST', language)
    expect(wrong.code).toBe(7705)
    expect(/[\u4e00-\u9fff]/.test(wrong.message)).toBe(language === 'zh')
  }
  await app.database.pool.query('update share_link set expire_time = 1 where object_id = $1', [of.id])
  expect([(await read(of.share_key)).code, (await answer(of.share_key, of)).code]).toEqual([7706, 7706])
  await app.database.pool.query('update share_link set expire_time = 4000000000 where object_id = $1', [of.id])
  await company.admin.ok(cancelPurchaseOrders, { ids: [of.id] })
  const refused = await expectNotAnnounced(app, company, () => answer(of.share_key, of))
  expect([(await read(of.share_key)).code, refused.code]).toEqual([5703, 5703])
  for (let tries = 0; tries < 30; tries++) await read('guess')
  expect((await read('guess')).code).toBe(5266)
})

test('a link ends with its sharer', async () => {
  const company = await app.company()
  const { id } = await set(company)
  const member = await company.member([pages.purchase])
  const { share_key } = await member.ok(makeConfirmLink, { id })
  expect((await read(share_key)).code).toBe(200)
  await company.admin.ok(dropUser, { id: member.user_id })
  expect((await read(share_key)).code).toBe(7705)
})

test(`${answerConfirmLink.path}: once, for this order only, and its buyer is told; the order stays as it is`, async () => {
  const company = await app.company()
  const of = await asked(company)
  const other = await asked(await app.company())
  expect((await answer(of.share_key, other)).code).toBe(5010)
  expect((await answer(of.share_key, of, [{ quantity: '1.5' }])).code).toBe(5027)
  expect((await answer(of.share_key, of, [{ eta: inDays(-1) }])).code).toBe(5001)
  expect((await answer(of.share_key, of, [{ remark: 'x'.repeat(256) }])).code).toBe(5018)
  expect((await answer(of.share_key, of, [{}], { name: '' })).code).toBe(5020)
  expect((await answer(of.share_key, of, [{ quantity: '80', eta: inDays(9) }, {}])).code).toBe(200)
  expect((await answer(of.share_key, of)).code).toBe(5024)
  const notices = await company.admin.ok(listNotices, {})
  expect(notices.result[0]?.text).toContain(`答复了采购订单 ${of.no}：1行与订单不同`)
  const { lines, confirmation } = await shown(company, of.id)
  expect([Number(lines[0]!.quantity), lines[0]!.eta, confirmation]).toEqual([100, inDays(5), 2])
  const { total } = await company.admin.ok(listPurchaseOrders, { confirmation: 2 })
  expect(total).toBe(1)
})

test('he answers to the order as it stands when he does: who changes it meanwhile is waited for', async () => {
  const company = await app.company()
  const of = await asked(company)
  const { said } = await company.as(async tx => {
    await sql`select from purchase_order where id = ${of.id} for no key update`.execute(tx)
    const answering = answer(of.share_key, of)
    await pause(700)
    await sql`update purchase_order_line set quantity = 120 where id = ${of.line_ids[0]!}`.execute(tx)
    return { said: answering }
  })
  expect((await said).code).toBe(200)
  const { result } = await company.admin.ok(listSupplierAnswers, { id: of.id })
  expect(result[0]).toMatchObject({ status: 0, asked_quantity: '120.000000', quantity: '100.000000', outdated: false })
})

test('two who answer at once: the first counts, the other is told', async () => {
  const company = await app.company()
  const of = await asked(company)
  const codes = (await Promise.all([answer(of.share_key, of), answer(of.share_key, of)])).map(({ code }) => code)
  expect(codes.toSorted()).toEqual([200, 5024])
})

test('a line that is left out is asked for; wrong answers are no wrong keys', async () => {
  const company = await app.company()
  const of = await asked(company)
  expect((await answer(of.share_key, of, [{}])).code).toBe(5001)
  for (let n = 0; n < 31; n++) await answer(of.share_key, of, [{ quantity: '1.5' }, {}])
  expect((await read(of.share_key)).code).toBe(200)
})

test('an order that is cancelled is answered no more, and nobody waits for it', async () => {
  const company = await app.company()
  const of = await answered(company)
  const other = await asked(company)
  await company.admin.ok(cancelPurchaseOrders, { ids: [of.id, other.id] })
  expect((await answer(other.share_key, other)).code).toBe(5703)
  expect((await read(other.share_key)).code).toBe(5703)
  expect([(await shown(company, of.id)).confirmation, (await shown(company, other.id)).confirmation]).toEqual([0, 0])
})

test('all lines as they were ordered: nothing to decide, and the order is confirmed until its day is another', async () => {
  const company = await app.company()
  const of = await asked(company)
  await answer(of.share_key, of)
  expect((await shown(company, of.id)).confirmation).toBe(3)
  const arrivals = [{ id: of.line_ids[0]!, eta: inDays(7) }]
  await company.admin.ok(alterArrivals, { purchase_order_id: of.id, arrivals })
  expect((await shown(company, of.id)).confirmation).toBe(0)
})

test('a day that the buyer changes ends the link, and an answer to the old one is not accepted any more', async () => {
  const company = await app.company()
  const of = await answered(company)
  const arrivals = [{ id: of.line_ids[0]!, eta: inDays(7) }]
  await company.admin.ok(alterArrivals, { purchase_order_id: of.id, arrivals })
  expect((await read(of.share_key)).code).toBe(7705)
  const { result } = await company.admin.ok(listSupplierAnswers, { id: of.id })
  expect(result[0]).toMatchObject({ status: 0, outdated: true })
  const late = await company.admin.send(decideSupplierAnswers, { id: of.id, decisions: [decision(of, true)] })
  expect(late).toMatchObject({ code: 5023, data: { row: 1 } })
  await company.admin.ok(decideSupplierAnswers, { id: of.id, decisions: [decision(of, false)] })
  expect((await shown(company, of.id)).lines[0]).toMatchObject({ quantity: '100.000000', eta: inDays(7) })
})

test('a declined answer changes nothing; the supplier is asked anew, and what he says last counts', async () => {
  const company = await app.company()
  const of = await answered(company)
  await company.admin.ok(decideSupplierAnswers, { id: of.id, decisions: [decision(of, false)] })
  expect((await shown(company, of.id)).lines[0]).toMatchObject({ quantity: '100.000000', eta: inDays(5) })
  expect((await read(of.share_key)).code).toBe(7705)
  const { share_key } = await company.admin.ok(makeConfirmLink, { id: of.id })
  await answer(share_key, of, [{ eta: inDays(6) }, {}])
  const { result } = await company.admin.ok(listSupplierAnswers, { id: of.id })
  expect(result).toMatchObject([
    { id: of.open.id, status: 0, eta: inDays(6), quantity: '100.000000' },
    { status: 1, eta: inDays(5) },
  ])
  expect((await company.admin.send(decideSupplierAnswers, { id: of.id, decisions: [decision(of, true)] })).code).toBe(
    5023,
  )
})

test('an answer takes no order past its approvers', async () => {
  const company = await app.company()
  const { admin } = company
  const boss = await company.member([pages.taskCentre])
  const of = await asked(company)
  await admin.ok(setApprovalFlow, {
    ...{ module_code: 'CG', mode: 4, approver_ids: [boss.user_id], enabled: 1, amount_from: '10000' },
  })
  await company.as(tx =>
    sql`update purchase_order_line set price = 1, amount = quantity where org_id = ${company.org_id} and order_id = ${of.id}`.execute(
      tx,
    ),
  )
  const answerWith = async (quantity: string) => {
    const { share_key } = await admin.ok(makeConfirmLink, { id: of.id })
    expect((await answer(share_key, of, [{ quantity }, {}])).code).toBe(200)
    const { result } = await admin.ok(listSupplierAnswers, { id: of.id })
    const open = result.find(({ status }) => status === 0)!
    const decisions = [{ id: open.id, row_version: open.row_version, accepted: true }]
    return admin.send(decideSupplierAnswers, { id: of.id, decisions })
  }
  // 9,000 and 40 are free of approval; a million is not.
  expect((await answerWith('9000')).code).toBe(200)
  expect((await answerWith('1000000')).code).toBe(purchasingErrors.notEditable.code)
  expect((await shown(company, of.id)).lines[0]).toMatchObject({ quantity: '9000.000000' })
})
