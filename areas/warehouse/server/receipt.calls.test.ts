import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { actionKey } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { occupy, usableStock } from '@qitao/stock/server'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inboundCalls, outboundCalls, type ReceiptCalls } from '../model/receipt.calls.ts'
import type { Direction } from '../model/receipt.status.ts'
import { warehouseErrors } from '../model/warehouse.errors.ts'
import { discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

/** 10 of `material_id` and 3 of `byLot` (lot B1) in stock; a draft, a submitted and a partly done receipt. */
async function made(company: TestCompany, calls: ReceiptCalls) {
  const found = await company.as(async tx => {
    const material_id = await aMaterial(tx, { precision: 0 })
    const byLot = await aMaterial(tx, { lot_managed: true })
    const location_id = await aLocation(tx)
    const inventory_id = await putIn(tx, { material_id, location_id, quantity: '10' })
    await putIn(tx, { material_id: byLot, location_id, quantity: '3', lot_number: 'B1' })
    return { material_id, byLot, location_id, inventory_id }
  })
  const { material_id, location_id } = found
  const lines = [{ material_id, quantity: '6', location_id }]
  const add = (more: object) => company.admin.ok(calls.add, { lines, ...more })
  const draft = await add({})
  const sent = await add({ submit: true })
  const partly = await add({ submit: true })
  const { lines: partlyLines } = await company.admin.ok(calls.detail, { id: partly.id })
  const { lines: sentLines } = await company.admin.ok(calls.detail, { id: sent.id })
  const { lines: draftLines } = await company.admin.ok(calls.detail, { id: draft.id })
  await company.admin.ok(calls.confirm, { id: partly.id, lines: [{ line_id: partlyLines[0]!.id, quantity: '2' }] })
  return {
    ...found,
    draft,
    sent,
    partly,
    draftLine: draftLines[0]!.id,
    sentLine: sentLines[0]!.id,
    partlyLine: partlyLines[0]!.id,
  }
}

const directions: [Direction, ReceiptCalls, ErrorDefinition][] = [
  ['inbound', inboundCalls, warehouseErrors.inboundNumberExists],
  ['outbound', outboundCalls, warehouseErrors.outboundNumberExists],
]
describe.each(directions)('%s receipts', (direction, calls, numberExists) => {
  const set = (company: TestCompany) => made(company, calls)
  const line = (of: { material_id: string; location_id: string }, more: object = {}) => ({
    ...{ material_id: of.material_id, location_id: of.location_id, quantity: '2' },
    ...more,
  })

  contract(app, calls.list, {
    set,
    good: () => ({ statuses: ['15', '20'] }),
    check: ({ result, total }, { sent, partly }) => {
      expect(total).toBe(2)
      expect(result.map(({ id }) => id).sort()).toEqual([sent.id, partly.id].sort())
    },
    refused: () => [['over a year', { timestamp_range: [0, 367 * 86_400] }, generalErrors.dateSpanOverYear]],
    foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
  })
  contract(app, calls.count, {
    set,
    good: () => ({}),
    check: data => expect(data).toMatchObject({ pending_submit: 1, pending: 1, partly: 1, completed: 0 }),
    refused: () => [['unknown field', { x: 1 }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toMatchObject({ pending_submit: 0, pending: 0 }),
  })
  contract(app, calls.reverse, {
    set: async company => {
      const of = await set(company)
      const { record } = await company.admin.ok(calls.detail, { id: of.partly.id })
      return { ...of, row_version: record.row_version }
    },
    good: ({ partly, row_version }) => ({ id: partly.id, row_version, reason: 'counted wrong' }),
    check: async ({ record }, { partly }, company) => {
      expect(record).toMatchObject({ status: '40', remark: 'counted wrong', done_quantity: '0.000000' })
      const { movements } = await company.admin.ok(calls.detail, { id: partly.id })
      const two = direction === 'inbound' ? 2 : -2
      expect(movements.map(({ quantity }) => Number(quantity)).sort()).toEqual([two, -two].sort())
      expect(await discrepancies(company)).toEqual([])
    },
    refused: ({ partly, sent, row_version }) => [
      ['not posted', { id: sent.id, row_version: 0 }, warehouseErrors.receiptNotEditable],
      ['as it was', { id: partly.id, row_version: row_version - 1 }, generalErrors.versionConflict],
      ['none', { id: absent, row_version: 0 }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.detail, {
    set,
    good: ({ partly }) => ({ id: partly.id }),
    check: ({ record, lines, movements }) => {
      expect(record.status).toBe('20')
      expect(Number(lines[0]!.open_quantity)).toBe(4)
      expect(movements.map(one => [one.movement_type, Number(one.quantity), one.receipt_no])).toEqual([
        direction === 'inbound' ? [10, 2, record.no] : [20, -2, record.no],
      ])
    },
    refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.add, {
    set,
    good: of => ({ receipt_date: inDays(0), submit: true, lines: [line(of)] }),
    check: ({ no }) => expect(no).toMatch(direction === 'inbound' ? /^RKQT\d{12}$/ : /^CKQT\d{12}$/),
    refused: of => [
      ['number taken', { no: of.sent.no, lines: [line(of)] }, numberExists],
      ['finer than the unit', { lines: [line(of, { quantity: '1.5' })] }, generalErrors.unitQuantityPrecision],
      ['no lines', { lines: [] }, generalErrors.badParameter],
      ['unknown type', { receipt_type: 3, lines: [line(of)] }, generalErrors.badParameter],
      ['an MO is missing', { receipt_type: 1, lines: [line(of)] }, generalErrors.fieldRequired],
      ['an order line is missing', { receipt_type: 2, lines: [line(of)] }, generalErrors.fieldRequired],
      ['long remark', { remark: 'x'.repeat(256), lines: [line(of)] }, generalErrors.remarkTooLong],
      ...(direction === 'inbound'
        ? [['no lot', { lines: [line(of, { material_id: of.byLot })] }, stockErrors.lotRequired] as const]
        : []),
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.alter, {
    set,
    good: of => ({ id: of.draft.id, row_version: 0, lines: [line(of), line(of, { id: of.draftLine, quantity: '9' })] }),
    check: async (_, { draft, draftLine }, company) => {
      const { record, lines } = await company.admin.ok(calls.detail, { id: draft.id })
      expect(record.no).toBe(draft.no)
      expect(lines.map(one => [one.line_no, Number(one.quantity)])).toEqual([
        [1, 2],
        [2, 9],
      ])
      expect(lines[1]!.id).toBe(draftLine)
    },
    refused: of => [
      ['submitted', { id: of.sent.id, row_version: 0, lines: [line(of)] }, warehouseErrors.receiptNotEditable],
      ['stale', { id: of.draft.id, row_version: 4, lines: [line(of)] }, generalErrors.versionConflict],
      [
        'a line of another receipt',
        { id: of.draft.id, row_version: 0, lines: [line(of, { id: of.sentLine })] },
        generalErrors.recordNotFound,
      ],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.drop, {
    set,
    good: ({ draft }) => ({ ids: [draft.id] }),
    refused: ({ sent }) => [['submitted', { ids: [sent.id] }, warehouseErrors.receiptNotEditable]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.submit, {
    set,
    good: ({ draft }) => ({ ids: [draft.id] }),
    refused: ({ sent }) => [['submitted', { ids: [sent.id] }, warehouseErrors.receiptNotEditable]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.cancel, {
    set,
    good: ({ sent, draft }) => ({ ids: [sent.id, draft.id] }),
    refused: ({ partly }) => [['has movements', { ids: [partly.id] }, warehouseErrors.cancelNotAllowed]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.forceClose, {
    set,
    good: ({ sent, partly }) => ({ ids: [sent.id, partly.id] }),
    refused: ({ draft }) => [['not submitted', { ids: [draft.id] }, purchasingErrors.forceCloseNotAllowed]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.confirm, {
    set,
    good: ({ partly, partlyLine }) => ({ id: partly.id, lines: [{ line_id: partlyLine, quantity: '4' }] }),
    check: async ({ record }, { material_id }, company) => {
      expect([record.status, Number(record.done_quantity)]).toEqual(['30', 6])
      const lots = await company.as(tx => usableStock(tx, company.org_id, [material_id]))
      expect(lots.map(lot => Number(lot.quantity))).toEqual([direction === 'inbound' ? 16 : 4])
      expect((await discrepancies(company)).filter(({ kind }) => kind !== 'occupied')).toEqual([])
    },
    refused: ({ draft, draftLine, partly, partlyLine, sent, sentLine, byLot }) => [
      [
        'not submitted',
        { id: draft.id, lines: [{ line_id: draftLine, quantity: '1' }] },
        warehouseErrors.receiptNotEditable,
      ],
      [
        'more than is open',
        { id: partly.id, lines: [{ line_id: partlyLine, quantity: '5' }] },
        direction === 'inbound' ? purchasingErrors.inboundOverPending : generalErrors.badParameter,
      ],
      [
        'a line of another receipt',
        { id: sent.id, lines: [{ line_id: partlyLine, quantity: '1' }] },
        generalErrors.recordNotFound,
      ],
      [
        'no such bin',
        { id: sent.id, lines: [{ line_id: sentLine, quantity: '1', location_id: byLot, lot_number: 'X' }] },
        generalErrors.recordNotFound,
      ],
    ],
    foreign: generalErrors.recordNotFound,
  })
})

test('goods that are not there are not taken out, goods that others occupy neither', async () => {
  const company = await app.company()
  const { material_id, location_id, inventory_id, byLot } = await made(company, outboundCalls)
  // 8 are left; 5 of them are somebody's.
  await company.as(tx => occupy(tx, { org_id: company.org_id, occupations: [{ inventory_id, quantity: '5' }] }))
  const take = async (line: { material_id: string; quantity: string; location_id?: string; lot_number?: string }) => {
    const { id } = await company.admin.ok(outboundCalls.add, { submit: true, lines: [line] })
    const { lines } = await company.admin.ok(outboundCalls.detail, { id })
    const all = lines.map(one => ({ line_id: one.id, quantity: one.quantity }))
    return company.admin.send(outboundCalls.confirm, { id, lines: all }, { language: 'en' })
  }
  expect((await take({ material_id, quantity: '9' })).code).toBe(5901)
  expect((await take({ material_id, quantity: '4' })).code).toBe(5913)
  expect((await take({ material_id, quantity: '4', location_id, lot_number: 'none' })).code).toBe(5901)
  const named = await take({ material_id: byLot, quantity: '4', location_id, lot_number: 'B1' })
  expect(named).toMatchObject({ code: 5901 })
  expect(named.message).toMatch(/lot B1, holds 3, 4 is needed/)
  expect((await take({ material_id, quantity: '3' })).code).toBe(200)
})

test('A10 whoever may add a receipt and not submit it, does not submit it by adding it', async () => {
  const company = await app.company()
  const { material_id, location_id } = await made(company, inboundCalls)
  const member = await company.member([pages.inbound, pages.outbound])
  const keys = [inboundCalls, outboundCalls].map(calls => actionKey(calls.add))
  await company.as(tx => sql`update app_permission set action_keys = ${keys}`.execute(tx))
  for (const calls of [inboundCalls, outboundCalls]) {
    const receipt = { lines: [{ material_id, quantity: '1', location_id }] }
    expect((await member.send(calls.add, { ...receipt, submit: true })).code).toBe(generalErrors.noPermission.code)
    await member.ok(calls.add, receipt)
  }
})
