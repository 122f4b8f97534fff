// A supplier without an account answers the order that was sent to him; the buyer sees whom another day would move, and accepts it.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk, Part, type Word } from '../pages.ts'

const dayShown = (days: number) => dayOf(inDays(days), 'Asia/Shanghai')

for (const language of languagesOf('supplier-answer')) {
  test(`a supplier proposes another quantity and day by his link, and the buyer accepts it (${language})`, async ({
    page,
    baseURL,
    browser,
  }) => {
    const account = await newCompany('Answers', 'Ada')
    const { no } = await fill(baseURL!, account, async company => {
      const made = await company.as(async tx => ({
        supplier_id: await aSupplier(tx),
        rim: await aMaterial(tx, { precision: 0 }),
        hub: await aMaterial(tx, { precision: 0 }),
      }))
      await company.as(async tx => {
        await sql`update supplier set name = 'Rims Ltd'`.execute(tx)
        await sql`update material set code = 'RIM-1', name = 'Rim' where id = ${made.rim}`.execute(tx)
        await sql`update material set code = 'HUB-1', name = 'Hub' where id = ${made.hub}`.execute(tx)
      })
      return aPurchaseOrder(company, {
        supplier_id: made.supplier_id,
        materials: [
          { material_id: made.rim, quantity: '100' },
          { material_id: made.hub, quantity: '40' },
        ],
      })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const purchase = await desk.open(pages.purchase)
    await purchase.openTab(text('采购订单', 'Purchase orders'))
    await purchase.row(no).root.getByText(no).click()
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
    await sheet.shows(no, 'RIM-1', 'HUB-1')
    const labelled = (label: Word) => sheet.root.getByLabel(supplier.say(label), { exact: true }).first()
    const quantity = labelled(text('可供数量（总数）', 'Quantity in all'))
    const day = labelled(text('到货日期', 'Arrives on'))
    await expect(sheet.button(text('照单确认', 'Confirm as ordered'))).toBeVisible()
    await quantity.fill('80')
    await day.fill(dayShown(9))
    await day.press('Enter')
    await labelled(text('您的姓名', 'Your name')).fill('Sam')
    await sheet.press(text('提交答复（1行与订单不同）', 'Send the answer (1 line differs)'))
    await sheet.shows(text('已收到您的答复', 'Your answer has arrived'))

    await page.reload()
    await purchase.shows(text('供应商答复', "Supplier's answer"), 'Sam', dayShown(9), text('照单确认', 'As ordered'))
    await purchase.press(text('接受', 'Accept'))
    await expect(purchase.button(text('接受', 'Accept'))).toBeHidden()
    await purchase.shows(text('已接受', 'Accepted'))
    const list = await desk.open(pages.purchase)
    await list.openTab(text('采购订单', 'Purchase orders'))
    await list.showsRow(no, dayShown(9), text('已确认', 'Confirmed'))
    await stranger.reload()
    await sheet.shows(text('请向发送链接的人索取新的链接。', 'Ask whoever sent the link for a new one.'))
    expect(desk.complaints).toEqual([])
  })
}
