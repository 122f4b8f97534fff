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
import { add, Desk, save } from '../pages.ts'

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

// A routing that was saved is a draft: whoever saves it is asked whether it takes effect; a place that is taken names its row.
for (const language of languagesOf('routing-draft'))
  test(`a new routing is released when it is saved (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Drafts', 'Rui')
    await fill(baseURL!, account, async company => {
      await aProcess(company, { code: 'CUT', name: 'Cutting' })
      await aProcess(company, { code: 'WELD', name: 'Welding' })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    await desk.dialog(text('欢迎使用齐套', 'Welcome to Qitao')).finish(text('从空白开始', 'Start empty'))
    const list = await desk.open(pages.routings)
    await list.press(add)
    const form = desk.dialog(text('新建工艺路线', 'New routing'))
    await form.fillAll([
      [text('工艺路线编号', 'Routing code'), 'R-1'],
      [text('工艺路线名称', 'Routing name'), 'Frame'],
    ])
    for (const [index, process] of ['CUT', 'WELD'].entries()) {
      await form.press(text('添加一行', 'Add a row'))
      await form.take(index + 1, text('工序', 'Process'), process)
    }
    await form.type(2, text('顺序', 'Sequence'), '10')
    await form.press(save)
    const repeated = desk.say(text('与第1行重复；并行工序请在制造BOM中设置', 'Row 1 has it already'))
    await expect(form.root.getByRole('img', { name: repeated })).toBeVisible()
    await form.type(2, text('顺序', 'Sequence'), '20')
    await form.press(save)
    await desk.confirm(
      text('工艺路线已保存为草稿，尚未生效', 'Routing saved as a draft, which has no effect yet'),
      text('立即发布', 'Release now'),
    )
    await list.showsRow('R-1', text('已发布', 'Released'))
  })
