// What comes in: numbers of pieces pasted into their own line, the supplier's lot with its date, more than ordered within the tolerance; then
// stock piece by piece, bins by the range, a trace from the supplier's lot, and failed pieces that go back by number.
import { expect, test } from '@playwright/test'
import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('receive-lots'))
  test(`pieces and lots of a supplier come in, and what failed goes back by number (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Receive', 'Lan')
    const { bin, judge } = await fill(baseURL!, account, async company => {
      const { admin } = company
      await admin.ok(setOrganizationConfig, { configs: [{ config_key: 'over_receipt_percent', config_value: '50' }] })
      const of = await company.as(async tx => {
        const material_id = await aMaterial(tx, { precision: 0, serial_policy: 2 })
        const other_id = await aMaterial(tx, { precision: 0 })
        await sql`update material set code = 'PUMP', name = '泵', purchase_price = 40 where id = ${material_id}`.execute(
          tx,
        )
        await sql`update material set code = 'SEAL', name = '密封圈' where id = ${other_id}`.execute(tx)
        const location_id = await aLocation(tx)
        const [found] = await rows(tx, sql<{ code: string }>`select code from location where id = ${location_id}`)
        return { material_id, other_id, supplier_id: await aSupplier(tx), bin: found!.code }
      })
      const { item_ids } = await aScheme(company, { material_id: of.material_id, sample_size: 1 })
      await aPurchaseOrder(company, {
        supplier_id: of.supplier_id,
        materials: [
          { material_id: of.material_id, quantity: '2', eta: inDays(1) },
          { material_id: of.other_id, quantity: '10', eta: inDays(1) },
        ],
      })
      const judge = async () => {
        const { result } = await admin.ok(taskCalls.list, {})
        const { id, quantity } = result[0]!
        const version = async () => (await admin.ok(taskCalls.detail, { id })).record.row_version
        await admin.ok(taskCalls.alter, {
          ...{ id, row_version: await version(), results: [{ item_id: item_ids[0], sample_no: 1, value: '12' }] },
        })
        await admin.ok(taskCalls.submit, {
          ...{ id, row_version: await version(), nonconforming: 1, reason: null, remark: null },
          ...{ passed_quantity: '0', concession_quantity: '0', failed_quantity: quantity },
        })
      }
      return { bin: of.bin, judge }
    })
    const shot = async (name: string) => {
      if (!process.env.SHOTS) return
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.screenshot({ path: `/tmp/c16/${name}-${language}-${width}.png` })
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const arrivals = await desk.open(pages.arrivalPlan)
    await arrivals.row('PUMP').press(text('入库', 'Receive'))
    const receive = desk.dialog(text('到货入库', 'Receive'))
    await receive.type(1, text('本次入库', 'Now'), '3')
    await expect(receive.root).toContainText(desk.say(text('超收 1', '1 over')))
    await receive.take(1, text('库位', 'Bin'), bin)
    await receive.type(1, text('供应商批号', "Supplier's lot"), 'SUP-1')
    // A column of numbers is of its own line: no other line comes of it.
    const cell = await receive.cell(1, text('序列号', 'Serial numbers'))
    await cell.click()
    await page.keyboard.press('Escape')
    await page.evaluate(`
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'P1\\r\\nP2\\r\\nP3\\r\\n')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    `)
    await expect(cell).toContainText('3/3')
    // The window holds all columns.
    expect((await receive.root.boundingBox())?.width).toBeGreaterThan(1300)
    await expect(receive.root.getByRole('row')).toHaveCount(2)
    await shot('receive')
    await receive.finish(text('确认入库', 'Put in'))

    const stock = await desk.open(pages.stock)
    await stock.showsRow('PUMP', 'SUP-1', '120.00')
    await shot('stock')
    // The label of the lot has what came with it.
    await stock.row('PUMP', 'SUP-1').root.getByRole('checkbox').check()
    await stock.pressBeginning(text('打印批次标签', 'Print lot labels'))
    const labels = desk.dialog(text('打印标签', 'Print labels'))
    await expect(labels.button(text('下载PDF', 'Download PDF'))).toBeEnabled()
    await shot('lot-label')
    await page.keyboard.press('Escape')
    await page.getByText(desk.say(text('按序列号', 'By serial no.')), { exact: true }).click()
    await stock.showsRow('P2', 'PUMP')
    await shot('stock-pieces')

    await judge()
    const tasks = await desk.open(pages.qcTasks)
    await tasks.row(text('不合格', 'Fail')).pressBeginning('ZJ')
    const failed = await desk.at(pages.editQcTask)
    await failed.press(text('处置', 'Dispose of'))
    const dialog = desk.dialog(text('处置不合格品', 'Dispose of what failed'))
    await expect(dialog.root).toContainText('P1')
    await dialog.fill(text('原因', 'Reason'), 'bent')
    // What is said of a field goes as soon as it is answered.
    const pieces = dialog.root.getByRole('combobox', { name: desk.say(text('序列号', 'Serial numbers')) })
    await pieces.click()
    for (let n = 0; n < 3; n++) await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    const refusal = dialog.root.locator('.ant-form-item-explain-error')
    await expect(refusal).toBeVisible()
    await pieces.click()
    await page.keyboard.type('P1 P2 P3 ')
    await expect(refusal).toHaveCount(0)
    await page.keyboard.press('Tab')
    await shot('dispose')
    await dialog.finish()
    await failed.shows('P1 P2 P3')
    await failed.shows('CKQT')
    await shot('disposed')

    const bins = await desk.open(pages.locations)
    await bins.openTab(text('库位', 'Bins'))
    await bins.press(text('批量新建', 'New range'))
    const range = desk.dialog(text('批量新建库位', 'New bins'))
    await range.pick(text('仓库', 'Warehouse'), 'W')
    await range.fill(text('起始编号', 'First code'), 'A-01-01')
    await range.fill(text('结束编号', 'Last code'), 'A-10-05')
    await expect(range.root).toContainText('50')
    await range.fill(text('容量', 'Capacity'), '20')
    await shot('range')
    await range.finish()
    await bins.showsRow('A-01-01', '0%')
    await shot('bins')
    expect(desk.complaints).toEqual([])
  })
