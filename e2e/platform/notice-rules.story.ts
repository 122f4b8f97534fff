// A rule tells of orders that are late: the administrator tries it, saves it, hears of the order under the bell, takes it, and sees how fast.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { add, Desk } from '../pages.ts'

const late = text('订单已逾期', 'Order is late')

for (const language of languagesOf('notice rules')) {
  test(`who is told of late orders, in ${language}`, async ({ page, baseURL }, info) => {
    const account = await newCompany('Notices', 'Ada')
    const no = await fill(baseURL!, account, async company => {
      const order = await anOrder(company, { material_id: await aProduct(company) })
      const past = Math.floor(Date.now() / 1000) - 10 * daySeconds
      await company.as(tx => sql`update sales_order set delivery_date = ${past} where id = ${order.id}`.execute(tx))
      await company.as(tx =>
        sql`update sales_order_line set delivery_date = null where order_id = ${order.id}`.execute(tx),
      )
      return order.no
    })
    const desk = new Desk(page, language)
    const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}-${language}.png`) })
    await desk.signIn(account)
    const main = await desk.open(pages.noticeRules)
    await main.press(add)
    const form = desk.dialog(text('新建提醒规则', 'New notice rule'))
    await form.fill(text('名称', 'Name'), 'Late')
    await form.choose(text('事件', 'Event'), late)
    await form.press(text('试算', 'Try it'))
    await form.shows(text('现在会提醒1项', 'It means 1 now'))
    await expect(form.root).toContainText(no)
    await page.mouse.move(0, 0)
    await picture('notice-rule-form-1440')
    expect(await barriers(page)).toEqual([])
    await form.press(text('保存', 'Save'))
    await expect(form.root).toBeHidden()

    const bell = page.getByRole('button', { name: desk.say(text('通知，1 条未读', 'Notices, 1 unread')) })
    await bell.click({ timeout: 20_000 })
    const line = page.getByRole('listitem').filter({ hasText: no })
    await expect(line).toContainText(desk.say(text('待响应', 'Unanswered')))
    await picture('notice-bell-1440')
    await line.getByRole('button', { name: desk.say(text('我来处理', 'I take it')) }).click()
    await expect(line).toContainText(desk.say(text('Ada 处理中', 'Taken by Ada')))
    await page.keyboard.press('Escape')

    await page.goto(`${baseURL}${pages.taskCentre.path}?tab=notices`)
    const taken = page.getByRole('row').filter({ hasText: no })
    await expect(taken).toContainText(desk.say(text('处理中', 'Taken')))
    await picture('notice-cases-1440')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await picture('notice-cases-390')
    expect(await overflow(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    const rules = await desk.open(pages.noticeRules)
    await rules.showsRow('Late', '100')
    await picture('notice-rules-1440')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await picture('notice-rules-390')
    expect(await overflow(page)).toBe(0)
    expect(desk.complaints).toEqual([])
  })
}
