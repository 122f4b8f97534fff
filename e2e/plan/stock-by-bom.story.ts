// An extra order is asked for: how many sets can be made, what ends them, who has the rest and what more of them costs.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aReleasedMo } from '@qitao/warehouse/testing/warehouse.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk, Part } from '../pages.ts'

for (const language of languagesOf('stock-by-bom')) {
  test(`how many sets, now and by a day, and what is missing for more (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Sets', 'Bo')
    // 30 of each of two parts; 4 of the first are a work order's, 10 more of it are on their way.
    const of = await fill(baseURL!, account, async company => {
      const mo = await aReleasedMo(company)
      const [first, second] = mo.component_ids as [string, string]
      const supplier_id = await company.as(aSupplier)
      const order = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id: first, quantity: '10' }] })
      return company.as(async tx => {
        await sql`update material set purchase_price = 2.5, supply_lead_time = 7 where id = ${first}`.execute(tx)
        const [codes] = await rows(
          tx,
          sql<{
            product: string
            first: string
            second: string
          }>`select p.code as product, a.code as first, b.code as second
            from material p, material a, material b where p.id = ${mo.material_id} and a.id = ${first} and b.id = ${second}`,
        )
        return { ...codes!, mo: mo.no, order: order.no }
      })
    })
    const desk = new Desk(page, language)
    await desk.signIn(account)
    const main = await desk.open(pages.stockByBom)
    await main.shows(text('选择一个或几个产品', 'Choose one or several products'))
    await main.pickAlso(text('产品', 'Products'), of.product)
    const answer = new Part(desk, main.root.getByRole('region', { name: desk.say(text('结果', 'Answer')) }))
    await answer.shows(text('26 套', '26 sets'), text('30 套', '30 sets'), text('不缺料', 'Nothing is missing'))

    await main.fill(text('需要套数', 'Sets wanted'), '40')
    await main.field(text('需要套数', 'Sets wanted')).press('Enter')
    // 4 of the first at 2.5; what the second costs and how long it takes nobody has said.
    await answer.shows(
      ...['10.00', text('另有1项没有单价', 'and 1 without a price'), text('未知：缺提前期', 'not known: no lead time')],
      ...[text('做到30套为止', 'up to 30 sets'), text('做到36套为止', 'up to 36 sets')],
    )
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await overflow(page)).toBe(0)
      expect(await barriers(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })

    // A branch is shut and opened again.
    const toggle = main.button(`${desk.say(text('展开', 'Open'))} ${of.product}`)
    await toggle.click()
    await expect(main.row(of.first).root).toBeHidden()
    await toggle.click()
    await main.showsRow(of.first, '30', '26', '36')
    await main.root.getByText(desk.say(text('只看缺料', 'Missing only')), { exact: true }).click()
    await main.showsRow(of.second, text('没有单价', 'No price'))
    await expect(main.row(of.product).root).toBeHidden()

    // Who has the four, and what is on its way.
    await main.row(of.first).root.getByRole('button', { name: of.first }).click()
    const drawer = desk.dialog(of.first)
    await drawer.shows(of.mo, of.order, text('在库', 'In stock'), text('在途采购', 'In transit'))
    await page.keyboard.press('Escape')

    await main.root.getByRole('checkbox', { name: desk.say(text('算在途', 'On the way')) }).uncheck()
    await answer.shows(text('做到26套为止', 'up to 26 sets'))
    // Two in a set: half as many sets.
    await main.press(text('每套数量、粘贴', 'Quantities, paste'))
    const dialog = desk.dialog(text('一套里有什么', 'What one set holds'))
    await dialog.type(1, text('每套数量', 'Quantity per set'), '2')
    await dialog.finish(text('确定', 'OK'))
    await answer.shows(text('13 套', '13 sets'), text('做到13套为止', 'up to 13 sets'))
    // The question stands in the address: it is the same for whom it is sent to.
    await page.reload()
    await answer.shows(text('13 套', '13 sets'))
    expect(desk.complaints).toEqual([])
  })
}
