// What somebody needs of several materials is asked for in one go; what is wrong with a line is told where it stands.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('requests')) {
  test(`requests for several materials are written together (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Requests', 'Ada')
    await fill(baseURL!, account, company =>
      company.as(async tx => {
        for (const code of ['RIM-1', 'HUB-1']) {
          const id = await aMaterial(tx, { precision: 0 })
          await sql`update material set code = ${code}, name = ${code} where id = ${id}`.execute(tx)
        }
      }),
    )
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.purchase)
    await list.openTab(text('采购申请', 'Requests'))
    await list.press(text('新建采购申请', 'New purchase request'))
    const form = desk.dialog(text('新建采购申请', 'New purchase request'))
    const demanded = text('需求数量', 'Demand quantity')
    await form.take(1, text('物料', 'Material'), 'RIM-1')
    await form.type(1, demanded, '40')
    await form.press(text('添加一行', 'Add a row'))
    await form.take(2, text('物料', 'Material'), 'HUB-1')
    await form.type(2, demanded, '5')
    await form.type(2, text('申请数量', 'Quantity'), '3')
    await form.press(text('保存', 'Save'))
    await expect(await form.cell(2, text('申请数量', 'Quantity'))).toHaveAttribute('aria-invalid', 'true')
    await form.type(2, text('申请数量', 'Quantity'), '8')
    await form.finish()
    await list.showsRow('RIM-1', '40')
    await list.showsRow('HUB-1', '5', '8')
  })
}
