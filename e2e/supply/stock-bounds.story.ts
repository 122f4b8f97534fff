// A warehouse is to have of a material at least so much: the list says that it has less, and what fills it up comes out of another one and by
// a request. What should be counted next is proposed, and counted.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('stock-bounds')) {
  test(`a warehouse is filled up, and its bins are proposed to be counted (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Bounds', 'Xian')
    const of = await fill(baseURL!, account, company =>
      company.as(async tx => {
        const warehouse_id = await aWarehouse(tx)
        const [bin, elsewhere] = [await aLocation(tx, { warehouse_id }), await aLocation(tx)]
        const material_id = await aMaterial(tx, { precision: 0 })
        await putIn(tx, { material_id, location_id: bin, quantity: '4' })
        await putIn(tx, { material_id, location_id: elsewhere, quantity: '20' })
        const [named] = await rows(
          tx,
          sql<{ warehouse: string; bin: string; code: string }>`select w.code as warehouse, l.code as bin, m.code
            from warehouse w, location l, material m where w.id = ${warehouse_id} and l.id = ${bin} and m.id = ${material_id}`,
        )
        return named!
      }),
    )
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.transfers)
    await page.getByRole('tab', { name: desk.say(text('库存上下限', 'Stock bounds')) }).click()
    await list.press(text('新建', 'New'))
    const bound = desk.dialog(text('新建库存上下限', 'New stock bounds'))
    await bound.pick(text('仓库', 'Warehouse'), of.warehouse)
    await bound.pick(text('物料', 'Material'), of.code)
    await bound.fill(text('下限', 'Lower bound'), '10')
    await bound.fill(text('上限', 'Upper bound'), '50')
    await bound.finish()
    await list.showsRow(of.code, text('低于下限', 'Below'), '4')

    await list.press(text('补足仓库', 'Fill a warehouse up'))
    const filling = desk.dialog(text('补足仓库', 'Fill a warehouse up'))
    await filling.pick(text('仓库', 'Warehouse'), of.warehouse)
    await filling.showsRow(of.code, '20', of.bin)
    // A random code may hold any figure: the line to buy is the one that goes to no bin.
    await expect(filling.row(of.code).root.filter({ hasNotText: of.bin })).toContainText(/\b26\b/)
    await filling.press(text('生成采购申请', 'Make purchase requests'))
    await filling.press(text('生成调拨单', 'Make a transfer'))
    await expect(
      page.getByText(desk.say(text('其他仓库没有可调的', 'No other warehouse has any to give'))),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await list.showsRow(of.code, text('正常', 'Within'), '4', '20')

    await desk.open(pages.stockCounts)
    await list.press(text('建议盘点', 'What to count next'))
    const next = desk.dialog(text('建议盘点', 'What to count next'))
    await next.pick(text('仓库', 'Warehouse'), of.warehouse)
    await next.showsRow(of.bin, text('从未', 'Never'))
    await next.press(text('保存', 'Save'))
    await desk.at(pages.editStockCount)
    await list.press(text('开始盘点', 'Start'))
    await list.showsRow(of.bin, of.code, text('未盘', 'Not counted'))
  })
}
