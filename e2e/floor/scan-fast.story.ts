// A storekeeper counts with a scanner that types, on a phone: far more than a hundred labels a minute, without a pause and
// wherever the focus is. Each counts once, none is joined to the one before.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { countCalls } from '@qitao/warehouse/model/count/count.calls.ts'
import { sql } from 'kysely'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

const materials = 4
const labels = 100
const phone = { width: 390, height: 844 }

for (const language of ['zh', 'en'] as const) {
  test(`a hundred labels without a pause are each counted once (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Scan', 'Sao')
    const of = await fill(baseURL!, account, company =>
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
    const caller = await signIn(baseURL!, account)
    const { output: made } = await caller.send(countCalls.add, { warehouse_id: of[0]!.warehouse_id, blind: false })
    const { id } = made
    await caller.send(countCalls.start, { id })
    await page.setViewportSize(phone)
    await page.goto(`${pages.editStockCount.path}?id=${id}`)
    const scan = page.getByLabel(desk.say(text('扫描', 'Scan')), { exact: true })
    await expect(scan).toBeFocused()
    await page.getByText(desk.say(text('逐件扫码', 'Each scan is one piece'))).click()

    const codes = Array.from({ length: labels }, (_, n) => of[Math.floor(n / 3) % materials]!.code)
    const began = Date.now()
    for (const label of [of[0]!.bin, ...codes]) {
      await page.keyboard.type(label)
      await page.keyboard.press('Enter')
    }
    const perMinute = (labels * 60_000) / (Date.now() - began)
    expect(perMinute).toBeGreaterThan(100)
    // The last line is still open: its figure is kept by hand.
    const last = codes.filter(code => code === codes.at(-1)).length
    const counted = page.getByLabel(desk.say(text('盘点数量', 'Counted')), { exact: true })
    await expect(counted).toHaveValue(String(last), { timeout: 60_000 })
    await page.getByRole('button', { name: desk.say(text('保存，下一个', 'Save, next')) }).click()
    await expect(scan).toBeFocused()
    const { output: sheet } = await caller.send(countCalls.lines, { count_id: id, page_size: 50 })
    expect(sheet.result.map(line => [line.material_code, Number(line.counted_quantity)]).sort()).toEqual(
      of.map(({ code }) => [code, codes.filter(one => one === code).length]).sort(),
    )
    // The place stays in sight, and nothing is wider than the phone.
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
  })
}
