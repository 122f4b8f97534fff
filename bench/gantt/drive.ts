// Drives the demo by mouse, keys and finger in a real browser and checks what happens: `node bench/gantt/drive.ts [name]`.
import assert from 'node:assert/strict'
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import type { GanttChange, GanttTask } from '@qitao/platform/web/gantt/gantt-types.ts'
import { launch, withDemo } from './browser.ts'

const hour = 3600
const small = 'machines=10&tasks=600&links=60&level=shift&delay=150'

interface Bench {
  events: string[]
  changes: GanttChange[][]
  tasks: GanttTask[]
  now: number
}
const bench = (page: Page): Promise<Bench> =>
  page.evaluate(
    '({ events: window.bench.events, changes: window.bench.changes, tasks: window.bench.tasks, now: window.bench.now })',
  )
const cell = (page: Page, id: string): Locator => page.locator(`[role=gridcell][data-task="${id}"]`)
const rest = (page: Page): Promise<void> => page.waitForTimeout(220)

async function show(page: Page, id: string): Promise<Locator> {
  assert.equal(await page.evaluate(`window.bench.handle.showTask('${id}')`), true)
  await rest(page)
  return cell(page, id)
}

/** Free to move, with at least so many hours free after it; not among `not`. */
async function freeTask(page: Page, hours: number, not: string[] = []): Promise<GanttTask> {
  const { tasks, now } = await bench(page)
  const found = tasks.find(task => {
    if (task.locked || task.movable === false || task.start < now + 3 * 86_400 || not.includes(task.row_id))
      return false
    const next = tasks.filter(other => other.row_id === task.row_id && other.start >= task.end)
    return next.length > 0 && Math.min(...next.map(other => other.start)) >= task.end + hours * hour
  })
  assert.ok(found, 'a task with room after it')
  return found
}

const taskNow = async (page: Page, id: string): Promise<GanttTask> =>
  (await bench(page)).tasks.find(task => task.id === id)!

async function drag(page: Page, from: Locator, dx: number, dy: number, at = 0.5, drop = true): Promise<void> {
  const box = (await from.boundingBox())!
  const [x, y] = [box.x + (at === 1 ? box.width - 2 : box.width * at), box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let n = 1; n <= 8; n += 1) await page.mouse.move(x + (dx * n) / 8, y + (dy * n) / 8)
  await page.waitForTimeout(60)
  if (drop) await page.mouse.up()
}
/** Pixels of so many hours at the zoom of these checks. */
const px = (hours: number): number => (hours * hour) / 240

const cases: Record<string, { query?: string; context?: BrowserContextOptions; run: (page: Page) => Promise<void> }> = {
  'a drag saves, is busy meanwhile, and can be undone and redone': {
    async run(page) {
      const task = await freeTask(page, 5)
      await drag(page, await show(page, task.id), px(2), 0)
      await page.waitForTimeout(60)
      assert.match((await page.locator('.qt-gantt-saving').textContent())!, /1/)
      await page.waitForTimeout(400)
      const moved = await taskNow(page, task.id)
      assert.equal(moved.end - moved.start, task.end - task.start)
      assert.ok(moved.start > task.start + hour && moved.start < task.start + 3 * hour)
      await page.keyboard.press('Control+z')
      await page.waitForTimeout(400)
      assert.equal((await taskNow(page, task.id)).start, task.start)
      await page.keyboard.press('Control+Shift+Z')
      await page.waitForTimeout(400)
      assert.equal((await taskNow(page, task.id)).start, moved.start)
      await page.getByRole('button', { name: '撤销' }).click()
      await page.waitForTimeout(400)
      assert.equal((await taskNow(page, task.id)).start, task.start)
      assert.deepEqual(
        (await bench(page)).events.filter(event => event.startsWith('change')),
        ['change drag 1', 'change undo 1', 'change redo 1', 'change undo 1'],
      )
    },
  },
  'a refused save puts the bar back and says why': {
    query: 'refuse=1',
    async run(page) {
      const task = await freeTask(page, 5)
      const before = (await (await show(page, task.id)).boundingBox())!
      await drag(page, cell(page, task.id), px(2), 0)
      await page.waitForTimeout(600)
      assert.match((await page.locator('.qt-gantt-notice').textContent())!, /未保存：计划已被他人修改/)
      await rest(page)
      assert.equal((await cell(page, task.id).boundingBox())!.x, before.x)
      assert.ok(await page.getByRole('button', { name: '撤销' }).isDisabled())
    },
  },
  'a drop on another task is refused: red ghost, reason, nothing saved': {
    async run(page) {
      const task = await freeTask(page, 5)
      const { tasks } = await bench(page)
      const other = tasks.find(one => one.row_id !== task.row_id && one.start < task.end && one.end > task.start)!
      const from = await show(page, task.id)
      const row = (await page.locator(`[role=rowheader][data-row="${other.row_id}"]`).boundingBox())!
      const box = (await from.boundingBox())!
      await drag(page, from, 0, row.y + row.height / 2 - box.y - box.height / 2, 0.5, false)
      assert.match((await page.locator('.qt-gantt-bubble').textContent())!, /✕ 与 MO-\d+ 重叠/)
      await page.mouse.up()
      await page.waitForTimeout(300)
      assert.equal((await bench(page)).changes.length, 0)
      assert.match((await page.locator('.qt-gantt-notice').textContent())!, /重叠/)
    },
  },
  'Esc ends a drag without a change': {
    async run(page) {
      const task = await freeTask(page, 5)
      await drag(page, await show(page, task.id), px(2), 0, 0.5, false)
      assert.ok(await page.locator('.qt-gantt-bubble').isVisible())
      await page.keyboard.press('Escape')
      await page.mouse.up()
      await page.waitForTimeout(300)
      assert.ok(!(await page.locator('.qt-gantt-bubble').isVisible()))
      assert.equal((await bench(page)).changes.length, 0)
    },
  },
  'the end is pulled alone': {
    async run(page) {
      const task = await freeTask(page, 6)
      await drag(page, await show(page, task.id), px(3), 0, 1)
      await page.waitForTimeout(400)
      const moved = await taskNow(page, task.id)
      assert.equal(moved.start, task.start)
      assert.ok(moved.end > task.end + 2 * hour && moved.end < task.end + 4 * hour)
      assert.equal(
        (await bench(page)).events.find(event => event.startsWith('change')),
        'change resize 1',
      )
    },
  },
  'Alt with arrows proposes, letting Alt go saves': {
    async run(page) {
      const task = await freeTask(page, 5)
      await show(page, task.id)
      await page.getByRole('grid').focus()
      await page.keyboard.down('Alt')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      assert.equal((await bench(page)).changes.length, 0)
      assert.ok(await page.locator('.qt-gantt-bubble').isVisible())
      await page.keyboard.up('Alt')
      await page.waitForTimeout(400)
      // The sample starts on quarter hours, the steps are half hours.
      const shifted = (await taskNow(page, task.id)).start
      assert.ok(shifted % 1800 === 0 && Math.abs(shifted - task.start - hour) <= 900)
      await page.keyboard.down('Alt')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Escape')
      await page.keyboard.up('Alt')
      await page.waitForTimeout(300)
      assert.equal((await bench(page)).changes.length, 1)
    },
  },
  'arrows walk, Enter opens, l locks, a locked task is refused with the reason': {
    async run(page) {
      const task = await freeTask(page, 5)
      await show(page, task.id)
      await page.getByRole('grid').focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
      await page.keyboard.press('l')
      await rest(page)
      const { events } = await bench(page)
      assert.ok(events.includes(`open ${task.id}`), events.join())
      assert.ok(events.includes('lock 1 true'))
      assert.match((await cell(page, task.id).getAttribute('aria-label'))!, /已锁定/)
      await drag(page, cell(page, task.id), px(2), 0, 0.5, false)
      assert.match((await page.locator('.qt-gantt-bubble').textContent())!, /解锁后才能移动/)
      await page.mouse.up()
      await page.waitForTimeout(300)
      assert.equal((await bench(page)).changes.length, 0)
      assert.match((await page.getByRole('status').textContent())!, /解锁/)
    },
  },
  'names, roles, click, double click and menu work on the mirror': {
    async run(page) {
      const task = await freeTask(page, 5)
      await show(page, task.id)
      const found = page.getByRole('gridcell', { name: new RegExp(`${task.label}.*${task.row_id}`) }).first()
      await found.click()
      await found.dblclick()
      await found.click({ button: 'right' })
      const { events } = await bench(page)
      assert.ok(events.includes(`click ${task.id}`) && events.includes(`open ${task.id}`), events.join())
      assert.ok(events.some(event => event.startsWith(`menu ${task.id}`)))
      // As assistive technology clicks: without a pointer.
      await page.keyboard.press('Escape')
      await found.evaluate((element: { click(): void }) => element.click())
      await rest(page)
      assert.equal(await found.getAttribute('aria-selected'), 'true')
      assert.ok((await page.getByRole('rowheader').count()) > 5)
    },
  },
  'a rubber band selects several and they move together, keeping their distance': {
    async run(page) {
      const first = await freeTask(page, 6)
      const second = await freeTask(page, 6, [first.row_id])
      const chosen = [first, second]
      await show(page, second.id)
      await (await show(page, first.id)).click()
      await page.evaluate(`window.bench.handle.fit()`)
      await rest(page)
      await cell(page, first.id).click()
      await cell(page, second.id).click({ modifiers: ['Control'] })
      assert.match((await page.locator('.qt-gantt-count').textContent())!, /2/)
      await page.getByRole('grid').focus()
      await page.keyboard.down('Alt')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.up('Alt')
      await page.waitForTimeout(400)
      const [changes] = (await bench(page)).changes
      assert.equal(changes?.length, 2)
      const shifts = changes!.map(({ from, to }) => to.start - from.start)
      assert.equal(shifts[0], shifts[1])
      assert.equal(chosen.length, 2)
      await page.mouse.move(900, 880)
      await page.mouse.down()
      await page.mouse.move(400, 100, { steps: 6 })
      await page.mouse.up()
      assert.ok(Number(/\d+/.exec((await page.locator('.qt-gantt-count').textContent())!)![0]) > 5)
    },
  },
  'a drag held at the edge scrolls on': {
    async run(page) {
      const task = await freeTask(page, 5)
      await drag(page, await show(page, task.id), 0, 0, 0.5, false)
      const before = Number(
        await page.locator('.qt-gantt-scroll').evaluate((element: { scrollLeft: number }) => element.scrollLeft),
      )
      await page.mouse.move(1435, 400, { steps: 5 })
      await page.waitForTimeout(500)
      const after = Number(
        await page.locator('.qt-gantt-scroll').evaluate((element: { scrollLeft: number }) => element.scrollLeft),
      )
      await page.keyboard.press('Escape')
      await page.mouse.up()
      assert.ok(after > before + 100, `${before} to ${after}`)
    },
  },
  'an order from beside the chart is dropped on a row and a time, or refused': {
    query: 'pool=1',
    async run(page) {
      const { now } = await bench(page)
      await page.evaluate(`window.bench.handle.showTime(${now + 5 * 86_400})`)
      await rest(page)
      const order = page.locator('li[draggable]').first()
      await order.dragTo(page.locator('.qt-gantt-scroll'), { targetPosition: { x: 700, y: 170 } })
      const dropped = (await bench(page)).events.find(event => event.startsWith('drop'))
      assert.match(dropped!, /^drop [A-Z]+-\d+ \d+ MO-270001$/)
      assert.equal(Number(dropped!.split(' ')[2]) % 1800, 0)
      await page.evaluate(`window.bench.handle.showTime(${now - 5 * 86_400})`)
      await rest(page)
      await order.dragTo(page.locator('.qt-gantt-scroll'), { targetPosition: { x: 700, y: 170 } })
      assert.equal((await bench(page)).events.filter(event => event.startsWith('drop')).length, 1)
      assert.match((await page.locator('.qt-gantt-notice').textContent())!, /早于现在/)
    },
  },
  'ctrl with the wheel zooms about the pointer': {
    async run(page) {
      const task = await freeTask(page, 5)
      const before = (await (await show(page, task.id)).boundingBox())!
      await page.mouse.move(before.x, before.y + 10)
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, 300)
      await page.keyboard.up('Control')
      await rest(page)
      const after = (await cell(page, task.id).boundingBox())!
      assert.ok(after.width < before.width * 0.8)
      assert.ok(Math.abs(after.x - before.x) <= 1.5, `${before.x} to ${after.x}`)
    },
  },
  'times are those of the organisation, wherever the browser is': {
    context: { timezoneId: 'America/New_York' },
    async run(page) {
      const task = await freeTask(page, 5)
      const name = (await (await show(page, task.id)).getAttribute('aria-label'))!
      const shanghai = new Date((task.start + 8 * hour) * 1000).toISOString()
      assert.ok(name.includes(shanghai.slice(11, 16)), `${name} / ${shanghai}`)
    },
  },
  'a group row is closed and opened by its heading': {
    async run(page) {
      const heading = page.getByRole('rowheader').first()
      const before = await page.getByRole('row').count()
      await heading.click()
      await rest(page)
      assert.equal(await heading.getAttribute('aria-expanded'), 'false')
      assert.ok((await page.getByRole('row').count()) < before)
    },
  },
  'a finger held long lifts a task; a quick one scrolls': {
    context: { hasTouch: true },
    async run(page) {
      const task = await freeTask(page, 5)
      const box = (await (await show(page, task.id)).boundingBox())!
      const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
      const client = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number): Promise<unknown> =>
        client.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] })
      await touch('touchStart', x)
      await page.waitForTimeout(600)
      for (let n = 1; n <= 6; n += 1) await touch('touchMove', x + Math.round((px(2) * n) / 6))
      await page.waitForTimeout(60)
      assert.ok(await page.locator('.qt-gantt-bubble').isVisible())
      await touch('touchEnd')
      await page.waitForTimeout(500)
      const moved = await taskNow(page, task.id)
      assert.ok(moved.start > task.start + hour, 'moved by finger')
      await touch('touchStart', x)
      for (let n = 1; n <= 6; n += 1) await touch('touchMove', x - 20 * n)
      await touch('touchEnd')
      await page.waitForTimeout(300)
      assert.equal((await bench(page)).changes.length, 1)
    },
  },
  'the page turns dark and English while it is open': {
    async run(page) {
      await page.evaluate(`document.documentElement.dataset.theme = 'dark'; window.bench.setLanguage('en')`)
      await page.waitForTimeout(400)
      assert.equal(await page.locator('.qt-gantt').getAttribute('data-theme'), 'dark')
      assert.ok(await page.getByRole('button', { name: 'Zoom in' }).isVisible())
      const red = await page.evaluate(
        `document.querySelector('canvas').getContext('2d').getImageData(5, 5, 1, 1).data[0]`,
      )
      assert.ok(Number(red) < 60, `the header is dark: ${red}`)
      const name = await page.getByRole('gridcell').first().getAttribute('aria-label')
      assert.match(name!, /(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ (Nov|Dec|Jan)/)
    },
  },
  'tasks that come after the chart are brought into sight': {
    query: 'late=1',
    async run(page) {
      await page.waitForTimeout(900)
      assert.ok((await page.getByRole('gridcell').count()) > 5)
    },
  },
  'six years at the finest zoom can be reached to both ends': {
    query: 'years=5',
    async run(page) {
      const { now } = await bench(page)
      for (let n = 0; n < 12; n += 1) await page.getByRole('button', { name: '放大' }).click()
      for (const time of [now + 5 * 365 * 86_400 - 7 * hour, now - 364 * 86_400, now]) {
        await page.evaluate(`window.bench.handle.showTime(${time})`)
        await page.mouse.move(800, 400)
        for (let n = 0; n < 5; n += 1) await page.mouse.wheel(500, 0)
        await rest(page)
        const width = Number(
          await page.locator('.qt-gantt-spacer').evaluate((element: { offsetWidth: number }) => element.offsetWidth),
        )
        assert.ok(width < 9_000_000)
      }
      const image = await page.evaluate(
        `window.bench.handle.image({ start: ${now}, end: ${now + 7 * 86_400} }).then(blob => blob.type + ' ' + blob.size)`,
      )
      assert.match(String(image), /^image\/png \d{4,}$/)
    },
  },
}

async function check(browser: Browser, address: string, name: string): Promise<boolean> {
  const { query = '', context = {}, run } = cases[name]!
  const place = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...context })
  const page = await place.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on(
    'console',
    message => message.type() === 'error' && !/favicon|404/.test(message.text()) && errors.push(message.text()),
  )
  try {
    await page.goto(`${address}?${small}&${query}`)
    await page.locator('[role=grid][data-ready=true]').waitFor()
    await run(page)
    assert.deepEqual(errors, [])
    console.log(`ok    ${name}`)
    return true
  } catch (error) {
    console.log(`FAIL  ${name}\n      ${error instanceof Error ? error.message : String(error)}`)
    return false
  } finally {
    await place.close()
  }
}

await withDemo(async address => {
  const browser = await launch()
  try {
    const wanted = Object.keys(cases).filter(name => name.includes(process.argv[2] ?? ''))
    let failed = 0
    for (const name of wanted) if (!(await check(browser, address, name))) failed += 1
    console.log(`${wanted.length - failed} of ${wanted.length} passed`)
    process.exitCode = failed > 0 ? 1 : 0
  } finally {
    await browser.close()
  }
})
