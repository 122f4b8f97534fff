// The morning meeting: the panorama tells how orders stand, a figure opens its rows, and the wall turns its parts.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { someBooks } from '@qitao/figures/testing/books.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('panorama')) {
  test(`the panorama is read and hung on the wall (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Panorama', 'Paula')
    await fill(baseURL!, account, someBooks)
    const desk = new Desk(page, language)
    await desk.arrive(account)
    await desk.open(pages.panorama)
    const say = (zh: string, en: string) => desk.say(text(zh, en))

    const risks = page.getByRole('region', {
      name: say('逾期和有风险的订单（按金额×天数）', 'Orders late and at risk, by money × days'),
    })
    await expect(risks.locator('tbody tr')).toHaveCount(10)
    await page.getByRole('button', { name: new RegExp(`^${say('供应商准时率', 'Supplier on-time delivery')}`) }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: /^PO/ }).first()).toBeVisible()
    await page.keyboard.press('Escape')

    const hours = page.getByRole('region', { name: say('今日每小时产量', 'Pieces by hour today') })
    await hours.getByRole('button', { name: say('看表', 'Table') }).click()
    await expect(hours.locator('tbody tr')).toHaveCount(24)

    // What was told last stays when the server does not answer.
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('panoramaData')?.length ?? 0))
      .toBeGreaterThan(1000)

    await page.getByRole('button', { name: say('大屏', 'Wall') }).click()
    await expect(page.locator('.qt-wall .qt-panorama-part')).toHaveCount(1)
    await page.getByRole('button', { name: say('退出大屏', 'Leave the wall') }).click()
    await expect(page.locator('.qt-wall')).toHaveCount(0)
    expect(desk.complaints).toEqual([])
  })
}
