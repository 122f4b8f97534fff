// Sections 2 and 8 of the specification, sentence by sentence, where the other stories do not come by: edit pages, the live
// channel, pending messages, what is kept in the browser.
import { expect, type Page, test, type WebSocketRoute } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { customerCalls } from '@qitao/masterdata/model/partner/customer.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { addSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type Account, signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { add, Desk, save } from '../pages.ts'

const pathOf = (page: Page): string => new URL(page.url()).pathname
const atPath = (page: Page, path: string) => expect.poll(() => pathOf(page)).toBe(path)
const live = '**/ws/chat/'
/** Seconds that a time of the clock takes to be seen: sockets and pages work in real time. */
const soon = 10_000

let account: Account
test.beforeAll(async ({ baseURL }) => {
  account = await newCompany('Letter', 'Ada')
  const caller = await signIn(baseURL!, account)
  const { output: unit } = await caller.send(addUnit, { name: 'pcs', precision: 0 })
  const material = { kind: 2, unit_id: unit.id } as const
  const { output: wheel } = await caller.send(addMaterial, { code: 'M-1', name: 'Wheel', ...material })
  const { output: rider } = await caller.send(customerCalls.add, { code: 'C-1', name: 'Rider' })
  const delivery_date = Math.floor(Date.now() / 86_400_000) * 86_400 + 20 * 86_400 - 8 * 3600
  const order = { customer_id: rider.id, order_date: delivery_date - 10 * 86_400, delivery_date }
  const lines = [{ material_id: wheel.id, quantity: '3', price: '9' }]
  await caller.send(addSalesOrder, { no: 'SO-1', ...order, lines })
  await caller.send(addSalesOrder, { no: 'SO-2', ...order, lines: [] })
})

test('/redirect, / and unknown paths, without and with a session', async ({ page, context }) => {
  await page.goto('/redirect/basic/meterageUnit?keyword=a')
  await atPath(page, '/login')
  expect(new URL(page.url()).search).toBe(`?redirect=${encodeURIComponent('/basic/meterageUnit?keyword=a')}`)
  for (const path of ['/no/such/path', '/redirect', '/redirect//evil.example', '/redirect/login']) {
    await page.goto(path)
    await atPath(page, '/login')
    expect(page.url()).not.toContain('evil.example/')
  }
  const desk = new Desk(page, 'zh')
  await desk.signIn(account)
  // R-041 What the browser keeps of a session.
  const kept = () =>
    page.evaluate<unknown[]>(
      `[localStorage.getItem('userInfo') !== null, JSON.parse(sessionStorage.getItem('session') ?? '{}').company_code ?? null]`,
    )
  const tokens = async () => (await context.cookies()).filter(({ name }) => name === 'token').length
  expect([await tokens(), ...(await kept())]).toEqual([1, true, account.company_code])
  // R-011 The stored redirect, when it is allowed; else the first page.
  for (const [stored, path] of [
    [pages.customers.path, pages.customers.path],
    ['/no/such/page', pages.materialPlan.path],
    ['//evil.example', pages.materialPlan.path],
  ]) {
    await page.goto(pages.units.path)
    await desk.at(pages.units)
    await page.evaluate(`sessionStorage.setItem('redirectPath', ${JSON.stringify(stored)})`)
    await page.evaluate(`history.pushState({}, '', '/'); dispatchEvent(new PopStateEvent('popstate'))`)
    await atPath(page, path!)
  }
  await page.goto(`/redirect${pages.units.path}?keyword=pc`)
  await atPath(page, pages.units.path)
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('pc')
  await page.getByRole('button', { name: '用户 Ada' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await atPath(page, '/login')
  expect([await tokens(), ...(await kept())]).toEqual([0, false, null])
})

test('R-018 R-019 R-020 an edit page opens sealed after 300 ms, and leads back to the list it came from', async ({
  page,
}) => {
  await page.clock.install()
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  await page.goto(`${pages.materials.path}?keyword=M-`)
  await desk.main.showsRow('M-1')
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1000'))
  const button = desk.main.button(add).first()
  await button.click()
  // R-115 A button rests for 200 ms; the way to an edit page begins after 300.
  await expect(button).toBeDisabled()
  await page.clock.runFor(190)
  await expect(button).toBeDisabled()
  await page.clock.runFor(15)
  await expect(button).toBeEnabled()
  await page.clock.runFor(90)
  expect(pathOf(page)).toBe(pages.materials.path)
  await page.clock.runFor(10)
  await atPath(page, pages.editMaterial.path)
  await page.clock.resume()
  await desk.at(pages.editMaterial)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('prevRouter')).toBe(`${pages.materials.path}?keyword=M-`)
  expect(searchParams.get('prevTitle')).toBe(pages.materials.title.zh)

  // A taken code: the page stays, the field says why.
  const form = desk.main
  await form.fillAll([
    [text('物料编码', 'Material code'), 'M-1'],
    [text('物料名称', 'Material name'), 'Spoke'],
  ])
  await form.choose(text('物料属性', 'Kind'), text('原材料', 'Raw'))
  await form.pick(text('单位', 'Unit'), 'pcs')
  await form.press(save)
  await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible()
  expect(pathOf(page)).toBe(pages.editMaterial.path)
  await form.fill(text('物料编码', 'Material code'), 'M-2')
  await form.press(save)
  await atPath(page, pages.materials.path)
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('M-')
  await desk.main.showsRow('M-2', 'Spoke')

  // The number of a record does not stand in the address, and what cannot be opened shows no form.
  await desk.main.row('M-2').press(text('编辑', 'Edit'))
  await desk.at(pages.editMaterial)
  expect(new URL(page.url()).searchParams.get('data')).toBeTruthy()
  expect(page.url().replace(/prevRouter=[^&]*/, '')).not.toContain('M-2')
  await page.goto(
    `${pages.editMaterial.path}?data=garbage&prevRouter=${encodeURIComponent(pages.materials.path)}&prevTitle=x`,
  )
  await expect(page.getByText('链接已失效')).toBeVisible()
  await expect(page.locator('main form')).toHaveCount(0)
  await page.getByRole('button', { name: '返回', exact: true }).click()
  await atPath(page, pages.materials.path)
})

test('R-134 R-135 R-144 R-145 the live channel: messages, pings, five reconnects, and its end', async ({ page }) => {
  await page.clock.install()
  const opened: WebSocketRoute[] = []
  const heard: string[] = []
  let ended = 0
  let refuses = false
  await page.routeWebSocket(live, socket => {
    opened.push(socket)
    socket.onMessage(message => void heard.push(String(message)))
    socket.onClose(() => void ended++)
    if (refuses) void socket.close({ code: 1011 })
  })
  await page.goto('/login')
  expect(opened).toHaveLength(0)
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  await expect.poll(() => opened.length).toBe(1)
  await page.clock.runFor(10_100)
  await expect.poll(() => heard.filter(one => one === 'ping').length, { timeout: soon }).toBeGreaterThanOrEqual(2)

  const notice = page.locator('.ant-notification-notice')
  const say = (message: object) => opened.at(-1)!.send(JSON.stringify(message))
  say({ channel_type: 'other', code: 200 })
  say({ channel_type: 'import', code: 200 })
  await expect(notice.filter({ hasText: '数据导入完成，请刷新页面' })).toBeVisible()
  await expect(notice).toHaveCount(1)
  await page.clock.runFor(6_000)
  await expect(notice).toHaveCount(0)
  say({ channel_type: 'import', code: 1101, message: '第2行有误', data: { excel_path: '/mep_server/x/error' } })
  await expect(notice).toContainText('第2行有误')
  await page.clock.runFor(60_000)
  // It stays, and leads to the file.
  await page.route('**/mep_server/x/error', route =>
    route.fulfill({ body: 'x', headers: { 'content-disposition': 'attachment; filename="errors.xlsx"' } }),
  )
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    notice.getByRole('button', { name: '下载错误文件' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('errors.xlsx')

  refuses = true
  const before = opened.length
  await opened.at(-1)!.close({ code: 1011 })
  for (const [tries, wait] of [1_000, 2_000, 4_000, 8_000, 16_000].entries()) {
    await page.waitForTimeout(200)
    expect(opened.length).toBe(before + tries)
    await page.clock.runFor(wait + 50)
    await expect.poll(() => opened.length, { timeout: soon }).toBe(before + tries + 1)
  }
  await page.waitForTimeout(200)
  await page.clock.runFor(120_000)
  await page.waitForTimeout(500)
  expect(opened.length).toBe(before + 5)

  // Closed on the sign-in page.
  refuses = false
  await page.goto(pages.units.path)
  await expect.poll(() => opened.length).toBe(before + 6)
  const closed = ended
  await page.evaluate(`history.pushState({}, '', '/login'); dispatchEvent(new PopStateEvent('popstate'))`)
  await expect.poll(() => ended).toBe(closed + 1)
})

test('R-147 a browser without websocket is told', async ({ page }) => {
  await page.addInitScript('delete window.WebSocket')
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  await desk.told(
    text('当前浏览器不支持WebSocket，无法获取数据', 'This browser has no websocket support and cannot get data'),
  )
})

test('R-141 R-148 a pending message stays while it waits, and closes on success and on any error', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const list = await desk.open(pages.customers)
  await list.press(add)
  const form = desk.dialog(text('新建客户', 'New customer'))
  await form.fillAll([
    [text('编号', 'Code'), 'C-2'],
    [text('名称', 'Name'), 'Walker'],
  ])
  const pending = page.locator('.ant-message-loading').filter({ hasText: '处理中，请稍候' })
  const errors: readonly [object | 'aborted' | number, string][] = [
    [{ code: 5001, message: '', data: null }, '参数错误'],
    [{ code: 9999, message: '', data: null }, '请求失败！请联系管理员'],
    [502, '网关错误'],
    ['aborted', '无法连接服务器'],
  ]
  for (const [answer, words] of errors) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**${customerCalls.add.path}`, async route => {
      await released
      if (answer === 'aborted') await route.abort()
      else await route.fulfill(typeof answer === 'number' ? { status: answer } : { json: answer })
    })
    await form.press(save)
    // Longer than a message of success is shown.
    await page.waitForTimeout(2_500)
    await expect(pending).toBeVisible()
    release()
    await expect(page.locator('.ant-message-error').filter({ hasText: words })).toBeVisible()
    await expect(pending).toHaveCount(0)
    await expect(form.root.locator('.ant-btn-loading')).toHaveCount(0)
    await page.unroute(`**${customerCalls.add.path}`)
  }
  await form.press(save)
  await desk.told(text('操作成功', 'Done'))
  await expect(form.root).toBeHidden()
  await expect(pending).toHaveCount(0)
  await list.showsRow('C-2', 'Walker')
})

test('R-048 R-139 what a bulk action leaves undone is listed as a warning', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const list = await desk.open(pages.salesOrders)
  for (const no of ['SO-1', 'SO-2']) await list.row(no).root.getByRole('checkbox').check()
  await list.press(text('批量提交', 'Submit'))
  const warning = page.locator('.ant-modal-confirm-warning')
  await expect(warning).toContainText('部分数据未处理')
  await expect(warning).toContainText('SO-2')
  await expect(warning).not.toContainText('SO-1')
})
