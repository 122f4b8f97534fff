// What a truck brings of two orders is taken over into one receipt and put in; both orders are done.
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

for (const language of languagesOf('pull-lines'))
  test(`lines of two orders are put in by one receipt (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Pull', 'La')
    const { nos, bin } = await fill(baseURL!, account, async company => {
      const { supplier_id, material_id, location_id } = await company.as(async tx => ({
        supplier_id: await aSupplier(tx),
        material_id: await aMaterial(tx, { precision: 0 }),
        location_id: await aLocation(tx),
      }))
      const order = () => aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '10' }] })
      const nos = [(await order()).no, (await order()).no]
      const [found] = await company.as(tx =>
        rows(tx, sql<{ code: string }>`select code from location where id = ${location_id}`),
      )
      return { nos, bin: found!.code }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.inbound)
    await list.pressBeginning(text('新建', 'New'))
    const edit = await desk.at(pages.editReceipt)
    await edit.press(text('从来源带入明细', 'Pull lines'))
    const dialog = desk.dialog(text('从来源带入明细', 'Pull lines'))
    for (const no of nos) await dialog.row(no).root.getByRole('checkbox').check()
    await dialog.finish(text('带入', 'Add'))
    await expect(edit.root).toContainText(desk.say(text('采购入库', 'Purchase')))
    await edit.showsRow(nos[0]!, '10')
    await edit.showsRow(nos[1]!, '10')
    await edit.press(text('保存并提交', 'Save and submit'))
    await desk.at(pages.inbound)
    await list.showsRow(nos[0]!, nos[1]!, text('待入库', 'Pending inbound'))
    await list.row(nos[0]!).press(text('入库', 'Put in'))
    const confirm = desk.dialog(text('入库 RKQT', 'Put in RKQT'))
    await confirm.take(1, text('库位', 'Bin'), bin)
    await confirm.take(2, text('库位', 'Bin'), bin)
    await confirm.finish(text('确认入库', 'Put in'))
    await list.showsRow(nos[0]!, nos[1]!, text('已完成', 'Completed'))
    const orders = await desk.open(pages.purchase)
    await orders.openTab(text('采购订单', 'Purchase orders'))
    for (const no of nos) await orders.showsRow(no, text('已完成', 'Completed'))
    expect(desk.complaints).toEqual([])
  })
