import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { manufacturingReconciliations } from '@qitao/manufacturing/server'
import { rows } from '@qitao/platform/server/database/database.ts'
import { shopfloorReconciliations } from '@qitao/shopfloor/server'
import { stockReconciliations } from '@qitao/stock/server'
import { discrepancies } from '@qitao/warehouse/testing/warehouse.factory.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  listOutsourceReceipts,
  receiveOutsourceOrder,
  returnOutsourceMaterial,
  reverseOutsourceReceipt,
  sendOutsourceOrder,
} from '../model/outsource-order.calls.ts'
import { anOutsourceOrder, orderNow } from '../testing/outsourcing.factory.ts'
import { outsourcingReconciliations } from './reconciliation.ts'

const app = await testApp()
const pieces = fc.integer({ min: 1, max: 6 })
const commands = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('send' as const), n: pieces }),
    fc.record({ do: fc.constant('receive' as const), n: pieces, loss: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ do: fc.constant('give_back' as const), n: pieces }),
    fc.record({ do: fc.constant('reverse' as const), nth: fc.nat(4) }),
  ),
  { minLength: 4, maxLength: 12 },
)

/** 10 pieces of which each uses one of the material; 20 of that are ours. What was sent and given back is sent again by nobody. */
interface Model {
  sent: number
  given: number
  returned: number
  back: { pieces: number; loss: number; used: number; stands: boolean }[]
}
const standing = ({ back }: Model) => back.filter(one => one.stands)
const total = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0)
const cameOf = (model: Model) => total(standing(model).map(one => one.pieces + one.loss))
const thereOf = (model: Model) => model.given - model.returned - total(standing(model).map(one => one.used))

test('stock at the supplier, bins, picked and reported pieces are as a model says, whatever was sent, came, was lost, went back and was reversed', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(commands, async list => {
      const company = await app.company()
      const { of, id, line_id } = await anOutsourceOrder(company)
      const model: Model = { sent: 0, given: 0, returned: 0, back: [] }
      for (const command of list) {
        const { key } = await orderNow(company, id)
        const isOk = await carryOut(company, model, command, { key, line_id, id, of })
        await expectAs(company, model, { of, isOk })
      }
    }),
    { numRuns: 8 },
  )
})

async function carryOut(
  company: TestCompany,
  model: Model,
  command: { do: 'send' | 'receive' | 'give_back' | 'reverse'; n?: number; loss?: number; nth?: number },
  {
    key,
    line_id,
    id,
    of,
  }: {
    key: { id: string; row_version: number }
    line_id: string
    id: string
    of: { material_id: string; location_id: string }
  },
): Promise<boolean> {
  const { admin } = company
  const n = command.n ?? 0
  if (command.do === 'send') {
    const isAllowed = model.sent + n <= 10 && cameOf(model) < 10
    const answer = await admin.send(sendOutsourceOrder, { ...key, lines: [{ line_id, quantity: String(n) }] })
    expect(answer.code === 200).toBe(isAllowed)
    if (!isAllowed) return false
    // What its pieces need in all and was not given before.
    const wanted = Math.max(0, Math.min(model.sent + n - model.given, 10 - (model.given - model.returned)))
    model.sent += n
    model.given += wanted
    return true
  }
  if (command.do === 'receive') {
    const loss = command.loss ?? 0
    const isAllowed = cameOf(model) + n + loss <= model.sent
    const answer = await admin.send(receiveOutsourceOrder, {
      ...key,
      lines: [{ line_id, quantity: String(n), loss_quantity: String(loss), loss_reason: 'Burnt' }],
    })
    expect(answer.code === 200).toBe(isAllowed)
    if (!isAllowed) return false
    const used = total(standing(model).map(one => one.used))
    const uses = Math.max(0, Math.min(cameOf(model) + n + loss - used, thereOf(model)))
    model.back.push({ pieces: n, loss, used: uses, stands: true })
    return true
  }
  if (command.do === 'give_back') {
    const isAllowed = n <= thereOf(model)
    const { material_id, location_id } = of
    const answer = await admin.send(returnOutsourceMaterial, {
      ...key,
      lines: [{ line_id, material_id, location_id, quantity: String(n) }],
    })
    expect(answer.code === 200).toBe(isAllowed)
    if (isAllowed) model.returned += n
    return isAllowed
  }
  const receipts = (await admin.ok(listOutsourceReceipts, { order_id: id })).result.toReversed()
  const at = receipts.length === 0 ? -1 : command.nth! % receipts.length
  const receipt = receipts[at]
  if (!receipt) return false
  const answer = await admin.send(reverseOutsourceReceipt, { ...key, receipt_id: receipt.id })
  // Receipts of one second may stand in another order than they came: found by what they are.
  const found = model.back.findIndex(
    one => one.stands && one.pieces === Number(receipt.quantity) && one.loss === Number(receipt.loss_quantity),
  )
  expect(answer.code === 200).toBe(receipt.status === 30)
  if (answer.code !== 200) return false
  const [usedNow] = await company.as(tx =>
    rows(
      tx,
      sql<{
        used: number
      }>`select coalesce(sum((u ->> 'quantity')::numeric), 0)::float8 as used from outsource_receipt r, jsonb_array_elements(r.used) u
        where r.id = ${receipt.id}`,
    ),
  )
  const same = model.back.findIndex(
    one =>
      one.stands &&
      one.pieces === Number(receipt.quantity) &&
      one.loss === Number(receipt.loss_quantity) &&
      one.used === usedNow!.used,
  )
  expect(found).toBeGreaterThanOrEqual(0)
  expect(same).toBeGreaterThanOrEqual(0)
  model.back[same]!.stands = false
  return true
}

async function expectAs(
  company: TestCompany,
  model: Model,
  { of, isOk }: { of: { material_id: string; operation_id: string; mo: { id: string } }; isOk: boolean },
): Promise<void> {
  const [found] = await company.as(tx =>
    rows(
      tx,
      sql<object>`select
        (select coalesce(sum(quantity), 0)::float8 from inventory where material_id = ${of.material_id} and quality_status = 0) as ours,
        (select coalesce(sum(quantity), 0)::float8 from inventory where material_id = ${of.material_id} and quality_status = 5) as there,
        (select sum(picked_quantity)::float8 from mo_component where mo_id = ${of.mo.id} and material_id = ${of.material_id}) as picked,
        reported_quantity::float8 as good, defective_quantity::float8 as bad from mo_operation where id = ${of.operation_id}`,
    ),
  )
  const net = model.given - model.returned
  expect(found).toEqual({
    ...{ ours: 20 - net, there: thereOf(model), picked: net },
    good: total(standing(model).map(one => one.pieces)),
    bad: total(standing(model).map(one => one.loss)),
  })
  if (!isOk) return
  expect(await discrepancies(company)).toEqual([])
  for (const check of [
    ...stockReconciliations,
    ...manufacturingReconciliations,
    ...shopfloorReconciliations,
    ...outsourcingReconciliations,
  ])
    expect(await company.as(tx => rows(tx, check.find(company.org_id, undefined))), check.key).toEqual([])
}
