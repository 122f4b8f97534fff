// After publishing a customer halves one line and pulls another forward: the list of what follows, a part of it accepted, the
// floor's and the buyer's documents after it, and the plan made anew around it. Every page says the same numbers.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { listMosOfOrders, sendMosToPlan, showMo, showMoBom } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { deliveryStatus, materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { checkKits, replenishMos } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { inStock } from '@qitao/manufacturing/testing/factories.ts'
import { aCalendar, aDevice, processes } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { listPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { addSalesOrder, salesLinesToMo, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { inDays, today } from '@qitao/sales/testing/factories.ts'
import { cancelPublishedPlan, publishPlan } from '@qitao/scheduling/model/publish/publish.calls.ts'
import { autoSchedule } from '@qitao/scheduling/model/schedule.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const zone = 'Asia/Shanghai'

for (const language of languagesOf('order-change'))
  test(`an order is changed after it was published (${language})`, async ({ page, baseURL }) => {
    test.setTimeout(240_000)
    const account = await newCompany('Changing', 'Gai')
    const made = await fill(baseURL!, account, async company => {
      const { admin } = company
      await aCalendar(company, { is_default: true })
      const [cut] = await processes(company, [{ name: 'Cut' }])
      await aDevice(company, { process_ids: [cut!.id], sequence: 1 })
      const [steel] = await someMaterials(company, 1)
      // Ordered today, it comes after the day to which the customer pulls a line.
      await company.as(tx => sql`update material set supply_lead_time = 5 where id = ${steel!.id}`.execute(tx))
      const steps = [{ process_id: cut!.id, cycle_seconds: '360' }]
      const product = await aReleasedProduct(company, { components: [{ material_id: steel!.id }], steps })
      const { material_id } = product
      const lines = ['100', '60'].map(quantity => ({ material_id, quantity }))
      const order = await admin.ok(addSalesOrder, { order_date: today, delivery_date: inDays(7), submit: true, lines })
      const { mo_ids, mo_nos } = await admin.ok(salesLinesToMo, { order_ids: [order.id] })
      await admin.ok(replenishMos, { mo_ids })
      const asked = () => admin.ok(listPurchaseRequests, { material_id: steel!.id })
      await expect.poll(async () => (await asked()).total).toBeGreaterThan(0)
      await admin.ok(sendMosToPlan, { mo_ids })
      await admin.ok(autoSchedule, { mo_ids, seconds: 1 })
      const planned = async () => (await admin.ok(listMosOfOrders, { order_ids: [order.id] })).result
      await expect.poll(async () => (await planned()).every(mo => mo.planned_finish_time !== null)).toBe(true)
      await admin.ok(publishPlan, { mo_ids })
      return { order, mo_ids, mo_nos, steel: steel!, asked: (await asked()).result }
    })
    const [halved, pulled] = made.mo_nos as [string, string]
    const desk = new Desk(page, language)
    await desk.arrive(account)
    let main = await desk.open(pages.salesOrders)
    await main.press(made.order.no)
    main = await desk.at(pages.editSalesOrder)
    await expect(main.button(text('变更并查看影响', 'Change and see effects'))).toBeVisible()
    await main.type(1, text('数量', 'Quantity'), '50')
    const day = dayOf(inDays(3), zone)
    await main.type(2, text('行交期', 'Line delivery date'), day)
    await main.press(text('变更并查看影响', 'Change and see effects'))
    const dialog = desk.dialog(text('变更的影响', 'What follows from the change'))
    await dialog.shows(
      text('减少工单数量', 'Reduce the work order'),
      halved,
      pulled,
      text('减少采购申请', 'Reduce the purchase request'),
    )
    // The floor has it when its material comes, and the customer wants it earlier.
    await dialog.shows(text('晚于新交期，请重排', 'after the new day: plan again'))
    const follow = (kind: string) => dialog.root.locator(`li[data-kind=${kind}]`)
    await expect(follow('request')).toContainText('→')
    // The request is left: its material will be needed anyway.
    await follow('request').getByRole('checkbox').uncheck()
    await expect(follow('request')).toContainText(
      desk.say(text('照旧采购，多出的作库存', 'It is bought as before; the surplus is for stock')),
    )
    await dialog.finish(text('确认变更（接受2项）', 'Change, accepting 2'))
    await desk.told(text('订单已变更', 'Order changed'))

    const shown = await fill(baseURL!, account, async company => ({
      order: await company.admin.ok(showSalesOrder, { id: made.order.id }),
      mos: await Promise.all(made.mo_ids.map(mo_id => company.admin.ok(showMo, { mo_id }))),
      bom: await company.admin.ok(showMoBom, { mo_id: made.mo_ids[0]! }),
      requests: (await company.admin.ok(listPurchaseRequests, { material_id: made.steel.id })).result,
      tasks: await company.as(tx =>
        rows(tx, sql<{ quantity: string }>`select quantity from production_task where mo_id = ${made.mo_ids[0]!}`),
      ),
    }))
    expect(shown.order.lines.map(line => [Number(line.quantity), Number(line.planned_quantity)])).toEqual([
      [50, 50],
      [60, 60],
    ])
    expect(shown.mos.map(({ mo }) => Number(mo.planned_quantity))).toEqual([50, 60])
    expect(dayOf(shown.mos[1]!.mo.delivery_date, zone)).toBe(day)
    expect(shown.bom.result.map(one => Number(one.required_quantity))).toEqual([50])
    expect(shown.tasks.map(({ quantity }) => Number(quantity))).toEqual([50])
    expect(shown.requests.map(({ quantity }) => quantity)).toEqual(made.asked.map(({ quantity }) => quantity))

    // The pages say so: orders, work orders, the floor, the buyer.
    main = await desk.open(pages.salesOrders)
    await main.row(made.order.no).shows('110')
    main = await desk.open(pages.manufacturingOrders)
    await main.row(halved).shows('50')
    await main.row(pulled).shows('60', day)
    main = await desk.open(pages.dispatch)
    await main.row(halved).shows('50')

    // And the plan is made anew around it: what was pulled forward is in time, the other stays where the floor knows it.
    await fill(baseURL!, account, async company => {
      const { admin } = company
      const mo_ids = [made.mo_ids[1]!]
      const now = async () => (await admin.ok(showMo, { mo_id: mo_ids[0]! })).mo
      expect(await now()).toMatchObject({ delivery_status: deliveryStatus.codes.deadline_missed })
      // Its material has come.
      await inStock(company, [made.steel.id], '200')
      await admin.ok(checkKits, { mo_ids })
      await expect.poll(async () => (await now()).material_status).toBe(materialStatus.codes.kitting_complete)
      await admin.ok(cancelPublishedPlan, { mo_ids })
      await admin.ok(autoSchedule, { mo_ids, seconds: 1 })
      await expect.poll(async () => (await now()).delivery_status).toBe(deliveryStatus.codes.deadline_met)
      await admin.ok(publishPlan, { mo_ids })
    })
    main = await desk.open(pages.manufacturingOrders)
    await main.row(pulled).shows(deliveryStatus.stateOf(deliveryStatus.codes.deadline_met))
    main = await desk.open(pages.dispatch)
    await main.row(pulled).shows('60')
  })
