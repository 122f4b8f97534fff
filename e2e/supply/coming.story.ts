// What comes on which day by supplier: late first; a figure opens the lines behind it, and one is received from there.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { arrivalCalls } from '@qitao/purchasing/model/arrival/arrival.calls.ts'
import { comingSupplier } from '@qitao/purchasing/model/coming/coming.calls.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const dayShown = (days: number) => dayOf(inDays(days), 'Asia/Shanghai')

for (const language of languagesOf('coming')) {
  test(`arrivals stand in a time line by supplier and are received from it (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Comes', 'Cora')
    const { no } = await fill(baseURL!, account, async company => {
      const made = await company.as(async tx => {
        const location_id = await aLocation(tx)
        const material_id = await aMaterial(tx, { precision: 0 })
        await sql`update material set code = 'RIM-1', name = 'Rim', default_location_id = ${location_id} where id = ${material_id}`.execute(
          tx,
        )
        const supplier_id = await aSupplier(tx)
        await sql`update supplier set name = 'Rims Ltd' where id = ${supplier_id}`.execute(tx)
        return { material_id, supplier_id }
      })
      const { supplier_id, material_id } = made
      const order = await aPurchaseOrder(company, {
        supplier_id,
        materials: [
          { material_id, quantity: '30', eta: inDays(-2) },
          { material_id, quantity: '100', eta: inDays(3) },
          { material_id, quantity: '45', eta: inDays(60) },
        ],
      })
      await company.admin.ok(arrivalCalls.add, {
        ...{ supplier_id, planned_date: inDays(2), submit: true },
        lines: [{ order_line_id: order.line_ids[1]!, material_id, quantity: '60' }],
      })
      return order
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const plan = await desk.open(pages.arrivalPlan)
    await plan.openTab(text('到货时间轴', 'Time line'))
    const cell = (announced: number, ordered: number, days: number) =>
      text(
        `${dayShown(days)}：已通知 ${announced}，供应商已确认 0，仅下单 ${ordered}`,
        `${dayShown(days)}: ${announced} announced, 0 confirmed, ${ordered} only ordered`,
      )
    await plan.showsRow('Rims Ltd')
    await expect(plan.button(cell(1, 0, 2))).toBeVisible()
    await expect(plan.button(cell(0, 1, 3))).toBeVisible()
    await plan.press(text('逾期', 'Late'))
    const late = desk.dialog(text('Rims Ltd · 逾期', 'Rims Ltd · Late'))
    await late.showsRow(no, 'RIM-1', '30')
    await page.keyboard.press('Escape')
    await plan.press(comingSupplier.fields.later_count.title)
    const later = desk.dialog(text('Rims Ltd · 以后', 'Rims Ltd · Later'))
    await later.showsRow(no, 'RIM-1', '45')
    await page.keyboard.press('Escape')
    // The span that was chosen is there when one comes back to it.
    const month = plan.root.getByRole('radio', { name: desk.say(text('28天', '28 d')) })
    await plan.root.getByText(desk.say(text('28天', '28 d'))).click()
    await expect(month).toBeChecked()
    await plan.openTab(text('到货日历', 'Calendar'))
    await plan.openTab(text('到货时间轴', 'Time line'))
    await expect(month).toBeChecked()
    await plan.press(cell(1, 0, 2))
    const drawer = desk.dialog(`Rims Ltd · ${dayShown(2)}`)
    await drawer.showsRow(no, 'RIM-1', '60')
    await drawer.press(text('到货入库', 'Receive'))
    const receive = desk.dialog(text('到货入库', 'Receive'))
    await receive.press(text('确认入库', 'Put in'))
    await expect(receive.root).toBeHidden()
    await expect(drawer.row(no).root).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(plan.button(cell(1, 0, 2))).toHaveCount(0)
    expect(desk.complaints).toEqual([])
  })
}
