// A page that fails, or does not come, fails alone: the frame and the other pages go on, and so does it when it can.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addRouting, alterRouting, showRouting } from '@qitao/engineering/model/routing/routing.calls.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { listPurchaseOrders } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

test('a tab that fails leaves the other tab and the frame; opened again it works', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(await newCompany('Contained', 'Ada'))
  await desk.dialog(text('欢迎使用齐套', 'Welcome to Qitao')).finish(text('从空白开始', 'Start empty'))
  let isBroken = true
  await page.route(`**${listPurchaseOrders.path}`, async route => {
    if (!isBroken) return route.continue()
    await route.fulfill({ json: { code: 200, message: '', data: { result: [null], total: 1 } } })
  })
  const list = await desk.open(pages.purchase)
  await list.openTab(text('采购订单', 'Purchase orders'))
  await list.shows(text('这里出错了', 'This part failed'))
  await list.openTab(text('采购申请', 'Requests'))
  await list.shows(text('新建采购申请', 'New purchase request'))
  await list.openTab(text('采购订单', 'Purchase orders'))
  await list.shows(text('这里出错了', 'This part failed'))
  isBroken = false
  await list.press(text('重新打开', 'Open again'))
  await list.shows(text('新建采购订单', 'New purchase order'))
})

test('a page whose file does not come says so, and comes when it is asked again', async ({ page }) => {
  const desk = new Desk(page, 'en')
  await desk.arrive(await newCompany('Contained', 'Ada'))
  await desk.dialog(text('欢迎使用齐套', 'Welcome to Qitao')).finish(text('从空白开始', 'Start empty'))
  await page.route(/\/assets\/unit\.page[^/]*\.js/, route => route.abort())
  const list = await desk.open(pages.units)
  await list.shows(text('页面没有载入', 'This page did not load'))
  await desk.open(pages.customers)
  await list.shows(text('新建', 'New'))
  await page.unroute(/\/assets\/unit\.page[^/]*\.js/)
  await desk.open(pages.units)
  await list.press(text('再试一次', 'Try again'))
  await list.shows(text('单位', 'Unit'))
  await expect(list.root).not.toContainText('did not load')
})

test('a form sends the version that it was filled from, though the record was read again meanwhile', async ({
  page,
  baseURL,
}) => {
  const account = await newCompany('Contained', 'Ada')
  const made = await fill(baseURL!, account, async company => {
    const { process_ids } = await aReleasedProduct(company)
    const lines = [{ sequence: 10, process_id: process_ids[0]! }]
    return company.admin.ok(addRouting, { code: 'FRAME', name: 'Frame', lines })
  })
  const caller = await signIn(baseURL!, account)
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const list = await desk.open(pages.routings)
  await list.row('FRAME').press('FRAME')
  const form = desk.dialog('工艺路线')
  await form.fill(text('备注', 'Remark'), 'mine')

  const { record } = (await caller.send(showRouting, { id: made.id })).output
  const { id, row_version, code, name, version, material_id } = record
  const theirs = { id, row_version, code, name, version, material_id, remark: 'theirs' }
  await caller.send(alterRouting, theirs as never)
  let asked = 0
  page.on('response', response => response.url().endsWith(showRouting.path) && asked++)
  // Somebody comes back to the window: what is old by then is read again.
  await expect(async () => {
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    expect(asked).toBeGreaterThan(0)
  }).toPass()
  await form.press(text('保存', 'Save'))
  await expect(page.getByRole('dialog', { name: '数据已被他人修改' })).toBeVisible()
  expect((await caller.send(showRouting, { id: made.id })).output.record.remark).toBe('theirs')
})
