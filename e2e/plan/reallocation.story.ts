// An urgent order takes what a published one holds: the planner sees who loses what first, and both orders say it afterwards.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { createMo, showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { materialStatus, moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { aMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('reallocation'))
  test(`a planner takes material from a published order for an urgent one (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Taking', 'Tang')
    const { firm, urgent } = await fill(baseURL!, account, async company => {
      const firm = await aMo(company)
      await inStock(company, firm.component_ids, '12')
      const { mo } = await company.admin.ok(showMo, { mo_id: firm.id })
      const { priority, delivery_date } = { priority: 1, delivery_date: mo.delivery_date + 7 * 86_400 }
      await company.admin.ok(checkKits, { mo_ids: [firm.id] })
      const statusOf = async (mo_id: string) => (await company.admin.ok(showMo, { mo_id })).mo.material_status
      await expect.poll(() => statusOf(firm.id)).toBe(materialStatus.codes.kitting_complete)
      await company.as(tx =>
        sql`update mo set status = ${moStatus.codes.to_be_produced}, planned_start_time = delivery_date - 864000 where id = ${firm.id}`.execute(
          tx,
        ),
      )
      const urgent = await company.admin.ok(createMo, {
        ...{ material_id: firm.material_id, planned_quantity: '10', delivery_date, priority },
      })
      await company.admin.ok(checkKits, { mo_ids: [urgent.id] })
      await expect.poll(() => statusOf(urgent.id)).toBe(materialStatus.codes.to_be_purchased)
      return { firm, urgent }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const main = await desk.open(pages.materialPlan)
    await main.openTab(text('预齐套池', 'Pre-kitting'))
    await main.row(urgent.no).root.getByRole('checkbox').check()
    await main.press(text('从其他工单调料', 'Take from other orders'))
    const dialog = desk.dialog(text('从其他工单调料', 'Take from other orders'))
    await dialog.showsRow(urgent.no, text('调入', 'Takes'), text('齐套', 'Kitting complete'))
    await dialog.showsRow(firm.no, text('让出', 'Gives'), text('缺料', 'Short of material'))
    // Left out, it gives nothing; asked again it does.
    await dialog.press(text('不让料', 'Leave out'))
    await dialog.shows(
      text(
        '没有工单可以让料：不缺料，或其他工单没有更早可用的料',
        'No order can give: nothing is short, or nobody has it any sooner',
      ),
    )
    await dialog.press(text('1个工单不让料，全部恢复', '1 left out: ask them all again'))
    await dialog.showsRow(firm.no, text('让出', 'Gives'))
    await dialog.root.getByPlaceholder(desk.say(text('原因（可不填）', 'Reason (optional)'))).fill('展会样机')
    await dialog.finish(text('调料', 'Take these'))
    await main.showsRow(urgent.no, text('齐套', 'Kitting complete'))
  })
