// A storekeeper counts where there is no connection: by scans, with the page closed meanwhile; each figure is written down once and set
// against the books of the moment when it was counted.
import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { countCalls } from '@qitao/warehouse/model/count/count.calls.ts'
import { sql } from 'kysely'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers } from '../page-checks.ts'
import { Hand } from './handheld.ts'

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

for (const language of languagesOf('offline-count')) {
  test(`counted without a connection, each figure once (${language})`, async ({ page, context, baseURL }) => {
    const account = await newCompany('Offline count', 'Sao')
    const of = await fill(baseURL!, account, company =>
      company.as(async tx => {
        const warehouse_id = await aWarehouse(tx)
        const location_id = await aLocation(tx, { warehouse_id })
        for (let n = 0; n < 2; n++)
          await putIn(tx, { material_id: await aMaterial(tx, { precision: 0 }), location_id, quantity: '10' })
        return rows(
          tx,
          sql<{ bin: string; code: string; material_id: string; location_id: string; warehouse_id: string }>`
            select l.code as bin, m.code, i.material_id, i.location_id, l.warehouse_id from inventory i
              join material m on m.org_id = i.org_id and m.id = i.material_id
              join location l on l.org_id = i.org_id and l.id = i.location_id order by m.code`,
        )
      }),
    )
    const [first, second] = of as [(typeof of)[number], (typeof of)[number]]
    const caller = await signIn(baseURL!, account)
    const { id } = (await caller.send(countCalls.add, { warehouse_id: first.warehouse_id, blind: false })).output
    await caller.send(countCalls.start, { id })
    const figures = async () => {
      const { output } = await caller.send(countCalls.lines, { count_id: id, page_size: 50 })
      return output.result.map(line => [line.material_code, Number(line.counted_quantity), Number(line.difference)])
    }
    let hand = new Hand(page, language)
    await hand.open()
    await hand.signIn(account)
    const toCounts = () => hand.button(text('盘点', 'Counts')).click()
    await toCounts()
    await expect(hand.page.getByText(hand.say(text('已盘 0/2', '0/2 counted')))).toBeVisible()
    await hand.isKept()
    await context.setOffline(true)
    await hand.scan(first.bin)
    for (let n = 0; n < 3; n++) await hand.scan(first.code)
    // The next label keeps the figure of the one before.
    await hand.scan(second.code)
    await hand.waits(1)
    const card = hand.page.getByRole('region')
    await expect(card).toContainText(second.code)
    // The figure was of a label: the first key begins another.
    for (const digit of '12') await card.getByRole('button', { name: digit, exact: true }).click()
    await hand.button(text('保存，下一个', 'Save, next')).click()
    await hand.waits(2)
    await hand.scan('NOTHING-1')
    await expect(hand.page.getByRole('alert')).toContainText('NOTHING-1')
    expect(await barriers(hand.page)).toEqual([])
    await hand.page.close()

    // While the device is away five more are put in: they are not missing from what was counted before.
    await setTimeout(1_100)
    await fill(baseURL!, account, company =>
      company.as(tx => putIn(tx, { material_id: first.material_id, location_id: first.location_id, quantity: '5' })),
    )
    hand = new Hand(await context.newPage(), language)
    await hand.open()
    await hand.waits(2)
    await hand.losing(countCalls.enter, 'after')
    await context.setOffline(false)
    await hand.waits(0)
    expect(await figures()).toEqual([
      [first.code, 3, -7],
      [second.code, 12, 2],
    ])
    await toCounts()
    await expect(hand.page.getByText(hand.say(text('已盘 2/2', '2/2 counted')))).toBeVisible()
  })

  test(`photos of a line stay with it until its figure is there, and no more than it can have (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Photos of a count', 'Pai')
    const [first, second] = await fill(baseURL!, account, company =>
      company.as(async tx => {
        const warehouse_id = await aWarehouse(tx)
        const location_id = await aLocation(tx, { warehouse_id })
        for (let n = 0; n < 2; n++)
          await putIn(tx, { material_id: await aMaterial(tx, { precision: 0 }), location_id, quantity: '10' })
        return rows(
          tx,
          sql<{
            bin: string
            code: string
            warehouse_id: string
          }>`select l.code as bin, m.code, l.warehouse_id from inventory i
            join material m on m.org_id = i.org_id and m.id = i.material_id
            join location l on l.org_id = i.org_id and l.id = i.location_id order by m.code`,
        )
      }),
    )
    const caller = await signIn(baseURL!, account)
    const { id } = (await caller.send(countCalls.add, { warehouse_id: first!.warehouse_id, blind: false })).output
    await caller.send(countCalls.start, { id })
    const hand = new Hand(page, language)
    await hand.open()
    await hand.signIn(account)
    await hand.button(text('盘点', 'Counts')).click()
    const card = page.getByRole('region')
    const listed = (code: string) => page.getByRole('list').getByRole('button', { name: code })
    await listed(first!.code).click()
    const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') })
    await card.locator('input[type=file]').setInputFiles([photo('a.png'), photo('b.png')])
    await hand.scan(second!.code)
    await expect(page.getByRole('alert')).toContainText(hand.say(text('请先填写数量', 'enter the figure first')))
    await expect(card).toContainText(first!.code)
    await expect(card.getByRole('button', { name: 'b.png' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await card.getByRole('button', { name: '7', exact: true }).click()
    await hand.scan(second!.code)
    await expect(card).toContainText(second!.code)
    await hand.waits(0)
    const { result } = (await caller.send(countCalls.lines, { count_id: id, page_size: 50 })).output
    expect(result.map(({ photo_count }) => photo_count)).toEqual([2, 0])
    // Loaded anew it takes three more.
    await page.reload()
    await hand.button(text('盘点', 'Counts')).click()
    await hand.scan(first!.bin)
    await expect(async () => {
      await hand.scan(first!.code)
      await expect(card.getByText(hand.say(text('最多3张', '3 at most')))).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })
}
