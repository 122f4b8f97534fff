// A plating step of a published order is made by a supplier: ordered from what is to be outsourced, its material sent and seen there, received
// with a loss, and settled.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { processPriceCalls } from '@qitao/outsourcing/model/price/process-price.calls.ts'
import { aPlating } from '@qitao/outsourcing/testing/outsourcing.factory.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

for (const language of ['zh', 'en'] as const) {
  test(`an outsourced step is ordered, sent, received with a loss and settled (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Outsourcing', 'Wei')
    const { no, supplier } = await fill(baseURL!, account, async company => {
      const { mo, supplier_id } = await aPlating(company)
      const process_id = mo.process_ids[1]!
      await company.admin.ok(processPriceCalls.add, { supplier_id, process_id, price: '3', valid_from: inDays(-1) })
      const [named] = await company.as(tx =>
        rows(
          tx,
          sql<{
            no: string
            supplier: string
          }>`select m.no, s.name as supplier from mo m, supplier s where m.id = ${mo.id} and s.id = ${supplier_id}`,
        ),
      )
      return named!
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.outsourcing)
    await list.showsRow(no, supplier, '10')
    await list.row(no).press(text('生成委外单', 'Create order'))
    const order = desk.dialog(text('生成委外单', 'New outsourcing order'))
    // The agreed price is put in; what is typed instead stays and is pointed out.
    const advice = await order.cell(1, text('价格提示', 'Price advice'))
    await expect(await order.cell(1, text('加工单价', 'Price'))).toContainText('3')
    await order.type(1, text('加工单价', 'Price'), '4.5')
    await expect(advice).toContainText(desk.say(text('偏离约定价 +50%', '+50% against the agreed price')))
    await order.press(text('生成', 'Create'))
    await desk.at(pages.editOutsourcing)
    await desk.open(pages.outsourcing)
    await list.openTab(text('委外单', 'Orders'))
    await list.row(supplier).press(text('提交', 'Submit'))
    await list.showsRow(supplier, text('待入库', 'Pending inbound'))
    await list.row(supplier).press(text('发料', 'Send'))
    await desk.dialog(text('发料', 'Send')).press(text('确认发料', 'Send'))
    await list.openTab(text('供应商处物料', 'Material at suppliers'))
    await list.showsRow(no, supplier, '10')
    await list.openTab(text('委外单', 'Orders'))
    await list.row(supplier).press(text('收货', 'Receive'))
    const dialog = desk.dialog(text('收货', 'Receive'))
    await expect(dialog.button(text('确认收货', 'Receive'))).toBeVisible()
    await dialog.type(1, text('收回', 'Came back'), '8')
    await dialog.type(1, text('损耗', 'Loss'), '2')
    await dialog.type(1, text('损耗原因', 'Reason of the loss'), 'Burnt')
    await dialog.press(text('确认收货', 'Receive'))
    await list.showsRow(supplier, text('已完成', 'Completed'), '80')
    await list.openTab(text('结算', 'Settlement'))
    await list.row(supplier).press(text('结算', 'Settle'))
    await desk.dialog(text('结算', 'Settle')).press(text('结算', 'Settle'))
    await expect(list.row(supplier).button(text('结算', 'Settle'))).toBeDisabled()
  })
}
