// A routing gets another version from a day on: released, it ends the one before, and both are looked at side by side.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { addRouting, releaseRoutings, showRouting } from '@qitao/engineering/model/routing/routing.calls.ts'
import { aMo } from '@qitao/manufacturing/testing/factories.ts'
import { aProcess } from '@qitao/masterdata/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('routing-versions'))
  test(`a routing gets a version from a day on (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Versions', 'Rui')
    const code = await fill(baseURL!, account, async company => {
      const made = await aMo(company, { manufacturing_bom: false })
      const { record, lines } = await company.admin.ok(showRouting, { id: made.routing_id })
      const paint = await aProcess(company, { code: 'PAINT', name: 'Painting' })
      const steps = lines.map(({ sequence, process_id }) => ({ sequence, process_id }))
      const { code, name, material_id } = record
      const valid_from = Math.floor(Date.now() / 1000) + 30 * daySeconds
      await company.admin.ok(addRouting, {
        ...{ code, name, material_id, version: 'V2', valid_from },
        lines: [...steps, { sequence: 30, process_id: paint.id, wait_seconds: 600 }],
      })
      const open = await company.admin.ok(addRouting, { code: 'ANY', name: 'Any', lines: steps })
      await company.admin.ok(releaseRoutings, { ids: [open.id] })
      return code
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.routings)
    await list.showsRow('Painting', text('草稿', 'Draft'))
    await list.row('Painting').press(text('发布', 'Release'))
    await desk.confirm(text('发布工艺路线？', 'Release?'), text('确定', 'OK'))
    await list.showsRow('Painting', text('已发布', 'Released'))
    await list.showsRow('Painting', text('默认', 'Default'))
    await list.row('Painting').press(text('更多操作', 'More actions'))
    await page.getByRole('menuitem', { name: desk.say(text('对比版本', 'Compare versions')) }).click()
    const dialog = desk.dialog(text('对比版本', 'Compare versions'))
    await dialog.shows('Painting', text('1 处不同', '1 difference'), text('新增', 'Added'))
    await dialog.escape()
    await list.row('Painting').press(code)
    await expect(page.getByRole('dialog').getByRole('button', { name: desk.say(text('保存', 'Save')) })).toBeDisabled()
  })
