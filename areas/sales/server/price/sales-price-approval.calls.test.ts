import { approveApproval, setApprovalFlow } from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode } from '@qitao/access/model/approval/approval.status.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { addDays, dayOf, startOfDay } from '@qitao/core/time.ts'
import { listPriceProposals, showPriceProposal } from '@qitao/masterdata/model/price/price-proposal.calls.ts'
import { aCustomer, aMaterial } from '@qitao/masterdata/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { listSalesPrices, saveSalesPrices } from '../../model/price/sales-price.calls.ts'
import { addSalesOrder } from '../../model/sales-order.calls.ts'
import { queryUsualPrices } from '../../model/usual-price.calls.ts'

const app = await testApp()
const zone = 'Asia/Shanghai'
const inDays = (n: number) => startOfDay(addDays(dayOf(Math.floor(Date.now() / 1000), zone), n), zone)

test('a list price that waits says what of open orders hangs on it: not those of who has a price of his own, nor of another step', async () => {
  const company = await app.company()
  const { admin } = company
  const { id: material_id } = await aMaterial(company, { code: 'LAMP' })
  const { id: own } = await aCustomer(company, { code: 'K-1', name: '灯具城' })
  const { id: any } = await aCustomer(company, { code: 'K-2', name: '五金店' })
  const price = { material_id, valid_from: inDays(-9) }
  await admin.ok(saveSalesPrices, {
    prices: [
      { ...price, price: '20' },
      { ...price, price: '18', from_quantity: '100' },
      { ...price, price: '19', customer_id: own },
    ],
  })
  const order = (customer_id: string, quantity: string) =>
    admin.ok(addSalesOrder, {
      ...{ customer_id, order_date: inDays(0), delivery_date: inDays(9), submit: true },
      lines: [{ material_id, quantity, price: '20' }],
    })
  await order(any, '40')
  await order(any, '200')
  await order(own, '30')
  const boss = await company.member([pages.taskCentre])
  await admin.ok(setApprovalFlow, {
    ...{ module_code: 'XJ', mode: approvalMode.codes.single, approver_ids: [boss.user_id], enabled: 1 },
  })
  await admin.ok(saveSalesPrices, {
    prices: [
      { ...price, price: '22', valid_from: inDays(0) },
      { ...price, price: '18', from_quantity: '100', valid_from: inDays(0) },
    ],
  })
  const [proposal] = (await admin.ok(listPriceProposals, { price_list: 'sales_price' })).result
  const { lines } = await admin.ok(showPriceProposal, { id: proposal!.id })
  expect(
    lines.map(line => [Number(line.old_price), Number(line.price), line.open_lines, Number(line.open_difference)]),
  ).toEqual([
    [20, 22, 1, 80],
    [18, 18, 1, 0],
  ])
  const agreed = async () => {
    const { result } = await admin.ok(queryUsualPrices, { material_ids: [material_id], customer_id: any })
    return result[0]!.agreed.map(step => Number(step.price)).sort()
  }
  expect(await agreed()).toEqual([18, 20])
  await boss.ok(approveApproval, { id: proposal!.approval_id! })
  expect(await agreed()).toEqual([18, 22])
  expect((await admin.ok(listSalesPrices, { validity: [1] })).total).toBe(3)
})
