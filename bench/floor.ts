// The operator's page (/m/) on a processor four times slower than this one: what it weighs, when it can be used, and how it starts
// without a network: `npm run bench:floor`. Ends with 1 when a figure is above what it may be.
import { type CDPSession, chromium, expect, type Page } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { fill, newCompany } from '@qitao/e2e/company.ts'
import { Hand } from '@qitao/e2e/floor/handheld.ts'
import { startServer } from '@qitao/e2e/server.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { buildWeb } from '@qitao/tools/build-web.ts'
import { findChromium } from '@qitao/tools/chromium.ts'
import { at } from './measure.ts'

const slower = 4
const orders = 15
const turns = 7
/** After the last long task so long without another one: the page is at rest. */
const quietMs = 2_000
const phone = { width: 360, height: 640 }

/** Milliseconds since the page was asked for: until the screen shows what is waited for and no long task is under way any more. */
async function interactive(page: Page, open: () => Promise<unknown>, shown: string): Promise<number> {
  await open()
  await page.locator(shown).first().waitFor()
  const shownAt = await page.evaluate<number>('performance.now()')
  await page.waitForTimeout(quietMs)
  const busyUntil = await page.evaluate<number>('Math.max(0, ...window.longTasks)')
  return Math.max(shownAt, busyUntil)
}
const noteLongTasks = `window.longTasks = []
new PerformanceObserver(list => { for (const { startTime, duration } of list.getEntries()) window.longTasks.push(startTime + duration) })
  .observe({ type: 'longtask', buffered: true })`

/** Bytes on the wire of the files of each kind, as they were sent. */
function noteBytes(session: CDPSession): Map<string, number> {
  const sums = new Map<string, number>()
  const kinds = new Map<string, string>()
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    sums.set(kind, (sums.get(kind) ?? 0) + encodedDataLength)
  })
  return sums
}

/** From the last key of a scanned label until the screen shows its task: what the eye waits for. */
const noteScans = `window.scans = []
let scannedAt
addEventListener('keydown', ({ key }) => { if (key === 'Enter') scannedAt = performance.now() }, true)
document.addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
  if (scannedAt === undefined || !document.querySelector('[role=dialog]')) return
  const since = scannedAt
  scannedAt = undefined
  requestAnimationFrame(() => window.scans.push(performance.now() - since))
}).observe(document.body, { childList: true, subtree: true }))`
const scansEach = 60
async function scanned(hand: Hand, task_nos: readonly string[]): Promise<number[]> {
  await hand.page.evaluate('window.scans = []')
  for (let n = 0; n < scansEach; n++) {
    await hand.scan(task_nos[n % task_nos.length]!)
    await hand.sheet().waitFor()
    await expect.poll(() => hand.page.evaluate<number>('window.scans.length')).toBeGreaterThan(n)
    await hand
      .sheet()
      .getByRole('button', { name: hand.say(text('返回', 'Back')) })
      .click()
    await hand.sheet().waitFor({ state: 'hidden' })
  }
  return (await hand.page.evaluate<number[]>('window.scans')).toSorted((a, b) => a - b)
}

let isAbove = false
function tell(what: string, value: number, most: number, unit: string, digits = 0): void {
  if (value > most) isAbove = true
  console.log(
    `${what.padEnd(62)} ${value.toFixed(digits).padStart(7)} ${unit}   at most ${most} ${unit}${value > most ? '   ABOVE' : ''}`,
  )
}

buildWeb()
const server = await startServer()
const browser = await chromium.launch({ executablePath: await findChromium() })
try {
  process.env.STORY_DATABASE = JSON.stringify(server.databaseConfig)
  const account = await newCompany('Floor', 'Ada')
  await fill(server.url, account, async company => {
    for (let n = 0; n < orders; n++) await onTheFloor(company, { quantity: '500', stock: '9000' })
  })
  const context = await browser.newContext({ baseURL: server.url, viewport: phone })
  await context.addInitScript(noteLongTasks)
  await context.addInitScript(noteScans)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })

  // First, on a device that has never seen it.
  const bytes = noteBytes(session)
  const hand = new Hand(page, 'zh')
  const firstMs = await interactive(page, () => hand.open(), 'form')
  const kilobytes = (...kinds: string[]) => kinds.reduce((sum, kind) => sum + (bytes.get(kind) ?? 0), 0) / 1000
  tell('JavaScript of the page, compressed', kilobytes('Script'), 200, 'kB')
  tell('all files of the first start, compressed', kilobytes(...bytes.keys()), 400, 'kB')
  tell(`usable after the first start, processor ${slower} times slower`, firstMs, 2500, 'ms')

  await hand.signIn(account)
  const task = 'li .qt-m-task, li'
  await expect(page.getByRole('listitem').first()).toContainText(hand.say(text('待报', 'To report')))
  await hand.isKept()
  const again = async (): Promise<number[]> => {
    const taken: number[] = []
    for (let turn = 0; turn < turns; turn++) taken.push(await interactive(page, () => page.reload(), task))
    return taken
  }
  tell(`usable with ${orders * 2} tasks, from the device, with a network`, at(await again(), 0.5), 2500, 'ms')

  const labels = (await page.getByRole('listitem').allTextContents()).flatMap(
    words => /MO\d+-\d+/.exec(words)?.[0] ?? [],
  )
  // What a scanner waits for is measured at the speed of this processor.
  const atSpeed = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
  await atSpeed(1)
  tell(`scan to its task, with a network, p95 of ${scansEach}`, at(await scanned(hand, labels), 0.95), 150, 'ms')

  await atSpeed(slower)

  // Nothing answers any more: neither the network nor a server.
  await server.kill()
  await context.setOffline(true)
  const without = await again()
  tell('starts without a network, median', at(without, 0.5), 1500, 'ms')
  tell('starts without a network, slowest', Math.max(...without), 1500, 'ms')
  await atSpeed(1)
  tell(`scan to its task, without a network, p95 of ${scansEach}`, at(await scanned(hand, labels), 0.95), 50, 'ms')
  const { usage } = await page.evaluate<{ usage: number }>(
    'navigator.storage.estimate().then(({ usage }) => ({ usage }))',
  )
  tell('kept on the device, page and shift', usage / 1_000_000, 10, 'MB', 2)
} finally {
  await browser.close()
  await server.stop()
}
if (isAbove) process.exitCode = 1
