// A purchase order is written line by line, altered, ordered and closed; one that needs an approval rests until it is decided.
import { expect, test } from '@playwright/test'
import { setApprovalFlow } from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode } from '@qitao/access/model/approval/approval.status.ts'
import { text } from '@qitao/core/text.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('purchase-order')) {
  test(`a purchase order is written, altered, ordered and closed, and rests while its approval is open (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Purchase', 'Ada')
    const boss = newId()
    await fill(baseURL!, account, company =>
      company.as(async tx => {
        await aMaterial(tx)
        await aSupplier(tx)
        await sql`update material set code = 'RIM-1'`.execute(tx)
        await sql`update supplier set name = 'Rims Ltd'`.execute(tx)
        await sql`insert into app_user (id, account, name, password_hash, is_admin)
          select ${boss}, 'bo', 'Bo', password_hash, true from app_user where account = 'admin'`.execute(tx)
      }),
    )
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.purchase)
    await list.openTab(text('采购订单', 'Purchase orders'))
    const write = async (quantity: string, how: ReturnType<typeof text>) => {
      await list.press(text('新建采购订单', 'New purchase order'))
      await desk.at(pages.editPurchase)
      await expect(list.button(text('添加一行', 'Add a row'))).toBeVisible()
      await list.pick(text('供应商', 'Supplier'), 'Rims Ltd')
      await list.take(1, text('物料', 'Material'), 'RIM-1')
      await list.type(1, text('采购数量', 'Purchase quantity'), quantity)
      await list.type(1, text('单价', 'Price'), '3')
      await list.press(how)
      await desk.at(pages.purchase)
    }
    await write('4', text('保存草稿', 'Save draft'))
    await list.showsRow('Rims Ltd', 'RIM-1', text('待提交', 'Pending submit'), '12')
    await list.row('Rims Ltd').press(text('编辑', 'Edit'))
    await desk.at(pages.editPurchase)
    await expect(list.button(text('添加一行', 'Add a row'))).toBeVisible()
    await list.type(1, text('采购数量', 'Purchase quantity'), '5')
    await list.press(text('保存', 'Save'))
    await desk.at(pages.purchase)
    await list.showsRow('Rims Ltd', '15')
    await list.row('Rims Ltd').press(text('提交', 'Submit'))
    await list.showsRow('Rims Ltd', text('待入库', 'Pending inbound'))

    await list.row('Rims Ltd').press(text('更多操作', 'More actions'))
    const question = desk.dialog(text('强制关闭采购订单？', 'Force close purchase order?'))
    // What is pressed while the menu still comes up may be lost.
    await expect(async () => {
      await page.getByRole('menuitem', { name: desk.say(text('强制关闭', 'Force close')) }).click({ timeout: 1_000 })
      await expect(question.root).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await question.shows(text('未到货的数量不再算作在途。', 'What has not come is no longer counted as on the way.'))
    await desk.agree()
    await list.showsRow('Rims Ltd', text('强制关闭', 'Force closed'))

    await fill(baseURL!, account, ({ admin }) =>
      admin.ok(setApprovalFlow, {
        ...{ module_code: 'CG', mode: approvalMode.codes.single, approver_ids: [boss], enabled: 1 },
      }),
    )
    await write('7', text('保存并提交', 'Save and submit'))
    const waiting = list.row('Rims Ltd', text('待提交', 'Pending submit'))
    await expect(waiting.root).toContainText(desk.say(text('审批中', 'Pending')))
    await expect(waiting.button(text('提交', 'Submit'))).toBeDisabled()
    await waiting.root.getByText(/^CG\d{12}$/).click()
    await desk.at(pages.editPurchase)
    await list.shows(text('审批中，等待Bo审批', 'Under approval, waits for Bo'))
    await expect(list.button(text('提交', 'Submit'))).toHaveCount(0)
  })
}
