// Before the weekly meeting: the sales lead reads the dashboard, goes from a figure to its rows, and asks what an order earned.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { someBooks } from '@qitao/figures/testing/books.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('sales figures')) {
  test(`a figure of sales opens its rows, and a margin what it is made of (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Sales figures', 'Sara')
    await fill(baseURL!, account, someBooks)
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const say = (zh: string, en: string) => desk.say(text(zh, en))

    await desk.open(pages.salesDashboard)
    const cards = page.locator('.qt-figure-card')
    await expect(cards).toHaveCount(13)
    await expect(page.locator('.qt-backlog li')).toHaveCount(14)
    await cards.filter({ has: page.getByText(say('订单金额', 'Value of orders entered'), { exact: true }) }).click()
    const rows = page.getByRole('dialog')
    await expect(rows.getByRole('link', { name: /^SO/ }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rows).toBeHidden()

    await desk.open(pages.grossMargin)
    await page.locator('.ant-segmented').getByText(say('物料', 'Product'), { exact: true }).click()
    const product = page.locator('tbody tr button.qt-link').first()
    await expect(page).toHaveURL(/group_by=product/)
    await expect(product).toContainText('Material')
    await product.click()
    const group = page.getByRole('dialog').first()
    await group.locator('tbody tr button.qt-link').first().click()
    const sheet = page.getByRole('dialog').last()
    await expect(sheet).toContainText(say('材料', 'Materials'))
    await expect(sheet.locator('table.qt-margin-table tbody tr')).not.toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // What was planned stands beside it, with what has no price; and what is closed stays.
    await page.getByRole('button', { name: say('计划与实际', 'Planned and actual') }).click()
    const planned = page.getByRole('dialog')
    await expect(planned.getByRole('row').filter({ hasText: say('制造费用', 'Overhead') })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(planned).toBeHidden()
    await page.getByRole('button', { name: say('关账期间', 'Closed periods') }).click()
    const periods = page.getByRole('dialog').first()
    await expect(periods).toContainText(say('还没有关账的期间', 'Nothing is closed yet'))
    await periods.getByRole('button', { name: say('关账', 'Close a period'), exact: true }).click()
    const close = page.getByRole('dialog').last()
    await close.getByLabel(say('关账到', 'Closed up to')).fill('2026-01-31')
    await page.keyboard.press('Enter')
    await close.getByRole('button', { name: say('保存', 'Save') }).click()
    await expect(periods.getByRole('row').filter({ hasText: '2026-01-31' })).toBeVisible()
    expect(desk.complaints).toEqual([])
  })
}
