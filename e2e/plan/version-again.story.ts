// A version that has ended is no default any more and is made it again; a copy of a version leaves behind what nobody approved.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import {
  addMaterialBom,
  proposeSubstitute,
  releaseMaterialBoms,
  showMaterialBom,
} from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const isDefault = text('默认', 'Default')
for (const language of languagesOf('version-again'))
  test(`a version that has ended is the default again (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Again', 'Rui')
    const { part, proposed } = await fill(baseURL!, account, async company => {
      const [part, proposed] = await someMaterials(company, 2)
      const { material_id, material_bom_id } = await aReleasedProduct(company, {
        components: [{ material_id: part!.id }],
        manufacturing_bom: false,
      })
      const { id } = await company.admin.ok(addMaterialBom, {
        ...{ material_id, version: 'V9' },
        lines: [{ material_id: part!.id, quantity: '1' }],
      })
      await company.admin.ok(releaseMaterialBoms, { ids: [id] })
      const { record } = await company.admin.ok(showMaterialBom, { id })
      const begun = Number(record.valid_from) - 30 * daySeconds
      await company.as(async tx => {
        await sql`update material_bom set valid_from = ${begun} where id = ${id}`.execute(tx)
        await sql`update material_bom set valid_from = ${begun - daySeconds}, expiry_time = ${begun}, is_default = true
          where id = ${material_bom_id}`.execute(tx)
      })
      await company.admin.ok(proposeSubstitute, {
        ...{ bom_id: id, component_id: part!.id, material_id: proposed!.id, ratio: '1' },
      })
      return { part: part!, proposed: proposed! }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.materialBoms)
    await list.showsRow('V9', isDefault)
    await list.showsRow('V1', text('已失效', 'Expired'))
    await expect(list.row('V1').root).not.toContainText(desk.say(isDefault))
    await list.row('V1').press(text('更多操作', 'More actions'))
    await page.getByRole('menuitem', { name: desk.say(text('设为默认', 'Make default')) }).click()
    await list.showsRow('V1', isDefault)
    await expect(list.row('V9').root).not.toContainText(desk.say(isDefault))

    await list.row('V9').press(text('更多操作', 'More actions'))
    await page.getByRole('menuitem', { name: desk.say(text('复制为新版本', 'Copy to a new version')) }).click()
    await expect(page.getByText(part.code).first()).toBeVisible()
    await expect(page.getByText(desk.say(text('新版本', 'New version')))).toBeVisible()
    await expect(page.getByText(proposed.code)).toHaveCount(0)
  })
