// A tablet that two people share: an administrator registers it, each signs in on it by PIN, what one could not send is nobody else's; and
// the tablet is lost, stopped, found and released.
import { expect, type Page, test } from '@playwright/test'
import { addRole, alterRolePermissions } from '@qitao/access/model/member/role.calls.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { setPin } from '@qitao/access/model/session/pin.calls.ts'
import { listSecurityEvents } from '@qitao/access/model/session/security-event.calls.ts'
import { listTerminals, releaseTerminal, stopTerminal } from '@qitao/access/model/session/terminal.calls.ts'
import { text } from '@qitao/core/text.ts'
import { listDispatchTasks, reassignTasks } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk, Part } from '../pages.ts'
import { booked } from './booked.ts'
import { Hand } from './handheld.ts'

const password = 'Story-2026-pass'
const pins = { wang: '705318', li: '280461' }
const smallest = 48
const next = text('换人', 'Next person')

/** Keys of a glove: none is smaller. */
async function keysAreLarge(page: Page): Promise<void> {
  const boxes = await Promise.all(
    (await page.locator('.qt-pin :is(button, input)').all()).map(key => key.boundingBox()),
  )
  const sizes = boxes.flatMap(box => (box ? [[box.width, box.height] as const] : []))
  expect(sizes.length).toBeGreaterThan(12)
  for (const [width, height] of sizes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(smallest)
}

for (const language of languagesOf('shared terminal')) {
  test(`one tablet, two people, each by PIN; lost and found again (${language})`, async ({
    page,
    context,
    baseURL,
  }, info) => {
    const account = await newCompany('Terminal', 'Ada')
    const { company_code } = account
    const admin = await signIn(baseURL!, account)
    await fill(baseURL!, account, company => onTheFloor(company, { quantity: '500', stock: '9000' }))
    const { output: role } = await admin.send(addRole, { role_name: 'Floor' })
    await admin.send(alterRolePermissions, {
      ...{ role_id: role.id, app_code: 'mep', action_keys: null },
      page_paths: [pages.productionReport.path],
    })
    const person = async (name: string, job_number: string, as: keyof typeof pins) => {
      const { id } = (await admin.send(addUser, { account: as, name, job_number, password, role_ids: [role.id] }))
        .output
      return { id, caller: await signIn(baseURL!, { company_code, account: as, password }) }
    }
    const wang = await person('王五', 'B-0017', 'wang')
    const li = await person('李四', 'B-0018', 'li')
    await li.caller.send(setPin, { pin: pins.li, password })
    const { result: tasks } = (await admin.send(listDispatchTasks, { page_size: 100, order_by: 'task_no' })).output
    const task = tasks.find(({ reportable_quantity }) => Number(reportable_quantity) > 0)!
    await admin.send(reassignTasks, { task_ids: [task.id], user_ids: [wang.id], reason: 'shift' })
    const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}-${language}.png`) })
    const look = async (name: string) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await picture(`${name}-390`)
      expect(await overflow(page)).toBe(0)
      await page.setViewportSize({ width: 1024, height: 768 })
      await picture(`${name}-1024`)
      expect(await overflow(page)).toBe(0)
      expect(await barriers(page)).toEqual([])
    }

    // A member sets a PIN in the own menu, elsewhere.
    await page.setViewportSize({ width: 1440, height: 900 })
    const desk = new Desk(page, language)
    await desk.signIn({ company_code, account: 'wang', password })
    await page.getByRole('button', { name: '王五' }).click()
    await page.getByRole('menuitem', { name: desk.say(text('PIN码', 'PIN')), exact: true }).click()
    const drawer = desk.dialog(text('PIN码', 'PIN'))
    const type = (label: ReturnType<typeof text>, value: string) =>
      drawer.root.getByLabel(desk.say(label), { exact: true }).fill(value)
    await type(text('新PIN码', 'New PIN'), '123456')
    await type(text('再输一次', 'Once more'), '123456')
    await type(text('登录密码', 'Your password'), password)
    await drawer.press(text('设置PIN码', 'Set the PIN'))
    await expect(drawer.root).toContainText(desk.say(text('PIN码不符合规则', 'The PIN does not meet the rules')))
    await picture('pin-1440')
    await look('pin')
    await page.setViewportSize({ width: 1440, height: 900 })
    await type(text('新PIN码', 'New PIN'), pins.wang)
    await type(text('再输一次', 'Once more'), pins.wang)
    await drawer.press(text('设置PIN码', 'Set the PIN'))
    await desk.told(text('PIN码已设置', 'The PIN is set'))
    await context.clearCookies()

    // The administrator makes the tablet in front of him a terminal, and leaves.
    await desk.signIn(account, { chosen: true })
    const main = await desk.open(pages.roles)
    await page.setViewportSize({ width: 1024, height: 768 })
    await main.openTab(text('共享终端', 'Shared terminals'))
    await main.press(text('登记本机', 'Register this device'))
    const form = desk.dialog(text('登记本机为共享终端', 'Make this device a shared terminal'))
    await form.fill(text('名称', 'Name'), '一车间平板')
    await form.fill(text('位置', 'Where it stands'), '一车间')
    await form.root.getByLabel(desk.say(text('登录密码', 'Your password')), { exact: true }).fill(account.password)
    await look('register')
    await form.press(text('保存', 'Save'))
    await expect(page.getByRole('button', { name: '5', exact: true })).toBeVisible()
    await keysAreLarge(page)
    await look('pad-web')
    await page.setViewportSize({ width: 1440, height: 900 })

    // By password, too, one is signed off for the next; what is not saved is asked about.
    await page.getByRole('button', { name: desk.say(text('用密码登录', 'Sign in by password')), exact: true }).click()
    const door = new Part(desk, page.locator('body'))
    await door.fill(text('账号', 'Account'), account.account)
    await page.getByLabel(desk.say(text('密码', 'Password')), { exact: true }).fill(account.password)
    await door.press(text('登录', 'Sign in'))
    const again = await desk.open(pages.roles)
    await again.openTab(text('共享终端', 'Shared terminals'))
    await again.showsRow('一车间平板', text('本机', 'This one'), text('可用', 'In use'))
    await look('terminals')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(pages.editMaterial.path)
    const half = await desk.at(pages.editMaterial)
    await half.fill(text('物料名称', 'Material name'), 'Half')
    await page.getByRole('button', { name: desk.say(next) }).click()
    const unsaved = text('有未保存的修改', 'There are unsaved changes')
    await expect(desk.dialog(unsaved).root).toBeVisible()
    await picture('asked-1440')
    await desk.confirm(unsaved, text('离开', 'Leave'))
    await expect(page.getByRole('button', { name: '5', exact: true })).toBeVisible()
    await page.setViewportSize({ width: 1024, height: 768 })

    // On the operator's page: who one is by typing, the PIN by large keys.
    const hand = new Hand(page, language)
    await hand.open()
    const pad = page.getByRole('group', { name: hand.say(text('数字键盘', 'Number pad')) })
    const pin = async (digits: string) => {
      for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click()
      await hand.button(text('登录', 'Sign in')).click()
    }
    await page
      .getByLabel(hand.say(text('账号、工号，或扫工牌', 'Account or employee no., or scan your badge')))
      .fill('wang')
    await pin('1234')
    await expect(page.getByRole('alert')).toContainText(
      hand.say(text('PIN码为6到12位数字', 'A PIN has 6 to 12 digits')),
    )
    await pin('999999')
    await expect(page.getByRole('alert')).toContainText(hand.say(text('账号或PIN码错误', 'Wrong account or PIN')))
    await keysAreLarge(page)
    await look('pad')
    await pin(pins.wang)
    await expect(page.getByRole('listitem').first()).toContainText(hand.say(text('待报', 'To report')))
    await hand.isKept()
    await look('work')

    expect(desk.complaints).toEqual([])

    // What he does without a connection stays his.
    await context.setOffline(true)
    await hand.report(task.task_no, '12')
    await hand.waits(1)
    await hand.button(next).click()
    await expect(page.getByText(/王五.*1 项|1 actions? of 王五/)).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByRole('button', { name: '王五', exact: true })).toBeVisible()
    // The next one, by the badge.
    await hand.scan('B-0018')
    await pin(pins.li)
    await expect(page.getByRole('heading', { name: '李四' })).toBeVisible()
    await hand.waits(0)
    await expect(
      page.getByText(hand.say(text('本机还有 王五 的 1 项操作未发送', '1 action of 王五 wait on this device'))),
    ).toBeVisible()
    expect(await booked(admin)).toEqual([])

    // Lost: stopped from elsewhere, who sees that a report waits there.
    const listed = async () => (await admin.send(listTerminals, {})).output.result[0]!
    await expect.poll(async () => (await listed()).waiting, { timeout: 60_000 }).toBe(1)
    const { id, people } = await listed()
    expect(people).toEqual(['李四'])
    await admin.send(stopTerminal, { id })
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(
      hand.say(text('本设备已被管理员停用', 'This device was stopped by an administrator')),
    )
    await expect(page.getByText(hand.say(text('王五：1 项', '王五: 1')))).toBeVisible()
    await look('stopped')
    // Its own people are told so whatever they type; those of another company work on.
    await hand.button(text('其他公司的成员登录', 'Sign in to another company')).click()
    await hand.signIn({ company_code, account: 'li', password })
    await expect(page.getByRole('alert').last()).toContainText(
      hand.say(text('本设备已被管理员停用', 'This device was stopped by an administrator')),
    )
    await look('stopped-sign-in')
    const other = await newCompany('Guest', 'Eve')
    await hand.signIn(other)
    await expect(page.getByRole('heading', { name: 'Eve' })).toBeVisible()
    await look('stopped-guest')
    await hand.button(next).click()

    // Found, and released: what waits is looked at before it goes.
    await admin.send(releaseTerminal, { id })
    await hand.button(text('重试', 'Try again')).click()
    await page.getByRole('button', { name: '王五', exact: true }).click()
    await pin(pins.wang)
    await hand.waits(1)
    await hand.toOutbox()
    await expect(page.getByText(hand.say(text('未完成', 'Not done')), { exact: true })).toBeVisible()
    await expect(
      page.getByText(hand.say(text('本设备曾被停用或删除', 'The device was stopped or removed'))),
    ).toBeVisible()
    await look('held-back')
    expect(await booked(admin)).toEqual([])
    await hand.button(text('重新发送', 'Send again')).click()
    await hand.waits(0)
    await expect
      .poll(async () => (await booked(admin)).map(row => [row.people[0]?.name, Number(row.finished_quantity)]))
      .toEqual([['王五', 12]])
    const events = (await admin.send(listSecurityEvents, { page_size: 50 })).output.result.map(({ kind }) => kind)
    for (const kind of ['terminal_added', 'terminal_stopped', 'terminal_released', 'pin_set', 'pin_wrong'] as const)
      expect(events).toContain(kind)
  })
}
