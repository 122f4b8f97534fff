// The planner opens a material in stock and sees day by day what comes and what goes, and from when on it is short; the day unfolds to its orders.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('projected-stock'))
  test(`what there will be of a material, day by day, and when it is short (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Projected', 'Fan')
    await fill(baseURL!, account, async company => {
      const mo = await aMo(company)
      const material_id = mo.component_ids[0]!
      await inStock(company, [material_id], '6')
      await company.as(tx =>
        sql`update material set code = 'PROJ-1', name = 'Plate', safety_stock = 4 where id = ${material_id}`.execute(
          tx,
        ),
      )
      // Before the order needs it, and behind it.
      const supplier_id = await company.as(tx => aSupplier(tx))
      for (const [quantity, days] of [
        ['2', 2],
        ['9', 45],
      ] as const)
        await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity, eta: inDays(days) }] })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const stock = await desk.open(pages.stock)
    await stock.row('PROJ-1').pressBeginning('PROJ-1')
    await page.getByRole('tab', { name: desk.say(text('预计库存', 'Projected')) }).click()
    const table = page.getByRole('table', { name: desk.say(text('每日进出', 'What comes and goes')) })
    await expect(table.getByRole('row').filter({ hasText: /\+2/ })).toHaveCount(1)
    await expect(table.getByRole('row').filter({ hasText: /-10/ })).toContainText('-2')
    await expect(page.getByText(desk.say(text('起低于 0', 'Below 0 from'))).first()).toBeVisible()
    await table.getByRole('row').filter({ hasText: /-10/ }).getByRole('button').click()
    await expect(table.getByRole('list')).toContainText(desk.say(text('工单用料', 'Used by MO')))
    if (process.env.SHOTS) {
      await page.screenshot({ path: `/tmp/b16/projected-${language}.png` })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.screenshot({ path: `/tmp/b16/projected-390-${language}.png` })
    }
    expect(desk.complaints).toEqual([])
  })
