// A label is scanned while the sheet of a task is open: it is read as a label, never as a quantity, and books nothing.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { listReports, listReportTasks } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type Caller, signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { Desk, Part } from '../pages.ts'

const good = text('良品数', 'Good')
let desk: Desk
let caller: Caller
let task_nos: string[]
test.beforeEach(async ({ page, baseURL }) => {
  const account = await newCompany('Floor scan', 'Ada')
  caller = await signIn(baseURL!, account)
  await fill(baseURL!, account, async company => {
    await onTheFloor(company, { quantity: '20', stock: '100' })
    await onTheFloor(company, { quantity: '30', stock: '100' })
  })
  task_nos = (await caller.send(listReportTasks, { order_by: 'task_no' })).output.result.map(task => task.task_no)
  desk = new Desk(page, 'zh')
  await desk.arrive(account)
})
test.afterEach(() => expect(desk.complaints).toEqual([]))

/** As a scanner: all keys at once, and Enter. */
async function scan(code: string): Promise<void> {
  await desk.page.keyboard.type(code)
  await desk.page.keyboard.press('Enter')
}
const reports = async (): Promise<number> => (await caller.send(listReports, {})).output.total
const openFloor = async () => {
  const page = await desk.open(pages.productionReport)
  await expect(page.field(text('扫描任务或工单', 'Scan a task or work order'))).toBeFocused()
}
const sheet = () => new Part(desk, desk.page.getByRole('dialog').filter({ hasText: '良品数' }))

test('a scan while a task is open goes on to the scanned task or says that it is none', async () => {
  const [first, , second] = task_nos
  await openFloor()
  await scan(first!)
  await expect(sheet().field(good)).toBeFocused()
  for (const label of ['M09', 'F-01']) {
    await scan(label)
    await sheet().shows(`没有派给您的任务与「${label}」相符`)
    await expect(sheet().field(good)).not.toHaveValue(/^\d+$/)
  }
  await scan(second!)
  await sheet().shows('30')
  await expect(desk.page.getByRole('dialog', { name: second!.replace(/-\d+$/, '') })).toBeVisible()
  await expect(sheet().field(good)).toBeFocused()
  expect(await reports()).toBe(0)

  // What is typed and not reported is not lost over a scan.
  await sheet().fill(good, '4')
  await scan(first!)
  await sheet().shows('还有没报的数量')
  await expect(sheet().field(good)).toHaveValue('4')
  await sheet().field(good).press('Enter')
  await expect(sheet().root).toBeHidden()
  expect(await reports()).toBe(1)
})

test('what is not a number stays as typed, is marked and cannot be reported', async () => {
  await openFloor()
  await scan(task_nos[0]!)
  await sheet().fill(good, '-5')
  await expect(sheet().field(good)).toHaveValue('-5')
  await expect(sheet().field(good)).toHaveAttribute('aria-invalid', 'true')
  await sheet().shows('请填写整数，如 25')
  await sheet().field(good).press('Enter')
  await expect(sheet().root.getByRole('button', { name: '请填写数字', exact: true })).toBeDisabled()
  await sheet().fill(good, '３')
  await sheet().pressBeginning(text('报工 3', 'Report 3'))
  await expect(sheet().root).toBeHidden()
  expect(await reports()).toBe(1)
})
