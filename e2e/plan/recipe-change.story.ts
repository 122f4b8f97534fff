// A routing that is changed leaves a mark on the work orders that were opened before, and they follow it once somebody has looked.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addRouting, releaseRoutings, showRouting } from '@qitao/engineering/model/routing/routing.calls.ts'
import { aMo } from '@qitao/manufacturing/testing/factories.ts'
import { aProcess } from '@qitao/masterdata/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('recipe-change'))
  test(`a work order follows a routing that was changed since (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Recipe', 'Rui')
    const { changed, other } = await fill(baseURL!, account, async company => {
      const changed = await aMo(company, { manufacturing_bom: false })
      const other = await aMo(company, { manufacturing_bom: false })
      const paint = await aProcess(company, { code: 'PAINT', name: 'Painting' })
      const { record, lines } = await company.admin.ok(showRouting, { id: changed.routing_id })
      const { code, name, material_id } = record
      const steps = lines.map(({ sequence, process_id }) => ({ sequence, process_id }))
      const routing = await company.admin.ok(addRouting, {
        ...{ code, name, material_id, version: '2' },
        lines: [...steps, { sequence: 30, process_id: paint.id }],
      })
      await company.admin.ok(releaseRoutings, { ids: [routing.id] })
      return { changed, other }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.manufacturingOrders)
    await list.showsRow(other.no)
    await list.press(text('更多', 'More'))
    await page.getByRole('checkbox', { name: desk.say(text('仅看工艺已变更', 'Recipe changed only')) }).click()
    await expect(list.row(other.no).root).toHaveCount(0)
    await list.row(changed.no).press(changed.no)
    await page
      .getByRole('button', {
        name: desk.say(text('工艺或用料已变更：2处与现行不同', 'The recipe has changed since: 2 differences')),
      })
      .click()
    const dialog = desk.dialog(text('与现行工艺的差异', 'What differs from the recipe in force'))
    await dialog.shows(changed.no, 'Painting')
    await dialog.press(text('更新1个工单', 'Update 1'))
    await expect(page.getByText(desk.say(text('工艺或用料已变更', 'The recipe has changed since')))).toHaveCount(0)
    await page.getByRole('tab', { name: desk.say(text('工序', 'Operations')), exact: true }).click()
    await expect(page.getByText('Painting')).toBeVisible()
  })
