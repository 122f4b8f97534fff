// Ctrl+K: a number that is typed at once and entered opens that very record; from there links lead to its neighbours.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { findRecords } from '@qitao/insight/model/find.calls.ts'
import { anOrderedMo } from '@qitao/manufacturing/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

test('a number, Enter, and on to the order and back; the size of a page stays', async ({ page, baseURL }) => {
  const account = await newCompany('Find', 'Ada')
  const { no } = await fill(baseURL!, account, company => anOrderedMo(company))
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  // Answers come late, and that to the first letters later than that to all.
  await page.route(`**${findRecords.path}`, async route => {
    const { keyword } = route.request().postDataJSON() as { keyword: string }
    const response = await route.fetch()
    await new Promise(done => setTimeout(done, keyword === no ? 300 : 1_500))
    await route.fulfill({ response })
  })
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: desk.say(text('查找单据、编号、名称或页面…', 'Find')) })
  await box.pressSequentially(no.slice(0, 4))
  await page.waitForTimeout(400)
  await box.pressSequentially(no.slice(4))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${pages.manufacturingOrders.path}\\?open=`))
  const related = page.getByRole('region', { name: desk.say(text('关联单据', 'Related documents')) })
  await related.getByRole('link', { name: /^SO/ }).click()
  await expect(page).toHaveURL(new RegExp(pages.editSalesOrder.path))
  await related.getByRole('link', { name: no }).click()
  await expect(page).toHaveURL(new RegExp(pages.manufacturingOrders.path))
  // The choice is the person's, also where the address does not say it.
  await page.goto(pages.materials.path)
  await page.locator('.qt-pager .ant-select').click()
  await page
    .getByRole('option', { name: /^50/ })
    .or(page.locator('.ant-select-item-option', { hasText: /^50/ }))
    .last()
    .click()
  await expect(page).toHaveURL(/page_size=50/)
  await page.goto(pages.materials.path)
  await expect(page.locator('.qt-pager .ant-select')).toContainText('50')
  expect(desk.complaints).toEqual([])
})
