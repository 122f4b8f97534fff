// A blind count while goods move: one counts with a scanner, another finds what the books do not have, the lead posts what differs.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('stock-count')) {
  test(`a blind count while goods move: nothing that moved is counted away (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Count', 'Pan')
    const of = await fill(baseURL!, account, company =>
      company.as(async tx => {
        const warehouse_id = await aWarehouse(tx)
        const bin = await aLocation(tx, { warehouse_id })
        const other = await aLocation(tx)
        const [one, two] = [await aMaterial(tx, { precision: 0 }), await aMaterial(tx, { precision: 0 })]
        await putIn(tx, { material_id: one, location_id: bin, quantity: '10' })
        const [named] = await rows(
          tx,
          sql<{ warehouse: string; bin: string; other: string; one: string; two: string }>`select w.code as warehouse,
              l.code as bin, o.code as other, a.code as one, b.code as two
            from warehouse w, location l, location o, material a, material b
            where w.id = ${warehouse_id} and l.id = ${bin} and o.id = ${other} and a.id = ${one} and b.id = ${two}`,
        )
        return named!
      }),
    )
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.stockCounts)
    await list.press(text('新建盘点单', 'New stock count'))
    await desk.at(pages.editStockCount)
    await list.pick(text('仓库', 'Warehouse'), of.warehouse)
    await list.press(text('保存', 'Save'))
    await desk.at(pages.stockCounts)
    await list.row(text('待盘点', 'Draft')).press(text('开始盘点', 'Start'))
    await list.showsRow(text('盘点中', 'Counting'), '0 / 1')

    // Goods leave the bin while it is counted: 4 of the 10.
    await desk.open(pages.transfers)
    await list.press(text('新建调拨单', 'New transfer'))
    await desk.at(pages.editTransfer)
    await expect(list.button(text('添加一行', 'Add a row'))).toBeVisible()
    await list.take(1, text('物料', 'Material'), of.one)
    await list.type(1, text('数量', 'Quantity'), '4')
    await list.take(1, text('调出库位', 'From bin'), of.bin)
    await list.take(1, text('调入库位', 'To bin'), of.other)
    await list.press(text('保存', 'Save'))
    await desk.at(pages.transfers)
    await list.row(of.one).press(text('执行', 'Carry out'))
    await list.showsRow(of.one, text('已完成', 'Completed'))

    await desk.open(pages.stockCounts)
    await list.row(text('盘点中', 'Counting')).pressBeginning('PD')
    await desk.at(pages.editStockCount)
    const scan = page.getByLabel(desk.say(text('扫描', 'Scan')), { exact: true })
    await expect(scan).toBeFocused()
    // Nobody sees what the books say before the line is counted.
    await list.showsRow(of.one, text('未盘', 'Not counted'), '—')
    await page.keyboard.type(of.one)
    await page.keyboard.press('Enter')
    const counted = page.getByLabel(desk.say(text('盘点数量', 'Counted')), { exact: true })
    await expect(counted).toBeFocused()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await expect(scan).toBeFocused()
    await list.showsRow(of.one, text('有差异', 'Different'), '5', '-1')

    // What the books do not have there.
    await list.press(text('新增发现物料', 'Found something else'))
    const found = desk.dialog(text('新增发现物料', 'Found something else'))
    await found.pick(text('库位', 'Bin'), of.bin)
    await found.pick(text('物料', 'Material'), of.two)
    await found.fill(text('盘点数量', 'Counted'), '3')
    await found.finish()
    await list.showsRow(of.two, text('有差异', 'Different'), '3')

    await list.press(text('确认盘点', 'Confirm'))
    await desk.agree()
    await list.shows(text('已盘点', 'Done'))
    const stock = await desk.open(pages.stock)
    await stock.showsRow(of.one, of.bin, '5')
    await stock.showsRow(of.one, of.other, '4')
    await stock.showsRow(of.two, of.bin, '3')
  })
}
