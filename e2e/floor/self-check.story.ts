// Who makes the pieces checks them: the phone asks what the plan of the step asks, knows the limits without a connection, and what is out of
// them goes to QC with its reason.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { qcType } from '@qitao/quality/model/qc-type.status.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { listReportTasks, report } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk, Part } from '../pages.ts'
import { Hand } from './handheld.ts'

for (const language of languagesOf('self-check')) {
  test(`checked by who makes the pieces (${language})`, async ({ page, context, baseURL }) => {
    const account = await newCompany('Self-check', 'Ada')
    const caller = await signIn(baseURL!, account)
    await fill(baseURL!, account, async company => {
      const { process_ids } = await onTheFloor(company, { quantity: '20', stock: '100' })
      await aScheme(company, { qc_type: qcType.codes.self_check, process_id: process_ids[0]! })
    })
    const { output } = await caller.send(listReportTasks, { order_by: 'task_no' })
    const { task_no } = output.result[0]!

    // At the desk, within the limits.
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const floor = await desk.open(pages.productionReport)
    await floor.fill(text('扫描任务或工单', 'Scan a task or work order'), task_no)
    await page.keyboard.press('Enter')
    const sheet = new Part(
      desk,
      page.getByRole('dialog').filter({ hasText: desk.say(report.fields.rework_quantity.title) }),
    )
    await sheet.fill(report.fields.finished_quantity.title, '4')
    await sheet.shows(text('请填写自检：Length', 'Self-check: enter Length'))
    await sheet.root.getByLabel(/^Length/).fill('10')
    await page.screenshot({ path: `/tmp/e18-check-desk-${language}.png` })
    await sheet.pressBeginning(text('报工', 'Report'))
    await expect(sheet.root).toBeHidden()
    expect(desk.complaints).toEqual([])

    // On the phone without a connection, out of them.
    await page.setViewportSize({ width: 390, height: 844 })
    const hand = new Hand(page, language)
    await hand.open()
    await hand.isOnline(true)
    await hand.isKept()
    await expect(page.getByRole('listitem').filter({ hasText: task_no })).toBeVisible()
    await hand.scan(task_no)
    await hand.sheet().getByRole('button', { name: '3', exact: true }).click()
    await expect(hand.sheet().getByLabel(/^Length/)).toBeVisible()
    await context.setOffline(true)
    await hand
      .sheet()
      .getByLabel(/^Length/)
      .fill('12')
    await expect(
      hand.sheet().getByRole('button', { name: hand.say(text('Length 超出要求', 'Length is out of its limits')) }),
    ).toBeDisabled()
    await hand
      .sheet()
      .getByLabel(hand.say(text('超出要求的原因 *', 'Why it is out of its limits *')))
      .fill('worn tool')
    await hand
      .sheet()
      .getByLabel(/^Length/)
      .scrollIntoViewIfNeeded()
    await page.screenshot({ path: `/tmp/e18-check-phone-${language}.png` })
    expect(await overflow(page)).toBe(0)
    expect(await barriers(page)).toEqual([])
    await hand
      .sheet()
      .getByRole('button', { name: `${hand.say(text('报工', 'Report'))} 3` })
      .click()
    await hand.waits(1)
    await context.setOffline(false)
    await hand.waits(0)
    const found = (await caller.send(taskCalls.list, { order_by: 'no' })).output.result
    expect(found.map(one => [one.qc_type, one.status, one.remark])).toEqual([
      [qcType.codes.self_check, 2, null],
      [qcType.codes.self_check, 0, 'worn tool'],
    ])
  })
}
