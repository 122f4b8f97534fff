// A buyer mails an order to its supplier, who is asked to confirm it by the link in it, and finds in the calendar when it is to come.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('order-mail')) {
  test(`an order is mailed with a question, and stands in the calendar of arrivals (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Mails', 'Mia')
    const { no } = await fill(baseURL!, account, async company => {
      const { supplier_id, material_id } = await company.as(async tx => ({
        supplier_id: await aSupplier(tx),
        material_id: await aMaterial(tx, { precision: 0 }),
      }))
      await company.as(tx => sql`update supplier set name = 'Rims Ltd', email = 'sam@rims.example'`.execute(tx))
      return aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '10', eta: inDays(0) }] })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const purchase = await desk.open(pages.purchase)
    await purchase.openTab(text('采购订单', 'Purchase orders'))
    await purchase.row(no).root.getByText(no).click()
    await desk.at(pages.editPurchase)
    await purchase.press(text('邮件发送', 'Mail'))
    const mail = desk.dialog(text(`邮件发送 ${no}`, `Mail ${no}`))
    // To the address that is kept of the supplier, with the question.
    await expect(mail.root.getByLabel(desk.say(text('收件邮箱', 'To (email)')))).toHaveValue('sam@rims.example')
    await mail.press(text('发送', 'Send'))
    await purchase.shows(text('已发送至sam@rims.example', 'mailed to sam@rims.example'))

    const plan = await desk.open(pages.arrivalPlan)
    await plan.openTab(text('到货日历', 'Calendar'))
    const chip = plan.root.getByRole('button', {
      name: desk.say(text('Rims Ltd 1 行未通知', 'Rims Ltd: 1 not announced')),
    })
    await chip.click()
    await desk.at(pages.editArrival)
  })
}
