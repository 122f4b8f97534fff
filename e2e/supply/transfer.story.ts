// Goods go from one bin to another: written down by a storekeeper, carried out, and seen where they are now. In two steps they are sent,
// wait in transit, are received in parts; what does not come is written off with a reason, and a transfer goes back as a whole.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('transfer')) {
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

    // By a scanner, as fast as it comes: bin, goods, bin; what means nothing changes nothing, and the last one is taken back.
    await desk.open(pages.transfers)
    await list.press(text('新建调拨单', 'New transfer'))
    await desk.at(pages.editTransfer)
    await list.press(text('扫码录入', 'Scan'))
    const labels = list.field(text('扫码', 'Scan'))
    for (const label of [to, code, from, 'nothing', to, code, from]) {
      await labels.pressSequentially(label)
      await labels.press('Enter')
    }
    await expect(await list.cell(1, text('数量', 'Quantity'))).toContainText('8')
    await list.press(text('撤销上一步', 'Undo last'))
    await expect(await list.cell(1, text('数量', 'Quantity'))).toContainText('4')
    await list.press(text('保存', 'Save'))
    await desk.at(pages.transfers)
    await list.row(code, text('待执行', 'To do')).press(text('执行', 'Carry out'))
    await expect(list.row(code, text('待执行', 'To do')).root).toHaveCount(0)
    await desk.open(pages.stock)
    await stock.showsRow(code, from, '10')

    // More than is there: nothing of it is moved, and the transfer still waits.
    await desk.open(pages.transfers)
    await write('11')
    await list.row(code, text('待执行', 'To do')).press(text('执行', 'Carry out'))
    await expect(page.getByText(desk.say(text('库存不足', 'Not enough stock'))).first()).toBeVisible()
    await list.showsRow(code, text('待执行', 'To do'))
  })
  test(`what is sent is in transit, received in parts, and goes back (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Two steps', 'Tao')
    const { code, from, to, warehouse } = await fill(baseURL!, account, company =>
      company.as(async tx => {
        const warehouse_id = await aWarehouse(tx)
        const location_id = await aLocation(tx)
        const other = await aLocation(tx, { warehouse_id })
        const material_id = await aMaterial(tx, { precision: 0 })
        await putIn(tx, { material_id, location_id, quantity: '10' })
        const [named] = await rows(
          tx,
          sql<{
            code: string
            from: string
            to: string
            warehouse: string
          }>`select m.code, f.code as "from", t.code as "to", w.code as warehouse
            from material m, location f, location t, warehouse w
            where m.id = ${material_id} and f.id = ${location_id} and t.id = ${other} and w.id = ${warehouse_id}`,
        )
        return named!
      }),
    )
    // Somebody whose machine says that nothing shall move: what is opened has to open where it can be seen.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.transfers)
    await list.press(text('新建调拨单', 'New transfer'))
    await desk.at(pages.editTransfer)
    await list.choose(text('调拨方式', 'Steps'), text('两步调拨', 'Two steps'))
    await list.pick(text('调入仓库', 'To warehouse'), warehouse)
    await list.take(1, text('物料', 'Material'), code)
    await list.type(1, text('数量', 'Quantity'), '4')
    await list.press(text('补全库位和批号', 'Fill in bins and lots'))
    await expect(await list.cell(1, text('调出库位', 'From bin'))).toContainText(from)
    await expect(await list.cell(1, text('调入库位', 'To bin'))).toContainText(to)
    await list.press(text('保存', 'Save'))
    await desk.at(pages.transfers)
    await list.row(code).press(text('执行', 'Carry out'))
    await list.showsRow(code, text('在途', 'In transit'))

    const stock = await desk.open(pages.stock)
    await stock.showsRow(code, from, '6')
    await stock.showsRow(code, 'TRANSIT', '4')

    await desk.open(pages.transfers)
    const receive = async (quantity: string) => {
      await list.row(code).press(text('收货', 'Receive'))
      const dialog = desk.dialog(text('收货', 'Receive'))
      await expect(dialog.button(text('确认收货', 'Receive'))).toBeVisible()
      await dialog.type(1, text('实收', 'Came'), quantity)
      return dialog
    }
    await (await receive('3')).press(text('确认收货', 'Receive'))
    await list.showsRow(code, text('部分收货', 'Partly received'))

    // What does not come is written off, and why is asked.
    const dialog = await receive('0')
    await dialog.choose(text('未收部分', 'The rest'), text('短少，核销出库', 'Missing, written off'))
    await dialog.fill(text('差异原因', 'Reason'), 'broken')
    await dialog.press(text('确认收货', 'Receive'))
    await list.showsRow(code, text('已完成', 'Completed'))
    await desk.open(pages.stock)
    await stock.showsRow(code, from, '6')
    await stock.showsRow(code, to, '3')

    await desk.open(pages.transfers)
    await list.row(code).press(text('冲销', 'Reverse'))
    await desk.dialog(text('冲销', 'Reverse')).press(text('冲销', 'Reverse'))
    await list.showsRow(code, text('已冲销', 'Reversed'))
    await desk.open(pages.stock)
    await stock.showsRow(code, from, '9')
  })
}
