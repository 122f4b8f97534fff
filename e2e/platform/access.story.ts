// A company begins with ready-made roles; who is refused a page asks for it there and it opens by itself when granted; an
// administrator looks at the product as a member.
import { expect, test } from '@playwright/test'
import { addReadyRoles } from '@qitao/access/model/member/role.calls.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

const password = 'Story-2026-pass'

test('a storekeeper lands in the warehouse, asks for a page and gets it; the administrator sees what he sees', async ({
  page,
  browser,
  baseURL,
}) => {
  const account = await newCompany('Access', 'Ada')
  const admin = await signIn(baseURL!, account)
  const { output: made } = await admin.send(addReadyRoles, { keys: ['storekeeper', 'engineer'] })
  const name = 'bo'
  await admin.send(addUser, { account: name, name: 'Bo', password, role_ids: [made.ids[0]!] })

  const bo = new Desk(page, 'en')
  await bo.arrive({ company_code: account.company_code, account: name, password })
  await expect.poll(() => new URL(page.url()).pathname).toBe(pages.inbound.path)
  await page.goto(pages.units.path)
  await expect(page.getByRole('heading', { name: 'No permission for Measurement unit' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason' }).fill('New packing units')
  await page.getByRole('button', { name: 'Ask for access' }).click()
  await expect(page.getByText('Asked for, waiting for an administrator')).toBeVisible()

  const context = await browser.newContext({ baseURL: baseURL! })
  const other = await context.newPage()
  const ada = new Desk(other, 'en')
  await ada.arrive(account)
  await ada.dialog(text('欢迎使用齐套', 'Welcome to Qitao')).finish(text('从空白开始', 'Start empty'))
  await other.goto(`${pages.roles.path}?tab=requests`)
  const row = other.getByRole('row').filter({ hasText: 'New packing units' })
  await row.getByRole('button', { name: 'Grant' }).click()
  await other.getByRole('combobox', { name: 'Give the role' }).click()
  await other
    .getByTitle(/^(工艺员|Process engineer)$/)
    .last()
    .click()
  await other.getByRole('button', { name: 'Save' }).click()
  // The page that was refused opens without a reload.
  await expect.poll(() => new URL(page.url()).pathname).toBe(pages.units.path)

  await other.goto(`${pages.roles.path}?tab=users`)
  const member = other.getByRole('row').filter({ hasText: 'Bo' })
  await member.getByRole('button').last().click()
  await other.getByRole('menuitem', { name: 'View as' }).click()
  // The page begins anew under the question, which may take the press along.
  await expect(async () => {
    const yes = other.getByRole('dialog').getByRole('button').last()
    if (await yes.isVisible()) await yes.click({ timeout: 2_000 })
    await expect(other.getByText('Looking as Bo: reading only')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await other.goto(pages.units.path)
  await expect(other.getByRole('button', { name: 'New', exact: true }).first()).toBeDisabled()
  await other.getByRole('button', { name: 'End the view' }).click()
  await expect(other.getByText('Looking as Bo: reading only')).toHaveCount(0)
  await other.goto(pages.roles.path)
  await expect(other.getByRole('tab', { name: 'Users' })).toBeVisible()
  await context.close()
})
