// A buyer splits a line that comes in two parts and asks the supplier for an earlier day of one; it is shown until he answers.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk, Part } from '../pages.ts'

const dayShown = (days: number) => dayOf(inDays(days), 'Asia/Shanghai')

for (const language of languagesOf('order-lines')) {
  test(`a line is split and expedited, and the supplier answers (${language})`, async ({ page, baseURL, browser }) => {
    const account = await newCompany('Splits', 'Sue')
    const { no } = await fill(baseURL!, account, async company => {
      const { supplier_id, material_id } = await company.as(async tx => ({
        supplier_id: await aSupplier(tx),
        material_id: await aMaterial(tx, { precision: 0 }),
      }))
      await company.as(async tx => {
        await sql`update supplier set name = 'Rims Ltd', email = 'sam@rims.example'`.execute(tx)
        await sql`update material set code = 'RIM-1', name = 'Rim' where id = ${material_id}`.execute(tx)
      })
      return aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '100', eta: inDays(10) }] })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const purchase = await desk.open(pages.purchase)
    await purchase.openTab(text('采购订单', 'Purchase orders'))
    await purchase.row(no).root.getByText(no).click()
    await desk.at(pages.editPurchase)
    await purchase.press(text('拆分', 'Split'))
    const split = desk.dialog(text(`拆分 ${no} 第1行`, `Split line 1 of ${no}`))
    await split.fill(text('分出数量', 'Quantity to split off'), '40')
    const day = split.root.getByLabel(desk.say(text('分出部分到货', 'Its ETA')))
    await day.fill(dayShown(15))
    await day.press('Enter')
    await split.press(text('拆分', 'Split'))
    await expect(split.root).toBeHidden()
    await purchase.shows(dayShown(15), dayShown(10))

    // The part that comes later is asked for earlier.
    await purchase.root
      .getByRole('button', { name: desk.say(text('催货', 'Expedite')), exact: true })
      .last()
      .click()
    const ask = desk.dialog(text(`催货 ${no}`, `Expedite ${no}`))
    await ask.shows('RIM-1')
    const wanted = ask.root.getByLabel(desk.say(text('希望到货', 'Wanted by')))
    await wanted.fill(dayShown(12))
    await wanted.press('Enter')
    await ask.fill(text('备注', 'Remark'), 'line stops')
    await expect(ask.root.getByLabel(desk.say(text('收件邮箱', 'To (email)')))).toHaveValue('sam@rims.example')
    await ask.press(text('催货', 'Expedite'))
    await purchase.shows(dayShown(12), text('已发送至sam@rims.example', 'mailed to sam@rims.example'))
    const list = await desk.open(pages.purchase)
    await list.openTab(text('采购订单', 'Purchase orders'))
    await list.showsRow(no, text('催货 1 行', '1 line'))
    const plan = await desk.open(pages.arrivalPlan)
    await plan.showsRow(no, dayShown(12))

    await plan.row(no, dayShown(12)).root.getByText(no).click()
    await desk.at(pages.editPurchase)
    await purchase.press(text('请供应商确认', 'Ask the supplier'))
    const links = desk.dialog(text(`请Rims Ltd确认 ${no}`, `Ask Rims Ltd to confirm ${no}`))
    await links.press(text('生成链接', 'Make a link'))
    const url = await links.root.locator('code').textContent()
    await page.keyboard.press('Escape')
    const stranger = await (await browser.newContext()).newPage()
    const supplier = new Desk(stranger, language)
    await stranger.goto(new URL(url!).pathname + new URL(url!).search)
    if (language === 'en') await stranger.getByRole('button', { name: 'English' }).click()
    const sheet = new Part(supplier, stranger.getByRole('main'))
    await sheet.shows('RIM-1', text('希望提前到', 'Wanted by'), dayShown(12), 'line stops')
    const days = sheet.root.getByLabel(supplier.say(text('到货日期', 'Arrives on')), { exact: true })
    await days.last().fill(dayShown(12))
    await days.last().press('Enter')
    await sheet.root.getByLabel(supplier.say(text('您的姓名', 'Your name')), { exact: true }).fill('Sam')
    await sheet.press(text('提交答复（1行与订单不同）', 'Send the answer (1 line differs)'))
    await sheet.shows(text('已收到您的答复', 'Your answer has arrived'))
    await page.reload()
    await purchase.shows(text('供应商答复', "Supplier's answer"), 'Sam')
    await purchase.press(text('接受', 'Accept'))
    await purchase.shows(text('已接受', 'Accepted'))
    await expect(purchase.root.getByText(desk.say(text('催', 'by')), { exact: true })).toBeHidden()
    expect(desk.complaints).toEqual([])
  })
}
