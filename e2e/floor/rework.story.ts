// What an inspector does with goods that fail, and goods that wait for their inspection before they leave.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aProcess } from '@qitao/masterdata/testing/factories.ts'
import { qcType } from '@qitao/quality/model/qc-type.status.ts'
import { aHeldLot, aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('rework'))
  test(`goods that fail are worked on again by an order of their own (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Rework', 'Fan')
    await fill(baseURL!, account, async company => {
      await aHeldLot(company)
      await aProcess(company, { code: 'DEBURR', name: 'Deburring' })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const tasks = await desk.open(pages.qcTasks)
    await tasks.row(text('待检', 'Pending')).pressBeginning('ZJ')
    await desk.at(pages.editQcTask)

    // Numbers by scanner, one after the other; values from a sheet, pieces down and items across.
    const serial = (n: number) => page.getByLabel(desk.say(text(`序列号 ${n}`, `Serial no. ${n}`)), { exact: true })
    await serial(1).click()
    for (const number of ['S-1', 'S-2']) {
      await page.keyboard.type(number)
      await page.keyboard.press('Enter')
    }
    await expect(serial(3)).toBeFocused()
    await page.getByLabel('Length 1', { exact: true }).click()
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '10\\tOK\\n10.05\\tOK\\n12\\tNG')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)
    await expect(page.getByLabel('Length 3', { exact: true })).toHaveValue('12')
    await expect(page.getByLabel('Length 3', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Look 3', { exact: true })).toHaveValue('NG')
    await tasks.press(text('保存记录', 'Save results'))
    // What was found stands above the judgement, and moves it down.
    await expect(tasks.button(text('保存记录', 'Save results'))).toBeDisabled()
    await expect(page.getByRole('alert').filter({ hasText: 'Ac 0' })).toBeVisible()
    await expect(serial(2)).toHaveValue('S-2')
    await tasks.press(text('全部不合格', 'All fail'))
    await tasks.press(text('提交判定', 'Submit the judgement'))

    await tasks.press(text('处置', 'Dispose of'))
    const dialog = desk.dialog(text('处置不合格品', 'Dispose of what failed'))
    await dialog.choose(text('处置方式', 'Disposal'), text('返工', 'Rework'))
    await dialog.fill(text('原因', 'Reason'), 'burrs')
    await dialog.pickAlso(text('返工工序', 'Steps of the rework'), 'DEBURR')
    await dialog.day(text('返工交期', 'Rework is due'), '2030-01-15')
    await dialog.finish()
    await tasks.shows('burrs')
    const order = page.getByRole('link', { name: /^MO/ })
    const no = (await order.textContent())!

    // The order has its goods; in the list it is told from others, and it leads back to its task.
    const orders = await desk.open(pages.manufacturingOrders)
    await orders.showsRow(no, text('返工', 'rework'))
    await orders.row(no).press(no)
    await desk.dialog(no).shows(text('返工自质检任务', 'Rework of QC task'))
    await page.getByRole('link', { name: /^ZJ/ }).click()
    await desk.at(pages.editQcTask)
    await tasks.press(text('撤回返工', 'Take the rework back'))
    await tasks.shows(text('待处置', 'To dispose of'))
    await expect(order).toHaveCount(0)
    expect(desk.complaints).toEqual([])
  })

for (const language of languagesOf('rework 2'))
  test(`goods leave once they have passed (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Outgoing', 'Fa')
    await fill(baseURL!, account, async company => {
      const material_id = await aProduct(company)
      await aScheme(company, { qc_type: qcType.codes.outgoing, material_id, sample_size: 2 })
      await anOrder(company, { material_id, quantity: '10' })
      await company.as(async tx => {
        const location_id = await aLocation(tx)
        await putIn(tx, { material_id, location_id, quantity: '10', lot_number: 'LOT-A' })
      })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const orders = await desk.open(pages.salesOrders)
    await orders.row('10').press(text('发货', 'Ship'))
    const shipping = await desk.at(pages.shipping)
    await shipping.row('10').press(text('发货', 'Ship'))
    await desk.dialog(text('发货', 'Ship')).finish(text('确认发货', 'Ship'))
    await desk.told(text('已送检', 'Held for inspection'))

    // What waits for it is the shipment.
    const tasks = await desk.open(pages.qcTasks)
    await tasks.showsRow(text('出货检', 'Outgoing'), text('发货 CKQT', 'Shipment CKQT'))
    await tasks.row(text('出货检', 'Outgoing')).pressBeginning('ZJ')
    await desk.at(pages.editQcTask)
    await page.getByLabel('Length 1', { exact: true }).fill('10')
    await tasks.press(text('提交判定', 'Submit the judgement'))
    await tasks.shows(text('判定时间', 'Judged'))
    const outbound = await desk.open(pages.outbound)
    await outbound.row('CKQT').press(text('出库', 'Take out'))
    await desk.dialog(text('出库', 'Take out')).finish(text('确认出库', 'Take out'))
    await outbound.pressBeginning(text('已完成', 'Completed'))
    await outbound.showsRow('CKQT', '10 / 10')
    expect(desk.complaints).toEqual([])
  })
