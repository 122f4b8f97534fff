// A clerk looks for an order that has left in part: the list says so, with what was promised, when it is late and what it is worth,
// all in view; the customer reads the same behind his link in words of his own.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { inStock } from '@qitao/manufacturing/testing/factories.ts'
import { aCustomer } from '@qitao/masterdata/testing/factories.ts'
import { addSalesOrder, listOrderLines, salesLinesToMo } from '@qitao/sales/model/sales-order.calls.ts'
import { makeOrderLink } from '@qitao/sales/model/share.calls.ts'
import { recordDelivery } from '@qitao/sales/server'
import { inDays, today } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const partShipped = text('部分发货', 'part shipped')

for (const language of languagesOf('part-shipped'))
  test(`an order that has left in part is seen as that, by the clerk and by the customer (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Parts', 'Fen')
    const made = await fill(baseURL!, account, async company => {
      const { admin } = company
      const { material_id } = await aReleasedProduct(company)
      await inStock(company, [material_id], '4')
      const customer = await aCustomer(company)
      const order = await admin.ok(addSalesOrder, {
        ...{ order_date: today, delivery_date: inDays(1), customer_id: customer.id, submit: true, currency: 'CNY' },
        lines: [{ material_id, quantity: '10', price: '1234.5' }],
      })
      const [line] = (await admin.ok(listOrderLines, { order_id: order.id })).result
      await admin.ok(salesLinesToMo, { order_ids: [order.id] })
      await company.as(async tx => {
        await recordDelivery(tx, company.org_id, [{ line_id: line!.id, quantity: '4' }])
        await sql`update sales_order_line set promised_date = ${inDays(2)}, planned_finish_time = ${inDays(5)} where order_id = ${order.id}`.execute(
          tx,
        )
        await sql`update sales_order set planned_finish_time = ${inDays(5)} where id = ${order.id}`.execute(tx)
      })
      const { share_key } = await admin.ok(makeOrderLink, { object_id: order.id })
      return { order, share_key }
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.salesOrders)
    await list.showsRow(made.order.no, partShipped)
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/sal-list-${language}.png` })
    // What has to be seen is not behind the column of actions.
    const edge = (await page.locator('th.ant-table-cell-fix-end').first().boundingBox())!.x
    for (const word of [text('总金额', 'Total amount'), text('计划完成', 'Planned finish')]) {
      const heading = (await page
        .getByRole('columnheader', { name: desk.say(word) })
        .first()
        .boundingBox())!
      expect(heading.x + heading.width, word.en).toBeLessThanOrEqual(edge + 1)
    }
    await expect(
      page.getByRole('columnheader', { name: desk.say(text('承诺日期', 'Promised date')) }).first(),
    ).toBeAttached()
    await expect(page.locator('td .qt-late').filter({ hasText: desk.say(text('超期', 'late')) })).toBeVisible()

    await page.goto(`/read-order?share_key=${made.share_key}`)
    await expect(page.getByText(desk.say(text('承诺日期', 'Promised date')))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Parts')
    await expect(page.locator('.qt-shared-head')).toContainText(desk.say(text('已确认', 'Confirmed')))
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/sal-share-${language}.png`, fullPage: true })
    expect(desk.complaints).toEqual([])
  })
