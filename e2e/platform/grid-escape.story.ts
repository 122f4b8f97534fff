// A cell of line items in a dialog: Escape leaves the cell, and what is read otherwise than it was typed is said.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

const quantity = text('数量', 'Quantity')

test('Escape leaves the cell and keeps the dialog; what was not changed is not asked about', async ({
  page,
  baseURL,
}) => {
  const account = await newCompany('Grid', 'Ada')
  await fill(baseURL!, account, company => aProduct(company, 'P-1'))
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const list = await desk.open(pages.stock)
  await list.press(text('期初库存', 'Opening stock'))
  const dialog = desk.dialog(text('期初库存', 'Opening stock'))
  const cell = await dialog.cell(1, quantity)
  const asked = page.getByText('有未保存的修改')

  await cell.click()
  await page.keyboard.type('2,5')
  await expect(page.getByRole('tooltip')).toContainText(/读作 25$/)
  await page.keyboard.press('Escape')
  await expect(cell.getByRole('textbox')).toBeHidden()
  await expect(cell).toHaveAttribute('aria-invalid', 'false')
  await expect(asked).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog.root).toBeHidden()
  await expect(asked).toHaveCount(0)

  await list.press(text('期初库存', 'Opening stock'))
  await cell.click()
  await page.keyboard.type('-5')
  await expect(page.getByRole('tooltip')).toContainText(/读作 5$/)
  await page.keyboard.press('Enter')
  await expect(cell).toHaveText('5')
  await dialog.type(1, quantity, '３５')
  await expect(cell).toContainText('35')
  expect(desk.complaints).toEqual([])
})
