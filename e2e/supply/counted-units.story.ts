// Goods are counted in boxes wherever they are written down: on an order, at a receipt, on the floor. The books keep pieces, both are shown.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addUnitConversions } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { aUnit, materials, units } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const quantity = text('采购数量', 'Purchase quantity')
const inOthers = text('其他单位', 'Counted in')

for (const language of languagesOf('counted-units'))
  test(`boxes are counted, pieces are kept (${language})`, async ({ page, baseURL }) => {
    test.setTimeout(180_000)
    const account = await newCompany('Counted', 'Shu')
    const made = await fill(baseURL!, account, async company => {
      const [box, pallet] = await units(company, [{ name: '箱' }, { name: '托' }])
      const { id: piece } = await aUnit(company, { name: '个', precision: 0 })
      const [bolt, nut] = await materials(company, [{ unit_id: piece }, { unit_id: piece }])
      const conversion = { from_unit_id: box!.id, to_unit_id: piece, numerator: '12' }
      await company.admin.ok(addUnitConversions, {
        conversions: [
          { ...conversion, material_id: bolt!.id },
          { from_unit_id: pallet!.id, to_unit_id: box!.id, numerator: '40', material_id: bolt!.id },
        ],
      })
      const { supplier_id, location_id } = await company.as(async tx => ({
        supplier_id: await aSupplier(tx),
        location_id: await aLocation(tx),
      }))
      const order = await aPurchaseOrder(company, {
        supplier_id,
        materials: [{ material_id: bolt!.id, quantity: '120' }],
      })
      const floor = await onTheFloor(company, { quantity: '30', stock: '50' })
      const unitOf = await company.as(tx =>
        rows(tx, sql<{ unit_id: string }>`select unit_id from material where id = ${floor.material_id}`),
      )
      await company.admin.ok(addUnitConversions, {
        conversions: [
          { from_unit_id: box!.id, to_unit_id: unitOf[0]!.unit_id, numerator: '10', material_id: floor.material_id },
        ],
      })
      const [bin] = await company.as(tx =>
        rows(tx, sql<{ code: string }>`select code from location where id = ${location_id}`),
      )
      return { bolt: bolt!.code, nut: nut!.code, order: order.no, bin: bin!.code, supplier: '供应商' }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)

    // On a new order: the column is there once goods are that have other units.
    const orders = await desk.open(pages.purchase)
    await orders.openTab(text('采购订单', 'Purchase orders'))
    await orders.press(text('新建采购订单', 'New purchase order'))
    const edit = await desk.at(pages.editPurchase)
    await expect(edit.button(text('添加一行', 'Add a row'))).toBeVisible()
    await edit.pick(text('供应商', 'Supplier'), made.supplier)
    await edit.take(1, text('物料', 'Material'), made.nut)
    await expect(edit.root.getByRole('columnheader', { name: desk.say(inOthers) })).toBeHidden()
    await edit.take(1, text('物料', 'Material'), made.bolt)
    await expect(edit.root.getByRole('columnheader', { name: desk.say(inOthers) })).toBeVisible()
    await expect(await edit.cell(1, inOthers)).toContainText('托 / 箱')
    await edit.type(1, inOthers, '10 箱')
    await expect(await edit.cell(1, quantity)).toContainText('120')
    await edit.type(1, quantity, '485')
    await expect(await edit.cell(1, inOthers)).toContainText('1 托 + 5 个')
    // What cannot be read stands there with what is wrong, and is not sent.
    await edit.type(1, inOthers, '10')
    await expect((await edit.cell(1, inOthers)).getByLabel(/10 托/)).toBeVisible()
    await edit.type(1, inOthers, '2 箱 3 个')
    await expect(await edit.cell(1, quantity)).toContainText('27')
    await edit.press(text('保存草稿', 'Save draft'))
    await desk.at(pages.purchase)
    await orders.showsRow(made.bolt)
    // With the 120 pieces of the order before.
    await orders.shows('147')

    // At the gate.
    const arrivals = await desk.open(pages.arrivalPlan)
    await arrivals.row(made.order).press(text('入库', 'Receive'))
    const dialog = desk.dialog(text('到货入库', 'Receive'))
    await expect(dialog.root.getByRole('columnheader', { name: desk.say(inOthers) })).toBeVisible()
    await expect(await dialog.cell(1, inOthers)).toContainText('10 箱')
    await dialog.type(1, inOthers, '4 箱')
    await dialog.take(1, text('库位', 'Bin'), made.bin)
    await dialog.finish(text('确认入库', 'Put in'))
    const stock = await desk.open(pages.stock)
    await stock.showsRow(made.bolt, '48')

    // On the floor.
    const floor = await desk.open(pages.productionReport)
    await floor.root
      .getByRole('button', { name: desk.say(text('报工', 'Report')), exact: true })
      .first()
      .click()
    const panel = page.getByRole('dialog').filter({ hasText: desk.say(text('待报', 'To report')) })
    await panel
      .getByRole('radiogroup', { name: desk.say(text('计数单位', 'Counted in')) })
      .getByText('箱')
      .click()
    await panel.getByRole('textbox', { name: desk.say(text('良品数', 'Good')) }).fill('2.05')
    await expect(panel.getByRole('alert')).toContainText(desk.say(text('不是整数，请改数量', 'change it')))
    await panel.getByRole('textbox', { name: desk.say(text('良品数', 'Good')) }).fill('2')
    await expect(panel).toContainText('= 20')
    await panel.getByRole('button', { name: new RegExp(`^${desk.say(text('报工', 'Report'))} 20`) }).click()
    await expect(panel).toBeHidden()
    await expect(floor.root).toContainText('20')
    expect(desk.complaints).toEqual([])
  })
