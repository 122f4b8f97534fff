// Materials come in from an Excel file: first one with mistakes, whose error file is corrected, then all of it.
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addMaterial, listMaterials } from '@qitao/masterdata/model/material/material.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { readSheet } from '@qitao/platform/server/excel/read-sheet.ts'
import { type Cell, writeWorkbook } from '@qitao/platform/server/excel/write-workbook.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const importing = text('导入', 'Import')
const importMaterials = text('导入物料', 'Import Material')
const mistakes = text('2行中有2处错误，没有导入任何数据', '2 mistakes in 2 rows; nothing was imported')
const errorFile = text('下载错误文件', 'Download the error file')
const again = text('重新选择文件', 'Choose a file again')
const right = text(
  '检查通过，共2行：将新增2，修改0，未变0',
  'All 2 rows are right: 2 to add, 0 to change, 0 as they are',
)
const confirm = text('确认导入', 'Import')
const done = text('导入完成：新增2，修改0，未变0', 'Imported: 2 added, 0 changed, 0 as they were')
const kind = text('原材料', 'Raw')

for (const language of languagesOf('import')) {
  test(`in ${language}: a file with mistakes is corrected in its error file, and imported`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany(`Import ${language}`, 'Ada')
    const caller = await signIn(baseURL!, account)
    const { output: unit } = await caller.send(addUnit, { name: 'pcs', precision: 0 })
    // A company without any material is offered sample data first.
    await caller.send(addMaterial, { code: 'A-0', name: 'Frame', kind: 2, unit_id: unit.id })
    const codes = async () =>
      (await caller.send(listMaterials, { order_by: 'code' })).output.result.map(one => one.code)
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.materials)
    await list.press(importing)
    const dialog = desk.dialog(importMaterials)

    const heads = ['code', 'name', 'kind', 'unit'].map((_, column) => titles[column]![language])
    const send = async (rows: readonly (readonly string[])[]) => {
      const content = await writeWorkbook([
        { name: 'x', columns: [], rows: rows.map(row => row.map((one): Cell => one)) },
      ])
      await dialog.root
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.xlsx', mimeType: 'application/zip', buffer: content })
    }
    await send([heads, ['M-1', 'Wheel', desk.say(kind), 'dozen'], ['M-2', '', desk.say(kind), 'pcs']])
    await expect(dialog.root.getByText(desk.say(mistakes))).toBeVisible()
    await expect(dialog.root.getByText(/dozen/)).toBeVisible()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.root.getByRole('button', { name: desk.say(errorFile) }).click(),
    ])
    const { rows } = await readSheet(await readFile(await saved.path()), 10)
    const given = rows.map(({ cells }) => {
      const line: string[] = ['', '', '', '', '']
      for (const { column, value } of cells) line[column] = value
      return line
    })
    expect(given[1]?.[4]).toContain('dozen')
    given[1]![3] = 'pcs'
    given[2]![1] = 'Saddle'
    expect(await codes()).toEqual(['A-0'])

    await dialog.press(again)
    await send(given)
    await expect(dialog.root.getByText(desk.say(right))).toBeVisible()
    expect(await codes()).toEqual(['A-0'])
    await dialog.press(confirm)
    await expect(dialog.root.getByText(desk.say(done))).toBeVisible()
    expect(await codes()).toEqual(['A-0', 'M-1', 'M-2'])
    await dialog.press(text('关闭', 'Close'))
    await expect(list.root.getByText('Saddle')).toBeVisible()
    expect(desk.complaints).toEqual([])
  })
}
const titles = [
  text('物料编码', 'Material code'),
  text('物料名称', 'Material name'),
  text('物料属性', 'Kind'),
  text('单位', 'Unit'),
]
