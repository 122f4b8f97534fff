// Pieces are bad for more than one reason, and some of them are worked on again: at the desk, and on the phone without a connection.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { scrapReasonCalls } from '@qitao/shopfloor/model/reason/scrap-reason.calls.ts'
import { addReport, listReports, listReportTasks, report } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type Caller, signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk, Part } from '../pages.ts'
import { Hand } from './handheld.ts'

const { finished_quantity: good, defective_quantity: bad, rework_quantity: again } = report.fields
const [scratch, crack] = ['划伤', '裂纹']
const toReport = text('报工', 'Report')

async function floor(baseURL: string) {
  const account = await newCompany('Scrap', 'Ada')
  const caller = await signIn(baseURL, account)
  await fill(baseURL, account, async company => {
    await onTheFloor(company, { quantity: '20', stock: '100' })
  })
  for (const name of [scratch, crack]) await caller.send(scrapReasonCalls.add, { group_name: '外观', name })
  const { output } = await caller.send(listReportTasks, { order_by: 'task_no' })
  const [first, second] = output.result as [(typeof output.result)[0], (typeof output.result)[0]]
  await caller.send(addReport, { task_id: first.id, finished_quantity: '15' })
  return { account, caller, first, second }
}
const latest = async (caller: Caller) => (await caller.send(listReports, {})).output.result[0]

for (const language of languagesOf('scrap and rework')) {
  test(`at the desk (${language})`, async ({ page, baseURL }) => {
    const { account, caller, first, second } = await floor(baseURL!)
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const floorPage = await desk.open(pages.productionReport)
    await floorPage.fill(text('扫描任务或工单', 'Scan a task or work order'), second.task_no)
    await page.keyboard.press('Enter')
    const sheet = new Part(desk, page.getByRole('dialog').filter({ hasText: desk.say(again.title) }))
    await sheet.fill(good.title, '8')
    await sheet.fill(bad.title, '3')
    await sheet.fill(again.title, '2')
    await sheet.press(text(scratch, scratch))
    await sheet.press(text(crack, crack))
    await sheet.shows(text('请让各原因的数量合计等于不良数', 'Reasons must come to all that is scrap'))
    await sheet.field(text(`${crack} 的数量`, `How many: ${crack}`)).fill('1')
    await sheet.press(text(`${first.sequence} ${first.process_name}`, `${first.sequence} ${first.process_name}`))
    await page.screenshot({ path: `/tmp/e18-desk-${language}.png` })
    expect(await overflow(page)).toBe(0)
    await sheet.pressBeginning(toReport)
    await expect(sheet.root).toBeHidden()
    expect(await latest(caller)).toMatchObject({
      ...{ finished_quantity: '8.000000', defective_quantity: '3.000000', rework_quantity: '2.000000' },
      ...{ rework_process_name: first.process_name, defect_reason: `${scratch} × 2; ${crack} × 1` },
    })
    // The step before has them to make again.
    await floorPage.shows(text('其中待返工', 'Of them to be worked on again'))
    expect(desk.complaints).toEqual([])
  })

  test(`on the phone, without a connection (${language})`, async ({ page, context, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { account, caller, second } = await floor(baseURL!)
    const hand = new Hand(page, language)
    await hand.open()
    await hand.signIn(account)
    await expect(page.getByRole('listitem').first()).toContainText(hand.say(text('待报', 'To report')))
    await hand.isKept()
    await hand.scan(second.task_no)
    const enter = async (title: { zh: string; en: string }, figure: string) => {
      await hand
        .sheet()
        .getByRole('button', { name: new RegExp(`^${hand.say(title)}`) })
        .click()
      for (const digit of figure) await hand.sheet().getByRole('button', { name: digit, exact: true }).click()
    }
    await enter(good.title, '9')
    await enter(bad.title, '3')
    await enter(again.title, '2')
    await expect(hand.sheet().getByRole('button', { name: scratch, exact: true })).toBeVisible()
    await context.setOffline(true)
    for (const name of [scratch, crack]) await hand.sheet().getByRole('button', { name, exact: true }).click()
    await hand
      .sheet()
      .getByLabel(`${hand.say(text(`${crack} 的数量`, `How many: ${crack}`))}`)
      .fill('1')
    await page.screenshot({ path: `/tmp/e18-phone-${language}.png`, fullPage: true })
    expect(await overflow(page)).toBe(0)
    expect(await barriers(page)).toEqual([])
    await hand
      .sheet()
      .getByRole('button', { name: `${hand.say(toReport)} 14` })
      .click()
    await expect(hand.sheet()).toBeHidden()
    await hand.waits(1)
    await expect(page.getByRole('listitem').filter({ hasText: second.task_no })).toContainText('8')
    await context.setOffline(false)
    await hand.waits(0)
    expect(await latest(caller)).toMatchObject({
      ...{ finished_quantity: '9.000000', defective_quantity: '3.000000', rework_quantity: '2.000000' },
      ...{ rework_process_name: second.process_name, defect_reason: `${scratch} × 2; ${crack} × 1` },
    })
  })
}
