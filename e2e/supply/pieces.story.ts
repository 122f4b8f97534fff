// Pieces with numbers: what the floor has told of finished goods stands in the dialog that puts them in, and a component is picked by its numbers.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addProductSerials } from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('pieces'))
  test(`finished pieces are put in as the floor told them, and components are picked by number (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Pieces', 'Bao')
    const { no, bin } = await fill(baseURL!, account, async company => {
      const {
        id: mo_id,
        material_id,
        component_ids,
        task_ids,
      } = await onTheFloor(company, {
        ...{ quantity: '4', stock: '20' },
      })
      const [component] = component_ids as [string]
      await company.admin.ok(addProductSerials, { material_id, mo_id, count: 4, prefix: 'P' })
      await company.admin.ok(addReport, { task_id: task_ids[0]!, finished_quantity: '2' })
      await company.admin.ok(addReport, {
        ...{ task_id: task_ids[1]!, finished_quantity: '2' },
        made: { lot_number: 'L1', serial_numbers: ['P0001', 'P0002'] },
      })
      await company.admin.ok(addProductSerials, { material_id: component, count: 2, serial_nos: ['C1', 'C2'] })
      return company.as(async tx => {
        await sql`update material set serial_policy = ${serialPolicy.codes.required} where id = ${component}`.execute(
          tx,
        )
        const location_id = await aLocation(tx)
        const [found] = await rows(
          tx,
          sql<{
            no: string
            bin: string
          }>`select m.no, l.code as bin from mo m, location l where m.id = ${mo_id} and l.id = ${location_id}`,
        )
        return found!
      })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const inbound = await desk.open(pages.inbound)
    await inbound.openTab(text('待完工入库', 'Finished goods'))
    await inbound.row(no).press(text('入库', 'Put in'))
    const put = desk.dialog(text(`完工入库 ${no}`, `Put in ${no}`))
    const field = (title: ReturnType<typeof text>) => put.root.getByLabel(desk.say(title), { exact: true })
    await expect(field(text('批号', 'Lot number'))).toHaveValue('L1')
    await expect(field(text('序列号', 'Serial numbers'))).toHaveValue('P0001 P0002')
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/mend5/put-${language}.png` })
    await put.pick(text('库位', 'Bin'), bin)
    await put.finish(text('确认入库', 'Put in'))

    const outbound = await desk.open(pages.outbound)
    await outbound.openTab(text('待领料', 'To pick'))
    await outbound.row(no).press(text('领料', 'Pick'))
    const pick = desk.dialog(text(`领料 ${no}`, `Pick for ${no}`))
    for (const row of [1, 2]) await pick.type(row, text('本次数量', 'Now'), '1')
    if (process.env.SHOTS)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.screenshot({ path: `/tmp/mend5/pick-${language}-${width}.png` })
      }
    await page.setViewportSize({ width: 1440, height: 900 })
    await pick.press(text('确认领料', 'Pick'))
    await desk.told(text('请逐件扫描', 'scan each piece'))
    await pick.type(1, text('序列号', 'Serial numbers'), 'C1')
    expect(desk.complaints).toEqual([])
  })
