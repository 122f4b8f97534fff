// What a supplier brings is announced from the open lines of his order, moves the day that is expected, and is received with its arrival.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('arrival')) {
  test(`an arrival is announced from open lines, received in part, and what is left stays open (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Arrival', 'Ann')
    const { code, bin } = await fill(baseURL!, account, async company => {
      const made = await company.as(async tx => ({
        supplier_id: await aSupplier(tx),
        location_id: await aLocation(tx),
        material_id: await aMaterial(tx, { precision: 0 }),
      }))
      await aPurchaseOrder(company, {
        supplier_id: made.supplier_id,
        materials: [{ material_id: made.material_id, quantity: '100' }],
      })
      const [named] = await company.as(tx =>
        rows(
          tx,
          sql<{ code: string; bin: string }>`select m.code, l.code as bin from material m, location l
            where m.id = ${made.material_id} and l.id = ${made.location_id}`,
        ),
      )
      return named!
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.arrivalPlan)
    await list.row(code).root.getByRole('checkbox').check()
    await list.press(text('通知到货', 'Announce arrival'))
    await desk.at(pages.editArrival)
    await expect(list.root.getByRole('gridcell', { name: code }).first()).toBeVisible()
    // The line stands there with all that is open of it.
    await expect(await list.cell(1, text('本次到货', 'This arrival'))).toContainText('100')
    await list.type(1, text('本次到货', 'This arrival'), '40')
    await list.press(text('保存并提交', 'Save and submit'))
    await desk.at(pages.arrivalPlan)
    await list.showsRow(code, '100', '40')

    // More than is left is refused where it stands.
    await list.row(code).root.getByRole('checkbox').check()
    await list.press(text('通知到货', 'Announce arrival'))
    await desk.at(pages.editArrival)
    await expect(list.root.getByRole('gridcell', { name: code }).first()).toBeVisible()
    await expect(await list.cell(1, text('本次到货', 'This arrival'))).toContainText('60')
    await list.type(1, text('本次到货', 'This arrival'), '61')
    await list.press(text('保存并提交', 'Save and submit'))
    await expect(await list.cell(1, text('本次到货', 'This arrival'))).toHaveAttribute('aria-invalid', 'true')
    await list.type(1, text('本次到货', 'This arrival'), '20')
    await list.press(text('保存草稿', 'Save draft'))
    await desk.at(pages.arrivalPlan)

    await list.openTab(text('到货单', 'Arrivals'))
    await list.row(text('待入库', 'Pending inbound')).press(text('入库', 'Receive'))
    const receive = desk.dialog(text('到货入库', 'Receive'))
    await expect(receive.root.getByRole('gridcell', { name: code }).first()).toBeVisible()
    await receive.type(1, text('本次入库', 'Now'), '15')
    await receive.take(1, text('库位', 'Bin'), bin)
    await receive.press(text('确认入库', 'Put in'))
    await list.showsRow(code, text('部分入库', 'Partially inbound'))
    const stock = await desk.open(pages.stock)
    await stock.showsRow(code, bin, '15')
    await desk.open(pages.arrivalPlan)
    await list.openTab(text('待到货明细', 'Open lines'))
    // 25 of the announced are still to come, and the draft takes its 20.
    await list.showsRow(code, '85', '45')
  })
}
