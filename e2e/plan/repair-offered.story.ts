// A receipt slips, an order is pulled forward: who writes it is asked whether the plan is to be put right for it, and led there.
import { expect, test } from '@playwright/test'
import { type Text, text } from '@qitao/core/text.ts'
import { addDays, dayOf } from '@qitao/core/time.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aComponent, aPlannedMo, aPlant, at, zone } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('repair-offered'))
  test(`the plan is put right for a receipt that slips and an order that is pulled forward (${language})`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(180_000)
    const account = await newCompany('Repair', 'Ren')
    const { hit, purchase, late } = await fill(baseURL!, account, async company => {
      const plant = await aPlant(company)
      const hit = await aPlannedMo(company, plant, 4)
      const late = await aPlannedMo(company, plant, 9)
      const component = await aComponent(company, plant, hit, at(3, 8))
      const supplier_id = await company.as(tx => aSupplier(tx))
      const materials = [{ material_id: plant.component.id, quantity: '120', eta: at(3, 0) }]
      const purchase = await aPurchaseOrder(company, { supplier_id, materials })
      await company.as(async tx => {
        await sql`update mo_assignment set source_id = ${purchase.line_ids[0]} where component_id = ${component.id}`.execute(
          tx,
        )
        await sql`update mo set planned_finish_time = ${at(9, 17)}, delivery_date = ${at(12, 0)} where id = ${late.id}`.execute(
          tx,
        )
      })
      return { hit, late, purchase }
    })
    const day = (days: number) => addDays(dayOf(Math.floor(Date.now() / 1000), zone), days)
    const desk = new Desk(page, language)
    await desk.arrive(account)
    /** The question has gone before the dialog is looked for: both speak of putting right. */
    const agree = async (question: Text) => {
      await desk.confirm(question, text('修复计划', 'Repair plan'))
      await expect(desk.dialog(question).root).toBeHidden()
    }
    const arrivals = await desk.open(pages.arrivalPlan)
    await arrivals.row(purchase.no).press(text('改期', 'New ETA'))
    const eta = desk.dialog(text(`调整到货日期 ${purchase.no}`, `New ETA of ${purchase.no}`))
    await eta.day(text('预计到货', 'ETA'), day(6))
    await eta.finish()
    await agree(text('到货晚于工单开工，是否修复计划？', 'It comes after work begins: repair the plan?'))
    const dialog = desk.dialog(text('修复计划', 'Repair the plan'))
    // Planning has threads to start first.
    await expect(dialog.root).toContainText(hit.no, { timeout: 60_000 })
    await dialog.shows(
      text(`采购订单 ${purchase.no} 的到货日期已改变。`, `The receipt of purchase order ${purchase.no} has moved.`),
      hit.no,
    )
    await dialog.finish(text('移动这些任务', 'Move these tasks'))

    const orders = await desk.open(pages.manufacturingOrders)
    await orders.row(late.no).press(text('编辑', 'Edit'))
    const form = desk.dialog(text(late.no, late.no))
    await form.day(text('交期', 'Delivery date'), day(6))
    await form.finish()
    await agree(text('按计划赶不上新交期，是否修复计划？', 'As planned it misses its new date: repair the plan?'))
    await desk
      .dialog(text('修复计划', 'Repair the plan'))
      .shows(text(`工单 ${late.no} 的交期已提前。`, `Work order ${late.no} is due earlier now.`))
    await expect(page).toHaveURL(/schedule$/)
  })
