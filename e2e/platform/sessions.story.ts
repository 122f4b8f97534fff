// Where one is signed in: looked at under one's name and at a member, and ended from elsewhere.
import { expect, test } from '@playwright/test'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { text } from '@qitao/core/text.ts'
import { addMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type Account, signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

const devices = text('登录设备', 'Signed-in devices')
const own = text('登录设备', 'Where I am signed in')
const password = 'Story-2026-pass'

/** A company with something in its books: an empty one is offered sample data, in front of everything. */
async function aCompany(name: string, url: string) {
  const account = await newCompany(name, 'Ada')
  const admin = await signIn(url, account)
  const { output: unit } = await admin.send(addUnit, { name: 'pcs', precision: 0 })
  await admin.send(addMaterial, { code: 'M-1', name: 'Wheel', kind: 2, unit_id: unit.id })
  return { account, admin }
}

test('a lost phone is signed out from the desk, alone or with all others', async ({ page, browser, baseURL }, info) => {
  const { account } = await aCompany('Sessions', baseURL!)
  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 } })
  const phone = new Desk(await context.newPage(), 'en')
  await phone.page.goto('/')
  await phone.page.getByRole('button', { name: 'English' }).click()
  await phone.page.getByLabel('Company code').fill(account.company_code)
  await phone.page.getByLabel('Account', { exact: true }).fill(account.account)
  await phone.page.getByLabel('Password', { exact: true }).fill(account.password)
  await phone.page.getByRole('button', { name: 'Sign in' }).click()
  await phone.page.getByRole('button', { name: 'User Ada' }).click()
  await phone.page.getByRole('menuitem', { name: devices.en }).click()
  const onPhone = phone.dialog(own)
  await expect(onPhone.root.getByText('This one')).toBeVisible()
  await phone.page.screenshot({ path: info.outputPath('sessions-390-en.png') })
  expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

  // The language that was chosen on the phone is the account's.
  const desk = new Desk(page, 'en')
  await desk.signIn(account)
  await page.getByRole('button', { name: 'User Ada' }).click()
  await page.getByRole('menuitem', { name: devices.en }).click()
  const drawer = desk.dialog(own)
  const rows = drawer.root.getByRole('listitem')
  await expect(rows.filter({ hasText: 'This one' })).toBeVisible()
  const before = await rows.count()
  expect(before).toBeGreaterThan(1)
  await page.screenshot({ path: info.outputPath('sessions-1440-en.png') })
  await drawer.button(text('下线', 'Sign out')).first().click()
  await desk.confirm(text('下线这个登录？', 'Sign this device out?'), text('确定', 'OK'))
  await expect(rows).toHaveCount(before - 1)
  // The phone was the last one in before the desk: it is out by itself.
  await expect(phone.page.getByLabel('Password', { exact: true })).toBeVisible()
  const other = await signIn(baseURL!, account)
  await drawer.press(text('下线其他登录', 'Sign out all others'))
  await desk.confirm(text('除本机外全部下线？', 'Sign out all devices but this one?'), text('确定', 'OK'))
  await expect(rows).toHaveCount(1)
  await expect(other.send(addUser, { account: 'x', name: 'x', password })).rejects.toThrow('5256')
  expect(desk.complaints).toEqual([])
  await context.close()
})

test('an administrator ends the sessions of a member', async ({ page, baseURL }, info) => {
  const { account, admin } = await aCompany('Sessions of members', baseURL!)
  await admin.send(addUser, { account: 'bo', name: '李博', password })
  const of: Account = { company_code: account.company_code, account: 'bo', password }
  await signIn(baseURL!, of)
  const desk = new Desk(page, 'zh')
  await desk.signIn(account)
  const main = await desk.open(pages.roles)
  await main.openTab(text('用户', 'Users'))
  await main.row('李博').button(text('更多操作', 'More actions')).click()
  await page.getByRole('menuitem', { name: devices.zh }).click()
  const drawer = desk.dialog('登录设备：李博')
  await expect(drawer.root.getByRole('listitem')).toHaveCount(1)
  await page.screenshot({ path: info.outputPath('member-sessions-1440-zh.png') })
  await drawer.press(text('全部下线', 'Sign out everywhere'))
  await desk.confirm('下线 李博 的全部登录？', text('确定', 'OK'))
  await expect(drawer.root).toContainText('当前没有登录')
  expect(desk.complaints).toEqual([])
})
