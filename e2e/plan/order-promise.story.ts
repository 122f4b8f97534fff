// A customer is on the phone: which date can we give? Asked, answered, held, confirmed - and the order stands.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addDays, dayOf } from '@qitao/core/time.ts'
import { showMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { aPromisePlant } from '@qitao/promising/testing/promise.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import type { Account } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk, done } from '../pages.ts'

const inquire = text('询单', 'Inquire')

for (const language of languagesOf('order promise')) {
  test(`a promise is asked for, held and confirmed (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Promise', 'Ping')
    const product = await someProduct(baseURL!, account)
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const main = await desk.open(pages.orderPromise)

    await main.press(inquire)
    const dialog = desk.dialog(text('新询单', 'New inquiry'))
    await dialog.take(1, text('产品', 'Product'), product)
    await dialog.type(1, text('数量', 'Quantity'), '12')
    const tomorrow = addDays(dayOf(Math.floor(Date.now() / 1000), 'Asia/Shanghai'), 1)
    await dialog.type(1, text('期望交期', 'Wanted date'), tomorrow)
    await dialog.finish(text('计算交期', 'Find the date'))

    // Four in stock, eight to be made: three answers beside each other, and why.
    const answer = desk.dialog(text('询单 XD', 'Inquiry XD'))
    await answer.shows(text('一次交付', 'In one delivery'), text('期望日期前', 'By the wanted day'))
    await expect(answer.root.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
    await answer.root.getByText(desk.say(text('为什么是这一天', 'Why this day'))).click()
    await expect(answer.root.locator('.qt-answer-chain li').first()).toBeVisible()
    await main.showsRow(product, text('待确认', 'Pending'))
    const former = (await main.row(product).root.getByRole('button', { name: /^XD/ }).textContent()) ?? ''

    await answer.press(text('改为分批交付', 'Ask in parts'))
    // The former answer is nobody's any more.
    await expect(main.row(former).root).toHaveCount(0)
    await main.showsRow(product, text('待确认', 'Pending'))
    await answer.press(text('确认', 'Confirm'))
    await desk.told(done)
    await main.openTab(text('承诺池', 'Promises'))
    await main.showsRow(product)
    await main.row(product).press(text('打开订单', 'Open order'))
    const orders = await desk.at(pages.salesOrders)
    await orders.showsRow(product, text('待办', 'To do'))
    expect(desk.complaints).toEqual([])
  })
}

/** A product that can be made, four of it in stock; its code. */
const someProduct = (url: string, account: Account): Promise<string> =>
  fill(url, account, async company => {
    const { material_id } = await aPromisePlant(company, { product: '4', components: '100' })
    const { record } = await company.admin.ok(showMaterial, { id: material_id })
    return record.code
  })
