// What the specification says of the screens on which is planned (section 2), and of charts, receipts and the logo.
import { expect, type Page, test } from '@playwright/test'
import { alterCompanyProfile } from '@qitao/access/model/company/organization.calls.ts'
import { commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { addManufacturingBom } from '@qitao/engineering/model/bom/manufacturing-bom.calls.ts'
import { createMo, sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { seal } from '@qitao/platform/web/form/seal.ts'
import { aPromisePlant } from '@qitao/promising/testing/promise.factory.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { planLoad } from '@qitao/scheduling/model/load/plan-load.calls.ts'
import { queryGantt } from '@qitao/scheduling/model/schedule.calls.ts'
import { pages, type Page as SitePage } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { type Account, signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk, done, save } from '../pages.ts'
import { tokenOf } from '../uploads.ts'

let account: Account
let material_id: string
/** Numbers of work orders: to do, sent to the plan, to be produced. */
let waitingNo: string
let planned: string
let released: string
test.beforeAll(async ({ baseURL }) => {
  account = await newCompany('Plan screens', 'Ada')
  await fill(baseURL!, account, async company => {
    material_id = (await aPromisePlant(company, { components: '100' })).material_id
    const made = async () =>
      company.admin.ok(createMo, { material_id, planned_quantity: '5', delivery_date: inDays(20) })
    const [first, second, third] = [await made(), await made(), await made()]
    await company.admin.ok(sendMosToPlan, { mo_ids: [second.id] })
    await company.as(tx => sql`update mo set status = 30 where id = ${third.id}`.execute(tx))
    waitingNo = first.no
    planned = second.no
    released = third.no
  })
})

/** Switches a setting on and off again. */
const trySetting = async (desk: Desk, flag: Text) => {
  await desk.main.press(text('设置', 'Settings'))
  const settings = desk.dialog(text('设置', 'Settings'))
  for (const on of [true, false]) {
    await settings.toggle(flag)
    await settings.press(save)
    await expect(settings.button(save)).toBeDisabled()
    await expect(settings.root.getByRole('switch', { name: desk.say(flag), checked: on })).toBeVisible()
  }
  await desk.told(done)
  await settings.press(text('关闭', 'Close'))
  await expect(settings.root).toBeHidden()
}

for (const language of languagesOf('plan screens')) {
  test(`R-024 material planning: pools of what is to do and checked, schedule, report, settings (${language})`, async ({
    page,
  }) => {
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const main = await desk.open(pages.materialPlan)
    await main.openTab(text('预齐套池', 'Pre-kitting'))
    await main.openTab(text('待办池', 'To do'))
    await main.showsRow(waitingNo)
    for (const other of [planned, released]) await expect(main.row(other).root).toHaveCount(0)

    await main.press(text('缺料清单', 'Shortages'))
    const report = desk.dialog(text('缺料清单', 'Shortages'))
    await expect(report.root).toBeVisible()
    await report.root.getByRole('button', { name: desk.say(text('关闭', 'Close')) }).click()
    await expect(report.root).toBeHidden()

    await trySetting(desk, text('未排产不占用', 'No hold when unscheduled'))

    await main.press(text('自动排程', 'Schedule'))
    const dialog = desk.dialog(text('自动排程', 'Schedule automatically'))
    await dialog.choose(text('优化时间', 'Time to improve'), text('10秒', '10 s'))
    await dialog.finish(text('开始排程（1单）', 'Schedule 1 order'))
    // Whether to cancel is asked as long as there is something to cancel.
    await main.press(text('取消任务', 'Cancel'))
    const question = desk.dialog(text('取消「自动排程」？', 'Cancel Automatic schedule?'))
    await expect(question.root).toBeVisible()
    await expect(question.root).toBeHidden({ timeout: 60_000 })
    const words = text('已排1单，延期0单，未排0单', 'Scheduled 1 order, 0 late, 0 not placed')
    await expect(main.root).toContainText(desk.say(words), { timeout: 60_000 })
    expect(desk.complaints).toEqual([])
  })

  test(`R-025 production planning: four views, utilisation, hours and settings (${language})`, async ({ page }) => {
    const desk = new Desk(page, language)
    await desk.arrive(account)
    await page.goto(`${pages.productionPlan.path}?view=nope`)
    const main = await desk.at(pages.productionPlan)
    await expect(page.locator('canvas').first()).toBeVisible()
    const views = main.root.getByRole('radiogroup', { name: desk.say(text('视图', 'View')) })
    const view = (name: Text) => views.getByRole('radio', { name: desk.say(name) })
    await expect(view(text('任务', 'Task'))).toBeChecked()
    for (const name of [text('进度', 'Progress'), text('交期', 'Due date'), text('物料', 'Material')]) {
      await views.getByText(desk.say(name), { exact: true }).click()
      await expect(view(name)).toBeChecked()
    }
    await main.toggle(text('负荷', 'Load'))
    const load = main.root.getByRole('region', { name: desk.say(text('负荷', 'Load')) })
    await expect(
      load.getByRole('list', { name: desk.say(text('设备利用率', 'Utilisation of machines')) }),
    ).toBeVisible()
    await expect(load.getByRole('figure', { name: desk.say(text('工时', 'Hours')) })).toContainText(
      desk.say(text('小时', ' h')),
    )
    await load.getByRole('tab', { name: 'OEE' }).click()
    await expect(load.getByRole('tabpanel').filter({ visible: true }).getByRole('table')).toBeVisible()
    await trySetting(desk, text('未齐套不排产', 'No scheduling when not kitted'))
    expect(desk.complaints).toEqual([])
  })
}

for (const language of languagesOf('plan screens 2')) {
  test(`a chart that does not load leaves no figure on its way, and another try brings all (${language})`, async ({
    page,
  }) => {
    const desk = new Desk(page, language)
    await desk.arrive(account)
    await page.route(`**${queryGantt.path}`, route => route.fulfill({ status: 500 }))
    const main = await desk.open(pages.productionPlan)
    const figures = main.root.locator('dl').getByRole('definition')
    await expect(main.button(text('重试', 'Try again'))).toBeVisible()
    // Conflicts and change requests have calls of their own, and what is not placed is counted where its list is.
    await expect(figures).toHaveText([/\d/, ...Array<string>(4).fill('–'), /\d/, /\d/])
    await page.unroute(`**${queryGantt.path}`)
    await main.press(text('重试', 'Try again'))
    await expect(page.locator('canvas').first()).toBeVisible()
    await expect(figures).toHaveText(Array<RegExp>(7).fill(/\d/))
  })
}

test('R-191 nine bars of 32 px fill a bar chart, a tenth is scrolled to; a pie is 124 px with radius 62', async ({
  page,
}) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const bars = page.getByRole('list', { name: '设备利用率' })
  for (const count of [9, 10]) {
    await page.route(`**${planLoad.path}`, route =>
      route.fulfill({ json: { code: 200, message: '', data: loads(count) } }),
    )
    await page.goto(pages.productionPlan.path)
    const main = await desk.at(pages.productionPlan)
    if (!(await bars.isVisible())) await main.toggle(text('负荷', 'Load'))
    await expect(bars.getByRole('listitem')).toHaveCount(count)
    const [whole, seen] = await bars.evaluate((node: Scrolled) => [node.scrollWidth, node.clientWidth] as const)
    expect(whole > seen, `${count} bars scroll`).toBe(count > 9)
    expect(Math.floor(seen / (whole / count)), 'bars in view').toBe(9)
    const bar = bars.locator('.qt-bar').first()
    await expect.poll(async () => (await bar.boundingBox())?.width).toBe(32)
    await page.unroute(`**${planLoad.path}`)
  }
  const pie = page.getByRole('figure', { name: '工时' }).locator('svg')
  expect(await pie.boundingBox()).toMatchObject({ width: 124, height: 124 })
  await expect(pie.locator('circle').first()).toHaveAttribute('r', '62')
})
type Scrolled = Readonly<Record<'scrollWidth' | 'clientWidth', number>>
const loads = (count: number) => ({
  total: count,
  result: Array.from({ length: count }, (_, index) => ({
    machine_no: `M-${index}`,
    machine_name: `Machine ${index}`,
    device_id: `00000000-0000-7000-8000-0000000000${10 + index}`,
    outside: false,
    date: 1_790_000_000,
    available_seconds: 36_000,
    planned_seconds: 3_600 * index,
    setup_seconds: 600,
    load_rate: String(index * 10),
    task_count: 1,
  })),
})

test('R-029 a manufacturing BoM is standard or simple, and nothing else', async ({ page, baseURL }) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  await openEdit(page, pages.selectManufacturingBom, { material_id })
  const form = await desk.at(pages.selectManufacturingBom)
  for (const mode of ['标准模式', '简易模式']) {
    await form.choose(text('模式', 'Mode'), mode)
    await expect(form.root.locator('.ant-select').filter({ hasText: mode })).toBeVisible()
  }
  const caller = await signIn(baseURL!, account)
  const other = { material_id, version: 'V9', mode: 'other', lines: [] } as never
  await expect(caller.send(addManufacturingBom, other)).rejects.toMatchObject({ code: 5001 })
})

test('R-036 receiptsType 1 opens a goods issue, any other value an inbound one', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  for (const [receiptsType, form] of [
    [1, '出库类型'],
    [7, '入库类型'],
    [2, '入库类型'],
    [undefined, '入库类型'],
  ] as const) {
    await openEdit(page, pages.editReceipt, { receiptsType })
    const main = await desk.at(pages.editReceipt)
    await expect(main.root.getByRole('combobox', { name: form })).toBeVisible()
    await expect(main.root.getByRole('combobox', { name: /^[出入]库类型$/ })).toHaveCount(1)
  }
})

test('R-137 the logo of the company is loaded at the start; without one the mark of the product stands there', async ({
  page,
  baseURL,
}) => {
  const own = await newCompany('Logo', 'Ada')
  const desk = new Desk(page, 'zh')
  // By hand: the sign-in page remembers whose company it was.
  await desk.signIn(own)
  await page.getByRole('button', { name: '从空白开始' }).click()
  const logo = page.locator('header img.qt-company-logo')
  await expect(page.locator('.qt-brand svg')).toBeVisible()
  await expect(logo).toHaveCount(0)

  const attachment_id = await uploadPicture(baseURL!, own)
  await (await signIn(baseURL!, own)).send(alterCompanyProfile, { logo_attachment_id: attachment_id })
  await page.reload()
  await expect(logo).toHaveJSProperty('naturalWidth', 1)
  await page.goto('/login')
  await expect(page.locator('.qt-login-company img')).toHaveJSProperty('naturalWidth', 1)
})

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
async function uploadPicture(url: string, own: Account): Promise<string> {
  const form = new FormData()
  form.set('module', 'org')
  form.set('file', new Blob([Buffer.from(onePixel, 'base64')], { type: 'image/png' }), 'logo.png')
  const headers = { authorization: await tokenOf(url, own) }
  const answer = await fetch(url + commonUpload.path, { method: 'POST', headers, body: form })
  const { data } = (await answer.json()) as { data: { attachment: { id: string } } }
  return data.attachment.id
}

/** As a list opens it, with this payload. */
async function openEdit(page: Page, to: SitePage, payload: object): Promise<void> {
  const data = await seal(payload, account.company_code)
  await page.goto(`${to.path}?${new URLSearchParams({ data, prevRouter: '/', prevTitle: '' })}`)
}
