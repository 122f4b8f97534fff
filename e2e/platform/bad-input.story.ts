// What people get wrong in the browser: each is answered in their language, at its field, in the words of the catalogue, and
// changes nothing. (Contract tests do the same for every call.)
import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Locator, test } from '@playwright/test'
import { type Text, text } from '@qitao/core/text.ts'
import { addMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { customerCalls } from '@qitao/masterdata/model/partner/customer.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { listSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type Account, type Caller, signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { add, Desk, type Part, save } from '../pages.ts'

const required = text('必填项不能为空', 'A required field is empty')
const codeTaken = text('客户编号已存在', 'The customer code already exists')
const notPrecise = text('数量不符合单位精度', 'The quantity does not match the unit precision')
const stale = text('数据已被他人修改', 'Someone else has changed this')

const newCustomer = text('新建客户', 'New customer')
const customerTitle = text('客户 C-1 Rider', 'Customer C-1 Rider')
const code = text('编号', 'Code')
const name = text('名称', 'Name')
const saveDraft = text('保存草稿', 'Save draft')

for (const language of languagesOf('bad input')) {
  test.describe(`in ${language}`, () => {
    let account: Account
    let caller: Caller
    let desk: Desk

    test.beforeAll(async ({ baseURL }) => {
      account = await newCompany(`Bad input ${language}`, 'Ada')
      caller = await signIn(baseURL!, account)
      const { output: unit } = await caller.send(addUnit, { name: 'pcs', precision: 0 })
      await caller.send(addMaterial, { code: 'M-1', name: 'Wheel', kind: 2, unit_id: unit.id })
      await caller.send(customerCalls.add, { code: 'C-1', name: 'Rider' })
    })
    test.beforeEach(async ({ page }) => {
      desk = new Desk(page, language)
      await desk.arrive(account)
    })
    test.afterEach(() => expect(desk.complaints).toEqual([]))

    test('a missing field says so where it is missing', async () => {
      const page = await desk.open(pages.customers)
      await page.press(add)
      const form = desk.dialog(newCustomer)
      await form.press(save)
      await expect(problemAt(form, code)).toHaveText(desk.say(required))
      await expect(problemAt(form, name)).toHaveText(desk.say(required))
      await form.fill(code, 'C-9')
      await form.fill(name, 'Nine')
      await form.field(name).press('Tab')
      await expect(form.root.getByText(desk.say(required))).toHaveCount(0)
      expect(await customerCodes(caller)).toEqual(['C-1'])
    })

    test('a code that is taken is refused at the code', async () => {
      const page = await desk.open(pages.customers)
      await page.press(add)
      const form = desk.dialog(newCustomer)
      await form.fillAll([
        [code, 'C-1'],
        [name, randomUUID()],
      ])
      await form.press(save)
      await expect(problemAt(form, code)).toHaveText(desk.say(codeTaken))
      expect(await customerCodes(caller)).toEqual(['C-1'])
    })

    test('a quantity finer than its unit is refused at its cell', async () => {
      const page = await newOrder(desk, '1.5')
      await page.press(saveDraft)
      const cell = await page.cell(1, text('数量', 'Quantity'))
      await expect(cell).toHaveAttribute('aria-invalid', 'true')
      await expect(cell.getByLabel(desk.say(notPrecise))).toBeVisible()
      expect(await orderCount(caller)).toBe(0)
    })

    test('what another tab has changed is not overwritten', async ({ browser }) => {
      const other = await secondTab(browser, desk, account)
      const [mine, theirs] = [await edit(desk), await edit(other)]
      await mine.fill(text('电话', 'Phone'), '111')
      await theirs.fill(text('电话', 'Phone'), '222')
      await theirs.finish()
      await mine.press(save)
      await desk.dialog(stale).press(text('重新载入', 'Load again'))
      await expect(desk.main.row('C-1').root).toContainText('222')
      expect(other.complaints).toEqual([])
      await other.page.context().close()
    })

    test('two quick clicks on save make one order', async () => {
      const page = await newOrder(desk, '3')
      await page.button(saveDraft).dblclick()
      await desk.at(pages.salesOrders)
      await page.showsRow('Rider', text('待提交', 'To submit'))
      await expect.poll(() => orderCount(caller)).toBe(1)
    })
  })
}

async function newOrder(desk: Desk, quantity: string): Promise<Part> {
  const page = await desk.open(pages.salesOrders)
  await page.press(text('新建销售订单', 'New sales order'))
  await desk.at(pages.editSalesOrder)
  await page.pick(text('客户', 'Customer'), 'C-1')
  await page.day(text('交付日期', 'Delivery date'), '2099-12-31')
  await page.take(1, text('物料', 'Material'), 'M-1')
  await page.type(1, text('数量', 'Quantity'), quantity)
  return page
}

async function edit(desk: Desk): Promise<Part> {
  const page = await desk.open(pages.customers)
  await page.row('C-1').press(text('编辑', 'Edit'))
  return desk.dialog(customerTitle)
}

/** The same person at a second window. */
async function secondTab(browser: Browser, { page, language }: Desk, account: Account): Promise<Desk> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'zh-CN' })
  const other = new Desk(await context.newPage(), language)
  await other.arrive(account)
  return other
}

/** What stands under a field, in the same item of the form. */
const problemAt = ({ root, desk }: Part, label: Text): Locator =>
  root
    .locator('.ant-form-item')
    .filter({ has: desk.page.getByRole('textbox', { name: desk.say(label), exact: true }) })
    .locator('.ant-form-item-explain-error')

const customerCodes = async (caller: Caller): Promise<string[]> =>
  (await caller.send(customerCalls.list, {})).output.result.map(row => row.code)
const orderCount = async (caller: Caller): Promise<number> => (await caller.send(listSalesOrders, {})).output.total
