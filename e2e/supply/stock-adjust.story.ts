// A damaged piece is written off where it lies, with a reason of the company; what is worth more waits for the boss, who agrees in the
// task centre, and the ledger says why.
import { expect, test } from '@playwright/test'
import { approveApproval, queryApprovalList, setApprovalFlow } from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode } from '@qitao/access/model/approval/approval.status.ts'
import { text } from '@qitao/core/text.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { adjustReasonCalls } from '@qitao/stock/model/adjust/adjust-reason.calls.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('stock-adjust'))
  test(`stock is put right with a reason, and above a limit when the boss agrees (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Adjusting', 'Bai')
    const boss = newId()
    await fill(baseURL!, account, async company => {
      await company.as(async tx => {
        const material_id = await aMaterial(tx, { precision: 0 })
        await sql`update material set code = 'ADJ-1', name = 'Bracket', purchase_price = 30 where id = ${material_id}`.execute(
          tx,
        )
        await putIn(tx, { material_id, location_id: await aLocation(tx), quantity: '10' })
      })
      await company.admin.ok(adjustReasonCalls.add, { name: 'Damaged' })
      await company.as(tx =>
        sql`insert into app_user (id, account, name, password_hash, is_admin)
          select ${boss}, 'bo', 'Bo', password_hash, true from app_user where account = 'admin'`.execute(tx),
      )
      await company.admin.ok(setApprovalFlow, {
        ...{ module_code: 'TZ', mode: approvalMode.codes.single, approver_ids: [boss], enabled: 1 },
        amount_from: '50',
      })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const stock = await desk.open(pages.stock)
    const write = async (quantity: string) => {
      await stock.row('ADJ-1').press(text('调整', 'Adjust'))
      const dialog = desk.dialog(text('调整库存', 'Adjust stock'))
      await dialog.fill(text('实际数量', 'Really there'), quantity)
      await dialog.choose(text('原因', 'Reason'), 'Damaged')
      if (process.env.SHOTS) await page.screenshot({ path: `/tmp/b16/adjust-${language}.png` })
      await dialog.finish(text('确认调整', 'Adjust'))
    }
    await write('9')
    await desk.told(text('已调整', 'Adjusted'))
    await stock.showsRow('ADJ-1', '9')
    await write('5')
    await desk.told(text('等待', 'waits for'))
    await stock.showsRow('ADJ-1', '9')
    await stock.row('ADJ-1').pressBeginning('ADJ-1')
    await page.getByRole('tab', { name: desk.say(text('库存流水', 'Movements')) }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Damaged' })).toHaveCount(1)
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/b16/ledger-${language}.png` })
    await page.keyboard.press('Escape')
    const list = await desk.open(pages.stockAdjustments)
    await list.showsRow('ADJ-1', text('待审批', 'To approve'), 'Damaged')
    await list.showsRow('ADJ-1', text('已入账', 'Posted'), 'Damaged')
    await fill(baseURL!, { ...account, account: 'bo' }, async ({ admin }) => {
      const { result } = await admin.ok(queryApprovalList, { scope: 'todo' })
      await admin.ok(approveApproval, { id: result[0]!.id })
    })
    await page.reload()
    await expect(list.row('ADJ-1', text('已入账', 'Posted')).root).toHaveCount(2)
    if (process.env.SHOTS) {
      await page.screenshot({ path: `/tmp/b16/adjustments-${language}.png` })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.screenshot({ path: `/tmp/b16/adjustments-390-${language}.png` })
    }
    expect(desk.complaints).toEqual([])
  })
