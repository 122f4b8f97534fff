// A member adds a passkey, signs in by it without account and password, is held to it where the company asks for two steps,
// and removes it. The authenticator is the browser's own for tests; at a bare number the product says where passkeys work.
import { expect, type Page, test } from '@playwright/test'
import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { type Language, text } from '@qitao/core/text.ts'
import { addMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { type Account, type Caller, signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers } from '../page-checks.ts'
import { Desk, type Part, type Word } from '../pages.ts'
import { aPhone } from '../phone.ts'

const passkeys = text('通行密钥', 'Passkeys')
const byPasskey = text('用通行密钥登录', 'Sign in by passkey')
const password = text('登录密码', 'Your password')

/** A company with something in its books: an empty one is offered sample data, in front of everything. */
async function aCompany(url: string): Promise<{ account: Account; admin: Caller }> {
  const account = await newCompany('Passkeys', 'Ada')
  const admin = await signIn(url, account)
  const { output: unit } = await admin.send(addUnit, { name: 'pcs', precision: 0 })
  await admin.send(addMaterial, { code: 'M-1', name: 'Wheel', kind: 2, unit_id: unit.id })
  return { account, admin }
}

async function openOwn(desk: Desk, entry: Word, title: Word = entry): Promise<Part> {
  await desk.page.getByRole('button', { name: desk.say(text('用户 Ada', 'User Ada')) }).click()
  await desk.page.getByRole('menuitem', { name: desk.say(entry), exact: true }).click()
  return desk.dialog(title)
}
async function leave(desk: Desk): Promise<void> {
  await desk.page.getByRole('button', { name: desk.say(text('用户 Ada', 'User Ada')) }).click()
  await desk.page.getByRole('menuitem', { name: desk.say(text('退出登录', 'Sign out')) }).click()
  await expect(desk.page.getByLabel(desk.say(text('密码', 'Password')), { exact: true })).toBeVisible()
}
/** As it is seen, at a desk and on a phone; nothing hangs over, and nobody is kept out. */
async function seen(page: Page, path: (name: string) => string, name: string, language: Language): Promise<void> {
  await page.screenshot({ path: path(`${name}-1440-${language}.png`) })
  await page.setViewportSize({ width: 390, height: 844 })
  const overhang = `Math.max(document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ...[...document.querySelectorAll('[role=dialog]')].map(one => -one.getBoundingClientRect().left))`
  await expect.poll(() => page.evaluate(overhang)).toBeLessThanOrEqual(0)
  await page.screenshot({ path: path(`${name}-390-${language}.png`) })
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
}

for (const language of languagesOf('passkey'))
  test(`a finger signs in, and the password alone no more where two steps are asked for (${language})`, async ({
    browser,
    baseURL,
  }, info) => {
    const path = (name: string) => info.outputPath(name)
    const { account, admin } = await aCompany(baseURL!)
    const named = baseURL!.replace('127.0.0.1', 'localhost')
    const context = await browser.newContext({ baseURL: named })
    const page = await context.newPage()
    // What autofill offers, this phone would answer by itself before the button is pressed.
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
    const desk = new Desk(page, language)
    const phone = await aPhone(page)
    await desk.signIn(account)

    const drawer = await openOwn(desk, passkeys)
    const rows = drawer.root.getByRole('listitem')
    const add = async () => {
      await drawer.fill(text('名称', 'Name'), 'Phone of Ada')
      await drawer.root.getByLabel(desk.say(password)).fill(account.password)
      await drawer.press(text('添加通行密钥', 'Add a passkey'))
      await expect(rows.filter({ hasText: 'Phone of Ada' })).toContainText(desk.say(text('未使用过', 'never used')))
    }
    const removing = async () => {
      await drawer.press(text('删除', 'Remove'))
      const question = desk.dialog(text('删除通行密钥：Phone of Ada', 'Remove the passkey Phone of Ada'))
      await question.root.getByLabel(desk.say(password)).fill(account.password)
      return question
    }
    await drawer.fill(text('名称', 'Name'), 'Phone of Ada')
    await drawer.root.getByLabel(desk.say(password)).fill('Wrong-Pass1')
    await drawer.press(text('添加通行密钥', 'Add a passkey'))
    await expect(drawer.root.getByText(desk.say(text('您的密码错误', 'Your password is wrong')))).toBeVisible()
    await add()
    await seen(page, path, 'passkeys', language)
    // The phone holds one already, and says so.
    await drawer.root.getByLabel(desk.say(password)).fill(account.password)
    await drawer.press(text('添加通行密钥', 'Add a passkey'))
    await desk.told(text('已有您的通行密钥', 'holds a passkey of yours already'))
    await page.keyboard.press('Escape')
    await expect(drawer.root).toBeHidden()

    await leave(desk)
    await seen(page, path, 'login', language)
    await page.getByRole('button', { name: desk.say(byPasskey) }).click()
    await expect(desk.menu).toBeVisible()
    const sessions = await openOwn(
      desk,
      text('登录设备', 'Signed-in devices'),
      text('登录设备', 'Where I am signed in'),
    )
    const own = sessions.root.getByRole('listitem').filter({ hasText: desk.say(text('本机', 'This one')) })
    await expect(own).toContainText(desk.say(text('通行密钥', 'Passkey')))
    await page.keyboard.press('Escape')
    await expect(sessions.root).toBeHidden()

    await openOwn(desk, passkeys)
    await expect(rows).toContainText(desk.say(text('最近使用', 'last used')))
    const question = await removing()
    await seen(page, path, 'remove', language)
    await question.finish(text('删除', 'Remove'))
    await expect(rows).toHaveCount(0)
    await add()
    await page.keyboard.press('Escape')
    await expect(drawer.root).toBeHidden()

    await admin.send(setOrganizationConfig, { configs: [{ config_key: 'mfa_required', config_value: 'all' }] })
    await leave(desk)
    const form = desk.page.locator('body')
    await form.getByLabel(desk.say(text('账号', 'Account')), { exact: true }).fill(account.account)
    await form.getByLabel(desk.say(text('密码', 'Password')), { exact: true }).fill(account.password)
    await form.getByRole('button', { name: desk.say(text('登录', 'Sign in')), exact: true }).click()
    await desk.told(text('请用您的通行密钥登录', 'sign in by your passkey'))
    await phone.finger(false)
    await page.getByRole('button', { name: desk.say(byPasskey) }).click()
    await desk.told(text('未使用通行密钥', 'No passkey was used'))
    await phone.finger(true)
    await page.getByRole('button', { name: desk.say(byPasskey) }).click()
    await expect(desk.menu).toBeVisible()

    await openOwn(desk, passkeys)
    await (await removing()).press(text('删除', 'Remove'))
    await desk.told(text('公司要求两步验证', 'The company asks for two-step sign-in'))
    expect(desk.complaints).toEqual([])
    await context.close()
  })

for (const language of languagesOf('passkey at a number'))
  test(`at a bare number there is no passkey, and the name of the machine is offered (${language})`, async ({
    page,
    baseURL,
  }, info) => {
    const { account } = await aCompany(baseURL!)
    const desk = new Desk(page, language)
    await page.goto('/login')
    await expect(page.getByRole('note')).toBeVisible()
    await expect(page.getByRole('button', { name: desk.say(byPasskey) })).toHaveCount(0)
    await desk.signIn(account)
    const drawer = await openOwn(desk, passkeys)
    await expect(drawer.root).toContainText(
      desk.say(text('在这个地址不能使用通行密钥', 'Passkeys do not work at this address')),
    )
    await expect(drawer.button(text('添加通行密钥', 'Add a passkey'))).toHaveCount(0)
    const named = baseURL!.replace('127.0.0.1', 'localhost')
    await expect(drawer.root.getByRole('link', { name: named })).toHaveAttribute('href', named)
    await seen(page, name => info.outputPath(name), 'passkeys-at-a-number', language)
    expect(desk.complaints).toEqual([])
  })

for (const language of languagesOf('passkey for an authenticator'))
  test(`who must set up a second step takes a passkey for it (${language})`, async ({ browser, baseURL }, info) => {
    const { account, admin } = await aCompany(baseURL!)
    await admin.send(setOrganizationConfig, { configs: [{ config_key: 'mfa_required', config_value: 'all' }] })
    const context = await browser.newContext({ baseURL: baseURL!.replace('127.0.0.1', 'localhost') })
    const page = await context.newPage()
    const desk = new Desk(page, language)
    await aPhone(page)
    await page.goto('/')
    if (language === 'en') await page.getByRole('button', { name: 'English' }).click()
    await page.getByLabel(desk.say(text('公司编码', 'Company code'))).fill(account.company_code)
    await page.getByLabel(desk.say(text('账号', 'Account')), { exact: true }).fill(account.account)
    await page.getByLabel(desk.say(text('密码', 'Password')), { exact: true }).fill(account.password)
    await page.getByRole('button', { name: desk.say(text('登录', 'Sign in')), exact: true }).click()
    await page.getByText(desk.say(text('通行密钥', 'Passkey')), { exact: true }).click()
    await page.getByLabel(desk.say(password)).fill(account.password)
    await seen(page, name => info.outputPath(name), 'enrol', language)
    await page.getByRole('button', { name: desk.say(text('添加通行密钥', 'Add a passkey')) }).click()
    await expect(desk.menu).toBeVisible()
    expect(desk.complaints).toEqual([])
    await context.close()
  })
