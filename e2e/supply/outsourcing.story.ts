// A plating step of a published order is made by a supplier: ordered from what is to be outsourced, its material sent and seen there, received
// with a loss, and settled. Planned and published with the steps around it, it comes back through inspection before the next one begins.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { someProcesses } from '@qitao/engineering/testing/factories.ts'
import { sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { addProductSerials } from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { aMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { aCalendar, aDevice, aSupplier } from '@qitao/masterdata/testing/factories.ts'
import { sendOutsourceOrder } from '@qitao/outsourcing/model/outsource-order.calls.ts'
import { processPriceCalls } from '@qitao/outsourcing/model/price/process-price.calls.ts'
import { anOutsourceOrder, aPlating } from '@qitao/outsourcing/testing/outsourcing.factory.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { addDispatch, addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk, Part } from '../pages.ts'

for (const language of languagesOf('outsourcing')) {
  test(`an outsourced step is ordered, sent, received with a loss and settled (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Outsourcing', 'Wei')
    const { no, supplier } = await fill(baseURL!, account, async company => {
      const { mo, supplier_id } = await aPlating(company)
      const process_id = mo.process_ids[1]!
      await company.admin.ok(processPriceCalls.add, { supplier_id, process_id, price: '3', valid_from: inDays(-1) })
      const [named] = await company.as(tx =>
        rows(
          tx,
          sql<{
            no: string
            supplier: string
          }>`select m.no, s.name as supplier from mo m, supplier s where m.id = ${mo.id} and s.id = ${supplier_id}`,
        ),
      )
      return named!
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.outsourcing)
    await list.showsRow(no, supplier, '10')
    await list.row(no).press(text('生成委外单', 'Create order'))
    const order = desk.dialog(text('生成委外单', 'New outsourcing order'))
    // The agreed price is put in; what is typed instead stays and is pointed out.
    const advice = await order.cell(1, text('价格提示', 'Price advice'))
    await expect(await order.cell(1, text('加工单价', 'Price'))).toContainText('3')
    await order.type(1, text('加工单价', 'Price'), '4.5')
    await expect(advice).toContainText(desk.say(text('偏离约定价 +50%', '+50% against the agreed price')))
    await order.press(text('生成', 'Create'))
    await desk.at(pages.editOutsourcing)
    await desk.open(pages.outsourcing)
    await list.openTab(text('委外单', 'Orders'))
    await list.row(supplier).press(text('提交', 'Submit'))
    await list.showsRow(supplier, text('待入库', 'Pending inbound'))
    await list.row(supplier).press(text('发料', 'Send'))
    await desk.dialog(text('发料', 'Send')).press(text('确认发料', 'Send'))
    await list.openTab(text('供应商处物料', 'Material at suppliers'))
    await list.showsRow(no, supplier, '10')
    await list.openTab(text('委外单', 'Orders'))
    await list.row(supplier).press(text('收货', 'Receive'))
    const dialog = desk.dialog(text('收货', 'Receive'))
    await expect(dialog.button(text('确认收货', 'Receive'))).toBeVisible()
    await dialog.type(1, text('收回', 'Came back'), '8')
    await dialog.type(1, text('损耗', 'Loss'), '2')
    await dialog.type(1, text('损耗原因', 'Reason of the loss'), 'Burnt')
    await dialog.press(text('确认收货', 'Receive'))
    await list.showsRow(supplier, text('已完成', 'Completed'), '80')
    await list.openTab(text('结算', 'Settlement'))
    await list.row(supplier).press(text('结算', 'Settle'))
    await desk.dialog(text('结算', 'Settle')).press(text('结算', 'Settle'))
    await expect(list.row(supplier).button(text('结算', 'Settle'))).toBeDisabled()
  })
}

for (const language of languagesOf('outsourcing-inspection'))
  test(`a plated step of the plan comes back through inspection before the next one begins (${language})`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(180_000)
    const account = await newCompany('Plating', 'Du')
    const { no, lane, packing, outside } = await fill(baseURL!, account, async company => {
      await aCalendar(company, { is_default: true })
      const [turning, plating, packing] = await someProcesses(company, 3)
      const mo = await aMo(company, { steps: [turning!, plating!, packing!].map(({ id }) => ({ process_id: id })) })
      await inStock(company, mo.component_ids, '20')
      const { id: supplier_id } = await aSupplier(company, { name: 'Chrome works' })
      await aDevice(company, { process_ids: [turning!.id, packing!.id] })
      const lane = await aDevice(company, { process_ids: [plating!.id], supplier_id, lead_days: 2, capacity: 100 })
      await company.as(tx => sql`update process set outsourced = true where id = ${plating!.id}`.execute(tx))
      await aScheme(company)
      await company.admin.ok(sendMosToPlan, { mo_ids: [mo.id] })
      return { no: mo.no, lane: lane.machine_no, packing: `Process ${packing!.code}`, outside: plating!.id }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)

    // The supplier is a lane of the chart, and takes two of his working days.
    const plan = await desk.open(pages.productionPlan)
    await plan.shows(text('待排 1', 'To place 1'))
    await plan.press(text('自动排程', 'Schedule'))
    const scheduling = desk.dialog(text('自动排程', 'Schedule automatically'))
    await scheduling.choose(text('优化时间', 'Time to improve'), text('10秒', '10 s'))
    await scheduling.finish(text('开始排程（1单）', 'Schedule 1 order'))
    await expect(plan.root).toContainText(desk.say(text('已排 1', 'Placed 1')), { timeout: 90_000 })
    const chart = plan.root.getByRole('grid', { name: desk.say(text('生产计划', 'Production plan')) })
    await expect(chart.getByRole('gridcell', { name: lane })).toHaveCount(1)
    await plan.press(text('发布计划', 'Publish'))
    await desk.dialog(text('发布计划', 'Publish the plan')).finish(text('发布1单', 'Publish 1 order'))
    // Who makes the steps here is told, and the first of them is made.
    await fill(baseURL!, account, async company => {
      const tasks = await company.as(tx =>
        rows(
          tx,
          sql<{
            id: string
          }>`select id from production_task where org_id = ${company.org_id} and process_id <> ${outside} order by sequence`,
        ),
      )
      const task_ids = tasks.map(({ id }) => id)
      await company.admin.ok(addDispatch, { task_ids, user_ids: [company.admin.user_id] })
      await company.admin.ok(addReport, { task_id: task_ids[0]!, finished_quantity: '10' })
    })

    const floor = await desk.open(pages.productionReport)
    const card = floor.root
      .getByRole('list', { name: desk.say(text('我的任务', 'My tasks')) })
      .getByRole('listitem')
      .filter({ hasText: packing })
    const waits = desk.say(text('等待前道工序报工', 'Waits for the step before'))
    await expect(card).toContainText(waits)

    const list = await desk.open(pages.outsourcing)
    await list.showsRow(no, 'Chrome works', packing, '10')
    await list.row(no).press(text('生成委外单', 'Create order'))
    await desk.dialog(text('生成委外单', 'New outsourcing order')).press(text('生成', 'Create'))
    const order = await desk.at(pages.editOutsourcing)
    await order.press(text('提交', 'Submit'))
    await desk.open(pages.outsourcing)
    await list.openTab(text('委外单', 'Orders'))
    await list.showsRow('Chrome works', text('待入库', 'Pending inbound'))
    await list.row('Chrome works').press(text('发料', 'Send'))
    await desk.dialog(text('发料', 'Send')).finish(text('确认发料', 'Send'))
    await list.row('Chrome works').press(text('收货', 'Receive'))
    await desk.dialog(text('收货', 'Receive')).finish(text('确认收货', 'Receive'))
    await list.showsRow('Chrome works', text('已完成', 'Completed'))

    // They are here, and nobody may pack them yet.
    await desk.open(pages.productionReport)
    await expect(card).toContainText(waits)
    const tasks = await desk.open(pages.qcTasks)
    await tasks.row(text('待检', 'Pending')).pressBeginning('ZJ')
    await desk.at(pages.editQcTask)
    for (const piece of [1, 2, 3, 4, 5]) await page.getByLabel(`Length ${piece}`, { exact: true }).fill('10')
    await tasks.press(text('全部合格', 'All pass'))
    await tasks.press(text('提交判定', 'Submit the judgement'))
    await expect(tasks.button(text('提交判定', 'Submit the judgement'))).toBeHidden()

    await desk.open(pages.productionReport)
    await expect(card).toContainText(desk.say(text('现在可报10', 'Available now10')))
    await new Part(desk, card).press(text('开工', 'Start'))
    await expect(new Part(desk, card).button(text('开工', 'Start'))).toBeHidden()
    expect(desk.complaints).toEqual([])
  })

for (const language of languagesOf('outsourcing-pieces'))
  test(`pieces with numbers come back from a supplier, one fails, and the others are traced (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Pieces', 'Shen')
    const { supplier } = await fill(baseURL!, account, async company => {
      const { of, key, line_id } = await anOutsourceOrder(company)
      const { material_id, id: mo_id } = of.mo
      await company.as(tx =>
        sql`update material set serial_policy = ${serialPolicy.codes.required} where id = ${material_id}`.execute(tx),
      )
      await company.admin.ok(addProductSerials, { material_id, mo_id, count: 10, prefix: 'P-' })
      await aScheme(company, { material_id })
      await company.admin.ok(sendOutsourceOrder, { ...key, lines: [{ line_id, quantity: '10' }] })
      const [named] = await company.as(tx =>
        rows(tx, sql<{ supplier: string }>`select name as supplier from supplier where id = ${of.supplier_id}`),
      )
      return named!
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.outsourcing)
    await list.openTab(text('委外单', 'Orders'))
    await list.row(supplier).press(text('收货', 'Receive'))
    const dialog = desk.dialog(text('收货', 'Receive'))
    await dialog.type(1, text('收回', 'Came back'), '3')
    await dialog.type(1, text('序列号', 'Serial numbers'), 'P-0001 P-0002')
    await dialog.press(text('确认收货', 'Receive'))
    await desk.told(text('请逐件扫描', 'scan each piece'))
    await dialog.type(1, text('序列号', 'Serial numbers'), 'P-0001 P-0002 P-0003')
    await dialog.finish(text('确认收货', 'Receive'))

    const tasks = await desk.open(pages.qcTasks)
    await tasks.row(text('待检', 'Pending')).pressBeginning('ZJ')
    const task = await desk.at(pages.editQcTask)
    await expect(task.root).toContainText('P-0001 P-0002 P-0003')
    for (const piece of [1, 2]) await page.getByLabel(`Length ${piece}`, { exact: true }).fill('10')
    await page.getByLabel('Length 3', { exact: true }).fill('12')
    await page.getByLabel(desk.say(text('合格数量', 'Passed')), { exact: true }).fill('2')
    await page.getByLabel(desk.say(text('不合格数量', 'Failed')), { exact: true }).fill('1')
    const failed = page.getByRole('combobox', { name: desk.say(text('不合格序列号', 'Serial numbers that failed')) })
    await failed.fill('P-0002')
    await failed.press('Enter')
    await failed.press('Escape')
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/b16/judge-${language}.png`, fullPage: true })
    await task.press(text('提交判定', 'Submit the judgement'))
    await expect(task.button(text('提交判定', 'Submit the judgement'))).toBeHidden()

    await desk.open(pages.outsourcing)
    await list.openTab(text('委外单', 'Orders'))
    await list.row(supplier).pressBeginning('WW')
    const order = await desk.at(pages.editOutsourcing)
    await expect(order.root).toContainText('P-0001 P-0003')
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/b16/receipts-${language}.png`, fullPage: true })
    expect(desk.complaints).toEqual([])
  })
