// Goods go from one bin to another: written down by a storekeeper, carried out, and seen where they are now.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from './company.ts'
import { Desk } from './pages.ts'

for (const language of ['zh', 'en'] as const) {
  test(`a transfer is written, carried out, and what is not there stays (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Transfer', 'Tao')
    const { code, from, to } = await fill(baseURL!, account, company =>
      company.as(async tx => {
        const location_id = await aLocation(tx)
        const other = await aLocation(tx)
        const material_id = await aMaterial(tx, { precision: 0 })
        await putIn(tx, { material_id, location_id, quantity: '10' })
        const [named] = await rows(
          tx,
          sql<{ code: string; from: string; to: string }>`select m.code, f.code as "from", t.code as "to"
            from material m, location f, location t where m.id = ${material_id} and f.id = ${location_id} and t.id = ${other}`,
        )
        return named!
      }),
    )
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.transfers)
    const write = async (quantity: string) => {
      await list.press(text('新建调拨单', 'New transfer'))
      await desk.at(pages.editTransfer)
      await expect(list.button(text('添加一行', 'Add a row'))).toBeVisible()
      await list.take(1, text('物料', 'Material'), code)
      await list.type(1, text('数量', 'Quantity'), quantity)
      await list.take(1, text('调出库位', 'From bin'), from)
      await list.take(1, text('调入库位', 'To bin'), to)
      await list.press(text('保存', 'Save'))
      await desk.at(pages.transfers)
    }
    await write('4')
    await list.showsRow(code, text('待执行', 'To do'))
    await list.row(code).press(text('执行', 'Carry out'))
    await list.showsRow(code, text('已完成', 'Completed'))

    const stock = await desk.open(pages.stock)
    await stock.showsRow(code, from, '6')
    await stock.showsRow(code, to, '4')

    // More than is there: nothing of it is moved, and the transfer still waits.
    await desk.open(pages.transfers)
    await write('7')
    await list.row(code, text('待执行', 'To do')).press(text('执行', 'Carry out'))
    await expect(page.getByText(desk.say(text('库存不足', 'Not enough stock'))).first()).toBeVisible()
    await list.showsRow(code, text('待执行', 'To do'))
  })
}
