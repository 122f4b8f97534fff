// A step before is finished short: the one behind waits for no more than can come, ends by itself, and the order says what is missing.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addReport, listReportTasks, report } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk, Part } from '../pages.ts'
import { Hand } from './handheld.ts'

const { finished_quantity: good } = report.fields
const toReport = text('待报', 'To report')

async function floor(baseURL: string) {
  const account = await newCompany('Short', 'Ada')
  const caller = await signIn(baseURL, account)
  await fill(baseURL, account, async company => {
    await onTheFloor(company, { quantity: '35', stock: '100', ordered: true })
  })
  const { output } = await caller.send(listReportTasks, { order_by: 'task_no' })
  const [first, second] = output.result as [(typeof output.result)[0], (typeof output.result)[0]]
  await caller.send(addReport, { task_id: first.id, finished_quantity: '27', finishes: true })
  return { account, second }
}

for (const language of languagesOf('ends short')) {
  test(`from the report to the order (${language})`, async ({ page, baseURL }) => {
    const { account, second } = await floor(baseURL!)
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const floorPage = await desk.open(pages.productionReport)
    await expect(page.getByRole('listitem').filter({ hasText: second.mo_no })).toContainText(
      new RegExp(`${desk.say(toReport)}\\s*27`),
    )
    await floorPage.fill(text('扫描任务或工单', 'Scan a task or work order'), second.task_no)
    await page.keyboard.press('Enter')
    const sheet = new Part(desk, page.getByRole('dialog').filter({ hasText: desk.say(good.title) }))
    await sheet.fill(good.title, '27')
    await sheet.pressBeginning(text('报工', 'Report'))
    await expect(sheet.root).toBeHidden()

    const orders = await desk.open(pages.salesOrders)
    await orders.shows(text('8 未转工单', '8 on no MO'))
    await orders.row(text('8 未转工单', '8 on no MO')).press(text('展开', 'Unfold'))
    await orders.shows(text('工序 2/2', '2 of 2 operations'))
    await page.screenshot({ path: `/tmp/m2-order-${language}.png` })
    expect(await overflow(page)).toBe(0)
    // A double click opens the dialog and leaves it open.
    await orders.button(text('补做', 'Make the rest')).dblclick()
    const dialog = desk.dialog(text('转工单', 'Create work orders'))
    await dialog.shows(text(second.material_code, second.material_code))
    await expect(dialog.root).toBeVisible()
    await page.screenshot({ path: `/tmp/m2-rest-${language}.png` })
    expect(desk.complaints).toEqual([])
  })

  test(`on the phone (${language})`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { account } = await floor(baseURL!)
    const hand = new Hand(page, language)
    await hand.open()
    await hand.signIn(account)
    await expect(page.getByRole('listitem').first()).toContainText(new RegExp(`${hand.say(toReport)}\\s*27`))
    await page.screenshot({ path: `/tmp/m2-phone-${language}.png` })
    expect(await overflow(page)).toBe(0)
    expect(await barriers(page)).toEqual([])
  })
}
