// A controller reads a report, splits it, goes from a cell to the document behind it, and keeps the report.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { someBooks } from '@qitao/figures/testing/books.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('operation report')) {
  test(`a report is split, and a cell opens its rows (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Figures', 'Fiona')
    await fill(baseURL!, account, someBooks)
    const desk = new Desk(page, language)
    await desk.arrive(account)
    await desk.open(pages.operationReport)

    const say = (zh: string, en: string) => desk.say(text(zh, en))
    await page.getByRole('button', { name: say('采购', 'Procurement'), exact: true }).click()
    await page.getByText(say('合计', 'Whole'), { exact: true }).first().click()
    const total = page.locator('.qt-figure-table tfoot td button').first()
    await expect(total).toContainText('%')
    await page.getByRole('combobox', { name: say('维度', 'Split by') }).click()
    await page.getByTitle(say('供应商', 'Supplier'), { exact: true }).click()
    await page.keyboard.press('Escape')
    const row = page.locator('.qt-figure-table tbody tr').first()
    await expect(page.locator('.qt-figure-table tbody tr')).toHaveCount(2)
    await row.locator('td button').first().click()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toContainText(say('供应商准时率', 'Supplier on-time delivery'))
    await drawer.getByRole('link', { name: /^PO/ }).first().click()
    await expect(page).toHaveURL(new RegExp(pages.editPurchase.path))
    expect(desk.complaints).toEqual([])
  })
}
