// A planner asks in words: by an example, by a sentence of his own, about something that is not there; the conversation stays.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('lean agent')) {
  test(`questions are answered with their rows and their evidence (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Agent', 'Ada')
    const { no } = await fill(baseURL!, account, async company => {
      const material_id = await aProduct(company, 'LAMP-1')
      return anOrder(company, { material_id, quantity: '12', submit: true })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const main = await desk.open(pages.leanAgent)
    await main.press(text('各状态的订单各有多少？', 'How many sales orders are in each state?'))
    await main.shows(text('共有 1 张销售订单。', 'Sales orders: 1.'))

    const box = page.getByRole('textbox', { name: desk.say(text('问题', 'Question')) })
    await box.fill(desk.say(text(`订单 ${no} 怎么样了？`, `How is order ${no}?`)))
    await box.press('Enter')
    await main.shows('LAMP-1', text('订单明细', 'Lines'))
    await page
      .getByText(desk.say(text('依据', 'Evidence')))
      .last()
      .click()
    await main.shows('/mep_server/biz/order/order_sub')

    await box.fill(desk.say(text('工单 NONE-7 为什么会晚？', 'Why is work order NONE-7 late?')))
    await box.press('Enter')
    await main.shows(text('没有找到您可以查看的「NONE-7」', 'Nothing that you may see is called “NONE-7”'))

    // Another conversation begins empty; the first is found again with all that was said.
    await main.press(text('新会话', 'New conversation'))
    await expect(page.getByText('LAMP-1')).toHaveCount(0)
    await main.press(text('各状态的订单各有多少？', 'How many sales orders are in each state?'))
    await main.shows(text('共有 1 张销售订单。', 'Sales orders: 1.'))
    expect(desk.complaints).toEqual([])
  })
}
