// A dearer price waits for the boss, who sees old and new, what is on order and what is left of it; until he agrees no order is priced by it.
import { expect, test } from '@playwright/test'
import { approveApproval, queryApprovalList, setApprovalFlow } from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode } from '@qitao/access/model/approval/approval.status.ts'
import { text } from '@qitao/core/text.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { listSalesPrices, saveSalesPrices } from '@qitao/sales/model/price/sales-price.calls.ts'
import { addSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { inDays, today } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('price approval'))
  test(`a price waits for its approval (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Priced', 'Pia')
    const boss = newId()
    await fill(baseURL!, account, async company => {
      const material_id = await company.as(async tx => {
        const id = await aMaterial(tx, { precision: 0 })
        await sql`update material set code = 'LAMP-1', name = 'Lamp', kind = 2, purchase_price = 12`.execute(tx)
        await sql`insert into app_user (id, account, name, password_hash, is_admin)
          select ${boss}, 'bo', 'Bo', password_hash, true from app_user where account = 'admin'`.execute(tx)
        return id
      })
      const price = { material_id, valid_from: inDays(-30) }
      await company.admin.ok(saveSalesPrices, {
        prices: [
          { ...price, price: '20' },
          { ...price, price: '18', from_quantity: '100' },
        ],
      })
      await company.admin.ok(addSalesOrder, {
        ...{ order_date: today, delivery_date: inDays(14), submit: true },
        lines: [{ material_id, quantity: '40', price: '20' }],
      })
      await company.admin.ok(setApprovalFlow, {
        ...{ module_code: 'XJ', mode: approvalMode.codes.single, approver_ids: [boss], enabled: 1 },
      })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.unitPrices)
    await list.openTab(text('销售', 'Sales'))
    await list.row('LAMP-1', '20 CNY').root.getByRole('checkbox').check()
    await list.press(text('批量调价', 'Change prices'))
    const change = desk.dialog(text('批量调价（1）', 'Change 1 price'))
    await change.fill(text('调整幅度', 'Change'), '5')
    await change.showsRow('LAMP-1', '20 CNY', '21 CNY', '+5%', '+40.00 CNY')
    await change.press(text('执行调价', 'Change prices'))
    await desk.told(text('等待Bo审批', 'once Bo approves'))
    await list.showsRow('LAMP-1', '20 CNY')
    await expect(list.row('LAMP-1', '21 CNY').root).toHaveCount(0)
    await list.openTab(text('调价申请', 'Proposals'))
    await list.showsRow('LAMP-1', text('待审批', 'To approve'), 'Bo')
    await list.row('LAMP-1').pressBeginning('TJ')
    const prices = page.getByRole('table', { name: desk.say(text('调价明细', 'Proposed prices')) })
    await expect(prices).toContainText('40% → 43%')
    await page.keyboard.press('Escape')
    expect(desk.complaints).toEqual([])

    const asBoss = await page.context().browser()!.newContext({ baseURL: baseURL! })
    const bossPage = await asBoss.newPage()
    const bossDesk = new Desk(bossPage, language)
    await bossDesk.arrive({ ...account, account: 'bo' })
    await bossPage.goto(pages.taskCentre.path)
    await bossDesk.main.row('TJ', text('销售单价', 'Sales prices')).pressBeginning('TJ')
    await expect(bossPage.getByRole('dialog')).toContainText('+5%')
    await fill(baseURL!, { ...account, account: 'bo' }, async ({ admin }) => {
      const { result } = await admin.ok(queryApprovalList, { scope: 'todo' })
      await admin.ok(approveApproval, { id: result[0]!.id })
    })
    await page.reload()
    await list.showsRow('LAMP-1', text('已通过', 'Approved'))
    await list.openTab(text('销售', 'Sales'))
    await list.showsRow('LAMP-1', '21 CNY')
    // One price for every quantity: the step from a hundred on ends.
    await fill(baseURL!, account, async ({ admin }) => {
      const { result } = await admin.ok(listSalesPrices, {})
      const { material_id } = result[0]!
      await admin.ok(saveSalesPrices, { prices: [{ material_id, price: '22', valid_from: inDays(1) }] })
    })
    await bossPage.goto(pages.taskCentre.path)
    await bossDesk.main.row('TJ', text('销售单价', 'Sales prices')).pressBeginning('TJ')
    await expect(bossPage.getByRole('dialog')).toContainText(bossDesk.say(text('停用', 'Ends')))
    await list.openTab(text('调价申请', 'Proposals'))
    // What is entered beside the server is told to no page.
    await page.reload()
    await list.row('LAMP-1', text('待审批', 'To approve')).pressBeginning('TJ')
    await expect(prices.getByRole('row').filter({ hasText: desk.say(text('停用', 'Ends')) })).toContainText('18 CNY')
    await asBoss.close()
    expect(bossDesk.complaints).toEqual([])
  })
