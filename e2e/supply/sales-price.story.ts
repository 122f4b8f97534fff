// What customers are asked is kept by quantity, put into an order, and changed for many at once after a look at what becomes of it.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('sales price')) {
  test(`sales prices are kept, put into an order and changed together (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Lamps', 'Ada')
    await fill(baseURL!, account, company =>
      company.as(async tx => {
        await aMaterial(tx)
        await sql`update material set code = 'LAMP-1', name = 'Lamp', kind = 2`.execute(tx)
      }),
    )
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.unitPrices)
    await list.openTab(text('销售', 'Sales'))
    await list.root
      .getByRole('button', { name: desk.say(text('新建', 'New')) })
      .first()
      .click()
    const form = desk.dialog(text('新建销售单价', 'New sales prices'))
    await form.pick(text('物料', 'Material'), 'LAMP-1')
    await form.type(1, text('单价', 'Price'), '20')
    await form.press(text('添加一行', 'Add a row'))
    await form.type(2, text('起始数量', 'From quantity'), '100')
    await form.type(2, text('单价', 'Price'), '18')
    await form.press(text('保存', 'Save'))
    const all = text('全部客户', 'All customers')
    await list.showsRow('LAMP-1', all, '20 CNY', text('生效中', 'Valid'))

    const orders = await desk.open(pages.salesOrders)
    await orders.press(text('新建销售订单', 'New sales order'))
    await desk.at(pages.editSalesOrder)
    await orders.take(1, text('物料', 'Material'), 'LAMP-1')
    const price = text('单价', 'Price')
    await orders.type(1, text('数量', 'Quantity'), '40')
    await expect(await orders.cell(1, price)).toHaveText('20')
    await orders.type(1, text('数量', 'Quantity'), '100')
    await expect(await orders.cell(1, price)).toHaveText('18')
    await orders.type(1, price, '27')
    const advice = await orders.cell(1, text('价格提示', 'Price advice'))
    await expect(advice).toContainText(desk.say(text('偏离约定价 +50%', '+50% against the agreed price')))

    await page.goto(`${pages.unitPrices.path}?tab=sales`)
    const prices = desk.main
    await prices.row('LAMP-1', '20 CNY').root.getByRole('checkbox').check()
    await prices.press(text('批量调价', 'Change prices'))
    const change = desk.dialog(text('批量调价（1）', 'Change 1 price'))
    await change.fill(text('调整幅度', 'Change'), '5')
    await change.day(text('生效日期', 'Valid from'), '2099-01-01')
    await change.showsRow('LAMP-1', '20 CNY', '21 CNY', '+5%')
    await change.press(text('执行调价', 'Change prices'))
    await prices.showsRow('LAMP-1', '21 CNY', text('未生效', 'Not yet'))
    await prices.showsRow('LAMP-1', '20 CNY', '2098-12-31')
    expect(desk.complaints).toEqual([])
  })
}
