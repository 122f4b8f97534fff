// A storekeeper counts with a scanner that types, on a phone: far more than a hundred labels a minute, without a pause and
// wherever the focus is. Each counts once, none is joined to the one before.
import { expect, type Page, test } from '@playwright/test'
import { type Language, text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { countCalls } from '@qitao/warehouse/model/count/count.calls.ts'
import { countStatus } from '@qitao/warehouse/model/count/count.status.ts'
import { sql } from 'kysely'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const materials = 4
const labels = 100
const phone = { width: 390, height: 844 }

/** A count of some materials in one bin has begun, and stands open on a phone, each scan a piece. */
async function onPhone(page: Page, baseURL: string, language: Language) {
  const account = await newCompany('Scan', 'Sao')
  const of = await fill(baseURL, account, company =>
    company.as(async tx => {
      const warehouse_id = await aWarehouse(tx)
      const location_id = await aLocation(tx, { warehouse_id })
      for (let n = 0; n < materials; n++) {
        const material_id = await aMaterial(tx, { precision: 0 })
        await putIn(tx, { material_id, location_id, quantity: '1' })
      }
      return rows(
        tx,
        sql<{
          bin: string
          code: string
          warehouse_id: string
        }>`select l.code as bin, m.code, l.warehouse_id from inventory i
          join material m on m.org_id = i.org_id and m.id = i.material_id join location l on l.org_id = i.org_id and l.id = i.location_id
          order by m.code`,
      )
    }),
  )
  const desk = new Desk(page, language)
  await desk.arrive(account)
  const caller = await signIn(baseURL, account)
  const { output: made } = await caller.send(countCalls.add, { warehouse_id: of[0]!.warehouse_id, blind: false })
  const { id } = made
  await caller.send(countCalls.start, { id })
  await page.setViewportSize(phone)
  await page.goto(`${pages.editStockCount.path}?id=${id}`)
  const scan = page.getByLabel(desk.say(text('扫描', 'Scan')), { exact: true })
  await expect(scan).toBeFocused()
  await page.getByText(desk.say(text('逐件扫码', 'Each scan is one piece'))).click()
  const type = async (labels: readonly string[]) => {
    for (const label of labels) {
      await page.keyboard.type(label)
      await page.keyboard.press('Enter')
    }
  }
  const card = page.getByRole('region', { name: desk.say(text('盘点', 'Count')), exact: true })
  return {
    ...{ desk, of, scan, type, card },
    counted: card.getByLabel(desk.say(text('盘点数量', 'Counted')), { exact: true }),
    save: card.getByRole('button', { name: desk.say(text('保存，下一个', 'Save, next')) }),
    status: async () => (await caller.send(countCalls.detail, { id })).output.record.status,
    figures: async () => {
      const { output: sheet } = await caller.send(countCalls.lines, { count_id: id, page_size: 50 })
      return new Map(sheet.result.map(line => [line.material_code, Number(line.counted_quantity)]))
    },
  }
}

for (const language of languagesOf('scan-fast')) {
  test(`a hundred labels without a pause are each counted once (${language})`, async ({ page, baseURL }) => {
    const { of, scan, type, card, counted, save, figures } = await onPhone(page, baseURL!, language)
    const codes = Array.from({ length: labels }, (_, n) => of[Math.floor(n / 3) % materials]!.code)
    const began = Date.now()
    await type([of[0]!.bin, ...codes])
    const perMinute = (labels * 60_000) / (Date.now() - began)
    expect(perMinute).toBeGreaterThan(100)
    // The last line is still open: its figure is kept by hand. Another one passes through the same figure before it.
    const last = codes.filter(code => code === codes.at(-1)).length
    await expect(card).toContainText(codes.at(-1)!, { timeout: 60_000 })
    await expect(counted).toHaveValue(String(last), { timeout: 60_000 })
    await save.click()
    await expect(scan).toBeFocused()
    expect(await figures()).toEqual(
      new Map(of.map(({ code }) => [code, codes.filter(one => one === code).length] as const)),
    )
    // The place stays in sight, and nothing is wider than the phone.
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
  })
}

test('what is scanned and pressed while a figure is being kept takes its turn', async ({ page, baseURL }) => {
  const { of, scan, type, card, counted, save, figures } = await onPhone(page, baseURL!, 'zh')
  const [first, second] = of.map(({ code }) => code) as [string, string]
  await type([of[0]!.bin, first, first])
  await expect(counted).toHaveValue('2')
  // A slow network: what the first save brings comes after what is done meanwhile.
  await page.route(`**${countCalls.enter.path}`, async route => {
    await new Promise(done => setTimeout(done, 1500))
    await route.continue()
  })
  // One more piece while the press is kept: it is a piece of the line that is up.
  await save.click()
  await scan.focus()
  await type([first])
  await expect(counted).toHaveValue('3')
  // A press while a label keeps the figure: the label has gone on, and the field for labels has the focus again.
  await scan.focus()
  await type([second])
  await save.click({ force: true })
  await expect(card).toContainText(second)
  await expect(scan).toBeFocused()
  await save.click()
  await expect(card).toBeHidden()
  await expect(scan).toBeFocused()
  const kept = await figures()
  expect([kept.get(first), kept.get(second)]).toEqual([3, 1])
})

test('a count is confirmed with the figure on the screen, or not at all', async ({ page, baseURL }) => {
  const { desk, of, type, card, counted, figures, status } = await onPhone(page, baseURL!, 'zh')
  const { code } = of[0]!
  await type([of[0]!.bin, ...of.slice(1).map(one => one.code), code, code])
  await expect(card).toContainText(code)
  await expect(counted).toHaveValue('2')
  await counted.fill('7')
  // It cannot be kept: nothing is confirmed, and the figure stays.
  await page.route(`**${countCalls.enter.path}`, route => route.abort('connectionreset'), { times: 1 })
  const confirm = async () => {
    await page.getByRole('button', { name: '确认盘点' }).click()
    await desk.agree()
  }
  await confirm()
  await desk.told(text('没有收到服务器的答复', 'No answer came from the server'))
  expect(await status()).toBe(countStatus.codes.counting)
  await expect(counted).toHaveValue('7')
  await confirm()
  await expect(page.getByText('已盘点', { exact: true })).toBeVisible()
  await expect(card).toBeHidden()
  expect((await figures()).get(code)).toBe(7)
})
