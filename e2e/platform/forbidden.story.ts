// A page that is not allowed says so within the frame of the product: one language switch, no second page around it.
import { expect, test } from '@playwright/test'
import { pages } from '@qitao/site/model/pages.ts'
import { newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

test('within the frame the message stands alone', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(await newCompany('Forbidden', 'Ada'))
  // As a link does that is refused: the product stays loaded.
  await page.evaluate(
    `history.pushState({}, '', '/403?path=${pages.units.path}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await expect(desk.main.root.getByRole('heading', { name: '没有「计量单位」的权限' })).toBeVisible()
  await expect(desk.menu).toBeVisible()
  await expect(desk.main.root.getByRole('button', { name: 'English' })).toHaveCount(0)
})
