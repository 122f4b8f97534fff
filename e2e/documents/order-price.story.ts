// A line of a sales order begins with the price of its product; whoever submits lines without one says that it is meant.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { aUnit } from '@qitao/masterdata/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const product = text('物料', 'Material')
const price = text('单价', 'Price')

for (const language of languagesOf('order-price'))
  test(`the price of a product is put in, a missing one is asked about (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Prices', 'Ada')
    await fill(baseURL!, account, async company => {
      const unit = await aUnit(company, { name: 'pcs', precision: 0 })
      const goods = { kind: 2, unit_id: unit.id } as const
      await company.admin.ok(addMaterial, { code: 'W-1', name: 'Wheel', sales_price: '12.5', ...goods })
      await company.admin.ok(addMaterial, { code: 'W-2', name: 'Spoke', ...goods })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.salesOrders)
    await list.press(text('新建销售订单', 'New sales order'))
    await desk.at(pages.editSalesOrder)
    await list.day(text('交付日期', 'Delivery date'), '2027-03-01')
    await list.take(1, product, 'W-1')
    await expect(await list.cell(1, price)).toContainText('12.5')
    await list.press(text('添加一行', 'Add a row'))
    await list.take(2, product, 'W-2')
    await list.press(text('保存并提交', 'Save and submit'))
    const asked = text('有 1 行没有单价，仍要提交？', '1 line has no price. Submit?')
    await desk.confirm(asked, text('返回', 'Back'))
    await desk.at(pages.editSalesOrder)
    await list.press(text('保存并提交', 'Save and submit'))
    await desk.confirm(asked, text('仍要提交', 'Submit'))
    await desk.at(pages.salesOrders)
    await list.showsRow('W-1', text('待办', 'To do'))
    await list.row('W-1').root.getByRole('button', { name: /^SO/ }).click()
    await desk.at(pages.editSalesOrder)
    await expect(await list.cell(1, product)).toContainText('W-1 Wheel')
  })
