// Cells of line items take what is typed as a spreadsheet does: a cell that is entered is written over, not added to.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

test('a cell that is entered by click, Enter or F2 is written over; what opens it by typing stays', async ({
  page,
  baseURL,
}) => {
  const account = await newCompany('Cells', 'Ada')
  await fill(baseURL!, account, aProduct)
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const list = await desk.open(pages.salesOrders)
  await list.press(text('新建销售订单', 'New sales order'))
  await desk.at(pages.editSalesOrder)
  await expect(list.root.getByRole('grid')).toBeVisible()
  const { keyboard } = page
  const quantity = await list.cell(1, text('数量', 'Quantity'))
  const input = quantity.getByRole('textbox')
  const shows = async (written: string) => {
    await keyboard.press('Enter')
    await expect(input).toHaveCount(0)
    await expect(quantity).toHaveText(written)
  }
  await quantity.click()
  await keyboard.type('1')
  await shows('1')
  await quantity.click()
  await expect(input).toBeFocused()
  await keyboard.type('20')
  await shows('20')
  for (const key of ['Enter', 'F2']) {
    await keyboard.press(key)
    await expect(input).toBeFocused()
    await keyboard.type('30')
    await shows('30')
  }
  // Typing opens the cell: all of it stays, and nothing of what was there.
  await keyboard.type('45.5')
  await expect(input).toHaveValue('45.5')
  await shows('45.5')
  // What is dropped is said, whether it opens the cell or is typed in it.
  for (const [typed, read] of [
    ['-3', '3'],
    ['2,5', '25'],
  ] as const) {
    await keyboard.type(typed)
    await expect(page.getByRole('tooltip')).toContainText(new RegExp(`读作 ${read}$`))
    await shows(read)
    await expect(page.getByRole('tooltip')).toBeHidden()
  }
  await quantity.click()
  await keyboard.type('7')
  await shows('7')

  const remark = await list.cell(1, text('备注', 'Remark'))
  await remark.click()
  await keyboard.type('old')
  await keyboard.press('Enter')
  await expect(remark).toHaveText('old')
  await keyboard.type('new one')
  await keyboard.press('Enter')
  await expect(remark).toHaveText('new one')
  await remark.click()
  await keyboard.type('other')
  await keyboard.press('Enter')
  await expect(remark).toHaveText('other')
  expect(desk.complaints).toEqual([])
})

test('the first click after a line was removed goes to the cell under the mouse, far to the right as well', async ({
  page,
  baseURL,
}) => {
  const account = await newCompany('Far', 'Ada')
  await fill(baseURL!, account, aProduct)
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const list = await desk.open(pages.salesOrders)
  await list.press(text('新建销售订单', 'New sales order'))
  await desk.at(pages.editSalesOrder)
  const grid = list.root.getByRole('grid')
  await expect(grid).toBeVisible()
  await list.press(text('添加一行', 'Add a row'))
  await page.keyboard.press('Escape')
  await list.root.getByRole('button', { name: '删除第2行' }).click()
  await expect(list.root.getByRole('button', { name: '删除第2行' })).toHaveCount(0)
  const day = await list.cell(1, text('行交期', 'Line delivery date'))
  const box = list.root.locator('.qt-line-box')
  await box.evaluate(it => void Object.assign(it, { scrollLeft: 10_000 }))
  const scrolled = () => box.evaluate(it => Number(Reflect.get(it, 'scrollLeft')))
  const before = await scrolled()
  expect(before).toBeGreaterThan(100)
  await day.click({ position: { x: 20, y: 10 } })
  await expect(day).toHaveAttribute('aria-selected', 'true')
  expect(await scrolled()).toBe(before)
  expect(desk.complaints).toEqual([])
})
