// The administrator names the company's own provider; a member presses its button, comes back and is in. Where two steps are
// asked for, who has no password adds a passkey, and shows it after the provider from then on.

import { expect, test } from '@playwright/test'
import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { saveOidc } from '@qitao/access/model/session/oidc.calls.ts'
import { oidcProvider } from '@qitao/access/testing/oidc-provider.ts'
import { text } from '@qitao/core/text.ts'
import { aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { Hand } from '../floor/handheld.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk } from '../pages.ts'
import { aPhone } from '../phone.ts'

for (const language of languagesOf('single sign-on')) {
  test(`a member signs in by the company's provider, in ${language}`, async ({ page, baseURL }, info) => {
    const account = await newCompany('Sso', 'Ada')
    // An empty company is offered sample data, in front of everything.
    await fill(baseURL!, account, company => aProduct(company))
    const provider = await oidcProvider()
    provider.claims = { sub: 's1', preferred_username: 'bob', name: 'Bob' }
    const desk = new Desk(page, language)
    const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}-${language}.png`) })
    try {
      await desk.signIn(account)
      const main = await desk.open(pages.settings)
      await main.press(text('设置单点登录', 'Set up single sign-on'))
      const form = desk.dialog(text('单点登录', 'Single sign-on'))
      await form.fill(text('按钮名称', 'Name on the button'), 'ACME')
      await form.fill(text('签发方（Issuer）', 'Issuer'), provider.issuer)
      await form.press(text('测试', 'Test'))
      await form.shows(text('可用：', 'It answers: '))
      await form.fill(text('客户端ID', 'Client ID'), provider.client_id)
      await form.root.getByLabel(desk.say(text('客户端密钥', 'Client secret'))).fill(provider.client_secret)
      await form.fill(text('账号对应的声明', 'Claim with the account'), 'preferred_username')
      await form.toggle(text('自动新建成员', 'Make members who are unknown'))
      await form.root.getByLabel(desk.say(text('您的登录密码', 'Your password'))).fill(account.password)
      await page.mouse.move(0, 0)
      await picture('sso-form-1440')
      expect(await barriers(page)).toEqual([])
      await form.press(text('保存', 'Save'))
      await expect(form.root).toBeHidden()
      await expect(page.getByRole('region', { name: desk.say(text('单点登录', 'Single sign-on')) })).toContainText(
        'ACME',
      )

      await page.goto(`${baseURL}/login`)
      const button = page.getByRole('button', { name: desk.say(text('用「ACME」登录', 'Sign in by ACME')) })
      await expect(button).toBeVisible()
      await picture('sso-login-1440')
      expect(await barriers(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await picture('sso-login-390')
      expect(await overflow(page)).toBe(0)
      await page.setViewportSize({ width: 1440, height: 900 })
      await button.click()
      // A new member has no role yet: in, and told so.
      await expect(page).toHaveURL(/no_page/)
      await expect(page.getByRole('main')).toContainText(
        desk.say(text('还没有可用的页面', 'No page is open to you yet')),
      )
      await page.goto(`${baseURL}/oidc?state=forged&code=x`)
      await expect(page.getByRole('alert')).toContainText(
        desk.say(text('不是从此浏览器开始的', 'was not begun in this browser')),
      )
      await picture('sso-forged-1440')

      // The page of operators has the same button, and is come back to.
      await page.context().clearCookies()
      const hand = new Hand(page, language)
      await hand.open()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByLabel(hand.say(text('公司编码', 'Company code'))).fill(account.company_code)
      await expect(button).toBeVisible()
      await picture('sso-operator-390')
      expect(await overflow(page)).toBe(0)
      expect(await barriers(page)).toEqual([])
      await button.click()
      await expect(page).toHaveURL(/\/m\/$/)
      await expect(page.getByRole('heading', { name: 'Bob' })).toBeVisible()
      await picture('sso-operator-in-390')

      // It becomes the only way: what that means is said before it is saved.
      await page.setViewportSize({ width: 1440, height: 900 })
      await desk.signIn(account, { chosen: true })
      const settings = await desk.open(pages.settings)
      await settings.root
        .getByRole('region', { name: desk.say(text('单点登录', 'Single sign-on')) })
        .getByRole('button', { name: desk.say(text('编辑', 'Edit')) })
        .click()
      await form.toggle(text('只能用单点登录', 'The only way to sign in'))
      await form.shows(text('立即退出', 'signs out at once'))
      await page.mouse.move(0, 0)
      await page.getByText(desk.say(text('立即退出', 'signs out at once'))).scrollIntoViewIfNeeded()
      await picture('sso-only-way-1440')
      expect(await barriers(page)).toEqual([])
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await picture(`sso-form-${width}`)
        expect(await overflow(page)).toBe(0)
      }
    } finally {
      provider.close()
    }
  })
}

for (const language of languagesOf('single sign-on in two steps')) {
  test(`who has no password adds a passkey and shows it after the provider, in ${language}`, async ({
    browser,
    baseURL,
  }, info) => {
    const account = await newCompany('Sso', 'Ada')
    const provider = await oidcProvider()
    provider.claims = { sub: 's1', preferred_username: 'bob', name: 'Bob' }
    const admin = await signIn(baseURL!, account)
    await admin.send(saveOidc, {
      ...{ name: 'ACME', issuer: provider.issuer, client_id: provider.client_id },
      ...{ client_secret: provider.client_secret, account_claim: 'preferred_username' },
      ...{ creates_members: true, proves_factor: false, is_required: false, enabled: true },
      password: account.password,
    })
    await admin.send(setOrganizationConfig, { configs: [{ config_key: 'mfa_required', config_value: 'all' }] })
    const context = await browser.newContext({ baseURL: baseURL!.replace('127.0.0.1', 'localhost') })
    const page = await context.newPage()
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
    const desk = new Desk(page, language)
    const phone = await aPhone(page)
    const seen = async (name: string) => {
      await page.screenshot({ path: info.outputPath(`${name}-1440-${language}.png`) })
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await overflow(page)).toBe(0)
      await page.screenshot({ path: info.outputPath(`${name}-390-${language}.png`) })
      expect(await barriers(page)).toEqual([])
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    const enter = async () => {
      await page.goto('/login')
      await page.getByLabel(desk.say(text('公司编码', 'Company code'))).fill(account.company_code)
      await page.getByRole('button', { name: desk.say(text('用「ACME」登录', 'Sign in by ACME')) }).click()
    }
    try {
      await page.goto('/login')
      if (language === 'en') await page.getByRole('button', { name: 'English' }).click()
      await enter()
      const next = page.getByRole('button', { name: desk.say(text('下一步', 'Next')) })
      await expect(next).toBeVisible()
      await expect(page.getByLabel(desk.say(text('请输入您的密码', 'Enter your password')))).toHaveCount(0)
      await seen('sso-enrol')
      await page.getByText(desk.say(text('通行密钥', 'Passkey')), { exact: true }).click()
      await page.getByRole('button', { name: desk.say(text('添加通行密钥', 'Add a passkey')) }).click()
      await expect(page).toHaveURL(/no_page/)

      await enter()
      const show = page.getByRole('button', { name: desk.say(text('使用通行密钥', 'Use the passkey')) })
      await expect(show).toBeVisible()
      await seen('sso-second-step')
      await phone.finger(false)
      await show.click()
      await desk.told(text('未使用通行密钥', 'No passkey was used'))
      await phone.finger(true)
      await show.click()
      await expect(page).toHaveURL(/no_page/)
    } finally {
      provider.close()
      await context.close()
    }
  })
}
