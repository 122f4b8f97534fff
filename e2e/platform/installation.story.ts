// Whoever runs the installation sees how it fares; another company's administrator has no such page.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('installation')) {
  test(`the state of the installation, in ${language}`, async ({ page, baseURL }, info) => {
    const account = await newCompany('Runs it', 'Ada')
    await fill(baseURL!, account, async company => {
      // An empty company is offered sample data, in front of everything.
      await aProduct(company)
      await company.as(tx =>
        sql`insert into org_app (org_id, app_code) values (${company.org_id}, 'operator')`.execute(tx),
      )
    })
    const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}-${language}.png`) })
    const desk = new Desk(page, language)
    await desk.signIn(account)
    await desk.open(pages.installation)
    const main = page.getByRole('main')
    await expect(main).toContainText(desk.say(text('还没有备份', 'There is no backup')))
    await expect(main).toContainText('PostgreSQL')
    await picture('installation-1440')
    expect(await barriers(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await main.getByRole('tab', { name: desk.say(text('数据表', 'Tables')) }).click()
    await expect(main.getByRole('cell', { name: 'change_log' })).toBeVisible()
    await picture('installation-tables-1440')
    await main.getByRole('tab', { name: desk.say(text('慢语句', 'Slow statements')) }).click()
    await picture('installation-slow-1440')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(pages.installation.path)
    await expect(main).toContainText('PostgreSQL')
    await picture('installation-390')
    expect(await barriers(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  })
}

test('another company has no such page', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.signIn(await newCompany('Does not run it', 'Bob'))
  await page.goto(pages.installation.path)
  await expect(page).toHaveURL(/403/)
})
