// Every page there is, in both languages, with a factory's data on it: no barrier of a serious kind, nothing wider than the
// window, no word of the other language, no complaint of the browser. New pages are in as soon as they are declared. A run takes
// a sixth of them in each language, WHOLE=1 all.
import { expect, type Page, test } from '@playwright/test'
import { queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { createSample } from '@qitao/insight/model/sample.calls.ts'
import { sliceOf } from '@qitao/platform/server/testing/slice.ts'
import { allPages, publicPaths } from '@qitao/site/model/pages.ts'
import { type Account, signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { barriers, overflow, wrongLanguage } from '../page-checks.ts'
import { Desk } from '../pages.ts'

/** Desk, small laptop, phone. */
const widths = [1440, 1024, 390] as const
const height = 900

let account: Account
test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(600_000)
  account = await newCompany('Every page', 'Ada')
  const caller = await signIn(baseURL!, account)
  const { output } = await caller.send(createSample, { industry: 'bicycle' })
  await expect
    .poll(async () => (await caller.send(queryJobStatus, { job_id: output.job_id })).output.record.status, {
      timeout: 500_000,
    })
    .toBe(2)
})

for (const language of ['zh', 'en'] as const) {
  test(`every page, in ${language}`, async ({ page }) => {
    test.setTimeout(1_800_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const desk = new Desk(page, language)
    const answered = answeredTo(page)
    const faults: string[] = []
    const look = async (where: string, part?: string) => {
      // Colours and names of parts are those of either language.
      if (language === 'zh') for (const barrier of await barriers(page, part)) faults.push(`${where}: ${barrier}`)
      for (const words of await wrongLanguage(page, language, answered))
        faults.push(`${where}: in the other language: ${words}`)
    }
    const visit = async (path: string) => {
      await page.setViewportSize({ width: widths[0], height })
      await page.goto(path)
      await settled(page)
      await look(path)
      for (const width of widths) {
        await page.setViewportSize({ width, height })
        await laidOut(page)
        const wider = await overflow(page)
        if (wider > 0) faults.push(`${path}: ${wider} px wider than ${width}`)
      }
    }

    if (language === 'en') {
      await page.goto('/login')
      await page.getByRole('button', { name: 'English' }).click()
    }
    const inTurn = <T>(what: string, list: readonly T[]) => sliceOf(`${what} ${language}`, list, 6)
    const open = inTurn(
      'public paths',
      publicPaths.filter(one => one !== '/redirect'),
    )
    const behindSignIn = inTurn('pages', allPages)
    console.log(`in ${language}: ${[...open, ...behindSignIn.map(({ path }) => path)].join(' ')}`)
    for (const path of open) await visit(path)
    await page.setViewportSize({ width: widths[0], height })
    await desk.signIn(account, { chosen: true })
    for (const { path } of behindSignIn) {
      await visit(path)
      await page.setViewportSize({ width: widths[0], height })
      for (const title of opens) {
        const button = desk.main.button(title).first()
        if (!(await button.isVisible()) || !(await button.isEnabled())) continue
        await button.click()
        const layer = page.locator(layers).last()
        const left = page.waitForURL(url => url.pathname !== path, { timeout: 5_000, waitUntil: 'commit' })
        // A button may lead to another page instead, which has its own turn.
        const opened = await Promise.any([layer.waitFor({ timeout: 5_000 }).then(() => layer), left.then(() => page)])
        if (opened === page) {
          await page.goto(path)
          await settled(page)
          continue
        }
        await drawn(page)
        // The page beneath was looked at.
        await look(`${path}, ${title.en}`, layersNow)
        await page.keyboard.press('Escape')
        await layer
          .waitFor({ state: 'hidden', timeout: 5_000 })
          .catch(() => faults.push(`${path}, ${title.en}: Escape does not close it`))
      }
    }
    expect([...faults, ...desk.complaints]).toEqual([])
  })
}

const layers = '[role=dialog]:visible, .ant-popover:visible'
/** As a selector of the browser. */
const layersNow = '[role=dialog], .ant-popover:not(.ant-popover-hidden)'

/** Buttons of a page that open a dialog, a drawer or a panel. */
const opens: readonly Text[] = [text('新建', 'New'), text('导入', 'Import'), text('列设置', 'Columns')]

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  await drawn(page)
}
/** A few frames after the window has another width: what measures itself has measured and is drawn again. */
const laidOut = (page: Page): Promise<void> =>
  page.evaluate<void>(
    '(async () => { for (let frame = 0; frame < 4; frame++) await new Promise(done => requestAnimationFrame(done)) })()',
  )
const drawn = (page: Page): Promise<void> =>
  expect(page.locator('.ant-skeleton, .ant-spin-spinning').first()).toBeHidden()

/** All texts that the server has answered so far, each answer read to its end. */
function answeredTo(page: Page): () => Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  const reading = new Set<Promise<unknown>>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') known.add(value)
    else if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  page.on('response', response => {
    if (!response.headers()['content-type']?.includes('application/json')) return
    const read = response.json().then(collect, () => undefined)
    reading.add(read)
    void read.finally(() => reading.delete(read))
  })
  return async () => {
    await Promise.all(reading)
    return known
  }
}
