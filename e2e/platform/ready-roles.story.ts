// A ready-made role whose name the company has already: it is compared with that one, and added under another name.
import { expect, test } from '@playwright/test'
import { addRole } from '@qitao/access/model/member/role.calls.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('ready-roles'))
  test(`a ready-made role beside one of the same name (${language})`, async ({ page, baseURL }, info) => {
    const account = await newCompany('Roles', 'Ada')
    await fill(baseURL!, account, async company => {
      await company.admin.ok(addRole, { role_name: language === 'zh' ? '操作工' : 'Operator' })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    await desk.dialog(text('欢迎使用齐套', 'Welcome to Qitao')).finish(text('从空白开始', 'Start empty'))
    const list = await desk.open(pages.roles)
    await list.press(text('现成角色', 'Ready-made roles'))
    const drawer = desk.dialog(text('现成角色', 'Ready-made roles'))
    const operator = drawer.root
      .getByRole('listitem')
      .filter({ hasText: desk.say(text('已有同名角色', 'A role of this name')) })
    await operator.getByRole('checkbox').check()
    await expect(
      drawer.root.getByRole('button', { name: desk.say(text('新增 1 个角色', 'Add roles (1)')) }),
    ).toBeDisabled()
    await operator.getByRole('textbox').fill('OP-2')
    await page.screenshot({ path: info.outputPath(`ready-${language}-1440.png`) })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: info.outputPath(`ready-${language}-390.png`) })
    await page.setViewportSize({ width: 1440, height: 900 })
    await operator.getByRole('button', { name: desk.say(text('与已有的比较', 'Compare with it')) }).click()
    const compared = desk.dialog(text('比较角色', 'Compare roles'))
    await compared.shows(desk.say(pages.myWages.title))
    await page.screenshot({ path: info.outputPath(`compare-${language}-1440.png`) })
    await compared.escape()
    await drawer.press(text('新增 1 个角色', 'Add roles (1)'))
    await expect(page.getByRole('button', { name: 'OP-2' })).toBeVisible()
  })
