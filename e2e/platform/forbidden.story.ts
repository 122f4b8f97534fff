// A page that is not allowed says so within the frame of the product: one language switch, no second page around it.
import { expect, test } from '@playwright/test'
import { addReadyRoles, addRole, alterRolePermissions } from '@qitao/access/model/member/role.calls.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { Hand } from '../floor/handheld.ts'
import { Desk } from '../pages.ts'

test('within the frame the message stands alone', async ({ page, baseURL }) => {
  const account = await newCompany('Forbidden', 'Ada')
  const admin = await signIn(baseURL!, account)
  const { output: made } = await admin.send(addReadyRoles, { keys: ['operator'] })
  const password = 'Story-2026-pass'
  await admin.send(addUser, { account: 'bo', name: 'Bo', password, role_ids: made.ids })
  const desk = new Desk(page, 'zh')
  await desk.arrive({ company_code: account.company_code, account: 'bo', password })
  // As a link does that is refused: the product stays loaded.
  await page.evaluate(
    `history.pushState({}, '', '/403?path=${pages.units.path}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await expect(desk.main.root.getByRole('heading', { name: '没有「计量单位」的权限' })).toBeVisible()
  await expect(desk.menu).toBeVisible()
  await expect(desk.main.root.getByRole('button', { name: 'English' })).toHaveCount(0)
})

test('the page of the floor says which right is missing, and goes on once it is granted', async ({ page, baseURL }) => {
  const account = await newCompany('Forbidden', 'Ada')
  const admin = await signIn(baseURL!, account)
  const { output: role } = await admin.send(addRole, { role_name: 'Workshop' })
  const allow = (page_paths: string[]) =>
    admin.send(alterRolePermissions, { role_id: role.id, app_code: 'mep', page_paths, action_keys: null })
  await allow([pages.workshopPlan.path])
  const password = 'Story-2026-pass'
  await admin.send(addUser, { account: 'bo', name: 'Bo', password, role_ids: [role.id] })
  await page.setViewportSize({ width: 360, height: 640 })
  const hand = new Hand(page, 'en')
  await hand.open()
  await hand.signIn({ company_code: account.company_code, account: 'bo', password })
  await expect(page.getByRole('alert')).toContainText('no permission for Production reporting')
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await expect(hand.button(text('退出', 'Sign out'))).toBeVisible()
  const link = page.getByRole('link', { name: 'Ask for it on the web page' })
  await link.click()
  await expect(page.getByRole('heading', { name: 'No permission for Production reporting' })).toBeVisible()
  await page.goBack()
  await expect(link).toBeVisible()
  await allow([pages.productionReport.path])
  await hand.button(text('刷新', 'Refresh')).click()
  await expect(page.getByText('No task is given to you.')).toBeVisible()
  await expect(link).toHaveCount(0)
})
