// Substitutes of a draft have days with heads, a component is not offered as its own, and the comparison of versions shows their days.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { addMaterialBom } from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const substitutes = text('替代料', 'Substitutes')
for (const language of languagesOf('bom-substitutes'))
  test(`substitutes with their days (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Substitutes', 'Sui')
    const until = inDays(40)
    const { part, other, third, bom_id } = await fill(baseURL!, account, async company => {
      const [part, other, third] = await someMaterials(company, 3)
      const { material_id } = await aReleasedProduct(company, { components: [{ material_id: part!.id }] })
      const { id } = await company.admin.ok(addMaterialBom, {
        ...{ material_id, version: 'V2' },
        lines: [
          {
            ...{ material_id: part!.id, quantity: '1' },
            substitutes: [{ material_id: other!.id, ratio: '2', expiry_time: until }],
          },
        ],
      })
      return { part: part!, other: other!, third: third!, bom_id: id }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)

    const list = await desk.open(pages.materialBoms)
    await list.row('V2').press(text('更多操作', 'More actions'))
    await page.getByRole('menuitem', { name: desk.say(text('对比版本', 'Compare versions')) }).click()
    const day = dayOf(until, 'Asia/Shanghai')
    const compared = desk.dialog(text('对比版本', 'Compare versions'))
    await compared.shows(`${other.code} ×2 ${desk.say(text(`${day}前有效`, `valid before ${day}`))}`)
    await compared.shows(text('1 处不同', '1 difference'))
    await compared.escape()

    await page.goto(`${pages.editMaterialBom.path}?id=${bom_id}`)
    await page.getByRole('button', { name: other.code, exact: true }).click()
    const dialog = desk.dialog(substitutes)
    for (const head of [text('生效日期', 'Valid from'), text('失效日期', 'Valid before')])
      await expect(dialog.root.getByRole('columnheader', { name: desk.say(head), exact: true })).toBeVisible()
    const add = dialog.root.getByRole('combobox', { name: desk.say(text('添加替代料', 'Add a substitute')) })
    const offered = page.locator('.ant-select-item-option:visible')
    await add.fill(part.code)
    await expect(page.locator('.ant-select-item-empty:visible')).toBeVisible()
    await expect(offered.filter({ hasText: part.code })).toHaveCount(0)
    await dialog.pick(text('添加替代料', 'Add a substitute'), third.code)
    await dialog.showsRow(third.code)
    await dialog.finish(text('确定', 'OK'))
    await page.getByRole('button', { name: `${other.code}, ${third.code}`, exact: true }).click()
    await dialog.showsRow(third.code)
  })
