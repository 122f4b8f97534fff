// The pictures of the guides, taken of a sample factory in both languages: WebP of 800 by 500, at most 40 KB each. No part of the
// stories: `npm run guide-pictures` takes them all anew.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { createSample } from '@qitao/insight/model/sample.calls.ts'
import { guidePicture } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type Account, signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'apps/web/public')
const window = { width: 1280, height: 800 }
const scale = 800 / window.width
const fewWords = 20
const mostBytes = 40_000
const qualities = [70, 55, 40, 25]

/** Pages whose guides say that they have a picture. */
const pictured = globSync('areas/*/web/*.guide.ts', { cwd: root })
  .flatMap(path => [...readFileSync(join(root, path), 'utf8').matchAll(/page: pages\.(\w+),\s+picture: true/g)])
  .map(([, name]) => pages[name as keyof typeof pages])

let account: Account
test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(900_000)
  account = await newCompany('Guide', 'Ada')
  const caller = await signIn(baseURL!, account)
  const { output } = await caller.send(createSample, { industry: 'bicycle' })
  await expect
    .poll(async () => (await caller.send(queryJobStatus, { job_id: output.job_id })).output.record.status, {
      timeout: 800_000,
    })
    .toBe(2)
})

for (const language of ['zh', 'en'] as const)
  test(`the pictures of the guides, in ${language}`, async ({ page }) => {
    test.setTimeout(1_800_000)
    await page.setViewportSize(window)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await new Desk(page, language).arrive(account)
    expect(pictured.length).toBeGreaterThan(0)
    for (const { path } of pictured) {
      await page.goto(path)
      // A page that is not there yet has neither a skeleton nor words.
      const main = page.getByRole('main')
      await expect
        .poll(async () => ((await main.textContent()) ?? '').length, { timeout: 60_000 })
        .toBeGreaterThan(fewWords)
      await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
      await expect(page.locator('.ant-skeleton, .ant-spin-spinning').first()).toBeHidden({ timeout: 60_000 })
      const file = join(folder, guidePicture(path, language))
      mkdirSync(join(file, '..'), { recursive: true })
      rmSync(file, { force: true })
      writeFileSync(file, await pictureOf(page))
    }
  })

/** The best that is small enough. */
async function pictureOf(page: Page): Promise<Buffer> {
  const browser = await page.context().newCDPSession(page)
  const clip = { x: 0, y: 0, ...window, scale }
  let taken = Buffer.alloc(0)
  for (const quality of qualities) {
    const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality, clip })
    taken = Buffer.from(data, 'base64')
    if (taken.length <= mostBytes) break
  }
  await browser.detach()
  expect(taken.length).toBeLessThanOrEqual(mostBytes)
  return taken
}
