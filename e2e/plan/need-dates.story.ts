// A parent order is put off: its child order and the requests below it are offered the new day, and all follow at one press.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { alterMo, dropMos, listMos, showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { replenishMos } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { aMo } from '@qitao/manufacturing/testing/factories.ts'
import { listPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('need-dates'))
  test(`what follows a parent takes its new day (${language})`, async ({ page, baseURL }) => {
    test.setTimeout(120_000)
    const account = await newCompany('Following', 'Feng')
    const { top, child_no } = await fill(baseURL!, account, async company => {
      const part = await aMo(company)
      await company.admin.ok(dropMos, { mo_ids: [part.id] })
      const top = await aMo(company, { components: [{ material_id: part.material_id, quantity: '2' }] })
      await company.admin.ok(replenishMos, { mo_ids: [top.id] })
      const children = async () => (await company.admin.ok(listMos, { parent_mo_id: top.id })).result
      await expect.poll(async () => (await children()).length).toBe(1)
      await expect.poll(async () => (await company.admin.ok(listPurchaseRequests, {})).total).toBe(2)
      const { mo } = await company.admin.ok(showMo, { mo_id: top.id })
      const delivery_date = mo.delivery_date + 14 * daySeconds
      await company.admin.ok(alterMo, { id: top.id, row_version: mo.row_version, delivery_date })
      return { top, child_no: (await children())[0]!.no }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const main = await desk.open(pages.materialPlan)
    await main.openTab(text('计划消息', 'Plan messages'))
    await main.showsRow(
      text('推迟', 'Defer'),
      child_no,
      top.no,
      text('需求工单推迟了', 'The order that it is for begins later'),
    )
    await expect(main.root.getByRole('row').filter({ hasText: 'CGSQ' }).filter({ hasText: child_no })).toHaveCount(2)
    await main.press(text('全部跟随新日期（3）', 'Follow all new dates (3)'))
    await desk.agree()
    // The empty list offers it a second time.
    await expect(main.button(text('全部跟随新日期（0）', 'Follow all new dates (0)')).first()).toBeVisible()
  })
