// A customer is offered products at the prices of the list, with discounts, tax and a day until which it holds; the paper goes out, the
// offer becomes an order at its prices, and one that has expired says so before it does.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { customerCalls } from '@qitao/masterdata/model/partner/customer.calls.ts'
import { saveSalesPrices } from '@qitao/sales/model/price/sales-price.calls.ts'
import { quotationCalls } from '@qitao/sales/model/quotation/quotation.calls.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('quotation'))
  test(`a quotation with prices becomes an order while it holds (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Quoting', 'Quinn')
    await fill(baseURL!, account, async company => {
      const material_id = await company.as(async tx => {
        const id = await aMaterial(tx, { precision: 0 })
        await sql`update material set code = 'LAMP-1', name = 'Lamp', kind = 2, purchase_price = 12`.execute(tx)
        return id
      })
      await company.admin.ok(saveSalesPrices, {
        prices: [
          { material_id, price: '20', valid_from: inDays(-30) },
          { material_id, price: '18', from_quantity: '100', valid_from: inDays(-30) },
        ],
      })
      const { id: customer_id } = await company.admin.ok(customerCalls.add, { code: 'K-1', name: 'Lamp House' })
      await company.admin.ok(quotationCalls.add, {
        ...{ customer_id, quote_date: inDays(0), valid_until: inDays(9), submit: true },
        lines: [{ material_id, quantity: '5', price: '21' }],
      })
      await company.as(tx =>
        sql`update quotation set quote_date = ${inDays(-40)}, valid_until = ${inDays(-3)}`.execute(tx),
      )
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.quotations)
    await list.press(text('新建报价单', 'New quotation'))
    await desk.at(pages.editQuotation)
    await list.pick(text('客户', 'Customer'), 'K-1')
    await list.fill(text('整单折扣%', 'Discount on all %'), '5')
    await list.fill(text('付款条款', 'Payment terms'), '30 days')
    await list.take(1, text('物料', 'Material'), 'LAMP-1')
    await list.type(1, text('数量', 'Quantity'), '100')
    await expect(await list.cell(1, text('单价', 'Price'))).toHaveText('18')
    await list.type(1, text('折扣%', 'Discount %'), '10')
    await expect(await list.cell(1, text('折后单价', 'Net price'))).toHaveText('15.39')
    await expect(await list.cell(1, text('毛利率', 'Margin'))).toHaveText('22%')
    await list.press(text('保存并提交', 'Save and submit'))
    await desk.at(pages.quotations)
    await list.showsRow('Lamp House', text('已发出', 'Sent'), '1,539.00')
    await list.row('1,539.00').press(text('转订单', 'Make an order'))
    const dialog = desk.dialog(text('转订单', 'Make an order'))
    const prices = text('单价', 'Prices')
    await dialog.day(text('交付日期', 'Delivery date'), '2099-01-01')
    await expect(page.getByLabel(desk.say(prices), { exact: true })).toHaveCount(0)
    await dialog.finish(text('生成订单', 'Make the order'))
    await list.showsRow('1,539.00', text('已转订单', 'Ordered'), 'SO')
    await list.row('105.00').press(text('转订单', 'Make an order'))
    await expect(page.getByRole('dialog')).toContainText(desk.say(text('报价已过期 3 天', 'It expired 3 d ago')))
    const late = desk.dialog(text('转订单', 'Make an order'))
    await late.day(text('交付日期', 'Delivery date'), '2099-01-01')
    await late.choose(prices, text('按报价', 'As quoted'))
    await late.finish(text('生成订单', 'Make the order'))
    await list.showsRow('105.00', text('已转订单', 'Ordered'), 'SO')
    await list.row('1,539.00').pressBeginning('BJ')
    await desk.at(pages.editQuotation)
    expect(desk.complaints).toEqual([])
  })
