// What the specification says of single screens (section 2): badges, pools, drawers, files that are not taken.
import { expect, test } from '@playwright/test'
import { queryMessageCount } from '@qitao/access/model/notice/notice.calls.ts'
import { importFile } from '@qitao/access/model/record/excel.calls.ts'
import { text } from '@qitao/core/text.ts'
import { addMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { pages, type Page as SitePage } from '@qitao/site/model/pages.ts'
import { type Account, signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { add, Desk } from '../pages.ts'

let account: Account
test.beforeAll(async ({ baseURL }) => {
  account = await newCompany('Screens', 'Ada')
  const caller = await signIn(baseURL!, account)
  const { output: unit } = await caller.send(addUnit, { name: 'pcs', precision: 0 })
  await caller.send(addMaterial, { code: 'M-1', name: 'Wheel', kind: 2, unit_id: unit.id })
})

test('R-022 R-023 how much waits stands at sales orders and arrivals, and nothing when nothing does', async ({
  page,
}) => {
  const counts = { message_count: 3, purchase_message_count: 2, task_count: 0, notice_count: 0 }
  await page.route(`**${queryMessageCount.path}`, route =>
    route.fulfill({ json: { code: 200, message: '', data: counts } }),
  )
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const badge = (at: SitePage) => desk.menu.getByRole('link', { name: at.title.zh, exact: true }).locator('..')
  for (const [at, count] of [
    [pages.salesOrders, 3],
    [pages.arrivalPlan, 2],
  ] as const) {
    await desk.open(at)
    await expect(badge(at)).toContainText(String(count))
  }
  await desk.open(pages.salesOrders)
  await expect(
    desk.main.button(text('新建销售订单', 'New sales order')).getByRole('img', { includeHidden: true }).first(),
  ).toBeVisible()
  Object.assign(counts, { message_count: 0, purchase_message_count: 0 })
  await page.reload()
  await desk.at(pages.salesOrders)
  await expect(badge(pages.salesOrders)).toHaveText(pages.salesOrders.title.zh)
})

test('R-028 R-191 pools of promises, drawers of 480 px', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const promises = await desk.open(pages.orderPromise)
  for (const pool of ['待询单池', '承诺池'])
    await expect(promises.root.getByRole('tab', { name: pool }).first()).toBeVisible()

  // A drawer is 480 px wide.
  const customers = await desk.open(pages.customers)
  await customers.press(add)
  const drawer = page.locator('.ant-drawer-content-wrapper')
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(480)
})

test('R-146 a file that the server does not take is shown as an error', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const list = await desk.open(pages.materials)
  await list.press(text('导入', 'Import'))
  const dialog = desk.dialog(text('导入物料', 'Import Material'))
  await page.route(`**${importFile.path}`, route =>
    route.fulfill({ json: { code: 5016, message: '', data: { limit: 5000 } } }),
  )
  await dialog.root
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.xlsx', mimeType: 'application/zip', buffer: Buffer.from('x') })
  await expect(dialog.root.locator('.ant-alert-error')).toBeVisible()
  await expect(dialog.root.locator('.ant-alert-success')).toHaveCount(0)
})

test('a shared link that is broken does not say what it was for', async ({ page }) => {
  for (const link of [
    '/onlineEdit',
    '/onlineEdit?of=draw&share_key=x',
    '/read-order?share_key=x',
    '/confirm-purchase?share_key=x',
  ]) {
    await page.goto(link)
    await expect(page.getByText('共享链接', { exact: true })).toBeVisible()
    await expect(page.getByText('请向发送链接的人索取新的链接。')).toBeVisible()
    await expect(page.getByText(/订单确认|订单进度/)).toHaveCount(0)
  }
})
