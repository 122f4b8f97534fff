// Speed of the Gantt at 200 machines, 10,000 tasks, 2,000 links, 90 days: `node bench/gantt/run.ts`.
import type { Page } from '@playwright/test'
import { launch, withDemo } from './browser.ts'

const grid = '[role=grid][data-ready=true]'
const scrollSeconds = 3

const percentile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** Counts frames inside the page while wheel events are sent from outside. */
async function scrollFrames(page: Page, dx: number, dy: number): Promise<{ fps: number; p95: number }> {
  await page.evaluate(
    `window.frames_at = []; (function count(at) { window.frames_at.push(at); window.counting = requestAnimationFrame(count) })(performance.now())`,
  )
  await page.mouse.move(800, 450)
  const until = Date.now() + scrollSeconds * 1000
  let turn = 0
  while (Date.now() < until) {
    turn += 1
    const back = turn % 120 >= 60 ? -1 : 1
    await page.mouse.wheel(dx * back, dy * back)
    await page.waitForTimeout(16)
  }
  const at = (await page.evaluate('cancelAnimationFrame(window.counting); window.frames_at')) as number[]
  const gaps = at.slice(1).map((time, n) => time - at[n]!)
  return { fps: (1000 * gaps.length) / (at.at(-1)! - at[0]!), p95: percentile(gaps, 0.95) }
}

/** Milliseconds from a pointer event to the task after the next frame, over a drag of a free task. */
async function dragDelays(page: Page): Promise<number[]> {
  const cells = await page.getByRole('gridcell').all()
  for (const cell of cells) {
    const name = await cell.getAttribute('aria-label')
    const box = await cell.boundingBox()
    if (!box || !name || box.width < 60 || box.x < 700 || box.x > 900 || /已锁定/.test(name)) continue
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 8, y)
    await page.evaluate(`window.delays = []; window.addEventListener('pointermove', () => {
      const began = performance.now()
      requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => window.delays.push(performance.now() - began); channel.port2.postMessage(0) })
    }, { capture: true })`)
    for (let n = 0; n < 120; n += 1) {
      await page.mouse.move(x + 8 + Math.sin(n / 9) * 160, y + Math.round(Math.sin(n / 20) * 5) * 32)
      await page.waitForTimeout(12)
    }
    const delays = (await page.evaluate('window.delays')) as number[]
    await page.keyboard.press('Escape')
    await page.mouse.up()
    return delays
  }
  throw new Error('no task to drag in sight')
}

await withDemo(async address => {
  const browser = await launch()
  try {
    for (const level of ['hour', 'day', 'month']) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(`${address}?level=${level}`)
      await page.locator(grid).waitFor()
      const ready = (await page.evaluate('window.bench.ready')) as number
      const down = await scrollFrames(page, 0, 60)
      const across = await scrollFrames(page, 60, 0)
      const said = [
        `ready ${ready.toFixed(0)} ms`,
        `vertical ${down.fps.toFixed(0)} fps (p95 ${down.p95.toFixed(0)} ms)`,
        `horizontal ${across.fps.toFixed(0)} fps (p95 ${across.p95.toFixed(0)} ms)`,
      ]
      if (level === 'day') {
        await page.reload()
        await page.locator(grid).waitFor()
        const delays = await dragDelays(page)
        said.push(`drag p50 ${percentile(delays, 0.5).toFixed(0)} ms p95 ${percentile(delays, 0.95).toFixed(0)} ms`)
      }
      console.log(`${level}: ${said.join(', ')}`)
      await page.close()
    }
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${address}?level=hour&years=5`)
    await page.locator(grid).waitFor()
    const across = await scrollFrames(page, 240, 0)
    console.log(`hour over 6 years: horizontal ${across.fps.toFixed(0)} fps (p95 ${across.p95.toFixed(0)} ms)`)
  } finally {
    await browser.close()
  }
})
