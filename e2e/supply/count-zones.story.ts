// A count of one zone with a photo of what was found; then when each bin was counted last, and what it was.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
for (const language of languagesOf('count-zones'))
  test(`a zone is counted, with a photo, and its history is read (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Zones', 'Qu')
    const of = await fill(baseURL!, account, company =>
      company.as(async tx => {
        const warehouse_id = await aWarehouse(tx)
        const [one, two] = [await aLocation(tx, { warehouse_id }), await aLocation(tx, { warehouse_id })]
        await sql`update location set area = case when id = ${one} then 'Shelf A' else 'Shelf B' end where id in (${one}, ${two})`.execute(
          tx,
        )
        for (const location_id of [one, two])
          await putIn(tx, { material_id: await aMaterial(tx, { precision: 0 }), location_id, quantity: '10' })
        const found = await rows(
          tx,
          sql<{
            warehouse: string
            bin: string
            material: string
          }>`select w.code as warehouse, l.code as bin, m.code as material
            from inventory i join location l on l.id = i.location_id join warehouse w on w.id = l.warehouse_id join material m on m.id = i.material_id
            where l.warehouse_id = ${warehouse_id} order by l.area`,
        )
        return found
      }),
    )
    const [a, b] = of as [(typeof of)[number], (typeof of)[number]]
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.stockCounts)
    await list.press(text('新建盘点单', 'New stock count'))
    await desk.at(pages.editStockCount)
    await list.pick(text('仓库', 'Warehouse'), a.warehouse)
    await page.getByRole('combobox', { name: desk.say(text('库区', 'Zones')) }).click()
    await page.getByTitle(/^Shelf A/).click()
    await page.keyboard.press('Escape')
    await list.press(text('保存', 'Save'))
    await desk.at(pages.stockCounts)
    await list.row(text('待盘点', 'Draft')).press(text('开始盘点', 'Start'))
    await list.showsRow(text('盘点中', 'Counting'), '0 / 1', 'Shelf A')
    await list.row(text('盘点中', 'Counting')).pressBeginning('PD')
    await desk.at(pages.editStockCount)
    await list.showsRow(a.material, text('未盘', 'Not counted'))
    await page.keyboard.type(a.material)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(desk.say(text('盘点数量', 'Counted')), { exact: true })).toBeFocused()
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
    await list.showsRow(a.material, text('有差异', 'Different'), '9', '-1')
    await list.row(a.material).press('0')
    const photos = desk.dialog(text(`照片：${a.bin} ${a.material}`, `Photos: ${a.bin} ${a.material}`))
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'bin.png', mimeType: 'image/png', buffer: png })
    await photos.shows('bin.png')
    await page.keyboard.press('Escape')
    await list.press(text('确认盘点', 'Confirm'))
    await desk.agree()
    await list.shows(text('已盘点', 'Done'))

    await desk.open(pages.stockCounts)
    await list.openTab(text('按库位', 'By bin'))
    await list.showsRow(a.bin, 'Shelf A', '0%')
    await list.showsRow(b.bin, 'Shelf B', '–')
    await list.row(a.bin).press(a.bin)
    const history = desk.dialog(text(`${a.bin} 的盘点记录`, `Counts of ${a.bin}`))
    await history.shows(a.material)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await list.openTab(text('盘点记录', 'Counted lines'))
    await list.showsRow(a.bin, a.material, '-1')
  })
