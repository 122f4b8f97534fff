// How the frame behaves, to the letter of the specification: guard, tabs, language, number input, throttle, messages; and how
// people come in, join, and are stopped.
import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { addRole, alterRolePermissions } from '@qitao/access/model/member/role.calls.ts'
import { addUser, alterUser, alterUserStatus } from '@qitao/access/model/member/user.calls.ts'
import { findCompanyCode } from '@qitao/access/model/session/session.calls.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type Account, type Caller, signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { codeSentTo } from '../outbox.ts'
import { Desk, Part } from '../pages.ts'

const signInTitle = text('登录', 'Sign in')
const password = 'Story-2026-pass'
const pathOf = (page: Page): string => new URL(page.url()).pathname
const atPath = (page: Page, path: string) => expect.poll(() => pathOf(page)).toBe(path)

test.describe('the guard', () => {
  let account: Account
  let caller: Caller
  test.beforeAll(async ({ baseURL }) => {
    account = await newCompany('Guard', 'Ada')
    caller = await signIn(baseURL!, account)
  })

  test('without sign-in public paths open, every other leads to the sign-in page and back', async ({ page }) => {
    for (const path of [
      '/login',
      '/register',
      '/passwordReset',
      '/404',
      '/403',
      '/onlineEdit',
      '/read-order',
      '/confirm-purchase',
    ]) {
      await page.goto(path)
      await expect(page.locator('main')).toBeVisible()
      expect(pathOf(page), path).toBe(path)
    }
    const wanted = '/basic/unit?keyword=a&page=2'
    await page.goto('/basic/meterageUnit?keyword=a')
    await atPath(page, '/login')
    expect(new URL(page.url()).search).toBe(`?redirect=${encodeURIComponent('/basic/meterageUnit?keyword=a')}`)
    await page.goto(wanted)
    await atPath(page, '/login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(wanted)
    await page.goto('/login?redirect=%2Fbasic%2FmeterageUnit%3Fkeyword%3Da')
    await enter(new Desk(page, 'zh'), account)
    await atPath(page, pages.units.path)
    expect(new URL(page.url()).searchParams.get('keyword')).toBe('a')
  })

  test('a redirect never leaves the product', async ({ page }) => {
    for (const bad of ['//evil.example', 'https://evil.example', '/\\evil.example', '/redirect//evil.example']) {
      await page.goto(`/login?redirect=${encodeURIComponent(bad)}`)
      await enter(new Desk(page, 'zh'), account)
      expect(new URL(page.url()).host, bad).toBe(new URL(page.url()).host)
      await expect.poll(() => pathOf(page), bad).not.toBe('/login')
      expect(page.url(), bad).not.toContain('evil')
    }
  })

  test('a group leads to its first page, an unknown path and /login to the sign-in page, which cleans up', async ({
    page,
    context,
  }) => {
    const desk = new Desk(page, 'zh')
    await desk.signIn(account)
    await page.goto('/AuthorityManagement')
    await atPath(page, pages.roles.path)
    await page.goto('/management')
    await atPath(page, pages.salesOrders.path)
    expect((await context.cookies()).some(({ name, value }) => name === 'token' && value)).toBe(true)
    await page.goto('/no/such/page')
    await atPath(page, '/login')
    await expect(page.getByRole('button', { name: desk.say(signInTitle), exact: true })).toBeVisible()
    await expect.poll(async () => (await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
    expect(await page.evaluate(() => [localStorage.getItem('userInfo'), sessionStorage.getItem('session')])).toEqual([
      null,
      null,
    ])
  })

  test('a page beyond the own rights says so, and the first allowed page is home', async ({ page }) => {
    const member = await memberWith(caller, account, [pages.units.path, pages.materials.path])
    const desk = new Desk(page, 'zh')
    await desk.signIn(member)
    await atPath(page, pages.materials.path)
    await page.goto(pages.settings.path)
    await atPath(page, '/403')
    await expect(page.getByText('没有「系统设置」的权限')).toBeVisible()
    await expect(desk.menu.getByRole('menuitem')).toHaveText(['基础数据'])
  })
})

test('tabs: opened by visiting, ordered by hand, kept in this browser, refreshed without a trace', async ({ page }) => {
  const account = await newCompany('Tabs', 'Ada')
  const desk = new Desk(page, 'zh')
  await desk.signIn(account)
  await page.getByRole('button', { name: '从空白开始' }).click()
  const tabs = page.getByRole('navigation', { name: '已打开的页面' })
  const names = () => tabs.locator('.qt-tab-name').allInnerTexts()
  await desk.open(pages.units)
  await desk.open(pages.customers)
  await desk.open(pages.suppliers)
  await expect.poll(names).toEqual(['物料计划', '计量单位', '客户', '供应商'])
  await tabs.getByRole('button', { name: '关闭 物料计划' }).click()
  const from = (await tabs.getByRole('button', { name: '供应商', exact: true }).boundingBox())!
  const to = (await tabs.getByRole('button', { name: '计量单位', exact: true }).boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 })
  await page.mouse.up()
  await expect.poll(names).toEqual(['供应商', '计量单位', '客户'])
  await page.reload()
  await expect.poll(names).toEqual(['供应商', '计量单位', '客户'])

  const before = await page.evaluate<number>('history.length')
  await tabs.getByRole('button', { name: '供应商', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新', exact: true }).click()
  await desk.at(pages.suppliers)
  await atPath(page, pages.suppliers.path)
  expect(await page.evaluate<number>('history.length')).toBe(before)
  await page.goto(`/redirect${pages.customers.path}`)
  await atPath(page, pages.customers.path)
  await tabs.getByRole('button', { name: '计量单位', exact: true }).click({ button: 'middle' })
  await expect.poll(names).toEqual(['供应商', '客户'])
  expect(desk.complaints).toEqual([])
})

test('R-299 the language is switched at once, kept, and goes with the user to another browser', async ({
  page,
  browser,
}) => {
  const account = await newCompany('Language', 'Ada')
  const desk = new Desk(page, 'zh')
  await desk.signIn(account)
  await page.getByRole('button', { name: '从空白开始' }).click()
  await expect(desk.menu.getByRole('menuitem', { name: '平台配置' })).toBeVisible()
  const chinese = await desk.menu.boundingBox()
  await page.getByRole('button', { name: 'Switch to English' }).click()
  await expect(desk.menu.or(page.getByRole('navigation', { name: 'Menu' })).first()).toContainText(
    'Platform Configuration',
  )
  // R-179 Sidebar widths of the specification; the English one glides open.
  expect(chinese!.width).toBeCloseTo(160, -1)
  const width = async () => (await page.getByRole('navigation', { name: 'Menu' }).boundingBox())!.width
  await expect.poll(width).toBeCloseTo(230, -1)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toContainText('Master Data')
  const elsewhere = await (await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'zh-CN' })).newPage()
  await elsewhere.goto('/login')
  await expect(elsewhere.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await enter(new Desk(elsewhere, 'zh'), account)
  await expect(elsewhere.getByRole('navigation', { name: 'Menu' })).toContainText('Master Data')
  await elsewhere.context().close()
})

test('a number input keeps digits and one point, and selects a zero', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.signIn(await newCompany('Numbers', 'Ada'))
  await page.getByRole('button', { name: '从空白开始' }).click()
  const list = await desk.open(pages.salesOrders)
  await list.press(text('新建销售订单', 'New sales order'))
  const form = await desk.at(pages.editSalesOrder)
  const rate = form.field(text('税率', 'Tax rate'))
  await rate.pressSequentially('.a1,2.3.4-5x6789')
  await expect(rate).toHaveValue('12.34567')
  await rate.fill('0')
  await rate.press('Tab')
  await rate.focus()
  await page.keyboard.type('7')
  await expect(rate).toHaveValue('7')
  await rate.press('Tab')
  await rate.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('.')
  await rate.press('Tab')
  await expect(rate).toHaveValue('7')
})

test('an API button rests two seconds after a click', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  const desk = new Desk(page, 'zh')
  await fillIn(desk, { company_code: 'NOPE', account: 'nobody', password: 'none' })
  const button = page.locator('main button.ant-btn-primary')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await button.click()
  await expect(button).toBeDisabled()
  await page.clock.runFor(1_900)
  await expect(button).toBeDisabled()
  await page.clock.runFor(200)
  await expect(button).toBeEnabled()
})

test('what a failure says: the words of its code, else of the server, else the default; HTTP has its own', async ({
  page,
}) => {
  await page.goto('/login')
  const suffix = '请求失败！请联系管理员'
  const cases: readonly [answer: object | number, said: string, level: 'error' | 'warning'][] = [
    [{ code: 5260, message: '服务器的话', data: null }, '公司编码不存在', 'error'],
    [{ code: 4321, message: '服务器的话', data: null }, '服务器的话', 'error'],
    [{ code: 4321, message: '', data: null }, suffix, 'error'],
    [{ code: 5056, message: '', data: null }, '部分数据未处理，请查看明细', 'warning'],
    [{ code: 5326, message: '历史不足', data: null }, '历史数据不足，预测结果仅供参考', 'warning'],
    [404, '资源不存在', 'error'],
    [500, '服务异常', 'error'],
    [502, '网关错误', 'error'],
    [418, suffix, 'error'],
  ]
  await page.getByRole('button', { name: '查找', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '查找公司编码' })
  for (const [answer, said, level] of cases) {
    await page.route(`**${findCompanyCode.path}`, route =>
      typeof answer === 'number' ? route.fulfill({ status: answer }) : route.fulfill({ json: answer }),
    )
    await dialog.getByRole('textbox').fill(randomUUID())
    await dialog.getByRole('button', { name: '查找', exact: true }).click()
    const toast = page.locator(`.ant-message-notice-${level}, .ant-message-${level}`).filter({ hasText: said })
    await expect(toast.first(), said).toBeVisible()
    await page.unroute(`**${findCompanyCode.path}`)
    await expect(dialog.locator('.ant-btn-loading')).toHaveCount(0)
  }
  // No pending message is left behind.
  const pending = `[...document.querySelectorAll('.ant-message-loading')]
    .filter(one => one.checkVisibility({ opacityProperty: true })).length`
  await expect.poll(() => page.evaluate<number>(pending)).toBe(0)
})

for (const language of languagesOf('platform')) {
  test(`from registration to colleagues, in ${language}`, async ({ page, browser }) => {
    const desk = new Desk(page, language)
    const ada = `ada-${randomUUID()}@plant.cn`
    await page.goto('/login')
    if (language === 'en') await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('note')).toContainText('outbox')
    await page.getByRole('link', { name: desk.say(text('注册账号', 'Register')) }).click()
    const company = `Works ${ada}`
    await register(desk, ada, 'Ada', company)
    await expect(desk.menu).toBeVisible()
    await page.getByRole('button', { name: desk.say(text('从空白开始', 'Start empty')) }).click()

    const main = await desk.open(pages.roles)
    await main.openTab(text('用户', 'Users'))
    await main.press(text('邀请成员', 'Invite members'))
    const drawer = desk.dialog(text('邀请成员', 'Invite members'))
    await drawer.press(text('生成邀请', 'Make an invitation'))
    await expect(drawer.root.getByAltText(desk.say(text('邀请二维码', 'QR code of the invitation')))).toBeVisible()
    const link = (await drawer.root.locator('code').textContent())!.trim()

    const other = await deskElsewhere(browser, page, language)
    await other.page.goto(link)
    await expect(other.page.getByRole('alert')).toContainText(company)
    const bob = `bob-${randomUUID()}@plant.cn`
    await register(other, bob, 'Bob')
    // Without a role there is no page yet, and that is said.
    await atPath(other.page, '/login')
    await expect(other.page.getByText(other.say(text('还没有可用的页面', 'No page is open to you yet')))).toBeVisible()
    await main.root.page().reload()
    await main.showsRow(bob)

    // A link opens once.
    const third = await deskElsewhere(browser, page, language)
    await third.page.goto(link)
    await expect(
      third.page.getByText(third.say(text('邀请无效或已过期', 'The invitation is not valid any more')), {
        exact: false,
      }),
    ).toBeVisible()
    expect([...desk.complaints, ...other.complaints]).toEqual([])
    for (const { page: opened } of [other, third]) await opened.context().close()
  })
}

test('a password is reset by a code, and a second company is a click away', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  const ada = `ada-${randomUUID()}@plant.cn`
  await page.goto('/register')
  await register(desk, ada, 'Ada', `One ${ada}`)
  await page.getByRole('button', { name: '从空白开始' }).click()
  await page.getByRole('button', { name: /^切换公司/ }).click()
  await page.getByRole('menuitem', { name: '新建公司' }).click()
  const dialog = desk.dialog(text('新建公司', 'New company'))
  await dialog.root.getByRole('textbox').fill(`Two ${ada}`)
  await dialog.press(text('创建并进入', 'Create and go there'))
  await expect(page.getByRole('button', { name: `切换公司，当前 Two ${ada}` })).toBeVisible()
  await page.getByRole('button', { name: '从空白开始' }).click()
  await page.getByRole('button', { name: /^切换公司/ }).click()
  await page.getByRole('menuitem', { name: new RegExp(`One ${ada}`) }).click()
  await expect(page.getByRole('button', { name: `切换公司，当前 One ${ada}` })).toBeVisible()
  const code = await page.evaluate(() => JSON.parse(sessionStorage.getItem('session') ?? '{}').company_code as string)

  await page.goto('/passwordReset')
  const form = new Part(desk, page.locator('body'))
  await form.fill(text('手机号或邮箱', 'Phone or email'), ada)
  const before = await codeSentTo(ada)
  // A minute passes between two codes to one account.
  await form.press(text('发送验证码', 'Send code'))
  await desk.told(text('验证码发送过于频繁', 'Verification codes are requested too often'))
  await form.fill(text('验证码', 'Verification code'), before)
  await page.getByLabel('新密码', { exact: true }).fill('Other-2026-pass')
  await form.press(text('重置密码', 'Reset the password'))
  await expect(page.getByText('验证码错误或已失效').first()).toBeVisible()
  expect(code).toMatch(/^C[A-Z2-9]{8}$/)
})

test('who is stopped is out at once: call, page and socket; a role that is gone says so', async ({
  page,
  browser,
  baseURL,
}) => {
  const account = await newCompany('Stopped', 'Ada')
  const caller = await signIn(baseURL!, account)
  for (const [how, words] of [
    ['disabled', '请重新登录'],
    ['without a role', '用户角色无效'],
  ] as const) {
    const member = await memberWith(caller, account, [pages.units.path])
    const desk = await deskElsewhere(browser, page, 'zh', baseURL!)
    const closed = new Promise<void>(done => desk.page.on('websocket', socket => socket.on('close', () => done())))
    await desk.signIn(member)
    await desk.at(pages.units)
    const token = (await desk.page.context().cookies()).find(({ name }) => name === 'token')!.value
    const began = Date.now()
    if (how === 'disabled') await caller.send(alterUserStatus, { id: member.id, status: 0 })
    else await caller.send(alterUser, { id: member.id, role_ids: [] })
    const answer = await fetch(`${baseURL}/mep_server/biz/user/user_info`, { headers: { authorization: token } })
    expect(((await answer.json()) as { code: number }).code).toBe(how === 'disabled' ? 5256 : 7025)
    await closed
    // It is half a second; a machine that is busy with other things takes its time.
    expect(Date.now() - began, 'the socket is closed soon').toBeLessThan(10_000)
    // The page finds out without a click.
    await atPath(desk.page, '/login')
    await expect(desk.page.getByText(words).first()).toBeVisible()
    await desk.page.context().close()
  }
})

interface Member extends Account {
  id: string
}
async function memberWith(caller: Caller, { company_code }: Account, page_paths: string[]): Promise<Member> {
  const name = randomUUID().slice(0, 8)
  const { output: role } = await caller.send(addRole, { role_name: name })
  await caller.send(alterRolePermissions, { role_id: role.id, app_code: 'mep', page_paths })
  const { output } = await caller.send(addUser, { account: name, name, password, role_ids: [role.id] })
  return { id: output.id, company_code, account: name, password }
}

async function fillIn(desk: Desk, { company_code, account, password: secret }: Account): Promise<void> {
  const form = new Part(desk, desk.page.locator('body'))
  await form.fill(text('公司编码', 'Company code'), company_code)
  await form.fill(text('账号', 'Account'), account)
  await desk.page.getByLabel(desk.say(text('密码', 'Password')), { exact: true }).fill(secret)
}
async function enter(desk: Desk, account: Account): Promise<void> {
  await fillIn(desk, account)
  await desk.page.getByRole('button', { name: desk.say(signInTitle), exact: true }).click()
  await expect(desk.page.getByRole('navigation').first()).toBeVisible()
  await expect.poll(() => pathOf(desk.page)).not.toBe('/login')
}

async function register(desk: Desk, contact: string, name: string, company?: string): Promise<void> {
  const form = new Part(desk, desk.page.locator('body'))
  await form.fill(text('手机号或邮箱', 'Phone or email'), contact)
  await form.press(text('发送验证码', 'Send code'))
  await form.fill(text('验证码', 'Verification code'), await codeSentTo(contact))
  await form.fill(text('姓名', 'Name'), name)
  await desk.page.getByLabel(desk.say(text('密码', 'Password')), { exact: true }).fill(password)
  if (company) await form.fill(text('公司名称', 'Company name'), company)
  await form.press(text('注册', 'Register'))
  await expect.poll(() => pathOf(desk.page)).not.toBe('/register')
}

/** Another person at another machine. */
async function deskElsewhere(browser: Browser, page: Page, language: 'zh' | 'en', origin?: string): Promise<Desk> {
  const baseURL = origin ?? new URL(page.url()).origin
  const context = await browser.newContext({ baseURL, locale: 'zh-CN' })
  const desk = new Desk(await context.newPage(), language)
  if (language === 'en')
    await context.addInitScript(() => {
      if (!localStorage.getItem('language')) localStorage.setItem('language', 'en')
    })
  return desk
}
