// A picker takes what was typed or scanned, at the speed of a scanner and on a slow network, and never merely the first row.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addMaterial, queryProduct } from '@qitao/masterdata/model/material/material.calls.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { aCustomer, aUnit } from '@qitao/masterdata/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { Desk, type Part } from '../pages.ts'

let desk: Desk
let customer: string
test.beforeEach(async ({ page, baseURL }) => {
  const account = await newCompany('Picker', 'Ada')
  customer = await fill(baseURL!, account, async company => {
    const unit = await aUnit(company, { name: 'pcs', precision: 0 })
    for (const [code, name] of [
      ['BA-DROP', 'Bar'],
      ['TY-291', 'Tyre 291'],
      ['TY-29', 'Tyre 29'],
    ] as const)
      await company.admin.ok(addMaterial, { code, name, kind: 2, unit_id: unit.id })
    for (const code of ['CUT', 'WELD', 'CUT-2'])
      await company.admin.ok(processCalls.add, { code, name: `${code} work` } as never)
    return (await aCustomer(company, { code: 'C-7' })).code
  })
  desk = new Desk(page, 'zh')
  await desk.arrive(account)
})

/** As a scanner: all keys at once, and its last one. */
async function scan(page: Page, code: string, end: 'Enter' | 'Tab'): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press(end)
}
/** Answers come late, and those to few letters later than those to many. */
const slowNetwork = (page: Page) =>
  page.route(`**${queryProduct.path}`, async route => {
    const { keyword = '' } = route.request().postDataJSON() as { keyword?: string }
    const response = await route.fetch()
    await new Promise(done => setTimeout(done, keyword.length < 3 ? 1_500 : 500))
    await route.fulfill({ response })
  })
/** The select around its input, with what is chosen. */
const around = (picker: Locator): Locator =>
  picker.locator('xpath=ancestor::div[contains(concat(" ", @class, " "), " ant-select ")][1]')
const box = (part: Part, label: string): Locator => part.root.getByRole('combobox', { name: label, exact: true })

test('a scanned code is taken as it is, though the answers come late and out of order', async ({ page }) => {
  const list = await desk.open(pages.salesOrders)
  await list.press(text('新建销售订单', 'New sales order'))
  await desk.at(pages.editSalesOrder)
  await slowNetwork(page)
  await expect(list.root.getByRole('grid')).toBeVisible()
  const cell = await list.cell(1, text('物料', 'Material'))
  await cell.click()
  await expect(cell.getByRole('combobox')).toBeFocused()
  await scan(page, 'TY-29', 'Enter')
  await expect(cell).toContainText('TY-29 ')
  await expect(cell).not.toContainText('TY-291')

  // Tab waits, takes it and goes on to the next cell.
  await cell.click()
  await scan(page, 'TY-291', 'Tab')
  await expect(cell).toContainText('TY-291')
  await expect(await list.cell(1, text('单位', 'Unit'))).toHaveAttribute('aria-selected', 'true')
})

test('what is not found takes nothing, and the next scan begins anew', async ({ page }) => {
  const list = await desk.open(pages.salesOrders)
  await list.press(text('新建销售订单', 'New sales order'))
  await desk.at(pages.editSalesOrder)
  const picker = box(list, '客户')
  await picker.click()
  await scan(page, 'NOPE', 'Enter')
  await expect(page.getByText('没有匹配项')).toBeVisible()
  await expect(picker).toHaveValue('NOPE')
  await scan(page, customer, 'Tab')
  await expect(around(picker)).toContainText(customer)
  await expect(picker).not.toBeFocused()
})

test('of several pickings Tab takes none away', async ({ page }) => {
  const list = await desk.open(pages.devices)
  await list.press(text('新建', 'New'))
  const form = desk.dialog('新建设备')
  const picker = box(form, '可做工序')
  const chosen = around(picker)
  await picker.click()
  await scan(page, 'CUT', 'Enter')
  await expect(chosen).toContainText('CUT CUT work')
  await scan(page, 'WELD', 'Tab')
  await expect(picker).not.toBeFocused()
  await picker.click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(picker).not.toBeFocused()
  await expect(chosen).toContainText('CUT CUT work')
  await expect(chosen).toContainText('WELD WELD work')
  await form.fill(text('设备编号', 'Machine no.'), 'M-1')
  await form.fill(text('设备名称', 'Machine name'), 'Saw')
  await form.finish()
  await list.showsRow('CUT work', 'WELD work')
})

/** The first material of a new sales order. */
async function orderToPasteIn(): Promise<{ list: Part; material: Locator }> {
  const list = await desk.open(pages.salesOrders)
  await list.press(text('新建销售订单', 'New sales order'))
  await desk.at(pages.editSalesOrder)
  await expect(list.root.getByRole('grid')).toBeVisible()
  return { list, material: await list.cell(1, text('物料', 'Material')) }
}
async function paste(page: Page, cell: Locator, words: string): Promise<void> {
  await cell.click()
  await page.keyboard.press('Escape')
  await expect(cell).toHaveAttribute('aria-selected', 'true')
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(words)})
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('[role=gridcell][aria-selected=true]').dispatchEvent(paste)
  })()`)
}

test('what is pasted shows its records, keeps what cannot be read, and is counted as long as it stands', async ({
  page,
}) => {
  const { list, material } = await orderToPasteIn()
  await paste(page, material, 'TY-29\t\t12\nNO-SUCH\t\ta dozen')
  await expect(material).toContainText('TY-29 Tyre 29')
  await expect(await list.cell(2, text('物料', 'Material'))).toContainText('NO-SUCH')
  await expect(await list.cell(2, text('数量', 'Quantity'))).toContainText('a dozen')
  await list.day(text('交付日期', 'Delivery date'), '2027-03-01')
  await list.press(text('保存草稿', 'Save draft'))
  await list.shows('有 2 个单元格需要修改')
  await list.press('删除第2行')
  await expect(list.root).not.toContainText('单元格需要修改')
})

test('code and quantity of a spreadsheet are pasted over the unit between; what has no place is told', async ({
  page,
}) => {
  const { list, material } = await orderToPasteIn()
  const quantity = text('数量', 'Quantity')
  await paste(page, material, 'ty-29\t20\nTyre 291\t30')
  await expect(material).toContainText('TY-29 Tyre 29')
  await expect(await list.cell(1, quantity)).toContainText('20')
  await expect(await list.cell(2, text('物料', 'Material'))).toContainText('TY-291 Tyre 291')
  await expect(await list.cell(2, quantity)).toContainText('30')
  await paste(page, material, 'TY-29\tpcs\t40')
  await expect(await list.cell(1, quantity)).toContainText('40')
  await expect(page.getByText('1 个单元格未粘贴：「单位」列只读（第1行）')).toBeVisible()
})

test('processes are pasted into a routing by code and by name', async ({ page }) => {
  const list = await desk.open(pages.routings)
  await list.press(text('新建', 'New'))
  const form = desk.dialog('新建工艺路线')
  await form.press(text('添加一行', 'Add a row'))
  const process = await form.cell(1, text('工序', 'Process'))
  await paste(page, process, 'cut\nweld WORK\nDRILL')
  await expect(process).toContainText('CUT CUT work')
  await expect(await form.cell(2, text('工序', 'Process'))).toContainText('WELD WELD work')
  await expect(await form.cell(3, text('工序', 'Process'))).toContainText('DRILL')
  await expect(form.root.getByLabel('找不到该编号或名称')).toBeVisible()
})
