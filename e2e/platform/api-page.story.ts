// Whoever writes a program finds a call on the page of the calls, reads its fields, and tries it with the own session.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('api page')) {
  test(`a call is found, read and tried, in ${language}`, async ({ page, baseURL }, info) => {
    const account = await newCompany('Calls', 'Ada')
    const desk = new Desk(page, language)
    const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}-${language}.png`) })
    await desk.signIn(account)
    await page.goto(`${baseURL}/api`)
    await expect(page.getByRole('heading', { name: desk.say(text('1. 取得令牌', '1. Get a token')) })).toBeVisible()
    await picture('api-begin-1440')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('textbox', { name: desk.say(text('搜索接口', 'Search calls')) }).fill('query_supplier_list')
    const list = page.getByRole('navigation')
    await list
      .getByRole('button', { name: desk.say(text('查询供应商', 'List supplier')) })
      .first()
      .click()
    const main = page.getByRole('main').last()
    await expect(main).toContainText('query_supplier_list')
    await expect(main).toContainText('page_size')
    await main.getByRole('button', { name: desk.say(text('发送', 'Send')), exact: true }).click()
    await expect(main).toContainText('"code": 200')
    await expect(main).toContainText('$QITAO_TOKEN')
    await page.mouse.move(0, 0)
    await picture('api-call-1440')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await picture('api-call-390')
    expect(await overflow(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await list.getByRole('button', { name: desk.say(text('错误码', 'Errors')) }).click()
    await page.getByRole('textbox', { name: desk.say(text('搜索错误码', 'Search errors')) }).fill('5023')
    await expect(main).toContainText('the data was changed by someone else', { ignoreCase: true })
    await picture('api-errors-1440')
    expect(desk.complaints).toEqual([])
  })
}
