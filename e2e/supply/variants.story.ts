// A T-shirt in sizes and colours: each with each stands in a matrix with its code, the chosen ones are made at once, and those that are there are told.
import { expect, test } from '@playwright/test'
import { queryCustomFieldList, setCustomFieldList } from '@qitao/access/model/record/custom-field.calls.ts'
import { text } from '@qitao/core/text.ts'
import { makeVariants } from '@qitao/masterdata/model/material/variant.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk, Part } from '../pages.ts'

for (const language of languagesOf('variants'))
  test(`variants of a material are made from a matrix (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Shirts', 'Tess')
    await fill(baseURL!, account, async company => {
      const material_id = await company.as(async tx => {
        const id = await aMaterial(tx, { precision: 0 })
        await sql`update material set code = 'TEE', name = 'T-shirt', kind = 2`.execute(tx)
        return id
      })
      const select = (field_name: string, options: string[]) => ({ field_name, field_type: 'select' as const, options })
      await company.admin.ok(setCustomFieldList, {
        module_code: 'material',
        custom_fields: [select('Size', ['S', 'M', 'L']), select('Colour', ['红', '蓝'])],
      })
      const { result } = await company.admin.ok(queryCustomFieldList, { module_code: 'material' })
      const [size, colour] = result.map(({ field_key }) => field_key)
      const one = (value: string, sign: string) => [{ value, sign }]
      await company.admin.ok(makeVariants, {
        ...{ material_id, codes: ['TEE-M-X'] },
        attributes: [
          { field_key: size!, values: one('M', 'M') },
          { field_key: colour!, values: one('红', 'X') },
        ],
      })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.materials)
    const variants = text('生成变型', 'Variants')
    // The newest stands first.
    await new Part(desk, list.row('TEE').root.last()).press(text('更多操作', 'More actions'))
    await page.getByRole('menuitem', { name: desk.say(variants) }).click()
    const dialog = page.getByRole('dialog')
    const blue = dialog.getByRole('textbox', { name: desk.say(text('蓝 的代号', 'Sign of 蓝')) })
    const red = dialog.getByRole('textbox', { name: desk.say(text('红 的代号', 'Sign of 红')) })
    await blue.fill('R')
    await red.fill('R')
    await red.blur()
    await expect(dialog).toContainText(desk.say(text('编码 TEE-S-R 重复', 'TEE-S-R stands twice')))
    await blue.fill('B')
    await blue.blur()
    await expect(dialog).toContainText('TEE-M-X')
    const sizes = text('Size 的值', 'Values of Size')
    await dialog.getByRole('combobox', { name: desk.say(sizes) }).click()
    for (const size of ['S', 'L']) await page.locator(`.ant-select-item-option:visible[title="${size}"]`).click()
    await page.keyboard.press('Escape')
    await expect(dialog).not.toContainText('TEE-M-X')
    await dialog.getByRole('checkbox', { name: 'TEE-S-R' }).check()
    // A look at a sign changes nothing that is chosen.
    await blue.focus()
    await blue.blur()
    await dialog.getByRole('checkbox', { name: 'TEE-L-B' }).check()
    await dialog.getByRole('button', { name: desk.say(text('生成所选', 'Make the chosen')) }).click()
    await desk.told(text('已生成 2 个变型', '2 variants made'))
    await list.showsRow('TEE-S-R', 'T-shirt')
    await list.showsRow('TEE-L-B', 'T-shirt')
    expect(desk.complaints).toEqual([])
  })
