// A password that an administrator has set is changed for an own one at the first sign-in, on the page and on the floor's device.
import { expect, test } from '@playwright/test'
import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { text } from '@qitao/core/text.ts'
import { signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk } from '../pages.ts'

const [first, own] = ['First-2026-set', 'Own-2026-chosen']
const password = text('密码', 'Password')
const newPassword = text('新密码', 'New password')
const enter = text('登录', 'Sign in')
const told = text('此密码由管理员设置，请设置您自己的新密码', 'This password was set for you: choose one of your own')

for (const language of languagesOf('first password')) {
  test(`a first password is changed on the way in, in ${language}`, async ({ page, baseURL }, info) => {
    const { company_code, ...account } = await newCompany('First', 'Ada')
    const admin = await signIn(baseURL!, { company_code, ...account })
    await admin.send(setOrganizationConfig, { configs: [{ config_key: 'first_password_change', config_value: '1' }] })
    for (const name of ['bo', 'cy']) await admin.send(addUser, { account: name, name, password: first })
    const desk = new Desk(page, language)
    const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}-${language}.png`) })

    await page.goto('/login')
    if (language === 'en') await page.getByRole('button', { name: 'English' }).click()
    const labelled = (label: typeof password) => page.getByLabel(desk.say(label), { exact: true })
    const press = () => page.getByRole('button', { name: desk.say(enter), exact: true }).click()
    await labelled(text('公司编码', 'Company code')).fill(company_code)
    await labelled(text('账号', 'Account')).fill('bo')
    await labelled(password).fill(first)
    await press()
    await expect(page.getByText(desk.say(told))).toBeVisible()
    await labelled(newPassword).fill(first)
    await picture('first-password-1440')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await picture('first-password-390')
    expect(await overflow(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await press()
    await expect(page.getByText(desk.say(text('新密码不能与原密码相同', 'The new password must differ')))).toBeVisible()
    await labelled(newPassword).fill(own)
    await press()
    await expect(page).not.toHaveURL(/\/login$/)
    await signIn(baseURL!, { company_code, account: 'bo', password: own })

    await page.context().clearCookies()
    await page.evaluate('sessionStorage.clear(); localStorage.removeItem("token")')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/m/')
    await labelled(text('账号', 'Account')).fill('cy')
    await labelled(text('公司编码', 'Company code')).fill(company_code)
    await labelled(password).fill(first)
    await press()
    await expect(page.getByRole('alert').filter({ hasText: desk.say(told) })).toBeVisible()
    await labelled(newPassword).fill(own)
    await picture('first-password-floor-390')
    await press()
    await expect(labelled(newPassword)).toBeHidden()
    await signIn(baseURL!, { company_code, account: 'cy', password: own })
  })
}
