// A shift on a tablet whose connection goes at every bad moment: before an action leaves, after it is done and before its answer, while
// somebody signs in, behind a server that starts again, and with the page closed. Each is booked once, or told why not.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { commonUpload, queryAttachmentList } from '@qitao/access/model/record/attachment.calls.ts'
import { login, logout } from '@qitao/access/model/session/session.calls.ts'
import { text } from '@qitao/core/text.ts'
import { drawingCalls } from '@qitao/engineering/model/document/drawing.calls.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { addReport, listDispatchTasks, listReportTasks, reassignTasks } from '@qitao/shopfloor/model/report.calls.ts'
import { shopfloorErrors } from '@qitao/shopfloor/model/shopfloor.errors.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { type Account, type Caller, signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { tokenOf } from '../uploads.ts'
import { booked, ledgerIsExact } from './booked.ts'
import { Hand } from './handheld.ts'

/** A picture of one point. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const workerFile = join(import.meta.dirname, '../../apps/web/dist/m/service-worker.js')

const again = text('重新发送', 'Send again')
const giveUp = text('放弃', 'Give up')
const retry = text('重试连接', 'Try to connect')
const signInLabel = text(
  '登录已过期：可以继续工作，点此登录后发送',
  'The session is over: work goes on; sign in to send',
)

interface Floor {
  account: Account
  caller: Caller
  /** First tasks of work orders, which nothing stands before. */
  task_nos: string[]
}
async function floor(baseURL: string, orders: number): Promise<Floor> {
  const account = await newCompany('Offline', 'Ada')
  const caller = await signIn(baseURL, account)
  await fill(baseURL, account, async company => {
    for (let n = 0; n < orders; n++) await onTheFloor(company, { quantity: '500', stock: '9000' })
  })
  const { output } = await caller.send(listDispatchTasks, { page_size: 100, order_by: 'task_no' })
  return {
    account,
    caller,
    task_nos: output.result.filter(task => Number(task.reportable_quantity) > 0).map(task => task.task_no),
  }
}
const goods = async (caller: Caller): Promise<number[]> =>
  (await booked(caller)).map(row => Number(row.finished_quantity)).toSorted((a, b) => a - b)
const arrive = async (page: Page, of: Floor, language: 'zh' | 'en') => {
  const hand = new Hand(page, language)
  await hand.open()
  await hand.signIn(of.account)
  await expect(page.getByRole('listitem').first()).toContainText(hand.say(text('待报', 'To report')))
  return hand
}

for (const language of languagesOf('offline')) {
  test(`a connection that goes at every bad moment: each action is booked once or told why not (${language})`, async ({
    page,
    context,
    baseURL,
  }) => {
    const of = await floor(baseURL!, 3)
    const { caller, task_nos } = of
    const [first, second, third] = task_nos as [string, string, string]
    let hand = await arrive(page, of, language)
    await hand.isKept()

    // The reply is lost after the server has done it: it goes again under its key and is answered.
    await hand.losing(addReport, 'after')
    await hand.report(first, '1')
    await hand.waits(1)
    await hand.isOnline(false)
    await hand.toOutbox()
    await hand.button(retry).click()
    await hand.waits(0)
    expect(await goods(caller)).toEqual([1])

    // It never leaves; then a gateway answers for a server that is starting again.
    await hand.losing(addReport, 'before')
    await hand.report(first, '2')
    await hand.waits(1)
    await hand.losing(addReport, 'refused by a gateway')
    await hand.button(retry).click()
    await hand.isOnline(false)
    await hand.button(retry).click()
    await hand.waits(0)
    expect(await goods(caller)).toEqual([1, 2])

    // No connection at all: begun and reported, on two orders, the page closed and opened again without one.
    await context.setOffline(true)
    await hand.page.getByRole('button', { name: new RegExp(`^${hand.say(text('我的任务', 'My tasks'))}`) }).click()
    await hand.page
      .getByRole('listitem')
      .filter({ hasText: second })
      .getByRole('button', { name: hand.say(text('开工', 'Start')) })
      .click()
    await hand.report(second, '30')
    await hand.report(first, '4')
    await hand.report(third, '8')
    await hand.waits(4)
    await hand.page.close()
    hand = new Hand(await context.newPage(), language)
    await hand.open()
    await hand.waits(4)
    await hand.report(second, '50')
    await hand.waits(5)
    expect(await goods(caller)).toEqual([1, 2])

    // Times of devices are whole seconds: what is done in one is not known to be before what else happens in it.
    const then = Math.floor(Date.now() / 1000)
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(then)
    // Meanwhile the third task is given to somebody else. What was done of it before counts, what the device reports after does not.
    const { output: found } = await caller.send(listDispatchTasks, { keyword: third, page_size: 100 })
    const { id: user_id } = (await caller.send(addUser, { account: 'lin', name: 'Lin', password: 'Other-2026-lin' }))
      .output
    await caller.send(reassignTasks, {
      task_ids: found.result.filter(({ task_no }) => task_no === third).map(({ id }) => id),
      ...{ user_ids: [user_id], reason: 'shift' },
    })
    await hand.report(third, '6')

    // The session ends on the server, and the connection comes back: nothing goes out, nothing is lost, work goes on.
    const other = await signIn(baseURL!, of.account)
    const token = (await context.cookies()).find(({ name }) => name === 'token')!.value
    await fetch(baseURL! + logout.path, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': `end ${token}` },
      body: '{}',
    })
    await context.setOffline(false)
    await hand.button(signInLabel).click()
    await hand.waits(6)
    // The sign-in itself is cut, twice; the third time it goes through.
    for (const when of ['before', 'after'] as const) {
      await hand.losing(login, when)
      await hand.signIn(of.account)
      await expect(hand.page.getByRole('alert')).toBeVisible()
      await hand.waits(6)
    }
    await hand.signIn(of.account)
    await hand.waits(1)
    expect(await goods(other)).toEqual([1, 2, 4, 8, 30, 50])

    // What was refused says why, and does not go away by itself.
    await hand.toOutbox()
    const refused = hand.page.getByRole('listitem').filter({ hasText: third })
    await expect(refused.getByRole('alert')).toContainText(hand.say(text('任务未派给您', 'not assigned to you')))
    await refused.getByRole('button', { name: hand.say(again) }).click()
    await expect(refused.getByRole('alert')).toBeVisible()
    hand.page.once('dialog', dialog => void dialog.accept())
    await refused.getByRole('button', { name: hand.say(giveUp) }).click()
    await hand.waits(0)
    expect(await goods(other)).toEqual([1, 2, 4, 8, 30, 50])
    await ledgerIsExact(other)
    expect(await barriers(hand.page)).toEqual([])
  })
}

test('another member on the same device neither sees nor sends what somebody left, and it goes out when that one is back', async ({
  page,
  context,
  baseURL,
}) => {
  const of = await floor(baseURL!, 1)
  const [first] = of.task_nos as [string]
  const password = 'Other-2026-lin'
  await of.caller.send(addUser, { account: 'lin', name: 'Lin', password })
  const hand = await arrive(page, of, 'zh')
  await hand.isKept()
  await context.setOffline(true)
  await hand.report(first, '7')
  page.once('dialog', dialog => void dialog.accept())
  await hand.button(text('退出', 'Sign out')).click()
  await expect(page.getByRole('status').filter({ hasText: 'Ada' })).toContainText('1 项')
  await context.setOffline(false)
  await hand.signIn({ ...of.account, account: 'lin', password })
  await hand.waits(0)
  await expect(page.getByRole('status').filter({ hasText: 'Ada' })).toBeVisible()
  expect(await goods(of.caller)).toEqual([])
  await hand.button(text('退出', 'Sign out')).click()
  await hand.signIn(of.account)
  await expect.poll(() => goods(of.caller)).toEqual([7])
  await hand.waits(0)
})

test('who signs in elsewhere in the browser does not report what the holder of the page did', async ({
  page,
  context,
  baseURL,
}) => {
  const of = await floor(baseURL!, 1)
  const [first] = of.task_nos as [string]
  const password = 'Other-2026-lin'
  await of.caller.send(addUser, { account: 'lin', name: 'Lin', password })
  const hand = await arrive(page, of, 'zh')
  await context.setOffline(true)
  await hand.report(first, '7')
  await hand.waits(1)
  const lin = await fetch(baseURL + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...of.account, account: 'lin', password }),
  })
  const { data } = (await lin.json()) as { data: { token: string } }
  await context.addCookies([{ name: 'token', value: data.token, url: baseURL! }])
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Lin' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Ada' })).toBeVisible()
  expect(await goods(of.caller)).toEqual([])
})

test('who comes signed in from the web page has the tasks at once', async ({ page, context, baseURL }) => {
  const of = await floor(baseURL!, 1)
  await context.addCookies([{ name: 'token', value: await tokenOf(baseURL!, of.account), url: baseURL! }])
  const hand = new Hand(page, 'zh')
  await hand.open()
  await expect(page.getByRole('listitem').first()).toContainText(hand.say(text('待报', 'To report')))
})

test('a hundred scans a minute without a pause open what each names, none lost, none joined', async ({
  page,
  baseURL,
}) => {
  const of = await floor(baseURL!, 4)
  const hand = await arrive(page, of, 'en')
  const wrong = ['NONE-001', 'NONE-002']
  for (let n = 0; n < 100; n++) {
    const code = n % 5 === 4 ? wrong[n % 2]! : of.task_nos[n % of.task_nos.length]!
    await hand.scan(code)
    if (n % 5 === 4) await expect(page.getByRole('alert').first()).toContainText(`"${code}"`)
    else await expect(page.getByRole('dialog', { name: code })).toBeVisible()
  }
})

test('the page fits tablet, phone and scanner without barriers, and is loaded in less than 200 KB', async ({
  page,
  baseURL,
}) => {
  const of = await floor(baseURL!, 2)
  const hand = await arrive(page, of, 'zh')
  const loaded = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(one => /[.](js|css)$/.test(one.name)).reduce((sum, one) => sum + one.encodedBodySize, 0)`,
  )
  expect(loaded).toBeGreaterThan(50_000)
  expect(loaded).toBeLessThan(200_000)
  for (const [width, height] of [
    [1024, 768],
    [800, 1280],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await overflow(page), `${width}`).toBeLessThanOrEqual(0)
    expect(await barriers(page), `${width}`).toEqual([])
    const small = await page.evaluate<string[]>(
      `[...document.querySelectorAll('button')].filter(one => one.offsetHeight < 48).map(one => one.textContent)`,
    )
    expect(small).toEqual([])
  }
  await hand.scan(of.task_nos[0]!)
  await expect(hand.sheet()).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await barriers(page)).toEqual([])
})

test('photos arrive once and with their report, though the connection goes in the middle of them', async ({
  page,
  baseURL,
}) => {
  const of = await floor(baseURL!, 1)
  const hand = await arrive(page, of, 'zh')
  await hand.scan(of.task_nos[0]!)
  await hand.sheet().getByRole('button', { name: '8', exact: true }).click()
  await hand.sheet().getByText('人员、工时、照片、备注').click()
  const names = ['one.png', 'two.png']
  await hand
    .sheet()
    .locator('input[type=file]')
    .setInputFiles(names.map(name => ({ name, mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') })))
  // The first photo arrives and its answer is lost.
  await hand.losing(commonUpload, 'after')
  await hand.sheet().getByRole('button', { name: '报工 8' }).click()
  await hand.isOnline(false)
  await page.reload()
  await hand.waits(0)
  const [report] = await booked(of.caller)
  expect(report?.attachment_count).toBe(2)
  const { output } = await of.caller.send(queryAttachmentList, { module: 'report_record', object_id: report!.id })
  expect(output.result.map(file => file.file_name).toSorted()).toEqual(names)
})

test('the drawing of a task is shown without a connection', async ({ page, context, baseURL }) => {
  const of = await floor(baseURL!, 1)
  const { output: tasks } = await of.caller.send(listDispatchTasks, { keyword: of.task_nos[0], page_size: 10 })
  const token = await tokenOf(baseURL!, of.account)
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(onePixel, 'base64')], { type: 'image/png' }), 'frame.png')
  const uploaded = await fetch(baseURL! + commonUpload.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { data } = (await uploaded.json()) as { data: { attachment: { id: string } } }
  const { output: drawing } = await of.caller.send(drawingCalls.add, {
    ...{ drawing_no: 'D-1', name: 'Frame', version: 'V1', attachment_id: data.attachment.id },
    material_id: tasks.result[0]!.material_id,
  })
  await of.caller.send(drawingCalls.release, { ids: [drawing.id] })
  const hand = await arrive(page, of, 'en')
  await hand.scan(of.task_nos[0]!)
  const open = hand.sheet().getByRole('button', { name: 'Drawing Frame V1' })
  await expect(open).toBeVisible()
  await context.setOffline(true)
  await open.click()
  await expect(hand.sheet().getByRole('img', { name: 'Frame V1' })).toBeVisible()
})

test('several tasks are reported in one go, and a newer version of the page keeps what waits', async ({
  page,
  context,
  baseURL,
}) => {
  const of = await floor(baseURL!, 2)
  const hand = await arrive(page, of, 'zh')
  await hand.isKept()
  await context.setOffline(true)
  await hand.button(text('一次报多个任务', 'Report several tasks')).click()
  for (const no of of.task_nos) await page.getByLabel(`选择 ${no}`).check()
  await page.getByRole('button', { name: '报工 2 个任务' }).click()
  await hand.waits(2)

  // A newer build is on the server; calls are still cut.
  const built = await readFile(workerFile, 'utf8')
  try {
    await writeFile(workerFile, built.replace('"version":"', '"version":"newer '))
    await hand.losing(addReport, 'before', 1_000)
    await context.setOffline(false)
    await page.evaluate('navigator.serviceWorker.ready.then(it => it.update()).then(() => undefined)')
    const news = page.getByRole('button', { name: /^有新版本/ })
    await expect(news).toBeVisible()
    await Promise.all([page.waitForEvent('load'), news.click()])
    await hand.waits(2)
    expect(await page.evaluate('caches.keys()')).toEqual([expect.stringContaining('newer ')])
  } finally {
    await writeFile(workerFile, built)
  }
  // What is being lost at this moment is lost: otherwise its attempt would hang for its whole time.
  await page.context().unrouteAll({ behavior: 'wait' })
  await hand.waits(0)
  expect(await goods(of.caller)).toEqual([500, 500])
  await ledgerIsExact(of.caller)
})

test('two taps on one button do what one does: begun, reported, several reported', async ({
  page,
  context,
  baseURL,
}) => {
  const of = await floor(baseURL!, 3)
  const [first] = of.task_nos as [string]
  const hand = await arrive(page, of, 'zh')
  await hand.isKept()
  await context.setOffline(true)
  const tapTwice = (button: Locator) => button.evaluate((one: { click(): void }) => [one.click(), one.click()])
  await tapTwice(page.getByRole('listitem').filter({ hasText: first }).getByRole('button', { name: '开工' }))
  await hand.waits(1)
  await hand.scan(first)
  await hand.sheet().getByRole('button', { name: '5', exact: true }).click()
  await tapTwice(hand.sheet().getByRole('button', { name: '报工 5' }))
  await expect(hand.sheet()).toBeHidden()
  await hand.waits(2)
  await hand.button(text('一次报多个任务', 'Report several tasks')).click()
  for (const no of of.task_nos) await page.getByLabel(`选择 ${no}`).check()
  await tapTwice(page.getByRole('button', { name: '报工 3 个任务' }))
  await hand.waits(5)
  await context.setOffline(false)
  await hand.waits(0)
  expect(await goods(of.caller)).toEqual([5, 495, 500, 500])
})

test('a task rests and goes on without a connection; the server knows when and why', async ({
  page,
  context,
  baseURL,
}) => {
  const of = await floor(baseURL!, 1)
  const hand = await arrive(page, of, 'zh')
  await hand.isKept()
  const card = page.getByRole('listitem').filter({ hasText: of.task_nos[0]! })
  const task = async () => (await of.caller.send(listReportTasks, { mine: false })).output.result[0]!
  await card.getByRole('button', { name: '开工' }).click()
  await expect.poll(async () => (await task()).status).toBe(taskStatus.codes.started)
  await hand.waits(0)
  await context.setOffline(true)
  await card.getByRole('button', { name: '暂停' }).click()
  await card.getByRole('button', { name: '等物料' }).click()
  await expect(card).toContainText('已暂停 · 等物料')
  await hand.waits(1)
  await context.setOffline(false)
  await hand.waits(0)
  expect(await task()).toMatchObject({ pause_reason: 3, paused_since: expect.any(Number) })
  await context.setOffline(true)
  await card.getByRole('button', { name: '继续' }).click()
  await expect(card).not.toContainText('已暂停')
  await context.setOffline(false)
  await hand.waits(0)
  expect((await task()).paused_since).toBeNull()
})

test('a refused report is changed with all that it had, and is booked with it', async ({ page, baseURL }) => {
  const of = await floor(baseURL!, 1)
  const hand = await arrive(page, of, 'zh')
  await hand.scan(of.task_nos[0]!)
  const press = async (digits: string) => {
    for (const digit of digits) await hand.sheet().getByRole('button', { name: digit, exact: true }).click()
  }
  await press('90000')
  await hand.sheet().getByText('批次、序列号').click()
  await hand.sheet().getByLabel('产出批号').fill('L-7')
  await hand.sheet().getByText('人员、工时、照片、备注').click()
  await hand.sheet().getByLabel(/分钟/).fill('1.5')
  const photo = { name: 'one.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') }
  await hand.sheet().locator('input[type=file]').setInputFiles([photo])
  await hand.sheet().getByRole('button', { name: '报工 90000' }).click()
  await expect(page.getByRole('button', { name: /项操作未完成/ })).toBeVisible()
  await hand.toOutbox()
  await hand.button(text('修改', 'Change')).click()
  await expect(hand.sheet().getByLabel('产出批号')).toHaveValue('L-7')
  await hand.sheet().getByRole('button', { name: '清零' }).click()
  await press('8')
  await hand.sheet().getByRole('button', { name: '报工 8' }).click()
  await hand.waits(0)
  const [report] = await booked(of.caller)
  expect([Number(report?.finished_quantity), report?.work_seconds, report?.attachment_count]).toEqual([8, 90, 1])
})

for (const language of languagesOf('offline'))
  test(`what was done without an answer and is refused since is said to be done perhaps, and is not done twice (${language})`, async ({
    page,
    context,
    baseURL,
  }) => {
    const of = await floor(baseURL!, 1)
    const hand = await arrive(page, of, language)
    // Done, and the answer lost; then as the server answers who may not report any more: before it looks whether that was done.
    const noRight = { code: shopfloorErrors.reportNoRight.code, message: '', data: null }
    let tries = 0
    await context.route(`**${addReport.path}`, async route => {
      if (tries++ > 0) return route.fulfill({ json: noRight })
      await route.fetch()
      return route.abort('connectionreset')
    })
    await hand.report(of.task_nos[0]!, '5')
    await hand.toOutbox()
    const card = page.getByRole('listitem')
    await expect(card).toContainText(hand.say(text('可能已完成', 'May be done')))
    await expect(card.getByRole('alert')).toContainText(hand.say(shopfloorErrors.reportNoRight.text))
    expect(await barriers(page)).toEqual([])
    page.once('dialog', dialog => void dialog.dismiss())
    await hand.button(text('修改', 'Change')).click()
    await expect(hand.sheet()).toBeHidden()
    await context.unrouteAll({ behavior: 'wait' })
    await hand.button(again).click()
    await hand.waits(0)
    expect(await goods(of.caller)).toEqual([5])
  })

test('of several reports those that the device could not keep are named and stay chosen', async ({ page, baseURL }) => {
  const of = await floor(baseURL!, 3)
  const hand = await arrive(page, of, 'zh')
  // The second new action finds no room.
  await page.evaluate(`{
    const put = IDBObjectStore.prototype.put
    let taken = 0
    IDBObjectStore.prototype.put = function (value, key) {
      if (this.name === 'action' && value.first_sent_at === undefined && ++taken === 2)
        throw new DOMException('no room', 'QuotaExceededError')
      return key === undefined ? put.call(this, value) : put.call(this, value, key)
    }
  }`)
  await hand.button(text('一次报多个任务', 'Report several tasks')).click()
  for (const no of of.task_nos) await page.getByLabel(`选择 ${no}`).check()
  await page.getByRole('button', { name: '报工 3 个任务' }).click()
  await expect(page.getByText('没有保存，请再报一次')).toBeVisible()
  await page.getByRole('button', { name: '报工 2 个任务' }).click()
  await expect(page.getByText('没有保存，请再报一次')).toBeHidden()
  await hand.waits(0)
  expect(await goods(of.caller)).toEqual([500, 500, 500])
})
