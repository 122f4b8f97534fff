// A material is replaced in the BoMs from a day on: work orders that begin before it use the old one, later ones the new one.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { queryBomReplacement } from '@qitao/engineering/model/bom/bom-replacement.calls.ts'
import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { createMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('bom-replacement'))
  test(`a material is replaced from a day on, and the work orders follow their day (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Replace', 'Rui')
    const { old, other, material_id } = await fill(baseURL!, account, async company => {
      const [old, other] = await someMaterials(company, 2)
      const { material_id } = await aReleasedProduct(company, { components: [{ material_id: old!.id, quantity: '2' }] })
      return { old: old!, other: other!, material_id }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.materialBoms)
    await list.press(text('批量替换物料', 'Replace a material'))
    const dialog = desk.dialog(text('批量替换物料', 'Replace a material'))
    await dialog.pick(text('原物料', 'Old material'), old.code)
    await dialog.pick(text('新物料', 'New material'), other.code)
    await dialog.day(text('生效日期（空：立即）', 'From the day (empty: at once)'), dayOf(inDays(10), 'Asia/Shanghai'))
    await dialog.showsRow('V1', '2')

    // Until what is asked now is answered, nothing can be done with the rows of before.
    let answer = () => {}
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route(
      `**${queryBomReplacement.path}`,
      async route => {
        const response = await route.fetch()
        const { data, ...rest } = await response.json()
        await held
        await route.fulfill({ response, json: { ...rest, data: { ...data, total: 502 } } })
      },
      { times: 1 },
    )
    const ratio = text('比例（1个原物料换多少）', 'Ratio (of the new one for 1 of the old one)')
    const replace = dialog.root.getByRole('button', { name: desk.say(text('替换1个BOM', 'Replace in 1')) })
    await expect(replace).toBeEnabled()
    await dialog.fill(ratio, '3')
    await expect(replace).toBeDisabled()
    answer()
    await dialog.showsRow('V1', '6')
    await expect(replace).toBeEnabled()
    await dialog.shows(text('共502个现行BOM使用原物料', '502 BoMs in force use the old material'))
    await dialog.fill(ratio, '1')
    await dialog.showsRow('V1', '2')
    await dialog.press(text('替换1个BOM', 'Replace in 1'))
    await desk.confirm(
      text('替换1个BOM中的物料', 'Replace the material in 1 BoMs'),
      text('替换并发布', 'Replace and release'),
    )
    await dialog.showsRow('V2', text('新物料已在此BOM中', 'a component of it already'))
    await dialog.press(text('关闭', 'Close'))
    await list.showsRow('V2')

    const made = await fill(baseURL!, account, async ({ admin }) => {
      const make = (days: number) =>
        admin.ok(createMo, { material_id, planned_quantity: '5', delivery_date: inDays(days) })
      return { early: await make(5), late: await make(20) }
    })
    const orders = await desk.open(pages.manufacturingOrders)
    for (const [{ no }, used, unused] of [
      [made.early, old, other],
      [made.late, other, old],
    ] as const) {
      await orders.row(no).press(no)
      const drawer = desk.dialog(no)
      await drawer.openTab(text('用料', 'Components'))
      await drawer.shows(used.code)
      await expect(drawer.root).not.toContainText(unused.code)
      await page.keyboard.press('Escape')
      await expect(drawer.root).toBeHidden()
    }
    expect(desk.complaints).toEqual([])
  })
